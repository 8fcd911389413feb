"""A question and records go in; which of them bear on it, on what trigger, and in what order, come out. Pure.

A fact bears on a question that names its subject and asks for its key. A chain of facts bears on one that names the
first subject and asks for the last key. What somebody prefers, and what they asked for once and for all, bears on a
question that speaks of the same things. Nothing is read because it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from loadsheet.artifacts import CURRENT, MemoryRecord
from loadsheet.intent.language.answer_forms import NUMBER
from loadsheet.memory.extraction.aspects import is_past
from loadsheet.memory.extraction.resolve import VAGUE, kind
from loadsheet.memory.language import food, states
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import USER, own
from loadsheet.memory.language.text import normal, related, stem, terms, words
from loadsheet.memory.language.times import Then
from loadsheet.memory.recall.asking import (
    NAME,
    Asked,
    aliases,
    of_another,
    of_the_user_alone,
    subjects,
)
from loadsheet.memory.recall.bearing import Bearing
from loadsheet.memory.recall.instructions import heeded

FLOOR = 0.4
"""The part of a question that a record must answer to be read."""

OWN_FLOOR = 0.5
"""The same for what is known of the one who asks: their own facts share many words with their questions."""

ALLERGY = "allergic to"
"""The key of what somebody must not eat or drink."""

ASKING = frozenset({"who", "whose", "which", "what"})
"""Words that ask for the subject of what is told."""

_LIKING = {stem(verb): "likes " for verb in w.LIKES} | {
    stem(verb): "dislikes " for verb in w.DISLIKES
}
"""Terms that ask what somebody likes, with the beginning of the values that tell."""

_HAPPENING = frozenset(terms("happen happens happening going planned scheduled takes place"))
"""Terms that ask what there is at a time, and name nothing of it."""

_BEFORE = "|".join(sorted(w.PREPOSITIONS))

HELD = CURRENT | {"superseded"}
"""The statuses of what is believed to hold, or to have held until something took its place."""


def stands(record: MemoryRecord, now: datetime, then: Then | None = None) -> bool:
    """Whether a record tells what holds: at `now`, or at the past time that a question asks of.

    What was done, and what is to be done, has no end that a question of another time could reach.
    """
    if then is None or record.type != "fact":
        return record.status in CURRENT and not record.expired_at(now)
    undated = record.valid_from == record.said_at and is_past(record)  # `The server was down.`
    began = record.model_copy(update={"valid_from": None}) if undated else record
    return record.status in HELD and began.holds_in(then.begin, then.end)


def bearings(
    question: str,
    records: Iterable[MemoryRecord],
    now: datetime | None,
    then: Then | None = None,
) -> list[Bearing]:
    """The records that bear on the question, those that answer most of it first.

    None that is over at `now`, or did not hold at the time `then`; without `now`, those of any time.
    """
    records = list(records)
    asked = Asked.of(question, aliases(question, records))
    named = {*subjects(question), *asked.aliases}
    other = of_another(question)
    found: list[Bearing] = []
    for record in {record.id: record for record in records}.values():
        if not (record.status in HELD if now is None else stands(record, now, then)):
            continue
        about_me = record.type in {"fact", "episodic"} and normal(record.subject) == USER
        made = None if other and about_me else _bearing(asked, named, record)
        alias = asked.aliases.get(normal(record.subject), "")
        if made is not None and not (asked.aliases and record.key == NAME and not made.exact):
            found.append(replace(made, alias=alias))
    return sorted(found, key=lambda b: (-b.score, -b.record.said_at.timestamp(), b.record.id))


def is_observation(record: MemoryRecord) -> bool:
    """Whether a record is an observation of the host's: it names no subject of its own, and is found by its words."""
    return record.type == "episodic" and record.confirmed_by == "host"


def _observation(asked: Asked, record: MemoryRecord) -> Bearing | None:
    """An observation bears on a question that speaks of the same things."""
    about = set(terms(record.text))
    hit = sum(any(related(term, word) for word in about) for term in asked.terms)
    score = hit / max(len(asked.terms), 1)
    return Bearing(record, round(score, 4), "observed") if score >= OWN_FLOOR else None


