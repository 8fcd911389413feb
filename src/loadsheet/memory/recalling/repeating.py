"""An answer and a record in; the sentences of the answer that say what it says, in whatever words, out. Pure."""

from __future__ import annotations

from loadsheet.artifacts import MemoryRecord, Span
from loadsheet.corpus import sentences
from loadsheet.memory.language.text import related, terms
from loadsheet.memory.reading.acts import denied
from loadsheet.memory.reading.resolve import kind


def repeating(text: str, record: MemoryRecord, *, reply: bool) -> list[Span]:
    """The sentences that have a record's value, and something that tells that they mean it.

    That is a word of its key or subject, a value that is a name or of several words, or that they are the `reply`.
    """
    value = terms(denied(record.value) or record.value)
    if not value or record.type == "procedural":
        return []
    name = terms(f"{record.subject} {record.key}")
    told = reply or len(value) > 1 or kind(record.value) == "name"
    found: list[Span] = []
    for whole in sentences.split(text):
        span = sentences.bare(text, whole)
        said = terms(text[span.start : span.end])
        if _all_in(value, said) and (told or any(_all_in([term], said) for term in name)):
            found.append(span)
    return found


def _all_in(wanted: list[str], said: list[str]) -> bool:
    return all(any(related(term, word) for word in said) for term in wanted)
