"""What every table on a terminal is made of: columns, colours, and what the output can show.

`width` is the number of columns that there are; 0 is a pipe or a file, where a table takes what it needs and no line
is broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from loadsheet.cli.text import line

WIDE = 116
"""From so many columns on, an entry of the manifest fits on one line."""

NARROW = 80
"""From so many columns on, an entry has its producer and rule beside it."""

BAR = 10
"""The width of a share that is 100 %."""

COLOURS = {
    "instructions": "blue",
    "skill": "blue",
    "constraint": "bright_blue",
    "history": "magenta",
    "background": "bright_black",
    "task_state": "bright_blue",
    "memory": "yellow",
    "structured_state": "bright_green",
    "evidence": "green",
    "attachment": "bright_green",
    "question": "cyan",
    "framing": "bright_black",
}
"""One colour a kind, the same in every table."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the output can show."""

    width: int = 0
    colour: bool = False
    ascii_only: bool = False

    @property
    def wide(self) -> bool:
        """Whether a row of many columns stays on one line."""
        return not self.width or self.width >= WIDE

    @property
    def prose(self) -> int | None:
        """How wide a text may be; None where nothing is cut."""
        return self.width or None


def heading(title: str, note: str = "") -> Text:
    """The line above a table."""
    made = Text(line(title), style="bold")
    if note:
        made.append(f"  {line(note)}", style="not bold dim")
    return made


def columns(*titles: str | Column, header: bool = True) -> Table:
    """A table without lines; what stands in it is separated by two spaces."""
    return Table(
        *titles,
        box=None,
        show_header=header,
        header_style="dim",
        pad_edge=False,
        padding=(0, 2, 0, 0),
        collapse_padding=True,
    )


def right(title: str, style: str = "") -> Column:
    """A column of numbers."""
    return Column(title, justify="right", no_wrap=True, style=style)


def whole(title: str, style: str = "") -> Column:
    """A column that is broken rather than cut."""
    return Column(title, overflow="fold", style=style)


def grid(widths: Sequence[int], numeric: Sequence[int]) -> Table:
    """One line of a table whose columns are as wide in every other line."""
    made = Table.grid(padding=(0, 2, 0, 0), pad_edge=False, collapse_padding=True)
    for index, width in enumerate(widths):
        is_number = index in numeric
        made.add_column(
            width=width,
            justify="right" if is_number else "left",
            overflow="fold",
            no_wrap=is_number,
        )
    return made


def widest(values: Iterable[str], limit: int) -> int:
    """The cells that the widest of the values takes, up to a limit."""
    return min(max(map(cell_len, values), default=0), limit)


def below(*facts: str) -> list[RenderableType]:
    """A line under an entry."""
    said = " · ".join(line(fact) for fact in facts if fact)
    return [Padding(Text(said, style="dim", overflow="fold"), (0, 0, 0, 2))] if said else []
