from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from loadsheet.artifacts import Candidate, CandidateList, Chunk, Document, Query, QuerySet
from loadsheet.errors import StoreError
from loadsheet.ports import Cut
from loadsheet.stores.sqlite import SqliteStore
from loadsheet.stores.sqlite.connection import Connection
from loadsheet.stores.sqlite.passages import CURRENT_OF, LAST_OF

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def cut(text: str, headings: tuple[str, ...] = ()) -> list[Chunk]:
    """A chunk for each line."""
    found: list[Chunk] = []
    start = 0
    for line in text.splitlines(keepends=True):
        kept = line.rstrip()
        if kept:
            found.append(
                Chunk(
                    ordinal=len(found),
                    start=start,
                    end=start + len(kept),
                    text=kept,
                    headings=headings,
                    tokens=len(kept.split()),
                )
            )
        start += len(line)
    return found


async def put(
    store: SqliteStore, name: str, text: str, *, workspace: str = "w", title: str = "",
    headings: tuple[str, ...] = (),
) -> str:  # fmt: skip
    document = Document(id=name, text=text, title=title)
    return await store.put(workspace, document, cut(text, headings), NOW)


async def test_headings_come_by_document_and_place_whatever_was_stored_first(
    store: SqliteStore,
) -> None:
    async def stored(name: str, *sections: str) -> None:
        text = "".join(f"On {section}.\n" for section in sections)
        chunks = [
            chunk.model_copy(update={"headings": (section,)})
            for chunk, section in zip(cut(text), sections, strict=True)
        ]
        await store.put("w", Document(id=name, text=text), chunks, NOW)

    await stored("sea", "Tides", "Boats")
    await stored("air", "Winds")
    await stored("sea", "Shores", "Tides", "Boats")
    assert (await store.headings("w")).headings == ("Winds", "Shores", "Tides", "Boats")


async def search(
    store: SqliteStore, *queries: str, workspace: str = "w", limit: int = 5
) -> CandidateList:
    return await store.search(
        QuerySet(workspace=workspace, queries=tuple(Query(text=q) for q in queries), limit=limit)
    )


async def found(store: SqliteStore, query: str, workspace: str = "w") -> list[str]:
    return [c.text for c in (await search(store, query, workspace=workspace)).candidates]


# ---------------------------------------------------------------- writing


async def test_a_batch_ends_as_its_documents_one_after_the_other_do(store: SqliteStore) -> None:
    texts = [
        ("a", "one\ntwo"),
        ("b", "one\ntwo"),
        ("a", "two\nthree"),
        ("a", "two\nthree"),
        ("c", ""),
    ]
    documents = [Document(id=name, text=text) for name, text in texts]
    cuts = [Cut(document, cut(document.text)) for document in documents]
    together = await store.put_all("w", cuts, NOW)
    one_by_one = [await store.put("v", d, cut(d.text), NOW) for d in documents]
    assert together == one_by_one == ["added", "added", "changed", "unchanged", "added"]
    for workspace in ("w", "v"):
        assert [d.version for d in await store.documents(workspace)] == [2, 1, 1]
        assert sorted(await found(store, "two three", workspace)) == ["three", "two", "two"]
        assert not await store.check(workspace)


@pytest.mark.parametrize(("sql", "found_by"), [(CURRENT_OF, "name=?"), (LAST_OF, "document=?")])
def test_what_is_stored_of_a_document_is_looked_up_by_its_name(sql: str, found_by: str) -> None:
    connection = Connection(":memory:")
    plan = connection.rows(f"EXPLAIN QUERY PLAN {sql}", 1, "[]")
    connection.close()
    # Otherwise each batch would go through all documents that are there.
    assert plan[0][3].startswith("SCAN wanted")
    assert found_by in plan[1][3]


async def test_a_document_is_added_then_unchanged_then_changed(store: SqliteStore) -> None:
    assert await put(store, "a", "one\ntwo\n") == "added"
    assert await put(store, "a", "one\ntwo\n") == "unchanged"
    assert await put(store, "a", "one\nthree\n") == "changed"
    (document,) = await store.documents("w")
    assert (document.version, document.chunks, document.characters) == (2, 2, 10)
    assert document.added_at == NOW


async def test_adding_the_same_again_writes_nothing(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "x.db")
    await put(store, "a", "one\ntwo\n")
    wal = tmp_path / "x.db-wal"
    before = (store.connection.raw.total_changes(), wal.stat().st_size, wal.read_bytes())
    assert await put(store, "a", "one\ntwo\n") == "unchanged"
    assert before == (store.connection.raw.total_changes(), wal.stat().st_size, wal.read_bytes())
    await store.close()


