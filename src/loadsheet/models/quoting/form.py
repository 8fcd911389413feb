"""Wishes in; the rules of form that a quotation can keep out: how many sentences, how many words, a list.

What a quotation cannot keep, such as a language or a tone, is not read here, and nobody pretends to keep it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import regex

from loadsheet.corpus import sentences
from loadsheet.models.quoting.composing import Quote, stands_alone

NUMBERS = {
    **{str(n): n for n in range(1, 1000)},
    **{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8},
    **{
        "a": 1,
        "a single": 1,
        "single": 1,
        "nine": 9,
        "ten": 10,
        "twenty": 20,
        "thirty": 30,
        "forty": 40,
    },
    **{"fifty": 50, "hundred": 100, "a hundred": 100, "one hundred": 100},
    **{"einem": 1, "einen": 1, "zwei": 2, "drei": 3, "une": 1, "deux": 2, "trois": 3},
}
_COUNT = "|".join(
    sorted((regex.escape(word) for word in NUMBERS if not word.isdigit()), key=len, reverse=True)
)
_N = rf"(?P<n>\d{{1,3}}|{_COUNT})"
_LIMIT = (
    r"(?:at\s+most|no\s+more\s+than|not\s+more\s+than|a\s+maximum\s+of|max(?:imum)?|up\s+to|under|below|about|around|"
    r"fewer\s+than|less\s+than|only|just|exactly|höchstens|au\s+plus)"
)
_SENTENCES = regex.compile(
    rf"\b(?:in|with|using|within|to)\s+(?:{_LIMIT}\s+)?{_N}\s+(?:short\s+|full\s+|complete\s+)?(?:sentences?|s[aä]tz\w*|"
    rf"phrases?)\b|\b{_LIMIT}\s+{_N}\s+(?:short\s+|full\s+)?(?:sentences?|s[aä]tz\w*|phrases?)\b|\b{_N}\s+sentences?\s+"
    r"(?:or\s+(?:less|fewer)|at\s+most|max(?:imum)?|only)\b",
    regex.IGNORECASE,
)
_WORDS = regex.compile(
    rf"\b(?:(?:in|with|using|within|to)\s+)?{_LIMIT}\s+{_N}\s+(?:words?|wörter\w*|mots)\b|\b(?:in|within|to)\s+{_N}\s+"
    rf"(?:words|wörter\w*|mots)\b|\b{_N}\s+words\s+(?:or\s+(?:less|fewer)|at\s+most|max(?:imum)?)\b",
    regex.IGNORECASE,
)
_ITEMS = regex.compile(
    r"\b(?:as|in|using|use|with)\s+(?:an?\s+)?(?:bullet(?:ed)?|unordered)?[\s-]*(?:list|bullets?|bullet\s+points?|points)\b"
    r"|\b(?:als|in)\s+(?:einer\s+)?(?:liste|stichpunkten?|aufzählung)\b|\ben\s+liste\b",
    regex.IGNORECASE,
)
_BRIEF = regex.compile(
    r"\bbriefly\b|\bin\s+(?:brief|short)\b|\bkeep\s+(?:it|your\s+answers?|answers)\s+(?:\w+\s+)?(?:short|brief|concise)\b"
    r"|\bbe\s+(?:brief|concise|short)\b|\b(?:short|brief|concise)\s+answers?\b|\bkurz\b|\bbrièvement\b",
    regex.IGNORECASE,
)
_ASKS = regex.compile(
    r"^\W*(?:(?:please|now)\W+)?(?:answer|reply|respond|explain|write)?\W*$", regex.IGNORECASE
)
CLAUSE = regex.compile(
    r"[,;:–—](?=\s)|\s(?=(?:and|but|or|unless|if|because|while|which|und|oder|et|ou)\s)"
)


@dataclass(frozen=True, slots=True)
class Form:
    """How an answer is to look; None and False where nobody said."""

    sentences: int | None = None
    words: int | None = None
    items: bool = False
    brief: bool = False


def form_of(question: str, rules: Iterable[str] = ()) -> tuple[Form, str]:
    """The form that rules and question ask for, the question's own last; and the question without its wishes."""
    form, rest = Form(), question
    for rule in rules:
        form, _ = _with(form, rule)
    form, rest = _with(form, question)
    return form, question if _ASKS.match(rest) else rest


def _with(form: Form, text: str) -> tuple[Form, str]:
    """The form with the wishes of a text, and the text without them."""
    if found := _SENTENCES.search(text):
        form = replace(form, sentences=_number(found["n"]))
        text = _without(text, found)
    if found := _WORDS.search(text):
        form = replace(form, words=_number(found["n"]))
        text = _without(text, found)
    if found := _ITEMS.search(text):
        form = replace(form, items=True)
        text = _without(text, found)
    if found := _BRIEF.search(text):
        form = replace(form, brief=True)
        text = _without(text, found)
    return form, text


def _without(text: str, found: regex.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}".strip(" ,:;")


def _number(word: str) -> int:
    return NUMBERS.get(word.lower(), 1)


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
