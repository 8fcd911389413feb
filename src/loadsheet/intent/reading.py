"""A question, the session's state and the last answer go in; what the question says, and the next state, come out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Any, Literal

from loadsheet.artifacts import Entity, Holdings, IntentVector, Known, SessionState
from loadsheet.corpus.sentences import ends_asking
from loadsheet.intent.beside import Parted, parted
from loadsheet.intent.classifier.continuity import VARIES, goes_on
from loadsheet.intent.classifier.corrections import DISPUTES
from loadsheet.intent.classifier.dialogue_acts import act_signs
from loadsheet.intent.classifier.features import signs_of
from loadsheet.intent.classifier.weights import ACT, SUBJECT
from loadsheet.intent.dates import absolute
from loadsheet.intent.flags.signals import intent_of
from loadsheet.intent.held.matching import Shelf, asked_of, shelf_of, speaks_of_user
from loadsheet.intent.held.titles import titles_of
from loadsheet.intent.language import words
from loadsheet.intent.language.identify import evident
from loadsheet.intent.language.match import telling
from loadsheet.intent.rewriting import anaphora, salience, standalone
from loadsheet.intent.rewriting.ambiguity import equal_readings
from loadsheet.intent.rewriting.lists import listed_in, offered_in
from loadsheet.intent.rewriting.oneself import asks_of_oneself
from loadsheet.intent.rewriting.rewrite import Conversation, Resolution, resolve
from loadsheet.intent.rules.conditions import MET, condition_met, condition_of
from loadsheet.intent.rules.constraints import Rules, asked_beside, rules

TOPIC_LIMIT = 80
"""Stems that a subject is remembered by: some four questions with their answers."""

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

LENT_LIMIT = 200
"""Characters that a reading borrows at the most: a dozen names, and not the whole turn before."""

QUESTION_LIMIT = 400
"""Characters of a question that the state holds."""

_SUBJECTLESS = ("chit_chat", "arithmetic", "conversation", "transform", "statement")
_WITHOUT_SUBJECT = ("chit_chat", "arithmetic", "conversation", "transform", "instruction")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


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
    asked: str = ""
    """What is asked, without the rules, courtesies and statements beside it; empty where the turn only sets or lifts
    rules."""
    told: str = ""
    """What the turn tells beside its question of the one who asks."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a turn asks, apart from what stands beside it, and what that may lean on."""

    question: str
    plain: str
    """The question with what is typed in haste written out."""
    raw: IntentVector
    before: Conversation
    setting: bool = False
    """Whether the turn sets or lifts rules and asks nothing."""
    pasted: bool = False
    """Whether something was pasted along with it."""


def understand(
    question: str,
    before: Conversation,
    state: SessionState,
    holdings: Holdings,
    asked_at: datetime,
    zone: tzinfo,
    *,
    pasted: bool = False,
) -> Understood:
    """Read a question against what was said before and what is held; what points at something that was `pasted` along
    with it leans on nothing before."""
    if len(question) > READ_LIMIT:
        return _of_long_text(question, asked_at, zone)
    standing = tuple(row.text for row in holdings.known if row.type == "procedural")
    found = rules_of(question, state, standing)
    part = apart(question, found)
    asked = _asked(question, part, before, pasted=pasted)
    shelf, titles = shelf_of(holdings.known), titles_of((*holdings.titles, *holdings.headings))
    acts = act_signs(asked.plain, asked.raw, asked.before, shelf)
    asked, correction = _weighed(asked, ACT.odds(acts))
    resolution = _resolved(asked, correction, shelf)
    correction = "question" if resolution.form == "repair" else correction
    intent = _whole(asked.raw, resolution, asked.setting, correction)
    signs = acts | signs_of(asked.plain, resolution, intent, asked.before, state, shelf, titles)
    resolution = _placed(resolution, intent, signs)
    readings = equal_readings(asked.plain, resolution, intent, asked.before, shelf, holdings.titles)
    return Understood(
        resolution=resolution,
        intent=intent,
        rules=found,
        correction=correction,
        known=_bearing(resolution, shelf, intent),
        dates=absolute(question, asked_at, zone),
        language=_language(question, state),
        signs=tuple(signs.items()),
        readings=readings,
        asked=part.asked,
        told=part.told,
    )


