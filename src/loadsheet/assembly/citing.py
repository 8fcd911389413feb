"""A text in; the markers in it that cite out, in every form that models write, and the text without them.

A marker is the number of a block in brackets: `[1]`, `[1, 3]`, `[1-3]`, `【1】`. What stands in code cites nothing, nor
does a link, a note of the text's own (`[^1]`), an interval from 0, an index (`a[1]`) or what a backslash escapes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from loadsheet.lazy import lazy_re

_NUMBERS = r"\d{1,40}(?:\s*[,;–-]\s*\d{1,40})*"
_BRACKETS = (
    rf"(?:[\[［]\s*(?!0+\s*[,;–-]){_NUMBERS}\s*[\]］]|【\s*{_NUMBERS}\s*(?:†[^】`\n]{{0,40}})?】)"
)
_TARGET = r"\((?:[^\s()]|\([^\s()]*\))*"
_LINKS = rf"{_TARGET}(?:\)|\s+[\"'])|\[(?!\^|\s*{_NUMBERS}\s*\])[^\[\]\n]+\]"
"""What makes a link of the brackets before it: where it leads, or the name of a definition."""
_ONE = rf"(?<!\\)(?<!\b[a-z]){_BRACKETS}(?!{_LINKS})"
_RUN = lazy_re(rf"(?P<gap>[ \t]?)(?P<run>{_ONE}(?:[ ]?[,;]?[ ]?{_ONE})*)")
_BEGUN = r"(?:[\[［][\d\s,;–-]{0,80}|【[^】`]{0,80})"
_LEADING = rf"{_BRACKETS}(?:{_TARGET}\s*|\[[^\[\]\n]*)"
"""Brackets that may be a link."""
_WAITING = lazy_re(rf"[ \t]{{0,4}}(?:{_BRACKETS} ?[,;]? ?)*(?:{_BEGUN}|{_LEADING})?\Z")
_CUT_OFF = lazy_re(r"[ \t]?[\[［【][\d\s,;–-]*\d[\d\s,;–-]*\Z")
_PART = lazy_re(r"(\d{1,40})(?:\s*[–-]\s*(\d{1,40}))?")
_MARKER = lazy_re(_BRACKETS)
_BRACKET = lazy_re(r"[\[\]［］【】]")
_ESCAPED = lazy_re(r"\\(?=[\[\]［］【】])")
_FENCE = r"^ {0,3}(?P<fence>`{3,}|~{3,})"
_CODE = r"(?<!`)(?P<ticks>`++)[^\n]*?(?<!`)(?P=ticks)(?!`)"
_DEFINITION = r"^ {0,3}\[\d+\]:"
_TOKEN = lazy_re(rf"{_FENCE}[^\n]*|{_CODE}|{_DEFINITION}|{_RUN.pattern}", re.MULTILINE)
"""A line that opens or closes a block of code, code in a line, where a link leads, or a run of markers."""
_CODE_OVER = lazy_re(rf"{_CODE}(?=.)")
"""Code in a line that ended for sure: what follows is no further backtick."""

LONGEST_RANGE = 20
"""`[1-9]` names nine entries; a longer range is no citation but something else in brackets."""

SEEN_BEFORE = 2
"""Characters before a marker by which it may be none: a backslash, a letter that stands alone."""


class Run(NamedTuple):
    """Markers beside each other, in a text."""

    start: int
    end: int
    gap: str
    """The blank before them."""
    markers: str


class MarkerReader:
    """Finds the runs of markers in a text that comes in pieces, none of which parts a token."""

    def __init__(self) -> None:
        self._fence = ""
        self._before = ""

    def runs(self, text: str) -> Iterator[Run]:
        """The runs of the next piece."""
        before = self._before
        for found in _TOKEN.finditer(before + text, len(before)):
            if found["fence"]:
                self._pass_fence(found["fence"])
            elif found["run"] and not self._fence:
                end = found.end() - len(before)
                gap = "" if text[end : end + 1].isalnum() else found["gap"]  # it parts two words
                yield Run(end - len(found["run"]) - len(gap), end, gap, found["run"])
        self._before = (before + text)[-SEEN_BEFORE:]

    def _pass_fence(self, mark: str) -> None:
        if not self._fence:
            self._fence = mark
        elif mark.startswith(self._fence):
            self._fence = ""


def numbers(marker: str) -> list[int]:
    """The numbers that a marker, or a run of them, names, in order."""
    found: list[int] = []
    for part in _PART.finditer(marker):
        first = int(part.group(1))
        last = int(part.group(2)) if part.group(2) else first
        span = range(first, last + 1) if first <= last <= first + LONGEST_RANGE else (first, last)
        found += [number for number in span if number not in found]
    return found


def parted(markers: str) -> Iterator[tuple[str, str]]:
    """Each marker of a run, behind what joins it to the one before it."""
    passed = 0
    for found in _MARKER.finditer(markers):
        yield markers[passed : found.start()], found[0]
        passed = found.end()


def unmarked(text: str) -> str:
    """A text without its markers."""
    return _with_runs(text, lambda _run: "")


def escaped(text: str) -> str:
    """A text of which nothing is read as a marker: what looks like one has backslashes before its brackets."""
    return _with_runs(text, lambda run: run.gap + _BRACKET.sub(r"\\\g<0>", run.markers))


def plain(text: str) -> str:
    """A text without the backslashes of `escaped`."""
    return _ESCAPED.sub("", text)


def _with_runs(text: str, put: Callable[[Run], str]) -> str:
    """A text with something put for each of its runs."""
    said, passed = "", 0
    for run in MarkerReader().runs(text) if _BRACKET.search(text) else ():
        said += text[passed : run.start] + put(run)
        passed = run.end
    return said + text[passed:]


def decided(text: str) -> int:
    """Up to where a text reads the same whatever follows: not in a marker that has begun, nor in code in a line."""
    found = _WAITING.search(text)
    end = found.start() if found else len(text)
    line = text.rfind("\n") + 1
    last = _CODE_OVER.sub(lambda code: "." * len(code[0]), text[line:])
    if last and last.lstrip(" ")[:1] in {"", "`", "~"}:
        return min(end, line)
    return min(end, line + last.index("`")) if "`" in last else end


def cut_off(text: str) -> int:
    """Where a marker begins that breaks off at the end; the length of a text without one."""
    found = _CUT_OFF.search(text)
    return found.start() if found else len(text)
