"""Words in; the rules of form that an answer can keep out: how many sentences, how many words, a list, brevity.

Such a wish says how an answer is to look and nothing of what it is about: neither a search nor a quotation reads it.
What a quotation cannot keep, such as a language or a tone, is not read here, and nobody pretends to keep it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from loadsheet.intent.pattern import Pattern

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
    sorted((re.escape(word) for word in NUMBERS if not word.isdigit()), key=len, reverse=True)
)
_N = rf"(\d{{1,3}}|{_COUNT})"
_LIMIT = (
    r"(?:at\s+most|no\s+more\s+than|not\s+more\s+than|a\s+maximum\s+of|max(?:imum)?|up\s+to|under|below|about|around|"
    r"fewer\s+than|less\s+than|only|just|exactly|höchstens|au\s+plus)"
)
_SENTENCES = Pattern(
    rf"\b(?:in|with|using|within|to)\s+(?:{_LIMIT}\s+)?{_N}\s+(?:short\s+|full\s+|complete\s+)?(?:sentences?|s[aä]tz\w*|"
    rf"phrases?)\b|\b{_LIMIT}\s+{_N}\s+(?:short\s+|full\s+)?(?:sentences?|s[aä]tz\w*|phrases?)\b|\b{_N}\s+sentences?\s+"
    r"(?:or\s+(?:less|fewer)|at\s+most|max(?:imum)?|only)\b",
    fits="in one sentence",
    misses="a sentence on fees",
)
_WORDS = Pattern(
    rf"\b(?:(?:in|with|using|within|to)\s+)?{_LIMIT}\s+{_N}\s+(?:words?|wörter\w*|mots)\b|\b(?:in|within|to)\s+{_N}\s+"
    rf"(?:words|wörter\w*|mots)\b|\b{_N}\s+words\s+(?:or\s+(?:less|fewer)|at\s+most|max(?:imum)?)\b",
    fits="in at most 15 words",
    misses="the words of a rule",
)
_ITEMS = Pattern(
    r"\b(?:as|in|using|use|with)\s+(?:an?\s+)?(?:bullet(?:ed)?|unordered)?[\s-]*(?:list|bullets?|bullet\s+points?|points)\b"
    r"|\b(?:als|in)\s+(?:einer\s+)?(?:liste|stichpunkten?|aufzählung)\b|\ben\s+liste\b",
    fits="as a bullet list",
    misses="the guest list",
)
_BRIEF = Pattern(
    r"\bbriefly\b|\bin\s+(?:brief|short)\b|\bkeep\s+(?:it|your\s+answers?|answers)\s+(?:\w+\s+)?(?:short|brief|concise)\b"
    r"|\bbe\s+(?:brief|concise|short)\b|\b(?:short|brief|concise)\s+answers?\b|\bkurz\b|\bbrièvement\b",
    fits="answer in short",
    misses="a short film",
)
_ASKS = Pattern(
    r"^\W*(?:(?:please|now)\W+)?(?:answer|reply|respond|explain|write)?\W*$",
    fits="please answer",
    misses="the fee",
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
        form = replace(form, sentences=_number(found))
        text = _without(text, found)
    if found := _WORDS.search(text):
        form = replace(form, words=_number(found))
        text = _without(text, found)
    if found := _ITEMS.search(text):
        form = replace(form, items=True)
        text = _without(text, found)
    if found := _BRIEF.search(text):
        form = replace(form, brief=True)
        text = _without(text, found)
    return form, text


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}".strip(" ,:;")


def _number(found: re.Match[str]) -> int:
    return NUMBERS.get(found[found.lastindex or 0].lower(), 1)
