"""Lines without any print in; those that are headings by their numbers, or by standing above a text, out. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

LONGEST = 70
"""Characters of a heading that nothing but its place and number tells."""

NUMBERED = re.compile(r"[ \t]{0,3}(?:§[ \t]*)?(\d{1,2}(?:\.\d{1,2}){0,3})[.)]?[ \t]+(?=[^\W\d_])")
STOP = re.compile(r"[.;,!?:…][\"'”’)\]]*$")
WORDS = 8

Number = tuple[int, ...]


def numbered(lines: Sequence[str]) -> dict[int, int]:
    """The lines that are headings by numbers that count up, each with how deep it stands, from 1.

    Below a heading stands what it is the heading of: of a list, an item follows an item.
    """
    said = [at for at, line in enumerate(lines) if line.strip()]
    below = dict(pairwise(said))
    found: dict[int, Number] = {}
    last: Number = ()
    for at in said:
        number = _number(lines[at])
        if number is None or number not in _next(last) or at not in below:
            continue
        under = lines[below[at]].strip()
        after = _number(under)
        listed = after is not None and len(after) <= len(number)
        if not listed and not under[:1].islower():
            found[at] = last = number
    return {at: len(number) for at, number in found.items()} if len(found) > 1 else {}


def _number(line: str) -> Number | None:
    """The number of a line that may be a heading."""
    found = NUMBERED.match(line)
    said = line.strip()
    if found is None or len(said) > LONGEST or STOP.search(said) or line[found.end()].islower():
        return None
    return tuple(map(int, found[1].split(".")))


def _next(last: Number) -> set[Number]:
    """The numbers that may come after one."""
    above = {(*last[:depth], last[depth] + 1) for depth in range(len(last))}
    return {(*last, 1), *above}


def titled(lines: Sequence[str]) -> Iterator[int]:
    """The lines that are headings by standing above a text, with an empty line before them: all in capitals, or where
    most texts begin with such a line."""
    starts = [
        at
        for at, line in enumerate(lines)
        if line.strip() and (at == 0 or not lines[at - 1].strip()) and _headed(lines, at)
    ]
    short = [at for at in starts if is_title(lines[at])]
    capitals = [at for at in short if lines[at].isupper()]
    yield from short if len(short) > 1 and 2 * len(short) > len(starts) else capitals


def _headed(lines: Sequence[str], at: int) -> bool:
    """Whether a text begins with a line, and is no line alone."""
    return at + 1 < len(lines) and (bool(lines[at + 1].strip()) or lines[at].isupper())


def is_title(line: str) -> bool:
    """Whether a line may stand above a text: it is short and neither a sentence nor a label with its value."""
    said = line.strip()
    return (
        ": " not in said
        and line[:1].isupper()
        and len(said) <= LONGEST
        and len(said.split()) <= WORDS
        and not STOP.search(said)
        and sum(map(str.isalpha, said)) > 3
    )