async def test_a_change_rewrites_only_the_passages_that_differ(store: SqliteStore) -> None:
    await put(store, "a", "one\ntwo\ntwo\nthree\n")
    rows = dict(store.connection.rows("SELECT id, text FROM passages"))
    await put(store, "a", "zero\none\ntwo\nthree\n")
    after = dict(store.connection.rows("SELECT id, text FROM passages"))
    assert sorted(after.values()) == ["one", "three", "two", "zero"]
    assert len(rows.keys() & after.keys()) == 3
    (hit,) = (await search(store, "three")).candidates
    assert hit.passage_id == "a@2:13-18"
    assert await store.check("w") == []


async def test_a_new_title_is_searched(store: SqliteStore) -> None:
    await put(store, "a", "one\n", title="Leave")
    assert await put(store, "a", "one\n", title="Travel") == "changed"
    assert await found(store, "travel") == ["one"]
    assert await found(store, "leave") == []


async def test_other_chunks_of_the_same_text_are_a_change(store: SqliteStore) -> None:
    await put(store, "a", "one\ntwo\n")
    whole = Chunk(ordinal=0, start=0, end=7, text="one\ntwo", tokens=2)
    assert await store.put("w", Document(id="a", text="one\ntwo\n"), [whole], NOW) == "changed"
    assert await found(store, "two") == ["one\ntwo"]


async def test_a_removed_document_is_not_found_and_its_versions_stay_readable(
    store: SqliteStore,
) -> None:
    await put(store, "a", "old text\n")
    await put(store, "a", "new text\n")
    await put(store, "b", "other\n")
    assert await store.remove("w", ["a", "nothing", "a"]) == ["a"]
    assert await found(store, "text") == []
    assert [document.id for document in await store.documents("w")] == ["b"]
    assert await store.text("w", "a", 1) == "old text\n"
    assert await store.text("w", "a") == "new text\n"
    assert await put(store, "a", "newest\n") == "added"
    assert (await store.documents("w"))[0].version == 3


async def test_documents_are_listed_by_the_path_that_was_added(store: SqliteStore) -> None:
    for name, root in (("b", "/x"), ("a", "/x"), ("c", "/y")):
        document = Document(id=name, text="t", path=f"{root}/{name}", root=root, timestamp=NOW)
        await store.put("w", document, cut("t"), NOW)
    assert [document.id for document in await store.documents("w", "/x")] == ["a", "b"]
    (document,) = await store.documents("w", "/y")
    assert (document.path, document.root, document.timestamp) == ("/y/c", "/y", NOW)


async def test_the_same_text_many_times_in_one_document_is_kept_as_often(
    store: SqliteStore,
) -> None:
    await put(store, "a", "same\n" * 30)
    hits = (await search(store, "same", limit=50)).candidates
    assert len({hit.passage_id for hit in hits}) == 30


async def test_a_text_with_nul_and_every_script_comes_back_as_it_was(store: SqliteStore) -> None:
    text = "nul \0 here\r\n你好 👨‍👩‍👧 e\u0301\u2028x\n" + "long " * 1000
    await store.put("w", Document(id="a", text=text), cut("nul \0 here"), NOW)
    assert await store.text("w", "a") == text
    assert await found(store, "nul") == ["nul \0 here"]


# ---------------------------------------------------------------- searching


async def test_an_empty_index_answers_with_nothing(store: SqliteStore) -> None:
    assert (await search(store, "anything")).documents == 0
    await put(store, "a", "one\n")
    assert await found(store, "") == []
    assert (await search(store, "")).documents == 1


async def test_words_are_found_in_every_form_and_scores_fall(store: SqliteStore) -> None:
    await put(store, "a", "Refunds are refunded to refunders.\nA refund takes a Café visit.\nNo.\n")
    result = await search(store, "refunding cafe")
    assert [c.rank for c in result.candidates] == [1, 2]
    assert result.candidates[0].text.startswith("A refund")
    assert result.candidates[0].matched == ("refunding", "cafe")
    assert result.candidates[0].score > result.candidates[1].score
    assert {c.found_by for c in result.candidates} == {"lexical"}


