"""What is measured, and how it is counted: stages over a store, turns asked of them, figures summed up."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from loadsheet.artifacts import (
    Artifact,
    Budget,
    CandidateList,
    Chunk,
    Document,
    EvidenceSet,
    Partial,
    Prepared,
    Scope,
    SessionState,
    Turn,
    Value,
)
from loadsheet.artifacts.outcome import Reply
from loadsheet.evals.judged import JudgedPassage
from loadsheet.pipeline import Pipeline, transcript_of
from loadsheet.ports import Store, StoredEvent
from loadsheet.stages.reduce import Found, Reduce
from loadsheet.trace import Recorder, unpack

EPOCH = datetime(2025, 3, 1, 12, tzinfo=UTC)
"""When everything was said and written: the sets carry no times, and none may count."""

BenchProgress = Callable[[str, str, int, int], None]
"""Told a set, what is done with it, how much of it is done, and of how much."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What is measured: the stages as they are set up, over a store that keeps the corpora between runs."""

    store: Store
    pipeline: Pipeline
    embed: Callable[[str, Callable[[Partial], None]], Awaitable[Partial]] | None
    """Makes the vectors that a workspace still lacks; None where there is no embedder."""
    budget: int = 8000
    """The prompt's budget where no small one is asked for."""
    steps: bool = False
    """Whether each step of the funnel is measured with and without."""
    progress: BenchProgress = lambda _set, _doing, _done, _of: None


class Figure(Value):
    """One number: a metric of one way of doing it, over so many questions."""

    set: str
    way: str
    metric: str
    value: float
    count: int

    @property
    def name(self) -> str:
        """How a gate names it."""
        return f"{self.set}/{self.way}/{self.metric}"


class RetrievalReport(Artifact):
    """Every figure, set by set."""

    figures: tuple[Figure, ...]


@dataclass(slots=True)
class FigureSums:
    """Sums the figures of a set up; they come out in the order in which they first came in."""

    set: str
    values: dict[tuple[str, str], list[float]] = field(
        default_factory=lambda: defaultdict[tuple[str, str], list[float]](list)
    )

    def add(self, way: str, metric: str, value: float) -> None:
        """One question more."""
        self.values[way, metric].append(value)

    def figures(self) -> list[Figure]:
        """The means; of milliseconds the median, since one slow question tells nothing."""
        return [
            Figure(
                set=self.set,
                way=way,
                metric=metric,
                value=round(
                    statistics.median(rows) if metric.endswith("ms") else statistics.fmean(rows), 4
                ),
                count=len(rows),
            )
            for (way, metric), rows in self.values.items()
        ]


async def index(bench: Bench, workspace: str, passages: Iterable[JudgedPassage]) -> None:
    """Bring a workspace to hold these passages and no others, each as it is judged: a document of one passage."""
    stored = {row.id for row in await bench.store.documents(workspace)}
    for number, passage in enumerate(passages, start=1):
        stored.discard(passage.id)
        text, tokens = passage.text, bench.pipeline.counter.count(passage.text)
        await bench.store.put(
            workspace,
            Document(id=passage.id, text=text, title=passage.title),
            [Chunk(ordinal=0, start=0, end=len(text), text=text, tokens=tokens)],
            EPOCH,
        )
        bench.progress(workspace, "passages", number, 0)
    await bench.store.remove(workspace, sorted(stored), EPOCH)
    if bench.embed:
        await bench.embed(
            workspace, lambda so: bench.progress(workspace, "vectors", so.have, so.of)
        )


async def held(
    pipeline: Pipeline, scope: Scope, history: Sequence[tuple[str, str]]
) -> SessionState:
    """The state of a session after a conversation that somebody else held; its messages are in the transcript."""
    state, said = SessionState(scope=scope), ""
    for number, (asked, answer) in enumerate(history):
        turn = Turn(id=f"h{number}", scope=scope, text=asked or "…", asked_at=EPOCH)
        after = await pipeline.after(turn, state, said)
        reply = Reply(model="", text=answer, outcome="answered")
        messages = transcript_of(turn, [reply], pipeline.counter)
        await pipeline.transcripts.append(scope.workspace, messages, after, state)
        state, said = after, answer
    return state


async def asked(
    pipeline: Pipeline, state: SessionState, question: str, budget: int, *, keeps: bool = True
) -> tuple[Prepared, Recorder]:
    """The prompt of a turn, and the record of its stages."""
    turn = Turn(id="asked", scope=state.scope, text=question, asked_at=EPOCH)
    recorder = Recorder(lambda: EPOCH, Budget(prompt_tokens=budget), keeps=keeps)
    return await pipeline.prepare(turn, state, recorder), recorder


def evidence_of(recorder: Recorder) -> EvidenceSet:
    """What is left of what was found; nothing where nothing was searched."""
    last = _reduced(recorder)
    if last is None or last.gave is None:
        return EvidenceSet()
    return EvidenceSet.model_validate(unpack(last.gave, recorder.bodies))


def found_by(recorder: Recorder) -> CandidateList:
    """What all searches found, with what a reranker said of it."""
    last = _reduced(recorder)
    if last is None or last.given is None:
        return CandidateList()
    return Found.model_validate(unpack(last.given, recorder.bodies)).candidates


def _reduced(recorder: Recorder) -> StoredEvent | None:
    return next((e for e in reversed(recorder.events) if e.stage == Reduce.name), None)
