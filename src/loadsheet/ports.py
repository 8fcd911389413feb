"""What the core asks of the world: stores, models, a token counter, a clock.

Each port is the few methods that the core calls, in the core's own words. An adapter translates the errors of its
library into `StoreError` or `ModelError`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from loadsheet.artifacts import (
    Candidate,
    CandidateList,
    ChatMessage,
    Chunk,
    Document,
    MemoryRecord,
    MemoryType,
    Message,
    Partial,
    Prompt,
    QuerySet,
    SessionState,
    WriteReceipt,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Clock = Callable[[], datetime]
"""Now, as an aware time."""

Ids = Callable[[str], str]
"""A new id that begins with the given prefix; ids made later sort later."""


class Counter(Protocol):
    """Counts tokens as one model's tokenizer does, or estimates them and says so."""

    @property
    def name(self) -> str:
        """The name that manifests carry."""
        ...

    @property
    def exact(self) -> bool:
        """Whether the counts are those of the model's own tokenizer."""
        ...

    def count(self, text: str) -> int:
        """The tokens of `text` alone; never fewer than the model would count where `exact` is False."""
        ...

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        """The tokens around and between the contents of `messages`, the opening of the reply included."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of unit length, so that their product is their cosine."""

    @property
    def name(self) -> str:
        """The model with its revision; vectors of different names are never compared."""
        ...

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        """A row for each text, the same whatever else is in the batch; all of one length. Raises `ModelError`.

        With `as_query` the texts are what is searched for, which some models read otherwise than what is found.
        """
        ...


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
        """Store several documents in one transaction, as `put` stores one; what became of each, in their order."""
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
    text_hash: str
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
        """How many of the summaries that a model can add to have been asked of this one, and the next that have not."""
        ...

    async def keep_wordings(
        self, workspace: str, model: str, worded: Sequence[tuple[int, str]]
    ) -> None:
        """Keep what a model says of sections, by their `id`; an empty text was refused and is not asked for again."""
        ...

    async def overview(self, queries: QuerySet) -> CandidateList:
        """The passages that hold the sentences of the best summaries for each query, best first."""
        ...

    async def check_summaries(self, workspace: str, *, repair: bool = False) -> Sequence[str]:
        """What does not agree between texts and their summaries, in words; with `repair` it is taken out."""
        ...


class TranscriptStore(Protocol):
    """The immutable messages of each session, and the state that the conversation has established."""

    async def append(
        self,
        workspace: str,
        messages: Sequence[Message],
        state: SessionState,
        base: SessionState | None = None,
    ) -> None:
        """Add messages and replace the session's state, in one transaction.

        `base` is the state that `state` was made from: where another writer has replaced it since, `state.onto` brings
        both together. Without it the stored state is replaced.
        """
        ...

    async def tail(self, workspace: str, session: str, *, tokens: int) -> Sequence[Message]:
        """The newest messages, oldest first, until their sizes exceed `tokens`, and the one that exceeds it."""
        ...

    async def length(self, workspace: str, session: str) -> tuple[int, str | None]:
        """How many messages the session has, and the id of the first."""
        ...

    async def state(self, workspace: str, session: str) -> SessionState | None:
        """The session's state; None before its first turn."""
        ...

    async def sessions(self, workspace: str) -> Sequence[SessionSummary]:
        """Every session of the workspace, the one used last first."""
        ...


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A session for a list: its first question, its length and when it was used."""

    id: str
    title: str
    turns: int
    last_used: datetime


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A stored turn for a list."""

    id: str
    session: str
    question: str
    outcome: str
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A line of a stored trace: small values here, each artifact as the hash of its JSON."""

    span: str
    parent: str | None
    stage: str
    started_at: datetime
    seconds: float
    given: str | None = None
    gave: str | None = None
    tokens: int | None = None
    failure: str | None = None
    """The stage's failure signal, when it fired."""
    decisions: tuple[str, ...] = ()
    cost: float | None = None
    allowed_seconds: float | None = None
    allowed_tokens: int | None = None
    allowed_cost: float | None = None
    overrun: tuple[str, ...] = ()
    """What of its allowance the stage exceeded: `seconds`, `tokens`, `cost`."""


@dataclass(frozen=True, slots=True)
class TracePage:
    """Everything that was kept of one turn: its record, its events and the bodies that they name."""

    record: TurnRecord
    events: tuple[StoredEvent, ...]
    bodies: dict[str, str] = field(default_factory=dict[str, str])


class TraceStore(Protocol):
    """Keeps a turn's events; bodies of text are stored once under their hash, per workspace."""

    async def keep(self, workspace: str, page: TracePage) -> None:
        """Store a turn, in one transaction; keeping the same turn id again replaces it."""
        ...

    async def page(self, workspace: str, turn: str) -> TracePage | None:
        """The stored turn with every body that its events reach, or None."""
        ...

    async def turns(self, workspace: str, session: str | None = None) -> Sequence[TurnRecord]:
        """The stored turns, newest first."""
        ...

    async def prune(
        self, workspace: str, *, before: datetime | None, bytes_limit: int | None
    ) -> int:
        """Drop the oldest turns that are older than `before`, or beyond the size; returns how many."""
        ...


