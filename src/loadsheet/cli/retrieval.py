"""The commands `eval retrieval` and `eval answers`: measure ranking, funnel, prompt and answers on sets of others."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from loadsheet.cli.door import SAYS_NO
from loadsheet.errors import InputError

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from loadsheet.agent import Agent
    from loadsheet.artifacts import Partial
    from loadsheet.cli.door import Door
    from loadsheet.evals.answers import Half
    from loadsheet.evals.bench import Bench, Figure, RetrievalReport
    from loadsheet.evals.report import GateResult

KEPT = "evaluation"
"""The folder in the state folder that keeps the corpora and their vectors from one run to the next."""


def measure(door: Door, folder: Path | None, gates: Sequence[str], *, steps: bool) -> None:
    """Measure every set under a folder, with `steps` each step of the funnel too; exit 1 when a gate fails."""
    from loadsheet.evals.retrieval import measure as measured

    _report(door, "retrieval", folder, gates, measured, steps=steps)


def measure_answers(
    door: Door, folder: Path | None, gates: Sequence[str], half: Half | None
) -> None:
    """Measure the answers to the questions of every set under a folder; exit 1 when a gate fails."""
    from loadsheet.evals.answers import measure as measured

    _report(door, "answers", folder, gates, lambda where, bench: measured(where, bench, half))


def half_of(name: str | None) -> Half | None:
    """The half of that name. Raises `InputError` for any other name."""
    match name:
        case None | "first" | "second":
            return name
        case _:
            raise InputError(f"--half {name}: first or second")


def _report(
    door: Door,
    name: str,
    folder: Path | None,
    gates: Sequence[str],
    measured: Callable[[Path, Bench], Awaitable[RetrievalReport]],
    *,
    steps: bool = False,
) -> None:
    import asyncio

    from loadsheet.evals.retrieval import judged

    if folder is None:
        raise InputError(f"eval {name} needs sets to measure on: --data DIR")
    with ExitStack() as held:
        told = SetProgress(held) if sys.stderr.isatty() and not door.as_json else None
        report = asyncio.run(_measured(door, folder, told, measured, steps=steps))
    results = judged(report, gates)
    if door.as_json:
        gated = [row.model_dump(mode="json") for row in results]
        door.give({**report.model_dump(mode="json"), "gates": gated})
    else:
        door.show(shown(report, results))
    if not all(row.passed for row in results):
        raise typer.Exit(SAYS_NO)


async def _measured(
    door: Door,
    folder: Path,
    told: SetProgress | None,
    measured: Callable[[Path, Bench], Awaitable[RetrievalReport]],
    *,
    steps: bool,
) -> RetrievalReport:
    from loadsheet.adapters import IN_MEMORY
    from loadsheet.agent import Agent
    from loadsheet.evals.bench import Bench

    settings = door.settings()
    async with AsyncExitStack() as stack:
        agent = await stack.enter_async_context(
            Agent.open(Path(settings.state) / KEPT, settings=settings)
        )
        # Conversations are held where nothing stays.
        scratch = await stack.enter_async_context(Agent.open(IN_MEMORY, settings=settings))
        bench = Bench(
            store=agent.store,
            pipeline=replace(agent.pipeline, transcripts=scratch.store),
            embed=maker(agent),
            budget=settings.budget,
            steps=steps,
        )
        return await measured(folder, replace(bench, progress=told) if told else bench)


def maker(agent: Agent) -> Callable[[str, Callable[[Partial], None]], Awaitable[Partial]] | None:
    """What makes the vectors of any workspace with the embedder of the agent."""
    from loadsheet.embedding import Embedding

    own = agent.embedding
    if own is None:
        return None
    return lambda workspace, told: Embedding(own.store, own.embedder, workspace).finish(told)


class SetProgress:
    """A bar on stderr for each thing that is done with a set."""

    def __init__(self, held: ExitStack) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        from loadsheet.cli.door import console_of

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self._bar: Bar = held.enter_context(
            Progress(*columns, console=console_of(stderr=True), transient=True)
        )
        self._tasks: dict[tuple[str, str], TaskID] = {}

    def __call__(self, name: str, doing: str, done: int, of: int) -> None:
        """Show how far it is; `of` is 0 where the end is not known yet."""
        key = (name, doing)
        if key not in self._tasks:
            self._tasks[key] = self._bar.add_task(f"{name}: {doing}", total=None)
        self._bar.update(self._tasks[key], completed=done, total=of or None)


def shown(report: RetrievalReport, gates: Sequence[GateResult]) -> RenderableType:
    """A table for each set, a row for each way; then the gates."""
    parts: list[RenderableType] = []
    for name in dict.fromkeys(row.set for row in report.figures):
        rows = [row for row in report.figures if row.set == name]
        for metrics in _blocks(rows):
            parts += [_table(name, rows, metrics), Text()]
    for result in gates:
        word = "passed" if result.passed else "failed"
        style = "green" if result.passed else "bold red"
        parts.append(Text(f"{result.gate}: {word}, {result.reason}", style=style))
    return Group(*parts)


def _blocks(rows: Sequence[Figure]) -> list[tuple[str, ...]]:
    """The metrics of each way, those with the same ones together."""
    of_way: dict[str, tuple[str, ...]] = {}
    for row in rows:
        of_way[row.way] = (*of_way.get(row.way, ()), row.metric)
    return list(dict.fromkeys(of_way.values()))


def _table(name: str, rows: Sequence[Figure], metrics: tuple[str, ...]) -> RenderableType:
    from loadsheet.cli.tables import columns, heading, right, whole

    made = columns(whole("Way", "cyan"), *(right(metric) for metric in metrics), right("Of"))
    for way in dict.fromkeys(row.way for row in rows):
        mine = {row.metric: row for row in rows if row.way == way}
        if tuple(mine) == metrics:
            values = [_value(mine[metric]) for metric in metrics]
            made.add_row(way, *values, str(max(row.count for row in mine.values())))
    return Group(heading(name), made)


def _value(row: Figure) -> str:
    return (
        f"{row.value:.1f}"
        if row.metric.endswith(("ms", "length")) or row.metric in {"tokens", "evidence tokens"}
        else f"{row.value:.3f}"
    )
