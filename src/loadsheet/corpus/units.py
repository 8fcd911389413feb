"""A text in; the pieces that should not be cut out, each part of them under its headings.

A piece is a heading, a paragraph, a list, a table or a block of code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from loadsheet.corpus import headings
from loadsheet.corpus.splitting import BytePlace

HeadingPath = tuple[str, ...]
"""The headings above a passage, outermost first."""

LIST_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)]|\([a-z0-9]{1,3}\))[ \t]+\S")


class Unit(NamedTuple):
    """A piece of text that should not be cut."""

    start: int
    end: int
    first_byte: int
    end_byte: int
    """Where it begins and ends in UTF-8: tokens follow its bytes more closely than characters in every script."""
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
    path: HeadingPath = ()
    units: list[Unit] = []
    place = BytePlace(text)
    block: headings.Line | None = None
    """The first line of a piece, which ends at `end`."""
    end = start
    body = False
    for line in headings.lines(text, start, rst=rst):
        if block is not None and (line.heading is not None or line.fenced != block.fenced):
            units.append(_unit(text, block, end, place))
            block, body = None, True
        if line.heading is not None:
            if body:
                yield HeadedPart(path, tuple(units))
                units.clear()
                body = False
            while above and above[-1][0] >= line.heading[0]:
                above.pop()
            above.append(line.heading)
            path = tuple([heading for _, heading in above if heading])
            stop = _visible_end(text, line.start, line.end)
            units.append(Unit(line.start, stop, place.at(line.start), place.at(stop), False, True))
            continue
        if line.start < line.end:
            block, end = block or line, line.end
        if line.ends and block is not None:
            units.append(_unit(text, block, end, place))
            block, body = None, True
    if block is not None:
        units.append(_unit(text, block, end, place))
    if units:
        yield HeadedPart(path, tuple(units))


def _visible_end(text: str, start: int, end: int) -> int:
    while start < end and text[end - 1].isspace():
        end -= 1
    return end


def _unit(text: str, block: headings.Line, end: int, place: BytePlace) -> Unit:
    start, end = block.start, _visible_end(text, block.start, end)
    by_lines = (
        block.fenced
        or LIST_ITEM.match(text, start, end) is not None
        or _in_first_line("|", text, start, end)
    )
    leads = text.endswith((":", "："), start, end)
    return Unit(start, end, place.at(start), place.at(end), not by_lines, leads)


def _in_first_line(sign: str, text: str, start: int, end: int) -> bool:
    place = text.find(sign, start, end)
    return place >= 0 and headings.NEWLINE.search(text, start, place) is None


def is_list(text: str, unit: Unit) -> bool:
    """Whether a piece is a list."""
    return not unit.prose and LIST_ITEM.match(text, unit.start, unit.end) is not None
