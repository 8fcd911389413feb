"""Hypotheses and what else stands go in; which of them are unsupported comes out. Pure.

A hypothesis is supported that names no supports, or has an alternative whose members all stand. A hypothesis stands
that is supported and not falsified. What is supported is the smallest set of which that is so: a circle of hypotheses
that rest on one another holds nothing up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from loadsheet.artifacts import (
    Belief,
    Episode,
    Hypothesis,
    MemoryRecord,
    Source,
    given_text,
    given_texts,
)
from loadsheet.errors import InputError
from loadsheet.memory.beliefs.episodes import told_by, without
from loadsheet.memory.recall.status import ending


def resting(hypotheses: Iterable[Hypothesis], held: Sequence[Belief]) -> list[Belief]:
    """Hypotheses with all of what is held that they rest on, and that these rest on."""
    by_id = {belief.id: belief for belief in held}
    found: dict[str, Belief] = {}
    waiting: list[Belief] = list(hypotheses)
    while waiting:
        one = waiting.pop()
        if one.id not in found:
            found[one.id] = one
            below = members([one]) if isinstance(one, Hypothesis) else ()
            waiting += [by_id[id] for id in below if id in by_id]
    return [belief for belief in held if belief.id in found]


def members(hypotheses: Iterable[Hypothesis]) -> frozenset[str]:
    """All ids that hypotheses rest on."""
    return frozenset(id for h in hypotheses for alternative in h.supports for id in alternative)


@dataclass(frozen=True, slots=True)
class Believed:
    """What a workspace believes at a time."""

    hypotheses: tuple[Hypothesis, ...] = ()
    """Each with what the graph says of it."""
    episodes: tuple[Episode, ...] = ()
    """The accepted ones; what of them has ended since is not in them."""


def believed(beliefs: Iterable[Belief], records: Sequence[MemoryRecord], now: datetime) -> Believed:
    """Beliefs as they stand, where `records` are all that they rest on, or were made beside."""
    held = list(beliefs)
    over, gone = told_by(records, now), {r.id for r in records if ending(r, now)}

    def ended(source: Source, _text: str) -> bool:
        return source.record in gone if source.record is not None else over(source)

    accepted = (b for b in held if isinstance(b, Episode) and b.status == "accepted")
    episodes = [left for episode in accepted if (left := without(episode, ended)) is not None]
    hypotheses = [b for b in held if isinstance(b, Hypothesis)]
    return Believed(tuple(derived(hypotheses, grounds(records, episodes, now))), tuple(episodes))


def grounds(
    records: Iterable[MemoryRecord], episodes: Iterable[Episode], now: datetime
) -> frozenset[str]:
    """What stands without any hypothesis: active records whose time is not over, and accepted episodes of which
    something holds.

    A disputed record is no ground: something else that is believed says the contrary.
    """
    standing = {r.id for r in records if r.status == "active" and not r.expired_at(now)}
    return frozenset(standing | {episode.id for episode in episodes})


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


def _together(ids: Iterable[str]) -> tuple[str, ...]:
    given_texts(ids, "an alternative of supports")
    return tuple(dict.fromkeys(given_text(id, "a support") for id in ids))


def alternatives(supports: Iterable[str | Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The alternatives of support as they are kept, each once. Raises `InputError` for what is none."""
    given_texts(supports, "supports")
    made = [(one,) if isinstance(one, str) else _together(one) for one in supports]
    if not all(made):
        raise InputError("an alternative of supports is empty: name what holds together")
    return tuple(dict.fromkeys(made))
