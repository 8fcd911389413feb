"""A turn, the conversation before it and what is held go in; the signs by which it is weighed, each 0 to 1, come out.

A sign is one observation that can be said in a sentence. No sign decides: the tables in `weights` say how much each
speaks for what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from loadsheet.artifacts import IntentVector, SessionState
from loadsheet.intent.classifier.continuity import after, continues, part_of, said_before
from loadsheet.intent.classifier.sums import reckons
from loadsheet.intent.classifier.wording import wording
from loadsheet.intent.flags import cues
from loadsheet.intent.held.matching import (
    KINDS,
    Fit,
    HeldWords,
    QuestionWords,
    Shelf,
    asked_of,
    best,
    named,
    speaks_of_user,
)
from loadsheet.intent.held.titles import Titles
from loadsheet.intent.language import words
from loadsheet.intent.rewriting.rewrite import Conversation, Resolution
from loadsheet.intent.rules.conditions import MET, condition_met, condition_of

_DIGIT = re.compile(r"\d")
_FLAGS = (
    "fine_grained", "abstract", "event_level", "how_to", "permission", "preference", "drafting", "reach", "supposition",
    "comparison", "aggregation", "temporal", "past_with_us", "statement", "correction", "instruction", "transform",
)  # fmt: skip


def signs_of(
    question: str,
    resolution: Resolution,
    intent: IntentVector,
    before: Conversation,
    state: SessionState,
    shelf: Shelf,
    titles: Titles,
) -> dict[str, float]:
    """Every sign of the turn that is not 0, by name."""
    own = asked_of(question, question)
    alone = resolution.query == question
    whole = own if alone else asked_of(question, resolution.query)
    found: dict[str, float] = {
        **_held(own, whole, shelf),
        **_titles(own.words, shelf, titles),
        **said_before(own.words, whole.words, resolution, state),
        **continues(question, own.words, before, shelf, titles),
        **_asks(question, intent, shelf),
        **after(resolution, state),
        **_beside_answer(question, own.words, before),
        "reckons": reckons(question, before, shelf),
        **wording(question, shelf, titles, before.topic),
    }
    return {
        name: 1.0 if value == 1 else round(float(value), 3)
        for name, value in found.items()
        if value
    }


def _held(own: QuestionWords, whole: QuestionWords, shelf: Shelf) -> dict[str, float]:
    """How well what is held fits what the turn says, and what it means."""
    said = _by_kind(shelf.fits(own))
    meant = said if whole is own else _by_kind(shelf.fits(whole))
    found: dict[str, float] = {}
    for kind in KINDS:
        if not shelf.kinds[kind]:
            continue
        mine, all_ = best(said[kind]), best(meant[kind])
        found |= {f"{kind}_said": mine.part, f"{kind}_key": mine.key, f"{kind}_whole": all_.part}
        found[f"{kind}_kind"] = all_.kind
        found[f"{kind}_named"] = max(named(whole, item) for item in shelf.kinds[kind])
        found[f"{kind}_held"] = 1.0
    strange = [word for word in own.words if not shelf.tells(word)]
    found["strange"] = len(strange) / len(own.words) if own.words else 0.0
    return found


def _by_kind(fits: Iterable[tuple[HeldWords, Fit]]) -> Mapping[str, list[Fit]]:
    found: dict[str, list[Fit]] = {kind: [] for kind in KINDS}
    for item, fit in fits:
        found[item.kind].append(fit)
    return found


def _titles(own: Sequence[str], shelf: Shelf, titles: Titles) -> dict[str, float]:
    """How much of the turn stands in titles, and whether only there."""
    named_ = [word for word in own if titles.name(word)]
    return {
        "title_said": len(named_) / len(own) if own else 0.0,
        "title_only": any(not shelf.speaks(word) for word in named_),
    }


def _beside_answer(question: str, own: Sequence[str], before: Conversation) -> dict[str, float]:
    """How the turn stands to the last answer."""
    number = _DIGIT.search(question) is not None
    return {
        "answers_back": before.asked,
        "of_answer": part_of(own, before.answer),
        "has_number": number,
        "numbers_at_hand": number and before.numbers > 0,
        "nothing_left": not own,
        "quotes": words.QUOTED.search(question) is not None,
    }


def _asks(question: str, intent: IntentVector, shelf: Shelf) -> dict[str, float]:
    """How the turn asks, and what is held for such a question."""
    past = cues.PAST.search(question) is not None
    own = cues.SELF.search(question) is not None or intent.has("self_reference")
    again = cues.AGAIN.search(question) is not None
    recalls = cues.RECALLS.search(question) is not None
    wish = cues.WISHES.search(question) is not None
    rules = [item.known for item in shelf.kinds["rule"]]
    tastes = any(not condition_of(row) for row in rules)
    events, tasks = bool(shelf.kinds["event"]), bool(shelf.kinds["task"])
    about_user = any(speaks_of_user(item.known) for item in shelf.kinds["fact"])
    return {
        "names_document": cues.NAMES_DOCUMENT.search(question) is not None,
        "why": cues.WHY.search(question) is not None,
        "again": again,
        "own": own,
        "past": past,
        "past_with_events": past and events,
        "recalls": recalls,
        "recalls_with_events": events and recalls,
        "own_past_with_events": past and own and events,
        "status_with_tasks": tasks and cues.STATUS.search(question) is not None,
        "again_with_records": again and (events or tasks or bool(shelf.kinds["fact"])),
        "own_with_facts": own and about_user,
        "here_with_facts": "self_reference: here" in intent.signals and about_user,
        "rule_for_one_case": "fine_grained: rule_for_one_case" in intent.signals,
        "wish": wish,
        "wish_with_tastes": wish and tastes,
        "condition": max((condition_met(row, question) for row in rules), default=0.0),
        **{flag: intent.has(flag) for flag in _FLAGS},
    }


def with_source(signs: Mapping[str, float], source: str) -> dict[str, float]:
    """The signs with those that only tell something beside the source that was decided on."""
    seen = dict(signs)
    one = seen.get
    rows, memory = source == "structured_store", source == "memory"
    documents = source == "internal_corpus"
    beside = documents or rows
    wording = any(one(flag, 0.0) for flag in ("fine_grained", "abstract", "event_level", "how_to"))
    found: dict[str, float] = {
        "from_documents": documents,
        "from_rows": rows,
        "from_memory": memory,
        "memory_event": memory * max(one("event_said", 0.0), one("event_whole", 0.0)),
        "memory_task": memory * max(one("task_said", 0.0), one("task_whole", 0.0)),
        "memory_again": memory * max(one("asked_before", 0.0), one("told_before", 0.0)),
        "memory_status": memory * one("status_with_tasks", 0.0),
        "fact_beside": beside * one("fact_whole", 0.0),
        "fact_key_beside": beside * one("fact_key", 0.0),
        "own_beside": beside * one("own_with_facts", 0.0),
        # A rule text that was summed up for one case says what holds for it: its variant leans on a value all the same.
        "varies_value": documents
        * one("varies_documents", 0.0)
        * (not wording or one("rule_for_one_case", 0.0) > 0),
        "supposes_of_value": documents * one("supposes", 0.0) * one("last_from_documents", 0.0),
        "reach_of_value": documents * one("reach", 0.0) * (not one("begins", 0.0)),
        "taste_beside": documents * one("wish_with_tastes", 0.0),
        "condition_met": one("condition", 0.0) >= MET,
    }
    return seen | {name: float(value) for name, value in found.items() if value}
