"""Rows and records that are held go in; how well each speaks of a question comes out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from loadsheet.artifacts import Known
from loadsheet.intent.flags import cues
from loadsheet.intent.language import words
from loadsheet.intent.language.answer_type import shows
from loadsheet.intent.language.lexicon import Lexicon, Postings
from loadsheet.intent.language.match import alike, joined, telling

_KINDS = {"fact": "fact", "episodic": "event", "task_state": "task", "procedural": "rule"}

KINDS = ("row", "fact", "event", "task", "rule")
"""What is held, by what it is: verified rows, and records of each type."""


class QuestionWords(NamedTuple):
    """A question's words, by which what is held is found."""

    text: str
    words: tuple[str, ...]
    joined: frozenset[str]
    """Neighbouring words as one."""
    people: frozenset[str]
    """The stems of the names of people and places in it."""


class Fit(NamedTuple):
    """How well a row or record, or the best of several, fits a question."""

    part: float = 0.0
    """The part of the question's telling words that it speaks of."""
    key: float = 0.0
    """Whether the question names a word of its key: a half for one, 1 for more."""
    kind: float = 0.0
    """Whether it holds a value of the kind that is asked for."""


NO_FIT = Fit()


class HeldWords(NamedTuple):
    """A row or record with its words."""

    known: Known
    kind: str
    said: frozenset[str]
    """The telling words of its text and its key."""
    key: tuple[str, ...]


_ASKED = 8
"""Readings of a question whose fits are kept: a turn has one or two."""


class Shelf:
    """What is held on a turn, arranged by its words."""

    def __init__(self, known: Iterable[Known]) -> None:
        self.items = tuple(item_of(one) for one in known)
        self.kinds: Mapping[str, list[HeldWords]] = {kind: [] for kind in KINDS}
        said: dict[str, set[int]] = defaultdict(set)
        keys: dict[str, set[int]] = defaultdict(set)
        for place, item in enumerate(self.items):
            self.kinds[item.kind].append(item)
            for word in item.said:
                said[word].add(place)
            for word in item.key:
                keys[word].add(place)
        self._lexicon = Lexicon(said)
        self._said, self._keys = Postings(said, self._lexicon), Postings(keys, self._lexicon)
        self._fits: dict[QuestionWords, list[tuple[HeldWords, Fit]]] = {}

    def fits(self, asked: QuestionWords) -> list[tuple[HeldWords, Fit]]:
        """Each row and record with how well it fits, in the order in which they are held."""
        found = self._fits.get(asked)
        if found is None:
            if len(self._fits) >= _ASKED:
                self._fits.clear()
            found = self._fits[asked] = self._fitted(asked)
        return found

    def _fitted(self, asked: QuestionWords) -> list[tuple[HeldWords, Fit]]:
        said, keys = _counted(asked, self._said), _counted(asked, self._keys)
        size = max(1, len(asked.words))
        return [
            (item, _fit(asked, item, said[place] / size, keys[place]) if said[place] else NO_FIT)
            for place, item in enumerate(self.items)
        ]

    def kinds_of(self, word: str) -> list[str]:
        """The kinds of what speaks of a word."""
        found = {self.items[place].kind for place in self._said[word]}
        return [kind for kind in KINDS if kind in found]

    def tells(self, word: str) -> bool:
        """Whether a row or record speaks of a word; instructions and tastes tell nothing."""
        return not self._told.isdisjoint(self._lexicon[word])

    @cached_property
    def _told(self) -> frozenset[str]:
        return frozenset(word for item in self.items if item.kind != "rule" for word in item.said)

    def speaks(self, word: str) -> bool:
        """Whether anything that is held speaks of a word."""
        return bool(self._lexicon[word])

    def holds_all(self, said: Sequence[str]) -> bool:
        """Whether one row or record holds every one of several words: a question of such words asks for that one."""
        if len(said) < 2:
            return False
        left = set(range(len(self.items)))
        for word in said:
            left &= self._said[word]
        return bool(left)

    def holders(self, said: Sequence[str], part: float) -> frozenset[str]:
        """The keys of those that speak of at least such a part of some words."""
        if not said:
            return frozenset()
        counts = _counted(QuestionWords("", tuple(said), frozenset(), frozenset()), self._said)
        enough = part * len(said)
        return frozenset(self.items[place].known.key for place, n in counts.items() if n >= enough)


@lru_cache(maxsize=8)
def shelf_of(known: tuple[Known, ...]) -> Shelf:
    """What is held, arranged; what has not changed since the last turn is arranged once."""
    return Shelf(known)


def _counted(asked: QuestionWords, postings: Postings) -> Mapping[int, int]:
    """How many words of a question stand at each place."""
    counts: dict[int, int] = defaultdict(int)
    for word in asked.words:
        for place in postings[word]:
            counts[place] += 1
    for word in asked.joined:
        for place in postings.exactly.get(word, ()):
            counts[place] += 1
    return counts


def item_of(known: Known) -> HeldWords:
    """A row or record with its words."""
    kind = "row" if known.kind == "row" else _KINDS[known.type]
    key, said = _words_of(known.key, known.text)
    return HeldWords(known, kind, said, key)


@lru_cache(maxsize=2048)
def _words_of(key: str, text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    named_ = telling(words.spaced(key))
    return named_, frozenset((*named_, *telling(text)))


def readable(key: str) -> str:
    """A key as a person reads it."""
    return words.spaced(key).strip()


def _fit(asked: QuestionWords, item: HeldWords, part: float, key: int) -> Fit:
    if asked.people and _is_of_another(asked.people, item):
        return NO_FIT
    return Fit(min(1.0, part), min(2, key) / 2, float(shows(asked.text, item.known.text)))


@lru_cache(maxsize=256)
def asked_of(question: str, text: str) -> QuestionWords:
    """The words of a text that stands for a question; kinds of values and people are those of the question itself."""
    return QuestionWords(question, telling(text), joined(question), people(question))


def best(fits: Iterable[Fit]) -> Fit:
    """The fit of what speaks of most of what is asked."""
    return max(fits, key=lambda fit: (fit.part, fit.kind, fit.key), default=NO_FIT)


def named(asked: QuestionWords, item: HeldWords) -> float:
    """The part of a key's words that are named, dates and numbers aside."""
    key = [word for word in item.key if not any(map(str.isdigit, word))]
    if len(key) < 2:
        return 0.0
    said = sum(word in asked.joined or any(alike(word, one) for one in asked.words) for word in key)
    return said / len(key)


@lru_cache(maxsize=2048)
def people(text: str) -> frozenset[str]:
    """The stems of the names that are written as those of people and places are: one capital, inside a sentence."""
    inside = [name for name in words.names(text) if not text.lstrip("¿¡ ").startswith(name)]
    found = (
        word
        for name in inside
        for word in name.split()
        if word.istitle() and not cues.TIME.fullmatch(word)
    )
    return frozenset(words.stem(word) for word in found)


def _is_of_another(about: Collection[str], item: HeldWords) -> bool:
    """Whether a fact names somebody, and none of those that are asked about."""
    if item.known.type != "fact" or not people(f"x {item.known.text}"):
        return False
    return not any(alike(name, word) for name in about for word in item.said)


def speaks_of_user(known: Known) -> bool:
    """Whether a record is about the one who speaks."""
    of_user = known.key.startswith("user") or "user" in known.text.casefold()
    return of_user or bool(cues.SELF.search(known.text))
