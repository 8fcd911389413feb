"""Hypotheses and what else stands go in; which of them are unsupported comes out. Pure.

A hypothesis is supported that names no supports, or has an alternative whose members all stand. A hypothesis stands
that is supported and not falsified. What is supported is the smallest set of which that is so: a circle of hypotheses
that rest on one another holds nothing up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from datetime import datetime

from loadsheet.artifacts import Belief, Episode, Hypothesis, MemoryRecord
from loadsheet.errors import InputError


def members(hypotheses: Iterable[Hypothesis]) -> frozenset[str]:
    """All ids that hypotheses rest on."""
    return frozenset(id for h in hypotheses for alternative in h.supports for id in alternative)


def grounds(
    records: Iterable[MemoryRecord], beliefs: Iterable[Belief], now: datetime
) -> frozenset[str]:
    """What stands without any hypothesis: active records whose time is not over, and episodes.

    A disputed record is no ground: something else that is believed says the contrary.
    """
    standing = {r.id for r in records if r.status == "active" and not r.expired_at(now)}
    return frozenset(standing | {b.id for b in beliefs if isinstance(b, Episode)})


def supported(hypotheses: Sequence[Hypothesis], on: Set[str]) -> frozenset[str]:
    """The ids of the hypotheses that are supported, where `on` stands."""
    found, standing = set[str](), set(on)
    while held := [h for h in hypotheses if h.id not in found and _rests(h, standing)]:
        found |= {h.id for h in held}
        standing |= {h.id for h in held if h.status != "falsified"}
    return frozenset(found)


def _rests(hypothesis: Hypothesis, standing: set[str]) -> bool:
    return not hypothesis.supports or any(standing.issuperset(one) for one in hypothesis.supports)


def derived(hypotheses: Sequence[Hypothesis], on: Set[str]) -> list[Hypothesis]:
    """The hypotheses with what the graph says of each."""
    held = supported(hypotheses, on)
    return [h.model_copy(update={"unsupported": h.id not in held}) for h in hypotheses]


def alternatives(supports: Iterable[str | Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The alternatives of support as they are kept, each once. Raises `InputError` for what is none."""
    if isinstance(supports, str):
        raise InputError(f"supports is {supports!r}: give a list of alternatives")
    made = [(one,) if isinstance(one, str) else tuple(dict.fromkeys(one)) for one in supports]
    if not all(made):
        raise InputError("an alternative of supports is empty: name what holds together")
    return tuple(dict.fromkeys(made))
