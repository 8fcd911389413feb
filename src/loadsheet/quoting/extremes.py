"""A question for the most or the least of something and the ranked pieces in; the piece that has it out.

Only what can be compared is: the rows of one table, or sentences with a value that say as much of the question. Where
a row has none, nobody knows which is the most, and all are quoted.
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from loadsheet.corpus.terms import terms
from loadsheet.funnel.values import dates
from loadsheet.intent.language.answer_type import PRICE
from loadsheet.quoting.cutting import Piece
from loadsheet.quoting.overview import versions
from loadsheet.quoting.prompt_view import Passage
from loadsheet.quoting.scoring import Need, Scored
from loadsheet.quoting.structures import cells_of

MOST = regex.compile(
    r"\b(?:(?<!at )most(?! of\b)|biggest|largest|highest|longest|tallest|heaviest|fastest|dearest|latest|newest"
    r"|teuerst\w*|größt\w*|höchst\w*|längst\w*|meisten|neue?st\w*|plus\s+(?:ch[eè]r|grand|long|récent)\w*"
    r"|más\s+(?:car|grand|larg|recient)\w*)\b",
    regex.IGNORECASE,
)
LEAST = regex.compile(
    r"\b(?:(?<!at )least|cheapest|fewest|smallest|lowest|shortest|lightest|slowest|oldest|earliest|billigst\w*"
    r"|günstigst\w*|kleinst\w*|niedrigst\w*|kürzest\w*|ältest\w*|wenigsten|moins\s+ch[eè]r\w*|más\s+(?:barat|pequeñ|cort|antigu)\w*)\b",
    regex.IGNORECASE,
)
PRICED = regex.compile(
    r"expensive|cheap|dearest|teuer|billig|günstig|ch[eè]r|car[oa]\b|barat|\bcosts?\b|\bprice",
    regex.IGNORECASE,
)
DATED = regex.compile(
    r"\b(?:latest|newest|(?:most|plus|más)\s+r[eé]cente?\w*|current|oldest|earliest|neuste\w*|neueste\w*|aktuell\w*|älteste\w*)\b",
    regex.IGNORECASE,
)
VERSIONED = regex.compile(r"\b(?:versi[oó]n|release)s?\b", regex.IGNORECASE)
NUMBER = regex.compile(r"\d+(?:[.,'’]\d+)*")

ALIKE = 0.6
"""What says as much of the question as the best, up to its names and values, reaches this part of its weight."""

Value = tuple[float, ...]


def extreme(
    question: str,
    need: Need,
    ranked: Sequence[Scored],
    found: Sequence[Piece],
    passages: Sequence[Passage],
) -> list[Scored]:
    """The pieces, with the one that has the most, or the least, of what is asked for alone where one is known to."""
    least, dated = LEAST.search(question), DATED.search(question)
    if not ranked or not (least or dated or MOST.search(question)):
        return list(ranked)
    score, best = ranked[0]
    rows = [one for one in found if one.head and one.passage == best.passage]
    if not (best.head or any(one.head == best.text for one in rows)):
        most = need.weight(best.near)
        rows = [one for _, one in ranked if not one.head and need.weight(one.near) >= ALIKE * most]
    held = [(_value(question, need, one), one) for one in rows]
    if dated and not any(value for value, _ in held if VERSIONED.search(question)):
        held = [(_date(one, passages[one.passage]), one) for one in rows]
    if VERSIONED.search(question) or not rows[0].head:
        held = [(value, one) for value, one in held if value]
    if len(held) < 2 or not all(value for value, _ in held):
        return list(ranked)
    return [(score, (min if least else max)(held, key=lambda pair: pair[0])[1])]


def _value(question: str, need: Need, one: Piece) -> Value:
    """What a piece has of what is compared; empty where it does not say."""
    if VERSIONED.search(question):
        return max((tuple(map(float, version)) for version in versions(one.near)), default=())
    priced = PRICED.search(question) is not None
    names, row = (cells_of(one.head), cells_of(one.text)) if one.head else ([], [one.prose])
    for name, cell in zip(names, row, strict=False):
        asked = need.wanted & frozenset(terms(name)) or (priced and PRICE.asked.search(name))
        if asked and NUMBER.search(cell):
            return _number(cell)
    said = [cell for cell in row if not priced or PRICE.shows(cell)]
    numbers = [m[0] for cell in said for m in NUMBER.finditer(cell)]
    return _number(numbers[0]) if len(numbers) == 1 or (priced and numbers) else ()


def _date(one: Piece, passage: Passage) -> Value:
    """When a piece was said: by itself, by what stands above it, or by its passage; empty where nobody knows."""
    above = (*one.headings, passage.date, passage.label, passage.source)
    known = (value.key for text in (one.text, *above) for value, _ in dates(text) if value.key[0])
    return next((tuple(float(part or 0) for part in key) for key in known), ())


def _number(text: str) -> Value:
    """The first number in a text, whatever parts its thousands: `2,400`, `2.400`, `2'400`."""
    found = NUMBER.search(text)
    if found is None:
        return ()
    whole, *parts = regex.split(r"[.,'’]", found[0])
    thousands = [part for part in parts if len(part) == 3]
    rest = "".join(part for part in parts if len(part) != 3)
    return (float(f"{whole}{''.join(thousands)}.{rest or 0}"),)
