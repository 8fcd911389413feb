"""A turn goes in; the rules that it sets for later turns, and those that it lifts, come out in the user's own words.

A rule outlives its turn: it says so (`from now on`), it binds every answer (`never suggest …`), or it sets how answers
are given (`answer in French`). A wish for this once, about this thing, or inside of a question is not one; and what
stands in quotation marks is somebody else's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from loadsheet.corpus.sentences import ends_asking
from loadsheet.intent.language import words
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.language.vocabulary import ACTIONS
from loadsheet.intent.rules import forgetting
from loadsheet.intent.rules.clauses import ASKS, bidding
from loadsheet.intent.rules.joined import leads
from loadsheet.intent.rules.lifting import WHOLESALE, bears, lifts, lifts_manner, takes_back, widens
from loadsheet.intent.rules.requests import shapes_answers
from loadsheet.intent.rules.standing import stands, states
from loadsheet.intent.rules.trimming import trimmed


@dataclass(frozen=True, slots=True)
class Rules:
    """What a turn sets and lifts."""

    stated: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()


_PIECES = re.compile(r"[.,;:!?–—]\s+|\n+")
_CHANGES = Pattern(
    opening("no") + r"(?:make (?:that|it|the)\b|change (?:that|it|the)\b.*\bto\b|raise|lower)",
    fits="make that five sentences",
    misses="five sentences",
)


def rules(text: str, in_force: tuple[str, ...] = (), before: str = "") -> Rules:
    """The constraints that a turn states, and the words that withdraw one; `in_force` are those it could lift.

    `Forget that.` speaks of what was said just `before` it, and so lifts a rule that was set there, and no older one.
    """
    if shapes_answers(text):
        return Rules(stated=(trimmed(text.strip()),))
    stated: list[str] = []
    withdrawn: list[str] = []
    shapes: list[str] = []
    for clause, plain in bidding(text):
        if WHOLESALE.match(plain):
            withdrawn.append(trimmed(clause))
            continue
        told = forgetting.request(plain)
        if told is not None and told.plain and bears(plain, in_force) is None:
            continue  # it speaks of what was told, not of a rule
        of_before = told is not None and told.about == "last"
        if (of_before or takes_back(plain, before)) and not any(map(before.__contains__, in_force)):
            continue
        if forgetting.edits(plain) and bears(plain, in_force) is None:
            continue
        if widens(plain, in_force):
            stated.append(trimmed(clause))
        elif lifts(plain, in_force) or lifts_manner(plain, in_force):
            withdrawn.append(trimmed(clause))
        elif (
            states(plain)
            or leads(plain)
            or (_CHANGES.search(plain) and bears(plain, in_force) is not None)
        ):
            stated.append(trimmed(clause))
        elif stands(plain):
            stated.append(trimmed(clause))
            shapes.append(stated[-1])
    found = Rules(tuple(stated), tuple(withdrawn))
    if shapes and asked_beside(text, found):
        # Beside a question, what only shapes answers is a wish for this once.
        return replace(found, stated=tuple(rule for rule in stated if rule not in shapes))
    return found


def asked_beside(text: str, found: Rules) -> str:
    """What a turn asks beside the rules that it sets and lifts; empty where it asks nothing."""
    for said in (*found.stated, *found.withdrawn):
        text = text.replace(said, " ", 1)
    left = text.strip(" \t\n.,;:!–—-")
    asks = ends_asking(left) or any(map(_asks, _PIECES.split(left)))
    return left if asks and words.content_words(left) else ""


def _asks(piece: str) -> bool:
    """Whether a piece of a sentence begins with a word that asks, or with a request."""
    first = next(iter(words.words(piece)), "").casefold()
    return ASKS.match(piece) is not None or first in ACTIONS
