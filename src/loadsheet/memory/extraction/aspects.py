"""A record or two values in; what they say of their subject (its place, its state, on which scale), out.

A key is as wide as its noun: what is said of `my car` may be its colour, its place or its make, and these do not
replace one another; of a limit everything that is said is its value. Pure.
"""

from __future__ import annotations

import re
from typing import Literal

from loadsheet.artifacts import MemoryRecord
from loadsheet.memory.extraction.acts import denied
from loadsheet.memory.extraction.resolve import VAGUE, kind
from loadsheet.memory.language import states
from loadsheet.memory.language import words as w
from loadsheet.memory.language.text import normal

Aspect = Literal["place", "time", "date", "number", "name", "kind", "state"]

_CLOCK = re.compile(r"\d{1,2}:\d\d|\d ?(?:am|pm|o['’]clock)\b|\b(?:noon|midnight)\b", re.IGNORECASE)
DATED = frozenset({"date", "time"})
"""Aspects that an appointment has at once."""
_WAS = re.compile(r"\b(?:was|were|wasn['’]t|weren['’]t)\b", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|are|am|isn['’]t|aren['’]t)\b|['’](?:s|m|re)\s", re.IGNORECASE)
LOOSE = frozenset({"state", "kind"})
"""Aspects of which a thing may have several values: it is red and old, a plumber and a father."""
_COPULA = re.compile(
    r"(?:\b(?:is|are|was|were|am|be|been|isn['’]t|aren['’]t|wasn['’]t)|['’](?:s|m|re))\s", re.I
)


def is_past(record: MemoryRecord) -> bool:
    """Whether a statement only says what was so: the server was down, and may be up."""
    return _WAS.search(record.text) is not None and _IS.search(record.text) is None


def scales(one: str, other: str) -> Literal["same", "apart", "unknown"]:
    """Whether two states are of one scale, as red and blue are, or of two, as red and old are.

    A state and its negation by a prefix are of one: `happy` and `unhappy`.
    """
    mine, theirs = _scales_of(one), _scales_of(other)
    if _negated(one, other):
        return "same"
    if not mine or not theirs:
        return "unknown"
    return "same" if mine & theirs else "apart"


def _scales_of(value: str) -> set[int]:
    said = set(normal(value).split())
    return {number for number, scale in enumerate(states.SCALES) if scale & said}


def _negated(one: str, other: str) -> bool:
    mine, theirs = set(normal(one).split()), set(normal(other).split())
    return any(
        prefix + word in theirs - mine
        or (word.startswith(prefix) and word[len(prefix) :] in theirs)
        for word in mine - theirs
        if len(word) > states.SHORTEST_NEGATED
        for prefix in states.NEGATING
    )


def known_state(*values: str) -> bool:
    """Whether a value is a state for certain, so that it is no name that somebody typed without capitals."""
    return any(
        _scales_of(value) or word in states.PASSING or word.endswith(states.STATE_ENDINGS)
        for value in values
        for word in normal(value).split()
    )


def aspect(record: MemoryRecord) -> Aspect:
    """What a value says of its subject: where or when it is, how many, which one, of which kind, in which state."""
    value = denied(record.value) or record.value
    before = _before(record.text, value)
    if _CLOCK.search(value):
        return "date" if kind(_CLOCK.sub("", value)) == "date" else "time"
    what = kind(value)
    if what == "date":
        return "date"
    if before in w.PLACES:
        return "place"
    if what in {"number", "name"} and before not in {"a", "an"}:
        return "number" if what == "number" else "name"
    return "kind" if before in {"a", "an"} else "state"


def says_both(record: MemoryRecord) -> bool:
    """Whether a value gives the day and the hour."""
    return aspect(record) == "date" and _CLOCK.search(record.value) is not None


def _before(text: str, value: str) -> str:
    """The word before a value in its sentence, and before the article that names it as one that is known."""
    known = r"(?:(?:the|my|our|his|her|its|their|your)\s+)?"
    found = re.search(rf"(\S+)\s+{known}{re.escape(value)}(?!\w)", text, re.IGNORECASE)
    return found[1].casefold() if found else ""


def linked(record: MemoryRecord) -> bool:
    """Whether the statement only says what something is: no verb tells which relation it is."""
    key = record.key.casefold()
    if key in VAGUE:
        return True
    relation = key.split(" ")[-1] in w.PREPOSITIONS
    return not relation and key in record.text.casefold() and bool(_COPULA.search(record.text))


def is_attribute(record: MemoryRecord) -> bool:
    """Whether the noun of a key, or of the subject where the key has none, names what one value is of.

    So does every noun with `of` behind it: the author of a book is one, the car of Jack would be, too.
    """
    noun = record.subject if record.key in VAGUE else record.key
    if re.search(r"\b(?:of|that|which)\b", noun) or f"{noun} of " in record.text:
        return True
    return normal(noun).split(" ")[-1] in w.ATTRIBUTES


def typed_small(record: MemoryRecord) -> bool:
    """Whether somebody typed without capitals, so that a name looks like any word."""
    return record.text == record.text.lower()
