"""A question and records go in; which of them bear on it, on what trigger, and in what order, come out. Pure.

A fact bears on a question that names its subject and asks for its key. A chain of facts bears on one that names the
first subject and asks for the last key. What somebody prefers, and what they asked for once and for all, bears on a
question that speaks of the same things. Nothing is read because it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache

from loadsheet.artifacts import EvidenceSet, MemoryRecord
from loadsheet.memory.language import food
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import USER, own, singular
from loadsheet.memory.language.text import STOPWORDS, normal, related, stem, terms, words
from loadsheet.memory.language.times import Then
from loadsheet.memory.reading.aspects import is_past
from loadsheet.memory.reading.resolve import VAGUE, kind
from loadsheet.ports import Utterance

FLOOR = 0.4
"""The part of a question that a record must answer to be read."""

OWN_FLOOR = 0.5
"""The same for what is known of the one who asks: their own facts share many words with their questions."""

NEAR = 0.75
"""Records that answer so much of what the best one answers are read beside it."""

ALLERGY = "allergic to"
"""The key of what somebody must not eat or drink."""

FORMER = "former"
"""The rule by which what was so before is read, where it is asked for."""

NAME = "name"
"""The key under which somebody's name stands."""

CALLED = "call"
"""The term by which a question asks for a name in another word."""

_ASKS_NAME = re.compile(
    r"(?:\b(?:my|our|his|her|their)|['’]s?)\s+(?:\w+['’]?\s+)?names?\b|\bnames? of (?:my|our|his|her|their)\b"
    r"|\b(?:am i|(?:is|are) \S+(?: \S+)?) called\b",
    re.I,
)
"""Asks what somebody is called; elsewhere `name` asks for anything (`name a city`)."""

_HOW = re.compile(rf"\bhow (?P<adjective>{'|'.join(w.MEASURES)})\b", re.I)
"""Asks for an attribute by its adjective: how old somebody is, is their age."""

_OF_ANOTHER = re.compile(
    rf"\b(?:my|our|his|her|their|the|your|an?)\s+(?:\w+\s+)?(?:{'|'.join(sorted(w.PEOPLE))})s?\b|\byours?\b",
    re.I,
)
"""Names somebody else than the one who asks."""

READ = 1500
"""Characters of a question that memory is read by: as much as a question that people write by hand may have."""

LONGEST_SUBJECT = 9
"""Words of the longest subject that is looked for in a question."""

ASKING = frozenset({"who", "whose", "which", "what"})
"""Words that ask for the subject of what is told."""

_LIKING = {stem(verb): "likes " for verb in w.LIKES} | {
    stem(verb): "dislikes " for verb in w.DISLIKES
}
"""Terms that ask what somebody likes, with the beginning of the values that tell."""

_HAPPENING = frozenset(terms("happen happens happening going planned scheduled takes place"))
"""Terms that ask what there is at a time, and name nothing of it."""

_BEFORE = "|".join(sorted(w.PREPOSITIONS))

INSTRUCTION_FLOOR = 0.3
"""The part of an instruction's condition that a question must speak of."""

CURRENT = frozenset({"active", "disputed"})
"""The statuses of what is believed to hold."""

HELD = CURRENT | {"superseded"}
"""The statuses of what is believed to hold, or to have held until something took its place."""

