from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from tests.stores.test_passages import NOW, put

from loadsheet.artifacts import (
    Candidate,
    CandidateList,
    Message,
    Partial,
    Query,
    QuerySet,
    Scope,
    SessionState,
)
from loadsheet.models.counters import BpeCounter
from loadsheet.models.embed_hashing import HashingEmbedder
from loadsheet.stores.sqlite import SqliteStore
from loadsheet.stores.sqlite.matrix import Matrix

EMBEDDER = HashingEmbedder(64)


async def build(store: SqliteStore, workspace: str = "w", name: str = "m", limit: int = 2) -> int:
    """Give every passage its vector; how many texts were read by the model."""
    made, after = 0, 0
    while True:
        waiting = await store.unembedded(workspace, name, after=after, limit=limit)
        if not waiting.texts:
            return made
        after = waiting.after
        made += len(waiting.texts)
        rows = await EMBEDDER.embed([text.text for text in waiting.texts])
        await store.keep_vectors(workspace, name, waiting.texts, rows)


async def nearest(
    store: SqliteStore, *queries: str, workspace: str = "w", name: str = "m", limit: int = 5
) -> CandidateList:
    asked = QuerySet(
        workspace=workspace, queries=tuple(Query(text=q) for q in queries), limit=limit
    )
    return await store.nearest(asked, name, await EMBEDDER.embed(queries))


def texts(found: CandidateList) -> list[str]:
    return [candidate.text for candidate in found.candidates]


TEXT = "refund window\nshipping costs\ngift cards\n"

# ---------------------------------------------------------------- building


async def test_every_passage_gets_a_vector_once(store: SqliteStore) -> None:
    await put(store, "a", TEXT)
    assert (await store.embedded("w", "m")).have == 0
    assert await build(store) == 3
    state = await store.embedded("w", "m")
    assert (state.have, state.of) == (3, 3)
    assert await build(store) == 0


async def test_a_text_that_stands_twice_or_comes_back_is_read_once(store: SqliteStore) -> None:
    await put(store, "a", "one\none\ntwo\n")
    await put(store, "b", "two\n")
    assert await build(store) == 2
    await store.remove("w", ["a", "b"])
    await put(store, "c", "two\none\nthree\n")
    assert await build(store) == 1
    assert (await store.embedded("w", "m")).have == 3


async def test_another_model_begins_anew_and_the_former_one_is_tidied_away(
    store: SqliteStore,
) -> None:
    await put(store, "a", TEXT)
    await build(store, name="old")
    assert texts(await nearest(store, "refund", name="new")) == []
    assert await build(store, name="new") == 3
    assert await store.tidy_vectors("w", "new") == 0  # three are kept as long as three are in use
    await store.remove("w", ["a"])
    assert await store.tidy_vectors("w", "new") == 6
    await put(store, "a", TEXT)
    assert await build(store, name="new") == 3


async def test_a_passage_that_went_while_it_was_read_gets_no_vector(store: SqliteStore) -> None:
    await put(store, "a", TEXT)
    waiting = await store.unembedded("w", "m")
    await store.remove("w", ["a"])
    rows = await EMBEDDER.embed([text.text for text in waiting.texts])
    await store.keep_vectors("w", "m", waiting.texts, rows)
    assert (await store.embedded("w", "m")).have == 0
    assert texts(await nearest(store, "refund")) == []


# ---------------------------------------------------------------- searching


async def test_the_nearest_comes_first_with_what_a_candidate_needs(store: SqliteStore) -> None:
    await put(store, "a", TEXT, title="Shop", headings=("Money",))
    await build(store)
    first, second, _ = (await nearest(store, "refunds window")).candidates
    assert (first.text, first.found_by, first.rank) == ("refund window", "vectors", 1)
    assert (first.title, first.headings, first.query) == ("Shop", ("Money",), "refunds window")
    assert first.matched == ("refunds", "window")
    assert 1 >= first.score > second.score > -1


async def test_each_query_has_its_own_list(store: SqliteStore) -> None:
    await put(store, "a", TEXT)
    await build(store)
    found = (await nearest(store, "refund window", "gift cards", limit=1)).candidates
    assert [(c.query, c.text, c.rank) for c in found] == [
        ("refund window", "refund window", 1),
        ("gift cards", "gift cards", 1),
    ]


