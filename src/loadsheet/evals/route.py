"""Labelled conversations go in; how often each field of the plan is right comes out.

A conversation has the right plan beside every turn. It is held through intake and route alone, without a store.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from loadsheet.artifacts import (
    Heard,
    Holdings,
    Known,
    RoutePlan,
    Scope,
    SessionState,
    Turn,
)
from loadsheet.evals.judged import rows_of
from loadsheet.intent.language import words
from loadsheet.stages.intake import Hearing, Intake, pin
from loadsheet.stages.load_held import bearing
from loadsheet.stages.planned import settled
from loadsheet.stages.route import Route

FIELDS = (
    "source",
    "granularity",
    "effort",
    "memory.fire",
    "memory.types",
    "memory.trigger",
    "outcome",
    "correction",
    "topic_switch",
    "constraints_stated",
    "constraints_withdrawn",
    "resolved",
    "left_alone",
)
"""What is compared, a row each in the report."""

HELD = 0.6
"""The part of a reference query's words that a resolved query must hold."""

SAME_SPAN = 0.5
"""The part of a labelled span's words that ours must hold."""

LIMIT = 40
"""Candidates of a search, as the settings have it."""

NOW = datetime(2025, 3, 1, 12, tzinfo=UTC)


@dataclass(slots=True)
class FieldCount:
    """How often a field was right."""

    right: int = 0
    total: int = 0

    @property
    def part(self) -> float:
        """The accuracy; 0 of nothing."""
        return self.right / self.total if self.total else 0.0


@dataclass(slots=True)
class Accuracy:
    """Accuracy by field, and how many turns were searched for nothing or not at all."""

    fields: dict[str, FieldCount] = field(default_factory=lambda: defaultdict(FieldCount))
    turns: int = 0
    unsearched: int = 0
    """Turns for which the rules search nothing: always-retrieve searches them all."""
    missed: int = 0
    """Of these, turns whose answer does stand in the documents."""


@dataclass(frozen=True, slots=True)
class RoutedTurn:
    """One turn of a conversation as it was heard and routed."""

    heard: Heard
    plan: RoutePlan


class Conversing:
    """Holds a conversation through intake and route alone: no store, no model."""

    def __init__(
        self, state: SessionState, known: tuple[Known, ...] = (), titles: tuple[str, ...] = ()
    ) -> None:
        self.state = state
        self.known = known
        self.titles = titles
        self.answer = ""
        self._intake, self._route = Intake(zone=UTC), Route(limit=LIMIT, mode="rules")

    def say(self, text: str, answer: str | None = None) -> RoutedTurn:
        """Route a turn; `answer` is the reply that the next turn sees."""
        turn = Turn(id=f"t{self.state.turns + 1}", scope=self.state.scope, text=text, asked_at=NOW)
        titles = bearing(self.titles, turn, self.state)
        held = Holdings(titles=titles, known=self.known)
        given = Hearing(turn=turn, state=self.state, answer=self.answer, holdings=held)
        heard = self._intake(given)
        plan = self._route(heard)
        self.state = settled(heard.next_state, plan, heard.turn.question)
        self.answer = answer or ""
        return RoutedTurn(heard, plan)


def accuracy(file: Path) -> Accuracy:
    """Accuracy by field over a file of labelled conversations, one a line."""
    found = Accuracy()
    for row in rows_of(file):
        talk = opened(row["about"])
        for turn in row["turns"]:
            told = talk.say(turn["user"], turn["assistant"])
            labels = turn["labels"]
            found.turns += 1
            if not told.plan.queries.queries:
                found.unsearched += 1
                found.missed += labels["source"] == "internal_corpus"
            for name, right in compared(told, labels):
                found.fields[name].total += 1
                found.fields[name].right += right
    return found


def opened(about: Mapping[str, Any]) -> Conversing:
    """A conversation with what holds when it begins."""
    state = SessionState(scope=Scope())
    if given := about.get("state"):
        for number, text in enumerate(given.get("constraints") or ()):
            state = pin(state, text, id=f"c{number}", message="before")
        state = state.model_copy(
            update={"subject": given.get("subject") or "", "task_state": given.get("task") or ""}
        )
    stored = [Known(kind="row", key=row["key"], text=row["text"]) for row in about["store"]]
    remembered = [
        Known(kind="record", key=row["key"], text=row["text"], type=row["type"])
        for row in about["memory"]
    ]
    titles = tuple(about["corpus"])
    return Conversing(state, (*stored, *remembered), titles)


def compared(told: RoutedTurn, labels: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Each field that applies to a turn, and whether it is right."""
    turn, plan, memory = told.heard.turn, told.plan, labels["memory"]
    outcome = {"answer": "answered", "none_needed": "none-needed"}.get(plan.outcome, plan.outcome)
    yield "source", str(plan.source) == labels["source"]
    yield "granularity", plan.granularity == labels["granularity"]
    yield "effort", plan.effort == labels["effort"]
    yield "memory.fire", plan.memory_read.fire == memory["fire"]
    yield "memory.types", set(plan.memory_read.types) == set(memory["types"])
    yield "memory.trigger", (plan.memory_read.trigger or "none") == memory["trigger"]
    yield "outcome", outcome == labels["outcome"]
    yield "correction", bool(turn.correction) == labels["correction"]
    yield "topic_switch", turn.topic_switch == labels["topic_switch"]
    yield "constraints_stated", same_spans(turn.stated, labels["constraints_stated"])
    yield "constraints_withdrawn", same_spans(turn.withdrawn, labels["constraints_withdrawn"])
    if labels["resolved"]:
        wanted = words.stems(labels["resolved"])
        yield "resolved", len(wanted & words.stems(turn.query)) >= HELD * len(wanted)
    elif labels["source"] != "none":
        yield "left_alone", turn.query in turn.question


def same_spans(ours: Sequence[str], labelled: Sequence[str]) -> bool:
    """Whether as many spans were found, each with at least half of the labelled words."""
    if len(ours) != len(labelled):
        return False
    pairs = [(_words(a), _words(b)) for a, b in zip(ours, labelled, strict=True)]
    return all(len(a & b) >= SAME_SPAN * len(b) for a, b in pairs)


def report(found: Accuracy) -> list[str]:
    """The figures as lines."""
    lines = [f"accuracy by field, {found.turns} turns"]
    for name in FIELDS:
        tally = found.fields[name]
        lines.append(f"  {name:22} {tally.part:6.1%}  of {tally.total}")
    return [*lines, f"  searches saved: {found.unsearched}, of them needed: {found.missed}"]


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in words.words(text))
