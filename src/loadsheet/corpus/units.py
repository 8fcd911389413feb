"""A text in; the pieces that should not be cut out, each part of them under its headings.

A piece is a heading, a paragraph, a list, a table or a block of code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from loadsheet.corpus import headings

HeadingPath = tuple[str, ...]
"""The headings above a passage, outermost first."""

LIST_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)]|\([a-z0-9]{1,3}\))[ \t]+\S")


class Unit(NamedTuple):
    """A piece of text that should not be cut."""

    start: int
    end: int
    prose: bool = True
    leads: bool = False
    """Whether it belongs to what follows it: a heading, or a paragraph that ends with a colon."""


class HeadedPart(NamedTuple):
    """What stands under one heading, with the headings above it."""

    path: HeadingPath
    units: tuple[Unit, ...]


def parts(text: str, start: int = 0, *, rst: bool = False) -> Iterator[HeadedPart]:
    """The text cut at its headings; a heading with nothing under it joins the one that follows."""
    above: list[tuple[int, str]] = []
    block: list[headings.Line] = []
    units: list[Unit] = []
    body = False

    def close() -> None:
        nonlocal body
        if block:
            units.append(_unit(text, block))
            block.clear()
            body = True

    def path() -> tuple[str, ...]:
        return tuple(heading for _, heading in above if heading)

    for line in headings.lines(text, start, rst=rst):
        if line.heading is not None:
            close()
            if body:
                yield HeadedPart(path(), tuple(units))
                units.clear()
                body = False
            level, _ = line.heading
            above = [*(item for item in above if item[0] < level), line.heading]
            units.append(Unit(line.start, _visible_end(text, line), prose=False, leads=True))
        elif line.blank and not line.fenced:
            close()
        elif line.fenced != (bool(block) and block[-1].fenced):
            close()
            block.append(line)
        else:
            block.append(line)
    close()
    if units:
        yield HeadedPart(path(), tuple(units))


def _visible_end(text: str, line: headings.Line) -> int:
    return line.start + len(text[line.start : line.end].rstrip())


def _unit(text: str, block: Sequence[headings.Line]) -> Unit:
    start = block[0].start
    end = start + len(text[start : block[-1].end].rstrip())
    by_lines = (
        block[0].fenced
        or LIST_ITEM.match(text, start, end) is not None
        or _in_first_line("|", text, start, end)
    )
    return Unit(start, end, prose=not by_lines, leads=text.endswith((":", "："), start, end))


def _in_first_line(sign: str, text: str, start: int, end: int) -> bool:
    place = text.find(sign, start, end)
    return place >= 0 and headings.NEWLINE.search(text, start, place) is None


def is_list(text: str, unit: Unit) -> bool:
    """Whether a piece is a list."""
    return not unit.prose and LIST_ITEM.match(text, unit.start, unit.end) is not None
