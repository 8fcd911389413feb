"""Texts in; the words by which they can be compared, and whether two words say the same, out.

People write `800g` for `800 g`, `oncall` for `on call`, `Nacht` for `Übernachtung`: a question is held against what is
kept by pieces of words, never by whole strings.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import pairwise

from loadsheet.corpus.terms import unadorned, word_set
from loadsheet.intent.language import words

BEGINNING = 4
"""Letters with which two words that say the same begin alike, at the least."""

MOSTLY = 0.7
"""The part of the shorter word that both must begin with."""

COMPOUND = 5
"""Letters of a word that may stand inside another: shorter ones stand in many by chance."""

READ_LIMIT = 2000
"""Characters that are compared."""

_PIECE = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+(?:[.,:]\d+)*|[?!…:;,.？！]")
_JOINED = re.compile(r"[^\W\d_]+")
_ASIDE = word_set(
    "pls plz smth sth acc re hm hmm nah lol whats wheres whens whos hows thats theres dont doesnt isnt wasnt cant "
    "wont im "
    "ive id ill youve weve were theyre btw ok ta thx u ur wanna gonna gotta bit bits guy stuff thing one ones again "
    "still "
    "yet already actually exact exactly roughly read quote word words verbatim summarise summarize gist overview list "
    "compare tell show give find remind remember story happen happened went go going ask asked asking about please "
    "question user"
)
"""Words that frame a question and name nothing in it, as people type them."""


def telling(text: str) -> tuple[str, ...]:
    """The stems of the words by which a text names things, in order, each once; numbers and units apart."""
    return _telling(text[:READ_LIMIT])


@lru_cache(maxsize=4096)
def _telling(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stem for _, stems in pieces(text) for stem in stems))


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The words, numbers and marks of a text in order, in small letters, each with the stems by which it names things:
    none for what only frames them."""
    code = words.language(text)
    return tuple(_read(piece, code) for piece in _PIECE.findall(text[:READ_LIMIT]))


@lru_cache(maxsize=65536)
def _read(piece: str, code: str) -> tuple[str, tuple[str, ...]]:
    low = piece.casefold()
    if words.has_han(low):
        return low, tuple(low[i : i + 2] for i in range(max(len(low) - 1, 1)))
    if piece.isupper() and len(piece) > 1:
        return low, (low,)
    if not piece[0].isalnum() or _frames(piece, low, code):
        return low, ()
    return low, (_DAYS.get(low) or words.stem(low),)


_DAYS = {
    name: f"<{short}>"
    for short, names in {
        "mon": "mon monday montag lundi lunes lunedì",
        "tue": "tue tues tuesday dienstag mardi martes martedì",
        "wed": "wed weds wednesday mittwoch mercredi miércoles mercoledì",
        "thu": "thu thur thurs thursday donnerstag jeudi jueves giovedì",
        "fri": "fri friday freitag vendredi viernes venerdì",
        "sat": "sat saturday samstag sonnabend samedi sábado sabato",
        "sun": "sun sunday sonntag dimanche domingo domenica",
    }.items()
    for name in names.split()
}
"""The days of the week, as they are written and cut short."""


def _frames(piece: str, low: str, code: str) -> bool:
    single = len(low) == 1 and not low.isdigit()
    bare = unadorned(piece)
    return single or low in _ASIDE or words.is_function_word(bare, code) or len(bare) < 2


@lru_cache(maxsize=65536)
def alike(one: str, other: str) -> bool:
    """Whether two stems say the same: equal, alike from the beginning on, or one within the other."""
    if one == other:
        return True
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if len(short) < BEGINNING or one[0].isdigit() or other[0].isdigit():
        return False
    if short[:BEGINNING] == long[:BEGINNING]:
        same = next(
            (n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short)
        )
        return same >= MOSTLY * len(short)
    return len(short) >= COMPOUND and short in long


def held(stem: str, vocabulary: Collection[str]) -> bool:
    """Whether a stem says the same as any of a vocabulary."""
    if stem in vocabulary:
        return True
    if len(stem) < BEGINNING or stem[0].isdigit():
        return False
    start = stem[:BEGINNING]
    # Few pairs begin alike or hold one another: only these are compared.
    near = (o for o in vocabulary if o[:BEGINNING] == start or stem in o or o in stem)
    return any(alike(stem, other) for other in near if len(other) >= BEGINNING)


def joined(text: str) -> frozenset[str]:
    """Neighbouring words of a text written as one: `on call` as `oncall`."""
    said = [word.casefold() for word in _JOINED.findall(text[:READ_LIMIT])]
    return frozenset(a + b for a, b in pairwise(said))
