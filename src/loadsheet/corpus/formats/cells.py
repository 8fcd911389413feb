"""The cells of a table as they come in, each with how far it reaches; the table as markdown out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

WIDEST = 50
"""Columns, or rows, that one cell may span."""


@dataclass(slots=True)
class OpenTable:
    """A table of a page that is open, with its rows so far."""

    rows: list[list[str]] = field(default_factory=list[list[str]])
    inside: bool = False
    """Whether a cell is open."""
    span: int = 1
    down: int = 1
    """Rows that the open cell goes on for."""
    hanging: dict[int, tuple[int, str]] = field(default_factory=dict[int, tuple[int, str]])
    """By column, how many further rows a cell of a row above reaches into, and what it says."""
    headed: bool = False
    """Whether a cell is a heading: it holds values then, whatever else stands in its cells."""
    layout: bool = False
    """Whether it arranges blocks rather than values: its cells are blocks then."""

    def begin(self) -> None:
        """A row begins; the one before may still have cells that hang into it."""
        if self.rows:
            self._fill()
        self.rows.append([])

    def add(self, text: str) -> None:
        """The open cell ends, after those that hang into its row before it."""
        self._fill()
        for part in (text, *[""] * (self.span - 1)):
            if self.down > 1:
                self.hanging[len(self.rows[-1])] = (self.down - 1, part)
            self.rows[-1].append(part)

    def _fill(self) -> None:
        row = self.rows[-1]
        while len(row) in self.hanging:
            rows, text = self.hanging.pop(at := len(row))
            if rows > 1:
                self.hanging[at] = (rows - 1, text)
            row.append(text)

    def open(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A cell begins."""
        if not self.rows:
            self.rows.append([])
        self.inside, self.headed = True, self.headed or tag == "th"
        self.span, self.down = (_number(attributes.get(name)) for name in ("colspan", "rowspan"))

    def cells(self) -> list[str]:
        """What stands in the cells, without a table around them."""
        return [cell.replace("\\|", "|") for row in self.rows for cell in row]

    def markdown(self) -> str:
        """The table, or nothing where it has no more than one column."""
        if self.rows:
            self._fill()
        rows = [row for row in self.rows if any(row)]
        width = max(map(len, rows), default=0)
        if width < 2:
            return ""
        lines = ["| " + " | ".join([*row, *[""] * (width - len(row))]) + " |" for row in rows]
        lines.insert(1, "|" + " --- |" * width)
        return "\n".join(lines)


def cell_of(text: str) -> str:
    """What stands in a cell on one line, with nothing in it that would end the cell."""
    return " ".join(text.split()).replace("|", "\\|")


def _number(given: str | None) -> int:
    """How many columns or rows a cell takes."""
    is_number = given is not None and given.isascii() and given.isdecimal() and len(given) < 7
    return max(1, min(int(given or 1), WIDEST)) if is_number else 1
