"""An answer and a record in; the sentences of the answer that say what it says, in whatever words, out. Pure."""

from __future__ import annotations

import re

from loadsheet.artifacts import MemoryRecord, Span
from loadsheet.corpus import sentences
from loadsheet.memory.extraction.acts import denied
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import related, terms
from loadsheet.memory.recall.asking import bounded
from loadsheet.memory.recall.select import bearings

_TO_USER = frozenset({"you", "your", "yours", "yourself"})
"""Words by which an answer speaks of the user."""


def repeating(text: str, record: MemoryRecord, *, reply: bool) -> list[Span]:
    """The sentences that have a record's value and speak of its subject, or are the `reply` to it.

    What only shares the value is about something else: `Fenway Park is in Boston.` says nothing of who lives there.
    """
    value = terms(denied(record.value) or record.value)
    if not value or record.type == "procedural":
        return []
    found: list[Span] = []
    for whole in sentences.split(text):
        span = sentences.bare(text, whole)
        said = text[span.start : span.end]
        if _all_in(value, terms(said)) and (reply or _speaks_of(record.subject, said)):
            found.append(span)
    return found


def asks_for(question: str, record: MemoryRecord) -> bool:
    """Whether a question asks for what a record says, so that the answer to it does."""
    found = bearings(bounded(question), [record], None)
    return any(bearing.rule == "key_match" for bearing in found)


def _speaks_of(subject: str, said: str) -> bool:
    """Whether a sentence of an answer names somebody or something, or the user as `you`."""
    if subject == USER:
        return not _TO_USER.isdisjoint(re.split(r"\W+", said.casefold()))
    named = terms(subject.removeprefix(f"{USER}'s "))
    return bool(named) and _all_in(named, terms(said))


def _all_in(wanted: list[str], said: list[str]) -> bool:
    return all(any(related(term, word) for word in said) for term in wanted)
