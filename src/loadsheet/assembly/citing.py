"""A text in; the markers in it that cite out, in every form that models write, and the text without them.

A marker is the number of a block in brackets: `[1]`, `[1, 3]`, `[1-3]`, `[^1]`, `【1】`. What stands in code
cites nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_NUMBERS = r"\d{1,20}(?:\s*[,;–-]\s*\d{1,20})*"
_ONE = rf"(?:\[\s*\^?{_NUMBERS}\s*\]|【\s*{_NUMBERS}\s*(?:†[^】`\n]{{0,40}})?】)"
_RUN = re.compile(rf"(?P<gap>\s?)(?P<run>{_ONE}(?: ?{_ONE})*)")
_BEGUN = r"(?:\[[\d\s,;–^-]{0,40}|【[^】`]{0,80})"
_WAITING = re.compile(rf"\s?(?:{_ONE} ?)*{_BEGUN}?\Z")
_CUT_OFF = re.compile(r"\s?[\[【][\d\s,;–^-]*\d[\d\s,;–-]*\Z")
_PART = re.compile(r"(\d{1,20})(?:\s*[–-]\s*(\d{1,20}))?")
_FENCE = r"^ {0,3}(?P<fence>`{3,}|~{3,})"
_CODE = r"(?<!`)(?P<ticks>`++)[^\n]*?(?<!`)(?P=ticks)(?!`)"
_TOKEN = re.compile(rf"{_FENCE}[^\n]*|{_CODE}|{_RUN.pattern}", re.MULTILINE)
"""A line that opens or closes a block of code, code in a line, or a run of markers."""
_CODE_OVER = re.compile(rf"{_CODE}(?=.)")
"""Code in a line that ended for sure: what follows is no further backtick."""

LONGEST_RANGE = 20
"""`[1-9]` names nine entries; a longer range is no citation but something else in brackets."""


class Run(NamedTuple):
    """Markers beside each other, in a text."""

    start: int
    end: int
    gap: str
    """The white space before them."""
    markers: str


class Reader:
    """Finds the runs of markers in a text that comes in pieces; what stands in code cites nothing: `rows[1]`."""

    def __init__(self) -> None:
        self._fence = ""
        self._in_line = False

    def runs(self, text: str) -> Iterator[Run]:
        """The runs of the next piece, which parts no token."""
        before = "." if self._in_line else ""  # a line that goes on opens no block
        for found in _TOKEN.finditer(before + text, len(before)):
            if found["fence"]:
                self._pass_fence(found["fence"])
            elif found["run"] and not self._fence:
                start, end = (at - len(before) for at in found.span())
                yield Run(start, end, found["gap"], found["run"])
        if text:
            self._in_line = not text.endswith("\n")

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


def unmarked(text: str) -> str:
    """A text without its markers."""
    said, passed = "", 0
    for run in Reader().runs(text) if "[" in text or "【" in text else ():
        said += text[passed : run.start]
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
