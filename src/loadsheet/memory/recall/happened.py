"""A question of what somebody did at a time in; the time, and which events it asks for, out. Pure."""

from __future__ import annotations

from datetime import datetime, tzinfo

from loadsheet.artifacts import MemoryRecord
from loadsheet.corpus.terms import word_set
from loadsheet.memory.language import words as w
from loadsheet.memory.language.text import related, terms, words
from loadsheet.memory.language.times import Then, interval

_HAPPENED = frozenset(terms("happen happened happening going"))
_ASKING = word_set("what who whom where anything did have has was which tell show list")


def ongoing(question: str, now: datetime, zone: tzinfo) -> Then | None:
    """The time of which a question asks that is not over yet, up to now: `today`, `this week`."""
    when = interval(question, now, zone)
    if when is None or not when.ongoing or when.begin is None or when.begin > now:
        return None
    return Then(when.begin, now, question[when.start : when.stop])


def asks_what_happened(rest: str) -> bool:
    """Whether a question, without the time that it names, asks what the one who asks did, or what happened."""
    said = [word.casefold() for word in words(rest)]
    told = set(terms(rest))
    did = bool(w.SELF & set(said)) and len(told) <= 1
    return bool(said) and said[0] in _ASKING and (did or (bool(told) and told <= _HAPPENED))


def done_as_asked(rest: str, record: MemoryRecord) -> bool:
    """Whether an event is what a question names of the doing: whom I met is told by a meeting, what I did by any."""
    key = terms(record.key)
    return all(
        term in _HAPPENED or any(related(term, word) for word in key) for term in terms(rest)
    )
