"""A query set goes in; the candidates of every source come out, and the names of sources that did not answer."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from loadsheet.artifacts import CandidateList, Missing, QuerySet
from loadsheet.corpus.embedded import index_name
from loadsheet.errors import BackendError
from loadsheet.ports import Embedder, PassageStore, VectorStore
from loadsheet.trace import Report


class Source(Protocol):
    """A place where passages are looked for."""

    @property
    def name(self) -> str:
        """The name that candidates and traces carry."""
        ...

    async def find(self, queries: QuerySet, /) -> CandidateList:
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


@dataclass(frozen=True, slots=True)
class Retrieve:
    """Ask every source at once; one that fails or is late is named, and the turn goes on without it.

    What several sources or queries found stands there once for each of them, with its place in each list; nothing is
    merged here.
    """

    name: ClassVar[str] = "retrieve"
    sources: Sequence[Source]
    seconds: float = 9.0
    """When a source counts as late."""

    async def __call__(self, given: QuerySet, /) -> CandidateList:
        """The candidates, source by source."""
        return merged(await asyncio.gather(*(self._found(one, given) for one in self.sources)))

    async def _found(self, source: Source, given: QuerySet) -> CandidateList:
        try:
            async with asyncio.timeout(self.seconds):
                return await source.find(given)
        except TimeoutError:
            reason = f"no answer within {self.seconds:g} s"
        except BackendError as error:
            reason = str(error)
        return CandidateList(missing=(Missing(source=source.name, reason=reason),))

    def report(self, _given: QuerySet, gave: CandidateList, /) -> Report:
        """The failure signals are a source that did not answer, and no candidates at all."""
        failure = "; ".join(f"{row.source}: {row.reason}" for row in gave.missing)
        if not failure and not gave.candidates:
            failure = "empty"
        sizes = {candidate.passage_id: candidate.tokens for candidate in gave.candidates}
        return Report(
            tokens=sum(sizes.values()), failure=failure or None, decisions=tuple(decisions(gave))
        )


def merged(lists: Sequence[CandidateList]) -> CandidateList:
    """The lists of several sources as one, each source's candidates together and in its own order."""
    return CandidateList(
        candidates=tuple(item for found in lists for item in found.candidates),
        missing=tuple(row for found in lists for row in found.missing),
        partial=tuple(row for found in lists for row in found.partial),
        documents=max((found.documents for found in lists), default=0),
        weights=next((found.weights for found in lists if found.weights), ()),
    )


def decisions(gave: CandidateList) -> list[str]:
    """How many passages were found, by which source where there are several, and what a source does not know yet."""
    names = {candidate.passage_id for candidate in gave.candidates}
    said = [f"{len(names)} candidates from {gave.documents} documents"]
    by_source = Counter(candidate.found_by for candidate in gave.candidates)
    if len(by_source) > 1:
        said += [f"{source}: {count}" for source, count in by_source.items()]
    said += [f"{row.source}: {row.have} of {row.of} passages so far" for row in gave.partial]
    return said