def _language(question: str, state: SessionState) -> str:
    """The language of a turn; where no word of it tells, as in `VW Golf?`, that of the last one that did, and how its
    words are spelled only where none did."""
    said = (question, *reversed(state.questions))
    told = (evident(text, spelled=spelled) for spelled in (False, True) for text in said)
    return next(filter(None, told), words.language(question))


def _asked(question: str, part: Parted, before: Conversation, *, pasted: bool) -> _Asked:
    """What is asked, and what was told beside it among what it may lean on; the whole turn where it only sets rules."""
    if part.asked not in {"", question}:
        question, before = part.asked, told_before(before, part)
    plain = words.spelled(question)
    setting = not part.asked
    return _Asked(question, plain, intent_of(plain), before, setting=setting, pasted=pasted)


def _weighed(
    asked: _Asked, odds: Mapping[str, float]
) -> tuple[_Asked, Literal["", "value", "question"]]:
    """The question with how likely it only tells something, and what it corrects."""
    correction = _correction(asked.plain, odds, asked.raw, asked.setting)
    told = 1.0 if correction == "question" else odds["tells"]
    raw = asked.raw.model_copy(update={"statement": _told(told, asked.raw)})
    return replace(asked, raw=raw), correction


def _resolved(asked: _Asked, correction: str, shelf: Shelf) -> Resolution:
    """The question as it stands alone."""
    question, before = asked.question, asked.before
    if asked.pasted and standalone.points_back(question):
        return Resolution(question, "self_contained", "it points at what was pasted along with it")
    if correction == "value":
        return _of_statement(question, before)
    if is_subjectless(asked.raw, asked.setting) and not _leans(question, asked.raw, before):
        return Resolution(question, "self_contained", "it has no subject to look up")
    if shelf.holds_all(telling(question)):
        why = "self-contained: it names what is held"
        return Resolution(question, "self_contained", why)
    if not before.pending and asks_of_oneself(question, before.topic, shelf):
        why = "self-contained: it asks of whoever types it"
        return Resolution(question, "self_contained", why)
    return _short(resolve(question, before), question)


def _short(found: Resolution, question: str) -> Resolution:
    """A reading as it is where it borrows little, for it stands in every prompt; else the question. What completes a
    question that was asked back is read with the whole of it."""
    if found.form == "completion" or len(found.query) <= len(question) + LENT_LIMIT:
        return found
    why = f"what it leans on is longer than the {LENT_LIMIT} characters that a reading may borrow"
    return replace(found, query=question, reason=why, resolved=())


def rules_of(question: str, state: SessionState, standing: tuple[str, ...] = ()) -> Rules:
    """The rules that words set and lift; `standing` are those of other sessions, which they could lift, too."""
    if len(question) > READ_LIMIT or intent_of(words.spelled(question)).has("chit_chat"):
        return Rules()
    in_force = tuple(pinned.text for pinned in state.constraints if pinned.in_force)
    last = state.questions[-1] if state.questions else ""
    return rules(question, (*in_force, *standing), last)


def apart(text: str, found: Rules) -> Parted:
    """What a turn asks, apart from the rules, courtesies and statements beside it; nothing where it only sets or lifts
    rules."""
    ruling = found.stated or found.withdrawn
    return parted(asked_beside(text, found) if ruling else text)


def told_before(before: Conversation, part: Parted) -> Conversation:
    """What a question may lean on that something was told just before; a fragment goes on with the last question."""
    if not part.told or anaphora.AND.match(part.asked):
        return before
    told = standalone.unmarked(part.told)
    named = tuple(name for name in words.names("x " + told) if name not in before.entities)
    terms = tuple(words.bare(word) for word in words.content_words(told))
    return replace(
        before,
        subject=told,
        topic=words.stems(told),
        entities=(*named, *before.entities),
        terms=(*terms, *(term for term in before.terms if term not in terms)),
    )


def _placed(resolution: Resolution, intent: IntentVector, signs: Mapping[str, float]) -> Resolution:
    """The resolution with whether it opens another subject, or goes on with the last one though it stands alone."""
    placed = replace(resolution, switch=resolution.switch or opens_subject(intent, signs))
    alone = placed.form == "self_contained" and placed.query and not intent.has(*_SUBJECTLESS)
    if alone and goes_on(placed.form, placed.switch, signs):
        return replace(placed, reason="it stands alone, in words that were spoken of before")
    return placed


