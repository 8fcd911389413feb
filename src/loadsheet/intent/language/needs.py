"""A regular expression goes in; what every text that it matches holds at least one of comes out.

A need is written as what gives it: `=word` a whole word, `<wor` how a word begins, `>ord` how it ends, `~wor`
what stands in it, `0` a digit, `?` a mark, and a character of a script without spaces as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

SINGLE = "\u2e80"
"""From this character on scripts have no spaces between words: each character is a need by itself."""

MOST = 600
"""Ways through a pattern that are followed at once."""

_ODD = str.maketrans({"İ": "i", "ı": "i", "ſ": "s", "μ": "µ", "Μ": "µ"})
"""Characters that match another letter where case does not count, and whose lower case is not that letter."""

_OTHER_WORDS = re.ASCII | re.LOCALE
"""Flags with which words end at other letters than the words of `tokens` do."""

_parser: Any = import_module("re._parser")


class Way(NamedTuple):
    """One way through the beginning of a pattern."""

    need: str = ""
    """The rarest of what any text has that goes this way."""
    bound: bool = False
    """Whether a word can only begin where the way has come to, or where its `run` began."""
    run: str = ""
    """The letters that it ends with."""


Ways = frozenset[Way]
_ANYTHING: Ways = frozenset([Way()])


def folded(text: str) -> str:
    """A text with all that is alike where case does not count written alike, character by character."""
    return text.lower() if text.isascii() else text.translate(_ODD).lower()


def needs(form: str, flags: int) -> frozenset[str]:
    """What every match holds one of; nothing where a match may hold anything."""
    if flags & _OTHER_WORDS:
        return frozenset()
    seen: list[frozenset[str]] = []
    ways = _closed(_through(_parser.parse(form, flags), _ANYTHING, seen), bound=False)
    whole = [found for found in (*seen, _needed(ways)) if found]
    return min(whole, key=_commonness, default=frozenset[str]())


def _needed(ways: Ways) -> frozenset[str]:
    found = frozenset(way.need for way in ways)
    return frozenset() if "" in found else found


def _through(items: Iterable[tuple[Any, Any]], ways: Ways, seen: list[frozenset[str]]) -> Ways:
    """The ways after a sequence; where they grow too many, what they need is put aside, and they begin anew."""
    run = ""
    for kind, value in items:
        if kind is _parser.LITERAL and _spells(chr(value)):
            run += folded(chr(value))
            continue
        ways, run = _spelled(run, ways), ""
        ways = _after(str(kind), value, ways, seen)
        if len(ways) > MOST:
            seen.append(_needed(_closed(ways, bound=False)))
            ways = _ANYTHING
    return _spelled(run, ways)


def _spells(char: str) -> bool:
    """Whether a character is a letter or digit of words that stand apart."""
    return (char.isalnum() or char == "_") and len(low := folded(char)) == 1 and low <= "\u017e"


def _spelled(run: str, ways: Ways) -> Ways:
    if not run:
        return ways
    return frozenset([Way(way.need, way.bound, way.run + run) for way in ways])


def _after(kind: str, value: Any, ways: Ways, seen: list[frozenset[str]]) -> Ways:
    match kind:
        case "LITERAL":
            return _literal(chr(value), ways)
        case "IN":
            return _one_of(value, ways)
        case "BRANCH":
            # What one alternative needs is no need of the whole: none of it is put aside.
            return _union(_through(one, ways, []) for one in value[1])
        case "SUBPATTERN" if not value[1] & _OTHER_WORDS:
            return _through(value[3], ways, seen)
        case "ATOMIC_GROUP":
            return _through(value, ways, seen)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, item = value
            return _repeated(least, most, item, ways, seen)
        case "AT":
            return ways if str(value) == "AT_NON_BOUNDARY" else _closed(ways, bound=True)
        case "ASSERT" | "ASSERT_NOT":
            return ways  # it takes up nothing
        case _:
            return _closed(ways, bound=False)


def _literal(char: str, ways: Ways) -> Ways:
    if _spells(char):
        return _spelled(folded(char), ways)
    spoken = char.isalnum()
    if spoken and char < SINGLE:
        return _closed(ways, bound=False)
    need = "" if char.isspace() else folded(char)
    return frozenset(
        [Way(_rarer(way.need, need), not spoken) for way in _closed(ways, bound=not spoken)]
    )


def _one_of(items: Sequence[tuple[Any, Any]], ways: Ways) -> Ways:
    """The ways after one character of a set."""
    kinds = {str(kind) for kind, _ in items}
    if kinds == {"LITERAL"} and len(items) <= 40:
        return _union(_literal(chr(value), ways) for _, value in items)
    if all(str(value) == "CATEGORY_DIGIT" for _, value in items):
        return frozenset(way._replace(need=_rarer(way.need, "0")) for way in _closed(ways, False))
    return _closed(ways, bound=all(map(_divides, items)))


def _divides(item: tuple[Any, Any]) -> bool:
    """Whether what is matched stands in no word."""
    kind, value = str(item[0]), item[1]
    if kind == "LITERAL":
        return not (chr(value).isalnum() or chr(value) == "_")
    return kind == "CATEGORY" and str(value) in {"CATEGORY_SPACE", "CATEGORY_NOT_WORD"}


def _repeated(least: int, most: int, item: Any, ways: Ways, seen: list[frozenset[str]]) -> Ways:
    """The ways after `item`, once or never or any number of times."""
    once = _through(item, ways, seen) if least else ways
    if most == 1:
        return once if least else ways | _through(item, ways, [])
    bound = _ends_bound(item)
    again = _closed(once, bound=False)
    return once | frozenset([Way(way.need, bound) for way in again])


def _ends_bound(items: Sequence[tuple[Any, Any]]) -> bool:
    """Whether a word can only begin after a sequence, and not go on."""
    for kind, value in reversed(items):
        match str(kind):
            case "SUBPATTERN":
                return _ends_bound(value[3])
            case "BRANCH":
                return all(map(_ends_bound, value[1]))
            case "AT":
                return str(value) != "AT_NON_BOUNDARY"
            case "IN":
                return all(map(_divides, value))
            case "MAX_REPEAT" | "MIN_REPEAT" if _ends_bound(value[2]):
                if value[0]:
                    return True
            case kind:
                return kind == "LITERAL" and _divides((kind, value))
    return False


def _closed(ways: Ways, bound: bool) -> Ways:
    """The ways with their letters taken as a word, or a part of one, that ends here; `bound`: where no word goes on."""
    return frozenset(
        [Way(_rarer(way.need, _of_run(way, bound)) if way.run else way.need, bound) for way in ways]
    )


def _of_run(way: Way, bound: bool) -> str:
    run = way.run
    if way.bound and bound:
        return f"={run}"
    if way.bound and len(run) > 2:
        return f"<{run[:3]}"
    if bound and len(run) > 1:
        return f">{run[-3:]}"
    return f"~{run[:3]}" if len(run) > 2 else ""


def _union(many: Iterable[Ways]) -> Ways:
    return frozenset[Way]().union(*many)


def _rarer(one: str, other: str) -> str:
    """Of two needs the one that fewer texts meet."""
    if not (one and other):
        return one or other
    return min(one, other, key=lambda need: (_rank(need), need))


def _rank(need: str) -> float:
    """About how common a need is in texts."""
    if need >= SINGLE:
        return 0.5
    match need[0], len(need):
        case "=", size:
            return 2.0 if size <= 4 else 1.0
        case "<", _:
            return 3.0
        case "~", _:
            return 4.0
        case ">", size:
            return 12.0 if size == 3 else 4.0
        case _:
            return 5.0


def _commonness(found: frozenset[str]) -> float:
    return sum(map(_rank, found))
