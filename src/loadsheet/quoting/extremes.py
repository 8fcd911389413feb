"""A question for the most or the least of something and the ranked pieces in; the piece that has it out.

Only what can be compared is: the rows of one table, or sentences with a value that say as much of the question. Where
a row has none, nobody knows which is the most, and all are quoted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import regex

from loadsheet.corpus.dates import days
from loadsheet.corpus.quantities import Quantity, quantities, quantity
from loadsheet.corpus.terms import terms
from loadsheet.intent.language.answer_type import PRICE
from loadsheet.lazy import lazy_regex
from loadsheet.quoting.cutting import Quotable
from loadsheet.quoting.overview import versions
from loadsheet.quoting.prompt_view import Passage
from loadsheet.quoting.scoring import Need, Scored
from loadsheet.quoting.structures import cells_of

MOST = lazy_regex(
    r"\b(?:(?<!at )most(?! of\b)|biggest|largest|highest|longest|tallest|heaviest|fastest|dearest|latest|newest"
    r"|teuerst\w*|größt\w*|höchst\w*|längst\w*|meisten|neue?st\w*|plus\s+(?:ch[eè]r|grand|long|récent)\w*"
    r"|más\s+(?:car|grand|larg|recient)\w*)\b",
    regex.IGNORECASE,
)
LEAST = lazy_regex(
    r"\b(?:(?<!at )least|cheapest|fewest|smallest|lowest|shortest|lightest|slowest|oldest|earliest|billigst\w*"
    r"|günstigst\w*|kleinst\w*|niedrigst\w*|kürzest\w*|ältest\w*|wenigsten|moins\s+ch[eè]r\w*|más\s+(?:barat|pequeñ|cort|antigu)\w*)\b",
    regex.IGNORECASE,
)
PRICED = lazy_regex(
    r"expensive|cheap|dearest|teuer|billig|günstig|ch[eè]r|car[oa]\b|barat|\bcosts?\b|\bprice",
    regex.IGNORECASE,
)
DATED = lazy_regex(
    r"\b(?:latest|newest|(?:most|plus|más)\s+r[eé]cente?\w*|current|oldest|earliest|neuste\w*|neueste\w*|aktuell\w*|älteste\w*)\b",
    regex.IGNORECASE,
)
VERSIONED = lazy_regex(r"\b(?:versi[oó]n|release)s?\b", regex.IGNORECASE)
FIRST = lazy_regex(r"^\W*(?:who|which|what)\b.*\b(?:first|soonest)\W*$", regex.IGNORECASE)
LAST = lazy_regex(r"^\W*(?:who|which|what)\b.*\blast\W*$", regex.IGNORECASE)
"""`Who was hired first?`: what comes before or after all others in time."""

UNIT = lazy_regex(r"[(\[]\s*([^()\[\]]{1,12}?)\s*[)\]]\s*$")
"""The unit in the head of a column."""

MEASURED = (
    (lazy_regex(r"\b(?:longest|shortest)\b", regex.IGNORECASE), {"time", "length"}),
    (lazy_regex(r"\b(?:tallest|highest|lowest|widest|deepest)\b", regex.IGNORECASE), {"length"}),
    (lazy_regex(r"\b(?:heaviest|lightest)\b", regex.IGNORECASE), {"weight"}),
)
"""What a word compares, where no column is named."""

ALIKE = 0.6
"""What says as much of the question as the best, up to its names and values, reaches this part of its weight."""


class Comparable(NamedTuple):
    """What is compared (`date`, `length`, empty for plain numbers), and how it compares with others of that."""

    kind: str
    parts: tuple[float, ...]


def extreme(
    question: str,
    need: Need,
    ranked: Sequence[Scored],
    found: Sequence[Quotable],
    passages: Sequence[Passage],
) -> list[Scored]:
    """The pieces, with the one that has the most, or the least, of what is asked for alone where one is known to."""
    most = MOST.search(question) or DATED.search(question) or LAST.search(question)
    least = LEAST.search(question) or FIRST.search(question)
    if not ranked or not (most or least):
        return list(ranked)
    score, best = ranked[0]
    rows = _rivals(need, ranked, found)
    if not best.head and _value(question, need, best, passages[best.passage]) is None:
        rows = _table(question, need, best, found, passages) or rows
    held = [(_value(question, need, one, passages[one.passage]), one) for one in rows]
    if VERSIONED.search(question) or not rows[0].head:
        held = [(value, one) for value, one in held if value]
    known = [(value, one) for value, one in held if value]
    if len(known) < max(2, len(held)) or len({value.kind for value, _ in known}) > 1:
        return list(ranked)
    one = (min if least else max)(known, key=lambda pair: pair[0])[1]
    return [(score, replace(one, whole=None) if one.whole and one.whole.kind == "list" else one)]


def _table(
    question: str,
    need: Need,
    best: Quotable,
    found: Sequence[Quotable],
    passages: Sequence[Passage],
) -> list[Quotable]:
    """The rows of the first table that speaks as much of the question as the best piece does and says of each row what
    is compared; none where no table does."""
    least = ALIKE * need.weight(best.near)
    of: dict[tuple[int, str], list[Quotable]] = defaultdict(list)
    for one in found:
        if one.head and need.weight(one.near) >= least > 0:
            of[one.passage, one.head].append(one)
    return next(
        (
            rows
            for rows in of.values()
            if len(rows) > 1
            and all(_value(question, need, one, passages[one.passage]) for one in rows)
        ),
        list[Quotable](),
    )


def _rivals(need: Need, ranked: Sequence[Scored], found: Sequence[Quotable]) -> list[Quotable]:
    """What the best piece is compared with: the rows of its table, or the sentences that say as much of it."""
    _, best = ranked[0]
    rows = [one for one in found if one.head and one.passage == best.passage]
    if best.head or any(one.head == best.text for one in rows):
        return rows
    most = need.weight(best.near)
    return [one for _, one in ranked if not one.head and need.weight(one.near) >= ALIKE * most]


def _value(question: str, need: Need, one: Quotable, passage: Passage) -> Comparable | None:
    """What a piece has of what is compared; None where it does not say."""
    if VERSIONED.search(question) and (named := versions(one.near)):
        return Comparable("version", max(tuple(map(float, version)) for version in named))
    if any(asks.search(question) for asks in (DATED, FIRST, LAST)):
        return _date(need, one, passage)
    return None if VERSIONED.search(question) else _amount(question, need, one)


def _cells(one: Quotable) -> list[tuple[str, str]]:
    """The cells of a row, each with the name of its column; a sentence is one cell without a name."""
    if not one.head:
        return [("", one.prose)]
    return list(zip(cells_of(one.head), cells_of(one.text), strict=False))


def _amount(question: str, need: Need, one: Quotable) -> Comparable | None:
    priced = PRICED.search(question) is not None
    cells = _cells(one)
    for name, cell in cells:
        asked = need.wanted & frozenset(terms(name)) or (priced and PRICE.asked.search(name))
        if asked and (said := _measured(name, cell)):
            return Comparable(said.kind, (said.size,))
    told = [q for _, cell in cells if not priced or PRICE.shows(cell) for q in quantities(cell)]
    kinds = next((kinds for asks, kinds in MEASURED if asks.search(question)), None)
    told = [q for q in told if kinds and q.kind in kinds] or told
    return (
        Comparable(told[0].kind, (told[0].size,)) if len(told) == 1 or (priced and told) else None
    )


def _measured(name: str, cell: str) -> Quantity | None:
    """The amount of a cell, with the unit that the head of its column names where it names none: `Dose (mg)`."""
    said, unit = quantity(cell), UNIT.search(name)
    return quantity(f"{cell} {unit[1]}") if said and not said.kind and unit else said


def _date(need: Need, one: Quotable, passage: Passage) -> Comparable | None:
    """When it was: in the column that is asked for, by itself, by what stands above it, or by its passage."""
    asked = [cell for name, cell in _cells(one) if need.wanted & frozenset(terms(name))]
    above = (*one.headings, passage.date, passage.label, passage.source)
    known = (day for text in (*asked, one.text, *above) for day in days(text) if day.year)
    return next(
        (Comparable("date", tuple(float(part or 0) for part in day)) for day in known), None
    )
