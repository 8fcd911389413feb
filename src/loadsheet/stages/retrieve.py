"""A query set goes in; the candidates of every source come out, and the names of sources that did not answer."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import CandidateList, Missing, QuerySet
from loadsheet.errors import BackendError
from loadsheet.ports import PassageStore
from loadsheet.trace import Report


@dataclass(frozen=True, slots=True)
class Retrieve:
    """Ask the passage store; one that fails or is late is named, and the turn goes on."""

    name: ClassVar[str] = "retrieve"
    passages: PassageStore
    seconds: float = 9.0
    """When a source counts as late."""

    async def __call__(self, given: QuerySet, /) -> CandidateList:
        """The candidates, best first."""
        try:
            async with asyncio.timeout(self.seconds):
                return await self.passages.search(given)
        except TimeoutError:
            reason = f"no answer within {self.seconds:g} s"
        except BackendError as error:
            reason = str(error)
        return CandidateList(missing=(Missing(source="lexical", reason=reason),))

    def report(self, _given: QuerySet, gave: CandidateList, /) -> Report:
        """The failure signals are a source that did not answer, and no candidates at all."""
        failure = "; ".join(f"{row.source}: {row.reason}" for row in gave.missing)
        if not failure and not gave.candidates:
            failure = "empty"
        return Report(
            tokens=sum(candidate.tokens for candidate in gave.candidates),
            failure=failure or None,
            decisions=(f"{len(gave.candidates)} candidates from {gave.documents} documents",),
        )
