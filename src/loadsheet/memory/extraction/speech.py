"""A message in; the sentences that somebody says in it, each without what introduces it, out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo

from loadsheet.artifacts import Scope, Source, Span
from loadsheet.corpus import sentences
from loadsheet.corpus.others import others
from loadsheet.intent.language.words import folded
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import USER

LONGEST = 1000
"""Characters of a sentence that can hold a plain statement; a longer one is pasted text."""

MOST_SENTENCES = 40
"""Sentences of a message that are read for what to remember: who writes more by hand tells it in several messages."""


@dataclass(frozen=True, slots=True)
class Speech:
    """One message: who said it, where, when, and in which zone they live."""

    text: str
    scope: Scope
    said_at: datetime
    zone: tzinfo = UTC
    speaker: str = USER
    message: str | None = None
    source: Source | None = None
    """Where the text stands when it is a document's; its offsets begin at `source.start`."""
    pasted: tuple[Span, ...] = field(default=())
    """What in the text was pasted: evidence, not speech."""
    about: str = ""
    """Whom or what a sentence speaks of that begins with a pronoun, in words that name them; empty where nothing
    that was just said tells."""
    before: tuple[str, ...] = ()
    """What was said just before and was recorded: what that was done to is what `it` means, done so again."""
    corrects: bool = False
    """Whether the sentence before says that something was wrong, and no more: `That's wrong. It is 30 days.`"""
    asked: str = ""
    """The question that was answered just before, as it stands alone: what a value alone corrects the answer to."""

    def said(self, span: Span) -> str:
        """A part of the text as it is read: every apostrophe is the plain one, at its place."""
        return folded(self.text[span.start : span.end])

    def place(self, said: str, start: int) -> int:
        """Where something that is read stands, from `start` on; -1 where it does not."""
        return folded(self.text).find(said, start)


def spoken(speech: Speech) -> list[Span]:
    """The sentences that somebody says in a message and that are read, in their order."""
    return uttered(speech)[:MOST_SENTENCES]


def uttered(speech: Speech) -> list[Span]:
    """The sentences that somebody says in a message: none that is somebody else's, or too long."""
    found: list[Span] = []
    shut = closed(speech)
    for whole in sentences.split(speech.text):
        span = sentences.bare(speech.text, whole)
        inside = any(other.overlaps(span.start, span.end) for other in shut)
        if not (inside or span.end - span.start > LONGEST):
            found.append(span)
    return found


def closed(speech: Speech) -> list[Span]:
    """What of a message nobody says; a document's own text is all its own."""
    return [*speech.pasted, *(others(speech.text) if speech.source is None else ())]


def only_corrects(sentence: str) -> bool:
    """Whether a sentence says that something was wrong, and nothing else."""
    rest, correction = opening(f"{sentence.strip().rstrip('.!')}, x")
    return correction and rest == "x"


def opening(sentence: str) -> tuple[str, bool]:
    """The sentence without what introduces it, and whether that says that something was wrong."""
    correction = False
    while found := w.OPENINGS.match(sentence):
        if not found.end() or found.end() == len(sentence):
            break
        correction |= found["correction"] is not None
        sentence = sentence[found.end() :]
    return sentence, correction
