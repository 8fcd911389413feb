"""Lines of a page, each in the cells that gaps part it into, in; the tables and the labels among them out. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from loadsheet.corpus.formats.cells import OpenTable, cell_of

SLACK = 1.0
"""Points by which a cell may reach into the column beside it."""

FAR = 3.5
"""Sizes of a letter from one row of a table to the next, at the most."""

CLOSE = 1.35
"""And to the next line of the same cell."""

ODD = 1.7
"""A row that is so much further off than others are from each other begins something else."""

SIZES = 1.25
"""So much larger letters do, too."""

LABEL = 45
"""Characters of a label, or of the name of a column."""

DIGIT = re.compile(r"\d")
RUNS = re.compile(r"(\d+)|([^\W\d_]+)")


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a line without a gap in it."""

    text: str
    left: float
    right: float
    strong: bool = False
    """Whether it is printed in bold."""


@dataclass(frozen=True)
class Row:
    """A line of a page."""

    cells: tuple[Cell, ...]
    size: float
    """Of its letters, in points."""
    bottom: float
    """Where its letters stand, from the foot of the page."""

    @cached_property
    def text(self) -> str:
        """What it says."""
        return " ".join(cell.text for cell in self.cells)

    @property
    def strong(self) -> bool:
        """Whether all of it is in bold."""
        return all(cell.strong for cell in self.cells)


Columns = list[tuple[float, float]]
"""From where to where each reaches."""


def grid_end(rows: Sequence[Row], at: int, headings: Collection[int]) -> int:
    """Where the table, or the labels with their values, end that begin with a row; `at` where none do."""
    columns = _with([], rows[at])
    if columns is None or len(columns) < 2:
        return at
    size = rows[at].size
    pitch, end, parted = FAR * size, at + 1, 1
    while end < len(rows) and end not in headings:
        row, step = rows[end], rows[end - 1].bottom - rows[end].bottom
        if not 0 < step <= min(FAR * row.size, ODD * pitch) or not _alike(row.size, size):
            break
        if len(row.cells) == 1 and not _goes_on(row, columns, step):
            break
        wider = _with(columns, row)
        if wider is None or _begins_another(rows[end - 1], row, columns, wider, parted):
            break
        columns, end, parted = wider, end + 1, parted + (len(row.cells) > 1)
        pitch = min(pitch, max(step, CLOSE * row.size))
    if parted > 1:
        return end
    return at + 1 if _is_label(rows[at]) else at


def _begins_another(above: Row, row: Row, columns: Columns, wider: Columns, rows: int) -> bool:
    """Whether a row stands beside those above it, or opens a column that two of them have not."""
    beside = not any(_meet(cell, one.left, one.right) for cell in row.cells for one in above.cells)
    return (beside and len(above.cells) > 1) or (rows > 1 and len(wider) > len(columns))


def _alike(one: float, other: float) -> bool:
    return 1 / SIZES < one / other < SIZES


def _goes_on(row: Row, columns: Columns, step: float) -> bool:
    """Whether a line of one cell goes on in a column behind the first."""
    inside = any(left - SLACK <= row.cells[0].left for left, _ in columns[1:])
    return inside and step <= CLOSE * row.size


def _is_label(row: Row) -> bool:
    """Whether a line alone is a label with its value at the other side."""
    if len(row.cells) != 2:
        return False
    label, value = row.cells
    named = len(label.text) <= LABEL and not DIGIT.search(label.text)
    return named and len(value.text) <= LABEL and DIGIT.search(value.text) is not None


def _with(columns: Columns, row: Row) -> Columns | None:
    """The columns with a row in them; None where its cells stand across them."""
    made = list(columns)
    for cell in row.cells:
        met = [n for n, (left, right) in enumerate(made) if _meet(cell, left, right)]
        if len(met) > 1:
            return None
        if met:
            left, right = made[met[0]]
            made[met[0]] = min(left, cell.left), max(right, cell.right)
        else:
            made.append((cell.left, cell.right))
    made.sort()
    apart = all(one[1] <= after[0] + SLACK for one, after in pairwise(made))
    own = {_place(cell, made) for cell in row.cells}
    return made if apart and len(own) == len(row.cells) else None


def _meet(cell: Cell, left: float, right: float) -> bool:
    return cell.left < right - SLACK and cell.right > left + SLACK


def _place(cell: Cell, columns: Columns) -> int:
    """The column of a cell."""
    middle = (cell.left + cell.right) / 2
    return min(
        range(len(columns)),
        key=lambda n: max(columns[n][0] - middle, middle - columns[n][1], 0.0),
    )


# ---------------------------------------------------------------- what is written


