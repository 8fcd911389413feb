"""What a turn should have said goes in, with texts; where it stands in them comes out. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from loadsheet.artifacts import (
    Chunk,
    Document,
    MemoryRecord,
    Message,
    Skipped,
    Source,
    Span,
    WriteReceipts,
)
from loadsheet.assembly.citing import unmarked
from loadsheet.corpus import sentences
from loadsheet.corpus.load import Loaded
from loadsheet.corpus.repeats import denies
from loadsheet.corpus.terms import terms
from loadsheet.errors import InputError
from loadsheet.evals.recorded import Recorded
from loadsheet.ports import StoredVersion

ALIKE = 0.7
"""The part of the informative words of an answer that a sentence has which says it in other words; its numbers it must
have all."""

KEPT = 0.5
"""The part of a place that must be there for the place to count as there."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document says it, and what became of that version of the document."""

    document: str
    version: int
    span: Span
    text: str
    """What stands there."""
    passage: Chunk | None = None
    """The passage of that version in which it begins."""
    title: str = ""
    added_at: datetime | None = None
    ended_at: datetime | None = None
    """When that version was superseded or removed."""
    ended_by: int | None = None
    """The version that took its place; None for one that was removed, or is current."""
    wide: bool = False
    """Whether any part of it will do: a document or a section was named, and not a sentence."""

    @property
    def source(self) -> Source:
        """The place as a citation names it."""
        return Source(
            document=self.document, version=self.version, start=self.span.start, end=self.span.end
        )

    @property
    def around(self) -> str:
        """The passage with what it stands under."""
        if self.passage is None:
            return f"{self.title}\n{self.text}"
        above = (self.title, *self.passage.headings, self.passage.columns)
        return "\n".join((*filter(None, above), self.passage.text))

    def meets(self, other: Place) -> bool:
        """Whether the two share something of one version."""
        same = (self.document, self.version) == (other.document, other.version)
        return same and other.span.overlaps(self.span.start, self.span.end)

    def current_at(self, time: datetime) -> bool:
        """Whether search could find it at that time."""
        begun = self.added_at is None or self.added_at <= time
        return begun and (self.ended_at is None or time < self.ended_at)

    def in_source(self, source: Source, dropped: Sequence[Span] = ()) -> bool:
        """Whether enough of it stands in a part of a document that has lost these spans."""
        if source.document != self.document or source.version != self.version:
            return False
        first, last = self.span.start, self.span.end
        begin = max(first, source.start or 0)
        end = min(last, last if source.end is None else source.end)
        if end <= begin:
            return False
        lost = sum(max(0, min(end, s.end) - max(begin, s.start)) for s in dropped)
        left = end - begin - lost
        return left > 0 if self.wide else left >= KEPT * (last - first)


