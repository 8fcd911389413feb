"""The sentences of an answer and a record in; those that say what it says, in whatever words, out. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from loadsheet.artifacts import MemoryRecord, Span
from loadsheet.corpus import sentences
from loadsheet.memory.extraction.acts import denied
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import Stems, terms
from loadsheet.memory.recall.asking import bounded
from loadsheet.memory.recall.select import bearings

_TO_USER = frozenset({"you", "your", "yours", "yourself"})
"""Words by which an answer speaks of the user."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of an answer, to be held against many records."""

    span: Span
    words: frozenset[str]
    """In lower case."""
    stems: Stems


@lru_cache(maxsize=1024)
def said_in(text: str) -> tuple[Said, ...]:
    """The sentences of an answer. They are kept, since every turn of a conversation reads all that came before."""
    found: list[Said] = []
    for whole in sentences.split(text):
        span = sentences.bare(text, whole)
        said = text[span.start : span.end]
        found.append(Said(span, frozenset(re.split(r"\W+", said.casefold())), Stems(terms(said))))
    return tuple(found)


def telling(record: MemoryRecord) -> tuple[str, ...]:
    """The stems by which a sentence says what a record does; none for a record that no sentence repeats."""
    return () if record.type == "procedural" else tuple(terms(denied(record.value) or record.value))


def repeating(
    said: Iterable[Said], subject: str, value: Sequence[str], replies: Callable[[], bool]
) -> list[Span]:
    """The sentences that have a record's value and speak of its subject, or stand in what `replies` to it.

    What only shares the value is about something else: `Fenway Park is in Boston.` says nothing of who lives there.
    """
    return [
        one.span
        for one in said
        if value and one.stems.hold(value) and (_speaks_of(subject, one) or replies())
    ]


def asks_for(question: str, record: MemoryRecord) -> bool:
    """Whether a question asks for what a record says, so that the answer to it does."""
    found = bearings(bounded(question), [record], None)
    return any(bearing.rule == "key_match" for bearing in found)


def _speaks_of(subject: str, said: Said) -> bool:
    """Whether a sentence of an answer names somebody or something, or the user as `you`."""
    if subject == USER:
        return not _TO_USER.isdisjoint(said.words)
    named = terms(subject.removeprefix(f"{USER}'s "))
    return bool(named) and said.stems.hold(named)
