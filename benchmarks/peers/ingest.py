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
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from haystack.components.converters import TextFileToDocument
from haystack.components.preprocessors import DocumentSplitter
from haystack.document_stores.in_memory import InMemoryDocumentStore
from langchain_core.documents import Document as ChainDocument
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import RecursiveCharacterTextSplitter
from llama_index.core import MockEmbedding, SimpleDirectoryReader, VectorStoreIndex
from llama_index.core.node_parser import SentenceSplitter
from numpy.typing import NDArray

from figures import Bench, interleaved, median, shown
from loadsheet.agent import Agent
from loadsheet.models.counters import BpeCounter

WIDTH = 384
"""Numbers in a vector, as a small model's."""
ROUNDS = 5
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
    ways: dict[str, Callable[[], int]] = {
        "loadsheet, on disk": partial(_loadsheet, folder, on_disk=True),
        "loadsheet, in memory": partial(_loadsheet, folder, on_disk=False),
        "langchain, sizes in characters": partial(_langchain, files, len),
        "langchain, sizes in tokens": partial(_langchain, files, COUNTER.count),
        "llama-index": partial(_llama, files),
        "haystack": partial(_haystack, files),
    }
    kept = {name: way() for name, way in ways.items()}
    seconds = {name: median(values) for name, values in interleaved(ways, ROUNDS).items()}
    ours = seconds["loadsheet, on disk"]
    for name, value in seconds.items():
        times = f", {shown(value / ours)} × loadsheet's time on disk" if value != ours else ""
        bench.add(name, megabytes / value, "MB/s", note=f"{kept[name]} passages{times}")
    fastest = min(value for name, value in seconds.items() if "loadsheet" not in name)
    counting = min(
        value
        for name, value in seconds.items()
        if "loadsheet" not in name and "characters" not in name
    )
    bench.add("times the MB/s of the fastest peer", fastest / ours, "×", at_least=GOAL)
    bench.add("times the MB/s of the fastest that counts tokens or words", counting / ours, "×")
    bench.notes += [
        f"{len(files)} markdown files, {megabytes:.2f} MB; medians of {ROUNDS}, ways take turns; every way embeds with "
        f"the same {WIDTH} numbers for each text",
        "loadsheet: Agent.add of the folder and Agent.embed, into an SQLite file with versions, a full-text index, "
        "exact offsets, headings, token counts and sketches, or the same in memory",
        "langchain: read_text, RecursiveCharacterTextSplitter at its defaults (4,000 characters), or at 240 tokens "
        "counted as Loadsheet counts; InMemoryVectorStore",
        "llama-index: SimpleDirectoryReader, SentenceSplitter at its defaults (1,024 tokens), MockEmbedding, "
        "VectorStoreIndex in memory",
        "haystack: TextFileToDocument, DocumentSplitter at its defaults (200 words), InMemoryDocumentStore; its "
        "vectors are set on the documents",
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


def _langchain(files: Sequence[Path], size: Callable[[str], int]) -> int:
    read = [
        ChainDocument(path.read_text("utf-8"), metadata={"source": str(path)}) for path in files
    ]
    splitter = (
        RecursiveCharacterTextSplitter()
        if size is len
        else RecursiveCharacterTextSplitter(chunk_size=240, chunk_overlap=0, length_function=size)
    )
    pieces = splitter.split_documents(read)
    InMemoryVectorStore(_Same()).add_documents(pieces)
    return len(pieces)


def _llama(files: Sequence[Path]) -> int:
    read = SimpleDirectoryReader(input_files=[str(path) for path in files]).load_data()
    nodes: list[Any] = SentenceSplitter().get_nodes_from_documents(read)
    VectorStoreIndex(nodes, embed_model=MockEmbedding(embed_dim=WIDTH))
    return len(nodes)


def _haystack(files: Sequence[Path]) -> int:
    read = TextFileToDocument().run(sources=list(files))["documents"]
    splitter = DocumentSplitter()
    splitter.warm_up()
    pieces = splitter.run(documents=read)["documents"]
    for piece in pieces:
        piece.embedding = VECTOR
    return InMemoryDocumentStore().write_documents(pieces)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
