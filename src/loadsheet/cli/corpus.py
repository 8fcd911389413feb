"""The commands about documents: add, sync, remove, documents, search."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from loadsheet.cli import lists
from loadsheet.cli.door import SAYS_NO, Door, console_of, question_of
from loadsheet.cli.text import counted, line, shortened, visible
from loadsheet.errors import InputError

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from loadsheet.agent import Agent
    from loadsheet.artifacts import AddReport, Partial
    from loadsheet.corpus.tally import AddProgress

STDIN = "-"


def add(door: Door, paths: Sequence[str], name: str | None = None) -> None:
    """Add the paths and report what was done, every skipped file with its reason; `-` is what stands on stdin."""
    if STDIN in paths:
        if len(paths) > 1:
            raise InputError(
                "- stands for stdin and must be the only path: add the others by themselves"
            )
        _add_stdin(door, name or "stdin")
        return
    if name is not None:
        raise InputError("--name is for what comes from stdin: a file is named by its place")

    async def work(agent: Agent) -> None:
        with progress(paths, wanted=not door.as_json, agent=agent) as seen:
            report = await agent.add(*paths, progress=seen)
        await _finish(door, agent, report)

    door.run(work)


def _add_stdin(door: Door, name: str) -> None:
    if sys.stdin.isatty():
        sys.stderr.write("Type the document, then Ctrl-D on a line of its own.\n")
    stream = getattr(sys.stdin, "buffer", None)
    data: bytes = stream.read() if stream is not None else sys.stdin.read().encode()

    async def work(agent: Agent) -> None:
        await _finish(door, agent, await agent.add_bytes(data, name=name))

    door.run(work)


def sync(door: Door, paths: Sequence[str]) -> None:
    """Bring the documents up to date with the paths, or with all that were ever added."""

    async def work(agent: Agent) -> None:
        wanted = list(paths) or list(await agent.store.roots(agent.workspace))
        with progress(wanted, wanted=not door.as_json, agent=agent) as seen:
            report = await agent.sync(*paths, progress=seen)
        await _finish(door, agent, report)

    door.run(work)


async def _finish(door: Door, agent: Agent, report: AddReport) -> None:
    """Report what was stored, then give it its vectors; with the first documents say where nothing makes any."""
    if door.as_json:
        door.give(report)
    else:
        door.show(lists.added(report))
        first = len(report.added) == len(await agent.store.documents(agent.workspace))
        if first and agent.embedding is None and agent.settings.embedder == "auto":
            door.show(lists.without_vectors())
    await prepare(door, agent)


@contextmanager
def progress(paths: Sequence[str], *, wanted: bool, agent: Agent) -> Generator[AddProgress | None]:
    """A bar on stderr, when that is a terminal."""
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    from loadsheet.corpus.find import Root, find

    ignore = agent.settings.gitignore
    roots = [root for path in paths if (root := Root.at(path)).exists()]
    total = sum(len(find(root, ignore=ignore)) for root in roots)
    with _bar("{task.fields[name]}") as shown:
        task = shown.add_task("add", total=total or None, name="")

        def seen(name: str, status: str) -> None:
            shown.update(task, advance=1, name=f"{status} {shortened(name, 40)}")

        try:
            yield seen
        except asyncio.CancelledError:  # by Ctrl-C
            sys.stderr.write("Stopped: what was stored stays; run it again to go on.\n")
            raise


def _bar(beside: str) -> Bar:
    """A bar on stderr with what stands beside it; it goes when the work is done."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    return Progress(
        BarColumn(30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn(beside, style="dim", markup=False),
        console=console_of(stderr=True),
        transient=True,
    )


