"""A question for a step by its place or its neighbour and the pieces that answer in; that item of their list out.

The item that a question names is not the one that it asks for: `What do I do after counting the coins?` Where a list
has none there, all of it is quoted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from loadsheet.corpus.terms import one_of, terms
from loadsheet.intent.language import numerals
from loadsheet.intent.language.inflection import are_one
from loadsheet.intent.language.words import language
from loadsheet.lazy import lazy_regex
from loadsheet.quoting.cutting import Quotable
from loadsheet.quoting.scoring import COVERS, Need, Scored
from loadsheet.quoting.structures import Whole

_FIRST = ["first", "erste", "ersten", "erster", "première", "premier", "primer"]
_LAST = ["last", "final", "letzte", "letzten", "letzter", "dernière", "dernier", "último"]
_ORDINALS = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
PLACES = {
    **dict.fromkeys(_FIRST, 1),
    **dict.fromkeys(_LAST, 0),
    **{word: place for place, word in enumerate(_ORDINALS, start=2)},
}
"""The words for a place in a list, counted from 1; the last is 0."""

_STEP = r"(?:steps?|schritt|étape|paso)"
BY_PLACE = lazy_regex(
    rf"\b{_STEP}\s+(?:no\.?\s*|number\s+)?(?P<place>\d+|{one_of(numerals.ENGLISH)})\b"
    rf"|\b(?P<place>\d+)(?:st|nd|rd|th)\s+{_STEP}\b"
    rf"|\b(?P<place>{'|'.join(PLACES)})\s+(?:{_STEP}|thing|instruction)\b"
    r"|\b(?:do|come|happen)(?:e?s)?\s+(?P<place>first|last)\b",
    regex.IGNORECASE,
)
BY_NEIGHBOUR = lazy_regex(
    r"\b(?:(?P<after>after|follows|nach(?:dem)?|après|después\s+de)|(?:before|precedes|vor|bevor|avant|antes\s+de))\s+"
    r"(?P<what>[^(?]+)",
    regex.IGNORECASE,
)
ITEM = lazy_regex(
    r"^[ ]{0,3}(?P<number>\d{1,3})[.)][ \t]+(?P<said>.+?)\s*(?=^[ ]{0,3}\d{1,3}[.)][ \t]|\Z)",
    regex.MULTILINE | regex.DOTALL,
)

ASKS_FOR_STEP = frozenset({"step", "class"})
"""The types of answer that a step may be; a time or a name after something else is none."""


def step(question: str, need: Need, taken: Sequence[Scored]) -> list[Scored]:
    """The pieces, with the step that is asked for in the place of those of its list."""
    kind = need.kind.kind
    score, one = next((pair for pair in taken if _list(pair[1])), taken[0])
    whole = _list(one)
    if whole is None or (kind is not None and kind.name not in ASKS_FOR_STEP):
        return list(taken)
    items = list(ITEM.finditer(whole.text))
    place = _place(question, [int(item["number"]) for item in items])
    if place is None and one is taken[0][1]:
        place = _neighbour(question, need, [item["said"] for item in items])
    if place is None:
        return list(taken)
    said = items[place]["said"] if 0 <= place < len(items) else whole.text
    return [(score, replace(one, text=said, shown=said, whole=None))]


def _list(one: Quotable) -> Whole | None:
    """The numbered list in which a piece stands."""
    return one.whole if one.whole is not None and one.whole.kind == "steps" else None


def _place(question: str, numbers: Sequence[int]) -> int | None:
    """Where the step stands that a question names by its place; a list may go on from another passage."""
    found = BY_PLACE.search(question)
    if found is None:
        return None
    said = found["place"].casefold()
    number = PLACES[said] if said in PLACES else numerals.count(said)
    if not number:
        return len(numbers) - 1
    counted = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return number - (numbers[0] if counted else 1)


def _neighbour(question: str, need: Need, items: Sequence[str]) -> int | None:
    """Where the step stands that comes after, or before, the one that a question names."""
    found = BY_NEIGHBOUR.search(question)
    named = frozenset(terms(found["what"])) if found else frozenset[str]()
    if found is None or not named & need.wanted:
        return None
    code = language(question)
    said = (terms(item) for item in items)
    held = [
        need.weight(frozenset(n for n in named if any(are_one(word, n, code) for word in words)))
        for words in said
    ]
    if max(held) < COVERS * need.weight(named):
        return None
    return held.index(max(held)) + (1 if found["after"] else -1)
