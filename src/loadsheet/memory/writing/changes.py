"""Two records in; whether one says by a mark of change that the other is so no more, out: `I now use spaces`. Pure.

The marks are `now`, `these days`, `instead`, `no longer` and what opens a correction; a record that has one is a
`correction`. What holds beside a mark is the frame: the same subject, verb and prepositions, and one part that differs.
"""

from __future__ import annotations

import re

from loadsheet.artifacts import MemoryRecord
from loadsheet.corpus.repeats import shared_start
from loadsheet.memory.extraction.acts import denied
from loadsheet.memory.extraction.resolve import VAGUE, kind, old_value
from loadsheet.memory.extraction.speech import opening
from loadsheet.memory.language import states
from loadsheet.memory.language import words as w
from loadsheet.memory.language.text import normal

WHOEVER = ""
"""The subject of a key that is asked for whoever has it."""

_ADDS = re.compile(r"\b(?:also|too|as well|another|additionally|besides|both|either)\b", re.I)
"""Says that one value comes to another."""

_NOW = re.compile(r"\b(?:now|these days|nowadays|from now on)\b", re.I)
_INSTEAD = re.compile(r"\b(?:instead|in place of|after all|no longer|any ?more|switch\w*)\b", re.I)
"""What says that something is so now, and what says that it is so in the place of something else."""


def beside(said: MemoryRecord) -> list[tuple[str, str]]:
    """The other subjects and keys under which something may stand that a change replaces."""
    found: list[tuple[str, str]] = []
    if said.correction and _is_held(said):
        found.append((WHOEVER, said.key))
    role, of = said.key.removesuffix(" of"), said.key.endswith(" of")
    if of and _is_held(said):
        found.append((said.value, role))
    elif said.correction and said.key not in VAGUE:
        found.append((WHOEVER, f"{said.key} of"))
    subject, state = said.subject, _state(said)
    for scale in states.SCALES if state else ():
        if state in scale:
            found += [(subject, "is"), *((subject, f"{other} to") for other in sorted(scale))]
    return [name for name in found if name != (subject, said.key)]


def another_holder(held: MemoryRecord, said: MemoryRecord) -> bool:
    """Whether it names another one for what one alone holds: `Omar leads the data team now`."""
    if _turned(held, said) or _turned(said, held):
        return not _adds(said)
    one = (normal(held.key), normal(held.value)) == (normal(said.key), normal(said.value))
    named = old_value(said.text) == normal(held.subject)
    return one and said.correction and not _adds(said) and (named or _is_held(said))


def _turned(one: MemoryRecord, other: MemoryRecord) -> bool:
    """Whether one says who the head of sales is, and the other that another one is `the head of sales`."""
    of = normal(one.key) == f"{normal(other.key)} of" and normal(one.value) == normal(other.subject)
    return of and _is_held(one) and normal(one.subject) != normal(other.value)


def _is_held(record: MemoryRecord) -> bool:
    """Whether what a record tells is held by one at a time: what somebody leads, and what they are `the head of`.

    One of a kind is not: `a Tesla` that somebody owns is another one than that of somebody else.
    """
    if denied(record.value) is not None:
        return False
    verb = record.key.split(" ")[0]
    one = re.search(rf"\ban? {re.escape(record.value)}\b", record.text, re.I) is not None
    held = (verb in w.HOLDING and not one) or old_value(record.text) != ""
    return held or re.search(rf"\bthe {re.escape(record.key)}\b", record.text, re.I) is not None


def another_state(held: MemoryRecord, said: MemoryRecord) -> bool:
    """Whether two states of one scale stand under keys of their own: engaged to one, and married to one."""
    one, other = _state(held), _state(said)
    if not one or not other or one == other:
        return False
    return any({one, other} <= scale for scale in states.SCALES)


def _state(record: MemoryRecord) -> str:
    """The state of a scale that somebody is in by a record; empty where it tells none."""
    said = normal(record.value if record.key in VAGUE else record.key).split(" ")[0]
    return said if record.type == "fact" and said in states.STATES else ""


