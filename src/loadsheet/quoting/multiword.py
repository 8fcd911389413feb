"""A question and pieces in; with what several words name as one word out: a day, a name with a letter, a bound.

`12 November` is one thing: a sentence of another day in November, or of twelve kettles, says nothing of it. So are
`Plan B`, of which the letter alone is no word, and `above 500`, of which `up to 500` is another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import regex

from loadsheet.corpus.terms import one_of, terms
from loadsheet.funnel.values import dates
from loadsheet.intent.language.numerals import CARDINALS
from loadsheet.lazy import lazy_regex
from loadsheet.quoting.cutting import Quotable
from loadsheet.quoting.prompt_view import Passage
from loadsheet.quoting.structures import cells_of

LETTERED = lazy_regex(r"\b(\p{L}{2,})\s+(\p{Lu})(?![\p{L}\p{N}’'&])(?!\.\s?\p{Lu})")
"""A word with a letter behind it."""

BOUND = lazy_regex(
    r"\b(?:(?P<above>above|over|more than|exceeding|beyond|at least|from|after)|up to|below|under|less than|at most"
    rf"|within|no more than)\s+(?:\D{{0,2}}(?P<number>\d[\d.,]*|(?:{one_of(CARDINALS)})\b)|(?P<back>that|this)"
    r"(?=\W*$|\s*[,.:;]))",
    regex.IGNORECASE,
)
"""A side of a number, or of the one named last: `Below that, …`."""

PLACED = lazy_regex(r"(\p{L}{3,})\s+(\d{1,4})\b(?![.,:]\d)")
"""A number behind what it is one of: `week 6`."""

SPAN = lazy_regex(r"\D*(\d{1,4})\s*(?:to|until|till|bis|à|a|[-–—])\s*(\d{1,4})\D*")
"""All numbers from one to another."""

OTHER = {"<": ">", ">": "<"}

Day = tuple[str, ...]
"""A year, which may be empty, a month and a day."""


@dataclass(frozen=True, slots=True)
class Names:
    """What several words of a question name."""

    days: dict[str, Day]
    """Its days, by the word for each."""
    others: frozenset[str]
    """Its names with a letter and its bounds, each as one word."""

    @property
    def words(self) -> list[str]:
        """The word for each."""
        return [*self.days, *sorted(self.others)]

    def of(self, text: str) -> frozenset[str]:
        """The words for those that a text names too."""
        keys = [value.key for value, _ in dates(text)] if self.days else []
        named = (word for word, day in self.days.items() if any(_same(day, key) for key in keys))
        return frozenset(named) | (self.others & _phrases(text))

    def opposed(self, text: str) -> frozenset[str]:
        """The numbers of bounds of which a text names the other side."""
        sides = {f"{OTHER[side[0]]}{side[1:]}" for side in _bounds(text)}
        return frozenset(side[1:] for side in sides & self.others)


def named(question: str) -> tuple[str, Names]:
    """A question without the days that it names, and what several words of it name."""
    found: dict[str, Day] = {}
    for value, _ in dates(question):
        if all(value.key[1:]):
            question = question.replace(value.text, " ")
            found["/".join(value.key)] = value.key
    return question, Names(found, _phrases(question))


def with_names(
    found: Sequence[Quotable], names: Names, passages: Sequence[Passage]
) -> list[Quotable]:
    """The pieces with the words of what they, or what stands above them, name."""
    if not names.words:
        return list(found)
    labels = [names.of(f"{passage.label} {passage.source}") for passage in passages]
    texts = {(one.passage, one.place): one.text for one in found}

    def whole(one: Quotable) -> str:
        return _with_number(one.text, texts.get((one.passage, one.place - 1), ""))

    return [
        replace(
            one,
            terms=(one.terms | names.of(whole(one))) - names.opposed(whole(one)),
            context=one.context | labels[one.passage] | names.of("; ".join(one.headings)),
        )
        for one in found
    ]


def with_ranges(question: str, found: Sequence[Quotable]) -> list[Quotable]:
    """The pieces with the numbers that lie in a span of theirs: week 6 of `5 to 6` in the column of weeks. A row that
    has another span there says nothing of the number, whatever else of it is as many."""
    asked = [(stem, n[2]) for n in PLACED.finditer(question) for stem in terms(n[1])[-1:]]
    return [_ranged(one, asked) for one in found] if asked else list(found)


def _ranged(one: Quotable, asked: Sequence[tuple[str, str]]) -> Quotable:
    cells = zip(cells_of(one.head), cells_of(one.text), strict=False) if one.head else ()
    for name, cell in cells:
        for stem, number in asked:
            if stem in terms(name) and (span := SPAN.fullmatch(cell)):
                held = int(span[1]) <= int(number) <= int(span[2])
                said = one.terms | {number} if held else one.terms - {number}
                one = replace(one, terms=said)
    return one


def _with_number(text: str, before: str) -> str:
    """A text whose `below that` names the number that the bound in the text before it named."""
    number = next((m["number"] for m in BOUND.finditer(before) if m["number"]), "that")
    return BOUND.sub(lambda m: m[0].replace(m["back"] or "", number) if m["back"] else m[0], text)


def _phrases(text: str) -> frozenset[str]:
    found = LETTERED.finditer(text)
    lettered = frozenset(f"{m[1].casefold()} {m[2]}" for m in found if m[2] != "I")
    return lettered | _bounds(text)


def _bounds(text: str) -> frozenset[str]:
    found = (m for m in BOUND.finditer(text) if m["number"])
    return frozenset(f"{'>' if m['above'] else '<'}{m['number']}".rstrip(".,") for m in found)


def _same(one: Day, other: Day) -> bool:
    return one[1:] == other[1:] and (one[0] == other[0] or not (one[0] and other[0]))
