"""Messages of a session and the records made of them go in; the messages as a prompt may hold them come out. Pure.

What somebody said and what is so no more stands in the transcript for ever. In a prompt it would stand beside what took
its place, as plain as that: a mark stands there instead, and a row says which record ended and how.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from loadsheet.artifacts import LeftOut, MemoryRecord, Message, Pasted, Source, Span
from loadsheet.memory.recall.repeating import asks_for, repeating
from loadsheet.memory.recall.status import REASONS, ending
from loadsheet.memory.writing.forget import pattern
from loadsheet.ports import Counter

STAGE = "gather"

ATTACHED = "attachment"
"""The mark in the place of what was pasted and stands in a block of its own."""

DISPUTED = "disputed"
"""The mark behind what somebody said and has contradicted: it stays, and not as plain as that."""

_OF_WHAT_WAS_SAID = re.compile(
    r"\b(?:did|have|had) (?:i|we|you)(?: (?:just|already|ever|first|really))? (?:say|said|tell|told|mention(?:ed)?"
    r"|ask(?:ed)?|changed? (?:my|our) mind)\b|\bwhat (?:i|we|you) (?:said|told|asked)\b",
    re.IGNORECASE,
)


def asks_what_was_said(question: str) -> bool:
    """Whether a question is of the conversation itself, so that it stands as it was said."""
    return _OF_WHAT_WAS_SAID.search(question) is not None


def as_it_stands(
    messages: Sequence[Message],
    told: Sequence[MemoryRecord],
    now: datetime,
    counter: Counter,
    pasted: Sequence[Pasted] = (),
) -> tuple[tuple[Message, ...], tuple[LeftOut, ...]]:
    """The messages without what is so no more, and a row for each record that it was said by.

    What was `pasted` in one and stands in a block of its own is only marked there.
    """
    ended = [(record, how) for record in told if (how := _ended(record, now))]
    held = [record for record in told if not _ended(record, now)]
    made: list[Message] = []
    rows: list[LeftOut] = []
    ends = {record.id: _place_of_end(record, told, messages) for record, _ in ended}
    before: Message | None = None
    for place, message in enumerate(messages):
        cut = {
            span: (record, how)
            for record, how in ended
            for span in _said_in(message, record, how, before, earlier=place < ends[record.id])
            if not any(
                other.overlaps(span.start, span.end)
                for one in held
                for other in _told_in(message, one)
            )
        }
        marks = {s: how for s, (_, how) in cut.items()} | {
            Span(start=p.start, end=p.end): ATTACHED for p in pasted if p.message == message.id
        }
        made.append(_without(message, marks, counter) if marks else message)
        rows += [
            _row(message, record, how)
            for record, how in dict.fromkeys(cut.values())
            if how != DISPUTED
        ]
        before = message
    return tuple(made), tuple(rows)


def _ended(record: MemoryRecord, now: datetime) -> str:
    """How a record has ended since it was said; what somebody said of a time that was over is history, and stays."""
    past = record.valid_to is not None and record.valid_to <= record.said_at
    how = ending(record, now)
    if how == "sourceless" or (how == "expired" and (past or not record.valid_to)):
        return ""
    return how or (DISPUTED if record.status == DISPUTED else "")


def _place_of_end(
    record: MemoryRecord, told: Sequence[MemoryRecord], messages: Sequence[Message]
) -> int:
    """Before which message a record ended: the one that told what took its place, or the first one after its time."""
    by = {s.message for one in told if one.id == record.superseded_by for s in one.sources}
    over = record.superseded_at or record.valid_to
    for place, message in enumerate(messages):
        at = message.timestamp
        if message.id in by or (not by and over is not None and at is not None and at >= over):
            return place
    return len(messages)


def _said_in(
    message: Message, record: MemoryRecord, how: str, before: Message | None, *, earlier: bool
) -> Iterator[Span]:
    """Where a message says what a record does: where it was made of it, and where an answer repeats it.

    What is to be forgotten is also repeated by the request and by what was answered to that.
    """
    yield from _told_in(message, record)
    answered = message.role == "assistant" and earlier and how != DISPUTED
    if how == "retracted" or answered:
        for found in pattern([record.text.rstrip(".!")]).finditer(message.content):
            yield Span(start=found.start(), end=found.end())
    if answered:
        reply = before is not None and _bids(before, record)
        yield from repeating(message.content, record, reply=reply)


def _bids(message: Message, record: MemoryRecord) -> bool:
    """Whether what is said right behind a message is said of a record: the message tells it, or asks for it."""
    told = any(source.message == message.id for source in record.sources)
    return told or (message.role == "user" and asks_for(message.content, record))


def _told_in(message: Message, record: MemoryRecord) -> Iterator[Span]:
    """The spans of a message that a record was made of."""
    for source in record.sources:
        here = (source.message, source.session) == (message.id, message.session)
        if here and source.start is not None and source.end is not None:
            yield Span(start=source.start, end=source.end)


def _without(message: Message, cut: dict[Span, str], counter: Counter) -> Message:
    """The message with a mark for each span, or behind what is disputed; what overlaps one before it goes with that."""
    text, at = "", 0
    dropped: list[Span] = []
    for span in sorted(cut, key=lambda span: (span.start, -span.end)):
        if span.start >= at and cut[span] == DISPUTED:
            text += f"{message.content[at : span.end]} [{DISPUTED}]"
        elif span.start >= at:
            text += f"{message.content[at : span.start]}[{cut[span]}]"
            dropped.append(span)
        at = max(at, span.end)
    content = text + message.content[at:]
    shown = message.model_copy(update={"content": content, "dropped": tuple(dropped)})
    tokens = tuple(counter.count(part) for _, part in shown.parts())
    return shown.model_copy(update={"tokens": tokens})


def _row(message: Message, record: MemoryRecord, how: str) -> LeftOut:
    own = tuple(s for s in record.sources if s.message == message.id)
    return LeftOut(
        id=f"history:{message.id}:{record.id}",
        kind="history",
        stage=STAGE,
        rule=how,
        reason=f"{REASONS[how]}: {record.subject}, {record.key}",
        sources=(Source(record=record.id, status=record.status), *own),
    )
