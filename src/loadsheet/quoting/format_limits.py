"""Quotes and the form that is asked for in; the quotes as far as they can be said in that form out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from loadsheet.corpus import sentences
from loadsheet.intent.rules.answer_format import AnswerFormat
from loadsheet.quoting.composing import FENCES, Quote
from loadsheet.quoting.cutting import announces

CLAUSE = regex.compile(
    r"[,;:–—](?=\s)|\s(?=(?:and|but|or|unless|if|because|while|which|und|oder|et|ou)\s)"
)


def kept(quotes: Sequence[Quote], form: AnswerFormat) -> list[Quote]:
    """The quotes as far as the form lets them be said, the best first; one is always left where there was one."""
    found = list(quotes[:1] if form.brief else quotes)
    if form.sentences is not None:
        found = _in_sentences(found, max(1, form.sentences))
    if form.words is not None:
        found = _in_words(found, max(1, form.words))
    return found


def _in_sentences(quotes: Sequence[Quote], most: int) -> list[Quote]:
    """The quotes in so many sentences; where the question has more parts, one of each, which are joined to so many."""
    parts = list(dict.fromkeys(quote.part for quote in quotes))
    if len(parts) > most:
        first = (next(quote for quote in quotes if quote.part == part) for part in parts)
        return [replace(quote, text=_beginning(quote.text, 1)[0]) for quote in first]
    found: list[Quote] = []
    for quote in quotes:
        waiting = len(parts) - 1 - parts.index(quote.part)
        if most <= waiting:
            continue
        text, taken = _beginning(quote.text, most - waiting)
        found.append(replace(quote, text=text))
        most -= taken
    return found


def _beginning(text: str, most: int) -> tuple[str, int]:
    """At most so many sentences of a quote, and how many; a row of a table is one below its head, and what only
    announces is none."""
    if text.startswith("|"):
        rows = text.split("\n")
        return "\n".join(rows[: 2 + most]), min(most, max(1, len(rows) - 2))
    if text.startswith(FENCES):
        return text, 1
    spans = sentences.split(text)
    announced = len(spans) > 1 and announces(text[spans[0].start : spans[0].end])
    taken = spans[: most + announced]
    return (text[: taken[-1].end] if len(spans) > len(taken) else text), len(taken) - announced


def _in_words(quotes: Sequence[Quote], most: int) -> list[Quote]:
    """As many quotes as fit, the best first; where none does, the beginning of the best."""
    room, found = most, list[Quote]()
    for quote in quotes:
        if (length := len(quote.text.split())) <= room:
            found.append(quote)
            room -= length
    if found or not quotes:
        return found
    return [replace(quotes[0], text=shortened(quotes[0].text, most))]


def shortened(text: str, most: int) -> str:
    """The beginning of a text in at most so many words, to the end of a clause if one ends, and `…` for the rest."""
    ends = [found.end() for found in regex.finditer(r"\S+", text)]
    if len(ends) <= most:
        return text
    beginning = text[: ends[most - 1]]
    clauses = [found.start() for found in CLAUSE.finditer(beginning)]
    cut = clauses[-1] if clauses and clauses[-1] > len(beginning) / 2 else len(beginning)
    return beginning[:cut].rstrip(" ,;:–—") + " …"
