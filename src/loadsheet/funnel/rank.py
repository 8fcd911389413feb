"""Passages that say something of their own go in; their order, and how much each bears on the question, come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import Candidate, CandidateList
from loadsheet.funnel.fuse import WEIGHTS, by_scores, fuse
from loadsheet.funnel.merge import Kept
from loadsheet.funnel.relevance import PassageBearing, bearings, by_relevance, in_order

RISE = 3
"""The power with which the cap rises: what comes first costs next to nothing."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage on its way through the funnel: what it stands for, and how much it bears on the question."""

    kept: Kept
    bearing: PassageBearing

    @property
    def candidate(self) -> Candidate:
        """The passage."""
        return self.kept.candidate


def ranked(found: CandidateList, weights: Mapping[str, float] = WEIGHTS) -> list[Ranked]:
    """Every passage that was found, best first; repeats too."""
    fused = by_scores(fuse(found.candidates, weights), weights)
    alone = [Kept(place, item.candidate) for place, item in enumerate(fused)]
    return rank(alone, bearings(fused, dict(found.weights), ""))


def rank(merged: Sequence[Kept], found: Sequence[PassageBearing]) -> list[Ranked]:
    """What was kept, in its order; a passage bears as much as the best of those that it stands for."""
    best = (max((found[place] for place in places_of(item)), key=by_relevance) for item in merged)
    return [Ranked(*pair) for pair in zip(merged, in_order(best), strict=True)]


def places_of(item: Kept) -> list[int]:
    """The places of a passage and of its repeats."""
    return [item.place, *(repeat.place for repeat in item.repeats)]


def scores_of(found: CandidateList, question: str) -> dict[str, float]:
    """The scores that a reranker gave to passages for this question, by passage; none where it was not asked."""
    read = (row for row in found.rerankings if row.question == question)
    return dict(next((row.scores for row in read), ()))


def reranked(merged: Sequence[Kept], scores: Mapping[str, float]) -> list[Kept]:
    """The passages, with those that have a score in its order in the places that these held.

    The score takes the place of the order before and is not mixed with it: a model that reads both texts together knows
    what a list of words and a list of vectors know. What it has not read stays where it is.
    """
    read = [item for item in merged if item.candidate.passage_id in scores]
    ordered = iter(sorted(read, key=lambda item: -scores[item.candidate.passage_id]))
    return [next(ordered) if item.candidate.passage_id in scores else item for item in merged]


def within_cap(found: Sequence[tuple[float, int]], cap: float, room: int) -> int:
    """How many of the passages, given by relevance and tokens, bear enough on the question for the room that better
    ones have taken already."""
    taken = 0
    for place, (relevance, tokens) in enumerate(found):
        full = min(1.0, taken / room) if room else 1.0
        if relevance < cap * full**RISE * found[0][0]:
            return place
        taken += tokens
    return len(found)
