"""A text in; whether it counts something out: a clock, a date, a place in a row and a sum of money count nothing."""

from __future__ import annotations

import regex

from loadsheet.corpus.quantities import quantities, quantity
from loadsheet.corpus.terms import one_of, terms
from loadsheet.intent.language import numerals
from loadsheet.intent.language.answer_forms import MONTH, pattern
from loadsheet.lazy import lazy_regex

_WORDS = one_of(numerals.CARDINALS)
_CARDINAL = pattern(
    r"\p{N}+(?:[.,'’]\p{N}+)*|[一二三四五六七八九十百千两]+",
    rf"\b(?:{_WORDS}|\p{{L}}+zehn|\p{{L}}+(?:zig|ßig)|vingt|trente|veinte|treinta|venti|trenta|cento?|cien(?:to)?|hundert"
    r"|thousand|tausend|mille?|million|half(?:\s+an?)?|once|twice|none|keine?|ninguno)s?\b",
    r"\b(?:there\s+is|has|have|with)\s+(?:an?|no)(?=\s)",
)
"""A number of things; an article is one only in what says that there is such a thing."""

_NO_COUNT = pattern(
    r"\b\d{1,2}(?::|\.(?=\d\d\s?(?:h|uhr)\b)|h)\d\d\b|\b\d{1,2}\s?(?:[ap]\.?m\b|uhr\b|o['’]?clock\b)"
    r"|\b(?:à|dès|vers|a\s+las)\s+\d{1,2}(?:\s?h(?:eures?)?)?\b",
    rf"\b(?:at|by|before|after|from|until|till|um|bis|ab)\s+(?:\d{{1,2}}|{_WORDS})(?=\W*$|\s+(?:in|on|and|to)\b|[,.;])",
    r"\b\d+(?:st|nd|rd|th|er|ère|e|º|ª)\b|\b\d+\.(?=\s+\p{Ll})",
    rf"\b\d{{1,2}}\.?(?:\s+(?:of|de))?\s+(?:{MONTH})(?:\.?,?\s+\d{{4}})?|(?:{MONTH})\.?\s+\d{{1,4}}\b(?:,?\s+\d{{4}})?",
    r"\b\d{4}-\d\d(?:-\d\d)?\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|[\d一二三四五六七八九十]+\s?[年月日号时時点點]",
    r"\p{Sc}\s*\d[\d.,]*|\d[\d.,]*\s*(?:\p{Sc}|[元円])"
    rf"|\b(?:[\d.,]+|{_WORDS})\s*(?:euros?|eur|usd|gbp|chf|dollars?|pounds?|cents?|pence|francs?|yuan|yen)\b",
    r"(?:\b(?:article|section|chapter|page|step|room|version|no\.|artikel|kapitel|seite|raum)|§)\s*\d+",
)
"""What has a number and counts nothing."""

_YEAR = pattern(r"\A(?:1\d|20)\d\d\Z")
"""What is a year where it does not stand before what is counted."""

_AGED = pattern(r"\b(?:under|over|aged?|unter|über|moins\s+de|plus\s+de|menores\s+de)\s+\Z")
"""What stands before a number that bounds an age, say, and counts nothing: `Children under six sleep free.`"""

_NUMBERED = lazy_regex(r"^[ \t]{0,3}\d{1,3}[.)][ \t]+\S", regex.MULTILINE)
_CLAUSE = pattern(r"[,;.:|\n]")
_WITHIN = 40
"""Characters behind a number in which what it counts is named: `28 paid calendar days`."""


def counts(text: str, unit: str) -> bool:
    """Whether a text says how many there are of what has the stem `unit`: a number stands before the word for it, or
    is told of nothing that is no count, nor of what is measured in another way. A numbered list counts its items."""
    if len(_NUMBERED.findall(text)) > 1:
        return True
    other = [found.span() for found in _NO_COUNT.finditer(text)]
    measured = _measured(f"1 {unit}")
    for found in _CARDINAL.finditer(text):
        if any(start < found.end() and found.start() < end for start, end in other):
            continue
        behind = _CLAUSE.split(text[found.end() : found.end() + _WITHIN])[0]
        if unit in terms(behind)[:3]:
            return True
        bound = _AGED.search(text[: found.start()]) is not None
        alone = (
            not bound and not _YEAR.match(found[0]) and not found[0].endswith((" a", " an", " no"))
        )
        if alone and _measured(f"1{behind}") in {"", measured}:
            return True
    return False


def measures(text: str, unit: str) -> bool:
    """Whether a text says how much there is of what `unit` measures: `2 kg`, of kilos."""
    kind = _measured(f"1 {unit}")
    return bool(kind) and any(amount.kind == kind for amount in quantities(text))


def _measured(amount: str) -> str:
    """What an amount measures; empty of a number of things."""
    return found.kind if (found := quantity(amount)) else ""


_ACTS = lazy_regex(
    r"(?:\b(?:to|will|would|can|could|may|must|shall|should|not|i|you|he|she|it|we|they|who|that)\s+)(?P<word>\p{L}+)"
    r"|(?<!\b(?:of|the|an?|my|your|our|their|his|her|no|any|each|every)\s)\b(?P<word>\p{L}+)"
    r"\s+(?!an?\s+(?:day|week|month|year)\b)(?=(?:the|an?|it|them|him|her|us|me|your|my|our|their|this)\b|(?-i:\p{Lu}))",
    regex.IGNORECASE,
)
"""A word behind a pronoun or what goes before a verb, or before what only a verb has behind it."""


def names(text: str, words: frozenset[str]) -> bool:
    """Whether a text has one of the stems elsewhere than as a verb: `the leave`, and not `products leave the range`."""
    acting = [stem for found in _ACTS.finditer(text) for stem in terms(found["word"])]
    said = terms(text)
    return any(said.count(word) > acting.count(word) for word in words)
