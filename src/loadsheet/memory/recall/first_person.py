"""A question and a text in; whether the text's author says of themselves what the user asks about themselves. Pure.

`My name is Tom` in a document is what its author says, and no answer to `What is my name?`. That is so of who somebody
is: name, age, home, work, where they are reached, what they like. Of somebody's things (`My password is expired`, `My
dentist is Dr Khan`) a document in the first person may well be what is looked for: a question that many ask, a note of
one's own.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from loadsheet.artifacts import Scope, Source
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.language.phrases import USER, own
from loadsheet.memory.recall.asking import Asked

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def asks_of_self(question: str) -> bool:
    """Whether somebody speaks of themselves in a question."""
    return Asked.of(question).self_named


def of_another(keys: re.Pattern[str], text: str) -> bool:
    """Whether a text's author says of themselves what stands under such a key."""
    return any(subject == USER and keys.fullmatch(key) for subject, key in stated(text))


def stated(text: str) -> frozenset[tuple[str, str]]:
    """What a text's author says something of, of themselves or of somebody of theirs: subject and key."""
    source = Source(document="", start=0)
    speech = Speech(text=text, scope=Scope(), said_at=_ANY_TIME, source=source)
    found = candidates(speech)
    return frozenset((c.subject, c.key) for c in found if c.type == "fact" and own(c.subject))
