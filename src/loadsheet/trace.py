"""A turn's events, as they happen, and what a reader makes of them.

The recorder runs each stage and appends one event: what went in, what came out, how long it took, what it spent of
its allowance, its failure signal and its decisions. Artifacts are kept as JSON under their hash, and long texts in
them once more under their own, so that a passage that five artifacts carry is stored once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, ClassVar, Protocol, TypeVar, cast

from loadsheet.artifacts import Artifact, Budget, digest
from loadsheet.ports import Clock, StoredEvent, TracePage

Given = TypeVar("Given", bound=Artifact, contravariant=True)
Gave = TypeVar("Gave", bound=Artifact, covariant=True)

LONG = 160
"""Texts from this many characters on are stored once under their own hash."""

SECONDS_SHARE = {
    "intake": 0.02,
    "correct": 0.03,
    "route": 0.03,
    "retrieve": 0.15,
    "reduce": 0.05,
    "rerank": 0.05,
    "recall": 0.05,
    "gather": 0.05,
    "select_model": 0.01,
    "assemble": 0.03,
    "generate": 0.48,
    "remember": 0.03,
    "score": 0.02,
}
"""Each stage's part of the turn's time: mostly the model's, the rest by what the stages were measured to need."""


TOKENS_SHARE = {"reduce": 0.55, "recall": 0.10, "assemble": 1.0}
"""What stages may offer, or load, of the prompt's budget: the shares of their kinds."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a stage may spend; None where the turn sets no limit."""

    seconds: float
    tokens: int | None = None
    cost: float | None = None

    @classmethod
    def of(cls, budget: Budget, stage: str) -> Allowance:
        """The stage's part of the turn's budget; only generation spends money, and the reserve is its own."""
        seconds = budget.seconds * SECONDS_SHARE.get(stage, 0.02)
        if stage == "generate":
            return cls(seconds, budget.output_reserve, budget.cost)
        share = TOKENS_SHARE.get(stage)
        return cls(seconds, None if share is None else int(budget.prompt_tokens * share))

    def exceeded(self, seconds: float, tokens: int | None, cost: float | None) -> tuple[str, ...]:
        """The names of what was exceeded."""
        pairs = (
            ("seconds", seconds, self.seconds),
            ("tokens", tokens, self.tokens),
            ("cost", cost, self.cost),
        )
        return tuple(
            name
            for name, spent, allowed in pairs
            if spent is not None and allowed is not None and spent > allowed
        )


@dataclass(frozen=True, slots=True)
class StageReport:
    """What a stage says of its own work."""

    tokens: int | None = None
    cost: float | None = None
    failure: str | None = None
    """The failure signal of the contract, in words, when it fired."""
    decisions: tuple[str, ...] = ()


class Stage(Protocol[Given, Gave]):
    """A synchronous step: one artifact in, one artifact out."""

    name: ClassVar[str]
    """The stage's name in traces."""

    def __call__(self, given: Given, /) -> Gave:
        """Do the work."""
        ...

    def report(self, given: Any, gave: Any, /) -> StageReport:
        """Say what was decided and whether the failure signal fired."""
        ...


class WaitingStage(Protocol[Given, Gave]):
    """A step that waits for the world: a store or a model."""

    name: ClassVar[str]
    """The stage's name in traces."""

    def __call__(self, given: Given, /) -> Awaitable[Gave]:
        """Do the work."""
        ...

    def report(self, given: Any, gave: Any, /) -> StageReport:
        """Say what was decided and whether the failure signal fired."""
        ...


Packed = dict[int, tuple[Artifact, str]]
"""Artifacts that were packed already, by identity; holding them keeps their identity theirs."""


