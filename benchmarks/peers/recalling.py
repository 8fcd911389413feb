"""Write the same records into several stores and read them by key and by text, in one process, taking turns.

Runs in the environment that the package beside it makes; prints its figures as one line of JSON.
"""

# The libraries compared with are not installed where types are checked.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportUntypedBaseClass=false
# pyright: reportMissingModuleSource=false, reportAttributeAccessIssue=false

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any

from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore as GraphSqlite

from figures import Bench, interleaved, percentile
from loadsheet.artifacts import MemoryRecord, Scope, Source, WriteReceipt
from loadsheet.ports import Decision
from loadsheet.stores.sqlite import SqliteStore

KEYED_LIMIT, TEXT_LIMIT = 1.0, 60.0
"""Milliseconds that a read may take for 19 of 20 questions, by key at a million and by text at a hundred thousand."""

DIMENSIONS = 256
BATCH = 20_000
ROUNDS = 100
KEYS = (
    *("refund window", "delivery fee", "opening hour", "phone extension", "contract number"),
    *("home office", "team lead", "stock level", "unit price", "due date", "serial number"),
    *("storage room", "service level", "exchange rate", "review cycle", "daily limit"),
    *("main supplier", "test score", "street address", "cost centre"),
)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Fact:
    """One record as every store gets it."""

    subject: str
    key: str
    value: str

    @property
    def text(self) -> str:
        """The sentence that says it."""
        return f"The {self.key} of {self.subject} is {self.value}."

    @property
    def question(self) -> str:
        """The question that it answers."""
        return f"What is the {self.key} of {self.subject}?"


def facts(size: int) -> Iterator[Fact]:
    """Made-up facts, the same in each run: two-word names of twenty thousand words, twenty keys, numbers."""
    chance = random.Random(7)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "or")]
    vocabulary = ["".join(chance.choices(syllables, k=3)) for _ in range(20_000)]
    for number in range(size):
        one, other = chance.choices(vocabulary, k=2)
        subject = f"{one.title()} {other.title()}"
        yield Fact(subject, KEYS[number % len(KEYS)], str(chance.randrange(10, 10_000)))


class Keep:
    """Keeps every candidate as it is: what is measured is reading."""

    def keys(self, candidate: MemoryRecord) -> Sequence[tuple[str, str]]:
        """None has to be seen."""
        return ()

    def decide(self, candidate: MemoryRecord, existing: Sequence[MemoryRecord]) -> Decision:
        """Stored."""
        return Decision(WriteReceipt(status="stored", reason="kept"), (candidate,))


def record_of(number: int, fact: Fact) -> MemoryRecord:
    """The fact as a record."""
    return MemoryRecord(
        id=f"r{number}",
        scope=Scope(workspace="w"),
        type="fact",
        subject=fact.subject,
        key=fact.key,
        value=fact.value,
        text=fact.text,
        said_at=NOW,
        valid_from=NOW,
        recorded_at=NOW,
        trigger="key",
        sources=(Source(message=f"m{number}", session="s", start=0, end=len(fact.text)),),
    )


def embedded(text: str) -> list[float]:
    """Words hashed into a vector: the same for every store that wants one, and no work to speak of."""
    vector = [0.0] * DIMENSIONS
    for word in text.lower().split():
        vector[int.from_bytes(blake2b(word.encode(), digest_size=4).digest()) % DIMENSIONS] += 1.0
    return vector


def all_embedded(texts: Sequence[str]) -> list[list[float]]:
    """The vectors of several texts."""
    return [embedded(text) for text in texts]


class Loadsheet:
    """The store of this package, in a file."""

    name = "loadsheet"

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.store = SqliteStore.open(folder / "loadsheet.db")

    def fill(self, given: Sequence[Fact], first: int) -> None:
        """Write a batch."""
        made = [record_of(first + n, fact) for n, fact in enumerate(given)]
        self.loop.run_until_complete(self.store.write("w", made, Keep()))

    def keyed(self, fact: Fact) -> object:
        """The records of a subject."""
        return self.loop.run_until_complete(self.store.about("w", [fact.subject], NOW))

    def worded(self, fact: Fact) -> object:
        """The ten records that speak most of a question."""
        return self.loop.run_until_complete(self.store.find("w", fact.question, at=NOW, limit=10))


class Keyed:
    """A store of LangGraph's: a value by namespace and key."""

    def __init__(self, name: str, store: Any) -> None:
        self.name = name
        self.store = store

    def fill(self, given: Sequence[Fact], first: int) -> None:
        """Write a batch."""
        for fact in given:
            self.store.put(("w", fact.subject), fact.key, {"text": fact.text, "value": fact.value})

    def keyed(self, fact: Fact) -> object:
        """The value of a key."""
        return self.store.get(("w", fact.subject), fact.key)


class Graph(Keyed):
    """One that has vectors too."""

    def worded(self, fact: Fact) -> object:
        """The ten nearest."""
        return self.store.search(("w",), query=fact.question, limit=10)


