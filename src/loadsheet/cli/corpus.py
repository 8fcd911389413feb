"""The commands about documents: add, remove, documents, search."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from loadsheet.cli import lists
from loadsheet.cli.door import Door, console_of, question_of
from loadsheet.cli.text import shortened
from loadsheet.errors import InputError

if TYPE_CHECKING:
    from loadsheet.agent import Agent, Progress


def add(door: Door, paths: Sequence[Path]) -> None:
    """Add the paths and report what was done, every skipped file with its reason."""

    async def work(agent: Agent) -> None:
        with progress(paths, wanted=not door.as_json) as seen:
            report = await agent.add(*paths, progress=seen)
        if door.as_json:
            door.give(report)
        else:
            door.show(lists.added(report))

    door.run(work)


@contextmanager
def progress(paths: Sequence[Path], *, wanted: bool) -> Generator[Progress | None]:
    """A bar on stderr, when that is a terminal."""
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from loadsheet.corpus.load import find

    total = sum(len(find(path.expanduser().absolute())) for path in paths)
    shown = Progress(
        BarColumn(30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[name]}", style="dim", markup=False),
        console=console_of(stderr=True),
        transient=True,
    )
    with shown:
        task = shown.add_task("add", total=total or None, name="")

        def seen(name: str, status: str) -> None:
            shown.update(task, advance=1, name=f"{status} {shortened(name, 40)}")

        yield seen


def remove(door: Door, ids: Sequence[str]) -> None:
    """Remove the documents; an id among others that names nothing is said, not fatal."""

    async def work(agent: Agent) -> None:
        gone = list(await agent.remove(ids))
        missing = [name for name in ids if name not in gone]
        if door.as_json:
            door.give({"removed": gone, "unknown": missing})
        else:
            door.show(lists.removed(gone, missing))

    door.run(work)


def documents(door: Door) -> None:
    """List the documents."""

    async def work(agent: Agent) -> None:
        rows = await agent.store.documents(agent.workspace)
        if door.as_json:
            door.give(list(rows))
        else:
            door.show(lists.documents(rows, agent.workspace))

    door.run(work)


def search(door: Door, query: str, limit: str) -> None:
    """List the passages that speak most of the query."""
    wanted = question_of(query)
    if not wanted.strip():
        raise InputError(
            'the query is empty: write some words, for instance: loadsheet search "refund window"'
        )
    if not limit.isdecimal() or int(limit) < 1:
        raise InputError(f"--limit is '{limit}': give a positive number")

    async def work(agent: Agent) -> None:
        found = await agent.search(wanted, limit=int(limit))
        if door.as_json:
            door.give(found)
        else:
            door.show(lists.hits(found, door.look))

    door.run(work)
