"""How fast 100,000 passages are searched by words and vectors, beside the least that any search over them takes.

The floor is FTS5 by itself, asked for the row numbers of the best passages, and one product of numpy's by itself, with
the places of the best, over the same index and the same vectors. Loadsheet's search returns candidates: text, place,
version, matched terms. The search runs in a process of its own, whose memory is measured.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from figures import Bench, interleaved, median, percentile
from loadsheet.adapters import STATE_FILE
from loadsheet.agent import Agent
from loadsheet.artifacts import Chunk, Document, Query, QuerySet
from loadsheet.corpus.embedded import index_name
from loadsheet.embedding import AT_ONCE, Embedding
from loadsheet.models.embed_folder import installed
from loadsheet.models.embed_local import LocalEmbedder
from loadsheet.stages.retrieve import Lexical, Nearest, Retrieve
from loadsheet.stores.sqlite import SqliteStore, terms
from loadsheet.stores.sqlite.opening import statement

if TYPE_CHECKING:
    from numpy.typing import NDArray

PASSAGES = 100_000
IN_DOCUMENT = 50
WORDS_IN_PASSAGE = (80, 220)
DIMENSIONS = 384
VOCABULARY = 30_000
QUERIES = 60
QUESTIONS = 20
LIMIT = 40
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Random:
    """An embedder that costs next to nothing: a direction drawn by chance for each text."""

    def __init__(self) -> None:
        # Under the name of the packaged embedder, which then finds its vectors there.
        self.name: str = LocalEmbedder().name if installed() else "random"
        self.chance = np.random.default_rng(7)

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        rows = self.chance.standard_normal((len(texts), DIMENSIONS), np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def run() -> Bench:
    """Fill a state on disk, then search it in a process of its own."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / STATE_FILE
        filled = _apart("fill", path)
        found = _apart("search", path)
        asked = _apart("ask", path) if installed() else None
        size = path.stat().st_size
    bench = Bench("search")
    bench.add("passages", PASSAGES, "passages", note=f"state file {size / 1e6:.0f} MB")
    bench.add("text stored", PASSAGES / filled["text"], "passages/s")
    bench.add("vectors stored, embedder of no cost", PASSAGES / filled["vectors"], "passages/s")
    bench.add("first search, matrix read", found["first"] * 1000, "ms")
    for name in ("words", "vectors", "both"):
        row = found[name]
        bench.add(f"{name}, floor", row["floor"] * 1000, "ms", note="p50")
        bench.add(
            f"{name}, loadsheet", row["ours"] * 1000, "ms", note=f"p95 {row['p95'] * 1000:.1f}"
        )
        goal = 1.5 if name == "both" else None
        bench.add(f"{name}, times the floor", row["ours"] / row["floor"], "×", at_most=goal)
        bench.add(f"{name}, times the floor, of a processor", row["cost"], "×")
    bench.add("memory of the process that searches", found["memory"], "MB", at_most=600)
    if asked is not None:
        bench.add(
            "memory of one that answers, packaged embedder open",
            asked["memory"],
            "MB",
            at_most=600,
            note=f"{QUESTIONS} questions, {asked['seconds'] * 1000:.0f} ms each at p50 without a model",
        )
        note = "it has made the vectors of one batch; those that it stored were made without it"
        bench.add(
            "memory of the one that stored, packaged embedder open",
            filled["memory"],
            "MB",
            at_most=600,
            note=note,
        )
    bench.notes.append(
        f"{QUERIES} queries of 5 words, {LIMIT} candidates each; p50, ways take turns; passages of "
        f"{WORDS_IN_PASSAGE[0]} to {WORDS_IN_PASSAGE[1]} made-up words by Zipf's law, {DIMENSIONS} numbers a vector"
    )
    return bench


