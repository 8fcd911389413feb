"""A passage and what was asked go in; how much it bears on the question, 0 to 1, comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import Candidate
from loadsheet.funnel.fuse import Fused

LEXICAL = "lexical"
"""The text index among the sources."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """How much a passage bears on the question."""

    relevance: float
    """What passages are compared by, 0 to 1."""
    coverage: float
    """How much of what the question says the passage speaks of, 0 to 1."""


def bearings(found: Sequence[Fused], weights: Mapping[str, float]) -> list[Bearing]:
    """The bearing of each passage: the covered part of the question, times its part of the best score.

    The source's own score tells passages apart that cover the same words.
    """
    best: dict[str, float] = {}
    for item in found:
        for row in item.rows:
            best[row.query] = max(best.get(row.query, 0.0), row.score)
    return [_bearing(item, weights, best) for item in found]


def _bearing(item: Fused, weights: Mapping[str, float], best: Mapping[str, float]) -> Bearing:
    covered = max(coverage(row, weights) for row in item.rows)
    relevance = max(coverage(row, weights) * _part(row.score, best[row.query]) for row in item.rows)
    return Bearing(round(relevance, 4), round(covered, 4))


def coverage(candidate: Candidate, weights: Mapping[str, float]) -> float:
    """How much of the query's meaning the passage holds: its matched terms by weight, over all of them."""
    total = sum(weights.values())
    if not total:
        return 0.0
    return sum(weights.get(term, 0.0) for term in set(candidate.matched)) / total


def _part(value: float, best: float) -> float:
    return max(0.0, value / best) if best > 0 else 0.0
