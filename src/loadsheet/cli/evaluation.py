"""The command `eval`: run the cases of a file and report."""

from __future__ import annotations

from pathlib import Path

import typer

from loadsheet.cli.door import Door
from loadsheet.errors import InputError


def run(door: Door, file: Path) -> None:
    """Run the cases; exit 1 when a gate of theirs fails."""
    import asyncio

    from loadsheet.evals.run import run_file, table

    if not file.is_file():
        raise InputError(f"no file '{file}': name a file of cases")
    report = asyncio.run(run_file(file, door.settings()))
    if door.as_json:
        door.give(report)
    else:
        door.show(table(report))
    if not report.passed:
        raise typer.Exit(1)