BESIDE = 2
"""In so many sentences in the words of the question the user must have spoken of a condition, for it to be left open;
one may do so by chance."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """A record that bears on the question, how much, and why."""

    record: MemoryRecord
    score: float
    rule: str
    """`key_match`, `subject_match`, `chain`, `slot_needed`, `preference`, `standing_instruction`."""
    exact: bool = False
    """Whether the key alone says all that the question asks of the subject."""
    alias: str = ""
    """What the question calls the subject, where that is another name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as recall reads it."""

    text: str
    terms: tuple[str, ...]
    words: frozenset[str]
    self_named: bool
    """Whether the one who asks speaks of themselves."""
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])
    """Other names of whom the question names, each with the name that it uses."""

    @classmethod
    def of(cls, text: str, aliases: Mapping[str, str] | None = None) -> Asked:
        """Read a question."""
        said = frozenset(word.casefold() for word in words(text))
        asks_name = [NAME] if _ASKS_NAME.search(text) else []
        asking = _HOW.sub(lambda found: w.MEASURES[found["adjective"].casefold()], text)
        told = (term for term in terms(asking) if not (asks_name and term == CALLED))
        found = tuple(dict.fromkeys([*told, *asks_name]))
        return cls(text, found, said, bool(said & w.SELF), aliases or {})


_ASKS_OF_NAME = re.compile(r"\b(?:[Dd]oes|[Dd]id) [A-Z]\w+")
"""Asks what somebody does whom it names."""


def of_another(question: str) -> bool:
    """Whether a question asks of somebody else by what they are to the user (`my boss`, `your number`), and of the user
    not at all: what is known of the user answers nothing of them."""
    rest, others = _OF_ANOTHER.subn(" ", _ASKS_OF_NAME.sub("my friend", question))
    return others > 0 and not {word.casefold() for word in words(rest)} & w.SELF


def aliases(question: str, records: Iterable[MemoryRecord]) -> dict[str, str]:
    """Other names of whom the question names, by records that say so: `my wife` is Ana, and Ana is my wife."""
    named = set(subjects(question))
    found: dict[str, str] = {}
    for record in records:
        if record.key != NAME or record.status != "active":
            continue
        one, other = normal(record.subject), normal(record.value)
        if one in named and other not in named:
            found[other] = one
        elif other in named and one not in named and one != USER:
            found[one] = other
    return found


def conditional(
    records: Iterable[MemoryRecord], read: Iterable[Bearing], said: Sequence[Utterance]
) -> tuple[list[Bearing], list[Bearing]]:
    """The standing instructions whose condition the question does not name: those left open, and those not met.

    Whether `markup structure` is what `parts of a webpage` asks for, no word of the two tells. Where what the user said
    in the words of the question speaks of the condition again and again, the two belong together: such an instruction
    names its condition itself, so that whoever reads it can judge, and comes after all that are known to bear on it.
    """
    seen = {bearing.record.id for bearing in read}
    found = [r for r in records if r.condition and r.id not in seen and r.status == "active"]
    found.sort(key=lambda record: (-record.said_at.timestamp(), record.id))
    heard = [(one.message, frozenset(terms(one.text))) for one in said] if found else []
    open_: list[Bearing] = []
    unmet: list[Bearing] = []
    for record in found:
        about, told = _condition(record), {source.message for source in record.sources}
        beside = [words_ for message, words_ in heard if message not in told]
        shared = sum(any(related(t, word) for t in about for word in words_) for words_ in beside)
        met = shared >= BESIDE
        (open_ if met else unmet).append(
            Bearing(record, 0.0, "condition_open" if met else "condition_unmet")
        )
    return open_, unmet


def bounded(question: str) -> str:
    """As much of a question as memory is read by: of a longer one its beginning and its end."""
    if len(question) <= READ:
        return question
    begin, end = question[: READ // 2], question[-(READ // 2) :]
    return f"{begin.rsplit(None, 1)[0]} … {end.split(None, 1)[-1]}"


@lru_cache(maxsize=16)
def subjects(question: str) -> tuple[str, ...]:
    """Every phrase of the question that may be a subject, in the form in which subjects are compared.

    All of a turn's look into memory asks for them, and they are worked out once.
    """
    said = [re.sub(r"['’]s$", "", word) for word in re.findall(r"[^\s?!,;\"“”()]+", question)]
    tokens = [word.strip("'’.:") or word for word in said]
    phrases = {
        normal(" ".join(tokens[start:end]))
        for start in range(len(tokens))
        for end in range(start + 1, min(start + LONGEST_SUBJECT, len(tokens)) + 1)
    }
    raw = re.findall(r"\S+", question.rstrip("?!. "))
    phrases |= {
        normal(re.sub(r"['’]s$", "", " ".join(raw[start:end])))
        for start in range(len(raw))
        for end in range(start + 1, min(start + LONGEST_SUBJECT, len(raw)) + 1)
    }
    found = [
        phrase for phrase in phrases if phrase and phrase not in STOPWORDS and phrase not in w.SELF
    ]
    # `my kids` are those who are each known as the kid, and `my kid` is one of the kids.
    kin = phrases | {singular(one) for one in phrases} | {f"{one}s" for one in phrases}
    people = (
        [f"{USER}'s {person}" for person in sorted(kin) if person.split(" ")[-1] in w.PEOPLE]
        if Asked.of(question).self_named
        else []
    )
    return (*sorted(found), *people, *([USER] if Asked.of(question).self_named else []))


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
    if is_observation(record):
        return _observation(asked, record)
    if record.type == "procedural":
        return _procedural(asked, record)
    if record.type == "task_state":
        return _in_hand(asked, record)
    subject = normal(record.subject)
    if record.key.startswith("attitude: ") or record.key in {"diet", "eat"}:
        return _attitude(asked, named, subject, record) or _value_named(asked, record)
    if record.key == ALLERGY and (made := _attitude(asked, named, subject, record)):
        return made  # a meal is never suggested without it
    if not asked.terms and (made := _where(asked, subject, record)):
        return made
    if subject not in named:
        return (
            _partly_named(asked, record)
            or _value_named(asked, record)
            or _slot(asked, subject, record)
        )
    named_by = set(terms(record.subject)) if subject != USER else set[str]()
    named_by |= set(terms(asked.aliases.get(subject, "").removeprefix(f"{USER}'s ")))
    open_ = [term for term in asked.terms if term not in named_by]
    silent = open_ and record.key == NAME
    silent = silent or ("when" in asked.words and kind(record.value) != "date")
    if not open_ and subject != USER and record.key in {NAME, *VAGUE} and not silent:
        return Bearing(record, 1.0, "key_match", exact=True)
    covered = covers(asked, record, open_)
    score = (len(named_by & set(asked.terms)) + covered) / max(len(asked.terms), 1)
    if covered and score >= (OWN_FLOOR if subject == USER else FLOOR):
        names = _terms_of_key(record)
        exact = all(any(related(term, name) for name in names) for term in open_)
        return Bearing(record, round(score + _hint(asked, record), 4), "key_match", exact)
    wide = not open_ or (_telling(record.subject) and not _asks_of_theirs(asked, subject))
    if not covered and subject != USER and wide and not silent:
        return Bearing(record, round(min(score, FLOOR), 4), "subject_match")
    return _value_named(asked, record) or _slot(asked, subject, record)


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
    if not name and len(about) > 1 and about <= wanted:
        return Bearing(record, round(len(about) / len(wanted), 4), "key_match")
    return None


def _value_named(asked: Asked, record: MemoryRecord) -> Bearing | None:
    """`Who leads the Apollo team?` and `What is in the garage?` name the value, and ask for what has it.

    All that is asked must stand in the record, and something beside a bare value must say that it is asked for: the
    key, the preposition before it, or that somebody is asked for.
    """
    wanted = [term for term in asked.terms if term not in _HAPPENING]
    if not asked.words & ASKING or not wanted:
        return None
    about = set(terms(record.subject)) if record.subject != USER else set[str]()
    key, value = set(_terms_of_key(record)), set(terms(record.value))
    if not value & set(wanted):
        return None
    if not all(any(related(term, word) for word in key | value | about) for term in wanted):
        return None
    by_key = any(related(term, word) for term in wanted for word in key)
    who = record.subject[:1].isupper() or own(record.subject)
    somebody = who and bool(asked.words & {"who", "whose"})
    named = by_key or somebody or _at(asked, record)
    return Bearing(record, 1.0, "key_match", exact=True) if named else None


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


def covers(asked: Asked, record: MemoryRecord, open_: Sequence[str]) -> int:
    """How many of the open terms of a question the record's key speaks of, or the words around its value."""
    attributes = (w.MEASURES.get(word.casefold(), "") for word in words(record.text))
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
    eaten = record.key in {"diet", ALLERGY} or not food.ALL_FOOD.isdisjoint(
        normal(things).split(" ")
    )
    about = set(terms(things)) | ({"eat"} if eaten else set[str]())
    hit = sum(any(related(term, word) for word in about) for term in asked.terms)
    if not hit:
        return None
    return Bearing(record, round(max(FLOOR, hit / max(len(asked.terms), 1)), 4), "preference")


