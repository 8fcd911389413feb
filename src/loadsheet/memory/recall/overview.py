"""A question in; whether it asks for all that is remembered, of whom, and which records that is, out. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from loadsheet.artifacts import MemoryRecord
from loadsheet.corpus.terms import word_set
from loadsheet.memory.language.phrases import USER, own
from loadsheet.memory.language.text import normal, terms, words
from loadsheet.memory.language.words import PRONOUNS
from loadsheet.memory.recall.bearing import kept
from loadsheet.memory.recall.select import bearings

MOST = 40
"""Records that an overview holds at the most, the newest first."""

EVERYTHING = "everything"
RULES = "rules"

_KEPT = word_set(
    "know known knew remember remembered recall store stored save saved learn learned learnt noted memorised memory"
)
_HELD = word_set("have got hold keep kept")
"""Verbs of keeping where something is named on which it is kept: `What do you have on me?`"""
_SAID = word_set("told tell said say mentioned mention shared share given gave taught")
_ALL = word_set(
    "what what's which everything anything something all who facts fact things information info data details memories"
)
_ORDERS = word_set("rules rule instructions instruction preferences preference")
_FRAME = (
    _KEPT
    | _HELD
    | _SAID
    | _ALL
    | _ORDERS
    | word_set(
        "so and but well ok okay now please then just can could would will do does did has have is are you you've i "
        "i've we we've me us to show give list summarise summarize summary recap repeat describe remind the any a else "
        "ever far already currently still that it in your my much there on file follow following standing current set "
        "which force apply holds"
    )
)
"""The words of such a question beside the one it asks about."""

_BADE = re.compile(
    r"\b(?:what|which)\b[^?.]*\b(?:did|have|had) (?:i|we) (?:ask|asked|tell|told) you (?:not |never )?to "
    r"(?!remember|note|keep|know)",
    re.IGNORECASE,
)
"""Asks for what the user bade: `What did I ask you to leave out?`"""
_OF = re.compile(r"\s(?:about|of|on|regarding|concerning)\s+(?P<of>(?!file\b)[^?.!,;]+)", re.I)
_BEARING = frozenset({"key_match", "subject_match"})
_MYSELF = re.compile(r"(?:me|myself|us|ourselves)(?: (?:so far|now|already|please))?", re.I)
_WHO_AM_I = re.compile(r"\W*(?:who am i|do you know who i am)\b(?: to you)?\W*", re.I)


@dataclass(frozen=True, slots=True)
class MemoryOverview:
    """What somebody wants to see all of that is remembered."""

    of: str
    """`user` for themselves, `rules`, `everything`, or a name in their words."""

    @property
    def named(self) -> str:
        """Whom or what it names; empty where that is the one who asks, or everything."""
        return "" if self.of in {USER, RULES, EVERYTHING} else self.of

    def holds(self, records: Iterable[MemoryRecord], now: datetime) -> list[MemoryRecord]:
        """The records that it asks for, the newest first; none that is superseded or over."""
        current = [
            r for r in records if r.status in {"active", "disputed"} and not r.expired_at(now)
        ]
        told = [r for r in current if r.confirmed_by != "document"]
        if self.named:
            told = on(self.named, current)
        elif self.of == RULES:
            told = [r for r in told if r.type == "procedural"]
        elif self.of == USER:
            theirs = {normal(r.value) for r in told if r.key == "name" and own(r.subject)}
            told = [r for r in told if own(r.subject) or normal(r.subject) in theirs]
        return sorted(told, key=lambda r: (-r.said_at.timestamp(), r.id))


def overview(question: str) -> MemoryOverview | None:
    """What a question asks to see all of that is remembered; None where it asks for something else."""
    if _WHO_AM_I.fullmatch(question):
        return MemoryOverview(USER)
    if _BADE.search(question):
        return MemoryOverview(RULES)
    about = _OF.search(question)
    frame = question[: about.start()] if about else question
    said = {word.casefold().replace("’", "'") for word in words(frame)}
    if not said <= _FRAME or not said & (_ALL | _ORDERS) or words(frame)[0].casefold() in PRONOUNS:
        return None
    if said & _ORDERS:
        mine = said & {"my", "you", "you've", "force"} or (
            "i" in said and said & {"preferences", "set"}
        )
        return MemoryOverview(RULES) if mine and not about else None
    told = bool(said & _SAID and said & {"i", "i've", "we", "we've"} and "you" in said)
    if not (said & _KEPT or told or (about and said & _HELD and "you" in said)):
        return None
    of = about["of"].strip() if about else EVERYTHING
    return MemoryOverview(USER if _MYSELF.fullmatch(of) else of)


def on(topic: str, records: Sequence[MemoryRecord], speaker: str = USER) -> list[MemoryRecord]:
    """The records about a topic: of that subject, under that key, or speaking of it."""
    name = normal(topic)
    bare = name.removeprefix("my ").removeprefix("our ")
    people = {name, f"{normal(speaker)}'s {bare}"} if bare != name else {name}
    people |= {normal(r.value) for r in records if r.key == "name" and normal(r.subject) in people}
    bearing = {
        found.record.id
        for found in kept(bearings(f"{topic}?", records, None))
        if found.rule in _BEARING
    }
    spoken = {record.id for record in speaking_of(topic, records, speaker)}
    return [
        record
        for record in records
        if normal(record.subject) in people or record.id in bearing | spoken
    ]


def speaking_of(text: str, records: Sequence[MemoryRecord], speaker: str) -> list[MemoryRecord]:
    """The records that hold all telling words of a text; `my …` is of the speaker or of nobody else."""
    wanted = set(terms(text))
    mine = text.casefold().startswith(("my ", "our "))
    return [
        record
        for record in records
        if wanted
        and wanted <= set(terms(f"{record.subject} {record.key} {record.text}"))
        and (not mine or own(normal(record.subject), normal(speaker)))
    ]