async def test_a_search_says_how_much_of_the_workspace_it_knows(store: SqliteStore) -> None:
    await put(store, "a", TEXT)
    waiting = await store.unembedded("w", "m", limit=1)
    rows = await EMBEDDER.embed([text.text for text in waiting.texts])
    await store.keep_vectors("w", "m", waiting.texts, rows)
    found = await nearest(store, "refund")
    assert texts(found) == ["refund window"]
    assert [(row.source, row.have, row.of) for row in found.partial] == [("vectors", 1, 3)]
    await build(store)
    assert (await nearest(store, "refund")).partial == ()


async def test_words_are_found_while_vectors_are_still_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, goes_on = threading.Event(), threading.Event()
    add = Matrix.add

    def held_up(matrix: Matrix, *rows: Any) -> None:
        began.set()
        assert goes_on.wait(60)
        add(matrix, *rows)

    async with SqliteStore.open(tmp_path / "state.db") as store:
        await put(store, "a", TEXT)
        await build(store)
        monkeypatch.setattr(Matrix, "add", held_up)
        reading = asyncio.create_task(nearest(store, "gift cards"))
        assert await asyncio.to_thread(began.wait, 60)
        asked = QuerySet(workspace="w", queries=(Query(text="gift"),), limit=5)
        assert texts(await store.search(asked)) == ["gift cards"]
        await put(store, "b", "gift boxes\n")
        assert not reading.done()
        goes_on.set()
        assert texts(await reading)[0] == "gift cards"
        await build(store)
        assert "gift boxes" in texts(await nearest(store, "gift boxes"))


async def test_equal_passages_are_in_the_order_of_their_names(store: SqliteStore) -> None:
    for name in ("d", "b", "c", "a"):
        await put(store, name, "the same words\n")
        await build(store)
    found = (await nearest(store, "same words", limit=3)).candidates
    assert [candidate.document for candidate in found] == ["a", "b", "c"]


async def test_what_is_removed_or_replaced_is_found_no_more(store: SqliteStore) -> None:
    await put(store, "a", TEXT)
    await put(store, "b", "refund form\n")
    await build(store)
    assert len(texts(await nearest(store, "refund"))) == 4
    await put(store, "a", "refund period\n")
    await build(store)
    assert sorted(texts(await nearest(store, "refund"))) == ["refund form", "refund period"]
    await store.remove("w", ["b"])
    assert texts(await nearest(store, "refund")) == ["refund period"]


async def test_nothing_crosses_a_workspace(store: SqliteStore) -> None:
    await put(store, "x", TEXT, workspace="A")
    await put(store, "x", TEXT, workspace="B")
    await build(store, "A")
    assert texts(await nearest(store, "refund", workspace="B")) == []
    assert await build(store, "B") == 3  # not even the cache is shared
    await store.remove("A", ["x"])
    assert texts(await nearest(store, "refund", workspace="A")) == []
    assert len(texts(await nearest(store, "refund", workspace="B"))) == 3
    assert texts(await nearest(store, "refund", workspace="C")) == []


async def test_what_another_process_writes_is_seen(tmp_path: Path) -> None:
    async with (
        SqliteStore.open(tmp_path / "f.db") as one,
        SqliteStore.open(tmp_path / "f.db") as two,
    ):
        await put(one, "a", TEXT)
        await build(one)
        assert len(texts(await nearest(two, "refund"))) == 3
        await put(one, "b", "refund form\n")
        await build(one)
        await one.remove("w", ["a"])
        assert texts(await nearest(two, "refund")) == ["refund form"]


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9)), min_size=1, max_size=25),
    st.integers(1, 4),
)
@examples(max_examples=25)
async def test_after_any_changes_a_search_is_that_of_a_fresh_store(
    steps: list[tuple[int, int]], limit: int
) -> None:
    held: dict[str, str] = {}
    async with SqliteStore.in_memory() as store, SqliteStore.in_memory() as fresh:
        for name, words in steps:
            if words == 0:
                held.pop(str(name), None)
                await store.remove("w", [str(name)])
            else:
                held[str(name)] = f"refund {words}\nwindow {words % 3}\n"
                await put(store, str(name), held[str(name)])
            await build(store)
            await nearest(store, "refund 3")
        for name, text in held.items():
            await put(fresh, name, text)
        await build(fresh)
        assert hits(await nearest(store, "refund 3", limit=limit)) == hits(
            await nearest(fresh, "refund 3", limit=limit)
        )


