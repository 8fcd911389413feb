"""A query set goes in; the candidates of every source come out, and the names of sources that did not answer."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, cast

from loadsheet.artifacts import Candidate, CandidateList, Missing, Partial, Query, QuerySet
from loadsheet.corpus.embedded import index_name
from loadsheet.errors import BackendError
from loadsheet.funnel.fuse import WEIGHTS, fuse, leading
from loadsheet.intent.flags.signal_patterns import without_gist
from loadsheet.ports import Embedder, PassageStore, SummaryStore, VectorStore
from loadsheet.tasks import answered
from loadsheet.trace import StageReport

PATIENCE = 2.0
"""Seconds that a question waits for summaries that are not made yet, some 2 MB of text; the next one goes on."""


class Retriever(Protocol):
    """A place where passages are looked for."""

    @property
    def name(self) -> str:
        """The name that candidates and traces carry."""
        ...

    def find(self, queries: QuerySet, /) -> Coroutine[Any, Any, CandidateList]:
        """The candidates of each query, best first within a query. Raises `BackendError`."""
        ...


@dataclass(frozen=True, slots=True)
class Lexical:
    """Finds passages by the words of a query."""

    passages: PassageStore
    name: str = "lexical"

    async def find(self, queries: QuerySet, /) -> CandidateList:
        """The passages that hold the words."""
        return await self.passages.search(queries)


@dataclass(frozen=True, slots=True)
class Nearest:
    """Finds passages by the direction of their vectors. No model is opened while no passage has one."""

    vectors: VectorStore
    embedder: Embedder
    name: str = "vectors"

    async def find(self, queries: QuerySet, /) -> CandidateList:
        """The passages that lie nearest, of those that have a vector already."""
        model = index_name(self.embedder.name)
        state = await self.vectors.embedded(queries.workspace, model)
        if not state.have:
            return CandidateList(partial=(state,) if state.of else ())
        rows = await self.embedder.embed([query.text for query in queries.queries], as_query=True)
        return await self.vectors.nearest(queries, model, rows)

    async def liken(
        self, workspace: str, found: CandidateList, best: Sequence[tuple[Candidate, float]]
    ) -> CandidateList:
        """The candidates, with how near each lies to the best ones, of which each counts as much as is said."""
        passages = {row.passage_id: row for row in found.candidates}
        model = index_name(self.embedder.name)
        known = await self.vectors.likeness(workspace, model, best, tuple(passages.values()))
        near = dict(zip(passages, known, strict=True))
        rows = (r.model_copy(update={"likeness": near[r.passage_id]}) for r in found.candidates)
        return found.model_copy(update={"candidates": tuple(rows)})


@dataclass(frozen=True, slots=True)
class Overview:
    """Finds the passages that hold the central sentences of sections and documents; makes what is missing of them."""

    summaries: SummaryStore
    name: str = "summaries"

    async def find(self, queries: QuerySet, /) -> CandidateList:
        """The passages of the best summaries, of those that there was time to make."""
        clock = asyncio.get_running_loop().time
        end = clock() + PATIENCE
        while (state := await self.summaries.summarize(queries.workspace)).have < state.of:
            if clock() >= end:
                break
        # "Overview" is what is asked for; a summary that speaks of another overview is no better for it.
        bare = {query.text: without_gist(query.text) for query in queries.queries}
        texts = dict.fromkeys(bare.values())
        asked = queries.model_copy(update={"queries": tuple(Query(text=text) for text in texts)})
        found = await self.summaries.overview(asked)
        rows = [
            row.model_copy(update={"query": text})
            for text, searched in bare.items()
            for row in found.candidates
            if row.query == searched
        ]
        return found.model_copy(update={"candidates": tuple(rows)})


@dataclass(frozen=True, slots=True)
class Retrieve:
    """Ask every source at once; one that fails or is late is named, and the turn goes on without it.

    What several sources or queries found stands there once for each of them, with its place in each list; nothing is
    merged here.
    """

    name: ClassVar[str] = "retrieve"
    sources: Sequence[Retriever]
    for_overview: Sequence[Retriever] = ()
    """What is asked as well where the plan wants an overview, and only there."""
    costly: frozenset[str] = frozenset({"vectors"})
    """The names of the sources that are not asked where the plan wants a cheap search."""
    seconds: float = 9.0
    """When a source counts as late."""
    feedback: int = 0
    """How many of the passages found best the others are likened to; 0 likens none."""
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)
    """What each source counts where it is asked which passages were found best."""

    async def __call__(self, given: QuerySet, /) -> CandidateList:
        """The candidates, source by source."""
        wide = given.granularity == "episodic_summary"
        sources = [one for one in self.sources if not (given.cheap and one.name in self.costly)]
        asked = (*sources, *(self.for_overview if wide else ()))
        finds = (self._found(one.name, one.find(given)) for one in asked)
        found = _shared(merged(await asyncio.gather(*finds)), given.queries)
        # A question in several readings is looked at from several sides already.
        if self.feedback and len(given.queries) == 1 and not given.cheap:
            return await self._likened(given.workspace, found)
        return found

    async def _likened(self, workspace: str, found: CandidateList) -> CandidateList:
        """The candidates with how near each lies to those found best, where there are vectors to tell."""
        nearest = next((source for source in self.sources if isinstance(source, Nearest)), None)
        best = leading(fuse(found.candidates, self.weights), self.feedback, self.weights)
        if nearest is None or not best:
            return found
        likened = await self._found(nearest.name, nearest.liken(workspace, found, best))
        if likened.candidates:
            return likened
        return found.model_copy(update={"missing": (*found.missing, *likened.missing)})

    async def _found(self, name: str, finding: Coroutine[Any, Any, CandidateList]) -> CandidateList:
        try:
            # A source may be a host's own, and there are others.
            found = cast("Any", await answered(f"the source {name!r}", self.seconds, finding))
            if isinstance(found, CandidateList):
                return found
            reason = f"gave {type(found).__name__} and no list of candidates"
        except BackendError as error:
            reason = str(error)
        return CandidateList(missing=(Missing(source=name, reason=reason),))

    def report(self, given: QuerySet, gave: CandidateList, /) -> StageReport:
        """The failure signals are a source that did not answer, and no candidates at all."""
        failure = "; ".join(f"{row.source}: {row.reason}" for row in gave.missing)
        if not failure and not gave.candidates:
            failure = "empty"
        sizes = {candidate.passage_id: candidate.tokens for candidate in gave.candidates}
        said = decisions(gave)
        if given.granularity != "episodic_summary":
            why = f"not searched for {given.granularity}"
            said += [f"{source.name}: {why}" for source in self.for_overview]
        if given.cheap:
            spared = (source.name for source in self.sources if source.name in self.costly)
            said += [f"{name}: not searched before words have been" for name in spared]
        return StageReport(
            tokens=sum(sizes.values()), failure=failure or None, decisions=tuple(said)
        )


def _shared(found: CandidateList, queries: Sequence[Query]) -> CandidateList:
    """The candidates, each with what its query counts beside the others."""
    shares = {query.text: query.share for query in queries if query.share != 1.0}
    if len(queries) < 2 or not shares:
        return found
    rows = (
        row.model_copy(update={"share": shares[row.query]}) if row.query in shares else row
        for row in found.candidates
    )
    return found.model_copy(update={"candidates": tuple(rows)})


def merged(lists: Sequence[CandidateList]) -> CandidateList:
    """The lists of several sources as one, each source's candidates together and in its own order."""
    return CandidateList(
        candidates=tuple(item for found in lists for item in found.candidates),
        missing=tuple(row for found in lists for row in found.missing),
        partial=tuple(row for found in lists for row in found.partial),
        documents=max((found.documents for found in lists), default=0),
        weights=tuple(dict(pair for found in lists for pair in found.weights).items()),
        rerankings=tuple(row for found in lists for row in found.rerankings),
    )


def decisions(gave: CandidateList) -> list[str]:
    """How many passages were found, by which source where there are several, and what a source does not know yet."""
    names = {candidate.passage_id for candidate in gave.candidates}
    said = [f"{len(names)} candidates from {gave.documents} documents"]
    by_source = Counter(candidate.found_by for candidate in gave.candidates)
    if len(by_source) > 1:
        said += [f"{source}: {count}" for source, count in by_source.items()]
    said += [f"{row.source}: {row.have} of {row.of} {_unit(row)} so far" for row in gave.partial]
    return said


def _unit(row: Partial) -> str:
    return "documents" if row.source == "summaries" else "passages"
