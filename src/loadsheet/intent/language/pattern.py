"""A regular expression goes in; the same one, quick to say that it does not match, comes out.

A turn is read by some three hundred patterns, and holds the words of a few: a pattern is tried only where a text holds
a piece without which it cannot match. The engine compares letters much faster than it ignores their case, so such a
text is tried in lower case first, and only where that matches is it read as written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from threading import Lock
from typing import ClassVar, Generic, NamedTuple, TypeVar

from loadsheet.intent.language.needs import ANY, TOKEN, needs, pieces
from loadsheet.lazy import lazy_re

_AS_WRITTEN = re.compile(r"(\\[^\W\d]|\(\?P[<=]\w+)|[^\\(]+|.", re.DOTALL)
"""What of a form is not to be written small, a class like `\\W` or the name of a group, or other characters."""

_ODD = str.maketrans({"İ": "i", "ı": "i", "ſ": "s", "μ": "µ", "Μ": "µ"})
"""Characters that match another letter where case does not count, and whose lower case is not that letter."""


_PART = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]|[^\\\[()|]+", re.DOTALL)
"""A character of a form that is escaped, a class, what alternatives are told by, or other characters."""
_WHOLE = re.compile(r"\\\d|\(\?(?:[a-zA-Z]+\)|\(|P=)")
"""Stands in a form whose alternatives mean something else by themselves: a group again, or a flag."""

_ALWAYS = 1
"""The bit of what needs nothing, which every text holds."""
_bits: dict[str, int] = {}
"""The bits of what can match where a piece is held, by the piece."""
_deriving = Lock()
"""Held by the one thread that writes `_bits`."""

Row = TypeVar("Row")


class _Alternative(NamedTuple):
    bit: int
    """What a text holds in which it matches."""
    quick: re.Pattern[str]


class Pattern:
    """A regular expression that gives what it would give by itself, sooner; case counts for nothing if not said.

    A pattern that decides something says by example what it is about: a text in which it matches, and one in which it
    does not. Both are tried in the tests.
    """

    made: ClassVar[list[Pattern]] = []
    """Every pattern, in the order in which they were made."""
    derived: ClassVar[int] = 0
    """How many alternatives have a bit: what a text was found to hold before is not all that it holds now."""

    def __init__(
        self, form: str, flags: int = re.IGNORECASE, *, fits: str = "", misses: str = ""
    ) -> None:
        self.form, self.flags = form, flags
        self.fits, self.misses = fits, misses
        self.plain = lazy_re(form, flags)
        """The regular expression as it is written."""
        self._read = _in_lower_case if flags & re.IGNORECASE else _as_written
        Pattern.made.append(self)

    @cached_property
    def ways(self) -> tuple[int, tuple[_Alternative, ...]]:
        """The alternatives, of which one matches the lower case of every text that `plain` matches, and all their bits.

        So nothing that must not stand in a text may be written with its case: `(?!(?-i:[A-Z]))`.
        """
        form = self.form
        if self.flags & re.IGNORECASE:
            form = _AS_WRITTEN.sub(lambda found: found[1] or found[0].lower(), form)
        flags = self.flags & ~re.IGNORECASE
        bits, ways = 0, tuple(_derived(one, flags) for one in alternatives(form, flags))
        for way in ways:
            bits |= way.bit
        return bits, ways

    def can_match(self, text: str) -> bool:
        """Whether it matches anywhere in a text."""
        bits, ways = self.ways  # derived before the text is read
        read, held = self._read(text, Pattern.derived)
        if bits & held:
            for bit, quick in ways:
                if bit & held and quick.search(read):
                    return True
        return False

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a text."""
        bits, ways = self.ways
        read, held = self._read(text, Pattern.derived)
        if bits & held:
            for bit, quick in ways:
                if bit & held and quick.search(read):
                    return self.plain.search(text)
        return None

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The match that begins at `start`."""
        bits, ways = self.ways
        read, held = self._read(text, Pattern.derived)
        if bits & held:
            for bit, quick in ways:
                if bit & held and quick.match(read, start):
                    return self.plain.match(text, start)
        return None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The match that is the whole text."""
        bits, ways = self.ways
        read, held = self._read(text, Pattern.derived)
        if bits & held:
            for bit, quick in ways:
                if bit & held and quick.fullmatch(read):
                    return self.plain.fullmatch(text)
        return None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Every match, from left to right."""
        return self.plain.finditer(text) if self.can_match(text) else iter(())

    def findall(self, text: str) -> list[str]:
        """The text of every match of a pattern without groups."""
        return [found[0] for found in self.finditer(text)]

    def sub(self, put: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """The text with `put` in the place of every match, or of the first `count`."""
        return self.plain.sub(put, text, count) if self.can_match(text) else text

    def split(self, text: str, maxsplit: int = 0) -> list[str]:
        """The pieces of a text between the matches, with at most `maxsplit` cuts where that is given."""
        return self.plain.split(text, maxsplit) if self.can_match(text) else [text]


class PatternTable(Generic[Row]):
    """Rows with a pattern each, of which a text needs to be read by a few."""

    def __init__(self, rows: Iterable[tuple[Pattern, Row]]) -> None:
        self._rows = tuple(rows)

    @cached_property
    def _needed(self) -> tuple[tuple[int, tuple[Pattern, Row]], ...]:
        """The bits of each row's pattern; one for which case counts is near every text."""
        return tuple((r[0].ways[0] if r[0].flags & re.IGNORECASE else -1, r) for r in self._rows)

    def near(self, text: str) -> list[tuple[Pattern, Row]]:
        """The rows, in order, whose pattern may match in a text: no other one does."""
        needed = self._needed  # derived before the text is read
        _, held = _in_lower_case(text, Pattern.derived)
        return [row for bits, row in needed if bits & held]


def alternatives(form: str, flags: int) -> list[str]:
    """The forms of which one matches where a form does; only the form where one alone would mean something else."""
    if flags & re.VERBOSE or _WHOLE.search(form):
        return [form]
    found, depth = [""], 0
    for part in _PART.findall(form):
        depth += (part == "(") - (part == ")")
        if part == "|" and not depth:
            found.append("")
        else:
            found[-1] += part
    return found


def _derived(form: str, flags: int) -> _Alternative:
    """An alternative with its bit; who has it has it counted."""
    needed = needs(form, flags)
    with _deriving:
        bit = _ALWAYS if ANY in needed else _ALWAYS << (Pattern.derived + 1)
        for piece in needed:
            _bits[piece] = _bits.get(piece, 0) | bit
        Pattern.derived += 1
    return _Alternative(bit, lazy_re(form, flags))


@lru_cache(maxsize=1024)
def _in_lower_case(text: str, derived: int) -> tuple[str, int]:
    """A text with all that is alike where case does not count written alike, character by character, and what it holds:
    the bits of the patterns that can match in it, of those that were derived by then."""
    return _as_written(text.lower() if text.isascii() else text.translate(_ODD).lower(), derived)


@lru_cache(maxsize=1024)
def _as_written(text: str, derived: int) -> tuple[str, int]:
    held = _ALWAYS
    for token in TOKEN.findall(text):
        held |= _of_token(token, derived)
    return text, held


@lru_cache(maxsize=8192)
def _of_token(token: str, _derived: int) -> int:
    held = 0
    for piece in pieces(token):
        held |= _bits.get(piece, 0)
    return held
