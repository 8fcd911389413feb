"""How fast a folder is indexed: the first time, and again when nothing has changed."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from figures import Bench, median
from loadsheet.agent import Agent
from loadsheet.app import STATE_FILE
from loadsheet.artifacts import AddReport

ROUNDS = 3


def run(folder: Path) -> Bench:
    """Add the folder to a fresh state and then once more, a few times over; the medians."""
    bench = Bench("index")
    first: list[float] = []
    again: list[float] = []
    passages, size, state, report = 0, 0, 0, AddReport()
    asyncio.run(_warm())
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as place:
            report, seconds, unchanged = asyncio.run(_once(folder, place))
            first.append(seconds)
            again.append(unchanged)
            state = (Path(place) / STATE_FILE).stat().st_size
            passages, size = asyncio.run(_sizes(place))
    files, megabytes = len(report.added), size / 1e6
    seconds, unchanged = median(first), median(again)
    bench.add("files", files, "files", note=f"{len(report.skipped)} skipped")
    bench.add("text", megabytes, "MB", note=f"{passages} passages, state file {state / 1e6:.1f} MB")
    bench.add("first add", seconds, "s")
    bench.add("first add", files / seconds, "files/s")
    bench.add("first add", megabytes / seconds, "MB/s")
    bench.add("unchanged again", unchanged, "s")
    bench.add("unchanged again", files / unchanged, "files/s")
    bench.add("unchanged again", megabytes / unchanged, "MB/s")
    bench.notes.append(
        f"medians of {ROUNDS}, each into a fresh state on disk; the encoding is open already"
    )
    return bench


async def _warm() -> None:
    """Open the encoding, which takes as long in every process and belongs to the cold start."""
    async with Agent.open(":memory:", settings={}) as agent:
        agent.counter.count("opened")


async def _once(folder: Path, state: str) -> tuple[AddReport, float, float]:
    async with Agent.open(state, settings={}) as agent:
        began = time.perf_counter()
        report = await agent.add(folder)
        middle = time.perf_counter()
        await agent.add(folder)
        return report, middle - began, time.perf_counter() - middle


async def _sizes(state: str) -> tuple[int, int]:
    """The passages of the state, and the bytes of the files that they are from."""
    async with Agent.open(state, settings={}) as agent:
        documents = await agent.store.documents(agent.workspace)
    sizes = [Path(row.path).stat().st_size for row in documents if row.path]
    return sum(row.chunks for row in documents), sum(sizes)
