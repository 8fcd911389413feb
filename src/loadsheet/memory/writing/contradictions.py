"""Two records in; whether one leaves no room for what the other tells of, out: acts, meals and possessions. Pure.

`I never fly` and `I flew to Rome`, `I sold my car` and `I drove my car today`, `I'm vegan` and `I had cheese`.
"""

from __future__ import annotations

import re

from loadsheet.artifacts import MemoryRecord
from loadsheet.memory.extraction.acts import denied
from loadsheet.memory.extraction.grammar import AT_ALL
from loadsheet.memory.language import food
from loadsheet.memory.language import words as w
from loadsheet.memory.language.text import normal, terms

CONSUMED = ("eat", "drink")
"""The keys of what somebody eats and drinks."""

RULING = ("diet", "allergic to", "is", "on", *CONSUMED)
"""The keys under which it may stand what somebody does not eat or drink."""

_WITHOUT = re.compile(
    r"(?P<what>\w+)[ -](?:free|intolerant)|(?:intolerant|sensitive) to (?P<to>\w+)"
)
_DIET = re.compile(r"(?P<what>[\w-]+) diet\b")


def beside(said: MemoryRecord) -> list[tuple[str, str]]:
    """The other subjects and keys under which something may stand that a statement contradicts."""
    subject, key = said.subject, normal(said.key)
    found: list[tuple[str, str]] = []
    if key in CONSUMED and denied(said.value) is None:
        avoided = (f"attitude: {word}" for word in food.covering(said.value))
        found += [(subject, name) for name in (*RULING, *avoided)]
    elif _avoided(said):
        found += [(subject, name) for name in CONSUMED]
    if owned(said.text) or key in w.USING:
        found.append((subject, "have"))
    if key == "have" and denied(said.value):
        found += [(subject, verb) for verb in sorted(w.USING)]
    owner, _, kin = subject.rpartition("'s ")
    if kin in w.PEOPLE:
        found += [(owner, "is"), (owner, "have")]
    return [name for name in dict.fromkeys(found) if name != (subject, key)]


def rules_out(record: MemoryRecord, other: MemoryRecord) -> bool:
    """Whether what a record says leaves no room for the act, habit or possession that another one tells of."""
    key, what = normal(record.key), denied(record.value)
    if denied(other.value) is not None or other.key == "diet":
        return False
    if what is not None and _on_other_days(what, other):
        return False
    if other.key in CONSUMED and (avoided := _avoided(record)):
        return food.covers(avoided, other.value)
    if what is None:
        return False
    if key == "have" and other.key != "have":
        return parted(record, other) or what.split(" ")[-1] in owned(other.text)
    return key == normal(other.key) and (
        what == AT_ALL or set(terms(what)) <= set(terms(other.value)) or _on_such_a_day(what, other)
    )


_DAYS = w.word_set("monday tuesday wednesday thursday friday saturday sunday")
_FREE = w.word_set("saturday sunday")


def _days(text: str) -> frozenset[str]:
    """The days of the week that a text names, also together: `weekends`."""
    said = {word.removesuffix("s") for word in normal(text).split()}
    free = _FREE if "weekend" in said else frozenset[str]()
    worked = _DAYS - _FREE if "weekday" in said else frozenset[str]()
    return (_DAYS & said) | free | worked


def _days_of(record: MemoryRecord) -> frozenset[str]:
    """The days on which a statement says that something is done, or on which it happened."""
    if (named := _days(record.text)) or record.type != "episodic" or record.valid_from is None:
        return named
    return frozenset({record.valid_from.strftime("%A").casefold()})


def _on_other_days(what: str, other: MemoryRecord) -> bool:
    """Whether what is denied of some days was done on others: `no meat on Fridays`, and meat on Monday."""
    denied_of, done = _days(what), _days_of(other)
    return bool(denied_of and done) and denied_of.isdisjoint(done)


def _on_such_a_day(what: str, other: MemoryRecord) -> bool:
    """Whether what is denied of some days was done on one of them: `never on weekends`, and `on Saturday`."""
    rest = {word for word in terms(what) if not _days(word) and word not in _TOGETHER}
    done = _days_of(other)
    return not _days(what).isdisjoint(done) and rest <= set(terms(other.value))


_TOGETHER = frozenset(
    terms(
        "weekend weekends weekday weekdays monday tuesday wednesday thursday friday saturday sunday"
    )
)


def parted(record: MemoryRecord, other: MemoryRecord) -> bool:
    """Whether somebody has no more, by a record, what they use by another one: who sold the boat does not row it."""
    used = normal(other.key) in w.USING and other.type == "fact"
    return used and normal(record.key) == "have" and denied(record.value) == normal(other.value)


def _avoided(record: MemoryRecord) -> str:
    """What somebody does not eat or drink by a record, in a general word; empty where it says nothing of that."""
    key, value = normal(record.key), normal(record.value)
    what = denied(record.value)
    if key in CONSUMED:
        return what if what and what != AT_ALL else ""
    if what is not None:
        return ""
    if key in {"diet", "allergic to"}:
        return value
    if record.key.startswith("attitude: "):
        return value.removeprefix("dislikes ") if re.search(r"\bavoid", record.text, re.I) else ""
    found = {"is": _WITHOUT, "on": _DIET}[key].search(value) if key in {"is", "on"} else None
    return next(filter(None, found.groups()), "") if found else ""


def lacks(record: MemoryRecord, other: MemoryRecord) -> bool:
    """Whether somebody has nobody by a record of whom another one tells: who is single, and `my wife`."""
    owner, _, kin = normal(other.subject).rpartition("'s ")
    if owner != normal(record.subject) or kin not in w.PEOPLE:
        return False
    without = denied(record.value) if normal(record.key) == "have" else normal(record.value)
    words = (without or "").removeprefix("any ").removeprefix("a ")
    return normal(record.key) in {"have", "is"} and kin in w.LACKING.get(words, frozenset({words}))


_OWNER = re.compile(r"\b(?:my|our)\s+(?=\w)", re.I)
_PAST = re.compile(r"\b(?:was|were|had|used to|sold|lost|scrapped|donated)\b", re.I)
_BESIDE_NOUNS = (
    w.PREPOSITIONS | w.AUXILIARIES | w.MODALS | w.VERBS | w.PARTICLES | w.RELATIVES | w.PASTS
)
"""Words that end the phrase of a thing."""


def owned(text: str) -> set[str]:
    """The things that a statement of the present says are the speaker's: `my old car` → car, `my car wash` → wash."""
    if _PAST.search(text):
        return set()
    return {_head(text[found.end() :]) for found in _OWNER.finditer(text)} - {""}


def _head(phrase: str) -> str:
    """The noun of a phrase that more words may follow."""
    said = re.match(r"[\w'’-]+(?:\s+[\w'’-]+)*", phrase)
    words = said[0].casefold().split() if said else []
    if any(re.search(r"['’]s?$", word) for word in words):
        return ""  # `my neighbour's dog` is theirs
    ends = (at for at, word in enumerate(words) if at and _ends_noun(word))
    return words[next(ends, len(words)) - 1] if words else ""


def _ends_noun(word: str) -> bool:
    return word in _BESIDE_NOUNS or word in _NEAR or word.endswith(("ed", "ly"))


_NEAR = w.word_set("today tonight tomorrow yesterday this last next every and or but because so")