@dataclass(frozen=True, slots=True)
class Decision:
    """What the write policy decided of a candidate, and every record that must be written for it."""

    receipt: WriteReceipt
    writes: tuple[MemoryRecord, ...] = ()
    """The new record and those that it changed."""


class Decider(Protocol):
    """Decides what becomes of a candidate; a store calls it inside its transaction."""

    def keys(self, candidate: MemoryRecord) -> Sequence[str]:
        """The keys of the candidate's subject whose records the decision must see."""
        ...

    def decide(self, candidate: MemoryRecord, existing: Sequence[MemoryRecord]) -> Decision:
        """The receipt, and every record that must be written."""
        ...


@dataclass(frozen=True, slots=True)
class Utterance:
    """A sentence of the transcript: `message.content[start:end] == text`."""

    message: str
    session: str
    role: str
    start: int
    end: int
    text: str
    said_at: datetime | None
    score: float
    """Relevance in the index's own units, higher is better."""
    order: int = 0
    """Its place in the transcript of the workspace: what was said later has a higher one."""
    subject: str = ""
    """Whom the record is about that was made of it; empty where none was."""
    status: str = ""
    """The status of that record."""


@dataclass(frozen=True, slots=True)
class Review:
    """A conflict that a person may settle."""

    id: int
    record: str
    reason: str
    raised_at: datetime | None
    decision: str | None = None
    """`accept`, `reject` or `edit`; None while it is open."""
    decided_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Erased:
    """What a forgetting reached: how many rows of each place, and what it could not reach."""

    records: int = 0
    messages: int = 0
    states: int = 0
    turns: int = 0
    remains: tuple[str, ...] = ()
    """The documents of which a version says the same: they are the user's own, and erased by their names."""
    files: tuple[str, ...] = ()
    """The files of the state in which one of the texts still stands: a document or another workspace says the same."""


class RecordStore(Protocol):
    """The records of every workspace, and the sentences of its transcript; every method sees one workspace only."""

    async def write(
        self, workspace: str, candidates: Sequence[MemoryRecord], decider: Decider
    ) -> Sequence[WriteReceipt]:
        """Decide of each candidate and write what was decided, in one transaction; other writers wait."""
        ...

    async def about(
        self,
        workspace: str,
        subjects: Sequence[str],
        at: datetime,
        *,
        over: bool = False,
        types: Sequence[MemoryType] = (),
    ) -> Sequence[MemoryRecord]:
        """The records of these subjects that are not superseded, newest first; with `over`, only those over at `at`."""
        ...

    async def find(
        self,
        workspace: str,
        text: str,
        *,
        at: datetime,
        limit: int,
        types: Sequence[MemoryType] = (),
    ) -> Sequence[MemoryRecord]:
        """The records that speak most of `text`; superseded and expired ones are filtered before the limit."""
        ...

    async def records(
        self,
        workspace: str,
        *,
        status: str | None = None,
        subject: str | None = None,
        key: str | None = None,
        confirmed_by: str | None = None,
        ids: Sequence[str] = (),
    ) -> Sequence[MemoryRecord]:
        """Records of every status, in the order of their writing."""
        ...

    async def said(
        self,
        workspace: str,
        text: str,
        *,
        at: datetime,
        limit: int,
        session: str | None = None,
        role: str | None = None,
    ) -> Sequence[Utterance]:
        """The sentences of the transcript that speak most of `text`, best first; with `role`, only of that one.

        Of `session` the newest messages are left away: they stand in the prompt as history.
        """
        ...

    async def reviews(self, workspace: str) -> Sequence[Review]:
        """The conflicts that were raised, the newest first, each with its decision where there is one."""
        ...

    async def settle(
        self,
        workspace: str,
        review: int,
        decision: str,
        at: datetime,
        writes: Sequence[MemoryRecord],
    ) -> None:
        """Write the records that a person's decision changes, and the decision beside the conflict."""
        ...

    async def erase(
        self,
        workspace: str,
        ids: Sequence[str],
        texts: Sequence[str],
        counter: Counter,
        at: datetime,
        speaker: str | None = None,
    ) -> Erased:
        """Remove records and every place that holds one of `texts`, so that no file of the state holds them.

        With `speaker`, also everything that this person said; without records and words of theirs nothing is touched.
        """
        ...


class Store(
    PassageStore, VectorStore, SummaryStore, TranscriptStore, TraceStore, RecordStore, Protocol
):
    """All of an agent's state in one place."""

    async def close(self) -> None:
        """Let go of the state; the store is of no use after that."""
        ...


class ChatModel(Protocol):
    """Answers a prompt in pieces of text."""

    @property
    def name(self) -> str:
        """The name that answers and traces carry."""
        ...

    def stream(self, prompt: Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
        """The answer as it comes. Raises `ModelError`, or `WindowError` when the prompt is too long."""
        ...


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an answer; the last one may carry what the provider counted."""

    text: str = ""
    usage: tuple[tuple[str, int], ...] = ()
