"""Take the same files in: read, split, embed with vectors that cost nothing, store. In one process, taking turns.

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
import resource
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import numpy as np
from haystack.components.converters import TextFileToDocument
from haystack.components.preprocessors import DocumentSplitter
from haystack.document_stores.in_memory import InMemoryDocumentStore
from haystack.document_stores.types import DuplicatePolicy
from langchain_community.retrievers import BM25Retriever as ChainWords
from langchain_core.documents import Document as ChainDocument
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import RecursiveCharacterTextSplitter
from llama_index.core import MockEmbedding, SimpleDirectoryReader, VectorStoreIndex
from llama_index.core.node_parser import SentenceSplitter
from llama_index.retrievers.bm25 import BM25Retriever as LlamaWords
from numpy.typing import NDArray

from figures import Bench, interleaved, median, shown
from loadsheet.agent import Agent
from loadsheet.corpus.chunk import chunk
from loadsheet.corpus.find import Root
from loadsheet.corpus.load import Loaded, load
from loadsheet.models.counters import BpeCounter

WIDTH = 384
"""Numbers in a vector, as a small model's."""
ROUNDS, CPU_ROUNDS = 5, 3
OURS = "loadsheet, on disk"
MEMORY, DISK = "in memory", "written to disk"
WORDS = "words indexed"
"""Its text can be searched by words too, as Loadsheet's can."""
SIZE = 240
"""Tokens that Loadsheet's passages aim at."""
GOAL = 2
"""How many times the MB a second of the fastest peer Loadsheet has to take in."""
COUNTER = BpeCounter("o200k_base")


def main(folder: Path) -> None:
    """Compare over the markdown files of a folder."""
    logging.disable(logging.WARNING)
    files = sorted(folder.rglob("*.md"))
    megabytes = sum(path.stat().st_size for path in files) / 1e6
    COUNTER.count("opened")
    bench = Bench("ingest")
    tokens = COUNTER.count
    ways: dict[str, Callable[[], int]] = {
        OURS: partial(_loadsheet, folder, on_disk=True),
        "loadsheet, in memory": partial(_loadsheet, folder, on_disk=False),
        f"langchain, sizes in characters, {MEMORY}": partial(_langchain, files, len, None),
        f"langchain, sizes in characters, {DISK}": partial(_to_disk, _langchain, files, len),
        f"langchain, sizes in tokens, {MEMORY}": partial(_langchain, files, tokens, None),
        f"langchain, sizes in tokens, {DISK}": partial(_to_disk, _langchain, files, tokens),
        f"langchain, sizes in characters, {WORDS}, {MEMORY}": partial(
            _langchain, files, len, None, words=True
        ),
        f"langchain, sizes in tokens, {WORDS}, {MEMORY}": partial(
            _langchain, files, tokens, None, words=True
        ),
        f"llama-index, {MEMORY}": partial(_llama, files, None),
        f"llama-index, {DISK}": partial(_to_disk, _llama, files),
        f"llama-index, {SIZE} tokens, {MEMORY}": partial(_llama, files, None, size=SIZE),
        f"llama-index, {SIZE} tokens, {WORDS}, {MEMORY}": partial(
            _llama, files, None, size=SIZE, words=True
        ),
        f"llama-index, {SIZE} tokens, {WORDS}, {DISK}": partial(
            _to_disk, partial(_llama, size=SIZE, words=True), files
        ),
        f"haystack, {WORDS}, {MEMORY}": partial(_haystack, files, None),
        f"haystack, {WORDS}, {DISK}": partial(_to_disk, _haystack, files),
    }
    least: dict[str, Callable[[], int]] = {
        "of it FTS5 alone": partial(_indexed, passages := _passages(folder)),
        "of it counting alone": partial(_counted, passages),
    }
    kept = {name: way() for name, way in (ways | least).items()}
    seconds = {name: median(values) for name, values in interleaved(ways | least, ROUNDS).items()}
    cost = interleaved(ways | least, CPU_ROUNDS, clock=_processor)
    ours, our_cost = seconds[OURS], median(cost[OURS])
    for name, value in seconds.items():
        times = f"{kept[name]} passages, {shown(ours / value)} × Loadsheet's MB/s on disk by the clock, "
        note = f"{times}{shown(our_cost / median(cost[name]))} × of a processor"
        bench.add(name, megabytes / value, "MB/s", note=note if name != OURS else "")
    peers = {name: value for name, value in seconds.items() if name in ways and "load" not in name}
    fastest = min(peers.values())
    written = min(value for name, value in peers.items() if DISK in name)
    counting = min(value for name, value in peers.items() if "characters" not in name)
    found = min(value for name, value in peers.items() if WORDS in name)
    kept_found = min(value for name, value in peers.items() if WORDS in name and DISK in name)
    alike = min(value for name, value in peers.items() if WORDS in name and "tokens" in name)
    name = "times the MB/s of the fastest whose words can be searched and that writes to disk"
    bench.add(name, kept_found / ours, "×", at_least=GOAL)
    bench.add("times the MB/s of the fastest peer", fastest / ours, "×")
    bench.add("times the MB/s of the fastest that writes to disk", written / ours, "×")
    bench.add("times the MB/s of the fastest that counts tokens or words", counting / ours, "×")
    bench.add("times the MB/s of the fastest whose words can be searched", found / ours, "×")
    bench.add("the same, of those that also cut by tokens", alike / ours, "×")
    bench.notes += [
        f"{len(files)} markdown files, {megabytes:.2f} MB; medians of {ROUNDS} by the clock and of {CPU_ROUNDS} of a "
        f"processor, ways take turns; every way embeds with the same {WIDTH} numbers for each text",
        "loadsheet: Agent.add of the folder and Agent.embed, into an SQLite file with versions, a full-text index, "
        "exact offsets, headings, token counts and sketches, or the same in memory",
        "langchain: read_text, RecursiveCharacterTextSplitter at its defaults (4,000 characters), or at 240 tokens "
        "counted as Loadsheet counts; InMemoryVectorStore, on disk by its dump; words by BM25Retriever (rank_bm25), "
        "in memory alone",
        "llama-index: SimpleDirectoryReader, SentenceSplitter at its defaults (1,024 tokens of its own) or at "
        "240 counted as Loadsheet counts, MockEmbedding, VectorStoreIndex in memory, on disk by its persist; words by "
        "BM25Retriever (bm25s)",
        "haystack: TextFileToDocument, DocumentSplitter at its defaults (200 words), InMemoryDocumentStore, which "
        "counts words for BM25 as it stores, and scores them when it is asked; its vectors are set on the documents; "
        "on disk by its save_to_disk",
        "what the peers write to disk is JSON, which is read back as a whole before it is searched",
        "of it: the texts of Loadsheet's passages put into an FTS5 index on disk, and counted, and nothing else",
    ]
    print(json.dumps({"figures": [asdict(row) for row in bench.figures], "notes": bench.notes}))


