"""How fast a folder is indexed: the first time, and again when nothing has changed."""

from __future__ import annotations

import asyncio
import tempfile
import time
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from figures import Bench, median
from loadsheet.adapters import STATE_FILE
from loadsheet.agent import Agent
from loadsheet.artifacts import AddReport
from loadsheet.models.embed_folder import installed
from loadsheet.models.embed_local import LocalEmbedder
from loadsheet.ports import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUNDS = 3
WITH_VECTORS = 300_000
"""Bytes that are taken in with the packaged embedder, at the most: about ten seconds on a quiet machine."""


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
    if installed():
        _with_vectors(folder, bench)
    return bench


def _with_vectors(folder: Path, bench: Bench) -> None:
    """A part of the folder with the packaged embedder: what else than the embedder takes time."""
    files = sorted(path for path in folder.rglob("*.md") if path.is_file())
    total = list(accumulate(path.stat().st_size for path in files))
    some = files[: max(1, bisect_right(total, WITH_VECTORS))]
    with tempfile.TemporaryDirectory() as place:
        seconds, inside, passages = asyncio.run(_embedded(some, place))
    outside = 100 * (seconds - inside) / seconds
    bench.add("with the packaged embedder", passages / seconds, "passages/s")
    bench.add("time outside of the embedder", outside, "%", at_most=5)
    bench.notes.append(
        f"with the packaged embedder: the first {len(some)} files, {passages} passages, once; it is open already"
    )


async def _embedded(files: Sequence[Path], state: str) -> tuple[float, float, int]:
    embedder = Timed(LocalEmbedder())
    await embedder.embed(["opened"])
    async with Agent.open(state, settings={}, embedder=embedder) as agent:
        agent.counter.count("opened")
        began, before = time.perf_counter(), embedder.seconds
        await agent.add(*files)
        have = (await agent.embed()).have
        return time.perf_counter() - began, embedder.seconds - before, have


class Timed:
    """An embedder that knows how long it took."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.name: str = embedder.name
        self.seconds: float = 0.0

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        began = time.perf_counter()
        made = await self.embedder.embed(texts, as_query=as_query)
        self.seconds += time.perf_counter() - began
        return made


async def _warm() -> None:
    """Open the encoding, which takes as long in every process and belongs to the cold start."""
    async with Agent.open(":memory:", settings={}) as agent:
        agent.counter.count("opened")


async def _once(folder: Path, state: str) -> tuple[AddReport, float, float]:
    async with Agent.open(state, settings={"embedder": "none"}) as agent:
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
