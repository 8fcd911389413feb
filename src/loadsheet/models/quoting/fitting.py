"""Quotes and the form that is asked for in; the quotes as far as they can be said in that form out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from loadsheet.corpus import sentences
from loadsheet.intent.rules.form import Form
from loadsheet.models.quoting.composing import Quote, stands_alone

CLAUSE = regex.compile(
    r"[,;:–—](?=\s)|\s(?=(?:and|but|or|unless|if|because|while|which|und|oder|et|ou)\s)"
)


def kept(quotes: Sequence[Quote], form: Form) -> list[Quote]:
    """The quotes as far as the form lets them be said, the best first; one is always left where there was one."""
    found = list(quotes[:1] if form.brief else quotes)
    if form.sentences is not None:
        found = _in_sentences(found, max(1, form.sentences))
    if form.words is not None:
        found = _in_words(found, max(1, form.words))
    return found


def _in_sentences(quotes: Sequence[Quote], most: int) -> list[Quote]:
    found: list[Quote] = []
    for quote in quotes:
        if most <= 0:
            break
        spans = [] if stands_alone(quote.text) else sentences.split(quote.text)
        text = quote.text[: spans[most - 1].end] if len(spans) > most else quote.text
        if (rows := quote.text.split("\n")) and rows[0].startswith("|"):
            text = "\n".join(rows[: 2 + most])  # a row of a table is a sentence below its head
        found.append(replace(quote, text=text))
        most -= max(1, min(len(spans), most))
    return found


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