def _of_long_text(question: str, asked_at: datetime, zone: tzinfo) -> Understood:
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
        asked=question,
    )


def _told(odds: float, raw: IntentVector) -> float:
    """The score of a statement: how sure it is that a turn only tells something, where it is likely enough; what has
    the form of a question or a request never does."""
    return round(odds, 2) if odds >= SURELY and not raw.has("question") else 0.0


def _leans(question: str, raw: IntentVector, before: Conversation) -> bool:
    """Whether a statement answers what was asked back, or says what was meant."""
    repairs = before.subject and anaphora.REPAIR.search(question)
    return raw.has("statement") and bool(before.pending or repairs)


def is_subjectless(intent: IntentVector, setting: bool) -> bool:
    """Whether a turn looks nothing up, and so neither changes the subject nor leans on it; `setting`: it sets rules."""
    return setting or intent.has(*_SUBJECTLESS)


def conversation(state: SessionState, answer: str) -> Conversation:
    """What a question may lean on: the state, and the answer that the user saw last."""
    said = answer[:ANSWER_LIMIT]
    listed = listed_in(said)
    asked = [entity.text for entity in state.entities if entity.salience >= 1.0]
    older = [entity.text for entity in state.entities if entity.salience < 1.0]
    heard = salience.heard(_pairs(state.terms), said, salience.SAID_BACK)
    stems = words.stems(said)
    return Conversation(
        subject=_borne_out(state.subject, stems),
        topic=frozenset(state.topic) | stems,
        entities=tuple(dict.fromkeys((*asked, *_named_in(said), *older))),
        terms=tuple(text for text, _ in heard),
        salience=tuple(heard),
        options=listed or state.options,
        pending=state.pending,
        numbers=len(_NUMBER.findall(said)),
        answer=stems,
        said=said,
        asked=ends_asking(said),
    )


def _named_in(answer: str) -> list[str]:
    """The names of an answer; a word that opens a sentence of it is written like one and may be any, so it is last."""
    opening = {next(iter(words.words(sentence)), "") for sentence in _SENTENCE.split(answer)}
    return sorted(words.names(f"x {answer}"), key=opening.__contains__)


def _borne_out(subject: str, answer: frozenset[str]) -> str:
    """The subject without words that it only borrowed, where the answer speaks of its own and not of those."""
    found = _BORROWED.search(subject)
    if found is None:
        return subject
    own = subject[: found.start()]
    told = words.stems(own) & answer and not words.stems(found["words"]) & answer
    return f"{own}?" if told else subject


_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_BORROWED = re.compile(r"\s*\((?P<words>[^()]*)\)\W*$")
"""What stands beside a question that says too little."""


def next_state(
    state: SessionState, question: str, answer: str, before: Conversation, read: Understood
) -> SessionState:
    """The state after a turn; what it holds stays within its limits, however long the conversation grows."""
    resolution, told = read.resolution, read.correction == "value" or read.intent.has("statement")
    idle = told or read.intent.has("chit_chat") or standalone.tells_of_self(question)
    kept: dict[str, Any] = {
        "turns": state.turns + 1,
        "first_question": state.first_question
        or ("" if idle or not read.asked else question[:QUESTION_LIMIT]),
        "questions": (*state.questions, question[:QUESTION_LIMIT])[-KEPT:],
        "options": offered_in(question[:READ_LIMIT]) or before.options,
        "pending": "",
    }
    if told:
        kept["told"] = (*state.told, resolution.query[:QUESTION_LIMIT])[-KEPT:]
    if read.correction != "value" and is_subjectless(read.intent, not read.asked):
        return state.model_copy(update=kept)
    subject = standalone.unmarked(resolution.query[:READ_LIMIT])
    fresh = words.stems(subject)
    bears = words.stems(" ".join(row.text for row in read.known if row.type != "procedural"))
    said = sorted(words.stems(answer[:ANSWER_LIMIT]))
    corrected = standalone.tells_of_self(state.subject) if read.correction == "value" else None
    gone = words.stems(state.subject) - fresh if corrected else frozenset[str]()
    old = () if resolution.switch else (*said, *state.topic)
    stems = dict.fromkeys((*sorted(fresh | bears), *old))
    kept["topic"] = tuple(stem for stem in stems if stem not in gone)[:TOPIC_LIMIT]
    faded = [
        (text, score * salience.FADES)
        for text, score in before.salience
        if words.stem(text) not in gone
    ]
    asked = standalone.unmarked(read.asked[:ANSWER_LIMIT])
    kept["terms"] = _kept(salience.heard(faded, asked, 1.0))
    entities, answered = _pairs(state.entities), before.entities
    if gone:
        entities = [pair for pair in entities if gone.isdisjoint(words.stems(pair[0]))]
        answered = tuple(name for name in answered if gone.isdisjoint(words.stems(name)))
    kept["entities"] = _kept(salience.named(entities, subject, answered))
    if corrected is not False:
        kept["subject"] = subject[:QUESTION_LIMIT]
    return state.model_copy(update=kept)


