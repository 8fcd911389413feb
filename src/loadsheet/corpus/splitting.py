"""A stretch of text that is too large in; smaller ones out: lines, sentences, clauses, words, then graphemes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from loadsheet.corpus import headings, sentences
from loadsheet.lazy import lazy_regex

WORD = re.compile(r"\S+")
GRAPHEME = lazy_regex(r"\X")
CLAUSE = re.compile(r"[^\s，、；：,;]*[\s，、；：,;]*")


def split(
    text: str, start: int, end: int, most: float, *, prose: bool
) -> Iterator[tuple[int, int]]:
    """`text[start:end]` in pieces of at most `most` bytes, cut at the best borders that it has; prose not at lines."""
    level = 1 if prose else 0
    held: tuple[int, int] | None = None
    size = 0
    for begin, stop in _atoms(text, start, end, level, most):
        if held is None:
            held, size = (begin, stop), weight(text, begin, stop)
            continue
        together = size + weight(text, held[1], stop)
        if together > most:
            yield held
            held, size = (begin, stop), weight(text, begin, stop)
        else:
            held, size = (held[0], stop), together
    if held is not None:
        yield held


def _atoms(text: str, start: int, end: int, level: int, most: float) -> Iterator[tuple[int, int]]:
    """Pieces of at most `most` bytes: lines, sentences, clauses and words, then graphemes."""
    if weight(text, start, end) <= most:
        yield start, end
        return
    if level == len(LEVELS):
        yield from _graphemes(text, start, end, most)
        return
    for begin, stop in LEVELS[level](text, start, end):
        yield from _atoms(text, begin, stop, level + 1, most)


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for line in headings.LINE.finditer(text, start, end):
        if kept := line.group().rstrip():
            yield line.start(), line.start() + len(kept)


def _words(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for word in WORD.finditer(text, start, end):
        yield word.span()


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for clause in CLAUSE.finditer(text, start, end):
        if kept := clause.group().rstrip():
            yield clause.start(), clause.start() + len(kept)


LEVELS = (_lines, sentences.spans, _words, _clauses)


def _graphemes(text: str, start: int, end: int, most: float) -> Iterator[tuple[int, int]]:
    """Runs of whole graphemes; one that is larger than `most` by itself is cut between characters."""
    if text[start:end].isascii():
        yield from _slices(start, end, most)
        return
    begin, size = start, 0
    for found in GRAPHEME.finditer(text, start, end):
        heavy = weight(text, *found.span())
        if size and size + heavy > most:
            yield begin, found.start()
            begin, size = found.start(), 0
        if heavy > most:
            yield from _slices(*found.span(), most / 4)
            begin = found.end()
        else:
            size += heavy
    if begin < end:
        yield begin, end


def _slices(start: int, end: int, step: float) -> Iterator[tuple[int, int]]:
    return pairwise([*range(start, end, max(1, int(step))), end])


def weight(text: str, start: int, end: int) -> int:
    """The UTF-8 bytes of `text[start:end]`: tokens follow them more closely than characters in every script."""
    return end - start if text.isascii() else len(text[start:end].encode("utf-8", "surrogatepass"))


class BytePlace:
    """Tells places in a text as bytes of its UTF-8: each from the one before, so that nearby ones cost least."""

    __slots__ = ("_byte", "_place", "_text")

    def __init__(self, text: str, place: int = 0, byte: int = 0) -> None:
        """`byte` is that of `place`, from which the first is told."""
        self._text = None if text.isascii() else text
        self._place, self._byte = place, byte

    def at(self, place: int) -> int:
        """The bytes before `text[place]`."""
        if self._text is None:
            return self._byte + place - self._place
        if place >= self._place:
            self._byte += len(self._text[self._place : place].encode("utf-8", "surrogatepass"))
        else:
            self._byte -= len(self._text[place : self._place].encode("utf-8", "surrogatepass"))
        self._place = place
        return self._byte