def _bearing(asked: Asked, named: set[str], record: MemoryRecord) -> Bearing | None:
    """How a record bears on a question, by what its kind is found by."""
    if is_observation(record):
        return _observation(asked, record)
    if record.type == "procedural":
        return heeded(asked, record)
    if record.type == "task_state":
        return _in_hand(asked, record)
    subject = normal(record.subject)
    if (
        record.key.startswith("attitude: ")
        or record.key in {"diet", "eat"}
        or _bounds_meals(record)
    ):
        return _attitude(asked, named, subject, record) or _value_named(asked, record)
    if record.key == ALLERGY and (made := _attitude(asked, named, subject, record)):
        return made  # a meal is never suggested without it
    if not asked.terms and (made := _where(asked, subject, record)):
        return made
    if subject not in named:
        if of_the_user_alone(asked, record.subject, record.text):
            return None
        return (
            _partly_named(asked, record)
            or _value_named(asked, record)
            or _slot(asked, subject, record)
        )
    return (
        _of_the_named(asked, subject, record)
        or _value_named(asked, record)
        or _slot(asked, subject, record)
    )


def _of_the_named(asked: Asked, subject: str, record: MemoryRecord) -> Bearing | None:
    """What is held of somebody whom the question names bears on it by its key, or where it asks for nothing else."""
    named_by = set(terms(record.subject)) if subject != USER else set[str]()
    named_by |= set(terms(asked.aliases.get(subject, "").removeprefix(f"{USER}'s ")))
    open_ = [term for term in asked.terms if term not in named_by]
    silent = open_ and record.key == NAME
    silent = silent or _of_another_kind(asked, record)
    keyed = record.key in {NAME, *VAGUE} or _tells_place_or_time(asked, record)
    if not open_ and subject != USER and keyed and not silent:
        return Bearing(record, 1.0, "key_match", exact=True)
    if _counted(asked) and silent:
        return None
    covered = covers(record, open_)
    score = (len(named_by & set(asked.terms)) + covered) / max(len(asked.terms), 1)
    if covered and score >= (OWN_FLOOR if subject == USER else FLOOR):
        names = _terms_of_key(record)
        exact = all(any(related(term, name) for name in names) for term in open_)
        return Bearing(record, round(score + _hint(asked, record), 4), "key_match", exact)
    wide = not open_ or (_telling(record.subject) and not _asks_of_theirs(asked, subject))
    if not covered and subject != USER and wide and not silent:
        return Bearing(record, round(min(score, FLOOR), 4), "subject_match")
    return None


def _of_another_kind(asked: Asked, record: MemoryRecord) -> bool:
    """Whether a value cannot be what is asked for: no date where `when` asks, one where `where` does, no number."""
    dated = kind(record.value) == "date" or (record.key == "at" and record.value[:1].isdigit())
    if "when" in asked.words:
        return not dated
    return ("where" in asked.words and dated) or (
        _counted(asked) and not NUMBER.search(record.text)
    )


def _tells_place_or_time(asked: Asked, record: MemoryRecord) -> bool:
    """Whether a key says where or when something is, and just that is asked."""
    return record.key in w.PLACES and not asked.words.isdisjoint({"where", "when"})


def _counted(asked: Asked) -> bool:
    return "how" in asked.words and not asked.words.isdisjoint({"much", "many"})


_ASKS_TASK = re.compile(
    r"\b(?:working on|busy with|in the middle of|left off|leave off|in hand|tasks?|to[- ]?do|progress|next steps?)\b",
    re.I,
)


def _in_hand(asked: Asked, record: MemoryRecord) -> Bearing | None:
    """What somebody is working on bears on a question about their work, or about that thing."""
    if asked.self_named and _ASKS_TASK.search(asked.text):
        return Bearing(record, 1.0, "key_match", exact=True)
    about = set(terms(record.value))
    hit = sum(any(related(term, word) for word in about) for term in asked.terms)
    score = hit / max(len(asked.terms), 1)
    return Bearing(record, round(score, 4), "subject_match") if score >= OWN_FLOOR else None


