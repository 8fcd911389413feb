"""What can be typed of `loadsheet memory …` that is about records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from loadsheet.cli.commands.options import epilog
from loadsheet.cli.door import SAYS_NO, Door
from loadsheet.errors import InputError

if TYPE_CHECKING:
    from loadsheet.agent import Agent
    from loadsheet.memories import Listed

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
    from loadsheet.cli import memory as body
    from loadsheet.memories import class_of

    door: Door = context.obj

    async def work(agent: Agent) -> None:
        found = await agent.memory.list(
            status, type=cast("Listed | None", type or class_of(status))
        )
        body.give(door, found, f"workspace {agent.workspace}")
        if status is None and type is None and not door.as_json:
            for line in await body.listed_apart(agent):
                door.show(line)

    door.run(work)


@app.command(epilog=epilog("loadsheet memory show r7f3a"))
def show(context: typer.Context, record: RecordArgument) -> None:
    """Show one record whole: value, times, sources, links."""
    from loadsheet.cli import memory as body

    door: Door = context.obj

    async def work(agent: Agent) -> None:
        found = await agent.memory.get(record)
        door.tell(found, lambda: body.detail(found))

    door.run(work)


@app.command(epilog=epilog("loadsheet memory history user 'live in'"))
def history(
    context: typer.Context,
    subject: Annotated[str, typer.Argument(metavar="SUBJECT", help="Whom or what it is about.")],
    key: Annotated[str, typer.Argument(metavar="KEY", help="What of it.")],
) -> None:
    """Show every value that a key ever had."""
    from loadsheet.cli import memory as body

    door: Door = context.obj

    async def work(agent: Agent) -> None:
        body.give(door, await agent.memory.history(subject, key), f"{subject}: {key}")

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
    from loadsheet.cli import memory as body

    door: Door = context.obj
    at, then = body.moment(time), body.moment(known) if known else None

    async def work(agent: Agent) -> None:
        found = await agent.memory.as_of(at, known_at=then, subject=subject)
        body.give(door, found, f"as of {at.isoformat()}")

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
    from loadsheet.cli import memory as body

    door: Door = context.obj
    what = record or subject
    if (record is None) == (subject is None) or what is None:
        raise InputError("say what to forget: --record RECORD or --subject NAME")
    if not yes and sys.stdin.isatty():
        typer.confirm(f"Forget {what} for good?", abort=True, err=True)

    report = door.run(lambda agent: agent.memory.forget(record=record, subject=subject))
    door.tell(report, lambda: body.forgotten(report))
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
    from loadsheet.cli import memory as body

    door: Door = context.obj
    if number is not None and verdict not in VERDICTS:
        raise InputError(f"say how to settle {number}: {', '.join(VERDICTS)}")

    async def work(agent: Agent) -> None:
        if number is None:
            found = await agent.memory.reviews(settled=settled)
            door.tell({"reviews": found}, lambda: body.waiting(found))
            return
        kept = await agent.memory.settle(number, verdict, value)  # pyright: ignore[reportArgumentType]
        door.tell(kept, lambda: body.detail(kept))

    door.run(work)


@app.command(epilog=epilog("loadsheet memory export memory.jsonl"))
def export(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the package.")],
) -> None:
    """Write every record, hypothesis and episode of the workspace to a package."""
    from loadsheet.cli.text import records_and_beliefs

    door: Door = context.obj

    async def work(agent: Agent) -> None:
        count = await agent.memory.export(path)
        door.tell(
            {"path": path, "records": count}, lambda: f"{records_and_beliefs(count)} in {path}"
        )

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
    from loadsheet.cli.text import records_and_beliefs

    door: Door = context.obj

    async def work(agent: Agent) -> None:
        report = await agent.memory.import_package(path, trusted=trust)
        door.tell(
            report,
            lambda: (
                f"{records_and_beliefs(len(report.ids))} of package {report.package!r} imported, "
                f"{len(report.skipped)} skipped"
            ),
        )

    door.run(work)
