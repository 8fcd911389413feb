from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest
from tests.stores.test_passages import put

from loadsheet.artifacts import (
    CONTEXT,
    Candidate,
    CandidateList,
    Missing,
    Partial,
    Query,
    QuerySet,
)
from loadsheet.embedding import Embedding
from loadsheet.errors import ModelError
from loadsheet.evals.steps import unlikened
from loadsheet.models.embed_hashing import HashingEmbedder
from loadsheet.stages.retrieve import Lexical, Nearest, Retrieve, decisions
from loadsheet.stores.sqlite import SqliteStore

QUERIES = QuerySet(
    workspace="w", queries=(Query(text="one"), Query(text="two", purpose="part 1")), limit=3
)


def candidate(name: str, source: str, query: str = "one", rank: int = 1) -> Candidate:
    return Candidate(
        passage_id=name,
        document=name,
        version=1,
        start=0,
        end=4,
        text=name,
        tokens=5,
        found_by=source,
        query=query,
        rank=rank,
        score=1.0,
    )


@dataclass
class Scripted:
    """A source that gives what it was told to, late or not at all."""

    name: str
    gives: CandidateList | ModelError
    seconds: float = 0.0
    asked: list[QuerySet] = field(default_factory=list[QuerySet])

    async def find(self, queries: QuerySet, /) -> CandidateList:
        self.asked.append(queries)
        await asyncio.sleep(self.seconds)
        if isinstance(self.gives, ModelError):
            raise self.gives
        return self.gives


WORDS = Scripted(
    "lexical",
    CandidateList(
        candidates=(candidate("a", "lexical"), candidate("b", "lexical", "two")),
        documents=2,
        weights=(("one", 1.0),),
    ),
)
VECTORS = Scripted(
    "vectors",
    CandidateList(
        candidates=(candidate("a", "vectors"),),
        documents=2,
        partial=(Partial(source="vectors", have=1, of=4),),
    ),
)


async def test_every_hit_of_every_source_and_query_stands_by_itself() -> None:
    found = await Retrieve((WORDS, VECTORS))(QUERIES)
    rows = [(c.passage_id, c.found_by, c.query) for c in found.candidates]
    assert rows == [("a", "lexical", "one"), ("b", "lexical", "two"), ("a", "vectors", "one")]
    assert (found.documents, found.weights) == (2, (("one", 1.0),))


async def test_a_late_and_a_failing_source_are_named_and_the_turn_goes_on() -> None:
    late = Scripted("summaries", CandidateList(), seconds=30)
    broken = Scripted("vectors", ModelError("no server"))
    found = await Retrieve((late, WORDS, broken), seconds=0.05)(QUERIES)
    assert found.missing == (
        Missing(source="summaries", reason="the source 'summaries' gave nothing within 0.05 s"),
        Missing(source="vectors", reason="no server"),
    )
    assert [c.passage_id for c in found.candidates] == ["a", "b"]


async def test_sources_are_asked_at_once() -> None:
    met = asyncio.Barrier(2)

    @dataclass
    class Meeting:
        name: str

        async def find(self, queries: QuerySet, /) -> CandidateList:
            async with asyncio.timeout(5):
                await met.wait()
            return CandidateList()

    assert (await Retrieve((Meeting("one"), Meeting("two")))(QUERIES)).missing == ()


async def test_the_trace_says_what_each_source_found_and_does_not_know_yet() -> None:
    found = await Retrieve((WORDS, VECTORS))(QUERIES)
    assert decisions(found) == [
        "2 candidates from 2 documents",
        "lexical: 2",
        "vectors: 1",
        "vectors: 1 of 4 passages so far",
    ]
    assert Retrieve(()).report(QUERIES, found).tokens == 10
    assert Retrieve(()).report(QUERIES, CandidateList()).failure == "empty"


async def test_candidates_are_likened_to_what_was_found_best_where_a_question_has_one_reading() -> (
    None
):
    embedder = HashingEmbedder(64)
    async with SqliteStore.in_memory() as store:
        for name, text in (
            ("a", "tea shelf three\n"),
            ("b", "shelf three holds oolong\n"),
            ("c", "oolong from the coast\n"),
            ("d", "printers need toner\n"),
        ):
            await put(store, name, text)
        await Embedding(store, embedder, "w").finish()
        asked = QuerySet(workspace="w", queries=(Query(text="tea shelf"),), limit=4)
        sources = (Lexical(store), Nearest(store, embedder))
        found = await Retrieve(sources, feedback=1)(asked)
        near = {row.document: row.likeness or 0.0 for row in found.candidates}
        assert near["a"] == pytest.approx(1, abs=1e-5)
        assert near["b"] > max(near["c"], near["d"])
        assert unlikened(found) == await Retrieve(sources)(asked)
        two = QuerySet(workspace="w", queries=(*asked.queries, Query(text="oolong")), limit=4)
        assert await Retrieve(sources, feedback=2)(two) == await Retrieve(sources)(two)


async def test_what_is_found_with_words_of_the_conversation_counts_half() -> None:
    queries = (Query(text="one"), Query(text="one and more", purpose=CONTEXT))
    rows = (candidate("a", "s"), candidate("b", "s", query="one and more"))
    source = Scripted("s", CandidateList(candidates=rows))
    found = await Retrieve([source])(QuerySet(workspace="w", queries=queries, limit=3))
    assert [(row.passage_id, row.share) for row in found.candidates] == [("a", 1.0), ("b", 0.5)]
