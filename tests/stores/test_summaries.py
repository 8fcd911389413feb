from __future__ import annotations

import json

import pytest
from tests.stores.test_passages import NOW

from loadsheet.artifacts import CandidateList, Document, Query, QuerySet
from loadsheet.corpus.chunk import chunk
from loadsheet.models.counters import BpeCounter
from loadsheet.stores.sqlite import SqliteStore

COUNTER = BpeCounter("o200k_base")

TRAVEL = """# Travel policy

## Flights

Flights are booked by the travel desk. The travel desk books economy class.

## Hotels

Hotels may cost 140 euros a night. The travel desk books hotels as well.
"""
LEAVE = "# Leave\n\nLeave is asked for a week before. Leave is granted by the team.\n"


async def put(store: SqliteStore, name: str, text: str, workspace: str = "w") -> None:
    document = Document(id=name, text=text)
    await store.put(workspace, document, chunk(document, COUNTER), NOW)


async def overview(store: SqliteStore, query: str, workspace: str = "w") -> CandidateList:
    while (state := await store.summarize(workspace)).have < state.of:
        pass
    queries = (Query(text=query),)
    return await store.overview(QuerySet(workspace=workspace, queries=queries, limit=9))


def held(store: SqliteStore) -> dict[str, list[tuple[int, str]]]:
    """The summaries by document, with their ids."""
    rows = store.connection.rows(
        "SELECT d.name, s.id, s.text FROM summaries AS s JOIN documents AS d ON d.id = s.document ORDER BY s.id"
    )
    return {name: [row[1:] for row in rows if row[0] == name] for name, _, _ in rows}


async def test_an_overview_finds_passages_of_several_sections_as_true_spans(
    store: SqliteStore,
) -> None:
    await put(store, "travel.md", TRAVEL)
    await put(store, "leave.md", LEAVE)
    found = (await overview(store, "the travel policy")).candidates
    assert {c.headings[-1] for c in found} == {"Flights", "Hotels"}
    for candidate in found:
        assert TRAVEL[candidate.start : candidate.end] == candidate.text
        assert (candidate.document, candidate.found_by) == ("travel.md", "summaries")
    assert [c.rank for c in found] == list(range(1, len(found) + 1))


async def test_every_sentence_that_is_kept_stands_in_the_text_where_it_says(
    store: SqliteStore,
) -> None:
    await put(store, "travel.md", TRAVEL)
    await overview(store, "travel")
    for sentences, text in store.connection.rows("SELECT sentences, text FROM summaries"):
        assert "\n".join(TRAVEL[a:b] for a, b, _ in json.loads(sentences)) == text


async def test_a_changed_document_changes_its_summaries_and_no_others(store: SqliteStore) -> None:
    await put(store, "travel.md", TRAVEL)
    await put(store, "leave.md", LEAVE)
    await overview(store, "travel")
    before = held(store)
    await put(
        store, "travel.md", "An introduction of three words.\n\n" + TRAVEL.replace("140", "150")
    )
    assert list(held(store)) == ["leave.md"]
    found = (await overview(store, "hotels in euros")).candidates
    assert "150 euros" in found[0].text
    assert held(store)["leave.md"] == before["leave.md"]
    assert await store.check_summaries("w") == []


async def test_what_is_removed_or_never_was_is_not_found(store: SqliteStore) -> None:
    assert (await overview(store, "travel")).candidates == ()
    await put(store, "travel.md", TRAVEL)
    assert (await overview(store, "travel")).candidates
    await store.remove("w", ["travel.md"], NOW)
    assert (await overview(store, "travel")).candidates == ()
    assert store.connection.rows("SELECT * FROM summaries") == []
    index = store.connection.rows("SELECT rowid FROM outlines_1 WHERE outlines_1 MATCH 'travel'")
    assert index == []


async def test_no_workspace_sees_the_summaries_of_another(store: SqliteStore) -> None:
    await put(store, "travel.md", TRAVEL)
    await put(store, "leave.md", LEAVE, workspace="other")
    assert (await overview(store, "leave travel")).candidates[0].document == "travel.md"
    found = (await overview(store, "leave travel", workspace="other")).candidates
    assert {c.document for c in found} == {"leave.md"}


async def test_nothing_is_read_twice_and_a_search_says_what_is_not_read_yet(
    store: SqliteStore,
) -> None:
    await put(store, "travel.md", TRAVEL)
    await overview(store, "travel")
    ids = held(store)
    await put(store, "leave.md", LEAVE)
    queries = QuerySet(workspace="w", queries=(Query(text="travel"),), limit=9)
    (partial,) = (await store.overview(queries)).partial
    assert (partial.source, partial.have, partial.of) == ("summaries", 1, 2)
    await overview(store, "travel")
    assert held(store)["travel.md"] == ids["travel.md"]


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("UPDATE summaries SET sentences = '[[0,4,1]]' WHERE id = 1", "summaries are not those"),
        ("UPDATE summaries SET text = 'other words' WHERE id = 1", "index of summaries"),
        ("DELETE FROM outlines_1 WHERE rowid = 1", "index of summaries"),
        ("DROP TABLE outlines_1", "index of summaries"),
        ("DROP TABLE outlines_1_data", "index of summaries"),
    ],
)
async def test_drift_is_found_and_taken_out(store: SqliteStore, harm: str, said: str) -> None:
    await put(store, "travel.md", TRAVEL)
    assert await store.check_summaries("w") == []
    await overview(store, "travel")
    assert await store.check_summaries("w") == []
    store.connection.rows(harm)
    assert said in " ".join(await store.check_summaries("w"))
    assert said in " ".join(await store.check_summaries("w", repair=True))
    assert await store.check_summaries("w") == []
    assert (await overview(store, "travel")).candidates
    assert await store.check_summaries("w") == []
