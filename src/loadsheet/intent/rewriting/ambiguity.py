"""A question that means one thing goes in; what it may equally mean comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loadsheet.artifacts import IntentVector
from loadsheet.intent.flags import cues
from loadsheet.intent.held.matching import Shelf, readable
from loadsheet.intent.language.match import held, telling
from loadsheet.intent.rewriting.rewrite import Conversation, Resolution

TIED = 0.5
"""The part of a question's telling words that two readings must both hold to be equal."""

MOST = 4
"""Readings that a question back names; more documents than these with like titles are a collection, to be searched."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """Something that a question may mean."""

    name: str
    key: Sequence[str]
    said: frozenset[str]
    kind: str
    whose: str = ""
    """Whom or what it is about."""


def equal_readings(
    question: str,
    resolution: Resolution,
    intent: IntentVector,
    before: Conversation,
    shelf: Shelf,
    titles: Sequence[str],
) -> tuple[str, ...]:
    """What a question that means one thing may equally mean: rows, records or titles that fit it alike.

    A time, a fact about the user, a name that only one of them holds, or what was spoken of tells them apart.
    """
    one = cues.ONE_THING.search(question)
    alone = resolution.form in {"opening", "self_contained", "aspect"}
    plain = not intent.has("comparison", "aggregation", "abstract", "statement", "chit_chat")
    asked = telling(question)
    if not (one and alone and plain and asked) or cues.TIME.search(question):
        return ()
    rows = [
        _Reading(
            readable(item.known.key),
            item.key,
            item.said,
            kind,
            item.known.key.rpartition(".")[0] if kind == "fact" else "",
        )
        for kind in ("row", "fact", "task")
        for item in shelf.kinds[kind]
    ]
    close = _closest(asked, rows) or _closest(asked, _titles(titles))
    if len(close) < 2 or (close[0].kind == "title" and len(close) > MOST):
        return ()
    near = [_count((*telling(before.subject), *before.topic), one.said) for one in close]
    told_apart = near.count(max(near)) == 1
    user_tells = shelf.kinds["fact"] and all(one.kind == "row" for one in close)
    # All that is known of one thing answers together.
    of_one = bool(close[0].whose) and (len({one.whose for one in close}) == 1 or _of_kin(close))
    if told_apart or of_one or (user_tells and cues.SELF_ALONE.search(question)):
        return ()
    return tuple(one.name for one in close[:MOST])


def _of_kin(close: Sequence[_Reading]) -> bool:
    """Whether all are of the same people of somebody's: how many kids they have, and what each kid is called."""
    kin = {one.whose.rpartition("'s ")[2] for one in close if "'s " in one.whose}
    return len(kin) == 1 and all(min(kin) in one.name for one in close)


def _titles(titles: Sequence[str]) -> list[_Reading]:
    said = [(title, telling(title)) for title in titles]
    return [_Reading(title, found, frozenset(found), "title") for title, found in said]


def _closest(asked: Sequence[str], readings: Sequence[_Reading]) -> list[_Reading]:
    """Those that are named by most of what is asked, if that is at least half of it; by their keys where that tells."""
    by_key = [(one, one.key) for one in readings]
    for pairs in (by_key, [(one, one.said) for one in readings]):
        counts = [_count(asked, said) for _, said in pairs]
        best = max(counts, default=0)
        if best and best >= TIED * len(asked):
            close = [pair for pair, count in zip(pairs, counts, strict=True) if count == best]
            named_by = {tuple(word for word in asked if held(word, said)) for _, said in close}
            return [one for one, _ in close] if len(named_by) == 1 else []
    return []


def _count(asked: Sequence[str], said: Sequence[str] | frozenset[str]) -> int:
    return sum(held(word, said) for word in asked)
