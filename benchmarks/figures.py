"""Measured times go in; figures with their goals come out, to print and to write down."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; `goal` says what it should be, `met` whether it is."""

    name: str
    value: float
    unit: str
    goal: str = ""
    met: bool | None = None
    note: str = ""


@dataclass(slots=True)
class Bench:
    """What one sub-benchmark found, or why it was skipped."""

    name: str
    figures: list[Figure] = field(default_factory=list[Figure])
    notes: list[str] = field(default_factory=list[str])
    skipped: str = ""

    def add(
        self,
        name: str,
        value: float,
        unit: str,
        *,
        at_most: float | None = None,
        at_least: float | None = None,
        note: str = "",
    ) -> None:
        """Add a figure, with its goal where there is one."""
        goal, met = "", None
        if at_most is not None:
            goal, met = f"≤ {at_most:g}", value <= at_most
        elif at_least is not None:
            goal, met = f"≥ {at_least:g}", value >= at_least
        self.figures.append(Figure(name, value, unit, goal, met, note))


def machine() -> dict[str, object]:
    """What the figures were measured on, in general words."""
    return {
        "cores": os.cpu_count(),
        "load": [round(value, 2) for value in os.getloadavg()],
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def interleaved(
    ways: Mapping[str, Callable[[], object]],
    rounds: int,
    repeat: Mapping[str, int] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, list[float]]:
    """The seconds of each way over `rounds`, taking turns, so that a busy moment hits all of them.

    A way that takes little time may be run `repeat` times a round. `time.process_time` as the clock tells what a way
    costs on a machine that has other work to do.
    """
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            for _ in range((repeat or {}).get(name, 1)):
                began = clock()
                way()
                seconds[name].append(clock() - began)
    return seconds


def median(values: Sequence[float]) -> float:
    """The middle value."""
    return statistics.median(values)


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which `part` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def shown(value: float) -> str:
    """A number with three digits that tell."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def printed(bench: Bench) -> str:
    """The figures as a table in plain text."""
    if bench.skipped:
        return f"{bench.name}\n  skipped: {bench.skipped}\n"
    rows = [
        (
            figure.name,
            shown(figure.value),
            figure.unit,
            figure.goal,
            {True: "met", False: "MISSED", None: ""}[figure.met],
            figure.note,
        )
        for figure in bench.figures
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(5)]
    lines = [bench.name]
    for row in rows:
        cells = [
            cell.rjust(width) if column == 1 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row[:5], widths, strict=True))
        ]
        lines.append(f"  {'  '.join([*cells, row[5]])}".rstrip())
    lines += [f"  {note}" for note in bench.notes]
    return "\n".join(lines) + "\n"
