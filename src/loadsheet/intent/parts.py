"""A question that needs several searches in; the questions that it consists of, in the user's own words, out.

A turn holds several questions when it asks twice, when it lists values (`for the EU, the UK and Norway`), or when it
holds two things beside each other. Each part is the turn without the other parts: nothing is worded anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from loadsheet.corpus.sentences import ends_asking
from loadsheet.intent.language import words
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.lazy import lazy_re

MOST = 4
"""Parts of a question: each is a search of its own, and more of them find the same passages again."""

WITHIN = 500
"""Characters of a question in which a list is looked for: a run of marks takes the square of its length."""

COVERED = 0.5
"""The part of its own words that a text must hold to bear on a part of a question."""

_ASKED_TWICE = lazy_re(r"(?<=[?？])\s*(?=\S)")
_ASKS = (
    r"(?=(?:(?:until|since|by|from|for|at|in|on|with|bis|seit|ab|depuis|desde) )?"
    r"(?:what|who|whom|whose|which|where|when|why|how|is|are|was|were|do|does|did|can|could|may|"
    r"must|should|has|have|(?:what|who|where|when|how)['’]?s|wer|wie|wo|wann|warum|welche\w*|qui|que|quand|où|"
    r"comment|combien|quién|qué|cuándo|dónde|"
    r"cómo|cuánt\w+)\b(?:\s+\S+){2,})"
)
_CLAUSES = Pattern(
    r",? (?:and|und|et|y) " + _ASKS,
    fits="the fee and when is it due today",
    misses="the fee and the rent",
)
_LISTED_CLAUSES = Pattern(
    ", " + _ASKS,
    fits="what is the fee, when is it due today",
    misses="the fee, the rent",
)
_POSSESSED = Pattern(
    opening()
    + r"(?P<asks>(?:what|who|where|when)(?: (?:is|are|was|were)|['’]?s) )(?P<one>(?:my|our) [\w -]+?),? and "
    r"(?P<other>(?:my|our) [\w -]+?)[\s?]*$",
    fits="What is my name and my address?",
    misses="What is my name and why?",
)
_PRONOUN = Pattern(
    r"\b(?:it|its|they|them|their|he|she|him|his|her|that|this|those|these|es|er|sie|il|elle|ils|ella|él)\b",
    fits="when is it due",
    misses="when is rent due",
)
_ASKS_WHOLE = lazy_re(r"^\W*(?:\w+\W+){3,}")
"""Words before a further clause from which the first clause is a question: `who and when …` is one."""
_LEAD = (
    r"(?:(?:the|an?|our|my|their|its|for|in|of|on|with|under|from|to|by|der|die|das|den|dem|für|le|la|les|pour|"
    r"dans|el|los|las|para|en)\s+){1,2}"
)
_NAME = r"(?:[A-Z0-9]|[a-z]+(?=\d))(?:[\w&'’/-]|\.(?=\w|\s+[A-Z])|(?<=\d),(?=\d))*"
_ITEM = rf"\b(?:{_LEAD})?{_NAME}(?:\s+{_NAME})*"
_AND = r"and|or|vs\.?|versus|und|oder|et|ou|y|o"
_COMMA = r"(?:(?<!\d),|,(?!\d))"
"""A comma between things, and not one within a number: `under 10,000`."""
_JOIN = rf"(?:\s*{_COMMA}\s*(?:(?:{_AND})\s+)?|\s+(?:{_AND})\s+)"
_BESIDE = (
    rf"(?:\s*{_COMMA}\s*(?:(?:{_AND})\s+)?|\s+(?:{_AND}|with|to|against|mit|avec|con|bis|à)\s+)"
)
"""The same where things are held beside each other: `compare A with B`, and not `flights to Rome`."""
_LISTED = lazy_re(rf"{_ITEM}(?:{_JOIN}{_ITEM})+")
_COMPARED = lazy_re(rf"{_ITEM}(?:{_BESIDE}{_ITEM})+")
_TURNING = lazy_re(
    r"^\W*(?:sorry|no|yes|ok(?:ay)?|thanks|please|hello|hi|oh|well|actually|nein|ja|bitte|pardon|non|oui|perdón|sí)\b",
    re.IGNORECASE,
)
"""A word that turns to somebody, before what is asked: `Sorry, the Heron F.` lists nothing."""
_LED = lazy_re(rf"^(?P<lead>{_LEAD})(?P<rest>.+)$", re.DOTALL)
_ITEMS = lazy_re(_BESIDE)
_SAID = r"(?:[^,;:?.]|\.(?=\d))"
_HELD_BESIDE = Pattern(
    opening() + rf"(?:compar(?:e|ing)|contrast|(?:what(?:'s| is| are| has)?\s+)?(?:the\s+)?"
    rf"(?:differences?|changed|changes?|new)\s+(?:between|from)|(?:was|what)\s+\w+\s+sich\s+zwischen|vergleich\w*|"
    rf"compare[zr]?|compara\w*)\s+(?P<one>{_SAID}+?)\s+(?:and|with|to|against|"
    rf"versus|vs\.?|mit|und|"
    rf"et|avec|y|con)\s+(?P<other>{_SAID}+?)(?P<tail>\s+(?:for|on|in|by|as to|with regard to|when it comes to|über|"
    rf"bei|pour|sur|en cuanto a)\s+[^?.]+)?[\s?.!]*$",
    fits="compare trains and buses for price",
    misses="trains and buses",
)
_FRAME = Pattern(
    r"^\W*(?:please\s+)?(?:compar(?:e|ing)|contrast|vergleiche?|comparez?|compara)\s+|"
    r"\b(?:the\s+)?differences?\s+between\s+|\bbetween\s+(?=[A-Z0-9])|"
    r"\b(?:both|each of|either|which of)\s+|\b(?:both|each|between)\s*$",
    fits="the differences between trains and buses",
    misses="trains or buses",
)
"""Words that say how the parts stand to each other, and nothing about any one of them."""


def parts(question: str) -> tuple[str, ...]:
    """The questions that `question` consists of; none where it is one."""
    for split in (_twice, _possessed, _listed, _beside):
        found = tuple(dict.fromkeys(split(question.strip())))
        if len(found) > 1:
            return found[:MOST]
    return ()


def borne_by(text: str, split: Sequence[str]) -> tuple[str, ...]:
    """The parts of a question on which a text bears: it holds their names, and half of the words that no other has."""
    said = [words.stems(part) for part in split]
    shared = frozenset[str].intersection(*said) if said else frozenset[str]()
    held = words.stems(text)
    return tuple(
        part
        for part, mine in zip(split, said, strict=True)
        if _bears(mine - shared, _named(part) - shared, held)
    )


def _bears(own: frozenset[str], named: frozenset[str], text: frozenset[str]) -> bool:
    return named <= text and len(own & text) >= COVERED * len(own)


def _named(part: str) -> frozenset[str]:
    """The stems of what a part names."""
    return frozenset(words.stem(word) for name in words.names(f"x {part}") for word in name.split())


def _twice(question: str) -> list[str]:
    """Two questions in a turn; a later one that only points back gets the words of the first beside it."""
    pieces = [
        piece
        for piece in _ASKED_TWICE.split(question)
        if ends_asking(piece) and words.content_words(piece)
    ]
    if len(pieces) < 2:
        before, *pieces = _CLAUSES.split(question, maxsplit=1)
        listed = _LISTED_CLAUSES.split(before) if pieces else [before]
        # What a comma follows is put in between: `What did Ole, who leads the choir, say and …`.
        pieces = [*([before] if any("," in one for one in listed) else listed), *pieces]
        if not _ASKS_WHOLE.match(pieces[0]):
            return [question]
    first = pieces[0].strip(" ,;")
    return [first, *(_with_subject(piece.strip(), first) for piece in pieces[1:])]


def _possessed(question: str) -> list[str]:
    """Two things of the one who asks, each in a question of its own."""
    found = _POSSESSED.match(question)
    return [f"{found['asks']}{found[which]}?" for which in ("one", "other")] if found else []


def _with_subject(piece: str, first: str) -> str:
    """A further question, with what the first is about where it names nothing itself."""
    if words.names(piece) or not _PRONOUN.search(piece):
        return piece
    mine = words.stems(piece)
    about = [
        word for word in words.content_words(first) if words.stem(words.bare(word)) not in mine
    ]
    return f"{piece.rstrip(' ?.!')} ({' '.join(about)})?" if about else piece


def _listed(question: str) -> list[str]:
    """A question for each value of its first list of names or numbers that are alike."""
    masked = words.QUOTED.sub(lambda found: "·" * len(found.group(0)), question)
    masked = _TURNING.sub(lambda found: "·" * len(found.group(0)), masked)
    form = _COMPARED if _FRAME.search(question) else _LISTED
    for found in form.finditer(masked[:WITHIN]):
        items = _led([item.strip() for item in _ITEMS.split(question[found.start() : found.end()])])
        if len(items) > 1 and _alike(items):
            before, after = question[: found.start()], question[found.end() :]
            return [_FRAME.sub("", f"{_FRAME.sub('', before)}{item}{after}") for item in items]
    return [question]


def _led(items: list[str]) -> list[str]:
    """The items, each with the lead of the first where its own is shorter: `for the EU`, `Norway` or `the UK`."""
    first = _LED.match(items[0])
    return [_with_lead(item, first["lead"]) for item in items] if first else items


def _with_lead(item: str, lead: str) -> str:
    own = _LED.match(item)
    if own is None:
        return lead + item
    return item if len(own["lead"].split()) >= len(lead.split()) else lead + own["rest"]


def _beside(question: str) -> list[str]:
    """Two things held beside each other, each with what they are compared for."""
    found = _HELD_BESIDE.match(question)
    if found is None:
        return [question]
    tail = found["tail"] or ""
    return [f"{found['one']}{tail}?", f"{found['other']}{tail}?"]


def _alike(items: list[str]) -> bool:
    """Whether the items can be values of one kind: all hold digits, or none does."""
    digits = {any(map(str.isdigit, item)) for item in items}
    return len(digits) == 1
