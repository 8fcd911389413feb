"""Counts of what went well and badly in; how sure one can be of them, and how many it would take, out."""

from __future__ import annotations

import math
from collections.abc import Callable

SURE = 0.05
"""The chance, on both sides together, below which a difference is not put down to it: the usual one in twenty."""

Z = 1.959964
"""The deviations of the normal distribution that leave as much outside."""

MOST = 10_000
"""Beyond so many nobody will ask."""


def wilson(good: int, of: int, z: float = Z) -> tuple[float, float]:
    """The interval in which the part behind `good` of `of` lies; all of it where nothing was counted.

    Wilson's score interval (E. B. Wilson, Probable inference, J. Am. Stat. Assoc. 22, 1927). Unlike the error of a part
    that is 0 or 1, which comes out as none, it is as wide as a few cases are weak.
    """
    if not of:
        return 0.0, 1.0
    part = good / of
    middle = part + z * z / (2 * of)
    spread = z * math.sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def sign_test(better: int, worse: int) -> float:
    """The chance of so uneven a count, either way, if both were as likely.

    The exact sign test on pairs (J. Arbuthnott 1710; as McNemar's exact test in Psychometrika 12, 1947): pairs that do
    not differ tell nothing.
    """
    of, few = better + worse, min(better, worse)
    ways = total = 1
    for count in range(few):
        ways = ways * (of - count) // (count + 1)
        total += ways
    return min(1.0, 2 * total / 2**of)


def pairs_needed(better: int, worse: int, of: int) -> int | None:
    """About how many questions it would take for the same parts to be no chance; None where `MOST` would not do."""
    if better <= worse:
        return None
    return _least(lambda n: sign_test(round(better * n / of), round(worse * n / of)) <= SURE, of)


def needed(good: int, of: int, least: float) -> int | None:
    """How many cases it would take for the same part to be above `least` for sure; None where no number would do."""
    if not of or good / of <= least:
        return None
    return _least(lambda n: wilson(round(good * n / of), n)[0] >= least, of)


def _least(enough: Callable[[int], bool], start: int) -> int | None:
    high = start
    while not enough(high):
        if high >= MOST:
            return None
        high = min(2 * high, MOST)
    low = start
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return high
