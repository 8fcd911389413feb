"""What is remembered goes in; what a terminal shows of it comes out. Memory is measured here, too."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from loadsheet.artifacts import Belief, ForgetReport, Hypothesis, MemoryRecord
from loadsheet.cli.door import Door
from loadsheet.cli.tables import columns, heading, right, whole
from loadsheet.cli.text import counted, line, rows
from loadsheet.corpus.dates import iso_time
from loadsheet.errors import InputError
from loadsheet.ports import Review

if TYPE_CHECKING:
    from loadsheet.agent import Agent
    from loadsheet.evals.memory import MemoryReport


async def listed_apart(agent: Agent) -> list[str]:
    """How many hypotheses and episodes there are beside the records, with the command that lists them."""
    held = (
        ("hypothesis", "hypotheses", await agent.memory.list(type="hypothesis")),
        ("episode", "episodes", await agent.memory.list(type="episode")),
    )
    return [
        f"{counted(len(found), one, many)}: `loadsheet memory list --type {one}`"
        for one, many, found in held
        if found
    ]


def moment(text: str) -> datetime:
    """The time that was typed. Raises `InputError` for one that is none."""
    if (made := iso_time(text)) is None:
        raise InputError(f"{text!r} is no time: write it as 2026-05-01 or 2026-05-01T09:00Z")
    return made


def give(door: Door, found: Sequence[MemoryRecord] | Sequence[Belief], title: str) -> None:
    """Print records, as a table or as JSON."""
    door.tell({"records": found}, lambda: table(found, title))


def table(found: Sequence[MemoryRecord] | Sequence[Belief], title: str) -> RenderableType:
    """The records, or the beliefs, a line each."""
    if not found:
        return Text(f"Nothing to list ({title}).")
    if beliefs := [one for one in found if not isinstance(one, MemoryRecord)]:
        return believed(beliefs, title)
    made = columns(
        whole("Record", "cyan"),
        whole("Status"),
        whole("Subject"),
        whole("Key"),
        whole("Value"),
        whole("Said"),
    )
    records = [one for one in found if isinstance(one, MemoryRecord)]
    for record in records:
        made.add_row(
            line(record.id),
            record.status,
            line(record.subject),
            line(record.key),
            line(record.value),
            record.said_at.date().isoformat(),
        )
    return Group(heading(counted(len(records), "record"), title), made)


def believed(found: Sequence[Belief], title: str) -> RenderableType:
    """Hypotheses or episodes, a line each."""
    made = columns(whole("Id", "cyan"), whole("Status"), right("Confidence"), whole("Says"))
    for one in found:
        if isinstance(one, Hypothesis):
            status = f"{one.status}, unsupported" if one.unsupported else one.status
            made.add_row(line(one.id), status, f"{one.confidence:g}", line(one.content))
        else:
            made.add_row(line(one.id), one.status, "", line(one.summary))
    return Group(heading(counted(len(found), "belief"), title), made)


def detail(record: MemoryRecord | Belief) -> RenderableType:
    """One record, a line for each of its fields that says something."""
    made = columns(whole("", "dim"), whole(""), header=False)
    said = record.model_dump(mode="json", exclude_defaults=True)
    for name, value in {"id": record.id, "status": record.status, **said}.items():
        for number, row in enumerate(rows(value)):
            made.add_row("" if number else name, line(row))
    return made


def forgotten(report: ForgetReport) -> RenderableType:
    """What was reached, and what was not."""
    lines = [
        f"Forgotten: {counted(len(report.records), 'record')}, {counted(report.messages, 'message')} redacted, "
        f"{counted(report.turns, 'turn')} redacted"
    ]
    lines += [
        f"{place} still says it: `loadsheet remove --erase` takes it out"
        for place in report.remains
    ]
    lines += [
        f"{name} still holds the text, until no other process reads the state; a copy that somebody made there stays"
        for name in report.files
    ]
    return Group(*(Text(text) for text in lines))


def waiting(found: Sequence[Review]) -> RenderableType:
    """The conflicts, a line each."""
    if not found:
        return Text("No conflict waits for a decision.")
    made = columns(right("Number"), whole("Record", "cyan"), whole("Why"), whole("Decision"))
    for row in found:
        made.add_row(str(row.id), line(row.record), line(row.reason), row.decision or "open")
    return made


def measure(door: Door, folder: Path | None) -> None:
    """Measure memory on the sets of a folder, each in an empty state of its own."""
    from loadsheet.agent import Agent
    from loadsheet.evals.memory import measure as measured

    if folder is None:
        raise InputError("eval memory needs sets to measure on: --data DIR")
    settings = door.settings().model_copy(update={"memory": "on"})
    report = asyncio.run(measured(folder, lambda: Agent.open(":memory:", settings=settings)))
    if door.as_json:
        door.give({"rows": [{**row.model_dump(), "value": row.value} for row in report.rows]})
    else:
        door.show(figures(report))


def figures(report: MemoryReport) -> RenderableType:
    """The figures, a line each, with what they aim at."""
    made = columns(
        whole("Set"), whole("Figure"), right("Value"), right("Of"), right("Left out"), right("Aim")
    )
    for row in report.rows:
        aim = "" if row.target is None else f"{'≤' if row.at_most else '≥'} {row.target:g}"
        value = "–" if row.value is None else f"{row.value:.2f}"
        made.add_row(row.set, row.metric, value, str(row.count), str(row.left_out), aim)
    return made
