"""A question in; whether it asks of whoever types it, and so has its subject in itself, out."""

from __future__ import annotations

from loadsheet.intent.flags import cues
from loadsheet.intent.flags.self_questions import asks_who_they_are
from loadsheet.intent.held.matching import Shelf, speaks_of_user
from loadsheet.intent.language import words
from loadsheet.intent.language.match import telling
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.parts import parts
from loadsheet.intent.rewriting import anaphora, standalone

_MY = Pattern(
    r"\b(?:my|our|mein\w*|unser\w*|mon|ma|mes|notre|nos|mi|mis|nuestr\w+|mio|mia|miei|mie|nostr\w)\s+(?P<what>[\w-]+)",
    fits="who is my boss",
    misses="who is the boss",
)
"""Something of whoever types it."""


def asks_of_oneself(text: str, topic: frozenset[str], shelf: Shelf) -> bool:
    """Whether a question asks who somebody is themselves, of something of theirs, or what is held of them.

    `Where do I work?` and `Who is my boss?` are about nobody else, whatever was spoken of before. `Where do I apply?`
    asks what is done about something, and `What is my limit?` after a question about limits is about those. Of several
    questions in one, each has to.
    """
    return all(_asks(part, topic, shelf) for part in parts(text) or (text,))


def _asks(text: str, topic: frozenset[str], shelf: Shelf) -> bool:
    if not cues.SELF.search(text) or anaphora.AND.match(text) or standalone.points_back(text):
        return False
    if not anaphora.WH.match(text.lstrip("¿ ")) and not standalone.has_verb(text):
        return False
    said = words.content_words(text)
    if keys := asks_who_they_are(text):
        # `What do I do?` may ask for a profession; where none is known, it asks what to do about what was spoken of.
        facts = (item.known.key for item in shelf.kinds["fact"])
        leans = not said and topic and keys.fullmatch("profession")
        return not leans or any(map(keys.fullmatch, facts))
    if len(said) != 1 or anaphora.PRONOUN.search(anaphora.DUMMY_IT.sub(" ", text)):
        return False
    mine = _MY.search(text)
    if mine and words.stem(mine["what"]) == words.stem(said[0]):
        return words.stem(said[0]) not in topic or _is_held(text, shelf)
    return cues.SELF_ALONE.search(text) is not None and _is_held(text, shelf)


def _is_held(text: str, shelf: Shelf) -> bool:
    """Whether a fact about the user is kept under a word of the question."""
    facts = [item for item in shelf.kinds["fact"] if speaks_of_user(item.known)]
    return any(word in item.key for word in telling(text) for item in facts)
