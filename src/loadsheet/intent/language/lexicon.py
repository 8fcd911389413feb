"""Stems go in; for any stem, those among them that say the same, and where they stand, come out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from loadsheet.intent.language.match import BEGINNING, COMPOUND, alike

_BORDER = "\n"
_NONE = frozenset[str]()
_NOWHERE = frozenset[int]()
_LONGEST = 60
"""Letters of a stem above which it is no word, and none is looked for in it."""


_MOST = 10_000
"""Stems that were looked for which are kept: those of a long life of questions."""


class Lexicon(dict[str, frozenset[str]]):
    """A set of stems: for any stem, those among them that say the same, found once.

    What says the same is `match.alike`: this only knows which pairs are worth comparing.
    """

    def __init__(self, stems: Iterable[str]) -> None:
        self.stems = frozenset(stems)
        self._starts: dict[str, list[str]] = defaultdict(list)
        for stem in self.stems:
            if len(stem) >= BEGINNING:
                self._starts[stem[:BEGINNING]].append(stem)
        self._lengths = sorted({len(stem) for stem in self.stems if len(stem) >= COMPOUND})
        # A word within others is found by looking through all of them in one string.
        self._text = _BORDER.join(("", *sorted(s for s in self.stems if len(s) > COMPOUND), ""))

    def __missing__(self, stem: str) -> frozenset[str]:
        """The stems that say the same as `stem`."""
        near = [stem] if stem in self.stems else []
        if len(stem) >= BEGINNING and not stem[0].isdigit():
            near += self._starts.get(stem[:BEGINNING], ())
            if stem in self._text:
                near += self._around(stem)
            if self._lengths and self._lengths[0] < len(stem):
                near += self._within(stem)
        if len(self) >= _MOST:
            self.clear()
        found = frozenset([other for other in near if alike(stem, other)]) if near else _NONE
        self[stem] = found
        return found

    def _around(self, stem: str) -> list[str]:
        """The stems that `stem` stands in."""
        found: list[str] = []
        place = self._text.find(stem)
        while place >= 0:
            start = self._text.rfind(_BORDER, 0, place) + 1
            end = self._text.find(_BORDER, place)
            found.append(self._text[start:end])
            place = self._text.find(stem, end)
        return found

    def _within(self, stem: str) -> list[str]:
        """The stems that stand in `stem`."""
        size = len(stem) if len(stem) <= _LONGEST else 0
        return [
            part
            for length in self._lengths
            if length < size
            for start in range(size - length + 1)
            if (part := stem[start : start + length]) in self.stems
        ]


class Postings(dict[str, frozenset[int]]):
    """The places of stems: for any stem, those where one stands that says the same, found once."""

    def __init__(self, places: Mapping[str, set[int]], lexicon: Lexicon) -> None:
        self.exactly = places
        self._lexicon = lexicon

    def __missing__(self, stem: str) -> frozenset[int]:
        """The places where `stem` stands, or what says the same."""
        if len(self) >= _MOST:
            self.clear()
        held = [self.exactly[like] for like in self._lexicon[stem] if like in self.exactly]
        found = self[stem] = _NOWHERE.union(*held) if held else _NOWHERE
        return found
