"""A text in; its words, their stems and the names under which things are compared out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from loadsheet.corpus import terms as corpus
from loadsheet.corpus.terms import word_set
from loadsheet.memory.language.words import ARTICLES, FAMILIES, IRREGULAR

WORD = re.compile(r"[^\W_]+(?:[-.'’/:][^\W_]+)*")
QUOTES = "\"'“”‘’`*_()[]"

STOPWORDS = word_set(
    "a an the of in on at for with by to from as is are was were am be been being do does did has have had "
    "what which who whom whose where when why how that this these those it its and or but not no i me my we our "
    "you your he she they them his her their there here can could would should will shall may might must "
    "so if then than too very just about into please tell show give name list also ever before any yet "
    "many much now currently today"
)


def normal(text: str) -> str:
    """The form in which subjects, keys and values are compared: lower case, no articles, quotes and punctuation."""
    words = [word.strip(QUOTES + ".,;:!?") for word in text.casefold().replace("’", "'").split()]
    kept = [word for word in words if word]
    while len(kept) > 1 and kept[0] in ARTICLES:
        del kept[0]
    return " ".join(kept)


DOING = ("ational", "ation", "ship", "ion", "ous", "er", "or", "al")
"""Endings of nouns of doing and of what belongs to them."""


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of the index without the endings of nouns of doing: `performer`, `performed` → `perform`.

    A question asks in other parts of speech than a statement tells: `author` for `wrote`, `location` for `located`.
    """
    bare = word.casefold().replace("’", "'").removesuffix("'s")
    base = corpus.stem(IRREGULAR.get(bare, bare))
    for ending in DOING:
        if len(base) > len(ending) + 3 and base.endswith(ending):
            base = base.removesuffix(ending)
            break
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz":
        base = base[:-1]
    return base.removesuffix("e") if len(base) > 3 else base


def terms(text: str) -> list[str]:
    """The stems of the telling words of `text`, in their order."""
    bare = (re.sub(r"['’]s$", "", word) for word in words(text))
    return [stem(word) for word in bare if word.casefold() not in STOPWORDS]


def words(text: str) -> list[str]:
    """The words of `text` as they stand."""
    return WORD.findall(text)


ALIKE = 5
"""Letters of a stem from which a longer one that begins with it is another form of the word."""


@lru_cache(maxsize=1)
def _families() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, line in enumerate(FAMILIES):
        for word in line.split():
            found.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


class Stems:
    """The stems of a text, to be asked often whether one of them is related to another."""

    __slots__ = ("_families", "_long", "_stems")

    def __init__(self, stems: Iterable[str]) -> None:
        self._stems = frozenset(stems)
        known = _families()
        self._families = frozenset(n for one in self._stems for n in known.get(one, ()))
        long: dict[str, list[str]] = {}
        for one in self._stems:
            if len(one) >= ALIKE:
                long.setdefault(one[:ALIKE], []).append(one)
        self._long = long

    def holds(self, stem_: str) -> bool:
        """Whether any of them is `related` to this one."""
        if stem_ in self._stems or not self._families.isdisjoint(_families().get(stem_, ())):
            return True
        alike = self._long.get(stem_[:ALIKE], ()) if len(stem_) >= ALIKE else ()
        return any(one.startswith(stem_) or stem_.startswith(one) for one in alike)

    def hold(self, stems: Iterable[str]) -> bool:
        """Whether they hold each of these."""
        return all(map(self.holds, stems))


def related(one: str, other: str) -> bool:
    """Whether two stems ask for the same: equal, of one family, or one begins with all but the end of the other."""
    if one == other:
        return True
    families = _families()
    if families.get(one, frozenset()) & families.get(other, frozenset()):
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= ALIKE and long.startswith(short)
