"""What is held and what is said go in; whether both can hold comes out, with the rule and the reason. Pure.

The one place that decides it: the policy that writes, recall, which holds evidence against memory, and what is asked
of the store all ask here. It reads the two statements alone; whose word counts more is the policy's to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from loadsheet.artifacts import MemoryRecord
from loadsheet.corpus.terms import one_of
from loadsheet.intent.language import numerals
from loadsheet.memory.extraction import aspects
from loadsheet.memory.extraction.acts import denied
from loadsheet.memory.extraction.resolve import DATE, more_than, old_value
from loadsheet.memory.language.phrases import unit_of
from loadsheet.memory.language.text import normal
from loadsheet.memory.writing import changes
from loadsheet.memory.writing.contradictions import lacks, parted, rules_out

Compatibility = Literal["same", "both_hold", "supersedes", "disputed"]

RECENT = timedelta(days=7)
"""So long before a denial something done still speaks against it: who says `never` speaks of the present."""

BEYOND_TELLING = "it may contradict what was said before, and nothing tells which holds"

RULES: dict[str, tuple[Compatibility, str]] = {
    "another_subject": ("both_hold", "they speak of two subjects"),
    "another_key": ("both_hold", "they say two things of one subject"),
    "another_time": ("both_hold", "they hold at times that have no moment in common"),
    "another_value_denied": ("both_hold", "it denies another value than the one that holds"),
    "another_session": ("both_hold", "each session has its own work in hand"),
    "another_aspect": ("both_hold", "one thing has a place, a kind and a state at once"),
    "another_scale": ("both_hold", "the two states are of two scales"),
    "no_scale": ("both_hold", "no scale is known that has both states"),
    "another_thing": ("both_hold", "they tell how much of two things"),
    "several_values": ("both_hold", "the key has several values"),
    "date_and_hour": ("both_hold", "a date and an hour stand side by side"),
    "said_again": ("same", "it says the same"),
    "denial": ("supersedes", "one denies what the other says"),
    "parted": ("supersedes", "who has it no more does not use it"),
    "one_instruction": ("supersedes", "answers are given in one way at a time"),
    "one_task": ("supersedes", "a session has one piece of work in hand"),
    "one_value": ("supersedes", "the key has one value"),
    "one_scale": ("supersedes", "both states are of one scale"),
    "same_aspect": ("supersedes", "a thing has one place, number or name"),
    "corrected": ("supersedes", "it says that what was said was wrong"),
    "named": ("supersedes", "it names the value that it replaces"),
    "changed": ("supersedes", "it says what is so now, in the same words but for one"),
    "another_holder": ("supersedes", "one holds it at a time, and it says who does now"),
    "another_state": ("supersedes", "both states are of one scale, whatever they are towards"),
    "may_change": ("disputed", "it says what is so now, and nothing tells whether that is instead"),
    "counted_anew": ("supersedes", "it counts the same thing again"),
    "ruled_out": ("disputed", "it contradicts what another key says"),
    "done_against": ("disputed", BEYOND_TELLING),
    "was_so": ("disputed", BEYOND_TELLING),
    "two_kinds": ("disputed", BEYOND_TELLING),
}
"""Every rule with its verdict and what it says of two statements."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether what is held and what is said can both hold, and why."""

    rule: str

    @property
    def verdict(self) -> Compatibility:
        """What becomes of the two."""
        return RULES[self.rule][0]

    @property
    def reason(self) -> str:
        """The sentence that a receipt gives."""
        return RULES[self.rule][1]

    @property
    def conflict(self) -> bool:
        """Whether the two cannot both hold."""
        return self.verdict in {"supersedes", "disputed"}


def judge(held: MemoryRecord, said: MemoryRecord) -> Judgement:
    """Whether what is held and what is said of it can both hold."""
    return Judgement(_rule(held, said))


def _rule(held: MemoryRecord, said: MemoryRecord) -> str:
    one_key = normal(held.key) == normal(said.key)
    if normal(held.subject) != normal(said.subject):
        if lacks(held, said) or lacks(said, held):
            return "ruled_out"
        return "another_holder" if changes.another_holder(held, said) else "another_subject"
    if _act_against(held, said):
        if not one_key:
            return "parted" if parted(said, held) else "ruled_out"
        return "done_against" if _is_done(held, said) else "denial"
    if not one_key:
        return "another_state" if changes.another_state(held, said) else "another_key"
    together = _meet(held, said)
    if normal(held.value) == normal(said.value) and held.type == said.type:
        return "said_again" if together else "another_time"
    for one, other in ((said, held), (held, said)):
        if denied(one.value) not in {None, normal(other.value)}:
            return "another_value_denied"
    if not together or _named_apart(held, said):
        return "another_time"
    return _of_several(held, said) if held.multi or said.multi else _of_one(held, said)


_ONLY = re.compile(r"\b(?:only|just|nothing but)\b", re.IGNORECASE)
"""Says that there is no other value."""


def _of_several(held: MemoryRecord, said: MemoryRecord) -> str:
    """Under a key that may have several values."""
    if _opposed(held, said):
        return "one_scale"
    if not said.multi and _ONLY.search(said.text):
        return "one_value"
    if said.correction and more_than(held, old_value(said.text)) is not None:
        return "done_against" if _is_done(held, said) else "named"
    if changes.done_otherwise(held, said):
        return "corrected"
    if _counts_anew(held, said):
        return "counted_anew"
    return changes.changed(held, said) or "several_values"


