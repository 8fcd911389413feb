"""The commands `loadsheet memory …`: what can be typed, and the work behind each."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from loadsheet.cli.commands.options import epilog
from loadsheet.cli.door import SAYS_NO, Door
from loadsheet.errors import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from loadsheet.agent import Agent
    from loadsheet.artifacts import Belief, ForgetReport, MemoryRecord
    from loadsheet.evals.memory import MemoryReport
    from loadsheet.memories import Listed
    from loadsheet.ports import Review

VERDICTS = ("accept", "reject", "edit")

app = typer.Typer(
    help="List, explain, settle, carry and forget what is remembered.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

RecordArgument = Annotated[str, typer.Argument(metavar="RECORD", help="A record's id.")]


@app.command("list", epilog=epilog("loadsheet memory list --status disputed"))
def every(
    context: typer.Context,
    status: Annotated[
        str | None,
        typer.Option(
            metavar="STATUS",
            help="Only active, disputed, superseded or expired records, pending, confirmed or falsified hypotheses, "
            "proposed or accepted episodes.",
        ),
    ] = None,
    type: Annotated[
        str | None,
        typer.Option(
            metavar="TYPE",
            help="Only fact, episodic, procedural or task_state; hypothesis or episode lists what is no record, "
            "and so does a status of theirs.",
        ),
    ] = None,
) -> None:
    """List the records with their status, or the hypotheses or episodes."""
    door: Door = context.obj

    from loadsheet.memories import class_of

    async def work(agent: Agent) -> None:
        found = await agent.memory.list(
            status, type=cast("Listed | None", type or class_of(status))
        )
        give(door, found, f"workspace {agent.workspace}")
        if status is None and type is None and not door.as_json:
            for line in await listed_apart(agent):
                door.show(line)

    door.run(work)


async def listed_apart(agent: Agent) -> list[str]:
    """How many hypotheses and episodes there are beside the records, with the command that lists them."""
    from loadsheet.cli.text import counted

    held = (
        ("hypothesis", "hypotheses", await agent.memory.list(type="hypothesis")),
        ("episode", "episodes", await agent.memory.list(type="episode")),
    )
    return [
        f"{counted(len(found), one, many)}: `loadsheet memory list --type {one}`"
        for one, many, found in held
        if found
    ]


@app.command(epilog=epilog("loadsheet memory show r7f3a"))
def show(context: typer.Context, record: RecordArgument) -> None:
    """Show one record whole: value, times, sources, links."""
    door: Door = context.obj

    async def work(agent: Agent) -> None:
        found = await agent.memory.get(record)
        if door.as_json:
            door.give(found)
        else:
            door.show(detail(found))

    door.run(work)


@app.command(epilog=epilog("loadsheet memory history user 'live in'"))
def history(
    context: typer.Context,
    subject: Annotated[str, typer.Argument(metavar="SUBJECT", help="Whom or what it is about.")],
    key: Annotated[str, typer.Argument(metavar="KEY", help="What of it.")],
) -> None:
    """Show every value that a key ever had."""
    door: Door = context.obj

    async def work(agent: Agent) -> None:
        give(door, await agent.memory.history(subject, key), f"{subject}: {key}")

    door.run(work)


@app.command("as-of", epilog=epilog("loadsheet memory as-of 2026-05-15"))
def as_of(
    context: typer.Context,
    time: Annotated[str, typer.Argument(metavar="TIME", help="ISO 8601; UTC without a zone.")],
    known: Annotated[
        str | None, typer.Option(metavar="TIME", help="As it was known then. [default: now]")
    ] = None,
    subject: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only about this subject.")
    ] = None,
) -> None:
    """Show what was true at a time."""
    door: Door = context.obj
    at, then = moment(time), moment(known) if known else None

    async def work(agent: Agent) -> None:
        found = await agent.memory.as_of(at, known_at=then, subject=subject)
        give(door, found, f"as of {at.isoformat()}")

    door.run(work)


@app.command(epilog=epilog("loadsheet memory forget --subject Nora"))
def forget(
    context: typer.Context,
    record: Annotated[
        str | None, typer.Option(metavar="RECORD", help="The record to forget.")
    ] = None,
    subject: Annotated[
        str | None, typer.Option(metavar="NAME", help="Everything about this subject.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Take it out of every table, index, trace and file; exit 1 if a document still says it."""
    door: Door = context.obj
    what = record or subject
    if (record is None) == (subject is None) or what is None:
        raise InputError("say what to forget: --record RECORD or --subject NAME")
    if not yes and sys.stdin.isatty():
        typer.confirm(f"Forget {what} for good?", abort=True, err=True)

    async def work(agent: Agent) -> ForgetReport:
        return await agent.memory.forget(record=record, subject=subject)

    report = door.run(work)
    if door.as_json:
        door.give(report)
    else:
        door.show(forgotten(report))
    if not report.complete:
        raise typer.Exit(SAYS_NO)


