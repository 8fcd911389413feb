"""Cases and a way to open an agent go in; a report comes out.

Each case is asked in an agent of its own. A turn that raises, and a scorer that raises, is a row of the report and
not its end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from loadsheet.artifacts import AddReport, Answer, Document, MemoryRecord, Partial
from loadsheet.errors import LoadsheetError
from loadsheet.evals.case import Case, CaseTurn, load_cases
from loadsheet.evals.metrics import METRICS, Metric
from loadsheet.evals.recorded import Recorded
from loadsheet.evals.regression import METRICS as SAME
from loadsheet.evals.regression import StageChange, differences, frozen
from loadsheet.evals.report import (
    Gate,
    MetricScore,
    Report,
    ScoredTurn,
    TextTable,
    differing,
    gate_from,
    report_of,
    shortfalls,
    table,
)


class Answering(Protocol):
    """What an evaluation asks of an agent."""

    async def add(self, *paths: str) -> AddReport:
        """Index files and folders."""
        ...

    async def add_documents(self, documents: Iterable[Document]) -> AddReport:
        """Index texts."""
        ...

    async def remove(self, ids: str | Sequence[str], /) -> Sequence[str]:
        """Remove documents from search."""
        ...

    async def restore(self, records: Sequence[MemoryRecord]) -> None:
        """Put records into memory as they are."""
        ...

    async def embed(self) -> Partial:
        """Wait until what was indexed can be found by its vectors."""
        ...

    async def summarize(self) -> Partial:
        """Wait until overviews of what was indexed can be found."""
        ...

    async def recorded(self, turn: str | None = None) -> Recorded:
        """What each stage of a turn took and gave."""
        ...

    async def ask(self, question: str, *, session: str, budget: int | None = None) -> Answer:
        """Answer a question of a conversation."""
        ...


OpenAgent = Callable[[Case], AbstractAsyncContextManager[Answering]]
"""Opens the agent that a case is held with. Its state must be empty for a case that is `complete`, and must not
hold the sessions of an earlier run for one that is not."""

RunProgress = Callable[[ScoredTurn], None]
"""Called with each turn once it is scored."""


async def run_file(
    path: Path,
    open_agent: OpenAgent,
    *,
    gates: Iterable[str] = (),
    progress: RunProgress | None = None,
) -> Report:
    """Run the cases of a file against its gates and these.

    Raises `InputError` for a file that cannot be used and `SettingsError` for a gate that cannot, before anything runs.
    """
    held = load_cases(path)
    parsed = [gate_from(text, (*METRICS, *SAME)) for text in (*held.gates, *gates)]
    return await run(held.cases, open_agent, gates=parsed, progress=progress)


async def run(
    cases: Iterable[Case],
    open_agent: OpenAgent,
    *,
    gates: Iterable[Gate] = (),
    progress: RunProgress | None = None,
) -> Report:
    """Hold each conversation and score every turn. Raises only what opening the agent raises."""
    asked: list[ScoredTurn] = []
    scores: list[MetricScore] = []
    for case in cases:
        async with open_agent(case) as agent:
            unusable = await _prepare(case.documents, (), agent)
            await agent.restore(case.records)
            for number, expected in enumerate(case.turns, start=1):
                if expected.added or expected.removed:
                    unusable = unusable or await _prepare(expected.added, expected.removed, agent)
                row, values = await _turn(case, number, agent, unusable)
                asked.append(row)
                scores += values
                if progress:
                    progress(row)
    return report_of(asked, scores, gates)


async def _turn(
    case: Case, number: int, agent: Answering, unusable: str | None
) -> tuple[ScoredTurn, list[MetricScore]]:
    """A turn as it went and its scores; `unusable` says why it cannot be asked."""
    expected = case.turns[number - 1]
    if unusable:
        row, answer = _failed(case, number, unusable), None
    else:
        row, answer = await _ask(case, number, agent)
    seen = await agent.recorded(row.turn_id) if row.turn_id else None
    told = _compared(seen, expected)
    scored = _expected_of(expected, seen)
    scores = [
        _unmeasured(row, name) if answer is None else score(row, name, metric, scored, answer)
        for name, metric in METRICS.items()
    ]
    if expected.frozen:
        scores += _same(row, told)
    return row.model_copy(update={"differs": tuple(d for d in told if d.same < 1.0)}), scores


def score(
    row: ScoredTurn, name: str, metric: Metric, expected: CaseTurn, answer: Answer
) -> MetricScore:
    """One metric of one turn; what the metric raises is the reason of a failed score."""
    base = MetricScore(case=row.case, turn=row.turn, metric=name, status="not_applicable")
    try:
        value = metric(expected, answer)
    except Exception as error:  # a scorer may fail in any way, and the others still count
        return base.model_copy(update={"status": "failed", "reason": _words(error)})
    if value is None:
        return base
    if not 0 <= value <= 1:
        reason = f"{value} is not from 0 to 1"
        return base.model_copy(update={"status": "failed", "reason": reason})
    return base.model_copy(update={"status": "measured", "value": float(value)})


async def _prepare(
    documents: Sequence[str | Document], removed: Sequence[str], agent: Answering
) -> str | None:
    """Index documents, and remove some; returns why that failed."""
    paths = [item for item in documents if isinstance(item, str)]
    texts = [item for item in documents if isinstance(item, Document)]
    try:
        if removed:
            await agent.remove(removed)
        if paths:
            await agent.add(*paths)
        if texts:
            await agent.add_documents(texts)
        await agent.embed()
        await agent.summarize()
    except LoadsheetError as error:
        return f"its documents could not be added: {_words(error)}"
    return None


async def _ask(case: Case, number: int, agent: Answering) -> tuple[ScoredTurn, Answer | None]:
    turn = case.turns[number - 1]
    began = time.perf_counter()
    try:
        answer = await agent.ask(turn.question, session=f"eval-{case.id}", budget=turn.budget)
    except Exception as error:  # the other turns and cases still count
        row = _failed(case, number, _words(error))
        return row.model_copy(update={"seconds": _since(began)}), None
    row = ScoredTurn(
        case=case.id,
        turn=number,
        question=turn.question,
        answer=answer.text,
        outcome=answer.outcome,
        turn_id=answer.turn_id,
        prompt_tokens=answer.manifest.total_tokens,
        seconds=_since(began),
    )
    return row, answer


def _compared(seen: Recorded | None, expected: CaseTurn) -> list[StageChange]:
    """Each stage of a frozen turn beside the same one now; nothing for a turn that failed, or is not frozen."""
    if expected.frozen is None or seen is None:
        return []
    return differences(expected.frozen, frozen(seen))


def _expected_of(expected: CaseTurn, seen: Recorded | None) -> CaseTurn:
    """What is expected, where no model spoke: `Noted.` and `12 * 7 = 84` need no source, unless the case names one."""
    no_model = seen is not None and seen.reply is not None and seen.asking is None
    if no_model and expected.cites is None:
        return expected.model_copy(update={"cites": ()})
    return expected


def _same(row: ScoredTurn, told: Iterable[StageChange]) -> list[MetricScore]:
    """A score a stage: the part that is as it was frozen; failed where the turn did."""
    known = {one.metric: one.same for one in told}
    return [
        MetricScore(case=row.case, turn=row.turn, metric=name, status="measured", value=known[name])
        if name in known
        else _unmeasured(row, name)
        for name in SAME
    ]


def _failed(case: Case, number: int, why: str) -> ScoredTurn:
    question = case.turns[number - 1].question
    return ScoredTurn(case=case.id, turn=number, question=question, failure=why)


def _unmeasured(row: ScoredTurn, name: str) -> MetricScore:
    reason = f"the turn failed: {row.failure}"
    return MetricScore(case=row.case, turn=row.turn, metric=name, status="failed", reason=reason)


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _since(began: float) -> float:
    return round(time.perf_counter() - began, 6)


__all__ = [
    "Answering",
    "OpenAgent",
    "Report",
    "TextTable",
    "differing",
    "run",
    "run_file",
    "score",
    "shortfalls",
    "table",
]
