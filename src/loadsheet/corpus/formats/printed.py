"""A page of a PDF, as PDFium reads it, in; its lines out, each with its letters' size and the gaps that part it."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from typing import Any

from loadsheet.corpus.formats.columns import Cell, Row
from loadsheet.corpus.formats.outline import STOP
from loadsheet.surrogates import in_characters

GAP = 1.0
"""Sizes of a letter from which the space between two words parts a line."""

LOOKED_BACK = 6
"""Lines above among which the rest of a row is looked for that was painted later."""

LEVEL = 0.3
"""Sizes of a letter by which what stands on one line may differ in height."""

BESIDE = 60
"""Characters of such a rest: more is a column of text."""

LINE = re.compile(r"[^\r\n]+")
WORD = re.compile(r"\S+")
BOLD = re.compile(r"bold|black|heavy|demi|cmbx|medi$", re.IGNORECASE)
FORCED = 1 << 18
"""The flag of a font that is made bold."""
WEIGHT = 600

MARK = re.compile(r"(?:[-•◦▪‣●○■–*]|\(?(?:\d{1,3}|[A-Za-z])[.)]?|\d{1,2}(?:\.\d{1,2})+\.?)$")
"""What stands before an item of a list, or a heading, with a gap behind it."""


def lines_of(page: Any) -> tuple[list[Row], int]:
    """The lines of a page in the order in which they are read, and how many characters it has."""
    bounds: tuple[float, float, float, float] = page.get_bbox()
    with closing(page.get_textpage()) as text:
        read = _Reader(import_module("pypdfium2.raw"), text)
        rows: list[Row] = []
        for line in LINE.finditer(read.text):
            row = _within(read.row(line.start(), line.group()), bounds)
            if row and not _beside(rows, row):
                rows.append(row)
        return rows, len(read.text)


def _within(row: Row, bounds: tuple[float, float, float, float]) -> Row | None:
    """What of a line stands on the page."""
    left, bottom, right, top = bounds
    cells = tuple(c for c in row.cells if c.right > left and c.left < right)
    return replace(row, cells=cells) if cells and bottom <= row.bottom <= top else None


def _beside(rows: list[Row], row: Row) -> bool:
    """Whether a line is the rest of one above it, which it is put to: it was painted later, or has one letter."""
    level = LEVEL * row.size
    if not rows or row.bottom <= rows[-1].bottom - level or len(row.text) > BESIDE:
        return False
    for at in range(len(rows) - 1, max(-1, len(rows) - 1 - LOOKED_BACK), -1):
        above = rows[at]
        if abs(above.bottom - row.bottom) >= level or len(above.text) > BESIDE:
            continue
        if above.cells[-1].right < row.cells[0].left:
            rows[at] = replace(above, cells=(*above.cells, *row.cells))
            return True
    return False


class _Reader:
    """Asks PDFium for what it knows of the characters of a page."""

    def __init__(self, raw: Any, text: Any) -> None:
        self._raw, self._text, self._page = raw, text, text.raw
        self._numbers = [ctypes.c_double() for _ in range(4)]
        self._matrix = raw.FS_MATRIX()
        self._name, self._flags = ctypes.create_string_buffer(128), ctypes.c_int()

    @cached_property
    def text(self) -> str:
        """A character for each that PDFium counts: one by one only where some have none, or two."""
        whole: str = self._text.get_text_range()
        count = self._raw.FPDFText_CountChars(self._page)
        if len(whole) == count:
            return whole.replace("\0", " ")
        made = (self._raw.FPDFText_GetUnicode(self._page, n) for n in range(count))
        return "".join(chr(code) if 0 < code <= 0x10FFFF else " " for code in made)

    def row(self, start: int, line: str) -> Row:
        """The line that begins at a character."""
        words = [(start + w.start(), start + w.end()) for w in WORD.finditer(line)]
        if not words:
            return Row((), 1.0, 0.0)
        size = self._size(words[0][0])
        cells = list(self._cells(words, size))
        return Row(_marked(cells), size, self._bottom(words[0][0]))

    def _cells(self, words: Sequence[tuple[int, int]], size: float) -> Iterator[Cell]:
        """The words of a line, those without a gap between them together."""
        held: list[tuple[int, int]] = []
        for word in words if len(words) > 1 and self._is_parted(words) else ():
            if held:
                gap = self._box(word[0])[0] - self._box(held[-1][1] - 1)[1]
                if not -GAP * size < gap < GAP * size:
                    yield self._cell(held)
                    held = []
            held.append(word)
        yield self._cell(held or words)

    def _is_parted(self, words: Sequence[tuple[int, int]]) -> bool:
        """Whether a line was painted in several pieces: in one there is no gap."""
        start, end = words[0][0], words[-1][1]
        return self._raw.FPDFText_CountRects(self._page, start, end - start) > 1

    def _cell(self, words: Sequence[tuple[int, int]]) -> Cell:
        start, end = words[0][0], words[-1][1]
        said = in_characters(" ".join(self.text[start:end].split()))
        strong = self._is_strong(start) and self._is_strong(end - 1)
        return Cell(said, self._box(start)[0], self._box(end - 1)[1], strong)

    def _box(self, at: int) -> tuple[float, float]:
        """Where a character begins and ends, from the left."""
        self._raw.FPDFText_GetCharBox(self._page, at, *self._numbers)
        return self._numbers[0].value, self._numbers[1].value

    def _bottom(self, at: int) -> float:
        across, up = self._numbers[:2]
        self._raw.FPDFText_GetCharOrigin(self._page, at, across, up)
        return up.value

    def _size(self, at: int) -> float:
        """The points of a letter as it stands on the page."""
        given = self._raw.FPDFText_GetFontSize(self._page, at)
        if self._raw.FPDFText_GetMatrix(self._page, at, self._matrix):
            given *= math.hypot(self._matrix.b, self._matrix.d)
        return given or 1.0

    def _is_strong(self, at: int) -> bool:
        if self._raw.FPDFText_GetFontWeight(self._page, at) >= WEIGHT:
            return True
        size = self._raw.FPDFText_GetFontInfo(self._page, at, self._name, 128, self._flags)
        name = self._name.value.decode("utf-8", "replace") if 0 < size <= 128 else ""
        return bool(self._flags.value & FORCED or BOLD.search(name))


def _marked(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells of a line; the mark of an item, or the number of a heading, with what it stands before."""
    if (
        len(cells) != 2
        or not MARK.match(cells[0].text)
        or not re.search(r"[^\W\d_]", cells[1].text)
    ):
        return tuple(cells)
    mark, said = cells
    point = "." if mark.text.isdecimal() and STOP.search(said.text) else ""
    return (Cell(f"{mark.text}{point} {said.text}", mark.left, said.right, said.strong),)
