"""A turn and the last answer go in; whether it asks for a sum of numbers at hand comes out."""

from __future__ import annotations

import re

from loadsheet.corpus.terms import one_of
from loadsheet.intent.flags import cues
from loadsheet.intent.held.matching import Shelf
from loadsheet.intent.language import numerals, words
from loadsheet.intent.language.match import telling
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rewriting.rewrite import Conversation

_RECKONS = Pattern(
    r"%|" + opening() + r"(?:all )?(?:together|in total|the difference|difference)\W*$|"
    r"\b(?:com(?:es?|ing) to|makes?|in total|altogether|together as|per ?cent|percentage|times \d|plus|minus|factorial|"
    r"squared?|"
    r"above|below|ratio|sum|total|between the two|leaves? (?:me |us )?(?:how|what)|(?:that['’]?s|thats|is|saved (?:us|"
    r"me)|do i|cost(?:s)? (?:me|"
    r"us)) (?:how (?:much|many)|what)|"
    r"how (?:much|many)(?: [\w-]+){0,3} is that|drop of|rise of|"
    r"insgesamt|ergibt|prozent|au total|ça fait|pour cent|en total|suman?|"
    r"por ciento|in tutto|per cento)\b|\b(?:is|are|that['’]?s)\W*$|一共|总共",
    fits="what does that come to in total",
    misses="what does that mean",
)
_OF_LAST = Pattern(
    opening("what is", "what['’]?s")
    + r"(?:all )?(?:together|in total|the difference|difference)\b",
    fits="and all together",
    misses="and in Lisbon",
)
"""A sum of what was just answered."""
_COUNTS = Pattern(
    r"\b(?:how (?:much|many)|what|each|per|between|combien|cuánto|quanto|wie viel\w*)\b",
    fits="how many each",
    misses="in Lisbon",
)
"""Words of a sum that are words of other questions too."""
_AMOUNT = Pattern(
    r"(?<![\w.-])(?!(?:19|20)\d\d\b)\d+(?:[.,/]\d+)*|(?<!the )(?<!of )(?<!those )(?<!these )\b(?!one\b|zero\b)"
    rf"(?:{one_of(numerals.ENGLISH)}|thousand|million)\b",
    fits="12 tickets",
    misses="in 2024",
)
_FROM_TO = Pattern(
    r"(?<!difference )\b(?:between|from|zwischen|entre)\s+v?\d[\d.]*\s+(?:and|to|und|et|y)\s+v?\d",
    fits="what changed between 2.1 and 2.3",
    misses="the difference between 2 and 3",
)
"""Two numbers that something lies between: nobody adds them."""
_MONTH = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
_MEASURES = frozenset(
    telling(
        "factorial difference total together altogether come makes percent percentage times plus minus half double "
        "twice sum "
        "add divide multiply average ratio each per above below more less hour hours hrs hr minute minutes day days "
        "week "
        "weeks month months year years night nights kg g gram grams kilo kilos litre litres liter ml cup cups metre "
        "metres "
        "meter km mile miles euro euros eur dollar dollars pound pounds chf franc francs cent cents floor limit rate k "
        "big bigger small smaller large larger dear dearer cheap cheaper saved save left leave leaves cost insgesamt "
        "zusammen "
        "prozent "
        "total euros cuánto jours mois heures stunden tage monate"
    )
)
"""Words of a sum, and of what is measured."""


def reckons(question: str, before: Conversation, shelf: Shelf) -> bool:
    """Whether a turn asks for a sum of numbers at hand: its own, or those of the last answer, and of nothing else."""
    own = len(_AMOUNT.findall(question))
    sums, counts = _RECKONS.search(question), _COUNTS.search(question)
    if _FROM_TO.search(question):
        return False
    if not (sums or (counts and own > 1)) or words.names(_MONTH.sub("", _AMOUNT.sub("", question))):
        return False
    points = bool(
        cues.POINTS.search(question)
        or "the two" in question
        or _OF_LAST.match(question)
        or cues.SO.match(question)
        or (sums and own)
    )
    rest = [w for w in telling(question) if not any(map(str.isdigit, w)) and w not in _MEASURES]
    at_hand = own > 1 or (points and before.numbers > 0)
    # Where only the last answer has numbers, a sum of them names next to nothing.
    few = len(rest) <= (max(2, own + 1) if sums and own else 1)
    return at_hand and few and not any(map(shelf.speaks, rest))
