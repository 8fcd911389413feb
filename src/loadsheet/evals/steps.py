"""A pipeline and what a turn found go in; the same turn without each step of the funnel comes out.

A step is left out in turn, and everything after it runs as ever. One that is off as the pipeline is set up is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from loadsheet.artifacts import CandidateList, QuerySet, Step
from loadsheet.funnel.fuse import NEAREST, WORD_LISTS
from loadsheet.pipeline import Pipeline
from loadsheet.stages.retrieve import Retrieve

WHOLE = "as set up"
"""The way in which every step is as the pipeline has it."""


@dataclass(frozen=True, slots=True)
class FoundBefore:
    """A source that gives what was found before."""

    found: CandidateList
    name: str = "held"

    async def find(self, _queries: QuerySet, /) -> CandidateList:
        """The same candidates, whatever is asked."""
        return self.found


def ways_of(pipeline: Pipeline, found: CandidateList) -> dict[str, Pipeline]:
    """The pipeline over what was found, with each step the other way."""
    made = {name: _over(pipeline, other) for name, other in _searches(found).items()}
    for step in get_args(Step):
        if step == "rerank" and pipeline.rerank is None:
            continue
        skip = pipeline.reduce.skip
        name = f"with {step}" if step in skip else f"without {step}"
        reduce = replace(pipeline.reduce, skip=skip ^ {step})
        made[name] = replace(_over(pipeline, found), reduce=reduce)
    return made


def _over(pipeline: Pipeline, found: CandidateList) -> Pipeline:
    """The pipeline over what was found; what a reranker said of it is found, too, and nobody is asked again."""
    held = Retrieve((FoundBefore(found),), seconds=pipeline.retrieve.seconds)
    return replace(pipeline, retrieve=held, rerank=None)


def _searches(found: CandidateList) -> Mapping[str, CandidateList]:
    """What a search with fewer lists, or without feedback, would have found; as far as that is something else.

    What a reranker said of the best of all lists is left out: of other lists it would have read other passages.
    """
    plain = unlikened(found).model_copy(update={"rerankings": ()})
    words = _only(plain, WORD_LISTS)
    near = _only(plain, (NEAREST,))
    made = {"without feedback": plain, "words alone": words, "vectors alone": near}
    return {name: other for name, other in made.items() if near.candidates}


def unlikened(found: CandidateList) -> CandidateList:
    """The candidates without their likeness to what was found best."""
    rows = (row.model_copy(update={"likeness": None}) for row in found.candidates)
    return found.model_copy(update={"candidates": tuple(rows)})


def _only(found: CandidateList, sources: Sequence[str]) -> CandidateList:
    rows = (row for row in found.candidates if row.found_by in sources)
    return found.model_copy(update={"candidates": tuple(rows)})