def _correction(
    text: str, odds: Mapping[str, float], raw: IntentVector, setting: bool
) -> Literal["", "value", "question"]:
    """Whether a turn that sets no rule corrects a value."""
    if DISPUTES.match(text):
        return "question"
    if raw.has("chit_chat", "arithmetic", "transform") or setting:
        return ""
    if anaphora.REPAIR.search(text):
        return ""
    return "value" if next(iter(odds)) == "corrects" else ""


def _of_statement(question: str, before: Conversation) -> Resolution:
    """A corrected value, with the subject beside it where the statement does not name it."""
    mine = words.stems(question)
    left = [word for word in words.content_words(before.subject) if words.stem(word) not in mine]
    names = words.names(question)
    own = {stem for stem in mine if not any(map(str.isdigit, stem))} - words.stems(before.subject)
    told = standalone.tells_of_self(question) and bool(
        own or standalone.tells_of_self(before.subject)
    )
    whole = told or (len(mine) >= 4 and names)
    if whole or not left or not before.subject:
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
    raw: IntentVector, resolution: Resolution, setting: bool, correction: str
) -> IntentVector:
    """The flags of the turn, with those of the question that it continues where it continues one."""
    merged = raw
    if resolution.form in VARIES:
        shared = joined(intent_of(resolution.query), intent_of(resolution.continues))
        mine = {"self_reference": max(shared.self_reference, raw.self_reference)}
        merged = shared.model_copy(
            update={**mine, "chit_chat": 0.0, "statement": 0.0, "arithmetic": 0.0}
        )
    extra = {
        "follow_up": 1.0 if resolution.form in VARIES | {"anaphora", "aspect"} else 0.0,
        "correction": 1.0 if correction else 0.0,
        "instruction": 1.0 if setting else 0.0,
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


def _bearing(resolution: Resolution, shelf: Shelf, intent: IntentVector) -> tuple[Known, ...]:
    """What bears on the turn: instructions whose condition it meets, what it speaks of, what it may need."""
    text = f"{resolution.query} {resolution.continues}".rstrip()
    rules_ = [item.known for item in shelf.kinds["rule"]]
    standing = [row for row in rules_ if condition_of(row) and condition_met(row, text) >= MET]
    fits = shelf.fits(asked_of(resolution.query, resolution.query))
    ranked = sorted(fits, key=lambda pair: (-pair[1].part, -pair[1].key, pair[0].known.key))
    close = [item.known for item, fit in ranked if fit.part]
    wishes = intent.has("preference", "drafting")
    tastes = [row for row in rules_ if not condition_of(row)] if wishes else []
    own = intent.has("self_reference")
    facts = [item.known for kind in ("row", "fact") for item in shelf.kinds[kind]] if own else []
    user = [row for row in facts if row.type == "fact" and speaks_of_user(row)]
    return tuple(dict.fromkeys((*standing, *close, *tastes, *user)))[:MOST]


def _pairs(entities: tuple[Entity, ...]) -> list[tuple[str, float]]:
    return [(entity.text, entity.salience) for entity in entities]


def _kept(pairs: list[tuple[str, float]]) -> tuple[Entity, ...]:
    return tuple(Entity(text=text, salience=score) for text, score in pairs)
