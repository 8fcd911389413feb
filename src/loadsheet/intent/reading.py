"""A question, the session's state and the last answer go in; what the question says, and the next state, come out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Any, Literal

from loadsheet.artifacts import Entity, Holdings, IntentVector, Known, SessionState
from loadsheet.intent import pointers, words
from loadsheet.intent.constraints import Rules, rules
from loadsheet.intent.corrections import change_signs
from loadsheet.intent.dates import absolute
from loadsheet.intent.match import joined as joined_words
from loadsheet.intent.match import telling
from loadsheet.intent.referents import ASKING, Conversation, Resolution, resolve
from loadsheet.intent.signals import intent_of
from loadsheet.intent.signs import (
    MET,
    condition_met,
    condition_of,
    equal_readings,
    fit,
    names_held,
    signs_of,
    speaks_of_user,
)
from loadsheet.intent.weights import ACT, SUBJECT

TOPIC_LIMIT = 80
"""Stems that a subject is remembered by: some four questions with their answers."""

ENTITY_LIMIT = 12
"""Things that a conversation speaks of at a time."""

FORGOTTEN = 0.1
"""Salience below which a thing is let go: some turns after it was last named."""

FADES = 0.7
"""What is left of a word's salience after a turn that does not say it."""

SAID_BACK = 0.5
"""The salience of a word of the answer; one of the user's own has 1."""

NAMED = 1.5
"""How much more a word in a name counts."""

TERM_LIMIT = 40
"""Words that the state keeps."""

SURELY = 0.6
"""How likely it must be that a turn only tells something: in doubt it is searched for."""

MOST = 12
"""Rows and records that a turn carries on: more than these bear on no single question."""

KEPT = 12
"""Questions, and told facts, that the state holds."""

ANSWER_LIMIT = 2000
"""Characters of an answer that are read for its names and its list."""

READ_LIMIT = 2000
"""Characters of a question that are read; a longer one is a text that nobody typed, and stands alone."""

QUESTION_LIMIT = 400
"""Characters of a question that the state holds."""