@dataclass(frozen=True, slots=True)
class Told:
    """What the user said of it, and what memory made of that."""

    message: Message
    receipts: tuple[WriteReceipts, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that the answer should have said, or rested on, and everywhere that it stands."""

    text: str = ""
    """The right answer, or a part of it; empty where a span of a document alone is known."""
    places: tuple[Place, ...] = ()
    records: tuple[MemoryRecord, ...] = ()
    told: tuple[Told, ...] = ()
    unsynced: tuple[str, ...] = ()
    """The files under what was added that say it and are not indexed as they are."""

    @property
    def spoken(self) -> tuple[MemoryRecord, ...]:
        """The records that do not rest on a document: one that does says no more than the document's own versions."""
        return tuple(r for r in self.records if not any(s.document for s in r.sources))

    @property
    def name(self) -> str:
        """How a report calls it."""
        return f"“{self.text}”" if self.text else self.places[0].source.document or "it"


Cut = Callable[[Document], Sequence[Chunk]]
"""Cuts a document into its passages."""


@dataclass(frozen=True, slots=True)
class Issue:
    """A version of a document, with its text, and when search saw it."""

    document: Document
    version: StoredVersion

    @property
    def ended_at(self) -> datetime | None:
        """When it was removed or superseded."""
        return self.version.removed_at or self.version.superseded_at

    def live_at(self, time: datetime) -> bool:
        """Whether search saw it then."""
        ended = self.ended_at
        return self.version.added_at <= time and (ended is None or time < ended)

    def called(self, name: str) -> bool:
        """Whether a name is that of its document, or the name without its ending."""
        return name in {self.document.id, self.document.id.rsplit(".", 1)[0]}

    def places(self, spans: Sequence[Span], cut: Cut, *, wide: bool = False) -> list[Place]:
        """Spans of it as places; it is cut once, however many there are."""
        document, held = self.document, self.version
        chunks = cut(document) if spans else ()
        return [
            Place(
                document=document.id,
                version=held.version,
                span=span,
                text=document.text[span.start : span.end],
                passage=next((c for c in chunks if c.start <= span.start < c.end), None),
                title=document.title,
                added_at=held.added_at,
                ended_at=self.ended_at,
                ended_by=held.superseded_by,
                wide=wide,
            )
            for span in spans
        ]


def fact_of(
    text: str, recorded: Recorded, places: Sequence[Place], records: Sequence[MemoryRecord]
) -> Fact:
    """What was expected, with the places and the records of then that speak of the question."""
    heard = recorded.heard
    query = heard.turn.query or heard.turn.question if heard else recorded.turn.question
    asked = set(terms(query)) - set(terms(text))
    speaking = (
        record
        for record in records
        if says(f"{record.text}\n{record.value}", text)
        and (asked & set(terms(f"{record.subject} {record.key} {record.text}")) or not asked)
        and record.recorded_at <= recorded.read_at
    )
    return Fact(text=text, places=bearing(places, query, text), records=tuple(speaking))


def in_files(fact: Fact, fresh: Sequence[Loaded | Skipped]) -> Fact:
    """A fact that nothing here says, with the files that say it and are not indexed as they are."""
    if fact.places or fact.records:
        return fact
    files = (
        item.document.path or item.document.id
        for item in fresh
        if not isinstance(item, Skipped) and stands(item.document.text, fact.text)
    )
    return replace(fact, unsynced=tuple(files))


_NAMED = re.compile(r"(?P<document>.+?)(?::(?P<start>\d+)-(?P<end>\d+))?")


def parted(named: str) -> tuple[str, int, int | None]:
    """`document:start-end` in its parts; the end is None where the whole document is named."""
    found = _NAMED.fullmatch(named)
    if found is None or found["end"] is None:
        return named, 0, None
    return found["document"], int(found["start"]), int(found["end"])


def span_of(named: str, issue: Issue, cut: Cut) -> Place:
    """The place that `document:start-end` names. Raises `InputError` for what is no part of the document."""
    _, start, last = parted(named)
    length = len(issue.document.text)
    end = length if last is None else last
    if not 0 <= start < end <= length:
        raise InputError(
            f"{issue.document.id} has {length} characters: {start}-{end} is not a part of it"
        )
    return issue.places([Span(start=start, end=end)], cut, wide=last is None)[0]


def narrowed(facts: Sequence[Fact], spans: Sequence[Place]) -> list[Fact]:
    """The facts as they stand in the named spans; the spans themselves where no text is known, or none holds it."""
    if not facts:
        return [Fact(places=(span,)) for span in spans]
    made: list[Fact] = []
    for fact in facts:
        inside = tuple(p for p in fact.places if any(p.meets(span) for span in spans))
        made.append(Fact(text=fact.text, places=inside or tuple(spans), records=fact.records))
    return made


def stands(text: str, wanted: str) -> list[Span]:
    """Where a text says what is wanted: in its very words, or else in sentences with its numbers and most of its words.

    White space and case do not count; a number at an edge must be whole, so that 114 days are not 14 days.
    """
    literal = [Span(start=m.start(), end=m.end()) for m in literally(wanted).finditer(text)]
    if literal or not terms(wanted):
        return literal
    needed = set(terms(wanted))
    return [
        Span(start=one.start, end=one.end)
        for one in sentences.split(text)
        if alike(text[one.start : one.end], needed)
    ]


def says(text: str, wanted: str) -> bool:
    """Whether a text says what is wanted, by `stands`."""
    return bool(stands(unmarked(text), wanted))


def repeats(sentence: str, rule: str) -> bool:
    """Whether a sentence speaks of a rule that forbids: it has the rule's words, and a negation as the rule has one."""
    return denies(sentence) and set(terms(rule)) <= set(terms(sentence))


def alike(sentence: str, needed: set[str]) -> bool:
    """Whether a sentence has every number of what is needed and most of its words."""
    there = set(terms(sentence))
    numbers = {term for term in needed if any(sign.isdigit() for sign in term)}
    return numbers <= there and len(needed & there) >= ALIKE * len(needed)


def literally(wanted: str) -> re.Pattern[str]:
    """What finds a text in its very words, whatever its white space and case."""
    words = unmarked(wanted).strip(" .。").split()
    sought = r"\s+".join(map(re.escape, words)) or r"(?!)"
    before = r"(?<!\d)(?<!\d[.,])" if words and words[0][:1].isdigit() else ""
    after = r"(?![.,]?\d)" if words and words[-1][-1:].isdigit() else ""
    return re.compile(before + sought + after, re.IGNORECASE)


def bearing(places: Sequence[Place], question: str, answer: str) -> tuple[Place, ...]:
    """The places that speak of the question: an answer as short as `30 days` stands in passages about other things.

    A place counts by the words of the question that its passage has, beside those of the answer; those with half of
    what the best one has are kept.
    """
    asked = set(terms(question)) - set(terms(answer))
    shared = [len(asked & set(terms(place.around))) for place in places]
    best = max(shared, default=0)
    return tuple(p for p, count in zip(places, shared, strict=True) if 2 * count >= best)