async def test_words_are_found_in_forms_that_no_ending_tells(store: SqliteStore) -> None:
    await put(
        store, "kit", "Lost phones are reported.\nChildren of the organization travel free.\n"
    )

    for question in (
        "What if I lose my phone?",
        "losing a phone",
        "May a child come?",
        "organisations",
    ):
        found = (await search(store, question)).candidates

        assert found, question
    both = (await search(store, "lost or losing or lose")).candidates
    assert [one.matched for one in both] == [("lost",)]


async def test_a_heading_tells_more_than_the_text(store: SqliteStore) -> None:
    await put(store, "a", "The leave of absence is here.\n", headings=("Other",))
    await put(store, "b", "The word of absence is here.\n", headings=("Leave",))
    await put(store, "c", "Nothing\nof the kind\nat all\n")
    assert [c.document for c in (await search(store, "leave")).candidates] == ["b", "a"]


@pytest.mark.parametrize(
    "query",
    [
        '"', '""', '"one', "one*", "*", "NEAR(one two)", "NEAR(", "-one", "one AND", "OR", "NOT one",
        "one^2", "text:one", "{text}: one", "one + two", "(one", "one\0two", "👍 one", "'one'", "one; --",
        "one\\", "\n", "^one", "a:b:c", "\u200b", "\ufffd", "ﬁ", "İ",
    ],
)  # fmt: skip
async def test_no_query_is_syntax(store: SqliteStore, query: str) -> None:
    await put(store, "a", "one two\nthree four\nfive\n")
    expected = ["one two"] if "one" in query else []
    assert await found(store, query) == expected


async def test_a_very_long_query_is_answered(store: SqliteStore) -> None:
    await put(store, "a", "word1 and more\n")
    assert await found(store, " ".join(f"word{n}" for n in range(5000))) == ["word1 and more"]


async def test_common_words_count_only_when_there_are_no_others(store: SqliteStore) -> None:
    await put(store, "a", "what is the who\nleave policy\nsomething else\n")
    assert await found(store, "what is the leave?") == ["leave policy"]
    assert await found(store, "what is the who?") == ["what is the who"]


async def test_a_code_is_one_term(store: SqliteStore) -> None:
    await put(
        store, "a", "Section 3.2 says so.\nSection 3.1 and 2 more.\nSPC-0500 here.\nSPC 77.\n"
    )
    assert (await found(store, "3.2")) == ["Section 3.2 says so."]
    assert (await found(store, "SPC-0500?")) == ["SPC-0500 here."]
    (hit,) = (await search(store, "spc-0500")).candidates
    assert hit.matched == ("spc-0500",)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("退款", ["我们的退款政策如下。"]),
        ("退款政策", ["我们的退款政策如下。"]),
        ("策", ["我们的退款政策如下。"]),
        ("税", ["税。"]),
        ("AWS", ["使用AWS服务。"]),
        ("サーバー", ["サーバーを使う。"]),
        ("환불", ["환불은 됩니다."]),
        ("政款", []),
    ],
)
async def test_scripts_without_spaces_are_found_by_part(
    store: SqliteStore, query: str, expected: list[str]
) -> None:
    await put(
        store,
        "a",
        "我们的退款政策如下。\n税。\n使用AWS服务。\nサーバーを使う。\n환불은 됩니다.\nx\n",
    )
    result = await search(store, query)
    assert [c.text for c in result.candidates] == expected
    assert all(c.matched for c in result.candidates)


async def test_rare_terms_weigh_most_and_a_stem_counts_once(store: SqliteStore) -> None:
    await put(store, "a", "common rare\ncommon\ncommon\ncommon half\nhalf\n")
    weights = dict((await search(store, "common rare half nowhere", "halves rare")).weights)
    assert list(weights) == ["common", "rare", "half", "nowhere", "halves"]
    assert weights["rare"] == weights["nowhere"] == 1
    assert 0 < weights["common"] < weights["half"] < 1
    assert dict((await search(store, "refund refunds", "Refunds")).weights) == {"refund": 1}


async def test_ties_break_by_passage_id_at_the_limit_too(store: SqliteStore) -> None:
    for name in ("d", "b", "c", "a", *(f"x{n:02}" for n in range(40))):
        await put(store, name, "same words\n")
    hits = (await search(store, "same", limit=2)).candidates
    assert [hit.document for hit in hits] == ["a", "b"]


