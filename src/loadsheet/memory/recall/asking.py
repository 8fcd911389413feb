"""A question in; whom it names, what it asks of them, and how much of it is read, out. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from loadsheet.artifacts import MemoryRecord
from loadsheet.corpus.terms import word_set
from loadsheet.lazy import lazy_re
from loadsheet.memory.language import states
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import USER, singular
from loadsheet.memory.language.text import STOPWORDS, normal, related, terms, words

NAME = "name"
"""The key under which somebody's name stands."""

CALLED = "call"
"""The term by which a question asks for a name in another word."""

_ASKS_NAME = lazy_re(
    r"(?:\b(?:my|our|his|her|their)|['’]s?)\s+(?:\w+['’]?\s+)?names?\b|\bnames? of (?:my|our|his|her|their)\b"
    r"|\b(?:am i|(?:is|are) \S+(?: \S+)?) called\b",
    re.I,
)
"""Asks what somebody is called; elsewhere `name` asks for anything (`name a city`)."""

_IS = lazy_re(r"(?<=\bwhere)['’]s\b|(?<=\bwhen)['’]s\b|(?<=\bwho)['’]s\b|(?<=\bwhat)['’]s\b", re.I)
_HOW = lazy_re(rf"\bhow (?P<adjective>{'|'.join(states.MEASURES)})\b", re.I)
"""Asks for an attribute by its adjective: how old somebody is, is their age."""

_OF_ANOTHER = lazy_re(
    rf"\b(?:my|our|his|her|their|the|your|an?)\s+(?:\w+\s+)?(?:{'|'.join(sorted(w.PEOPLE))})s?\b|\byours?\b",
    re.I,
)
"""Names somebody else than the one who asks."""

_MINE = lazy_re(r"\b(?:my|our) ([\w-]+)(?: ([\w-]+))?")
"""Whom or what the one who asks calls theirs."""

_OWNED = lazy_re(r"['’]s?\s")
_BEINGS = word_set(
    "patient intern guest visitor pupil applicant candidate employee worker trainee man woman boy girl"
)
"""Nouns of somebody that no sentence calls the user's own."""

_ASKS_OF_NAME = lazy_re(r"\b(?:[Dd]oes|[Dd]id) [A-Z]\w+")
"""Asks what somebody does whom it names."""

READ = 1500
"""Characters of a question that memory is read by: as much as a question that people write by hand may have."""

LONGEST_SUBJECT = 9
"""Words of the longest subject that is looked for in a question."""


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
        said = frozenset(word.casefold() for word in words(_IS.sub(" is", text)))
        asks_name = [NAME] if _ASKS_NAME.search(text) else []
        asking = _HOW.sub(lambda found: states.MEASURES[found["adjective"].casefold()], text)
        told = (term for term in terms(asking) if not (asks_name and term == CALLED))
        found = tuple(dict.fromkeys([*told, *asks_name]))
        return cls(text, found, said, bool(said & w.SELF), aliases or {})


def of_another(question: str) -> bool:
    """Whether a question asks of somebody else by what they are to the user (`my boss`, `your number`), and of the user
    not at all: what is known of the user answers nothing of them."""
    rest, others = _OF_ANOTHER.subn(" ", _ASKS_OF_NAME.sub("my friend", question))
    return others > 0 and not {word.casefold() for word in words(rest)} & w.SELF


def of_the_user_alone(asked: Asked, subject: str, said: str) -> bool:
    """Whether a question asks of the user what a sentence `said` of somebody else: it answers nothing of the user.

    It says all that is asked, and whom it says it of is not asked for: `Am I allergic to nuts?` is not answered by what
    the customer is allergic to. Of a thing (`The deadline is Friday.`) it may be the user's as well.
    """
    if not asked.self_named or asked.words & {"who", "whose"} or not is_somebody(subject):
        return False
    of = set(terms(subject)) - set(terms(" ".join(w.SELF)))
    if normal(subject) in subjects(asked.text) or (of and of <= set(asked.terms)):
        return False
    told = {
        *terms(said),
        *terms(" ".join(states.MEASURES.get(x.casefold(), "") for x in words(said))),
    }
    told |= {NAME} if CALLED in told else set[str]()
    told -= set[str]() if _OWNED.search(subject) else of
    return all(any(related(term, word) for word in told) for term in asked.terms)


def is_somebody(subject: str) -> bool:
    """Whether a subject names somebody else than the user, or something of somebody's."""
    if subject == USER or not subject:
        return False
    said = [word.casefold() for word in words(subject)]
    named = _OWNED.search(subject) or not subject[:1].islower()
    return bool(named) or said[0] in w.SELF or singular(said[-1]) in w.PEOPLE | w.WORKERS | _BEINGS


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


def bounded(question: str) -> str:
    """As much of a question as memory is read by: of a longer one its beginning and its end."""
    if len(question := question.strip()) <= READ:
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
    own = _MINE.findall(" ".join(tokens).casefold())
    mine = {words for found in own for words in (found[0], f"{found[0]} {found[1]}".strip())}
    people = (
        sorted(
            f"{USER}'s {one}" for one in kin | mine if one in mine or one.split(" ")[-1] in w.PEOPLE
        )
        if Asked.of(question).self_named
        else []
    )
    return (*sorted(found), *people, *([USER] if Asked.of(question).self_named else []))


_I_SAID = lazy_re(
    r"\s(?:did|have|had) (?:i|we) (?:say|said|tell you|told you|mention(?:ed)?)(?: that)?"
    r"(?=\s+(?:is|are|was|were|has|have|\w+s)\s)",
    re.I,
)


def without_saying(question: str) -> str:
    """The question without that the user said it: `who did I say is on call` asks who is on call."""
    return _I_SAID.sub("", question)
