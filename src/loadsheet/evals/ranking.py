"""A ranking of ids and their grades go in; how good the ranking is comes out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

Grades = Mapping[str, int]
"""The ids that are relevant, with how much; what is missing is not."""


def recall(ranking: Sequence[str], grades: Grades, depth: int) -> float:
    """The part of what is relevant that stands among the first `depth`."""
    return len(grades.keys() & set(ranking[:depth])) / len(grades)


def ndcg(ranking: Sequence[str], grades: Grades, depth: int) -> float:
    """The discounted gain of the first `depth`, over that of the best order there is."""
    best = sorted(grades.values(), reverse=True)
    return _gain([grades.get(name, 0) for name in ranking[:depth]]) / _gain(best[:depth])


def _gain(grades: Sequence[int]) -> float:
    return math.fsum(grade / math.log2(place + 2) for place, grade in enumerate(grades))


def auroc(judged: Sequence[tuple[float, bool]]) -> float | None:
    """The chance that a true row scores above a false one, ties counting half; None without both kinds."""
    right = [score for score, true in judged if true]
    wrong = [score for score, true in judged if not true]
    if not right or not wrong:
        return None
    above = math.fsum((a > b) + 0.5 * (a == b) for a in right for b in wrong)
    return above / (len(right) * len(wrong))