def written(rows: Sequence[Row]) -> list[str]:
    """The lines of a table in markdown, or of a list of labels with their values."""
    columns: Columns = []
    for row in rows:
        columns = _with(columns, row) or columns
    grid = _grid(rows, columns)
    if len(grid) == 1:
        return [_labelled(*(cell.text for cell in rows[0].cells[:2]))]
    if not _is_headed(grid):
        return _pairs(grid) or _table([["" for _ in columns], *_texts(grid)])
    made = _texts(grid)
    beside = [_table(part) for part in _side_by_side(made)]
    return [line for n, part in enumerate(beside) for line in ([""] if n else []) + part]


Grid = list[list[Cell | None]]


def _grid(rows: Sequence[Row], columns: Columns) -> Grid:
    """The cells of a table, those over several lines as one."""
    steps = [one.bottom - after.bottom for one, after in pairwise(rows)]
    made: Grid = []
    for row, step in zip(rows, [0.0, *steps], strict=True):
        line: list[Cell | None] = [None] * len(columns)
        for cell in row.cells:
            line[_place(cell, columns)] = cell
        tight = bool(steps) and step <= CLOSE * row.size and step < 0.9 * max(steps)
        if made and tight and line[0] is None:
            made[-1] = [_joined(above, cell) for above, cell in zip(made[-1], line, strict=True)]
        else:
            made.append(line)
    return made


def _joined(above: Cell | None, cell: Cell | None) -> Cell | None:
    if above is None or cell is None:
        return above or cell
    return Cell(f"{above.text} {cell.text}", above.left, above.right, above.strong)


def _texts(grid: Grid) -> list[list[str]]:
    return [[cell.text if cell else "" for cell in row] for row in grid]


def _is_headed(grid: Grid) -> bool:
    """Whether the first row names the columns: it alone is in bold, or where values stand below it has other ones."""
    head, below = grid[0], grid[1:]
    said = [cell for cell in head if cell]
    if all(cell.strong for cell in said) and len(said) > 1:
        return any(cell and not cell.strong for row in below for cell in row)
    if _strong_columns(grid):
        return False
    columns = list(zip(head, *below, strict=True))
    values = [
        (name, found)
        for name, *cells in columns
        if (found := [cell.text for cell in cells if cell])
        and all(map(DIGIT.search, found))
        and name
    ]
    if values:
        return all(_names(name.text, found) for name, found in values)
    return len(said) == len(head) > 2 and not any(DIGIT.search(cell.text) for cell in said)


def _names(name: str, values: Sequence[str]) -> bool:
    """Whether a text may name a column of values."""
    if not DIGIT.search(name):
        return len(name) <= LABEL
    shapes = {_shape(value) for value in values}
    return len(values) > 1 and len(shapes) == 1 and _shape(name) not in shapes


def _shape(value: str) -> str:
    """`06:10` and `12:45` are alike, `1` is another."""
    return RUNS.sub(lambda run: "9" if run[1] else "a", value)


def _strong_columns(grid: Grid) -> bool:
    """Whether every other column alone is in bold."""
    cells = [(n, cell) for row in grid for n, cell in enumerate(row) if cell]
    return len(grid[0]) % 2 == 0 and all(cell.strong == (n % 2 == 0) for n, cell in cells)


def _pairs(grid: Grid) -> list[str]:
    """The labels with their values, a column after the other; nothing where other things stand in it."""
    width = len(grid[0])
    labels = [cell.text for row in grid for cell in row[::2] if cell]
    named = all(len(text) <= LABEL for text in labels)
    if width % 2 or not named or not (width == 2 or _strong_columns(grid) or _tells(grid)):
        return []
    return [
        f"- {_labelled(*(cell.text if cell else '' for cell in row[at : at + 2]))}"
        for at in range(0, width, 2)
        for row in grid
        if any(row[at : at + 2])
    ]


def _tells(grid: Grid) -> bool:
    """Whether figures stand in every other column alone."""
    digits = {
        n % 2 for row in grid for n, cell in enumerate(row) if cell and DIGIT.search(cell.text)
    }
    return digits == {1}


def _labelled(label: str, value: str) -> str:
    return f"{label.rstrip(': ')}: {value}" if label and value else label or value


def _side_by_side(rows: list[list[str]]) -> Iterator[list[list[str]]]:
    """A table that names a column again is two that stand beside each other."""
    names = rows[0]
    again = (n for n, name in enumerate(names) if name and name in names[n + 1 :])
    cut = next(again, -1) + 1
    if cut < 2 or len(names) - cut < 2:
        yield rows
        return
    for part in (slice(cut), slice(cut, None)):
        yield [row[part] for row in rows if any(row[part])]


def _table(rows: list[list[str]]) -> list[str]:
    return OpenTable(rows=[[cell_of(cell) for cell in row] for row in rows]).markdown().split("\n")