async def prepare(door: Door, agent: Agent) -> None:
    """Give every passage its vector and every section its summary; the documents can be asked for meanwhile."""
    if agent.embedding is not None:
        with counting(door, "vectors; Ctrl-C stops, the next add goes on") as seen:
            await agent.embed(seen)
    if agent.settings.route == "rules":
        model = agent.settings.outline
        said = f"summaries by {model}; Ctrl-C stops, the next add goes on" if model else "summaries"
        with counting(door, said) as seen:
            made = await agent.summarize(seen)
        if made.refused:
            from rich.text import Text

            said = f"of {counted(len(made.refused), 'section')} what {model} said was not taken"
            told = Text(f"{said}; the first: {line(made.refused[0])}", style="yellow")
            console_of(stderr=True).print(told)


@contextmanager
def counting(door: Door, said: str) -> Generator[Callable[[Partial], None] | None]:
    """A bar for work that says how far it is, on stderr, when that is a terminal."""
    if door.as_json or not sys.stderr.isatty():
        yield None
        return
    with _bar(said) as shown:
        task = shown.add_task(said, total=None)
        yield lambda state: shown.update(task, completed=state.have, total=state.of)


SPAN = re.compile(r"(\d*)[:–-](\d*)")
"""`A:B`, and what manifests print between two numbers."""


def check(door: Door, *, repair: bool) -> None:
    """Say what does not agree in the store, and put it right where that is asked for."""

    async def work(agent: Agent) -> bool:
        report = await agent.check(repair=repair)
        door.tell(report, lambda: lists.checked(report, waits=not repair))
        if repair:
            await prepare(door, agent)
        return not report.drift

    if not door.run(work):
        raise typer.Exit(SAYS_NO)


def show(door: Door, document: str, version: int | None, span: str | None) -> None:
    """Print a part of a version of a document; what became of the version is said on stderr."""
    given = SPAN.fullmatch(span) if span is not None else None
    if span is not None and given is None:
        raise InputError(f"--span is '{span}': give two numbers, as 120:450")
    start, end = (int(part) if part else None for part in given.groups()) if given else (None, None)

    async def work(agent: Agent) -> None:
        found = await agent.show(document, version=version, start=start, end=end)
        if door.as_json:
            door.give(found)
            return
        console_of(stderr=True).print(lists.standing(found))
        sys.stdout.write(visible(found.text) + "\n")

    door.run(work)


def remove(door: Door, ids: Sequence[str], *, erase: bool, yes: bool) -> None:
    """Remove the documents; an id among others that names nothing is said, not fatal.

    Before anything is erased, whoever sits at a terminal is asked; `yes` is the answer.
    """
    if erase and not yes and sys.stdin.isatty():
        typer.confirm(f"Erase {', '.join(ids)} for good?", abort=True, err=True)

    async def work(agent: Agent) -> None:
        rows = await agent.store.documents(agent.workspace)
        done = await agent.erase(ids) if erase else None
        gone = list(done.documents if done else await agent.remove(ids))
        missing = [name for name in ids if name not in gone]
        if door.as_json:
            reached = {"erased": asdict(done)} if done else {}
            door.give({"removed": gone, "unknown": missing, **reached})
        else:
            paths = done.paths if done else [row.path for row in rows if row.id in gone]
            files = [path for path in paths if path and Path(path).exists()]
            door.show(lists.removed(gone, missing, done, files))

    door.run(work)


def documents(door: Door) -> None:
    """List the documents."""

    async def work(agent: Agent) -> None:
        rows = await agent.store.documents(agent.workspace)
        door.tell(list(rows), lambda: lists.documents(rows, agent.workspace))

    door.run(work)


def search(door: Door, query: str, limit: str, session: str | None) -> None:
    """List the passages that speak most of the query."""
    wanted = question_of(query)
    if not wanted.strip():
        raise InputError(
            'the query is empty: write some words, for instance: loadsheet search "refund window"'
        )
    if not limit.isdecimal() or int(limit) < 1:
        raise InputError(f"--limit is '{limit}': give a positive number")

    async def work(agent: Agent) -> None:
        found = await agent.search(wanted, session=session, limit=int(limit))
        door.tell(found, lambda: lists.hits(found, door.look))

    door.run(work)
