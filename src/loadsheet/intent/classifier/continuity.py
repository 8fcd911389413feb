"""A turn and the conversation before it go in; the signs of how much of the turn belongs to it come out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from loadsheet.artifacts import Leaning, SessionState
from loadsheet.intent.flags import cues
from loadsheet.intent.held.matching import Shelf
from loadsheet.intent.held.titles import Titles
from loadsheet.intent.language import words
from loadsheet.intent.language.match import held, telling
from loadsheet.intent.rewriting.rewrite import Conversation, Resolution

LEANS = frozenset({"ellipsis", "aspect", "anaphora", "completion", "repair"})
"""How a turn may lean on the one before."""

VARIES = frozenset({"ellipsis", "completion", "repair"})
"""How a turn may put something else in the place of what was asked before."""

MANY = 3
"""Telling words from which a question says by itself what it is about."""

SPEAKS = 1 / 3
"""The part of a question that a row or record must speak of to be what the question is about."""

_SOURCES = (("rows", "structured_store"), ("memory", "memory"), ("documents", "internal_corpus"))


def said_before(
    own: Sequence[str], whole: Sequence[str], resolution: Resolution, state: SessionState
) -> dict[str, float]:
    """Whether the same was asked or told before, in a turn that does not lean on the one before."""
    told = max((part_of(own, telling(text)) for text in state.told), default=0.0)
    if resolution.form in LEANS:
        return {"told_before": told}
    asked = max((_likeness(whole, telling(text)) for text in state.answered), default=0.0)
    return {"asked_before": asked, "told_before": told}


def continues(
    question: str,
    own: Sequence[str],
    before: Conversation,
    shelf: Shelf,
    titles: Titles,
) -> dict[str, float]:
    """How much of the turn belongs to what was spoken of."""
    subject = telling(before.subject)
    names = {words.stem(word) for name in words.names(question) for word in name.split()}
    of_topic = part_of(own, before.topic)
    shared = of_topic > 0
    points = cues.POINTS.search(question) is not None
    anew = cues.ASKS_ANEW.match(question) is not None and not points
    same_name = any(held(name, before.topic) for name in names)
    here, there = titles.naming(own), titles.naming((*subject, *before.topic))
    mine, theirs = shelf.holders(own, SPEAKS), shelf.holders(subject, SPEAKS)
    return {
        "begins": not before.subject and not before.topic,
        "of_topic": of_topic,
        "any_of_topic": shared,
        "points": points,
        "anew_unshared": anew and not shared,
        "supposes": cues.SUPPOSES.match(question) is not None,
        "says_little": len(own) < MANY - 1,
        "says_much": len(own) >= MANY,
        "says_a_lot": len(own) >= MANY + 2,
        "other_name": bool(names) and not same_name,
        "only_names": len(own) > 1 and not shared and names >= {*own},
        "other_title": bool(here) and not here & there,
        "same_held": bool(mine & theirs),
        "other_held": bool(mine) and not mine & theirs,
        "and": cues.AND.search(question) is not None,
        "so": cues.SO.search(question) is not None,
    }


def after(resolution: Resolution, state: SessionState) -> dict[str, float]:
    """Where the answer came from that the turn follows, and whether it leans on it."""
    found: dict[str, float] = {}
    for name, source in _SOURCES:
        last = state.last_route.startswith(source)
        found[f"last_from_{name}"] = last
        found[f"varies_{name}"] = last and resolution.form in VARIES
        found[f"leans_on_{name}"] = last and resolution.form in LEANS
    return found


def goes_on(form: Leaning, switch: bool, signs: Mapping[str, float]) -> bool:
    """Whether the words of the conversation bear on a turn: it leans on what was asked, or stands alone and goes on.

    What stands alone goes on only where it says words that were spoken of, and names nothing that was not.
    """
    if switch or form == "opening":
        return False
    spoken_of = bool(signs.get("any_of_topic")) and not signs.get("other_name")
    return form in LEANS or spoken_of


def part_of(said: Sequence[str], of: Collection[str]) -> float:
    """The part of some words that others say, too."""
    return sum(held(word, of) for word in said) / len(said) if said else 0.0


def _likeness(one: Sequence[str], other: Sequence[str]) -> float:
    shared = sum(held(word, other) for word in one)
    return shared / max(1, len(one) + len(other) - shared)
