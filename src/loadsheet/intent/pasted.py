"""A turn's text goes in; the question, and where in it pasted text stands, come out; and which earlier text a later
question speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from loadsheet.artifacts import Leaning, Message, Pasted, Span
from loadsheet.intent.flags.signals import intent_of
from loadsheet.intent.language import words
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.language.vocabulary import ACTIONS
from loadsheet.intent.texts import TEXT, introduces, is_foreign, presents, speaks_of
from loadsheet.lazy import lazy_re

QUESTION_LIMIT = 1500
"""Of a turn of more characters, but for what stands between fences, something was pasted: people rarely type more."""

_FENCED = lazy_re(r"^(```|~~~)[^\n]*\n.*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_PARAGRAPH = lazy_re(r"\S(?:.*?\S)??(?=\s*\n[ \t]*\n|\s*\Z)", re.DOTALL)
_LINE = lazy_re(r"[^\n]*[^\n\s]")
_SENTENCE = lazy_re(r"\S.*?(?:[.!?:](?=\s)|[。！？：]|(?=\s*\Z))", re.DOTALL)
"""Also what a colon introduces stands apart: `Summarise this: …`."""

WHOLE_LIMIT = 4 * QUESTION_LIMIT
"""A turn of one paragraph up to this many characters is told by hand, unless it asks at its beginning or its end."""


def split(text: str) -> tuple[str, tuple[Span, ...]]:
    """The question, and the spans of `text` that were pasted along with it.

    Fenced blocks are pasted, and the rest of a short turn is all question, unless a text in it is introduced as one, or
    has the form of one beside a question. Of a long one the first or the last short paragraph, line or sentence that
    asks something is the question. One in which nothing stands out stays whole.
    """
    fenced = [Span(start=found.start(), end=found.end()) for found in _FENCED.finditer(text)]
    rest = _outside(fenced, len(text))
    kept = [span for span in rest if text[span.start : span.end].strip()]
    if fenced and sum(span.end - span.start for span in kept) <= QUESTION_LIMIT:
        return "\n".join(text[span.start : span.end].strip() for span in kept) or text, (
            tuple(fenced) if kept else ()
        )
    if len(text) <= QUESTION_LIMIT:
        return _without(text, _introduced(text) or _beside(text))
    for pattern in (_PARAGRAPH, _LINE, _SENTENCE):
        pieces = [Span(start=found.start(), end=found.end()) for found in pattern.finditer(text)]
        asked = _asking(text, pieces)
        told = pattern is _SENTENCE and len(text) <= WHOLE_LIMIT
        if asked is not None and (not told or _asks(text, asked)):
            pasted = _outside([asked], len(text))
            return text[asked.start : asked.end], tuple(
                span for span in pasted if text[span.start : span.end].strip()
            )
    return text, ()


def _without(text: str, pasted: Span | None) -> tuple[str, tuple[Span, ...]]:
    """The text without a span of it, and that."""
    if pasted is None:
        return text, ()
    kept = (text[: pasted.start].strip(), text[pasted.end :].strip())
    return "\n".join(filter(None, kept)), (pasted,)


_COLON = re.compile(r"[:：](?=\s)\s*")
_BREAK = re.compile(r"\n|[.!?。！？]\s")


def _introduced(text: str) -> Span | None:
    """What a colon introduces as a text to work on, or as one that is asked about behind it or before."""
    found = _COLON.search(text)
    if found is None or found.end() == len(text.rstrip()):
        return None
    start = max((one.end() for one in _BREAK.finditer(text, 0, found.start())), default=0)
    head, end = text[start : found.start()], len(text.rstrip())
    if presents(head):
        asked = _last_asked(text, found.end())
        before = re.search(r"[?？]", text[:start]) is not None
        return Span(start=start, end=asked or end) if asked or before else None
    below = "\n" in found[0]
    return (
        Span(start=found.end(), end=end)
        if introduces(head, text[found.end() :], below=below)
        else None
    )


def _last_asked(text: str, start: int) -> int | None:
    """Where the question begins that a text ends with; None where it ends otherwise, or is nothing else."""
    for pattern in (_PARAGRAPH, _SENTENCE):
        *before, last = [found.start() for found in pattern.finditer(text, start)]
        if before and re.search(r"[?？]\W*$", text):
            return last
    return None


def _beside(text: str) -> Span | None:
    """The paragraphs beside the one that asks, where that speaks of them, or where they have the form of a text."""
    pieces = [Span(start=found.start(), end=found.end()) for found in _PARAGRAPH.finditer(text)]
    if len(pieces) < 2:
        return None
    for asked, rest in ((pieces[0], pieces[1:]), (pieces[-1], pieces[:-1])):
        span = Span(start=rest[0].start, end=rest[-1].end)
        said, other = text[asked.start : asked.end], text[span.start : span.end]
        if not _asks(text, asked) and not intent_of(said).has("question"):
            continue
        if speaks_of(said, other) or is_foreign(other, ended=asked is pieces[-1]):
            return span
    return None


def _asking(text: str, pieces: list[Span]) -> Span | None:
    """The first or last piece when it is short; one with a question mark is preferred, then the last."""
    if len(pieces) < 2:
        return None
    ends = [
        span for span in (pieces[-1], pieces[0]) if span.end - span.start <= QUESTION_LIMIT // 3
    ]
    return max(ends, key=lambda span: _asks(text, span), default=None)


def _asks(text: str, span: Span) -> int:
    """Whether a piece asks (2), or bids something of what it introduces (1): `Summarise this:`."""
    piece = text[span.start : span.end]
    bids = piece.endswith((":", "：")) and piece.split(None, 1)[0].casefold() in ACTIONS
    return 2 if re.search(r"[?？؟]", piece) else int(bids)


def _outside(spans: list[Span], length: int) -> list[Span]:
    """What lies between the spans."""
    edges = [0, *(edge for span in spans for edge in (span.start, span.end)), length]
    return [Span(start=a, end=b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]


_GAVE = r"(?:pasted|sent|gave|shared|attached|posted|uploaded|showed|copied|put|quoted)"
_EARLIER = Pattern(
    rf"\b{TEXT}\b[^.?!]{{0,20}}\b(?:i|we)(?:['’]ve| have| had)? (?:just )?{_GAVE}\b|\bwhat (?:i|we)(?:['’]ve|"
    rf" have)? (?:just )?"
    rf"{_GAVE}\b|\b(?:pasted|attached|previous|earlier|above) {TEXT}\b|\b{TEXT} (?:above|from (?:before|earlier)|"
    rf"earlier)\b|"
    rf"\b{TEXT},? (?:(?:von|da) (?:oben|vorhin|vorher)|oben|(?:den|das|die) ich (?:dir )?(?:eingefügt|geschickt|"
    rf"gegeben)|"
    rf"ci-dessus|que j['’]ai (?:collé|envoyé|donné)|de arriba|que (?:pegué|envié|mandé))",
    fits="What does the log that I pasted say?",
    misses="What does the log say?",
)
"""Speaks of a text that was given before."""
_PLACE = Pattern(
    r"\b(?:(?:line|zeile|ligne|línea|riga|paragraph|entry|row)s? \d+|(?:first|second|third|last) (?:line|paragraph|"
    r"entry|row))\b",
    fits="What does line 3 of it say?",
    misses="Which line goes to Bonn?",
)
"""Speaks of a place in a text."""
LEANING = frozenset({"anaphora", "ellipsis", "aspect"})


def pasted_in(message: Message) -> tuple[Pasted, ...]:
    """What was pasted in a message of the transcript."""
    text = message.content
    return tuple(
        Pasted(message=message.id, start=span.start, end=span.end, text=text[span.start : span.end])
        for span in split(text)[1]
    )


def meant(
    question: str, form: Leaning, earlier: Sequence[Message], *, just_before: bool
) -> tuple[Pasted, ...]:
    """What was pasted in earlier messages, the newest last, and is spoken of now.

    A question that speaks of a text which was given before, or of a line, means the newest message whose own words name
    such a text, else the newest; one that leans on the turn before means what was pasted `just_before`.
    """
    if not earlier:
        return ()
    named = _EARLIER.search(question)
    if not (named or _PLACE.search(question) or (just_before and form in LEANING)):
        return ()
    said = words.stems(named[0] if named else "")
    alike = [m for m in earlier if said & words.stems(split(m.content)[0])]
    return pasted_in((alike or list(earlier))[-1])
