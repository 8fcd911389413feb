"""Search the same passages by words and by vectors, in one process, taking turns.

Runs in the environment that the package beside it makes; prints its figures as one line of JSON.
"""

# The libraries compared with are not installed where types are checked.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportUntypedBaseClass=false
# pyright: reportUnknownLambdaType=false

from __future__ import annotations

import asyncio
import json
import logging
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from haystack import Document as HaystackDocument
from haystack.document_stores.in_memory import InMemoryDocumentStore
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore
from llama_index.core.schema import TextNode
from llama_index.core.vector_stores import SimpleVectorStore, VectorStoreQuery
from numpy.typing import NDArray

from figures import Bench, interleaved, median, shown
from loadsheet.artifacts import Chunk, Document, Query, QuerySet
from loadsheet.embedding import Embedding
from loadsheet.stages.retrieve import Lexical, Nearest, Retrieve
from loadsheet.stores.sqlite import SqliteStore
from texts import prose

PASSAGES = 10_000
IN_DOCUMENT = 50
WIDTH = 384
LIMIT = 40
QUERIES = 12
ROUNDS = 24
NOW = datetime(2026, 1, 1, tzinfo=UTC)
Way = Callable[[int], object]


class Drawn:
    """A direction drawn by chance for each text, the same each time."""

    name = "drawn"

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        del as_query
        return np.stack([np.array(_vector(text), np.float32) for text in texts])


class _Chain(Embeddings):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [_vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return _vector(text)


def _vector(text: str) -> list[float]:
    drawn = np.random.default_rng(sum(map(ord, text)) * 1_000 + len(text)).standard_normal(WIDTH)
    return (drawn / np.linalg.norm(drawn)).tolist()


def main() -> None:
    """Compare over made-up passages."""
    logging.disable(logging.WARNING)
    chance = random.Random(17)
    texts = [prose(chance, chance.randint(80, 220)) for _ in range(PASSAGES)]
    asked = [" ".join(chance.choices(text.split(), k=5)) for text in texts[:QUERIES]]
    vectors = [_vector(text) for text in asked]
    loop = asyncio.new_event_loop()
    with tempfile.TemporaryDirectory() as place:
        store = SqliteStore.open(Path(place) / "state.db")
        loop.run_until_complete(_fill(store, texts))
        searches: dict[str, Way] = {
            **_loadsheet(store, loop, asked),
            **_chain(texts, vectors),
            **_llama(texts, vectors),
            **_haystack(texts, asked, vectors),
        }
        bench = compared(searches)
        loop.run_until_complete(store.close())
    loop.close()
    print(json.dumps({"figures": [asdict(row) for row in bench.figures], "notes": bench.notes}))


def compared(searches: dict[str, Way]) -> Bench:
    """The time of a query for each way, beside Loadsheet's of the same kind."""
    turn = dict.fromkeys(searches, 0)

    def asking(name: str) -> Callable[[], object]:
        def ask() -> object:
            turn[name] = (turn[name] + 1) % QUERIES
            return searches[name](turn[name])

        return ask

    ways = {name: asking(name) for name in searches}
    for way in ways.values():
        way()
    seconds = {name: median(values) for name, values in interleaved(ways, ROUNDS).items()}
    cost = interleaved(ways, ROUNDS, clock=time.process_time)
    bench = Bench("find")
    for name, value in seconds.items():
        ours = f"loadsheet, by {name.rpartition(' by ')[2]}"
        clock, processor = value / seconds[ours], median(cost[name]) / median(cost[ours])
        note = (
            f"{shown(clock)} × Loadsheet's time by the clock, {shown(processor)} × of a processor"
        )
        bench.add(name, value * 1000, "ms", note=note if name != ours else "")
    bench.notes += [
        f"{PASSAGES:,} passages of 80 to 220 made-up words, {WIDTH} numbers a vector, {LIMIT} results for each of "
        f"{QUERIES} queries; p50 of {ROUNDS}, ways take turns; peers are given the vectors of queries",
        "loadsheet: Retrieve with the text index, with vectors, or with both, over a file on disk",
        "langchain: InMemoryVectorStore; llama-index: SimpleVectorStore; haystack: InMemoryDocumentStore, by BM25 and "
        "by cosine",
    ]
    return bench


async def _fill(store: SqliteStore, texts: Sequence[str]) -> None:
    for start in range(0, PASSAGES, IN_DOCUMENT):
        chunks: list[Chunk] = []
        at = 0
        for ordinal, text in enumerate(texts[start : start + IN_DOCUMENT]):
            end = at + len(text)
            chunks.append(Chunk(ordinal=ordinal, start=at, end=end, text=text, tokens=200))
            at = end + 1
        whole = "\n".join(chunk.text for chunk in chunks)
        await store.put("w", Document(id=f"d{start:06d}", text=whole), chunks, NOW)
    await Embedding(store, Drawn(), "w").finish()


def _loadsheet(
    store: SqliteStore, loop: asyncio.AbstractEventLoop, asked: Sequence[str]
) -> dict[str, Way]:
    sets = [QuerySet(workspace="w", queries=(Query(text=text),), limit=LIMIT) for text in asked]
    words, vectors = Lexical(store), Nearest(store, Drawn())
    kinds = {"words": (words,), "vectors": (vectors,), "both": (words, vectors)}

    def searching(retrieve: Retrieve) -> Way:
        return lambda number: loop.run_until_complete(retrieve(sets[number]))

    return {
        f"loadsheet, by {kind}": searching(Retrieve(sources, seconds=60))
        for kind, sources in kinds.items()
    }


def _chain(texts: Sequence[str], vectors: Sequence[list[float]]) -> dict[str, Way]:
    store = InMemoryVectorStore(_Chain())
    store.add_texts(list(texts))
    return {
        "langchain, by vectors": lambda number: store.similarity_search_by_vector(
            vectors[number], k=LIMIT
        )
    }


def _llama(texts: Sequence[str], vectors: Sequence[list[float]]) -> dict[str, Way]:
    store = SimpleVectorStore()
    store.add([TextNode(text=text, embedding=_vector(text)) for text in texts])

    def query(number: int) -> Any:
        wanted = VectorStoreQuery(query_embedding=vectors[number], similarity_top_k=LIMIT)
        return store.query(wanted)

    return {"llama-index, by vectors": query}


def _haystack(
    texts: Sequence[str], asked: Sequence[str], vectors: Sequence[list[float]]
) -> dict[str, Way]:
    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    store.write_documents(
        [
            HaystackDocument(id=str(number), content=text, embedding=_vector(text))
            for number, text in enumerate(texts)
        ]
    )
    return {
        "haystack, by words": lambda number: store.bm25_retrieval(asked[number], top_k=LIMIT),
        "haystack, by vectors": lambda number: store.embedding_retrieval(
            vectors[number], top_k=LIMIT
        ),
    }


if __name__ == "__main__":
    main()
