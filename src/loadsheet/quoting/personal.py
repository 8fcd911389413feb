"""A question whether something is so of the users themselves in; whether a sentence of a document may tell it, out.

What a club charges its members says nothing of who is one, and that it plays cricket nothing of who likes it. What one
has to do, may do or gets is another matter: that is told to all alike.
"""

from __future__ import annotations

import regex

from loadsheet.corpus.terms import terms
from loadsheet.lazy import lazy_regex

_WHO = r"(?:i|we|my\s+(?P<whose>[\p{L}-]+))"
_PERSONAL = lazy_regex(
    rf"^\W*(?:(?:so|and|but|then|ok)\W+)?(?:(?:have|has|did|had)\s+{_WHO}\s+(?:(?:ever|already|just|once|not)\s+)*"
    rf"(?P<done>(?!to\b|got\b|the\b|an?\b|any\b|no\b)[\p{{L}}-]+)\b"
    rf"|(?:am|is|was|were|are)\s+{_WHO}\s+(?:(?:still|already|not)\s+)*an?\s+\p{{L}}"
    rf"|(?:do|does)\s+{_WHO}\s+(?:(?:still|really|even)\s+)*(?:like|love|enjoy|prefer|dislike|hate)\b)",
    regex.IGNORECASE,
)
_WHY = lazy_regex(
    r"^\W*why\s+(?:do|does)\s+(?:i|we|my\s+[\p{L}-]+)\s+(?:like|love|enjoy|prefer|dislike|hate)\b",
    regex.IGNORECASE,
)
_DONE = lazy_regex(
    r"^[^?]*\b(?:when|where|what|which|who|whom|why|how)\b[^?]*?\s(?:did|have|has|had)\s+"
    r"(?:i|my\s+(?P<whose>[\p{L}-]+))\s+"
    r"(?:(?:last|first|ever|already|just|once|really|actually)\s+)*"
    r"(?P<done>(?!to\b|got\b|the\b|an?\b|any\b|no\b)[\p{L}-]+)\b",
    regex.IGNORECASE,
)
"""Asks when, where or how the user did something, which others tell only in the word for it: what was paid.

What `we` decided stands in minutes that say neither."""
_OURS = lazy_regex(r"\b(?:i|me|my|we|our|us)\b", regex.IGNORECASE)
_ADDRESSED = lazy_regex(r"\b(?:i|me|my|we|our|us|you|your)\b", regex.IGNORECASE)


def may_tell(question: str, text: str) -> bool:
    """Whether a text of a document may say what a question asks of its users: it speaks in the first or the second
    person, of whom of theirs is asked, or of the users themselves says what was done in the same word."""
    found = _PERSONAL.match(question)
    if found is None and (did := _DONE.match(question)) is not None:
        told = frozenset(terms(f"{did['done']} {did['whose'] or ''}"))
        return _OURS.search(text) is not None or not told or bool(told.intersection(terms(text)))
    if found is None:
        return _WHY.match(question) is None or _ADDRESSED.search(text) is not None
    words = frozenset(terms(f"{found['whose'] or found['done'] or ''}"))
    return _ADDRESSED.search(text) is not None or bool(words.intersection(terms(text)))
