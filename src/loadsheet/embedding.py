"""Passages without a vector in, all of them with one out: in the background, or while the caller waits."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from loadsheet.artifacts import Partial
from loadsheet.corpus.embedded import index_name
from loadsheet.errors import LoadsheetError
from loadsheet.ports import Embedder, VectorStore

AT_ONCE = (32, 1024)
"""Texts between two commits, at the least and at the most: as many as take a moment, so that an interruption costs no
more, and an embedder that is fast does not wait for commits.
"""

MOMENT = 0.25
"""Seconds below which the next texts are twice as many; beyond twice as long they are half as many."""

EmbeddingProgress = Callable[[Partial], None]
"""Called with how many passages have their vector, after each commit."""


@dataclass(slots=True)
class Embedding:
    """Gives each passage of a workspace its vector. Text is stored before, so that words are found meanwhile.

    Every batch is committed by itself: what was stopped goes on where it was.
    """

    store: VectorStore
    embedder: Embedder
    workspace: str
    progress: EmbeddingProgress | None = None
    _task: asyncio.Task[None] | None = None
    _again: bool = False
    _waited: bool = False
    _failure: LoadsheetError | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The name that the vectors are kept under."""
        return index_name(self.embedder.name)

    def begin(self) -> None:
        """Go to work in the background; what is added meanwhile is seen to as well."""
        self._again = True
        if self._task is None or self._task.done():
            self._failure = None
            self._task = asyncio.create_task(self._run())

    async def finish(self, progress: EmbeddingProgress | None = None) -> Partial:
        """Go to work and wait until every passage has its vector. Raises what the embedder or the store raises."""
        self.progress, self._waited = progress, True
        self.begin()
        try:
            assert self._task is not None
            await asyncio.shield(self._task)
        finally:
            self.progress, self._waited = None, False
        if self._failure is not None:
            raise self._failure
        return await self.store.embedded(self.workspace, self.name)

    async def stop(self) -> None:
        """End the work at the next commit; it can begin again."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while self._again:
                self._again = False
                await self._pass()
                await self.store.tidy_vectors(self.workspace, self.name)
        except LoadsheetError as error:
            # Whoever waits gets it raised; where nobody does, a log is the only place to say it.
            self._failure = error
            if not self._waited:
                logging.getLogger("loadsheet").warning("vectors are not built: %s", error)

    async def _pass(self) -> None:
        """One way through the passages, in the order in which they were stored."""
        state = await self.store.embedded(self.workspace, self.name)
        after, limit = 0, AT_ONCE[0]
        while True:
            waiting = await self.store.unembedded(
                self.workspace, self.name, after=after, limit=limit
            )
            made = waiting.linked
            if waiting.texts:
                began = time.monotonic()
                rows = await self.embedder.embed([item.text for item in waiting.texts])
                limit = following(limit, time.monotonic() - began)
                await self.store.keep_vectors(self.workspace, self.name, waiting.texts, rows)
                made += sum(len(item.passages) for item in waiting.texts)
            state = state.model_copy(update={"have": state.have + made})
            if self.progress:
                self.progress(state)
            if not waiting.texts:
                return
            after = waiting.after


def following(limit: int, seconds: float) -> int:
    """How many texts to take next, after up to `limit` took so long."""
    least, most = AT_ONCE
    if seconds < MOMENT:
        return min(most, limit * 2)
    return max(least, limit // 2) if seconds > 2 * MOMENT else limit