def is_unconditional(record: MemoryRecord) -> bool:
    """Whether a record is an instruction that holds whatever is asked."""
    procedural = record.type == "procedural" and not record.key.startswith("preference")
    return procedural and not record.condition


def _procedural(asked: Asked, record: MemoryRecord) -> Bearing | None:
    rule = "preference" if record.key.startswith("preference") else "standing_instruction"
    if is_unconditional(record):
        return Bearing(record, 1.0, rule)
    if not (about := _condition(record)):
        return None
    hit = sum(any(related(term, word) for word in asked.terms) for term in about)
    score = hit / min(len(about), max(len(asked.terms), 1))
    return Bearing(record, round(score, 4), rule) if hit and score >= INSTRUCTION_FLOOR else None


def _condition(record: MemoryRecord) -> list[str]:
    """The telling words of the condition of an instruction, or of what somebody prefers."""
    said = dict.fromkeys(terms(record.condition or record.text))
    return [term for term in said if term not in _ASKING]


_ASKING = frozenset(
    stem(word)
    for word in w.word_set(
        "ask asking mention say talk talking request want need discuss question questions"
    )
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


def in_evidence(record: MemoryRecord, evidence: EvidenceSet) -> bool:
    """Whether the passage that a record was made of is evidence of this turn: there it can be cited."""
    spans = [item.candidate for item in evidence.evidence]
    return record.confirmed_by == "document" and any(
        source.document == span.document and span.start <= (source.start or 0) < span.end
        for source in record.sources
        for span in spans
    )


def kept(found: Sequence[Bearing]) -> list[Bearing]:
    """The bearings that answer nearly as much as the best one; of a subject whose key is asked for, nothing else."""
    best = max((b.score for b in found if b.rule == "key_match"), default=0.0)
    answered = {normal(b.record.subject) for b in found if b.rule == "key_match"}
    return [
        b
        for b in found
        if (b.rule != "key_match" or b.score >= NEAR * best)
        and (b.rule != "subject_match" or normal(b.record.subject) not in answered)
    ]


def once(found: Sequence[Bearing]) -> list[Bearing]:
    """The bearings without those whose sentence another one shows already."""
    seen: dict[str, Bearing] = {}
    for bearing in found:
        seen.setdefault(bearing.record.text, bearing)
    return list(seen.values())


def merged(chain: Sequence[Bearing], facts: Sequence[Bearing]) -> list[Bearing]:
    """The chain first, then the facts that are not in it."""
    ids = {b.record.id for b in chain}
    return [*chain, *(b for b in facts if b.record.id not in ids)]