def changed(held: MemoryRecord, said: MemoryRecord) -> str:
    """The rule by which a marked change meets a value of the same subject and key; empty where both hold.

    What one only comes to have more of is not changed (`I have a dog now`), nor is what was done.
    """
    facts = held.type == said.type != "episodic"
    if not (facts and said.correction) or _adds(said) or not (is_now(held) and is_now(said)):
        return ""
    if denied(held.value) or denied(said.value) or said.key in VAGUE:
        return ""
    if said.type == "procedural":
        return "changed" if said.key == held.key == "preference" else ""
    if said.key.split(" ")[0] in w.ADDING:  # `poor Spanish`, and now `fluent Spanish`
        return "changed" if said.value.split()[-1] == held.value.split()[-1] else ""
    mine, theirs = _parts(said.value), _parts(held.value)
    if [lead for lead, _ in mine] != [lead for lead, _ in theirs]:
        shared = mine[0][0] == theirs[0][0]
        return "may_change" if shared and (len(mine) == 1 or len(theirs) == 1) else ""
    differing = [(a, b) for (_, a), (_, b) in zip(mine, theirs, strict=True) if a != b]
    if len(differing) != 1 or (mine[0] not in theirs and _comes_to(said, mine)):
        return ""
    (one, other), articles = differing[0], {_has_article(said, mine), _has_article(held, theirs)}
    alike = articles == {True} or (articles == {False} and kind(one) == kind(other))
    return "changed" if alike else "may_change"


def done_otherwise(held: MemoryRecord, said: MemoryRecord) -> bool:
    """Whether a correction tells something done in the words in which it was told, but for one place: who parked
    `the van on level 3`, and not what was said first, did not park it on level 2."""
    if not said.correction or is_only_now(said) or _adds(said):
        return False
    if denied(held.value) or denied(said.value) or held.type != said.type:
        return False
    mine, theirs = normal(said.value).split(), normal(held.value).split()
    begin = shared_start(mine, theirs)
    end = shared_start(mine[begin:][::-1], theirs[begin:][::-1])
    shared = {*mine[:begin], *(mine[-end:] if end else ())}
    return not shared <= _SMALL and max(len(mine), len(theirs)) > begin + end


_SMALL = w.PREPOSITIONS | w.ARTICLES | w.OWNERS
"""Words that tell nothing of what something is done to."""


def _comes_to(record: MemoryRecord, parts: list[tuple[str, str]]) -> bool:
    """Whether it tells of another thing that one now takes, eats or follows, beside what was before.

    What is taken to an end replaces what was taken to it: `the train to work`.
    """
    verb, ends = record.key.split(" ")[0], {lead for lead, _ in parts} & w.ENDS
    return verb in w.COMING and not parts[0][0] and is_only_now(record) and not ends


def is_only_now(record: MemoryRecord) -> bool:
    """Whether a change says no more than that something is so now, and not that it is so instead."""
    text = record.text
    instead = opening(text)[1] or old_value(text) or _INSTEAD.search(text)
    return _NOW.search(text) is not None and not instead


def _has_article(record: MemoryRecord, parts: list[tuple[str, str]]) -> bool:
    """Whether it names one of a kind: `a van`."""
    lead, named = parts[0]
    return re.search(rf"\ban? {re.escape(named)}", record.text, re.I) is not None and not lead


def _adds(record: MemoryRecord) -> bool:
    return _ADDS.search(record.text) is not None


def is_now(record: MemoryRecord) -> bool:
    """Whether a statement has the verb of its key in the present, or is of what somebody is or wants."""
    verb = normal(record.key).split(" ")[0]
    if verb in w.COPULAS or record.type == "procedural":
        return True
    return re.search(rf"\b{re.escape(verb)}(?:e?s)?\b", record.text, re.I) is not None


def _parts(value: str) -> list[tuple[str, str]]:
    """A value by its prepositions, each with what it leads to: `Java`, `for the backend`."""
    made: list[tuple[str, str]] = [("", "")]
    for word in value.split():
        lead = word.casefold() in w.PREPOSITIONS
        if lead:
            made.append((word.casefold(), ""))
        else:
            before, said = made[-1]
            made[-1] = (before, f"{said} {word}".strip())
    return [part for part in made if part != ("", "")] or made
