"""Shorter forms of a passage: the sentences that bear most on the question, in their order."""

from __future__ import annotations

import re

import regex

from loadsheet.artifacts import Form, Span
from loadsheet.corpus.sentences import split
from loadsheet.corpus.terms import terms

FRACTIONS = (("half", 0.5), ("quarter", 0.25))
"""The forms between full and reference: their name and the part of the characters that they may keep."""

_EXTENDS = regex.compile(r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]")

GAP = " … "
"""Stands where sentences were left out."""


def ladder(text: str, question: str, *, offset: int = 0) -> tuple[Form, ...]:
    """The half and the quarter of `text`, with what each of them drops.

    Dropped spans count from `offset`, the place of `text` in its source. A form that would keep nothing is left away.
    """
    sentences = whole_sentences(text)
    wanted = frozenset(terms(question))
    order = sorted(range(len(sentences)), key=lambda i: (-_bearing(text, sentences[i], wanted), i))
    made: list[Form] = []
    for name, fraction in FRACTIONS:
        kept = _take(sentences, order, int(len(text) * fraction))
        if kept:
            made.append(_form(name, text, [sentences[i] for i in sorted(kept)], offset))
    return tuple(made)


def whole_sentences(text: str) -> list[Span]:
    """The sentences, joined where the border between two falls inside a grapheme."""
    joined: list[Span] = []
    for span in split(text):
        if joined and _EXTENDS.match(text, span.start):
            joined[-1] = Span(start=joined[-1].start, end=span.end)
        else:
            joined.append(span)
    return joined


def _take(sentences: list[Span], order: list[int], room: int) -> set[int]:
    """The sentences that fit in `room` characters, the most bearing first."""
    kept: set[int] = set()
    for index in order:
        size = sentences[index].end - sentences[index].start
        if size <= room:
            kept.add(index)
            room -= size + len(GAP)
    return kept


def _form(name: str, text: str, kept: list[Span], offset: int) -> Form:
    pieces: list[str] = []
    dropped: list[Span] = []
    position = 0
    for span in kept:
        missing = text[position : span.start]
        if missing.strip():
            dropped.append(Span(start=offset + position, end=offset + span.start))
            pieces.append(GAP if pieces else GAP.lstrip())
        elif pieces:
            pieces.append(missing)
        pieces.append(text[span.start : span.end])
        position = span.end
    if text[position:].strip():
        dropped.append(Span(start=offset + position, end=offset + len(text)))
        pieces.append(GAP.rstrip())
    return Form(name=name, text="".join(pieces), dropped=tuple(dropped))


def _bearing(text: str, span: Span, wanted: frozenset[str]) -> int:
    return len(wanted.intersection(terms(text[span.start : span.end])))


SUPPORT = 0.6
"""The part of a sentence's words that one sentence of a summary must hold to support it. A reading of words
alone cannot prove support; this one errs on the side of listing too much as lost."""


def unsupported(text: str, summary: str) -> tuple[Span, ...]:
    """The sentences of `text` that no sentence of `summary` supports.

    A sentence is supported by one that holds all of its numbers, its negation where it has one, and most of its words.
    """
    said = [_signs(summary[span.start : span.end]) for span in split(summary)]
    return tuple(
        span
        for span in split(text)
        if not any(_supports(have, _signs(text[span.start : span.end])) for have in said)
    )


_ENGLISH_NO = ("no", "not", "never", "none", "neither", "nor", "without", "cannot")
_OTHER_NO = ("kein", "keine", "nicht", "nie", "sans", "jamais", "pas")
_NEGATIONS = frozenset({*_ENGLISH_NO, *_OTHER_NO})


def _signs(sentence: str) -> tuple[frozenset[str], frozenset[str], bool]:
    """The words, the numbers and whether there is a negation."""
    words = re.findall(r"[^\W\d_]+(?:n['’]t)?", sentence.lower())
    numbers = frozenset(re.findall(r"\d+(?:[.,]\d+)*", sentence))
    negated = any(word in _NEGATIONS or word.endswith(("n't", "n’t")) for word in words)
    return (
        frozenset(word for word in words if len(word) > 2 or not word.isascii()),
        numbers,
        negated,
    )


def _supports(
    have: tuple[frozenset[str], frozenset[str], bool],
    need: tuple[frozenset[str], frozenset[str], bool],
) -> bool:
    words, numbers, negated = need
    shared = len(words & have[0]) >= SUPPORT * len(words)
    return numbers <= have[1] and negated == have[2] and shared
