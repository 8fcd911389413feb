"""A correction and the records that it may mean go in; the correction under the name of what it corrects comes out.

People correct in fewer words than they stated: `the EU window` for `the refund window for EU customers`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from loadsheet.artifacts import MemoryRecord
from loadsheet.memory.extraction.speech import opening
from loadsheet.memory.language import forms
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import normal, related, terms
from loadsheet.memory.language.words import PREPOSITIONS, SCHEDULED, VERBS

VAGUE = frozenset({"is", "been"})
"""Keys that name no relation of their own."""

HOME = "live in"
"""The key of where somebody lives."""


def resolved(candidate: MemoryRecord, known: Sequence[MemoryRecord]) -> MemoryRecord:
    """The candidate with subject and key of the one record that it means; unchanged where none or several could be."""
    if any(same_name(candidate, record) for record in known):
        return candidate
    about = "" if candidate.subject == USER else candidate.subject
    # The unit of an amount names nothing: `I have 30 days left` is not of a day pass.
    key = candidate.key.removesuffix(f" {candidate.unit}") if candidate.unit else candidate.key
    wanted = set(terms(f"{about} {_said(key)}"))
    if not wanted:
        return candidate
    meant = {
        _name(record): record
        for record in known
        if not record.multi
        and _speaks_of(wanted, _all_named(candidate, record))
        and alike(candidate.value, record.value)
        and _of_one_unit(candidate, record)
    }
    if len(meant) > 1 and about == "":  # `my agent` is one of mine before it is something of theirs
        meant = {name: record for name, record in meant.items() if name[0] == USER}
    if len(meant) != 1:
        return candidate
    record = next(iter(meant.values()))
    value = candidate.value
    if (of := _amount_of(candidate, record)) and _speaks_of(wanted, of):
        value = f"{value} of {of}"  # `The ramipril was increased to 10 mg`
    return candidate.model_copy(
        update={"subject": record.subject, "key": record.key, "value": value, "multi": False}
    )


def _amount_of(candidate: MemoryRecord, record: MemoryRecord) -> str:
    """Of what a record gives an amount, in the unit of the candidate: `oats` of `20 g of oats`."""
    if not record.unit or candidate.unit != record.unit:
        return ""
    return record.value.partition(" of ")[2]


def _of_one_unit(candidate: MemoryRecord, record: MemoryRecord) -> bool:
    """Whether a record that is kept by the unit of its amount (`plan GB`) is of the candidate's."""
    kept = record.unit and record.key.endswith(f" {record.unit}")
    return not kept or not candidate.unit or candidate.unit == record.unit


def alike(one: str, other: str) -> bool:
    """Whether one value may take the place of another: a name is no number, and no date."""
    kinds = {_leading(one), _leading(other)}
    return "name" not in kinds or kinds.isdisjoint({"number", "date"})


def _leading(value: str) -> str:
    """The kind of what a value begins with: `Tom Hale for 850 a month` names somebody."""
    said = value.removeprefix("not ").split()
    ends = next((at for at, word in enumerate(said) if at and word in PREPOSITIONS), len(said))
    return kind(" ".join(said[:ends]))


def _all_named(candidate: MemoryRecord, record: MemoryRecord) -> str:
    """What a record is of, and what begins or ends at its time: `my flight leaves at 9` for `the flight leaves at 11`.

    Where somebody is is named by what it is, too: `the York office` for `I work in the Leeds office`.
    Where both give so much of one unit also of what: `my oats were cut to 5 g` for `I give 20 g of oats`.
    """
    where = record.subject == candidate.subject and record.key.split(" ")[-1] in PREPOSITIONS
    head = record.value.split()[-1] if where and len(record.value.split()) > 1 else ""
    does = [word for word in normal(record.text).split() if word in SCHEDULED]
    of = _amount_of(candidate, record)
    return " ".join([record.subject, _said(record.key), of, head if head.islower() else "", *does])


def _speaks_of(wanted: set[str], name: str) -> bool:
    """Whether all that is said names a record, also in another part of speech: the deadline of what is due."""
    held = terms(name)
    return all(any(related(term, word) for word in held) for term in wanted)


def instead_of(candidate: MemoryRecord, known: Sequence[MemoryRecord]) -> MemoryRecord:
    """A value that took the place of a named one (`from vim to emacs`), under the name of what has that value.

    It is the home where that was the old value. Else one record alone may have it, and something must tell that it
    is the one that is meant: a word that both say, that it was said last and the change names nothing else (`Not
    October, November.`), or a value that is a name or of a verb (`I use vim`). A colour and a number are values of
    anything.
    """
    old = old_value(candidate.text)
    if not old:
        return candidate
    had = {_name(r): r for r in known if r.type == "fact" and more_than(r, old) is not None}
    homes = [name for name in had if name == (USER, HOME)] if "moved" in candidate.text else []
    shared = [name for name, record in had.items() if _shares(candidate, record, old)]
    bare = forms.NOT_BUT.match(opening(candidate.text)[0]) is not None  # it names nothing else
    own = [r for r in known if bare and r.scope.session == candidate.scope.session]
    last = [name for r in just_before(own, candidate.said_at) if (name := _name(r)) in had]
    telling = [name for name, record in had.items() if not _is_bare(record)]
    for meant in (homes, shared, last, telling if len(had) == 1 else []):
        if len(meant) == 1:
            record = had[meant[0]]
            value = candidate.value + (more_than(record, old) or "")
            name = {"subject": record.subject, "key": record.key, "multi": record.multi}
            return candidate.model_copy(update=name | {"value": value})
    return candidate


