"""A regular expression goes in; pieces of which every text that it matches holds at least one come out.

A piece is written with a space where a word begins or ends: ` word ` is a whole word, ` wor` how one begins, `ord ` how
one ends, `wor` what stands in one; `0` is a digit, and a mark, or a character of a script without spaces, is itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from loadsheet.corpus.terms import word_set

ANY = ""
"""What every text holds."""

MOST = 200
"""Ways to go on that are told apart."""

LETTERS = 3
"""Letters of a word that a piece has, if it is not the whole word."""

SINGLE = "\u2e80"
"""From this character on scripts have no spaces between words."""

_COMMON = word_set(
    "the a an i it is are was do does did to of in on for and or that this we you my me what how can not be have "
    "? , . '"
)
"""Words and marks that so many texts hold that a pattern needs them only where it needs nothing rarer."""

_OTHER_LETTERS = re.ASCII | re.LOCALE | re.IGNORECASE
"""Flags with which more matches than is written, or words end elsewhere than those of `pieces` do."""

TOKEN = re.compile(r"\w+|[^\w\s]")
"""A word or a mark."""

try:
    _parser: Any = import_module("re._parser")  # docs/decisions/0006
except ImportError:
    _parser = None


def pieces(token: str) -> set[str]:
    """The pieces of a word or a mark."""
    if not _spells(token[0]):
        return {token}
    word = f" {token} "
    found = {word, word[:4], word[-4:], *(token[at : at + LETTERS] for at in range(len(token) - 2))}
    found.update(char for char in token if char >= SINGLE)
    return found | {"0"} if any(map(str.isdecimal, token)) else found


def needs(form: str, flags: int) -> frozenset[str]:
    """The pieces of which every text that a pattern matches holds one; `ANY` where such a text may hold anything.

    The tree of a form is no promise of Python's: where one is made otherwise than here, nothing is known to be needed,
    and each text is searched.
    """
    try:
        return _read(_parser.parse(form, flags))
    except (AttributeError, IndexError, TypeError, ValueError):
        return frozenset([ANY])


def _read(tree: Any) -> frozenset[str]:
    if tree.state.flags & _OTHER_LETTERS:
        return frozenset([ANY])
    found: set[str] = set()
    ways = _closed(_through(tree.data, frozenset([Way()]), found), found)
    last = {way.common for way in ways}
    return frozenset([ANY] if ANY in last else found | last)


class Way(NamedTuple):
    """How a text may go on that matches up to some place and holds nothing rare yet that it needs."""

    run: str = ""
    """The letters that it ends with, after a space where their word begins; a space where a word ended."""
    common: str = ANY
    """What it needs of the common."""


Ways = frozenset[Way]
_NONE: Ways = frozenset()


def _through(items: Iterable[tuple[Any, Any]], ways: Ways, found: set[str]) -> Ways:
    """The ways after a sequence; the rare pieces that others need go to `found`."""
    letters = ""
    for kind, value in items:
        if kind is _parser.LITERAL and _spells(char := chr(value)) and char < SINGLE:
            letters += char
            continue
        ways, letters = _spelled(letters, ways), ""
        ways = _after(kind.name, value, ways if len(ways) <= MOST else _closed(ways, found), found)
        if not ways:
            return ways
    return _spelled(letters, ways)


def _spelled(letters: str, ways: Ways) -> Ways:
    if not letters:
        return ways
    return frozenset([Way(run + letters, common) for run, common in ways])


def _after(kind: str, value: Any, ways: Ways, found: set[str]) -> Ways:
    match kind:
        case "LITERAL":
            return _literal(chr(value), ways, found)
        case "IN":
            return _one_of(value, ways, found)
        case "BRANCH":
            return _NONE.union(*(_through(one.data, ways, found) for one in value[1]))
        case "SUBPATTERN" if not value[1] & _OTHER_LETTERS:
            return _through(value[3].data, ways, found)
        case "ATOMIC_GROUP":
            return _through(value.data, ways, found)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, item = value
            return _repeated(least, most, item.data, ways, found)
        case "AT":
            return ways if value.name == "AT_NON_BOUNDARY" else _closed(ways, found, " ")
        case "ASSERT" | "ASSERT_NOT":
            return ways  # it takes up nothing
        case _:
            return _closed(ways, found)


def _literal(char: str, ways: Ways, found: set[str]) -> Ways:
    if not _spells(char):
        left = _closed(ways, found, " ")
        return left if char.isspace() else _with(char, left, found)
    return _spelled(char, ways) if char < SINGLE else _with(char, _closed(ways, found), found)


def _one_of(items: Sequence[tuple[Any, Any]], ways: Ways, found: set[str]) -> Ways:
    """The ways after one character of a set."""
    if all(kind is _parser.LITERAL for kind, _ in items):
        return _NONE.union(*(_literal(chr(value), ways, found) for _, value in items))
    if all(value is _parser.CATEGORY_DIGIT for _, value in items):
        return _with("0", _closed(ways, found), found)
    return _closed(ways, found, " " if all(map(_divides, items)) else "")


def _repeated(
    least: int, most: int, items: Sequence[tuple[Any, Any]], ways: Ways, found: set[str]
) -> Ways:
    """The ways after a sequence, once or never or any number of times.

    What may be absent is not needed, unless it ends a word that has begun.
    """
    begun = ways if least else frozenset([way for way in ways if way.run.strip()])
    after, last = _through(items, begun, found), " " if _ends_word(items) else ""
    free = after | (ways - begun) if most > 1 else ways - begun
    after |= {Way(last, way.common) for way in free}
    return after if least else ways | after


def _ends_word(items: Sequence[tuple[Any, Any]]) -> bool:
    """Whether no word goes on after a sequence."""
    for kind, value in reversed(items):
        match kind.name:
            case "SUBPATTERN":
                return _ends_word(value[3].data)
            case "BRANCH":
                return all(_ends_word(one.data) for one in value[1])
            case "AT":
                return value.name != "AT_NON_BOUNDARY"
            case "IN":
                return all(map(_divides, value))
            case "MAX_REPEAT" | "MIN_REPEAT" if _ends_word(value[2].data):
                if value[0]:
                    return True
            case "ASSERT" | "ASSERT_NOT":
                pass  # what stands before it ends the sequence
            case _:
                return _divides((kind, value))
    return False


def _divides(item: tuple[Any, Any]) -> bool:
    """Whether what a literal or a class matches stands in no word."""
    kind, value = item
    if kind is _parser.LITERAL:
        return not _spells(chr(value))
    return value in {_parser.CATEGORY_SPACE, _parser.CATEGORY_NOT_WORD} and kind is _parser.CATEGORY


def _closed(ways: Ways, found: set[str], end: str = "") -> Ways:
    """The ways that go on where the letters end; with a space as `end`, where the word does."""
    left = _NONE
    for run, common in ways:
        ended, piece = frozenset([Way(end, common)]), _piece(run + end)
        left |= _with(piece, ended, found) if piece else ended
    return left


def _with(piece: str, ways: Ways, found: set[str]) -> Ways:
    """The ways that go on where a piece stands: none needs more than one that is rare."""
    if piece.strip() in _COMMON:
        return frozenset([Way(run, common or piece) for run, common in ways])
    found.update([piece] if ways else [])
    return _NONE


def _piece(run: str) -> str:
    """The piece that the letters of a run are at the least; nothing where they are too few."""
    letters, begins, ends = run.strip(), run[:1] == " ", run[-1:] == " "
    if begins and ends:
        return f" {letters} " if letters else ""
    if len(letters) < LETTERS:
        return ""
    return run[:4] if begins else run[-4:] if ends else run[:LETTERS]


def _spells(char: str) -> bool:
    """Whether a character is part of a word."""
    return char.isalnum() or char == "_"
