"""A question and a passage in; whether somebody else in the passage answers what the user asks of themselves. Pure.

`My name is Tom` in a document is what its author says. Asked `What is my name?`, it is no evidence: the facts of the
user come from the user.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from loadsheet.artifacts import Scope, Source
from loadsheet.memory import recall
from loadsheet.memory.extract import Speech, candidates
from loadsheet.memory.grammar import USER

_PAST = re.compile(r"\b(?:did|was|were|had|have|has|when i)\b", re.IGNORECASE)
"""Asks what happened: notes and diaries may tell it."""

_WRITTEN = re.compile(
    r"\b(?:say|says|said|write|writes|wrote|written|reads?|according)\b"
    r"|\b(?:in|from|of|on|to) (?:the|my|our|this|that|these|those) (?:\w+ )?(?:diary|journals?|notes?|letters?|e?mails?"
    r"|cv|r[eé]sum[eé]s?|documents?|files?|pages?|texts?|reports?|folder)\b",
    re.IGNORECASE,
)
"""Asks for what stands somewhere, whoever says it."""

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def asks_of_self(question: str) -> bool:
    """Whether somebody asks what is so of themselves."""
    own = recall.Asked.of(question).self_named
    return own and not _PAST.search(question) and not _WRITTEN.search(question)


def answers_for(question: str, passage: str) -> bool:
    """Whether a passage answers a question about the user by what somebody says of themselves in it."""
    speech = Speech(
        text=passage, scope=Scope(), said_at=_ANY_TIME, source=Source(document="", start=0)
    )
    own = [c for c in candidates(speech) if c.type == "fact" and c.subject == USER]
    if not own:
        return False
    named = [c.model_copy(update={"id": str(number)}) for number, c in enumerate(own)]
    return any(found.rule == "key_match" for found in recall.bearings(question, named, None))
