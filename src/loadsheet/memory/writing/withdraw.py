"""A request to forget, or words that lift an instruction, and the records go in; the records that they end come out.

What is ended this way is never recalled again, and stays on record with the words that ended it: a turn can be
misheard. Erasing it for good is a command that a person types (`loadsheet memory forget`). Pure.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace

from loadsheet.artifacts import MemoryRecord
from loadsheet.corpus.sentences import ends_asking
from loadsheet.intent.rules.forgetting import Request, asked_beside, request
from loadsheet.intent.rules.lifting import lifting
from loadsheet.memory.extraction.extract import candidates, done
from loadsheet.memory.extraction.speech import Speech, spoken
from loadsheet.memory.language.phrases import own
from loadsheet.memory.language.text import normal, terms
from loadsheet.memory.recall.overview import on, speaking_of

MOST_NAMED = 5
"""Records that an answer names one by one."""

_COURTESY = re.compile(
    r"^\W*(?:(?:please|pls|thanks?|thank you|thx|cheers|hi|hello|hey|ok(?:ay)?|sorry|oops|yes|no|right|well|wait|great"
    r"|so much|very much|a lot|actually|there|never mind|bye|good (?:morning|day|evening))\b\W*)+$",
    re.IGNORECASE,
)
_REMARK = re.compile(r"(?:it|that|this|he|she|they|those|these|hope|i hope)\b", re.IGNORECASE)
"""How a remark begins on what is to be forgotten: `It is wrong.`"""


def asked_to_forget(speech: Speech) -> list[tuple[str, Request]]:
    """The requests to forget that a person makes in a message, each with its sentence."""
    found: list[tuple[str, Request]] = []
    for span in spoken(speech):
        sentence = speech.said(span).strip()
        if (made := request(sentence)) is not None:
            found.append((sentence, made))
    return found


def rest_of(speech: Speech) -> str:
    """What a message says beside its requests to forget; empty where nothing of it wants an answer.

    What it tells, lifts or says is done wants none, and neither does a word of courtesy.
    """
    lines = (speech.said(span).strip() for span in spoken(speech))
    left = [asked_beside(line) if request(line) else line for line in lines]
    if any(line and _wants_answer(line, speech) for line in left):
        return " ".join(line for line in left if line)
    return ""


def _wants_answer(sentence: str, speech: Speech) -> bool:
    if ends_asking(sentence):
        return True
    told = replace(speech, text=sentence, pasted=())
    idle = _COURTESY.match(sentence) or _REMARK.match(sentence)
    return not (idle or candidates(told) or done(told))


def meant(
    request: Request, records: Sequence[MemoryRecord], speech: Speech, before: str = ""
) -> list[MemoryRecord]:
    """The current records that a request to forget speaks of; `before` is what was said just before it."""
    if request.about == "everything":
        return [record for record in records if own(normal(record.subject), normal(speech.speaker))]
    if request.about == "last":
        session = speech.scope.session
        mine = [r for r in records if r.scope.session == session and r.confirmed_by == "user"]
        last = max((record.said_at for record in mine), default=None)
        told = [r for r in mine if r.said_at == last and (request.plain or r.text in before)]
        # After a question it is what was asked for; it may also mean `never mind`, so nothing looser will do.
        asked = speaking_of(before, records, speech.speaker)
        return told or (asked if len(asked) == 1 else [])
    if request.about == "statement":
        told = replace(speech, text=request.words, pasted=())
        return _stated(told, records) or speaking_of(request.words, records, speech.speaker)
    return on(request.words, records, speech.speaker)


def _stated(told: Speech, records: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """The records that say what a statement says: same subject and key, and a value that agrees."""
    said = candidates(told)
    return [
        record
        for record in records
        if any(
            normal(record.subject) == normal(one.subject)
            and normal(record.key) == normal(one.key)
            and set(terms(one.value)) <= set(terms(record.value))
            for one in said
        )
    ]


def lifted(speech: Speech, records: Sequence[MemoryRecord]) -> dict[str, str]:
    """The standing instructions that a message lifts, each with the words that do."""
    rows = [(r.id, r.text) for r in records if r.type == "procedural"]
    if not rows:
        return {}
    said = (speech.said(span) for span in spoken(speech))
    return {id: words for text in said for id, words in lifting(text, rows).items()}


def finished(speech: Speech, records: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """The tasks that a message says are done: that of its session, else the one of another that it names in full."""
    session = speech.scope.session
    own = [record for record in records if record.scope.session == session]
    ended: dict[str, MemoryRecord] = {}
    for words in done(speech):
        said = set(terms(words))
        here = [record for record in own if said <= set(terms(record.value))]
        there = [record for record in records if said and said == set(terms(record.value))]
        found = here or (there if len(there) == 1 else [])
        ended |= {record.id: record for record in found}
    return list(ended.values())


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What became of one request to forget."""

    words: str
    """The request, as it was said."""
    plain: bool
    """Whether it can only have meant memory."""
    records: tuple[MemoryRecord, ...] = ()
    documents: tuple[str, ...] = ()
    """The documents that say so: they are not memory's to forget."""


def reply(requests: Sequence[Forgotten]) -> str:
    """What is said of requests to forget: what is recalled no more, what remains, and the commands that erase it."""
    return "\n".join(line for one in requests for line in _lines(one))


def _lines(one: Forgotten) -> list[str]:
    named = [f"`loadsheet remove --erase {shlex.quote(name)}`" for name in one.documents]
    documents = (
        [
            f"Documents still say so, and can still be cited; to take them out for good: {', '.join(named)}."
        ]
        if named
        else []
    )
    if not one.records:
        what = one.words.rstrip(".!?")
        return [
            f"Nothing that is remembered is meant by “{what}”, so nothing was forgotten. "
            "`loadsheet memory list` shows what is remembered.",
            *documents,
        ]
    said = " ".join(f"“{text}”" for text in dict.fromkeys(r.text for r in one.records))
    return [
        f"No longer recalled: {said}",
        "Nothing was erased yet: it stays on record as retracted, and in the transcript. "
        f"To erase it for good: {_commands(one.records)}.",
        *documents,
    ]


def _commands(records: Sequence[MemoryRecord]) -> str:
    if len(records) <= MOST_NAMED:
        names = (shlex.quote(record.id) for record in records)
        return ", ".join(f"`loadsheet memory forget --record {name}`" for name in names)
    subjects = dict.fromkeys(record.subject for record in records)
    return ", ".join(
        f"`loadsheet memory forget --subject {shlex.quote(name)}`" for name in subjects
    )
