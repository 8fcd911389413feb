"""A stored turn goes in; what each of its stages took and gave comes out, as the artifacts that they were. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, TypeVar

from loadsheet.artifacts import (
    Artifact,
    Context,
    EvidenceSet,
    Heard,
    Loading,
    MemorySlice,
    ModelChoice,
    Reading,
    Reply,
    RoutePlan,
    ScoredTrace,
    WriteReceipts,
)
from loadsheet.ports import StoredEvent, TracePage, TurnRecord
from loadsheet.stages.generate import Asking
from loadsheet.stages.reduce import UNSEARCHED, Found
from loadsheet.trace import unpack

Made = TypeVar("Made", bound=Artifact)

ROUTING = ("route", "pick", "expand", "reroute")
"""The stages that give a plan; the last of them is the one that the turn went by."""


@dataclass(frozen=True)
class Recorded:
    """One turn as its trace has it. What a stage never gave is None, or empty."""

    page: TracePage

    @property
    def turn(self) -> TurnRecord:
        """Which turn it is."""
        return self.page.record

    @property
    def events(self) -> tuple[StoredEvent, ...]:
        """The runs of its stages, in their order."""
        return self.page.events

    @cached_property
    def read_at(self) -> datetime:
        """When memory was read, or would have been: what it held by then, the turn could know."""
        return next((e.started_at for e in self._of("recall")), self.turn.asked_at)

    @cached_property
    def heard(self) -> Heard | None:
        """The turn as the route read it, or as intake gave it where no route was made."""
        return self._took("route", Heard) or self._gave("intake", Heard)

    @cached_property
    def plan(self) -> RoutePlan | None:
        """The plan that the turn went by in the end."""
        return self._gave(ROUTING, RoutePlan)

    @cached_property
    def found(self) -> Found:
        """What went into the last reduction: everything that was found for the question."""
        return self._took("reduce", Found) or UNSEARCHED

    @property
    def searched(self) -> bool:
        """Whether documents were searched at all."""
        return any(True for _ in self._of("retrieve"))

    @cached_property
    def evidence(self) -> EvidenceSet:
        """What was left of the candidates."""
        return self._gave("reduce", EvidenceSet) or EvidenceSet()

    @cached_property
    def reading(self) -> Reading | None:
        """What recall looked at."""
        return self._took("recall", Reading)

    @cached_property
    def memory(self) -> MemorySlice:
        """What memory gave."""
        return self._gave("recall", MemorySlice) or MemorySlice()

    @cached_property
    def choice(self) -> ModelChoice | None:
        """The model that was chosen last."""
        return self._gave("select_model", ModelChoice)

    @cached_property
    def loading(self) -> Loading | None:
        """Everything that the last assembly read."""
        return self._took("assemble", Loading)

    @cached_property
    def context(self) -> Context | None:
        """The prompt that was answered from, with its manifest."""
        return self._gave("assemble", Context)

    @cached_property
    def asking(self) -> Asking | None:
        """What the model was to answer; None where the plan's own words were the answer."""
        last = next(self._of("generate"), None)
        given: Any = unpack(last.given, self.page.bodies) if last and last.given else {}
        return Asking.model_validate(given) if "context" in given else None

    @cached_property
    def reply(self) -> Reply | None:
        """What was answered; None for a turn that failed."""
        return self._gave("generate", Reply)

    @cached_property
    def receipts(self) -> tuple[WriteReceipts, ...]:
        """What both moments of memory did."""
        made = (self._gave(stage, WriteReceipts) for stage in ("correct", "remember"))
        return tuple(found for found in made if found)

    @cached_property
    def scores(self) -> ScoredTrace | None:
        """The metric of each stage."""
        return self._gave("score", ScoredTrace)

    # ------------------------------------------------------------ reading

    def _of(self, *stages: str) -> Iterator[StoredEvent]:
        """The runs of stages, the last one first."""
        return (event for event in reversed(self.events) if event.stage in stages)

    def _took(self, stage: str, kind: type[Made]) -> Made | None:
        return self._made(next((e.given for e in self._of(stage) if e.gave), None), kind)

    def _gave(self, stage: str | Sequence[str], kind: type[Made]) -> Made | None:
        stages = (stage,) if isinstance(stage, str) else stage
        return self._made(next((e.gave for e in self._of(*stages) if e.gave), None), kind)

    def _made(self, name: str | None, kind: type[Made]) -> Made | None:
        if name is None:
            return None
        value: Any = unpack(name, self.page.bodies)
        return kind.model_validate(value)
