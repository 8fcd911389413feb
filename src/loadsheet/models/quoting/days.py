"""A question and pieces in; both with each day that the question names as one word out.

`12 November` is one thing: a sentence of another day in November, or of twelve kettles, says nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loadsheet.funnel.values import dates
from loadsheet.models.quoting.cutting import Piece
from loadsheet.models.quoting.quotable import Passage

Day = tuple[str, ...]
"""A year, which may be empty, a month and a day."""


def named(question: str) -> tuple[str, dict[str, Day]]:
    """A question without the days that it names, and those days by their word."""
    found: dict[str, Day] = {}
    for value, _ in dates(question):
        if all(value.key[1:]):
            question = question.replace(value.text, " ")
            found["/".join(value.key)] = value.key
    return question, found


def with_days(
    found: Sequence[Piece], wanted: dict[str, Day], passages: Sequence[Passage]
) -> list[Piece]:
    """The pieces with the words of the days that they, or what stands above them, name."""
    if not wanted:
        return list(found)

    def of(text: str) -> frozenset[str]:
        keys = [value.key for value, _ in dates(text)]
        return frozenset(word for word, day in wanted.items() if any(_same(day, k) for k in keys))

    labels = [of(f"{passage.label} {passage.source}") for passage in passages]
    return [
        replace(
            one,
            terms=one.terms | of(one.text),
            context=one.context | labels[one.passage] | of("; ".join(one.headings)),
        )
        for one in found
    ]


def _same(one: Day, other: Day) -> bool:
    return one[1:] == other[1:] and (one[0] == other[0] or not (one[0] and other[0]))
