"""Documents as passages, with their vectors and summaries: what keeps them and finds them again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from loadsheet.artifacts import Candidate, CandidateList, Chunk, Document, Partial, QuerySet
from loadsheet.ports.world import Counter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class PassageStore(Protocol):
    """Holds the documents of every workspace as passages, and finds them again.

    A document is whole or absent; every method sees one workspace only.
    """

    def adding(self) -> AbstractAsyncContextManager[None]:
        """Keeps every other `adding` waiting, of this process or another, until it is left."""
        ...

    async def put(
        self, workspace: str, document: Document, chunks: Sequence[Chunk], added_at: datetime
    ) -> str:
        """Store a document in one transaction; returns `added`, `changed` or `unchanged`.

        An unchanged document (same text, title, timestamp, path and root) writes nothing. A changed
        one gets the next version number, and only the
        passages whose text or headings differ are written anew.
        """
        ...

    async def put_all(
        self, workspace: str, cuts: Sequence[Cut], added_at: datetime
    ) -> Sequence[str]:
        """Store several documents in one transaction, as `put` stores one; what became of each, in their order.

        A file whose document was erased is admitted again by being stored, in the same transaction.
        """
        ...

    async def roots(self, workspace: str) -> Sequence[str]:
        """The paths and patterns that were added, in the order of their first time."""
        ...

    async def follow(self, workspace: str, roots: Sequence[str]) -> None:
        """Remember paths that were added."""
        ...

    async def unfollow(self, workspace: str, roots: Sequence[str]) -> None:
        """Forget paths that were added; their documents stay."""
        ...

    async def versions(self, workspace: str, document: str) -> Sequence[StoredVersion]:
        """Every version of a document, also of one that was removed, oldest first."""
        ...

    async def ever(self, workspace: str) -> Sequence[str]:
        """The id of every document of which there is a version, also of those that were removed."""
        ...

    async def documents(self, workspace: str, root: str | None = None) -> Sequence[StoredDocument]:
        """The current documents, by id; with `root`, those that were added from that path."""
        ...

    async def remove(
        self, workspace: str, ids: Sequence[str], removed_at: datetime | None = None
    ) -> Sequence[str]:
        """Remove documents from search; returns the ids that were there. Their versions stay readable."""
        ...

    async def erase_documents(
        self, workspace: str, names: Sequence[str], counter: Counter, at: datetime
    ) -> ErasedDocuments:
        """Remove every version of documents with all that was made of it: passages, vectors, summaries, records, traces
        and answers. No file of the state holds them any more, unless another document says the same.
        """
        ...

    async def erased(self, workspace: str) -> Collection[str]:
        """Where the files of erased documents lie: the `digest` of each path, as it is and with its links followed."""
        ...

    async def text(self, workspace: str, document: str, version: int | None = None) -> str | None:
        """The text of any version, the newest by default; also of a document that was removed."""
        ...

    async def headings(self, workspace: str) -> Headings:
        """The titles of the current documents and the headings in them; the same object until they change."""
        ...

    async def check(self, workspace: str) -> Sequence[str]:
        """What does not agree between documents, passages and their index, in words; empty when all is well."""
        ...

    async def repair(
        self, workspace: str, cut: Callable[[Document], Sequence[Chunk]]
    ) -> Sequence[str]:
        """Make what does not agree again from the texts that are stored; what was repaired, in words."""
        ...

    async def search(self, queries: QuerySet) -> CandidateList:
        """The best passages for each query, best first; an empty list is a valid answer.

        `weights` of the result holds every distinct term of the queries with how much it tells, 0 to 1.
        """
        ...


@dataclass(frozen=True, slots=True)
class Headings:
    """What documents and their parts are called."""

    titles: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What the store knows of a document without reading its text."""

    id: str
    version: int
    title: str
    path: str | None
    root: str | None
    characters: int
    chunks: int
    added_at: datetime
    timestamp: datetime | None = None
    stamp: str | None = None
    """What its file was when it was read."""


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """A version of a document, and what became of it."""

    version: int
    title: str
    timestamp: datetime | None
    characters: int
    pages: tuple[int, ...]
    """Where each page begins."""
    added_at: datetime
    removed_at: datetime | None = None
    superseded_by: int | None = None
    superseded_at: datetime | None = None

    @property
    def current(self) -> bool:
        """Whether search sees it."""
        return self.removed_at is None and self.superseded_by is None