def _of_one(held: MemoryRecord, said: MemoryRecord) -> str:
    """Under a key that has one value, which is as wide as its noun."""
    if held.type == "task_state":
        return "one_task" if held.scope.session == said.scope.session else "another_session"
    if held.type == "procedural":
        return "one_instruction"
    if denied(held.value) or denied(said.value):
        return "denial"
    if _of_another_thing(held, said):
        return "another_thing"
    mine, theirs = aspects.aspect(said), aspects.aspect(held)
    if mine != theirs and {mine, theirs} <= aspects.DATED:
        corrects = said.correction and not aspects.says_both(held)
        return "corrected" if corrects else "date_and_hour"
    if aspects.is_attribute(said) or not (aspects.linked(held) and aspects.linked(said)):
        return "one_value"
    if mine != theirs:
        return "another_aspect"
    return _of_loose(held, said, mine) if mine in aspects.LOOSE else "same_aspect"


def _of_loose(held: MemoryRecord, said: MemoryRecord, aspect: aspects.Aspect) -> str:
    """Of two kinds or states: a thing may be red and old, and somebody a plumber and a father."""
    scales = aspects.scales(held.value, said.value)
    if scales == "apart":
        return "another_scale"
    if said.correction:
        return "corrected"
    if scales == "same":
        was = aspects.is_past(said) and not aspects.is_past(held)
        return "was_so" if was else "one_scale"
    if aspect == "kind":
        return "two_kinds"
    small = aspects.typed_small(said) and not aspects.known_state(held.value, said.value)
    return "one_value" if small else "no_scale"


def _is_done(*records: MemoryRecord) -> bool:
    return any(record.type == "episodic" for record in records)


def _meet(held: MemoryRecord, said: MemoryRecord) -> bool:
    """Whether the two intervals have a moment in common."""
    if held.valid_to and said.valid_from and held.valid_to <= said.valid_from:
        return False
    return not (said.valid_to and held.valid_from and said.valid_to <= held.valid_from)


def _named_apart(held: MemoryRecord, said: MemoryRecord) -> bool:
    """Whether two states are said of days that differ: open on Monday, closed on Sunday."""
    if not {aspects.aspect(held), aspects.aspect(said)} <= aspects.LOOSE:
        return False
    mine, theirs = (set(map(str.casefold, DATE.findall(r.text))) for r in (said, held))
    return bool(mine and theirs) and not mine & theirs


def _opposed(held: MemoryRecord, said: MemoryRecord) -> bool:
    """Whether two states of now are of one scale, where a key may have several values: who is married is not single."""
    states = aspects.aspect(held) == aspects.aspect(said) == "state"
    if not (states and aspects.linked(held) and aspects.linked(said)):
        return False
    shared = set(normal(held.value).split()) & set(normal(said.value).split())
    past = aspects.is_past(held) or aspects.is_past(said)
    return not shared and not past and aspects.scales(held.value, said.value) == "same"


# Counts: who has 3 bikes has no longer 2.

_NUMBER = re.compile(rf"\d[\d.,:]*|\b(?!one\b|zero\b)(?:{one_of(numerals.ENGLISH)})\b")


def _counts_anew(held: MemoryRecord, said: MemoryRecord) -> bool:
    """Whether two statements of the present count one thing.

    The number begins the value, and what is counted is in the key; `building 4` and `building 5` are two things.
    """
    if _is_done(held, said) or not changes.is_now(said) or not (_counts(said) and _counts(held)):
        return False
    mine, theirs = (_NUMBER.sub("#", normal(r.value)) for r in (said, held))
    return "#" in mine and mine == theirs


def _counts(record: MemoryRecord) -> bool:
    unit = unit_of(record.value)
    number = _NUMBER.match(normal(record.value)) is not None
    return number and bool(unit) and normal(record.key).endswith(f" {normal(unit)}")


_OF = re.compile(r"\b(?:of|for) (.+)$")


def _of_another_thing(held: MemoryRecord, said: MemoryRecord) -> bool:
    """Whether two amounts are of two things, and one is not said to be instead: `5 mg of X`, `20 mg of Y`.

    `The X was increased to 10 mg`, whose value as written names no thing, is of X alone.
    """
    named = normal(said.value) in normal(said.text)
    instead = named and said.correction and not changes.is_only_now(said)
    if instead or not (_counts(held) and _counts(said)):
        return False
    mine, theirs = (
        {word for found in _OF.findall(normal(r.value)) for word in found.split()}
        for r in (said, held)
    )
    return bool(mine and theirs) and not (mine <= theirs or theirs <= mine)


def _act_against(held: MemoryRecord, said: MemoryRecord) -> bool:
    """Whether the two contradict one another as an act and its denial do, in the order they were said.

    What was done before somebody gave it up does not speak against them, unless it was just before.
    """
    for denial, act in ((held, said), (said, held)):
        if not rules_out(denial, act):
            continue
        if act.type != "episodic":
            return True
        since = denial.valid_from or denial.said_at
        done = act.valid_to or act.said_at
        return act.said_at >= denial.said_at and done >= since - RECENT
    return False
