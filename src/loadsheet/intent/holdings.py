"""A question and what the workspace holds go in; the rows and records that bear on it come out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from loadsheet.artifacts import Known
from loadsheet.corpus.terms import word_set
from loadsheet.intent import words

MOST = 12
"""Rows and records that a turn carries on: more than these bear on no single question."""

READ_LIMIT = 2000
"""Characters of a question that are compared with what is held."""

ABOUT = 0.5
"""The part of a question's telling words that a row must speak of to be what it asks for."""

_CONDITION = re.compile(
    r"\b(?:when(?:ever)?|if|for|wenn|quand|lorsque|cuando)\b(?P<when>[^,:;]*)", re.IGNORECASE
)
_CONDITIONAL = re.compile(
    r"\b(?:when(?:ever)? (?:i|you|we)|whenever|if i|for the (?:client|customer|team)|wenn ich|"
    r"quand je|cuando)\b",
    re.IGNORECASE,
)
_GENERIC = frozenset(map(words.stem, word_set("user next last info data value text note")))
_PLAIN = frozenset(
    map(
        words.stem,
        word_set(
            "carry change happen hold need pay play take want find number exact exactly currently "
            "total remind "
            "again time date big many much remember set know"
        ),
    )
)
"""Words of questions that name no thing."""
_OWN = re.compile(
    r"\b(?:my|our|mein\w*|unser\w*|mon|ma|mes|notre|nos|mi|mis|"
    r"nuestr\w+)\s+(?P<what>[\w-]+(?:\s+[\w-]+)?)",
    re.IGNORECASE,
)


_LOOKED_UP = re.compile(
    r"phone|e-?mail|iban|password|birthday|passport|surname|licen[cs]e plate|account number",
    re.IGNORECASE,
)
"""What is looked up for itself, and decides no other question."""
_FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|my|me|we|our|us|ich|mein\w*|wir|unser\w*|j'ai|je|mon|ma|mes|nous|notre|mi|"
    r"mis)\b|我",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Bearing:
    """A row or record, and how it bears on a question."""

    known: Known
    part: float
    """The part of the question's telling words that it speaks of."""
    key: float
    """The part of its key that the question names."""
    shared: frozenset[str]


def bearings(question: str, held: Iterable[Known]) -> list[Bearing]:
    """What shares a telling word with the question, closest first; ties break on the key."""
    mine = telling(question)
    rows = list(held)
    common = Counter(stem for row in rows for stem in _stems_of(row))
    found: list[Bearing] = []
    for row in rows:
        shared = mine & _stems_of(row)
        if not shared:
            continue
        key = key_stems(row)
        part = _weight(shared, common, len(rows)) / _weight(mine, common, len(rows))
        found.append(
            Bearing(
                row, round(part, 4), len(shared & key) / len(key) if key else 0.0, frozenset(shared)
            )
        )
    return sorted(found, key=lambda row: (-row.part, -row.key, row.known.key))


def key_stems(row: Known) -> frozenset[str]:
    """The stems of a key's parts: `vendor.halden.payment_terms` names vendor, halden, payment, term."""
    return words.stems(re.sub(r"[._:/-]+", " ", row.key)) - _GENERIC


def names_held(question: str, held: Iterable[Known]) -> bool:
    """Whether one row or record holds every telling word of a question that has several: it asks for that one."""
    asked = telling(question)
    return len(asked) > 1 and any(asked <= _stems_of(row) for row in held)


def condition_holds(row: Known, question: str) -> bool:
    """Whether the condition of a standing instruction is met.

    A condition that names a kind of request is met by that kind, any other by a question that speaks of it.
    """
    found = _CONDITION.search(row.text)
    if found is None or not is_conditional(row):
        return False
    when = found["when"]
    kinds = [asked for named, asked in _KINDS if named.search(when)]
    if kinds:
        return any(asked.search(question) for asked in kinds)
    return bool((words.stems(when) - _EMPTY) & words.stems(question))


def is_conditional(row: Known) -> bool:
    """Whether a procedural record is an instruction with a condition, and no taste."""
    return bool(_CONDITIONAL.search(row.text))


def about_user(row: Known) -> bool:
    """Whether a record is a fact about the user or theirs."""
    if _LOOKED_UP.search(f"{row.key} {row.text}"):
        return False
    return row.type == "fact" and (
        row.key.startswith("user.") or _FIRST_PERSON.search(row.text) is not None
    )


def own_things(question: str) -> frozenset[str]:
    """The stems of what the user calls theirs: `our budget`, `my landlord's phone number`."""
    return frozenset[str]().union(
        *(words.stems(found["what"]) for found in _OWN.finditer(question))
    )


_EMPTY = frozenset(
    map(words.stem, word_set("ask want asked about something someone client customer"))
)
_KINDS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(condition, re.IGNORECASE), re.compile(question, re.IGNORECASE))
    for condition, question in (
        (r"\bcompar", r"\b(?:compar|contrast|versus|vs\b|differ|vergleich)"),
        (
            r"\bhow to\b|\bhow (?:do|can)\b|\bsteps\b|\binstructions\b",
            r"\bhow (?:to|do|can)\b|\bsteps\b",
        ),
        (r"\bquot|\bcite\b|\bwording", r"\bquot|\bverbatim\b|\bwording\b|\bword (?:for|by) word\b"),
        (r"\bsummar|\bsum up\b|\boverview", r"\bsummar|\bsum(?:med)? up\b|\boverview"),
        (
            r"\bquantit|\bamounts? of (?!money)",
            r"\bhow (?:much|many)\b|\b\d+ (?:cups?|grams?|ml|kg|litres?)\b",
        ),
        (
            r"\bmoney\b|\bprices?\b|\bcosts?\b",
            r"\bhow much\b|\bwhat\b[^?]*\b(?:cost|pay|price|rent)\b",
        ),
        (r"\blists?\b", r"\blist\b|\bwhich [a-z]+s\b|\bonly the ones\b|\bjust the ones\b"),
        (r"\bcode\b", r"\bcode\b|\bsnippet\b"),
        (r"\brecommend|\bsuggest|\badvice", r"\brecommend|\bsuggest|\bshould i\b"),
        (r"\bdraft|\bmails?\b|\bletters?\b", r"\bdraft|\bwrite\b|\bmail\b|\bletter\b"),
    )
)
"""Kinds of request: how a condition names them, and how a question shows them."""


def _stems_of(row: Known) -> frozenset[str]:
    return (words.stems(row.text) | key_stems(row)) - _GENERIC


def _weight(stems: Iterable[str], common: Counter[str], rows: int) -> float:
    """Words that few rows hold tell more."""
    return sum(
        1.0 if rows < 2 else 1.0 - 0.6 * (common[stem] - 1) / rows if common[stem] else 1.0
        for stem in stems
    )


def telling(question: str) -> frozenset[str]:
    """The stems of the words by which a question names what it asks for."""
    return words.stems(question[:READ_LIMIT]) - _GENERIC - _PLAIN
