"""What was observed in a run goes in; an episode in the words of it, and what of one still holds, come out. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from loadsheet.artifacts import Episode, MemoryRecord, Message, Scope, Source, Span
from loadsheet.corpus.sentences import split
from loadsheet.corpus.summaries import OF_DOCUMENT, Sentence, central
from loadsheet.corpus.terms import terms
from loadsheet.memory.extraction.speech import Speech, spoken
from loadsheet.memory.extraction.unsupported import is_secret
from loadsheet.memory.language.text import normal
from loadsheet.memory.recall.status import ending
from loadsheet.memory.recall.transcript import asking

EXTRACT = "extract"
"""Who wrote a summary that is the sentences themselves."""


@dataclass(frozen=True, slots=True)
class Observed:
    """A sentence that was observed in a run, where it stands, and when."""

    text: str
    source: Source
    at: datetime


def observed(
    records: Iterable[MemoryRecord],
    messages: Iterable[Message],
    over: Callable[[Source], bool],
    now: datetime,
    *,
    secrets: bool = False,
) -> list[Observed]:
    """What the host recorded and what people said, each sentence once, the earliest first.

    What holds no more, what only asks and what somebody pasted is no part of it, nor is a secret, but with `secrets`.
    """
    found = [
        Observed(
            _part(record.text, span),
            Source(record=record.id, status=record.status, start=span.start, end=span.end),
            record.said_at,
        )
        for record in records
        if not ending(record, now)
        for span in split(record.text)
    ]
    for message in messages:
        if message.role != "user" or message.timestamp is None:
            continue
        for span in spoken(Speech(message.content, Scope(workspace=""), message.timestamp)):
            source = Source(
                message=message.id, session=message.session, start=span.start, end=span.end
            )
            text = _part(message.content, span)
            if not (over(source) or asking(text)):
                found.append(Observed(text, source, message.timestamp))
    told = (one for one in found if secrets or not is_secret(one.text))
    once: dict[str, Observed] = {}
    for one in sorted(told, key=lambda one: one.at):
        once.setdefault(normal(one.text), one)
    return list(once.values())


def _part(text: str, span: Span) -> str:
    return text[span.start : span.end]


def told_by(records: Iterable[MemoryRecord], now: datetime) -> Callable[[Source], bool]:
    """Says of a part of a message whether a record was made of it that has ended, or is contradicted."""
    gone = [
        source
        for record in records
        if ending(record, now) or record.status == "disputed"
        for source in record.sources
        if source.message is not None
    ]

    def over(part: Source) -> bool:
        span = Span(start=part.start or 0, end=part.end or 0)
        return any(
            (one.session, one.message) == (part.session, part.message)
            and span.overlaps(one.start or 0, one.end or 0)
            for one in gone
        )

    return over


def episode_of(run: str, said: Sequence[Observed], id: str, now: datetime) -> Episode:
    """The central sentences of a run in the order in which they were said, as they stand."""
    numbered = [Sentence(n, n, n, frozenset(terms(one.text))) for n, one in enumerate(said)]
    picked = sorted(one.passage for one in central(numbered, OF_DOCUMENT))
    chosen = [said[at] for at in picked]
    sentences = tuple(one.text for one in chosen)
    return Episode(
        id=id,
        run=run,
        summary=" ".join(sentences),
        sources=tuple(one.source for one in chosen),
        sentences=sentences,
        recorded_at=now,
        began=said[0].at,
        ended=said[-1].at,
    )


def without(episode: Episode, gone: Callable[[Source, str], bool]) -> Episode | None:
    """The episode in the words of its sources that are left; None where none is.

    Words that are no source's own cannot be parted: a model's give way to the sentences, another workspace's go whole.
    """
    if not episode.sentences:
        lost = any(gone(source, episode.summary) for source in episode.sources)
        return None if lost else episode
    pairs = list(zip(episode.sources, episode.sentences, strict=True))
    left = [(source, text) for source, text in pairs if not gone(source, text)]
    worded = episode.written_by != EXTRACT and gone(Source(), episode.summary)
    if len(left) == len(pairs) and not worded:
        return episode
    if not left:
        return None
    return episode.model_copy(
        update={
            "sources": tuple(source for source, _ in left),
            "sentences": tuple(text for _, text in left),
            "summary": " ".join(text for _, text in left),
            "written_by": EXTRACT,
        }
    )
