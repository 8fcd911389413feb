"""The bytes of a CSV or TSV file in; a table in markdown out, its first row naming the columns."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from loadsheet.corpus.formats import Extracted, Limits, Unreadable
from loadsheet.corpus.formats.cells import OpenTable, cell_of
from loadsheet.corpus.formats.encoding import decode

DELIMITERS = ",;\t|"
"""In the order of how common they are: the first of those that part the rows equally well is taken."""

LOOKED_AT = 50
"""Rows that tell what parts the cells."""


def read(data: bytes, limits: Limits) -> Extracted | Unreadable:
    """The table; what stands above its head is text, and a file with one column is a line for each."""
    decoded = decode(data)
    if decoded is None:
        return Unreadable("is binary")
    csv.field_size_limit(limits.characters)
    lines = decoded.text.replace("\0", "\ufffd").splitlines(keepends=True)
    delimiter = max(DELIMITERS, key=lambda sign: _parted(lines, sign))
    rows = list(filter(any, (_cells(row) for row in csv.reader(lines, delimiter=delimiter))))
    head = _head(rows)
    above = [": ".join(filter(None, row)) for row in rows[:head]]
    table = OpenTable(rows=rows[head:]).markdown()
    text = "\n\n".join(filter(None, ("\n".join(above), table)))
    return Extracted(text, notes=decoded.notes)


def _cells(row: Iterable[str]) -> list[str]:
    return [cell_of(cell) for cell in row]


def _head(rows: list[list[str]]) -> int:
    """The row that names the columns: those above it say what the table is, in a cell or as a label with its value."""
    filled = [sum(map(bool, row)) for row in rows[:LOOKED_AT]]
    few = 2 if max(filled, default=0) > 2 else 1
    return next((at for at, cells in enumerate(filled) if cells > few), len(rows))


def _parted(lines: list[str], delimiter: str) -> tuple[int, int]:
    """How many of the first rows have the same number of cells, where these are several, and how many cells."""
    widths = Counter(map(len, islice(csv.reader(lines, delimiter=delimiter), LOOKED_AT)))
    return max(((rows, width) for width, rows in widths.items() if width > 1), default=(0, 0))