@dataclass(frozen=True, slots=True)
class Cut:
    """A document with its passages, ready to be stored."""

    document: Document
    chunks: Sequence[Chunk]
    stamp: str | None = None
    """What its file was when it was read."""


@dataclass(frozen=True, slots=True)
class ErasedDocuments:
    """What the erasing of documents reached."""

    documents: tuple[str, ...] = ()
    """Those of which there was a version."""
    versions: int = 0
    records: int = 0
    """Records of memory that were made of them."""
    messages: int = 0
    """Answers that were given with them at hand."""
    turns: int = 0
    paths: tuple[str, ...] = ()
    """The files that they were read from, which are as they were."""


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A text that has no vector yet, and the passages that it stands for."""

    hash: str
    text: str
    passages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """The next texts without a vector; none are left when there are no `texts`."""

    texts: tuple[Unembedded, ...] = ()
    after: int = 0
    """Where to go on."""
    linked: int = 0
    """Passages that got a vector at once, since their text had one before."""


class VectorStore(Protocol):
    """Keeps a vector for each passage and model, and finds the nearest; `embedder` is the model's name.

    What becomes of a passage becomes of its vector: one that is removed or replaced is not found.
    """

    async def unembedded(
        self, workspace: str, embedder: str, *, after: int = 0, limit: int = 64
    ) -> Waiting:
        """The next texts that have no vector; passages whose text had one before get it at once."""
        ...

    async def keep_vectors(
        self,
        workspace: str,
        embedder: str,
        texts: Sequence[Unembedded],
        rows: NDArray[np.float32],
    ) -> None:
        """Store the vectors of texts, in one transaction; a passage that is gone by now is left alone."""
        ...

    async def tidy_vectors(self, workspace: str, embedder: str) -> int:
        """Drop what other models made, and the oldest vectors of texts that are gone beyond as many as are in use.

        Returns how many vectors went. Call it when every passage has its vector.
        """
        ...

    async def embedded(self, workspace: str, embedder: str) -> Partial:
        """How many of the workspace's passages have a vector of this model."""
        ...

    async def likeness(
        self,
        workspace: str,
        embedder: str,
        best: Sequence[tuple[Candidate, float]],
        passages: Sequence[Candidate],
    ) -> Sequence[float | None]:
        """How near each passage lies to the best ones, which count as much as is said; None without a vector."""
        ...

    async def check_vectors(self, workspace: str, *, repair: bool = False) -> Sequence[str]:
        """What does not agree between passages and their vectors, in words; with `repair` it is taken out."""
        ...

    async def nearest(
        self, queries: QuerySet, embedder: str, vectors: NDArray[np.float32]
    ) -> CandidateList:
        """The passages nearest to the vector of each query, best first, of those that have one."""
        ...


@dataclass(frozen=True, slots=True)
class Section:
    """A section, or a whole document, for a model to say what it is about."""

    id: int
    """How its store names it."""
    title: str
    headings: tuple[str, ...]
    text: str
    """What it says, or its parts' central sentences where that is too long to be read."""


@dataclass(frozen=True, slots=True)
class Worded:
    """What a model says a section is about, or why that was not taken."""

    id: int
    """How the store names the section."""
    text: str = ""
    refused: str = ""


class SummaryStore(Protocol):
    """Keeps the central sentences of each document and section, and finds the passages that hold them.

    What becomes of a document becomes of its summaries: those of one that is removed or changed are not found.
    """

    async def summarize(self, workspace: str) -> Partial:
        """Make the summaries of the next documents that have none; how many have theirs now."""
        ...

    async def unworded(
        self, workspace: str, model: str, limit: int
    ) -> tuple[Partial, Sequence[Section]]:
        """How many of the summaries that a model can add to have been asked of this one, with what was refused, and
        the next that have not."""
        ...

    async def keep_wordings(self, workspace: str, model: str, worded: Sequence[Worded]) -> None:
        """Keep what a model says of sections, or why it was refused; neither is asked for again."""
        ...

    async def overview(self, queries: QuerySet) -> CandidateList:
        """The passages that hold the sentences of the best summaries for each query, best first."""
        ...

    async def check_summaries(self, workspace: str, *, repair: bool = False) -> Sequence[str]:
        """What does not agree between texts and their summaries, in words; with `repair` it is taken out."""
        ...
