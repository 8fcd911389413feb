"""What was found goes in; what a model makes of the best of it, reading it beside the question, comes out."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import Artifact, Candidate, EvidenceSet, Reranking
from loadsheet.corpus.embedded import embedded
from loadsheet.errors import BackendError
from loadsheet.ports import Reranker
from loadsheet.stages.parts import each
from loadsheet.stages.reduce import Found, Reduce
from loadsheet.trace import StageReport

MOST = 20
"""The best passages that are read for a question: what a prompt of 8,000 tokens holds at 240 tokens each, and so many
take a small cross-encoder some tenths of a second."""

BELOW = 0.9
"""The confidence of the evidence from which nobody is asked."""


class Judging(Artifact):
    """What was found for a question, and what the cheap steps made of it."""

    searched: Found
    evidence: EvidenceSet


class Judged(Artifact):
    """What a reranker says, for the question as a whole and for each of its parts; nothing where it was not asked."""

    rerankings: tuple[Reranking, ...] = ()
    reason: str = ""
    """Why it was not asked."""


@dataclass(frozen=True, slots=True)
class Rerank:
    """Let a model read the best passages beside the question where the cheap steps are not sure of them.

    A model that fails, or is late, is named, and the order stays as it was.
    """

    name: ClassVar[str] = "rerank"
    reranker: Reranker
    reduce: Reduce
    most: int = MOST
    below: float = BELOW
    seconds: float = 3.0
    """When it counts as late, for all parts of a question together."""

    async def __call__(self, given: Judging, /) -> Judged:
        """The scores of the best passages, for each part of the question that it was not asked before."""
        if reason := self._spared(given):
            return Judged(reason=reason)
        end = asyncio.get_running_loop().time() + self.seconds
        known = {row.question for row in given.searched.candidates.rerankings}
        asked = [one for one in each(given.searched) if one.question not in known]
        return Judged(rerankings=tuple([await self._judged(one, end) for one in asked]))

    def _spared(self, given: Judging) -> str:
        """Why nobody is asked; empty where somebody is."""
        if "rerank" in self.reduce.skip:
            return "left out by the settings"
        if len({row.passage_id for row in given.searched.candidates.candidates}) < 2:
            return "there are no two passages to compare"
        sure = given.evidence.confidence
        return f"confidence {sure:.2f} is not below {self.below:g}" if sure >= self.below else ""

    async def _judged(self, given: Found, end: float) -> Reranking:
        best = [item.candidate for item in self.reduce.ranked(given)[: self.most]]
        made = Reranking(model=self.reranker.name, question=given.question)
        try:
            async with asyncio.timeout_at(end):
                scores = await self.reranker.score(given.question, [text_of(one) for one in best])
        except TimeoutError:
            why = f"no scores within {self.seconds:g} s"
        except BackendError as error:
            why = str(error)
        else:
            ids = (one.passage_id for one in best)
            return made.model_copy(update={"scores": tuple(zip(ids, scores, strict=True))})
        return made.model_copy(update={"failure": f"{why}; the order stays as it was"})

    def report(self, given: Judging, gave: Judged, /) -> StageReport:
        """The failure signal is a model that gave no scores."""
        failure = "; ".join(row.failure for row in gave.rerankings if row.failure)
        said = [f"{row.model}: {len(row.scores)} passages read" for row in gave.rerankings]
        if gave.reason:
            said.append(f"not asked: {gave.reason}")
        elif gave.rerankings:
            said.append(f"asked: confidence {given.evidence.confidence:.2f} < {self.below:g}")
        return StageReport(failure=failure or None, decisions=tuple(said))


def text_of(passage: Candidate) -> str:
    """What is read of a passage: what it stands under, and what it says."""
    return embedded("\n".join(passage.above), passage.text)
