"""A regular expression goes in; a pattern that is only tried on texts which hold one of its words comes out.

A turn is read by some two hundred patterns, and holds the words of a few. What a pattern cannot do without is derived
from the pattern itself (`needs`), never kept by hand: a pattern that needs nothing is tried on every text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from threading import Lock
from typing import ClassVar

from loadsheet.intent.language.needs import SINGLE, folded, needs

WARM = 24
"""Texts on which a pattern is tried before its needs are derived: a program that reads one turn and ends never pays."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_bits: dict[str, int] = defaultdict(int)
"""A bit for each pattern that can match where a need is met, by the need."""
_deriving = Lock()
"""Held by the one thread that writes `_bits`."""


class Pattern:
    """A regular expression that gives what it would give by itself, sooner; case counts for nothing if not said.

    A pattern that decides something says by example what it is about: a text in which it matches, and one in which it
    does not. Both are tried in the tests.
    """

    made: ClassVar[list[Pattern]] = []
    """Every pattern, in the order in which they were made."""
    warmed: ClassVar[int] = 0
    """How often needs were derived: what was read of a text before is not what is read of it now."""

    def __init__(
        self, form: str, flags: int = re.IGNORECASE, *, fits: str = "", misses: str = ""
    ) -> None:
        self.plain = re.compile(form, flags)
        self.fits, self.misses = fits, misses
        self._bit = 1 << len(Pattern.made)
        self.cold = WARM
        Pattern.made.append(self)

    def can_match(self, text: str) -> bool:
        """Whether a text holds anything without which nothing in it matches."""
        if (left := self.cold) > 1:
            self.cold = left - 1
            return True
        if left and not self._warm():
            return True
        return self._bit < 0 or _of_text(text, Pattern.warmed) & self._bit != 0

    def _warm(self) -> bool:
        """Whether the needs are known now; a thread does not wait for another one that derives some."""
        if not _deriving.acquire(blocking=False):
            return False
        try:
            needed = needs(self.plain.pattern, self.plain.flags)
            for need in needed:
                _bits[need] |= self._bit
            if needed:
                Pattern.warmed += 1
                _of_text.cache_clear()
                _of_token.cache_clear()
            else:
                self._bit = -1
            self.cold = 0  # last: who sees it sees all of the above
        finally:
            _deriving.release()
        return True

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a text."""
        return self.plain.search(text) if self.can_match(text) else None

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The match that begins at `start`."""
        return self.plain.match(text, start) if self.can_match(text) else None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The match that is the whole text."""
        return self.plain.fullmatch(text) if self.can_match(text) else None

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


@lru_cache(maxsize=4096)
def _of_text(text: str, warmed: int) -> int:
    """A bit for each pattern of which the text meets a need, of those that were warm by then."""
    found = 0
    for token in tokens(text):
        found |= _of_token(token, warmed)
    return found


def tokens(text: str) -> list[str]:
    """The words and marks of a text, where case counts for nothing."""
    return _TOKEN.findall(folded(text))


@lru_cache(maxsize=16384)
def _of_token(token: str, warmed: int) -> int:
    found = 0
    for need in met_by(token):
        found |= _bits.get(need, 0)
    return found


def met_by(token: str) -> Iterator[str]:
    """Every need that a word or a mark meets."""
    yield from (f"={token}", f"<{token[:3]}", f">{token[-2:]}", f">{token[-3:]}", token[0])
    yield from (f"~{token[start : start + 3]}" for start in range(len(token) - 2))
    yield from (one for one in token if one >= SINGLE)
    if any(map(str.isdecimal, token)):
        yield "0"
