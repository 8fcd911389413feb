"""One `add` at a time, over tasks and processes."""

from __future__ import annotations

import asyncio
from asyncio import sleep
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import cast

import apsw

from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.connection import Connection
from loadsheet.stores.sqlite.opening import MEMORY, Database, read_only, translated

AGAIN_SECONDS = 0.05
"""How long one waits before asking again whether the other one is done."""


class Alone(StorePart):
    """Lets one writer of documents at a time look at what is there and change it.

    Two at once over the same folder would each give its files a name, and one file could take the name of another.
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._adding = asyncio.Lock()

    @asynccontextmanager
    async def adding(self) -> AsyncGenerator[None]:
        """Wait until nobody else adds documents to the file, and keep others waiting meanwhile.

        The wait ends with the other process, however that ends.
        """
        if self.connection.read_only:
            raise read_only(self.connection.path)
        async with self._adding:
            if self.connection.path == MEMORY:
                yield
                return
            lock = await _locked(f"{self.connection.path}-adding")
            try:
                yield
            finally:
                lock.close()


async def _locked(path: str) -> Database:
    """An open transaction on an empty file, which the system takes back from a process that ends."""
    with translated(path):
        lock = cast("Database", apsw.Connection(path))
        while True:
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except apsw.BusyError:
                try:
                    await sleep(AGAIN_SECONDS)
                except BaseException:
                    lock.close()
                    raise
            else:
                return lock
