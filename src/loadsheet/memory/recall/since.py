"""What was told and what was said after it go in; whether that may have ended it comes out. Pure.

A record ends where a change is told in a form that memory reads (`memory/writing`), and people tell changes in other
forms as well: `My doctor is Dr Holm`, `Dr Holm retired, Dr Pike has taken over`. What names the same thing, has a word
of change or of an end, and gives another value of the kind or tells the end, is shown beside what was told, the newer
first. Nothing is superseded by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from loadsheet.artifacts import MemoryRecord
from loadsheet.corpus.terms import terms as corpus_terms
from loadsheet.corpus.terms import word_set
from loadsheet.intent.language import numerals
from loadsheet.intent.language.answer_forms import MONTH, WEEKDAY
from loadsheet.intent.language.common import EVERYDAY
from loadsheet.intent.language.words import names
from loadsheet.lazy import lazy_re
from loadsheet.memory.extraction import unsupported
from loadsheet.memory.extraction.resolve import kind
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import unit_of
from loadsheet.memory.language.text import normal, stem, terms, words
from loadsheet.memory.recall import transcript
from loadsheet.ports import Utterance

ENDED = word_set(
    "quit quits left sold resigned retired cancelled canceled ended stopped lost died broke broken replaced swapped "
    "exchanged traded returned handed gave dropped prolonged renewed doubled halved tripled expired closed "
    "gekündigt verkauft verloren gestorben ersetzt vendu quitté perdu remplacé vendido dejado venduto lasciato"
)
"""Words by which something comes to an end, or becomes another."""

_TURN = lazy_re(
    r"\b(?:now|instead|after all|no longer|any ?more|new|taken over|jetzt|nun|stattdessen|nicht mehr|maintenant"
    r"|désormais|ne .* plus|ahora|ya no|adesso|ora|non .* più)\b",
    re.I,
)
"""Says that something is so from now on, or no more."""

_TIME = lazy_re(rf"(?:{MONTH}|{WEEKDAY}|\b\d{{1,2}}[:.]\d\d\b)", re.I)
_NUMBER = lazy_re(rf"\d[\d.,:]*(?<=\d)|\b(?:{'|'.join(numerals.ENGLISH)})\b", re.I)


def ended_by(record: MemoryRecord, said: Sequence[Utterance]) -> Utterance | None:
    """The last sentence that may have ended what a record tells, if there is one."""
    later = [one for one in said if _may_end(record, one)]
    return max(later, key=lambda one: one.order, default=None)


def _may_end(record: MemoryRecord, one: Utterance) -> bool:
    if one.said_at is None or one.said_at <= record.said_at:
        return False
    if transcript.asking(one.text) or unsupported.silent_on(record.text, one.text):
        return False
    return _of_the_same(record, one) and _turns(record, one.text)


def _of_the_same(record: MemoryRecord, one: Utterance) -> bool:
    """Whether a sentence names what a record tells of, and tells of nobody else."""
    held = _telling(record.value)
    of_another = transcript.named(one.subject) and normal(one.subject) != normal(record.subject)
    if of_another and not set(terms(one.subject)) <= held:
        return False
    key = " ".join(word for word in record.key.split() if word not in w.VERBS)
    return not _telling(f"{record.subject} {key} {record.value}").isdisjoint(terms(one.text))


def _telling(text: str) -> set[str]:
    """The stems of the words that name something; a day, a number and what anything has name nothing."""
    plain = _NUMBER.sub(" ", _TIME.sub(" ", text))
    return {
        stem
        for word in words(plain)
        if not EVERYDAY.issuperset(corpus_terms(word))
        for stem in terms(word)
    } - {stem(unit_of(text))}


def _turns(record: MemoryRecord, text: str) -> bool:
    """Whether a sentence tells of a change to another value of a record's kind, or of an end."""
    said = {word.casefold() for word in words(text)}
    if not ENDED.isdisjoint(said):
        return not record.multi or not _telling(record.value).isdisjoint(terms(text))
    changes = not w.CHANGED.isdisjoint(said) or _TURN.search(text) is not None
    return changes and not record.multi and _gives_another(record, text)


def _gives_another(record: MemoryRecord, text: str) -> bool:
    told = record.text
    match kind(record.value):
        case "date":
            return bool(_found(_TIME, text) - _found(_TIME, told))
        case "number":
            unit = unit_of(record.value)
            fresh = _found(_NUMBER, text) - _found(_NUMBER, told)
            return bool(fresh) and (not unit or stem(unit) in terms(text))
        case "name":
            fresh = {*names(f"x {text}")} - {*names(f"x {told}")}
            return any(not _TIME.search(name) for name in fresh)
        case _:
            return False


def _found(form: re.Pattern[str], text: str) -> set[str]:
    return {match[0].casefold() for match in form.finditer(text)}