def _partly_named(asked: Asked, record: MemoryRecord) -> Bearing | None:
    """`The EU refund window` asks for the refund window of EU customers: all of it stands in subject and key."""
    about = set(terms(record.subject))
    name = set[str]() if record.key in VAGUE else set(terms(record.key))
    wanted = set(asked.terms)
    if record.subject == USER:
        return None
    if wanted & about and wanted & name and wanted <= about | name | set(terms(record.value)):
        return Bearing(record, 1.0, "key_match", exact=True)
    if len(name) > 1 and wanted == name:  # `the gate code`, of whatever has one
        return Bearing(record, FLOOR, "key_match", exact=True)
    when = "when" in asked.words and kind(record.value) == "date"
    if not name and when and wanted and wanted < about:
        return Bearing(record, 1.0, "key_match")  # `When is the release?` asks for the release date
    told = _tells_place_or_time(asked, record) and not _of_another_kind(asked, record)
    if told and wanted and wanted < about:
        return Bearing(record, 1.0, "key_match", exact=True)  # `Where is the wedding?`
    if not name and len(about) > 1 and about <= wanted:
        return Bearing(record, round(len(about) / len(wanted), 4), "key_match")
    return None


def _value_named(asked: Asked, record: MemoryRecord) -> Bearing | None:
    """`Who leads the Apollo team?` and `What is in the garage?` name the value, and ask for what has it.

    All that is asked must stand in the record, and something beside a bare value must say that it is asked for: the
    key, the preposition before it, or that somebody is asked for.
    """
    wanted = [term for term in asked.terms if term not in _HAPPENING]
    if wanted and "where" in asked.words and _is_where(record, wanted):
        return Bearing(record, 1.0, "key_match", exact=True)
    if not asked.words & ASKING or not wanted:
        return None
    about = set(terms(record.subject)) if record.subject != USER else set[str]()
    key, value = set(_terms_of_key(record)), set(terms(record.value))
    if not value & set(wanted):
        return None
    dated = set(terms(record.text)) if record.valid_to else set[str]()  # `on call this weekend`
    if not all(any(related(term, word) for word in key | value | about | dated) for term in wanted):
        return None
    by_key = any(related(term, word) for term in wanted for word in key)
    who = record.subject[:1].isupper() or own(record.subject)
    somebody = who and bool(asked.words & {"who", "whose"})
    named = by_key or somebody or _at(asked, record)
    return Bearing(record, 1.0, "key_match", exact=True) if named else None


def _is_where(record: MemoryRecord, wanted: Sequence[str]) -> bool:
    """Whether it tells where somebody put just what is asked for: `spare key in the shed`."""
    said = record.value.split()
    at = next((i for i, word in enumerate(said) if word.casefold() in w.PLACES | w.TOWARDS), 0)
    thing = set(terms(" ".join(said[:at])))
    known = thing | {*terms(record.key), *terms(" ".join(said[at:]))}
    return bool(thing) and thing <= set(wanted) <= known


def _at(asked: Asked, record: MemoryRecord) -> bool:
    """Whether a question names a value with the preposition that stands before it in the record: `in the garage`.

    What somebody does there is not what there is: `I live in Rome` tells nothing of what is in Rome.
    """
    if record.key.split(" ")[0] in w.VERBS:
        return False
    place = re.compile(
        rf"\b(?:{_BEFORE}) (?:(?:the|my|our|an?) )?{re.escape(normal(record.value))}\b"
    )
    said, told = place.search(normal(asked.text)), place.search(normal(record.text))
    return said is not None and told is not None and said[0].split()[0] == told[0].split()[0]


def _where(asked: Asked, subject: str, record: MemoryRecord) -> Bearing | None:
    """`Where am I from?` has no telling word: the preposition of the key is what it asks for."""
    key = set(record.key.split())
    mine = subject == USER and asked.self_named
    if not mine or "where" not in asked.words or not key <= w.PLACES:
        return None
    from_ = "from" in asked.words
    return Bearing(record, 1.0, "key_match", exact=True) if ("from" in key) == from_ else None


