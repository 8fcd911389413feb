"""How long intake and route take for one turn, without a store and without a model."""

from __future__ import annotations

import time
from pathlib import Path

from figures import Bench, median
from loadsheet.evals.route import opened, rows_of

FOLDER = Path(__file__).resolve().parent.parent / "evals" / "routing"
WARM, MEASURED = "development.jsonl", "terse.jsonl"
GOAL = 2.0


def run() -> Bench:
    """Each turn of labelled conversations by itself, in a process that has read others before."""
    bench = Bench("route")
    _timed(FOLDER / WARM)
    taken = sorted(_timed(FOLDER / MEASURED))
    bench.add("intake and route of a turn, median", median(taken), "ms", at_most=GOAL)
    bench.add("the same, 99th percentile", taken[int(0.99 * len(taken))], "ms")
    bench.notes.append(
        f"{len(taken)} turns of evals/routing/{MEASURED}, each read once, after those of {WARM}"
    )
    return bench


def _timed(file: Path) -> list[float]:
    """The milliseconds of each turn of a file."""
    taken: list[float] = []
    for row in rows_of(file):
        talk = opened(row["about"])
        for turn in row["turns"]:
            began = time.perf_counter()
            talk.say(turn["user"], turn["assistant"])
            taken.append(1e3 * (time.perf_counter() - began))
    return taken
