"""The command `eval`: run the cases of a file and report, or measure what has sets of its own."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from loadsheet.cli.door import SAYS_NO, Door
from loadsheet.cli.tables import columns, heading, whole
from loadsheet.cli.text import counted, shortened

if TYPE_CHECKING:
    from rich.status import Status

    from loadsheet.agent import Agent
    from loadsheet.evals.case import Case
    from loadsheet.evals.regression import FrozenSession
    from loadsheet.evals.report import Report, ScoredTurn, TextTable

LONG = 160
"""A cell is cut there on a terminal; --json has it whole."""


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """What to measure, and on what: a file of cases, or the name of what has sets of its own."""

    file: Path
    data: Path | None
    gates: Sequence[str]
    labelled: Path | None
    judged: Path | None
    steps: bool
    half: str | None
    sessions: Sequence[str] = ()
    output: Path | None = None


def run(door: Door, wanted: EvaluationRequest) -> None:
    """Measure what is wanted; exit 1 when a gate fails."""
    from loadsheet.cli import memory, retrieval, route

    match str(wanted.file):
        case "answers":
            half = retrieval.half_of(wanted.half)
            retrieval.measure_answers(door, wanted.data, wanted.gates, half)
        case "freeze":
            freeze(door, wanted.sessions, wanted.output)
        case "memory":
            memory.measure(door, wanted.data)
        case "retrieval":
            retrieval.measure(door, wanted.data, wanted.gates, steps=wanted.steps)
        case "route":
            route.measure(door, wanted.labelled, wanted.judged)
        case _:
            run_cases(door, wanted.file, wanted.gates)


GATES = ["same_answer>=1"]
"""The gate of a frozen file, to be changed by hand: what differs before the answer may be what was wanted."""


def freeze(door: Door, sessions: Sequence[str], output: Path | None) -> None:
    """Write what each stage gave in sessions, as their traces have it, as a file of cases; nothing is asked again."""
    from loadsheet.cli.door import json_text
    from loadsheet.errors import InputError

    if output is None or not sessions:
        raise InputError(
            "name what is frozen, and where to: loadsheet eval freeze --session main --output frozen.json"
        )

    async def held(agent: Agent) -> list[FrozenSession]:
        return [await agent.frozen(session) for session in sessions]

    made = door.run(held)
    rows = [one.case.model_dump(mode="json", exclude_defaults=True) for one in made]
    output.write_text(json_text({"cases": rows, "gates": GATES}) + "\n", encoding="utf-8")
    turns = sum(len(one.case.turns) for one in made)
    notes = [note for one in made for note in one.notes]
    if door.as_json:
        door.give({"file": str(output), "cases": len(made), "turns": turns, "notes": notes})
        return
    said = f"{counted(turns, 'turn')} frozen in {output}: run them with loadsheet eval {output}"
    door.show(Group(Text(said), *(Text(note, style="dim") for note in notes)))


def run_cases(door: Door, file: Path, gates: Sequence[str]) -> None:
    """Run the cases; exit 1 when a gate of theirs, or of `gates`, fails."""
    import asyncio

    from loadsheet.evals.run import run_file

    with ExitStack() as held:
        settings = door.settings()
        rooms = Rooms(door, Path(settings.state), held)
        said = EvaluationProgress(held, file) if sys.stderr.isatty() and not door.as_json else None

        def opened(case: Case) -> Agent:
            if said:
                said.begins(case)
            return rooms.open(case)

        report = asyncio.run(run_file(file, opened, gates=gates, progress=said))
    door.tell(report, lambda: shown(report, cut=LONG if door.look.width else None))
    if not report.passed:
        raise typer.Exit(SAYS_NO)


class Rooms:
    """Opens an agent for each case: an empty one where the case is complete, else one over a copy of the state.

    The state itself is never written to, so that an evaluation leaves no sessions in it.
    """

    def __init__(self, door: Door, state: Path, held: ExitStack) -> None:
        self.door = door
        self._state = state
        self._held = held
        self._copy: str | None = None

    def open(self, case: Case) -> Agent:
        """The agent that the case is held with."""
        if case.complete or not self._state.is_dir():
            return self.door.agent(":memory:")
        if self._copy is None:
            self._copy = self._held.enter_context(
                tempfile.TemporaryDirectory(prefix="loadsheet-eval-")
            )
            shutil.copytree(self._state, self._copy, dirs_exist_ok=True)
        return self.door.agent(self._copy)


class EvaluationProgress:
    """Says on stderr how far the cases of a file are, and what is done."""

    def __init__(self, held: ExitStack, file: Path) -> None:
        from loadsheet.cli.door import console_of
        from loadsheet.evals.case import load_cases

        self._all = sum(len(case.turns) for case in load_cases(file).cases)
        self._turns = 0
        self._status: Status = held.enter_context(
            console_of(stderr=True).status("reading the cases")
        )

    def begins(self, case: Case) -> None:
        """A case is begun: what it is asked over is added first."""
        self._say(f"adding the documents of {case.id}" if case.documents else f"asking {case.id}")

    def __call__(self, row: ScoredTurn) -> None:
        """Count the turn."""
        self._turns += 1
        self._say(row.question)

    def _say(self, what: str) -> None:
        done = f"{self._turns} of {counted(self._all, 'turn')}"
        self._status.update(Text(f"{done}, {shortened(what, 50)}"))


def shown(report: Report, *, cut: int | None) -> RenderableType:
    """The means and the gates, what fell short, and the verdict."""
    from loadsheet.evals.run import differing, shortfalls, table

    parts: list[RenderableType] = [_table(table(report), cut)]
    changed = differing(report)
    if changed.rows:
        parts += [Text(), _table(changed, cut)]
    below = shortfalls(report)
    if below.rows:
        parts += [Text(), _table(below, cut)]
    if report.gates:
        failed = sum(not result.passed for result in report.gates)
        verdict = f"{counted(failed, 'gate')} failed" if failed else "every gate passed"
        parts += [Text(), Text(verdict, style="bold red" if failed else "bold green")]
    return Group(*parts)


def _table(rows: TextTable, cut: int | None) -> RenderableType:
    first, *rest = rows.columns
    made = columns(Column(first, no_wrap=True, style="cyan"), *(whole(name) for name in rest))
    for row in rows.rows:
        made.add_row(*(shortened(cell, cut) for cell in row))
    return Group(heading(rows.title), made)