def _asks_of_theirs(asked: Asked, subject: str) -> bool:
    """Whether a question asks for one thing of a subject: `Carla's cat` is not all that is known of Carla."""
    return re.search(rf"\b{re.escape(subject)}['’]s?\s+\w", asked.text.casefold()) is not None


def _telling(subject: str) -> bool:
    """Whether a subject is a name, so that a question that speaks of it means just this one."""
    return not subject[:1].islower() or " " in subject


def covers(record: MemoryRecord, open_: Sequence[str]) -> int:
    """How many of the open terms of a question the record's key speaks of, or the words around its value."""
    attributes = (states.MEASURES.get(word.casefold(), "") for word in words(record.text))
    around = set(terms(record.text)) - set(terms(record.subject))
    said = {*_terms_of_key(record), *terms(record.value), *around, *terms(" ".join(attributes))}
    return sum(any(related(term, word) for word in said) for term in open_)


def _terms_of_key(record: MemoryRecord) -> list[str]:
    """The telling words of a key; `name` tells where it is one."""
    return [NAME] if record.key == NAME else terms(record.key)


def _hint(asked: Asked, record: MemoryRecord) -> float:
    """What the interrogative says of the value: a place, an agent."""
    key = set(record.key.split())
    if "where" in asked.words and key & w.WHERE:
        return 0.05
    return 0.05 if "who" in asked.words and key & w.BY else 0.0


def _attitude(asked: Asked, named: set[str], subject: str, record: MemoryRecord) -> Bearing | None:
    """What somebody likes bears on a question about the same things; about another person only where it names them."""
    if subject != USER and subject not in named:
        return None
    if subject == USER and (liked := _LIKING.get(" ".join(asked.terms))):
        every = record.value.startswith(liked)  # `What do I like?`
        return Bearing(record, 1.0, "key_match", exact=True) if every else None
    things = record.value if record.key == ALLERGY else record.key.removeprefix("attitude: ")
    eaten = (
        record.key in {"diet", ALLERGY}
        or _bounds_meals(record)
        or not food.ALL_FOOD.isdisjoint(normal(things).split(" "))
    )
    about = set(terms(things)) | ({"eat"} if eaten else set[str]())
    hit = sum(any(related(term, word) for word in about) for term in asked.terms)
    if not hit:
        return None
    return Bearing(record, round(max(FLOOR, hit / max(len(asked.terms), 1)), 4), "preference")


def _bounds_meals(record: MemoryRecord) -> bool:
    """Whether somebody is or has what bears on every meal: an intolerance, a disease, a law."""
    return record.key in {*VAGUE, "have", "on", "keep", "follow"} and bool(
        food.BOUNDS & set(re.split(r"[\s-]", normal(record.value)))
    )


def _slot(asked: Asked, subject: str, record: MemoryRecord) -> Bearing | None:
    """A fact of the one who speaks that fills what the question leaves open, the place of the weather for instance."""
    if subject != USER or record.type != "fact":
        return None
    for asking, keys in w.SLOTS if asked.self_named else w.SLOTS[:1]:
        if asked.words & set(asking.split()) and set(record.key.split()) <= set(keys.split()):
            return Bearing(record, FLOOR, "slot_needed")
    if asked.words & w.JOBS and record.key == "is" and _names_work(record.value):
        return Bearing(record, FLOOR, "slot_needed")
    return None


def _names_work(value: str) -> bool:
    """Whether what somebody is names what they do: `a nurse`, `a software engineer at Acme`."""
    head = re.split(r"\s(?:at|in|for|with|of|on|from)\s", normal(value), maxsplit=1)[0].split(" ")[
        -1
    ]
    if head in w.PEOPLE:
        return False
    return head in w.WORKERS or bool(re.fullmatch(r"\w{3,}(?:er|or|ist|ian|eer|yst)", head))