class Nothing:
    """An embedder that takes no time."""

    name = "nothing"

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        del as_query
        made = np.zeros((len(texts), WIDTH), np.float32)
        made[:, 0] = 1.0
        return made


def _processor() -> float:
    """Seconds of processors, with those of child processes that have ended."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def _loadsheet(folder: Path, *, on_disk: bool) -> int:
    with tempfile.TemporaryDirectory() as place:
        return asyncio.run(_add(folder, place if on_disk else ":memory:"))


async def _add(folder: Path, state: str) -> int:
    async with Agent.open(state, settings={}, embedder=Nothing()) as agent:
        await agent.add(folder)
        return (await agent.embed()).have


class _Same(Embeddings):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [VECTOR] * len(texts)

    def embed_query(self, text: str) -> list[float]:
        del text
        return VECTOR


VECTOR = [1.0] + [0.0] * (WIDTH - 1)


def _langchain(
    files: Sequence[Path], size: Callable[[str], int], place: Path | None, *, words: bool = False
) -> int:
    read = [
        ChainDocument(path.read_text("utf-8"), metadata={"source": str(path)}) for path in files
    ]
    splitter = (
        RecursiveCharacterTextSplitter()
        if size is len
        else RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=0, length_function=size)
    )
    pieces = splitter.split_documents(read)
    store = InMemoryVectorStore(_Same())
    store.add_documents(pieces)
    if words:
        ChainWords.from_documents(pieces)
    if place is not None:
        store.dump(str(place / "store.json"))
    return len(pieces)


def _llama(
    files: Sequence[Path], place: Path | None, *, size: int | None = None, words: bool = False
) -> int:
    read = SimpleDirectoryReader(input_files=[str(path) for path in files]).load_data()
    splitter = (
        SentenceSplitter(chunk_size=size, chunk_overlap=0, tokenizer=_tokens)
        if size
        else SentenceSplitter()
    )
    nodes: list[Any] = splitter.get_nodes_from_documents(read)
    index = VectorStoreIndex(nodes, embed_model=MockEmbedding(embed_dim=WIDTH))
    if place is not None:
        index.storage_context.persist(str(place))
    if words:
        found = LlamaWords.from_defaults(nodes=nodes, similarity_top_k=10)
        if place is not None:
            found.persist(str(place / "words"))
    return len(nodes)


def _tokens(text: str) -> list[int]:
    """The splitter takes the length of what its tokenizer gives."""
    return [0] * COUNTER.count(text)


def _haystack(files: Sequence[Path], place: Path | None) -> int:
    read = TextFileToDocument().run(sources=list(files))["documents"]
    splitter = DocumentSplitter()
    splitter.warm_up()
    pieces = splitter.run(documents=read)["documents"]
    for piece in pieces:
        piece.embedding = VECTOR
    store = InMemoryDocumentStore()
    written = store.write_documents(pieces, policy=DuplicatePolicy.SKIP)
    if place is not None:
        store.save_to_disk(str(place / "store.json"))
    return written


def _to_disk(way: Callable[..., int], *given: Any) -> int:
    with tempfile.TemporaryDirectory() as place:
        return way(*given, Path(place))


# ---------------------------------------------------------------- the least that it takes


def _passages(folder: Path) -> list[str]:
    """The texts of Loadsheet's passages."""
    documents = (item.document for item in load([Root.of(folder)]) if isinstance(item, Loaded))
    return [piece.text for document in documents for piece in chunk(document, COUNTER)]


def _indexed(passages: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as place:
        database: Any = apsw.Connection(f"{place}/index.db")
        database.execute("PRAGMA journal_mode = wal; PRAGMA synchronous = normal")
        database.execute(
            "CREATE VIRTUAL TABLE words USING fts5 "
            "(text, content = '', tokenize = 'porter unicode61 remove_diacritics 2')"
        )
        with database:
            database.executemany(
                "INSERT INTO words (rowid, text) VALUES (?, ?)", enumerate(passages, 1)
            )
        database.close()
    return len(passages)


def _counted(passages: Sequence[str]) -> int:
    for text in passages:
        COUNTER.count(text)
    return len(passages)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
