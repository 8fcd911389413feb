"""The values of a kind that a sentence gives, each with its place, and when two cannot both be meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from loadsheet.corpus.dates import DATE, MONTH, Day, day_of
from loadsheet.corpus.terms import STOPWORDS, TERM, stem, terms, word_set
from loadsheet.funnel.asking import NAME, OPENERS, Question
from loadsheet.lazy import lazy_re, lazy_regex

MOST_WORDS = 25
"""Words of a sentence that says yes or no: in a longer one a negation may belong to something else."""


class AnswerValue(NamedTuple):
    """What a passage says in answer."""

    text: str
    key: tuple[str, ...]
    """What it is compared by."""


_DIGIT = lazy_re(r"\d")
_NUMBER = lazy_re(
    r"(?<![\w.,])(?P<sign>[$€£¥]\s?|[-−](?=\d))?(?P<digits>\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?![\d])\s?(?P<unit>%|[^\W\d_]+)?"
)
_UNITS = word_set(
    "% percent second minute hour day week month year mile kilometer kilometre meter metre lap euro dollar "
    "pound token byte person people item"
)

_DEMONYM = lazy_regex(r"\p{Lu}\p{L}+(?:ian|ean|can|man|ish|ese|ench|utch)\s+\p{Ll}")
"""`American singer`: a word for where somebody is from, before a common noun."""
_COMPLEMENT = lazy_re(
    r"\b(?:is|was|are|were|became|remains)\s+(?:also\s+)?(?:a|an|the|one of the)\s+(?P<what>[^,.;()\[\]]{3,90})",
    re.IGNORECASE,
)

_STOP_COMPLEMENT = lazy_re(
    r"\s(?:who|which|that|in|of|from|by|for|on|at|to|with|located|based|directed|born|written|released|known)\s",
    re.I,
)
_NO = lazy_re(
    r"\b(?:no|not|never|none|neither|nor|without|cannot|forbidden|prohibited|denied|disallowed|\w+n['’]t)\b",
    re.I,
)


def denies(sentence: str) -> bool:
    """Whether a sentence says no to something."""
    return _NO.search(sentence) is not None


def values(kind: str, sentence: str, asked: Question) -> Iterator[tuple[AnswerValue, int]]:
    """Each value of a kind with its place in the sentence."""
    if kind in {"date", "number"} and not _DIGIT.search(sentence):
        return
    if kind == "date":
        yield from _life(sentence, asked)
        yield from dates(sentence)
    elif kind == "number":
        yield from numbers(sentence, asked.about)
    elif kind in {"name", "place"}:
        yield from _names(sentence, asked)
    elif kind == "polarity":
        if asked.words <= frozenset(terms(sentence)) and len(sentence.split()) <= MOST_WORDS:
            of = {part for value, _ in _names(sentence, asked) for part in value.key}
            yield AnswerValue(sentence, ("no" if denies(sentence) else "yes", *sorted(of))), 0
    else:
        yield from _classes(sentence, asked)


def dates(text: str) -> Iterator[tuple[AnswerValue, int]]:
    """Each date, or part of one; it is compared by year, month and day."""
    for found in DATE.finditer(text):
        yield AnswerValue(found[0], day_of(found)), found.start()


def _life(sentence: str, asked: Question) -> Iterator[tuple[AnswerValue, int]]:
    """The date of birth or death in `Name (date – date)`, as if it stood where the name is."""
    wanted = 1 if asked.words & _BIRTH else 2 if asked.words & _DEATH else 0
    for found in _LIFE.finditer(sentence) if wanted else ():
        given = list(dates(found[wanted]))
        if given:
            yield given[0][0], next(places(sentence, asked.subject), found.start())


_LIFE = lazy_re(r"\(([^()–—]{0,60}?\d{4})\s*(?:[–—-]|to)\s*([^()–—]{0,40}?\d{4})\s*\)")
_BIRTH = frozenset(map(stem, ("born", "birth", "birthday")))
_DEATH = frozenset(map(stem, ("die", "died", "death", "dead")))


def numbers(text: str, about: frozenset[str]) -> Iterator[tuple[AnswerValue, int]]:
    """Each number that is no part of a date; a word behind it counts as its unit where it is one, or is asked about."""
    taken = [m.span() for m in DATE.finditer(text) if not (m["y5"] and _measured(text, m.end()))]
    for found in _NUMBER.finditer(text):
        if any(start <= found.start("digits") < end for start, end in taken):
            continue
        unit = stem((found["unit"] or "").casefold())
        digits = found["digits"].replace(",", "").replace(" ", "")
        digits = digits.rstrip("0").rstrip(".") if "." in digits else digits.lstrip("0") or "0"
        kept = unit if unit in _STEMMED_UNITS or unit in about else ""
        yield AnswerValue(found[0], (digits, kept)), found.start()


def _measured(text: str, end: int) -> bool:
    """Whether a unit follows what looks like a year."""
    found = re.match(r"\s?(%|[^\W\d_]+)", text[end:])
    return found is not None and stem(found[1].casefold()) in _STEMMED_UNITS


_STEMMED_UNITS = frozenset(map(stem, _UNITS))


def _names(sentence: str, asked: Question) -> Iterator[tuple[AnswerValue, int]]:
    start = next((m.start() for m in re.finditer(r"\w", sentence)), 0)
    for found in NAME.finditer(sentence):
        words = found[0].split()
        if found.start() == start and len(words) == 1:
            continue  # the first word of a sentence is written like a name, whatever it is
        skipped = 0
        while words and words[0].casefold().strip(".'’") in OPENERS:
            skipped += len(words.pop(0)) + 1
        if len(words) == 1 and _DEMONYM.match(sentence, found.start() + skipped):
            continue  # whence something is, not who or what
        key = tuple(t for t in terms(" ".join(words)) if t not in asked.words)
        if asked.subject and asked.subject.issubset(terms(" ".join(words))):
            continue  # the subject itself, by a longer name
        if key and not all(part in MONTH for part in key):
            yield AnswerValue(" ".join(words), key), found.start() + skipped


def _labelled(sentence: str, asked: Question) -> Iterator[tuple[AnswerValue, int]]:
    """What stands right before the word for what is asked (`Danish-language`), or after it and a colon."""
    wanted = asked.attribute
    for found in TERM.finditer(sentence):
        if stem(found[0].lower()) not in wanted:
            continue
        for beside in (
            _BEFORE.search(sentence, 0, found.start()),
            _AFTER.match(sentence, found.end()),
        ):
            key = tuple(t for t in terms(beside[1]) if t not in asked.words) if beside else ()
            if beside and key and beside[1].lower() not in STOPWORDS:
                yield AnswerValue(beside[1], key), found.start()


_BEFORE = lazy_regex(r"([\p{L}\p{M}]+)[- ]$")
_AFTER = lazy_regex(r"\s?[:=]\s?(\p{L}[\p{L}\p{M} -]{1,40})")


def _classes(sentence: str, asked: Question) -> Iterator[tuple[AnswerValue, int]]:
    yield from _labelled(sentence, asked)
    for found in _COMPLEMENT.finditer(sentence):
        what = _STOP_COMPLEMENT.split(f" {found['what']} ", maxsplit=1)[0].strip()
        plain = " ".join(word for word in what.split() if word[:1].islower())
        key = tuple(t for t in terms(plain) or terms(what) if t not in asked.subject)
        if key:
            yield AnswerValue(what, key), found.start("what")
    yield from _names(sentence, asked)


def agree(kind: str, one: AnswerValue, other: AnswerValue) -> bool:
    """Whether both values can be meant at once."""
    if kind == "date":
        return Day(*one.key).agrees(Day(*other.key))
    if kind == "number":
        units = {unit for unit in (one.key[1], other.key[1]) if unit}
        return one.key[0] == other.key[0] and len(units) < 2
    if kind == "polarity":
        return one.key[0] == other.key[0] or not same_subject(kind, one, other)
    return bool(set(one.key) & set(other.key))


def same_subject(kind: str, one: AnswerValue, other: AnswerValue) -> bool:
    """Whether both are said of the same; what is allowed or not is so of what is named beside it, if anything is."""
    named = [value.key[1:] for value in (one, other)]
    return kind != "polarity" or named[0] == named[1] or not all(named)


def places(sentence: str, wanted: frozenset[str]) -> Iterator[int]:
    """Where each of these words stands."""
    for found in TERM.finditer(sentence.lower()):
        if stem(found[0]) in wanted or found[0] in wanted:
            yield found.start()
