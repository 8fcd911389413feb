"""A word in; its stem in a language out: `Kündigung` and `kündigen` are one, so are `arrivées` and `arriver`.

English has a stem of its own, by which every text is read (`corpus.terms`). Which language a passage is in cannot be
told from a row of a table, so only a question's words are stemmed by its language, and what a passage holds is compared
with them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

from loadsheet.corpus import terms
from loadsheet.intent.language.words import is_function_word

ALGORITHMS = {"de": "german", "es": "spanish", "fr": "french", "it": "italian"}
"""The languages that are known by their words, and what Snowball calls them."""

COMPOUNDING = frozenset({"de"})
"""Languages that write what is joined as one word, with what it is about last: `Jahresbeitrag`."""

SHORTEST = 5
"""A shorter beginning is that of too many other words."""

SHORTEST_TAIL = 4
"""A shorter end is that of too many other words."""


@lru_cache(maxsize=20_000)
def stem(word: str, code: str) -> str:
    """The stem of a word of the language `code`, as passages are read where nothing is known of it."""
    if code not in ALGORITHMS:
        return terms.stem(word)
    return _stemmer(code)(word)


@lru_cache
def _stemmer(code: str) -> Callable[[str], str]:
    package: Any = import_module("snowballstemmer")
    return package.stemmer(ALGORITHMS.get(code, "english")).stemWord


def beginning(word: str, code: str) -> str:
    """What all forms of a word begin with; empty where that is too little, or the language is read as English is."""
    if code not in ALGORITHMS or not word.isalpha():
        return ""
    found = word[: len(stem(word, code))]
    return found if len(found) >= SHORTEST else ""


def are_one(held: str, asked: str, code: str) -> bool:
    """Whether a word of a passage is a form of an asked one, or ends in it where the language joins words; of two signs
    of a script without spaces, whether the one that is asked for is in them."""
    if len(asked) == 1 and not asked.isascii():
        return asked in held
    if _stems(held, code) & _stems(asked, code):
        return True
    tail = stem(asked, code)
    joined = code in COMPOUNDING and len(tail) >= SHORTEST_TAIL and len(held) > len(tail) + 2
    return joined and stem(held, code).endswith(tail)


@lru_cache(maxsize=20_000)
def _stems(word: str, code: str) -> frozenset[str]:
    """The stems by which a word is one with others: a German participle has that of its verb, too (`gezahlt`,
    `zahlen`), an English noun its verb's (`requirement`, `decision`)."""
    if code == "en":
        # A stem of a passage has lost its last `e` already: `mov`, of which `moved` is a form.
        found = frozenset({_stemmer(code)(word), _stemmer(code)(f"{word}e")})
        return found.union(f"{one[:-1]}d" for one in found if one.endswith(("is", "ns")))
    forms = {stem(word, code)}
    if code == "de" and word.startswith("ge") and len(word) >= SHORTEST + 2:
        if word.endswith("t"):
            forms.add(stem(f"{word[2:-1]}en", code))
        elif word.endswith("en"):
            forms.add(stem(word[2:], code))
    return frozenset(forms)


def telling(words: list[str], code: str) -> list[str]:
    """The words without those that say nothing in their language; all where nothing else is left."""
    if code not in ALGORITHMS:
        return words
    return [word for word in words if not is_function_word(word, code)] or words