def hits(found: CandidateList) -> Sequence[tuple[str, str, float]]:
    def row(candidate: Candidate) -> tuple[str, str, float]:
        return candidate.document, candidate.text, candidate.score

    return [row(candidate) for candidate in found.candidates]


@given(st.integers(1, 30), st.integers(1, 30), st.randoms(use_true_random=False))
def test_a_matrix_finds_what_sorting_all_of_it_finds(
    rows: int, limit: int, random: np.random.Generator
) -> None:
    vectors = np.array([[random.random() - 0.5 for _ in range(4)] for _ in range(rows)], "<f4")
    query = vectors[0]
    matrix = Matrix()
    matrix.add(range(rows), [row.tobytes() for row in vectors])
    exact = (vectors.astype(np.float64) @ query.astype(np.float64)).round(6)
    best = sorted(exact, reverse=True)[: min(limit, rows)]
    found = matrix.nearest(query, limit)
    assert [score for _, score in found[:limit]] == pytest.approx(best)
    assert all(score == pytest.approx(exact[place]) for place, score in found)


# ---------------------------------------------------------------- drift and forgetting


async def test_forgetting_leaves_no_vector_of_a_text_that_is_gone(store: SqliteStore) -> None:
    await put(store, "a", TEXT)
    await put(store, "b", "stays\n")
    await build(store)
    await store.remove("w", ["a"])
    said = Message(id="m1", session="s", role="user", name="Ann", content="Hello.")
    state = SessionState(scope=Scope(workspace="w", session="s"))
    await store.append("w", [said], state, None)
    await store.erase("w", BpeCounter("o200k_base"), NOW, subject="Ann")
    rows = await store.connection.run(lambda: store.connection.rows("SELECT count(*) FROM vectors"))
    assert rows == [(1,)]
    assert texts(await nearest(store, "refund")) == ["stays"]


async def test_a_vector_that_was_lost_is_drift_and_one_that_was_never_made_is_waited_for(
    store: SqliteStore,
) -> None:
    await put(store, "a", TEXT)
    await build(store)
    await store.tidy_vectors("w", "m")
    await put(store, "b", "new here\nquite new\n")
    assert await store.check_vectors("w") == []
    for harm in (
        "DELETE FROM passage_vectors WHERE passage = 2",
        "PRAGMA foreign_keys = OFF; DELETE FROM vectors WHERE id = 1",
        "DELETE FROM passage_vectors WHERE passage IN (1, 2)",
    ):
        await store.connection.run(lambda sql=harm: store.connection.rows(sql))
        said = await store.check_vectors("w")
        assert [line.rpartition(" ")[2] for line in said] == ["missing"], harm
        assert await store.check_vectors("w", repair=True) == said
        assert await store.check_vectors("w") == []
        await build(store)
        await store.tidy_vectors("w", "m")
        assert await store.embedded("w", "m") == Partial(source="vectors", have=5, of=5)


async def test_what_another_embedder_made_is_not_missed(store: SqliteStore) -> None:
    await put(store, "a", TEXT)
    for name in ("m", "n", "m"):
        await build(store, name=name)
        await store.tidy_vectors("w", name)
        assert await store.check_vectors("w") == []


async def test_drift_is_named_and_repaired(store: SqliteStore) -> None:
    await put(store, "a", TEXT)
    await build(store)
    assert await store.check_vectors("w") == []

    def spoil() -> None:
        for sql in (
            "UPDATE passages SET text = 'other' WHERE text = 'gift cards'",
            "UPDATE vectors SET body = zeroblob(8) WHERE id = 1",
            "INSERT INTO passage_vectors (embedder, passage, vector) VALUES (1, 999, 2)",
        ):
            store.connection.rows(sql)

    await store.connection.run(spoil)
    said = await store.check_vectors("w", repair=True)
    assert said == [
        "vectors of m: 1 belong to no passage",
        "vectors of m: 1 were made of another text",
        "vectors of m: 1 are damaged",
    ]
    assert await store.check_vectors("w") == []
    assert await build(store) == 2
    assert sorted(texts(await nearest(store, "refund"))) == [
        "other",
        "refund window",
        "shipping costs",
    ]
