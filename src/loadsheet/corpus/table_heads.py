"""A text in; the tables in it out, each with the row that names its columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from loadsheet.corpus.headings import LINE

PARTED = re.compile(
    r"^(?P<head>[^\r\n]*\|[^\r\n]*)(?:\r\n|\r|\n)"
    r"[ \t>]*(?:\|[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*|:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+)\|?[ \t]*"
    r"(?:\r\n|\r|\n|\Z)",
    re.MULTILINE,
)
"""The row that names the columns, and the line that parts it from the rows."""

BORDER = re.compile(r"(?<!\\)\|")

LONGEST = 400
"""Characters of a head that are kept: beyond them a table is wider than anyone reads."""


class TableSpan(NamedTuple):
    """A table by its offsets: where its head begins, its rows and what follows them, and the names of its columns."""

    start: int
    rows: int
    end: int
    columns: str


def tables(text: str) -> Iterator[TableSpan]:
    """The tables of a text, in order."""
    at = 0
    while "|" in text and (found := PARTED.search(text, at)):
        at = found.end()
        while (line := LINE.match(text, at)) and "|" in line[0]:
            at = line.end()
        yield TableSpan(found.start(), found.end(), at, _named(found["head"]))


def columns_at(found: list[TableSpan], start: int) -> str:
    """The names of the columns, where a passage begins among the rows of a table; nothing where it holds the head."""
    place = bisect_right(found, (start,), key=lambda table: (table.start,)) - 1
    inside = place >= 0 and found[place].rows <= start < found[place].end
    return found[place].columns if inside else ""


def _named(head: str) -> str:
    cells = (
        " ".join(cell.replace("\\|", "|").split()) for cell in BORDER.split(head.strip(" \t>|"))
    )
    named = " | ".join(cells)
    return named if len(named) <= LONGEST else named[:LONGEST] + "…"