_SUBJECTLESS = ("chit_chat", "arithmetic", "conversation", "transform", "statement")
_WITHOUT_SUBJECT = ("chit_chat", "arithmetic", "conversation", "transform", "instruction")
_INHERITING = frozenset({"ellipsis", "completion", "repair"})
_NUMBERED = re.compile(
    r"(?:^|[\s:(])(\d{1,2})[.)] +(.+?)(?=(?:[,;]?\s+\d{1,2}[.)] )|\n|$)", re.DOTALL
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_BULLET = re.compile(r"^[ \t]*[-*•][ \t]+(.+)$", re.MULTILINE)
_ENUMERATION = re.compile(
    r"(?P<items>[^,.;:?!()\n]{2,50}(?:, [^,.;:?!()\n]{2,50})*,? (?:and|or|und|oder|et|ou|y|"
    r"o) [^,.;:?!()\n]{2,50})"
)


@dataclass(frozen=True, slots=True)
class Understood:
    """What a question says."""

    resolution: Resolution
    intent: IntentVector
    rules: Rules
    correction: Literal["", "value", "question"]
    known: tuple[Known, ...]
    dates: tuple[tuple[str, str], ...]
    language: str
    signs: tuple[tuple[str, float], ...] = ()
    readings: tuple[str, ...] = ()


def understand(
    question: str,
    before: Conversation,
    state: SessionState,
    holdings: Holdings,
    asked_at: datetime,
    zone: tzinfo | None,
) -> Understood:
    """Read a question against what was said before and what is held."""
    if len(question) > READ_LIMIT:
        return _of_long_text(question, asked_at, zone)
    plain = words.spelled(question)
    raw = intent_of(plain)
    in_force = tuple(pinned.text for pinned in state.constraints if pinned.in_force)
    standing = tuple(row.text for row in holdings.known if row.type == "procedural")
    found = Rules() if raw.has("chit_chat") else rules(question, (*in_force, *standing))
    held = frozenset[str]().union(*(words.stems(row.text) for row in holdings.known))
    acts = act_signs(plain, raw, before, held)
    odds = ACT.odds(acts)
    raw = raw.model_copy(update={"statement": float(odds["tells"] >= SURELY)})
    correction = _correction(plain, odds, raw, found)
    if correction == "value":
        resolution = _of_statement(question, before)
    elif is_subjectless(raw, found) and not _leans(question, raw, before):
        resolution = Resolution(
            question,
            "self_contained",
            "it has no subject to look up",
        )
    elif names_held(question, holdings.known):
        why = "self-contained: it names what is held"
        resolution = Resolution(question, "self_contained", why)
    else:
        resolution = resolve(question, before)
        correction = "question" if resolution.form == "repair" else ""
    intent = _whole(raw, resolution, found, correction)
    signs = acts | signs_of(plain, resolution, intent, before, state, holdings)
    resolution = replace(resolution, switch=resolution.switch or opens_subject(intent, signs))
    return Understood(
        resolution=resolution,
        intent=intent,
        rules=found,
        correction=correction,
        known=_bearing(resolution, holdings, intent),
        dates=absolute(question, asked_at, zone),
        language=words.language(question),
        signs=tuple(signs.items()),
        readings=equal_readings(plain, resolution, intent, before, holdings),
    )


def _of_long_text(question: str, asked_at: datetime, zone: tzinfo | None) -> Understood:
    """A text too long to have been typed: it stands alone, and sets no rules."""
    head = question[:READ_LIMIT]
    return Understood(
        resolution=Resolution(question, "self_contained", "it is too long to lean on anything"),
        intent=intent_of(head).model_copy(update={"chit_chat": 0.0, "statement": 0.0}),
        rules=Rules(),
        correction="",
        known=(),
        dates=absolute(head, asked_at, zone),
        language=words.language(head),
    )


def _leans(question: str, raw: IntentVector, before: Conversation) -> bool:
    """Whether a statement answers what was asked back, or says what was meant."""
    repairs = before.subject and pointers.REPAIR.search(question)
    return raw.has("statement") and bool(before.pending or repairs)


def is_subjectless(intent: IntentVector, found: Rules) -> bool:
    """Whether a turn looks nothing up, and so neither changes the subject nor leans on it."""
    if found.stated or found.withdrawn:
        return (
            not intent.question >= 0.5
            or not intent.has("abstract", "fine_grained", "comparison")
            or bool(found.withdrawn)
        )
    return intent.has(*_SUBJECTLESS)


def conversation(state: SessionState, answer: str) -> Conversation:
    """What a question may lean on: the state, and the answer that the user saw last."""
    said = answer[:ANSWER_LIMIT]
    listed = options(said)
    named = tuple(entity.text for entity in state.entities)
    return Conversation(
        subject=state.subject,
        topic=frozenset(state.topic) | words.stems(said),
        entities=(*named, *(name for name in words.names("x " + said) if name not in named)),
        terms=tuple(entity.text for entity in _said(state.terms, said, SAID_BACK)),
        options=listed or state.options,
        pending=state.pending,
        numbers=len(_NUMBER.findall(said)),
    )


def options(answer: str) -> tuple[str, ...]:
    """The list that an answer gives: numbered, bulleted, or `A, B and C`; empty for one that gives none."""
    numbered = [found.group(2) for found in _NUMBERED.finditer(answer)]
    bulleted = _BULLET.findall(answer)
    for rows in (numbered, bulleted):
        if len(rows) > 1:
            return tuple(_head(row) for row in rows)
    best: list[str] = []
    for found in _ENUMERATION.finditer(answer):
        parts = re.split(r", (?:and |or )?| (?:and|or|und|oder|et|ou|y|o) ", found["items"])
        if len(parts) > len(best):
            best = [part.strip() for part in parts if part.strip()]
    return tuple(_named(best)) if len(best) > 1 else ()


def _named(items: list[str]) -> list[str]:
    """The items, of a long first or last one only the name that stands at the list: `the rules allow Basic`."""
    first, last = words.names("x " + items[0]), words.names("x " + items[-1])
    made = list(items)
    if len(items[0].split()) > 3 and first:
        made[0] = first[-1]
    if len(items[-1].split()) > 3 and last:
        made[-1] = last[0]
    return made


def next_state(
    state: SessionState, question: str, answer: str, before: Conversation, read: Understood
) -> SessionState:
    """The state after a turn; what it holds stays within its limits, however long the conversation grows."""
    resolution = read.resolution
    kept: dict[str, Any] = {
        "turns": state.turns + 1,
        "first_question": state.first_question or question[:QUESTION_LIMIT],
        "questions": (*state.questions, question[:QUESTION_LIMIT])[-KEPT:],
        "options": before.options,
        "pending": "",
    }
    faded = tuple(
        Entity(text=term.text, salience=term.salience * FADES)
        for term in _said(state.terms, answer[:ANSWER_LIMIT], SAID_BACK)
    )
    if read.correction == "value" or read.intent.has("statement"):
        kept["told"] = (*state.told, resolution.query[:QUESTION_LIMIT])[-KEPT:]
    if read.correction != "value" and is_subjectless(read.intent, read.rules):
        return state.model_copy(update=kept)
    fresh = words.stems(resolution.query[:READ_LIMIT])
    bears = words.stems(" ".join(row.text for row in read.known if row.type != "procedural"))
    said = sorted(words.stems(answer[:ANSWER_LIMIT]))
    old = () if resolution.switch else (*said, *state.topic)
    kept["topic"] = tuple(dict.fromkeys((*sorted(fresh | bears), *old)))[:TOPIC_LIMIT]
    kept["terms"] = _said(faded, question[:ANSWER_LIMIT], 1.0)
    kept["entities"] = _entities(state.entities, resolution.query[:READ_LIMIT], before.entities)
    if read.correction != "value":
        kept["subject"] = resolution.query[:QUESTION_LIMIT]
    return state.model_copy(update=kept)


def _correction(
    text: str, odds: Mapping[str, float], raw: IntentVector, found: Rules
) -> Literal["", "value", "question"]:
    """Whether a turn that sets no rule corrects a value."""
    if raw.has("chit_chat", "arithmetic", "transform") or found.stated or found.withdrawn:
        return ""
    if pointers.REPAIR.search(text):
        return ""
    return "value" if next(iter(odds)) == "corrects" else ""


def act_signs(
    text: str, raw: IntentVector, before: Conversation, held: frozenset[str]
) -> dict[str, float]:
    """What tells a question, a remark and a correction apart."""
    flags = (
        "question",
        "statement",
        "fine_grained",
        "abstract",
        "event_level",
        "how_to",
        "permission",
        "preference",
        "drafting",
    )
    return {
        **{flag: 1.0 for flag in flags if raw.has(flag)},
        **({"begins": 1.0} if not before.subject and not before.topic else {}),
        **{
            signal.replace(": ", "_"): 1.0
            for signal in raw.signals
            if signal.startswith(("question: ", "statement: "))
        },
        **change_signs(text, near=before.topic | held, topic=before.topic),
        **_form(text),
    }


def _form(text: str) -> dict[str, float]:
    said = words.words(text)
    found = {
        "mark": "?" in text or "？" in text,
        "exclaims": text.rstrip().endswith(("!", "！")),
        "one_word": len(said) == 1,
        "few_words": len(said) <= 3,
        "many_words": len(said) > 7,
        "i_tell": _I_TELL.search(text) is not None,
        "laughs": _LAUGHS.search(text) is not None,
        "happened": _HAPPENED.search(text) is not None,
    }
    return {name: 1.0 for name, holds in found.items() if holds}


_I_TELL = re.compile(
    r"^\W*(?:\w+,? )?(?:i|i'm|i've|i'd|we|we're|we've|my|our|ich|wir|mein\w*|unser\w*|je|j'ai|nous|mon|ma|mes|yo|mi|"
    r"mis|io|"
    r"mio|mia)\b|^我",
    re.IGNORECASE,
)
_LAUGHS = re.compile(
    r"\b(?:lol|haha+|hehe|wow|ouch|phew|ugh|jaja|mdr)\b|哈哈|[\U0001F300-\U0001FAFF]|:\)",
    re.IGNORECASE,
)
_HAPPENED = re.compile(
    r"\b(?:was|were|had|got|came|went|told me|said|\w{3,}ed|war|hatte|était|fue|era)\b",
    re.IGNORECASE,
)


def _of_statement(question: str, before: Conversation) -> Resolution:
    """A corrected value, with the subject beside it where the statement does not name it."""
    mine = words.stems(question)
    telling = [word for word in words.content_words(before.subject) if words.stem(word) not in mine]
    names = words.names(question)
    if (len(mine) >= 4 and names) or not telling or not before.subject:
        return Resolution(question, "self_contained", "it says what changed")
    about = before.subject.rstrip(" ?.!")
    return Resolution(
        f"{question.rstrip(' .!')} ({about})",
        "anaphora",
        "it corrects what was asked before",
        (("the value", about),),
    )


def opens_subject(intent: IntentVector, signs: Mapping[str, float]) -> bool:
    """Whether a turn opens another subject; what has no subject changes none, and the first has none before it."""
    if signs.get("begins") or signs.get("reckons") or intent.has(*_WITHOUT_SUBJECT):
        return False
    return SUBJECT.best(signs) == "opens"


def _whole(
    raw: IntentVector, resolution: Resolution, found: Rules, correction: str
) -> IntentVector:
    """The flags of the turn, with those of the question that it continues where it continues one."""
    merged = raw
    if resolution.form in _INHERITING:
        shared = joined(intent_of(resolution.query), intent_of(resolution.continues))
        mine = {"self_reference": max(shared.self_reference, raw.self_reference)}
        merged = shared.model_copy(
            update={**mine, "chit_chat": 0.0, "statement": 0.0, "arithmetic": 0.0}
        )
    extra = {
        "follow_up": 1.0 if resolution.form in _INHERITING | {"anaphora", "aspect"} else 0.0,
        "correction": 1.0 if correction else 0.0,
        "instruction": 1.0 if found.stated or found.withdrawn else 0.0,
    }
    signals = (
        *merged.signals,
        *(
            f"{flag}: {resolution.form if flag == 'follow_up' else 'said_so'}"
            for flag, score in extra.items()
            if score
        ),
    )
    return merged.model_copy(update={**extra, "signals": signals})


def joined(one: IntentVector, other: IntentVector) -> IntentVector:
    """The flags of both, each with its higher score."""
    scores = {
        flag: max(getattr(one, flag), getattr(other, flag))
        for flag in IntentVector.model_fields
        if flag != "signals"
    }
    signals = tuple(dict.fromkeys((*one.signals, *other.signals)))
    return IntentVector(**scores, signals=signals)


def _bearing(resolution: Resolution, holdings: Holdings, intent: IntentVector) -> tuple[Known, ...]:
    """What bears on the turn: instructions whose condition it meets, what it speaks of, what it may need."""
    held = holdings.known
    text = f"{resolution.query} {resolution.continues}"
    rules_ = [row for row in held if row.type == "procedural"]
    standing = [row for row in rules_ if condition_of(row) and condition_met(row, text) >= MET]
    asked, joins = telling(resolution.query), joined_words(resolution.query)
    fits = [(fit(resolution.query, asked, joins, [row]), row) for row in held]
    ranked = sorted(fits, key=lambda pair: (-pair[0].part, -pair[0].key, pair[1].key))
    close = [row for found, row in ranked if found.part]
    wishes = intent.has("preference", "drafting")
    tastes = [row for row in rules_ if not condition_of(row)] if wishes else []
    own = intent.has("self_reference")
    user = [row for row in held if row.type == "fact" and speaks_of_user(row)] if own else []
    return tuple(dict.fromkeys((*standing, *close, *tastes, *user)))[:MOST]


def _entities(before: tuple[Entity, ...], query: str, said: tuple[str, ...]) -> tuple[Entity, ...]:
    """The names of the turn first, then those of the last answer, then the older ones with half their salience."""
    scores = {entity.text: entity.salience / 2 for entity in before}
    for name in said:
        scores.setdefault(name, 0.4)
    for name in words.names(query):
        scores[name] = scores.get(name, 0.0) + 1.0
    ranked = sorted(scores.items(), key=lambda pair: -pair[1])
    return tuple(
        Entity(text=text, salience=round(score, 4)) for text, score in ranked if score >= FORGOTTEN
    )[:ENTITY_LIMIT]


def _said(before: tuple[Entity, ...], text: str, weight: float) -> tuple[Entity, ...]:
    """The words with what a text adds to their salience; those that only ask tell nothing."""
    named = {words.stem(word) for name in words.names(text) for word in name.split()}
    scores = {words.stem(term.text): (term.text, term.salience) for term in before}
    for word in dict.fromkeys(words.bare(word) for word in words.content_words(text)):
        stem = words.stem(word)
        if stem not in ASKING and not (weight < 1.0 and word[:1].isdigit()):
            spelled, score = scores.get(stem, (word, 0.0))
            scores[stem] = (spelled, score + weight * (NAMED if stem in named else 1.0))
    ranked = sorted(scores.values(), key=lambda pair: -pair[1])
    kept = [(text, score) for text, score in ranked if score >= FORGOTTEN][:TERM_LIMIT]
    return tuple(Entity(text=text, salience=round(score, 4)) for text, score in kept)


def _head(row: str) -> str:
    """An entry of a list without what explains it."""
    return re.split(r"[:;(\n]|, | [–—-] ", row.strip(), maxsplit=1)[0].strip(" .,;*`")
