"""A passage and a question in; what the passage says in answer, where it says every word of the question, out.

A sentence has the words of the headings above it, and a row those of its columns: `Employees get 320 euros.` under
`Relocation allowance` answers `How much is the relocation allowance?`. Amounts are compared by what they measure, in
one unit, and times of day by the clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from loadsheet.corpus import sentences
from loadsheet.corpus.dates import DATE, Day, day_of
from loadsheet.corpus.quantities import MONEY, quantities
from loadsheet.corpus.table_heads import columns_at, tables
from loadsheet.corpus.terms import one_of, stem, terms, word_set
from loadsheet.funnel.asking import Question
from loadsheet.funnel.values import denies
from loadsheet.intent.language.answer_forms import WEEKDAY
from loadsheet.intent.language.answer_type import MEASURES, PRICE, answer_type
from loadsheet.intent.language.inflection import are_one, telling
from loadsheet.intent.language.numerals import NUMERALS
from loadsheet.intent.language.words import language

MOST_STATED = 40
"""Sentences of a passage that are read."""

MOST_WORDS = 25
"""Words of a sentence that is read for a value: in a longer one it may belong to something else."""

HEADING = re.compile(r"^(#{1,6})\s+(.+?)[\s#]*$")
"""A heading, as a text writes it."""

LIMITS = regex.compile(
    r"\b(?:in|at|on|with|during|within|under|from|until|till|if|unless|outside|without|after|before|when|whenever|as|for"
    r"|im|bei|während|nach|vor|dans|pour|pendant|para|durante)\s+(?P<of>[^,.;:|()]{2,60})",
    regex.IGNORECASE,
)
"""What leads to when, where or for whom something holds."""

CLOCK = regex.compile(
    r"\b(?P<hour>[01]?\d|2[0-4])(?:[:.h](?P<minute>[0-5]\d))?\s?(?P<half>[ap])\.?m\b"
    r"|\b(?P<hour2>[01]?\d|2[0-4])[:h](?P<minute2>[0-5]\d)\b|\b(?P<hour3>[01]?\d|2[0-4])\s?(?:uhr|h|o['’]clock)\b",
    regex.IGNORECASE,
)
"""A time of day."""

PERMISSION = frozenset(map(stem, word_set("allowed permitted welcome admitted accepted fine")))
"""Words by which a text says that something may be; one says the same as the other."""

_FIGURES = {name: number for name, number in NUMERALS.items() if number != 1 or name == "one"}
"""The words for numbers, without articles."""
_NUMERAL = re.compile(rf"\b(?:{one_of(_FIGURES)})\b(?=\s+[^\W\d_])", re.IGNORECASE)
_WEEKDAY = re.compile(WEEKDAY, re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w.,€$£¥-])(?:19|20)\d\d(?![\w.,-]*\d|\s?[€%])(?=\W*(?:$|[^\W\d_]))")
_HOW = re.compile(r"\bhow\s+(\w+)", re.IGNORECASE)
"""The word for the kind of amount that is asked for, which no answer repeats: `how long`."""
_ASKS = re.compile(r"\?\W*$")


class Stated(NamedTuple):
    """A value that a sentence gives in answer."""

    of: str
    """What is measured, `date`, `clock`, `weekday` or `polarity`; empty for a plain number."""
    value: tuple[object, ...]
    holds_for: frozenset[str]
    """Words for when, where or for whom that hold nothing of the question."""
    subject: str
    """The word that the sentence begins with, where the question does not say it."""


def stated(text: str, asked: Question) -> list[Stated]:
    """What a passage says in answer to a question for an amount, a date, a time, or yes or no; nothing otherwise."""
    how = terms(" ".join(_HOW.findall(asked.text)))
    wanted = frozenset(telling(terms(asked.text), language(asked.text))).difference(how)
    if asked.kind == "polarity":
        wanted -= PERMISSION
    if asked.kind in {"name", "place"} or not wanted:
        return []
    return [
        _of(sentence, *value, asked)
        for sentence, above in _lines(text)
        if _says_all(sentence, above, wanted, asked)
        and (value := _value(sentence, asked)) is not None
    ]


def opposed(one: Stated, other: Stated) -> bool:
    """Whether two of them cannot both be meant: what holds for different times, places or people can."""
    if one.holds_for != other.holds_for:
        return False
    if one.subject and other.subject and one.subject != other.subject:
        return False
    if one.of == other.of == "date":
        return not Day(*map(str, one.value)).agrees(Day(*map(str, other.value)))
    plain = "" in {one.of, other.of} and not {one.of, other.of} & {"date", "clock", "weekday"}
    return (one.of == other.of or plain) and one.value != other.value


def alike(one: str, other: str) -> bool:
    """Whether two phrases are one amount or one time of day, written in two ways, or a name and its initial."""
    for read in (_clocks, quantities):
        first, second = list(read(_figured(one))), list(read(_figured(other)))
        if first or second:
            return bool(first) and first == second
    short, long = sorted((one, other), key=len)
    return len(short.strip(".")) == 1 and short.isalpha() and long.startswith(short)


def _says_all(sentence: str, above: str, wanted: frozenset[str], asked: Question) -> bool:
    """Whether a sentence says every word of a question; of one for yes or no it does so by itself."""
    own = _formed(terms(sentence), wanted, asked)
    if asked.kind != "polarity":
        return wanted <= own | _formed(terms(above), wanted, asked)
    decides = not asked.words & PERMISSION or own & PERMISSION or denies(sentence)
    return wanted <= own and bool(decides)


def _formed(said: Sequence[str], wanted: frozenset[str], asked: Question) -> frozenset[str]:
    """What is said, with the words of the question of which it has another form: `file` beside `filed`."""
    code = language(asked.text)
    forms = {word for word in wanted for term in said if are_one(term, word, code)}
    return frozenset(said) | forms


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Each sentence of a passage that is no heading and no question, with what stands above it."""
    trail: dict[int, str] = {}
    heads = list(tables(text))
    for start, end in sentences.whole(text)[:MOST_STATED]:
        line = text[start:end]
        if heading := HEADING.match(line.strip()):
            depth = len(heading[1])
            trail = {level: title for level, title in trail.items() if level < depth}
            trail[depth] = heading[2]
        elif len(line.split()) <= MOST_WORDS and not _ASKS.search(line):
            yield line, " ".join([*trail.values(), columns_at(heads, start)])


