"""A question and records of the user's in; by which name memory knows whom the question calls `my doctor`, out. Pure.

Documents speak of Dr Lund, and the user of `my doctor`: what is asked of theirs is searched by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from loadsheet.artifacts import MemoryRecord, NormalizedTurn
from loadsheet.lazy import lazy_re
from loadsheet.memory.extraction.acts import denied
from loadsheet.memory.extraction.resolve import VAGUE, kind
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import normal, terms
from loadsheet.memory.recall.asking import NAME
from loadsheet.memory.recall.borrowing import leans

_THEIRS = lazy_re(r"\b(?:my|our)\s+(?P<what>[\w-]+(?:\s+[\w-]+){0,2})", re.I)
_BARE = frozenset(terms("name names called who person"))
"""Words that ask for the name itself, which memory answers."""


def asked(turn: NormalizedTurn) -> str:
    """What of a turn may call something the user's: all of it, without what it borrows where it does so itself."""
    whole = owned(turn.question) and not leans(turn.question)
    return turn.question if whole else turn.query or turn.question


def owned(question: str) -> list[str]:
    """What a question calls the user's, each phrase from its noun on: `my new doctor's number` → `new doctor`, …"""
    found: list[str] = []
    for one in _THEIRS.finditer(question):
        said = normal(one["what"]).split()
        found += [" ".join(said[:n]) for n in range(1, len(said) + 1)]
    return list(dict.fromkeys(found))


def names_of(question: str, records: Iterable[MemoryRecord]) -> tuple[tuple[str, str], ...]:
    """Each thing of the user's that a question asks something of, with the one name that memory has for it.

    Somebody whose first name alone is known may be another one in the documents, and is not looked for by it.
    """
    called: dict[str, set[str]] = {}
    for record in records:
        what = _named_by(record)
        if what:
            called.setdefault(what, set()).add(record.value)
    made: list[tuple[str, str]] = []
    for what in owned(question):
        names = called.get(what, set())
        rest = set(terms(question)) - set(terms(what)) - _BARE
        name = next(iter(names)) if len(names) == 1 else ""
        if name and rest and name.casefold() not in question.casefold():
            made.append((f"my {what}", name))
    return tuple(made)


def _named_by(record: MemoryRecord) -> str:
    """What a record says the name of; empty where it tells something else."""
    if record.status != "active" or kind(record.value) != "name" or denied(record.value):
        return ""
    theirs = normal(record.subject).removeprefix(f"{USER}'s ")
    if theirs != normal(record.subject):
        whole = len(record.value.split()) > 1
        return theirs if record.key in {NAME, *VAGUE} and whole else ""
    noun = theirs == USER and record.key not in {NAME, *VAGUE} and ":" not in record.key
    last = record.key.split(" ")[-1]
    is_verb = record.key.split(" ")[0] in w.VERBS or last in w.PREPOSITIONS
    return normal(record.key) if noun and not is_verb else ""


def by_name(query: str, names: Iterable[tuple[str, str]]) -> str:
    """A query with the names behind it: `What is my doctor's number (Dr Lund)?`"""
    found = ", ".join(name for _, name in names)
    said = query.rstrip(" ?!.")
    return f"{said} ({found}){query[len(said) :].strip() or '?'}" if found else query
