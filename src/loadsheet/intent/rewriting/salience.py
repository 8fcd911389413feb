"""What a conversation speaks of, with how much, and what is said now go in; the new order of salience comes out."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from loadsheet.intent.language import words
from loadsheet.intent.rewriting.rewrite import ASKING

ENTITY_LIMIT = 12
"""Things that a conversation speaks of at a time."""

FORGOTTEN = 0.1
"""Salience below which a thing is let go: some turns after it was last named."""

FADES = 0.7
"""What is left of a word's salience after a turn that does not say it."""

SAID_BACK = 0.5
"""The salience of a word of the answer; one of the user's own has 1."""

NAMED = 1.5
"""How much more a word in a name counts."""

TERM_LIMIT = 40
"""Words that the state keeps."""

Salient = list[tuple[str, float]]
"""Words or names with how salient they are, the most salient first."""


def named(before: Salient, query: str, answer: Iterable[str]) -> Salient:
    """The names of the turn first, then those of the last answer, then the older ones with half their salience."""
    scores = {name: score / 2 for name, score in before}
    for name in filter(_tells, answer):
        scores.setdefault(name, 0.4)
    for name in filter(_tells, words.names(query)):
        scores[name] = scores.get(name, 0.0) + 1.0
    return _ranked(scores.items(), ENTITY_LIMIT)


def heard(before: Salient, text: str, weight: float) -> Salient:
    """The words with what a text adds to their salience; those that only ask tell nothing."""
    scores = {words.stem(word): (word, score) for word, score in before}
    names = words.names(text)
    in_names = {words.stem(word) for name in names for word in name.split()}
    amounts = {word for name in names if not _tells(name) for word in name.split()}
    for word in dict.fromkeys(words.bare(word) for word in words.content_words(text)):
        stem = words.stem(word)
        if stem not in ASKING and word not in amounts and not (weight < 1.0 and word[:1].isdigit()):
            spelled, score = scores.get(stem, (word, 0.0))
            scores[stem] = (spelled, score + weight * (NAMED if stem in in_names else 1.0))
    return _ranked(scores.values(), TERM_LIMIT)


def _tells(name: str) -> bool:
    """Whether a name is more than amounts in a row: `250 000.00 5` names nothing, `2026` may."""
    return " " not in name or any(map(str.isalpha, name))


def _ranked(scores: Iterable[tuple[str, float]], limit: int) -> Salient:
    kept = [(text, round(score, 4)) for text, score in scores if score >= FORGOTTEN]
    return sorted(kept, key=itemgetter(1), reverse=True)[:limit]
