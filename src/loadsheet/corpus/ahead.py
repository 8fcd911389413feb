"""Files as they are read in; batches of them with their passages out, ahead of the one who stores them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Self

from loadsheet.artifacts import Skipped
from loadsheet.corpus.cutting import Cutting
from loadsheet.corpus.load import Item, Loaded, Same
from loadsheet.ports import Cut
from loadsheet.tasks import to_its_end

BATCH_DOCUMENTS = 64
BATCH_CHARACTERS = 500_000
"""So much is stored in one transaction. A kill costs what is in one and in those that were cut meanwhile: about half a
second where files need no parser."""


class Batch(NamedTuple):
    """What is stored in one transaction, and the files beside it that are no new documents."""

    loaded: Sequence[Loaded]
    aside: Sequence[Same | Skipped]


def batched(items: Iterable[Item]) -> Iterator[Batch]:
    """Files as they are read, as many together as are stored in one transaction."""
    loaded: list[Loaded] = []
    aside: list[Same | Skipped] = []
    size = 0
    for item in items:
        if isinstance(item, Loaded):
            loaded.append(item)
            size += len(item.document.text)
        else:
            aside.append(item)
        if size >= BATCH_CHARACTERS or len(loaded) + len(aside) >= BATCH_DOCUMENTS:
            yield Batch(loaded, aside)
            loaded, aside, size = [], [], 0
    yield Batch(loaded, aside)


QUEUED = 2
"""Batches more that may be under way for each process that joins in: one that it cuts, and one that waits for it."""


class Ahead:
    """Batches in their order, each with its documents cut, on threads that wait for disks and for other processes.

    The next batch is read meanwhile, and cut as soon as somebody else has a core for it: two threads of one Python
    that cut and store at a time take longer than one that does one after the other.
    """

    def __init__(self, batches: Iterator[Batch], cutting: Cutting) -> None:
        self._batches = batches
        self._cutting = cutting
        self._room = asyncio.Semaphore()
        self._under_way = False
        cutting.when_joined(partial(asyncio.get_running_loop().call_soon_threadsafe, self._grow))
        self._coming = asyncio.Queue[tuple[Batch, asyncio.Future[list[Cut]]] | None]()
        self._begun: set[asyncio.Future[list[Cut]]] = set()
        self._ended = False
        self._reading = asyncio.ensure_future(self._read())

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> tuple[Sequence[Same | Skipped], list[Cut]]:
        if self._under_way:
            self._room.release()  # the one before is stored
        coming = await self._coming.get()
        if coming is None:
            await self._reading
            raise StopAsyncIteration
        batch, cutting = coming
        cuts = await asyncio.shield(cutting)  # its thread goes on, and is waited for at the end
        self._begun.discard(cutting)
        self._under_way = True
        return batch.aside, cuts

    async def end(self) -> None:
        """Begin nothing more, and wait for what was begun, whatever becomes of it."""
        self._ended = True
        self._room.release()
        await to_its_end(self._rest())

    def _grow(self) -> None:
        for _ in range(QUEUED):
            self._room.release()

    async def _rest(self) -> None:
        await asyncio.gather(self._reading, return_exceptions=True)
        await asyncio.gather(*self._begun, return_exceptions=True)

    async def _read(self) -> None:
        try:
            while (batch := await asyncio.to_thread(next, self._batches, None)) is not None:
                await self._room.acquire()
                if self._ended:
                    return
                cutting = asyncio.ensure_future(asyncio.to_thread(self._cut, batch))
                self._begun.add(cutting)
                self._coming.put_nowait((batch, cutting))
        finally:
            self._coming.put_nowait(None)

    def _cut(self, batch: Batch) -> list[Cut]:
        found = self._cutting.cut([one.document for one in batch.loaded]) if batch.loaded else []
        return [Cut(one.document, c, one.stamp) for one, c in zip(batch.loaded, found, strict=True)]