def _value(sentence: str, asked: Question) -> tuple[str, tuple[object, ...]] | None:
    """The one value of the kind that is asked for; None where a sentence gives none, or several."""
    if asked.kind == "polarity":
        return "polarity", ("no" if denies(sentence) else "yes",)
    found = set(_times(sentence) if asked.kind == "date" else _amounts(sentence, asked))
    return found.pop() if len(found) == 1 else None


def _times(sentence: str) -> Iterator[tuple[str, tuple[object, ...]]]:
    dated: list[tuple[str, tuple[object, ...]]] = [
        *(("date", day_of(found)) for found in DATE.finditer(sentence)),
        *_clocks(sentence),
    ]
    yield from dated or [("weekday", (stem(m[0].casefold()),)) for m in _WEEKDAY.finditer(sentence)]


def _clocks(text: str) -> Iterator[tuple[str, tuple[object, ...]]]:
    for found in CLOCK.finditer(text):
        hour = int(found["hour"] or found["hour2"] or found["hour3"])
        if found["half"]:
            hour = hour % 12 + (12 if found["half"].casefold() == "p" else 0)
        yield "clock", (hour, int(found["minute"] or found["minute2"] or 0))


def _amounts(sentence: str, asked: Question) -> Iterator[tuple[str, tuple[object, ...]]]:
    text = DATE.sub(lambda found: " " if found["y5"] is None else found[0], sentence)
    priced = answer_type(asked.text) is PRICE
    for amount in quantities(_figured(text)):
        if not priced or not amount.kind or amount.kind in MONEY:
            yield amount.kind, (round(amount.size, 6),)


def _figured(text: str) -> str:
    """A text with its number words in figures."""
    return _NUMERAL.sub(lambda found: str(_FIGURES[found[0].casefold()]), text)


def _of(sentence: str, of: str, value: tuple[object, ...], asked: Question) -> Stated:
    figures = _NUMERAL.sub("0", sentence)
    limits = {
        term for m in LIMITS.finditer(figures) if not denies(m["of"]) for term in terms(m["of"])
    }
    if of not in {"date", "weekday"}:
        limits |= {stem(found[0].casefold()) for found in _WEEKDAY.finditer(sentence)}
    limits -= asked.words | MEASURES | {term for term in limits if not term.isalpha()}
    if of != "date":
        limits |= {m[0] for m in _YEAR.finditer(sentence)} - asked.words
    first = next(iter(terms(sentence)), "")
    return Stated(
        of, value, frozenset(limits), "" if first in asked.words or first in PERMISSION else first
    )