def more_than(record: MemoryRecord, old: str) -> str | None:
    """What a record says behind an old value, `Java for the backend`; None where it has another value."""
    value = normal(record.value)
    if not old or value == old or not value.startswith(f"{old} "):
        return "" if old and value == old else None
    more = record.value[-(len(value) - len(old)) :]
    return more if more.split()[0].casefold() in PREPOSITIONS else None


def _shares(candidate: MemoryRecord, record: MemoryRecord, old: str) -> bool:
    """Whether the change and a record have a telling word in common beside the value."""
    values = set(terms(f"{old} {candidate.value}"))
    said = set(terms(candidate.text)) - values
    held = f"{record.subject} {_said(record.key)} {more_than(record, old)}"
    name = set(terms(held)) - values - {USER}
    return any(related(one, other) for one in said for other in name)


def _is_bare(record: MemoryRecord) -> bool:
    """Whether a value says nothing of what it is of: a state, a colour or a number."""
    what = kind(record.value)
    if what != "word":
        return what != "name"
    is_ = r"(?:\b(?:is|are|was|were)|['’](?:s|re))\s+(?:an?\s+|the\s+)?"
    return bool(re.search(rf"{is_}{re.escape(record.value)}", record.text, re.IGNORECASE))


def old_value(text: str) -> str:
    """The value that a change names as the one before; empty where it names none."""
    if (found := forms.NOT_BUT.match(opening(text)[0])) is not None:
        return normal(found["old"] or found["this"])
    changed = forms.LEFT_FOR.match(opening(text)[0]) or forms.BEFORE.search(text)
    return normal(next(filter(None, changed.groups()))) if changed else ""


JUST = timedelta(minutes=10)
"""So long after a statement its value can be corrected by another value alone."""

DATE = re.compile(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?|mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:r(?:s(?:days?)?)?)?"
    r"|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?)\b"
    r"|\b(?:today|tomorrow|yesterday|tonight)\b|^\d{4}-\d\d-\d\d",
    re.IGNORECASE,
)

_CALLED = re.compile(r"(?:Jan|April|May|June|August) [^\W\d_a-z][^\W\d_]+$")
"""Somebody whose first name is a month's."""


def kind(value: str) -> str:
    """What kind of value it is: a date, an amount of a unit, a name or a word."""
    if DATE.search(value) and not _CALLED.match(value):
        return "date"
    if re.search(r"\d", value):
        return "number"
    return "name" if value[:1].isupper() else "word"


def about(said: Sequence[MemoryRecord], at: datetime) -> str:
    """Whom or what a sentence speaks of that begins with a pronoun: what alone was spoken of just before."""
    named = {words for r in just_before(said, at) if r.key != "name" and (words := _named(r))}
    return named.pop() if len(named) == 1 else ""


def just_before(said: Sequence[MemoryRecord], at: datetime) -> list[MemoryRecord]:
    """What somebody said last, if that is minutes ago."""
    near = [r for r in said if timedelta() <= at - r.said_at <= JUST and r.confirmed_by == "user"]
    last = max((record.said_at for record in near), default=None)
    return [record for record in near if record.said_at == last]


def _named(record: MemoryRecord) -> str:
    """The words by which somebody names what a record is of; empty for what they say of themselves."""
    subject, key = record.subject, record.key.removesuffix(f" {record.unit}")
    mine = subject.removeprefix(f"{USER}'s ")
    if mine != subject:
        return f"my {mine}"
    if subject != USER:
        return f"the {subject}" if subject[:1].islower() else subject
    noun = record.type == "fact" and key.split(" ")[0] not in VERBS | VAGUE and ":" not in key
    return f"my {key}" if noun and key.split(" ")[-1] not in PREPOSITIONS else ""


def just_said(candidate: MemoryRecord, known: Sequence[MemoryRecord]) -> MemoryRecord:
    """A value alone under the name of the fact that was said last, where that has a value of the same kind.

    Unchanged, and so without a key, where no fact was just said in the session or the message said several.
    """
    near = [
        record
        for record in known
        if record.type == "fact"
        and record.confirmed_by == "user"
        and record.scope.session == candidate.scope.session
        and timedelta() <= candidate.said_at - record.said_at <= JUST
    ]
    last = max((record.said_at for record in near), default=None)
    meant = [
        r
        for r in near
        if r.said_at == last and not r.multi and kind(r.value) == kind(candidate.value)
    ]
    if len(meant) != 1:
        return candidate
    record = meant[0]
    return candidate.model_copy(update={"subject": record.subject, "key": record.key})


def same_name(one: MemoryRecord, other: MemoryRecord) -> bool:
    """Whether two records are of one subject and key."""
    return _name(one) == _name(other)


def _name(record: MemoryRecord) -> tuple[str, str]:
    return normal(record.subject), normal(record.key)


def _said(key: str) -> str:
    return "" if key in VAGUE else key
