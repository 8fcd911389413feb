"""A value alone and the question that was answered just before go in; the value of what was asked comes out. Pure.

`What is the refund window for Germany?` `Actually it changed to 30 days.`: it is the answer that has another value,
whoever gave the value before: memory, a document, or a row of a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from loadsheet.artifacts import MemoryRecord
from loadsheet.intent.language.answer_type import answer_type
from loadsheet.memory.extraction.asked import asked_of
from loadsheet.memory.extraction.resolve import kind, old_value
from loadsheet.memory.extraction.speech import opening
from loadsheet.memory.language import forms
from loadsheet.memory.language.phrases import MEASURE, singular, unit_of
from loadsheet.memory.language.text import normal
from loadsheet.memory.recall.select import bearings


def answered(candidate: MemoryRecord, question: str, known: Sequence[MemoryRecord]) -> MemoryRecord:
    """The candidate under the name of what answers the question; unchanged where nothing tells what that is.

    `known` are the records and what documents state. Where one of them answers, its value is of the same kind; where
    none does, the words of the question name what has the value.
    """
    best = answers(question, known, candidate.said_at)
    meant = {(normal(r.subject), normal(r.key)): r for r in best if _alike(candidate, r)}
    if len(meant) == 1:
        record = next(iter(meant.values()))
        return candidate.model_copy(update={"subject": record.subject, "key": record.key})
    named = None if best else asked_of(question)
    if named is None or not _fits(candidate, question):
        return candidate
    subject, key = named
    key = "on" if key == "is" and kind(candidate.value) == "date" else key
    return candidate.model_copy(update={"subject": subject, "key": key})


def answers(question: str, known: Sequence[MemoryRecord], at: datetime) -> list[MemoryRecord]:
    """The facts of one value that answer most of a question."""
    facts = (record for record in known if record.type == "fact")
    rows = [record.model_copy(update={"id": str(place)}) for place, record in enumerate(facts)]
    found = [b for b in bearings(question, rows, at) if b.rule in {"key_match", "subject_match"}]
    return [b.record for b in found if b.score >= found[0].score and not b.record.multi]


def _alike(candidate: MemoryRecord, record: MemoryRecord) -> bool:
    """Whether a value may take the place of a record's: it is of one kind, and alone of one unit as well."""
    old = old_value(candidate.text)
    if old and not f"{normal(record.value)} ".startswith(f"{old} "):
        return False
    if _kind(candidate.value) != _kind(record.value):
        return _changes(candidate) and "number" not in {_kind(candidate.value), _kind(record.value)}
    mine, theirs = (singular(unit_of(r.value).casefold()) for r in (candidate, record))
    return _led(candidate) or not (mine and theirs) or mine == theirs


def _fits(candidate: MemoryRecord, question: str) -> bool:
    """Whether a value is of the kind that a question asks for; a word alone may be anything."""
    wanted = answer_type(question)
    if wanted is not None:
        return wanted.fits(candidate.value)
    return _changes(candidate) or _kind(candidate.value) in {"number", "date"}


def _kind(value: str) -> str:
    return "number" if MEASURE.match(value) and kind(value) == "word" else kind(value)


def _changes(candidate: MemoryRecord) -> bool:
    return forms.IT_CHANGED.match(opening(candidate.text)[0]) is not None


def _led(candidate: MemoryRecord) -> bool:
    said = opening(candidate.text)[0]
    return bool(forms.IT_CHANGED.match(said) or forms.IT_IS.match(said))
