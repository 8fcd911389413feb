"""Stems go in; for any stem, those among them that say the same come out, without looking at each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from loadsheet.intent.language.match import BEGINNING, COMPOUND, alike

_BORDER = "\n"
_LONGEST = 60
"""Letters of a stem above which it is no word, and none is looked for in it."""


class Lexicon:
    """A set of stems, arranged so that those which say the same as another one are found quickly.

    What says the same is `match.alike`: this only knows which pairs are worth comparing.
    """

    def __init__(self, stems: Iterable[str]) -> None:
        self.stems = frozenset(stems)
        self._found: dict[str, frozenset[str]] = {}
        self._starts: dict[str, list[str]] = defaultdict(list)
        for stem in self.stems:
            if len(stem) >= BEGINNING:
                self._starts[stem[:BEGINNING]].append(stem)
        self._lengths = sorted({len(stem) for stem in self.stems if len(stem) >= COMPOUND})
        # A word within others is found by looking through all of them in one string.
        self._text = _BORDER.join(("", *sorted(s for s in self.stems if len(s) > COMPOUND), ""))

    def like(self, stem: str) -> frozenset[str]:
        """The stems that say the same as `stem`."""
        found = self._found.get(stem)
        if found is None:
            found = self._found[stem] = frozenset(self._like(stem))
        return found

    def _like(self, stem: str) -> Iterator[str]:
        if stem in self.stems:
            yield stem
        if len(stem) < BEGINNING or stem[0].isdigit():
            return
        yield from (other for other in self._starts.get(stem[:BEGINNING], ()) if alike(stem, other))
        if len(stem) >= COMPOUND:
            yield from (other for other in self._around(stem) if alike(stem, other))
            yield from (other for other in self._within(stem) if alike(stem, other))

    def _around(self, stem: str) -> Iterator[str]:
        """The stems that `stem` stands in."""
        place = self._text.find(stem)
        while place >= 0:
            start = self._text.rfind(_BORDER, 0, place) + 1
            end = self._text.find(_BORDER, place)
            yield self._text[start:end]
            place = self._text.find(stem, end)

    def _within(self, stem: str) -> Iterator[str]:
        """The stems that stand in `stem`."""
        size = len(stem) if len(stem) <= _LONGEST else 0
        for length in self._lengths:
            if length >= size:
                return
            for start in range(size - length + 1):
                if (part := stem[start : start + length]) in self.stems:
                    yield part
