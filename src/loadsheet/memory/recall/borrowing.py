"""A turn that borrows a part of its question from what was said: which words are its own, and what shares one. Pure."""

from __future__ import annotations

import re

from loadsheet.artifacts import MemoryRecord, NormalizedTurn
from loadsheet.intent.language.openers import opening
from loadsheet.memory.language import words as w
from loadsheet.memory.language.text import related, terms

BORROWING = frozenset({"aspect", "ellipsis", "anaphora"})
"""The forms of turns that borrow a part of the question from the conversation."""

MEASURES = frozenset(
    terms("long far often old big soon late early high late much many exactly really")
)
"""Words of a question that names nothing: `How long?` leans on what was said before."""

_LEANS = re.compile(
    opening("or") + rf"(?:(?:what|how) about\b|(?:{'|'.join(sorted(w.PREPOSITIONS))})\b)",
    re.IGNORECASE,
)
"""Says which part of what was asked before it changes: `And for the UK?`."""

_POINTS = re.compile(
    r"\b(?:it|its|that|this|these|those|they|them|their|theirs|he|him|his|she|hers?|there|then|ones?|same|such|both"
    r"|former|latter|above|else)\b",
    re.IGNORECASE,
)
"""Points to what was said before."""


def own_words(turn: NormalizedTurn) -> frozenset[str] | None:
    """The telling words of a turn that borrows others without saying so; None where it names nothing, or points.

    The words that it borrows from the conversation help to search, and trigger nothing: what is read must share
    one of its own.
    """
    named = frozenset(terms(turn.question)) - MEASURES
    if turn.form not in BORROWING or not named or leans(turn.question):
        return None
    return named


def leans(question: str) -> bool:
    """Whether a turn that names no subject says itself that it goes on with what was said before."""
    return bool(_LEANS.match(question) or _POINTS.search(question))


def shares(own: frozenset[str] | None, text: str) -> bool:
    """Whether a text has one of the turn's own words, where the turn must name what it reads."""
    return own is None or any(related(term, word) for term in own for word in terms(text))


def named_by(record: MemoryRecord) -> str:
    """Everything by which a record can be named."""
    return f"{record.subject} {record.key} {record.value} {record.text}"
