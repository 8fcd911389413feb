"""A text in; the tables, lists and blocks of code in it out, and how a row of a table is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

import regex

from loadsheet.artifacts import Span
from loadsheet.corpus.terms import terms
from loadsheet.lazy import lazy_regex

MOST_OF_A_TABLE = 400
"""A table is quoted whole up to so many characters."""

MOST_OF_A_WHOLE = 1500
"""A list or a block of code is quoted whole up to so many characters, and by the line where it is longer."""

TABLE = lazy_regex(
    r"^(?P<head>(?P<names>\|[^\n]*)\n\|[ \t:|-]+)\n(?:\|[^\n]*(?:\n|\Z))+", regex.MULTILINE
)
"""A table in markdown: the names of its columns, the line that parts them from the rows, and the rows."""

LONGEST_NAME = 40
"""Characters that the name of a column has at the most."""

DELIMITED = lazy_regex(
    r"^(?![|#>\s])(?=[^\n]*[;,\t]\S)(?:(?![^\n]*[;,](?=\s\S))[^\n]*[;,\t][^\n]*(?:\n|\Z)){2,}",
    regex.MULTILINE,
)
"""Lines of values between commas, semicolons or tabs, as of a spreadsheet; in prose a space follows a comma."""

CODE = lazy_regex(
    r"^[ ]{0,3}(```+|~~~+)[^\n]*\n.*?^[ ]{0,3}\1[ \t]*$", regex.MULTILINE | regex.DOTALL
)

LIST = lazy_regex(
    r"^(?P<mark>[ ]{0,3}(?:[-*+•]|(?P<number>\d{1,3}[.)])))[ \t]+[^\n]+"
    r"(?:\n(?:[ \t]*\n)?[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+[^\n]+|\n[ \t]+[^\s][^\n]*)+",
    regex.MULTILINE,
)
"""Two items or more, one below the other."""

PADDING = lazy_regex(r"[ \t]{2,}")
"""What makes the columns of a table as wide as their widest cell."""
RULE = lazy_regex(r"-{4,}")
"""The line below the head, made as wide."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What a piece is part of."""

    kind: Literal["table", "list", "steps", "code"]
    span: Span
    text: str
    """As it is shown."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table in markdown: its head with the line below, and where its rows end."""

    head: Span
    end: int
    columns: frozenset[str]

    def shown(self, text: str, row: Span) -> str:
        """A row under its head; for the head itself, the rows that a quotation has room for. Cells are not padded."""
        head = RULE.sub("---", PADDING.sub(" ", text[self.head.start : self.head.end]))
        if row.start >= self.head.end:
            return f"{head}\n{unpadded(text[row.start : row.end])}"
        rows = PADDING.sub(" ", text[self.head.end : self.end].strip("\n")).split("\n")
        while len(rows) > 1 and sum(map(len, rows)) > MOST_OF_A_TABLE:
            rows.pop()
        return "\n".join((head, *rows))


def tables(text: str) -> Iterator[Table]:
    """The tables of a text that have a head and rows."""
    for match in TABLE.finditer(text):
        head = Span(start=match.start("head"), end=match.end("head"))
        yield Table(head, match.end(), frozenset(terms(match["names"])))
    for match in DELIMITED.finditer(text):
        lines = match[0].splitlines(keepends=True)
        cells = _cells(lines[0])
        if any(len(name) > LONGEST_NAME for name in lines[0].split(cells[1])):
            continue  # prose, with a comma in a number
        rows = [*takewhile(lambda row, cells=cells: _cells(row) == cells, lines)]
        if len(rows) > 1:
            start, head = match.start(), lines[0].rstrip()
            end = start + sum(map(len, rows))
            yield Table(Span(start=start, end=start + len(head)), end, frozenset(terms(head)))


def _cells(row: str) -> tuple[int, str]:
    """How often what parts the cells of a line of values does so, and what it is."""
    return max((row.count(sign), sign) for sign in ";,\t")


def cells_of(row: str) -> list[str]:
    """The cells of a row, in markdown or between commas, semicolons or tabs."""
    parted = row.strip().strip("|").split("|") if is_row(row) else row.split(_cells(row)[1])
    return [cell.strip() for cell in parted]


def unpadded(text: str) -> str:
    """A row of a table without what makes its cells as wide as the widest; any other text as it is."""
    return PADDING.sub(" ", text) if is_row(text) else text


def wholes(text: str) -> list[Whole]:
    """The blocks of code and the lists of a text that are short enough to be quoted whole, in their order."""
    found: list[Whole] = []
    if "```" in text or "~~~" in text:
        found += [
            Whole("code", Span(start=m.start(), end=m.end()), m[0].strip())
            for m in CODE.finditer(text)
            if len(m[0]) <= MOST_OF_A_WHOLE
        ]
    code = tuple(found)
    for m in LIST.finditer(text):
        inside = any(one.span.start <= m.start() < one.span.end for one in code)
        if not inside and len(m[0]) <= MOST_OF_A_WHOLE:
            kind = "steps" if m["number"] else "list"
            found.append(Whole(kind, Span(start=m.start(), end=m.end()), m[0].strip()))
    return sorted(found, key=lambda one: one.span.start)


def is_row(text: str) -> bool:
    """Whether a text is a row of a table in markdown."""
    return text.startswith("|")