async def test_a_candidate_is_what_a_checked_one_would_be(store: SqliteStore) -> None:
    whole = "refund window\nrefund of gift cards\n"
    document = Document(id="a", text=whole, title="Refunds", timestamp=NOW, pages=(0, 14))
    await store.put("w", document, cut(whole, ("Money", "Back")), NOW)
    hits = (await search(store, "refunds gift")).candidates
    assert [hit.matched for hit in hits] == [("refunds", "gift"), ("refunds",)]
    for hit in hits:
        checked = Candidate.model_validate(hit.model_dump(), strict=True)
        assert checked == hit
        assert checked.model_dump_json() == hit.model_dump_json()


async def test_a_term_is_not_found_across_two_columns(store: SqliteStore) -> None:
    await put(store, "a", "2 begins the text\n", title="ends with 1")
    (hit,) = (await search(store, "1.2 text")).candidates
    assert hit.matched == ("text",)


async def test_the_number_of_documents_is_that_of_the_moment(tmp_path: Path) -> None:
    async with (
        SqliteStore.open(tmp_path / "state.db") as one,
        SqliteStore.open(tmp_path / "state.db") as other,
    ):
        for number in range(1, 4):
            await put(one, f"a{number}", "refund\n")
            assert (await search(one, "refund")).documents == number
            assert (await search(other, "refund")).documents == number
        await other.remove("w", ["a1"])
        assert (await search(one, "refund")).documents == 2


async def test_each_query_brings_its_own_list(store: SqliteStore) -> None:
    await put(store, "a", "apples\npears\n")
    hits = (await search(store, "apples", "pears")).candidates
    assert [(hit.query, hit.rank, hit.text) for hit in hits] == [
        ("apples", 1, "apples"),
        ("pears", 1, "pears"),
    ]


async def test_workspaces_neither_see_nor_move_one_another(store: SqliteStore) -> None:
    await put(store, "mine", "leave policy\nrefund policy\nnothing\n", workspace="a")
    alone = await search(store, "leave policy", workspace="a")
    for n in range(60):
        await put(store, f"d{n}", "leave leave leave\npolicy leave\n", workspace="b")
    await put(store, "mine", "leave\n", workspace="b")
    assert await search(store, "leave policy", workspace="a") == alone
    await store.remove("b", ["mine"])
    assert await search(store, "leave policy", workspace="a") == alone
    assert await store.text("a", "d1") is None


async def test_a_search_during_a_long_write_leaves_the_loop_free(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "x.db")
    text = "\n".join(f"line {n} of many words" for n in range(20_000))
    writing = asyncio.create_task(put(store, "a", text))
    ticks = 0
    while not writing.done():
        await asyncio.sleep(0.002)
        ticks += 1
    assert ticks > 10
    assert await writing == "added"
    await store.close()


# ---------------------------------------------------------------- checking


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("DELETE FROM passages WHERE text = 'two'", "a: 1 of 3 passages are missing"),
        ("UPDATE passages SET text = 'else' WHERE text = 'two'", "a: 1 passages differ"),
        ("DELETE FROM texts", "a: its text is missing"),
        ("INSERT INTO index_1 (index_1) VALUES ('delete-all')", "the text index does not agree"),
        ("DROP TABLE index_1", "the text index does not agree"),
        ("DROP TABLE index_1; DROP VIEW passages_1", "the text index does not agree"),
        ("DROP TABLE index_1_data", "the text index does not agree"),
        ("DROP TABLE index_1_docsize", "the text index does not agree"),
        ("UPDATE index_1_data SET block = x'00'", "the text index does not agree"),
    ],
)
async def test_the_check_reports_drift(store: SqliteStore, damage: str, says: str) -> None:
    await put(store, "a", "one\ntwo\nthree\n")
    assert await store.check("w") == []
    store.connection.rows("PRAGMA foreign_keys = OFF")
    store.connection.rows(damage)
    drift: Sequence[str] = await store.check("w")
    assert any(line.startswith(says) for line in drift)
    await store.repair("w", lambda document: cut(document.text))
    assert await store.check("w") == []


async def test_an_index_that_cannot_even_be_opened_is_built_again(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    async with SqliteStore.open(path) as store:
        await put(store, "a", "one\ntwo\nthree\n")
        store.connection.rows("DROP TABLE index_1_config")
    async with SqliteStore.open(path) as store:
        with pytest.raises(StoreError, match="loadsheet check --repair"):
            await search(store, "two")
        assert await store.check("w") == ["the text index does not agree with the passages"]
        await store.repair("w", lambda document: cut(document.text))
        assert await store.check("w") == []
        assert await search(store, "two")
