"""Two values of one key in; whether only one of them can hold, out.

A key is as wide as its noun: what is said of `my car` may be its colour, its place or its make, and these do not
replace one another; of a limit everything that is said is its value. Pure.
"""

from __future__ import annotations

import re
from typing import Literal

from loadsheet.artifacts import MemoryRecord
from loadsheet.memory import words as w
from loadsheet.memory.acts import denied
from loadsheet.memory.resolve import VAGUE, kind
from loadsheet.memory.text import normal

Aspect = Literal["place", "time", "date", "number", "name", "kind", "state"]

_CLOCK = re.compile(r"\d{1,2}:\d\d|\d ?(?:am|pm|o['’]clock)\b|\b(?:noon|midnight)\b", re.IGNORECASE)
_DATED = frozenset({"date", "time"})
_WAS = re.compile(r"\b(?:was|were|wasn['’]t|weren['’]t)\b", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|are|am|isn['’]t|aren['’]t)\b|['’](?:s|m|re)\s", re.IGNORECASE)
_LOOSE = frozenset({"state", "kind"})
"""Aspects of which a thing may have several values: it is red and old, a plumber and a father."""
_COPULA = re.compile(
    r"(?:\b(?:is|are|was|were|am|be|been|isn['’]t|aren['’]t|wasn['’]t)|['’](?:s|m|re))\s", re.I
)


def compete(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    """Whether two values of a key of one value cannot both hold."""
    if record.type == "task_state":
        return (
            record.scope.session == candidate.scope.session
        )  # each session has its own work in hand
    if record.type == "procedural" or denied(record.value) or denied(candidate.value):
        return True
    mine, theirs = aspect(candidate), aspect(record)
    if mine != theirs and mine in _DATED and theirs in _DATED:
        return candidate.correction and not _says_both(record)
    if _is_attribute(candidate) or not (_linked(record) and _linked(candidate)):
        return True
    if mine != theirs:
        return False
    return mine not in _LOOSE or _scales(record, candidate) != "apart"


def opposed(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    """Whether two states of now are of one scale, where a key may have several values: who is married is not single."""
    states = aspect(record) == aspect(candidate) == "state"
    if not (states and _linked(record) and _linked(candidate)):
        return False
    shared = set(normal(record.value).split()) & set(normal(candidate.value).split())
    past = _is_past(record) or _is_past(candidate)
    return not shared and not past and _scales(record, candidate) == "same"


def _is_past(record: MemoryRecord) -> bool:
    """Whether a statement only says what was so: the server was down, and may be up."""
    return _WAS.search(record.text) is not None and _IS.search(record.text) is None


def unsure(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    """Whether two values compete of which nobody can tell that one replaces the other.

    A thing may be two kinds; what was so may have ended before what is so was said.
    """
    if candidate.correction or record.type != "fact" or candidate.type != "fact":
        return False
    if denied(record.value) or denied(candidate.value):
        return False
    known = _scales_of(record.value) or _scales_of(candidate.value)
    if _typed_small(candidate) and not known:
        return False  # two names, as far as anybody can tell
    if _is_attribute(candidate) or not (_linked(record) and _linked(candidate)):
        return False
    mine, theirs = aspect(candidate), aspect(record)
    past = _is_past(candidate) and not _is_past(record)
    loose = mine == theirs and mine in _LOOSE
    return loose and (past or _scales(record, candidate) == "unknown")


def _scales(record: MemoryRecord, candidate: MemoryRecord) -> Literal["same", "apart", "unknown"]:
    """Whether two states are of one scale, as red and blue are, or of two, as red and old are."""
    mine, theirs = _scales_of(candidate.value), _scales_of(record.value)
    if not mine or not theirs:
        return "unknown"
    return "same" if mine & theirs else "apart"


def _scales_of(value: str) -> set[int]:
    said = set(normal(value).split())
    return {number for number, scale in enumerate(w.SCALES) if scale & said}


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


def _says_both(record: MemoryRecord) -> bool:
    return aspect(record) == "date" and _CLOCK.search(record.value) is not None


def _before(text: str, value: str) -> str:
    """The word before a value in its sentence, and before the article that names it as one that is known."""
    known = r"(?:(?:the|my|our|his|her|its|their|your)\s+)?"
    found = re.search(rf"(\S+)\s+{known}{re.escape(value)}(?!\w)", text, re.IGNORECASE)
    return found[1].casefold() if found else ""


def _linked(record: MemoryRecord) -> bool:
    """Whether the statement only says what something is: no verb tells which relation it is."""
    key = record.key.casefold()
    if key in VAGUE:
        return True
    relation = key.split(" ")[-1] in w.PREPOSITIONS
    return not relation and key in record.text.casefold() and bool(_COPULA.search(record.text))


def _is_attribute(record: MemoryRecord) -> bool:
    """Whether the noun of a key, or of the subject where the key has none, names what one value is of.

    So does every noun with `of` behind it: the author of a book is one, the car of Jack would be, too.
    """
    noun = record.subject if record.key in VAGUE else record.key
    if re.search(r"\b(?:of|that|which)\b", noun) or f"{noun} of " in record.text:
        return True
    return normal(noun).split(" ")[-1] in w.ATTRIBUTES


def _typed_small(record: MemoryRecord) -> bool:
    """Whether somebody typed without capitals, so that a name looks like any word."""
    return record.text == record.text.lower()
