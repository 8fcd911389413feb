"""The documents of one workspace, for the rooms beside it: where they are kept, how they are read, and what goes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import AddReport, Document
from loadsheet.corpus.chunk import chunk
from loadsheet.corpus.formats import EDITION, Limits
from loadsheet.corpus.load import ReadPolicy
from loadsheet.embedding import Embedding
from loadsheet.errors import UnknownError
from loadsheet.ports import Clock, Counter, Cut, ErasedDocuments, Store
from loadsheet.settings import Settings
from loadsheet.wording import Wording


@dataclass(frozen=True, slots=True)
class Library:
    """The documents of one workspace."""

    store: Store
    workspace: str
    counter: Counter
    settings: Settings
    clock: Clock
    refresh: Callable[[], Awaitable[object]]
    """Has memory look again at what rests on documents."""
    embedding: Embedding | None = None
    """What gives passages their vectors; None without an embedder."""
    wording: Wording | None = None
    """What has a model say what sections are about; None where the settings name none."""

    @property
    def reading(self) -> ReadPolicy:
        """How the settings want files to be read."""
        chosen = self.settings
        return ReadPolicy(
            file_megabytes=chosen.file_megabytes,
            total_megabytes=chosen.add_megabytes,
            limits=Limits(chosen.file_characters, chosen.file_seconds),
            gitignore=chosen.gitignore,
            recipe=f"{EDITION}-{chosen.chunk_tokens}-{self.counter.name}",
        )

    def cut(self, document: Document) -> Cut:
        """A document with its passages."""
        return Cut(document, chunk(document, self.counter, target=self.settings.chunk_tokens))

    async def changed(self, report: AddReport) -> AddReport:
        """What follows when documents have changed: records that rest on them, and vectors."""
        await self.refresh()
        if self.embedding:
            self.embedding.begin()
        return report

    async def remove(self, ids: str | Sequence[str]) -> Sequence[str]:
        """Remove documents from search; returns those that were there. Raises `UnknownError` when none was."""
        wanted = [ids] if isinstance(ids, str) else ids
        gone = await self.store.remove(self.workspace, wanted, self.clock())
        await self.refresh()
        if wanted and not gone:
            raise UnknownError(
                f"no document has the id {wanted[0]!r} in workspace {self.workspace!r}"
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
        async with self.store.adding():
            done = await self.store.erase_documents(
                self.workspace, wanted, self.counter, self.clock()
            )
        if wanted and not done.documents:
            raise UnknownError(
                f"no document ever had the id {wanted[0]!r} in workspace {self.workspace!r}"
            )
        return done
