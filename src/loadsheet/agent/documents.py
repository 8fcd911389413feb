"""An agent's documents: files and texts in, what became of them out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from loadsheet.agent.parts import AgentParts
from loadsheet.artifacts import (
    AddReport,
    CheckReport,
    Document,
    Excerpt,
    Partial,
)
from loadsheet.corpus.tally import Progress
from loadsheet.embedding import Progress as Embedded
from loadsheet.errors import UnknownError
from loadsheet.ports import (
    ErasedDocuments,
)
from loadsheet.wording import Progress as Worded


@dataclass(frozen=True, slots=True)
class Documents:
    """Takes documents in, keeps them up to date, and out again."""

    parts: AgentParts

    async def add(
        self, *paths: str | os.PathLike[str], progress: Progress | None = None
    ) -> AddReport:
        """Add files, folders and patterns; what is gone from them goes, what is unchanged costs nothing.

        A file that cannot be read is named in `skipped`. Raises `InputError` for a path that does not exist, and when
        nothing could be added and nothing was to go; both change nothing.
        """
        report = await self.parts.library.add(paths, progress)
        return await self._changed(report)

    async def sync(
        self, *paths: str | os.PathLike[str], progress: Progress | None = None
    ) -> AddReport:
        """Bring the documents up to date with the paths; without any, with every path that was ever added.

        Unlike `add` it takes a folder that is gone for one that has become empty.
        """
        report = await self.parts.library.sync(paths, progress)
        return await self._changed(report)

    async def add_documents(self, documents: Iterable[Document]) -> AddReport:
        """Add texts that are in memory; an id that is there already is replaced."""
        report = await self.parts.library.add_documents(documents)
        return await self._changed(report)

    async def add_bytes(self, data: bytes, *, name: str) -> AddReport:
        """Add what a file of that name would hold. Raises `InputError` when it is no document."""
        report = await self.parts.library.add_bytes(data, name)
        return await self._changed(report)

    async def _changed(self, report: AddReport) -> AddReport:
        """What follows when documents have changed: records that rest on them, and vectors."""
        await self.parts.memory.refresh()
        if self.parts.embedding:
            self.parts.embedding.begin()
        return report

    async def show(
        self,
        document: str,
        *,
        version: int | None = None,
        start: int | None = None,
        end: int | None = None,
    ) -> Excerpt:
        """A part of any version of a document, and what became of that version; all of the newest by default."""
        return await self.parts.library.show(document, version, start, end)

    async def check(self, *, repair: bool = False) -> CheckReport:
        """What does not agree between documents, text index, vectors and summaries; with `repair` it is put right."""
        report = await self.parts.library.check(repair=repair)
        if self.parts.embedding is None:
            return report
        if repair:
            self.parts.embedding.begin()
        state = await self.parts.store.embedded(self.parts.workspace, self.parts.embedding.name)
        return report.model_copy(update={"waiting": state.of - state.have})

    async def embed(self, progress: Embedded | None = None) -> Partial:
        """Wait until every passage has its vector, and say how many there are; none without an embedder.

        `add` and `add_documents` begin with it in the background, and what was stopped goes on here. Raises
        `ModelError` when the embedder fails; what it made until then is kept.
        """
        if self.parts.embedding:
            return await self.parts.embedding.finish(progress)
        passages = sum(row.chunks for row in await self.parts.store.documents(self.parts.workspace))
        return Partial(source="vectors", have=0, of=passages)

    async def summarize(self, progress: Worded | None = None) -> Partial:
        """Make the summaries that overviews are found by, and say how many there are; none with `route = "fixed"`.

        With the setting `outline` a model is asked, once for each section, what it is about: `progress` is told
        how far it is. Raises `ModelError` when it fails; what it said until then is kept, and the next call goes on.
        """
        if self.parts.settings.route == "fixed":
            return Partial(source="summaries", have=0, of=0)
        while (made := await self.parts.store.summarize(self.parts.workspace)).have < made.of:
            pass
        return await self.parts.wording.finish(progress) if self.parts.wording else made

    async def remove(self, ids: str | Sequence[str]) -> Sequence[str]:
        """Remove documents from search; returns those that were there. Raises `UnknownError` when none was."""
        wanted = [ids] if isinstance(ids, str) else ids
        gone = await self.parts.store.remove(self.parts.workspace, wanted, self.parts.clock())
        await self.parts.memory.refresh()
        if wanted and not gone:
            raise UnknownError(
                f"no document has the id {wanted[0]!r} in workspace {self.parts.workspace!r}"
            )
        return gone

    async def erase(self, ids: str | Sequence[str]) -> ErasedDocuments:
        """Remove documents for good, also such as were removed before, and report what was reached.

        Nothing of any version stays in a table, index or file of the state. Turns that read them cannot be replayed,
        their answers say `[forgotten]`, and what memory took from them goes. Raises `UnknownError` when there was never
        one of these ids.
        """
        wanted = [ids] if isinstance(ids, str) else ids
        # An `add` that read a file before it was erased must not store it afterwards.
        async with self.parts.store.adding():
            done = await self.parts.store.erase_documents(
                self.parts.workspace, wanted, self.parts.counter, self.parts.clock()
            )
        if wanted and not done.documents:
            raise UnknownError(
                f"no document ever had the id {wanted[0]!r} in workspace {self.parts.workspace!r}"
            )
        return done
