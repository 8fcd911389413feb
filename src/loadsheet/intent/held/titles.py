"""The titles and headings of a corpus go in; those that a text speaks of come out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from loadsheet.intent.language.lexicon import Lexicon, Postings
from loadsheet.intent.language.match import telling

MOST = 24
"""Titles that a turn is read against."""


class Titles:
    """The titles of a corpus, arranged by their words."""

    def __init__(self, titles: Sequence[str]) -> None:
        self.titles = tuple(titles)
        places: dict[str, set[int]] = defaultdict(set)
        for place, title in enumerate(self.titles):
            for word in telling(title):
                places[word].add(place)
        self._naming = Postings(places, Lexicon(places))

    def name(self, word: str) -> bool:
        """Whether a title holds a word."""
        return bool(self._naming[word])

    def naming(self, said: Iterable[str]) -> frozenset[int]:
        """The places of the titles that hold any of the words."""
        return frozenset[int]().union(*map(self._naming.__getitem__, said))

    def about(self, text: str, before: Iterable[str] = ()) -> tuple[str, ...]:
        """The titles that a text speaks of, and those that hold words of what was spoken of, at most `MOST`, in order.

        Where there are more, those that hold the rarest words of the text come first.
        """
        best = dict.fromkeys((*self._best(telling(text)), *self._best(before)))
        return tuple(self.titles[place] for place in sorted(list(best)[:MOST]))

    def _best(self, said: Iterable[str]) -> list[int]:
        weights: dict[int, float] = defaultdict(float)
        for word in said:
            places = self._naming[word]
            for place in places:
                weights[place] += 1 / len(places)
        return sorted(weights, key=lambda place: (-weights[place], place))


@lru_cache(maxsize=8)
def titles_of(titles: tuple[str, ...]) -> Titles:
    """The titles arranged; those of a corpus that has not changed are arranged once."""
    return Titles(titles)
