"""Messages of a session and the records made of them go in; the messages as a prompt may hold them come out. Pure.

What somebody said and what is so no more stands in the transcript for ever. In a prompt it would stand beside what took
its place, as plain as that: a mark stands there instead, and a row says which record ended and how.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import accumulate

from loadsheet.artifacts import LeftOut, MemoryRecord, Message, Pasted, Source, Span
from loadsheet.memory.recall.repeating import Said, asks_for, repeating, said_in, telling
from loadsheet.memory.recall.status import REASONS, ending
from loadsheet.memory.writing.redact import pattern
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


@dataclass(frozen=True, slots=True)
class _Over:
    """A record that is so no more, with what each message is held against."""

    record: MemoryRecord
    how: str
    place: int
    """Before which message it ended."""
    text: re.Pattern[str]
    """Finds its own words."""
    value: tuple[str, ...]
    """The stems by which a sentence says the same."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """A message of a session, at its place, with the one before it."""

    message: Message
    place: int
    before: Message | None
    told: Mapping[str, Sequence[Span]]
    """Where it tells a record, by its id."""
    said: tuple[Said, ...]
    """The sentences of an answer; none of what the user said."""


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the messages of a session stand, and which of them tell a record: looked up for each one that ended."""

    count: int
    """Messages, with those that have no id."""
    of_message: Mapping[str | None, int]
    by: Mapping[str, Set[str | None]]
    """The messages that tell a record, by its id."""
    times: Sequence[tuple[datetime, int]]
    """The latest time up to each message that has one, with its place: they ascend, also where messages do not."""

    @classmethod
    def of(cls, told: Sequence[MemoryRecord], messages: Sequence[Message]) -> _Places:
        """Of all records that were told and all messages."""
        by = {record.id: {s.message for s in record.sources} for record in told}
        place: dict[str | None, int] = {m.id: at for at, m in reversed([*enumerate(messages)])}
        said = [(m.timestamp, at) for at, m in enumerate(messages) if m.timestamp is not None]
        latest = accumulate((time for time, _ in said), max)
        return cls(len(messages), place, by, list(zip(latest, (at for _, at in said), strict=True)))

    def end(self, record: MemoryRecord) -> int:
        """Before which message a record ended: the one that told what took its place, or the first after its time."""
        if by := self.by.get(record.superseded_by or ""):
            return min((self.of_message.get(one, self.count) for one in by), default=self.count)
        over = record.superseded_at or record.valid_to
        if over is None:
            return self.count
        at = bisect_left(self.times, over, key=lambda one: one[0])
        return self.times[at][1] if at < len(self.times) else self.count


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
    places = _Places.of(told, messages)
    over = [
        _Over(record, how, places.end(record), pattern([record.text.rstrip(".!")]), telling(record))
        for record in told
        if (how := _ended(record, now))
    ]
    held = {record.id for record in told} - {one.record.id for one in over}
    made: list[Message] = []
    rows: list[LeftOut] = []
    for heard in _heard(messages, told, answers=bool(over)):
        message = heard.message
        cut = _cut(heard, over, held)
        marks = {span: one.how for span, one in cut.items()} | {
            Span(start=p.start, end=p.end): ATTACHED for p in pasted if p.message == message.id
        }
        made.append(_without(message, marks, counter) if marks else message)
        gone = {one.record.id: one for one in cut.values() if one.how != DISPUTED}
        rows += [_row(message, one.record, one.how) for one in gone.values()]
    return tuple(made), tuple(rows)


def _heard(
    messages: Sequence[Message], told: Sequence[MemoryRecord], *, answers: bool
) -> Iterator[_Heard]:
    """The messages with where they tell each record; what the `answers` among them say, only where it is asked for."""
    tells: dict[tuple[str | None, str | None], dict[str, list[Span]]] = {}
    for record in told:
        for source in record.sources:
            if source.start is not None and source.end is not None:
                spans = tells.setdefault((source.message, source.session), {})
                spans.setdefault(record.id, []).append(Span(start=source.start, end=source.end))
    before: Message | None = None
    for place, message in enumerate(messages):
        said = said_in(message.content) if answers and message.role == "assistant" else ()
        yield _Heard(message, place, before, tells.get((message.id, message.session), {}), said)
        before = message


def _cut(heard: _Heard, over: Sequence[_Over], held: Set[str]) -> dict[Span, _Over]:
    """The spans of a message that say what is so no more, but for those that say something else that still is."""
    stays = [span for id_ in held & heard.told.keys() for span in heard.told[id_]]
    answer = heard.message.role == "assistant"
    concerned = (
        one for one in over if answer or one.how == "retracted" or one.record.id in heard.told
    )
    return {
        span: one
        for one in concerned
        for span in _said_again(heard, one)
        if not any(other.overlaps(span.start, span.end) for other in stays)
    }


def _ended(record: MemoryRecord, now: datetime) -> str:
    """How a record has ended since it was said; what somebody said of a time that was over is history, and stays."""
    past = record.valid_to is not None and record.valid_to <= record.said_at
    how = ending(record, now)
    if how == "sourceless" or (how == "expired" and (past or not record.valid_to)):
        return ""
    return how or (DISPUTED if record.status == DISPUTED else "")


def _said_again(heard: _Heard, one: _Over) -> Iterator[Span]:
    """Where a message says what a record does: where it was made of it, and where an answer repeats it.

    What is to be forgotten is also repeated by the request and by what was answered to that.
    """
    yield from heard.told.get(one.record.id, ())
    answered = heard.message.role == "assistant" and heard.place < one.place and one.how != DISPUTED
    if one.how == "retracted" or answered:
        for found in one.text.finditer(heard.message.content):
            yield Span(start=found.start(), end=found.end())
    if answered:
        bids = partial(_bids, heard.before, one.record)
        yield from repeating(heard.said, one.record.subject, one.value, bids)


def _bids(message: Message | None, record: MemoryRecord) -> bool:
    """Whether what is said right behind a message is said of a record: the message tells it, or asks for it."""
    if message is None:
        return False
    told = any(source.message == message.id for source in record.sources)
    return told or (message.role == "user" and asks_for(message.content, record))


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
