"""A question and pieces in; both with what several words name as one word out: a day, a name with a letter.

`12 November` is one thing: a sentence of another day in November, or of twelve kettles, says nothing of it. So is
`Plan B`, of which the letter alone is no word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from loadsheet.funnel.values import dates
from loadsheet.models.quoting.cutting import Piece
from loadsheet.models.quoting.quotable import Passage

LETTERED = regex.compile(r"\b(\p{L}{2,})\s+(\p{Lu})(?![\p{L}\p{N}’'&])(?!\.\s?\p{Lu})")
"""A word with a letter behind it."""

Day = tuple[str, ...]
"""A year, which may be empty, a month and a day."""


def days(question: str) -> tuple[str, dict[str, Day]]:
    """A question without the days that it names, and those days by the word for each."""
    found: dict[str, Day] = {}
    for value, _ in dates(question):
        if all(value.key[1:]):
            question = question.replace(value.text, " ")
            found["/".join(value.key)] = value.key
    return question, found


def lettered(text: str) -> frozenset[str]:
    """The names with a letter in a text, each as one word."""
    return frozenset(f"{m[1].casefold()} {m[2]}" for m in LETTERED.finditer(text) if m[2] != "I")


def with_names(
    found: Sequence[Piece],
    on: dict[str, Day],
    letters: frozenset[str],
    passages: Sequence[Passage],
) -> list[Piece]:
    """The pieces with the words of what they, or what stands above them, name."""
    if not on and not letters:
        return list(found)

    def of(text: str) -> frozenset[str]:
        keys = [value.key for value, _ in dates(text)] if on else []
        named = frozenset(word for word, day in on.items() if any(_same(day, k) for k in keys))
        return named | (letters & lettered(text))

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
