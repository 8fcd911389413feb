"""Passages, vectors, summaries, transcripts, traces and records in one SQLite file, the source of truth."""

from __future__ import annotations

import os
from typing import Self

from loadsheet.stores.sqlite.alone import Alone
from loadsheet.stores.sqlite.beliefs import BeliefGraph
from loadsheet.stores.sqlite.check import IndexDrift
from loadsheet.stores.sqlite.connection import Connection
from loadsheet.stores.sqlite.documents import DocumentVersions
from loadsheet.stores.sqlite.drift import VectorDrift
from loadsheet.stores.sqlite.erasing import Erasing
from loadsheet.stores.sqlite.headings import Titled
from loadsheet.stores.sqlite.lexical import Words
from loadsheet.stores.sqlite.memory_drift import MemoryDrift
from loadsheet.stores.sqlite.opening import read_only
from loadsheet.stores.sqlite.summaries import Summaries
from loadsheet.stores.sqlite.traces import Traces
from loadsheet.stores.sqlite.transcripts import Transcripts
from loadsheet.stores.sqlite.vectors import Vectors

__all__ = ["SqliteStore"]


class SqliteStore(
    Alone,
    DocumentVersions,
    Words,
    IndexDrift,
    Titled,
    Vectors,
    VectorDrift,
    MemoryDrift,
    Summaries,
    Transcripts,
    Traces,
    BeliefGraph,
    Erasing,
):
    """The stores of the ports in one file; several processes may use it at once.

    Statements run on a thread of their own, in the order in which they were asked for; vectors are read on another one.
    """

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Open the file, making it and its folder where they are missing.

        One that may not be written is opened to be read. Raises `InputError` for a file that is damaged, another
        program's or of a newer version, and leaves it as it is.
        """
        return cls(Connection(os.fspath(path)))

    @classmethod
    def in_memory(cls) -> Self:
        """A store that ends with its object: for examples and tests."""
        return cls(Connection(":memory:"))

    def claim(self) -> None:
        """Raise `InputError` where nothing may be written."""
        if self.connection.read_only:
            raise read_only(self.connection.path)

    async def close(self) -> None:
        """Finish what was begun and close the file; closing again does nothing."""
        self.connection.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