class Mem0:
    """mem0 without a language model (`infer=False`), on Qdrant in a local folder; it has no read by key."""

    name = "mem0"

    def __init__(self, folder: Path) -> None:
        os.environ |= {
            "MEM0_TELEMETRY": "False",
            "MEM0_DIR": str(folder / "mem0"),
            "OPENAI_API_KEY": "none is needed",
        }
        from mem0 import Memory
        from mem0.embeddings.base import EmbeddingBase

        class Hashed(EmbeddingBase):
            def embed(self, text: str, memory_action: Any = None) -> list[float]:
                return embedded(text)

            def embed_batch(self, texts: list[str], memory_action: Any = None) -> list[list[float]]:
                return [embedded(text) for text in texts]

        store = {
            "path": str(folder / "qdrant"),
            "embedding_model_dims": DIMENSIONS,
            "on_disk": True,
        }
        self.memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "embedder": {"provider": "openai", "config": {"embedding_dims": DIMENSIONS}},
                "llm": {"provider": "openai", "config": {"model": "none"}},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self.memory.embedding_model = Hashed()

    def fill(self, given: Sequence[Fact], first: int) -> None:
        """Write a batch."""
        for fact in given:
            self.memory.add(fact.text, user_id="w", infer=False)

    def worded(self, fact: Fact) -> object:
        """The ten nearest."""
        return self.memory.search(fact.question, filters={"user_id": "w"}, top_k=10)


def main(largest: int) -> None:
    """Fill and read at every size."""
    logging.disable(logging.WARNING)
    bench = Bench("memory")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        beside(folder, 1_000, [Mem0(folder), *graphs(folder, "small")], bench)
        beside(folder, 5_000, graphs(folder, "large"), bench)
        alone(folder, (100_000, largest), bench)
    bench.notes += [
        "95th percentiles, ways take turns; text: ten records for a question that names subject and key",
        "Loadsheet reads text by its full-text index, the others by vectors of hashed words, which cost little",
        "mem0 has no read by key; it and LangGraph's stores are measured at sizes that they are filled to in a minute",
    ]
    print(json.dumps({"figures": [asdict(row) for row in bench.figures], "notes": bench.notes}))


def graphs(folder: Path, name: str) -> list[Keyed]:
    """LangGraph's two stores; on disk without vectors, for which Python's own SQLite must load extensions."""
    index: Any = {"embed": all_embedded, "dims": DIMENSIONS, "fields": ["text"]}
    connection = sqlite3.connect(
        folder / f"{name}.graph.db", check_same_thread=False, isolation_level=None
    )
    on_disk = GraphSqlite(connection)
    on_disk.setup()
    return [
        Graph("langgraph InMemoryStore", InMemoryStore(index=index)),
        Keyed("langgraph SqliteStore", on_disk),
    ]


def beside(folder: Path, size: int, others: Sequence[Any], bench: Bench) -> None:
    """Every store with the same records, asked the same, in turn."""
    own = folder / str(size)
    own.mkdir()
    stores = [Loadsheet(own), *others]
    given = list(facts(size))
    for store in stores:
        began = time.perf_counter()
        store.fill(given, 0)
        spent = (time.perf_counter() - began) / size * 1000
        bench.add(f"{size:,}: write, {store.name}", spent, "ms a record")
    measured(size, stores, given, bench)


def alone(folder: Path, sizes: Sequence[int], bench: Bench) -> None:
    """Loadsheet by itself, at sizes that the others are not filled to."""
    own = folder / "alone"
    own.mkdir()
    store = Loadsheet(own)
    given = list(facts(max(sizes)))
    filled = 0
    for size in sorted(set(sizes)):
        for first in range(filled, size, BATCH):
            store.fill(given[first : min(first + BATCH, size)], first)
        filled = size
        measured(size, [store], given[:size], bench)
        worked(size, store, given[:size], bench)


def measured(size: int, stores: Sequence[Any], given: Sequence[Fact], bench: Bench) -> None:
    """The reads of every store, by key and by text."""
    chance = random.Random(size)
    asked = [chance.choice(given) for _ in range(ROUNDS)]
    for way, limits in (("keyed", {1_000_000: KEYED_LIMIT}), ("worded", {100_000: TEXT_LIMIT})):
        turn = count()
        ways: dict[str, Callable[[], object]] = {
            store.name: partial(_one, getattr(store, way), asked, turn)
            for store in stores
            if hasattr(store, way)
        }
        said = "by key" if way == "keyed" else "by text"
        for name, seconds in interleaved(ways, ROUNDS).items():
            limit = limits.get(size) if name == "loadsheet" else None
            at = percentile(seconds, 0.95) * 1000
            bench.add(f"{size:,}: read {said}, {name}", at, "ms", at_most=limit)


def worked(size: int, store: Loadsheet, given: Sequence[Fact], bench: Bench) -> None:
    """What the reads take of a processor: on a busy machine the time by the clock says little."""
    chance = random.Random(size + 1)
    for said, read in (("by key", store.keyed), ("by text", store.worded)):
        seconds: list[float] = []
        for _ in range(ROUNDS):
            fact = chance.choice(given)
            began = time.process_time()
            read(fact)
            seconds.append(time.process_time() - began)
        at = percentile(seconds, 0.95) * 1000
        bench.add(f"{size:,}: read {said}, loadsheet", at, "ms of a processor")


def _one(read: Callable[[Fact], object], asked: Sequence[Fact], turn: count[int]) -> object:
    return read(asked[next(turn) % len(asked)])


if __name__ == "__main__":
    main(int(sys.argv[1]))