@app.command(epilog=epilog("loadsheet memory review", "loadsheet memory review 1 accept"))
def review(
    context: typer.Context,
    number: Annotated[
        int | None, typer.Argument(metavar="NUMBER", help="The conflict to settle.")
    ] = None,
    verdict: Annotated[
        str | None, typer.Argument(metavar="VERDICT", help="accept, reject or edit.")
    ] = None,
    value: Annotated[
        str | None, typer.Option(metavar="TEXT", help="With edit: what is true.")
    ] = None,
    settled: Annotated[bool, typer.Option("--all", help="List the settled ones too.")] = False,
) -> None:
    """List the conflicts that wait for a person, or settle one."""
    door: Door = context.obj
    if number is not None and verdict not in VERDICTS:
        raise InputError(f"say how to settle {number}: {', '.join(VERDICTS)}")

    async def work(agent: Agent) -> None:
        if number is None:
            found = await agent.memory.reviews(settled=settled)
            if door.as_json:
                door.give({"reviews": found})
            else:
                door.show(waiting(found))
            return
        kept = await agent.memory.settle(number, verdict, value)  # pyright: ignore[reportArgumentType]
        if door.as_json:
            door.give(kept)
        else:
            door.show(detail(kept))

    door.run(work)


@app.command(epilog=epilog("loadsheet memory export memory.jsonl"))
def export(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the package.")],
) -> None:
    """Write every record, hypothesis and episode of the workspace to a package."""
    door: Door = context.obj

    from loadsheet.cli.text import records_and_beliefs

    async def work(agent: Agent) -> None:
        count = await agent.memory.export(path)
        if door.as_json:
            door.give({"path": path, "records": count})
        else:
            door.show(f"{records_and_beliefs(count)} in {path}")

    door.run(work)


@app.command("import", epilog=epilog("loadsheet memory import memory.jsonl"))
def import_(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A package.")],
    trust: Annotated[
        bool,
        typer.Option(
            "--trust", help="Its episodes stay accepted, and what was verified there is so here."
        ),
    ] = False,
) -> None:
    """Offer the records of a package to the write policy; again adds nothing."""
    door: Door = context.obj

    from loadsheet.cli.text import records_and_beliefs

    async def work(agent: Agent) -> None:
        report = await agent.memory.import_package(path, trusted=trust)
        if door.as_json:
            door.give(report)
        else:
            door.show(
                f"{records_and_beliefs(len(report.ids))} of package {report.package!r} imported, "
                f"{len(report.skipped)} skipped"
            )

    door.run(work)


# ---------------------------------------------------------------- what is shown


def moment(text: str) -> datetime:
    """The time that was typed. Raises `InputError` for one that is none."""
    from loadsheet.corpus.dates import iso_time

    if (made := iso_time(text)) is None:
        raise InputError(f"{text!r} is no time: write it as 2026-05-01 or 2026-05-01T09:00Z")
    return made


def give(door: Door, found: Sequence[MemoryRecord] | Sequence[Belief], title: str) -> None:
    """Print records, as a table or as JSON."""
    if door.as_json:
        door.give({"records": found})
    else:
        door.show(table(found, title))


def table(found: Sequence[MemoryRecord] | Sequence[Belief], title: str) -> RenderableType:
    """The records, or the beliefs, a line each."""
    from rich.console import Group
    from rich.text import Text

    from loadsheet.artifacts import MemoryRecord
    from loadsheet.cli.tables import columns, heading, whole
    from loadsheet.cli.text import counted, line

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
    from rich.console import Group

    from loadsheet.artifacts import Hypothesis
    from loadsheet.cli.tables import columns, heading, right, whole
    from loadsheet.cli.text import counted, line

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
    from loadsheet.cli.tables import columns, whole
    from loadsheet.cli.text import line, rows

    made = columns(whole("", "dim"), whole(""), header=False)
    said = record.model_dump(mode="json", exclude_defaults=True)
    for name, value in {"id": record.id, "status": record.status, **said}.items():
        for number, row in enumerate(rows(value)):
            made.add_row("" if number else name, line(row))
    return made


def forgotten(report: ForgetReport) -> RenderableType:
    """What was reached, and what was not."""
    from rich.console import Group
    from rich.text import Text

    from loadsheet.cli.text import counted

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
    from rich.text import Text

    from loadsheet.cli.tables import columns, right, whole
    from loadsheet.cli.text import line

    if not found:
        return Text("No conflict waits for a decision.")
    made = columns(right("Number"), whole("Record", "cyan"), whole("Why"), whole("Decision"))
    for row in found:
        made.add_row(str(row.id), line(row.record), line(row.reason), row.decision or "open")
    return made


# ---------------------------------------------------------------- how well it remembers


def measure(door: Door, folder: Path | None) -> None:
    """Measure memory on the sets of a folder, each in an empty state of its own."""
    import asyncio

    from loadsheet.agent import Agent
    from loadsheet.evals.memory import measure as measured

    if folder is None:
        raise InputError("eval memory needs sets to measure on: --data DIR")
    settings = door.settings().model_copy(update={"memory": "on"})
    report = asyncio.run(measured(folder, lambda: Agent.open(":memory:", settings=settings)))
    if door.as_json:
        rows = [{**row.model_dump(), "value": row.value} for row in report.rows]
        door.give({"rows": rows})
    else:
        door.show(figures(report))


def figures(report: MemoryReport) -> RenderableType:
    """The figures, a line each, with what they aim at."""
    from loadsheet.cli.tables import columns, right, whole

    made = columns(
        whole("Set"), whole("Figure"), right("Value"), right("Of"), right("Left out"), right("Aim")
    )
    for row in report.rows:
        aim = "" if row.target is None else f"{'≤' if row.at_most else '≥'} {row.target:g}"
        value = "–" if row.value is None else f"{row.value:.2f}"
        made.add_row(row.set, row.metric, value, str(row.count), str(row.left_out), aim)
    return made