@dataclass(slots=True)
class Recorder:
    """Runs the stages of one turn and keeps what happened."""

    clock: Clock
    budget: Budget
    events: list[StoredEvent] = field(default_factory=list[StoredEvent])
    bodies: dict[str, str] = field(default_factory=dict[str, str])
    keeps: bool = True
    """Whether the artifacts are kept, or what the stages said of them alone."""
    _known: Packed = field(default_factory=dict[int, tuple[Artifact, str]])
    _cause: str | None = None
    """The span of the event that the next ones stand below."""

    def run(self, stage: Stage[Given, Gave], given: Given) -> Gave:
        """Run a synchronous stage and record it."""
        span = self._open(stage.name)
        try:
            gave = stage(given)
        except BaseException as error:
            self._fail(span.ended(), given, error)
            raise
        self._close(span.ended(), given, gave, stage.report(given, gave))
        return gave

    async def wait(self, stage: WaitingStage[Given, Gave], given: Given) -> Gave:
        """Run a stage that waits for the world and record it, also when it is cancelled."""
        span = self._open(stage.name)
        try:
            gave = await stage(given)
        except BaseException as error:
            self._fail(span.ended(), given, error)
            raise
        self._close(span.ended(), given, gave, stage.report(given, gave))
        return gave

    @contextmanager
    def below_last(self) -> Generator[None]:
        """What runs within stands below the event before it: it runs because of that."""
        before, self._cause = self._cause, self.events[-1].span
        try:
            yield
        finally:
            self._cause = before

    def overruns(self) -> tuple[str, ...]:
        """A line for each stage that spent more than it was given, so far."""
        return tuple(overrun(event, what) for event in self.events for what in event.overrun)

    def _open(self, stage: str) -> _Span:
        return _Span(stage, self.clock(), time.perf_counter())

    def _close(self, span: _Span, given: Artifact, gave: Artifact, report: StageReport) -> None:
        self._append(span, self._pack(given), self._pack(gave), report)

    def _fail(self, span: _Span, given: Artifact, error: BaseException) -> None:
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        report = StageReport(failure=said)
        self._append(span, self._pack(given), None, report)

    def _pack(self, artifact: Artifact) -> str | None:
        return pack(artifact, self.bodies, self._known) if self.keeps else None

    def _append(
        self, span: _Span, given: str | None, gave: str | None, report: StageReport
    ) -> None:
        allowed = Allowance.of(self.budget, span.stage)
        self.events.append(
            StoredEvent(
                span=f"s{len(self.events) + 1}",
                parent=self._cause,
                stage=span.stage,
                started_at=span.started_at,
                seconds=round(span.seconds, 6),
                given=given,
                gave=gave,
                tokens=report.tokens,
                failure=report.failure,
                decisions=report.decisions,
                cost=report.cost,
                allowed_seconds=allowed.seconds,
                allowed_tokens=allowed.tokens,
                allowed_cost=allowed.cost,
                overrun=allowed.exceeded(span.seconds, report.tokens, report.cost),
            )
        )


@dataclass(frozen=True, slots=True)
class _Span:
    stage: str
    started_at: datetime
    began: float
    seconds: float = 0.0

    def ended(self) -> _Span:
        """The span with its length: what the stage took, without the writing of its record."""
        return replace(self, seconds=time.perf_counter() - self.began)


def overrun(event: StoredEvent, what: str) -> str:
    """The line that names what a stage exceeded, and by how much."""
    spent = {"seconds": event.seconds, "tokens": event.tokens, "cost": event.cost}[what]
    allowed = {
        "seconds": event.allowed_seconds,
        "tokens": event.allowed_tokens,
        "cost": event.allowed_cost,
    }[what]
    return f"{event.stage} used {spent:g} {what}, its allowance was {allowed:g}"


def pack(artifact: Artifact, bodies: dict[str, str], known: Packed | None = None) -> str:
    """Add the artifact's JSON to `bodies` and return its hash.

    Long texts in it, and artifacts that it carries, stand under their own hashes: each is stored once, however many
    artifacts carry it. With `known` an artifact that was packed before is not even written out again.
    """
    seen: Packed = {} if known is None else known
    if id(artifact) in seen:
        return seen[id(artifact)][1]
    carried = {name: value for name, value in artifact if isinstance(value, Artifact)}
    data = _outsource(artifact.model_dump(mode="json", exclude=set(carried)), bodies)
    for name, value in carried.items():
        data[name] = {"$artifact": pack(value, bodies, seen)}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    hash_ = digest(text)
    bodies[hash_] = text
    seen[id(artifact)] = (artifact, hash_)
    return hash_


def unpack(name: str, bodies: Mapping[str, str]) -> Any:
    """The JSON value that was packed under `name`. KeyError when a body is missing."""
    return _bring_back(json.loads(bodies[name]), bodies)


@dataclass(frozen=True, slots=True)
class Ran:
    """What went into a stage and what came out, as JSON values."""

    given: Any
    gave: Any


def last_run(page: TracePage, stage: str) -> Ran | None:
    """The last run of a stage in a stored turn that gave something; None where there was none."""
    for event in reversed(page.events):
        if event.stage == stage and event.given is not None and event.gave is not None:
            return Ran(unpack(event.given, page.bodies), unpack(event.gave, page.bodies))
    return None


def _outsource(value: Any, bodies: dict[str, str]) -> Any:
    if isinstance(value, str):
        if len(value) < LONG:
            return value
        name = digest(value)
        bodies[name] = value
        return {"$text": name}
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        return {key: _outsource(item, bodies) for key, item in items.items()}
    if isinstance(value, list):
        rows = cast("list[Any]", value)
        return [_outsource(item, bodies) for item in rows]
    return value


def _bring_back(value: Any, bodies: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        if items.keys() == {"$text"}:
            return bodies[items["$text"]]
        if items.keys() == {"$artifact"}:
            return unpack(items["$artifact"], bodies)
        return {key: _bring_back(item, bodies) for key, item in items.items()}
    if isinstance(value, list):
        rows = cast("list[Any]", value)
        return [_bring_back(item, bodies) for item in rows]
    return value