def _apart(what: str, path: Path) -> dict[str, Any]:
    """Do one part in a process of its own, whose memory is measured."""
    done = subprocess.run(
        [sys.executable, __file__, what, str(path)], stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def peak() -> float:
    """The most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def words() -> list[str]:
    """Made-up words, the same in every run."""
    chance = random.Random(3)
    parts = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    made: dict[str, None] = {}
    while len(made) < VOCABULARY:
        made["".join(chance.choices(parts, k=chance.randint(2, 4)))] = None
    return list(made)


async def fill(path: Path) -> dict[str, float]:
    """Store the passages and their vectors, with the packaged embedder open where there is one."""
    chance = np.random.default_rng(5)
    known = np.array(words())
    opened = LocalEmbedder() if installed() else Random()
    await opened.embed([" ".join(known[: WORDS_IN_PASSAGE[1]])] * AT_ONCE[0])
    weights = 1 / np.arange(1, VOCABULARY + 1)
    bounds = np.cumsum(weights / weights.sum())
    store = SqliteStore.open(path)
    seconds = 0.0
    for number in range(PASSAGES // IN_DOCUMENT):
        drawn = np.searchsorted(bounds, chance.random((IN_DOCUMENT, WORDS_IN_PASSAGE[1])))
        rows = known[np.minimum(drawn, VOCABULARY - 1)]
        # Lengths differ, as they do in life: passages of one length tie at every place.
        texts = [" ".join(row[: chance.integers(*WORDS_IN_PASSAGE)]) for row in rows]
        began = time.perf_counter()
        await _store(store, f"d{number:05d}", texts)
        seconds += time.perf_counter() - began
    began = time.perf_counter()
    await Embedding(store, Random(), "w").finish()
    vectors = time.perf_counter() - began
    await store.close()
    return {"text": seconds, "vectors": vectors, "memory": peak()}


async def _store(store: SqliteStore, name: str, texts: Sequence[str]) -> None:
    chunks: list[Chunk] = []
    start = 0
    for ordinal, text in enumerate(texts):
        chunks.append(
            Chunk(ordinal=ordinal, start=start, end=start + len(text), text=text, tokens=200)
        )
        start += len(text) + 1
    await store.put("w", Document(id=name, text="\n".join(texts)), chunks, NOW)


async def ask(path: Path) -> dict[str, float]:
    """Ask questions of made-up words, as a user of the whole agent would."""
    chance, known = random.Random(13), words()
    seconds: list[float] = []
    async with Agent.open(path.parent, workspace="w", settings={"embedder": "local"}) as agent:
        for _ in range(QUESTIONS):
            question = f"What is known about {' '.join(chance.choices(known[50:8000], k=5))}?"
            began = time.perf_counter()
            await agent.ask(question)
            seconds.append(time.perf_counter() - began)
    return {"seconds": median(seconds), "memory": peak()}


def search(path: Path) -> dict[str, object]:
    """Search by words, by vectors and by both, beside the floor of each."""
    loop = asyncio.new_event_loop()
    store = SqliteStore.open(path)
    embedder = Random()
    chance, known = random.Random(11), words()
    # Words that a question holds: neither the most common ones nor those that hardly a passage has.
    asked = [" ".join(chance.choices(known[50:8000], k=5)) for _ in range(QUERIES)]
    sets = [QuerySet(workspace="w", queries=(Query(text=q),), limit=LIMIT) for q in asked]
    vectors = loop.run_until_complete(embedder.embed(asked))
    turn = {"floor": 0, "ours": 0}

    def next_of(way: str) -> int:
        turn[way] = (turn[way] + 1) % QUERIES
        return turn[way]

    sources = {
        "words": (Lexical(store),),
        "vectors": (Nearest(store, embedder),),
        "both": (Lexical(store), Nearest(store, embedder)),
    }
    began = time.perf_counter()
    loop.run_until_complete(Retrieve(sources["both"], seconds=60)(sets[0]))
    first = time.perf_counter() - began
    memory = peak()
    matrix = store._matrices[(1, index_name(embedder.name))]  # pyright: ignore[reportPrivateUsage]
    whole = matrix.blocks[0][: matrix.count]
    sql = (
        "SELECT rowid, bm25(index_1, 1.0, 2.0, 1.0) AS score FROM index_1 WHERE index_1 MATCH ? "
        "ORDER BY score LIMIT ?"
    )
    assert "bm25(index_{id}, 1.0, 2.0, 1.0)" in statement("search")

    def floor(*parts: str) -> None:
        number = next_of("floor")
        if "words" in parts:
            expression = terms.expression(terms.terms(asked[number], store.stems))
            list(store.connection.raw.execute(sql, (expression, LIMIT)))
        if "vectors" in parts:
            np.argpartition(whole @ vectors[number], -LIMIT)[-LIMIT:]

    found: dict[str, object] = {"first": first, "memory": memory}
    for name, chosen in sources.items():
        retrieve = Retrieve(chosen, seconds=60)
        parts = ("words", "vectors") if name == "both" else (name,)
        turn.update(floor=0, ours=0)

        def ours(retrieve: Retrieve = retrieve) -> None:
            loop.run_until_complete(retrieve(sets[next_of("ours")]))

        def least(parts: tuple[str, ...] = parts) -> None:
            floor(*parts)

        ways = {"floor": least, "ours": ours}
        seconds = interleaved(ways, QUERIES)
        cost = interleaved(ways, QUERIES, clock=time.process_time)
        found[name] = {
            "floor": median(seconds["floor"]),
            "ours": median(seconds["ours"]),
            "cost": median(cost["ours"]) / median(cost["floor"]),
            "p95": percentile(seconds["ours"], 0.95),
        }
    loop.run_until_complete(store.close())
    loop.close()
    return found


if __name__ == "__main__":
    what, place = sys.argv[1], Path(sys.argv[2])
    parts = {"fill": lambda: asyncio.run(fill(place)), "ask": lambda: asyncio.run(ask(place))}
    print(json.dumps(parts[what]() if what in parts else search(place)))
