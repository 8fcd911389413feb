"""What memory keeps, who decides of it, and how it is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from loadsheet.artifacts import ForgetReport, MemoryRecord, MemoryType, WriteReceipt
from loadsheet.ports.world import Counter


@dataclass(frozen=True, slots=True)
class Decision:
    """What the write policy decided of a candidate, and every record that must be written for it."""

    receipt: WriteReceipt
    writes: tuple[MemoryRecord, ...] = ()
    """The new record and those that it changed."""


class Decider(Protocol):
    """Decides what becomes of a candidate; a store calls it inside its transaction."""

    def keys(self, candidate: MemoryRecord) -> Sequence[tuple[str, str]]:
        """The subjects and keys whose records the decision must see; an empty subject means whoever has the key."""
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
    """The status of that record, or how it ended."""


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
        replaced: bool = False,
        types: Sequence[MemoryType] = (),
    ) -> Sequence[MemoryRecord]:
        """The records of these subjects that are not superseded, newest first; with `over`, only those over at `at`.

        With `replaced` also those that were superseded, where they held until after `at`.
        """
        ...

    async def check_memory(self, workspace: str, *, repair: bool = False) -> Sequence[str]:
        """What does not agree between records, messages and what they are searched by; with `repair` that is made
        again."""
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
        ids: Sequence[str] | None = None,
    ) -> Sequence[MemoryRecord]:
        """Records of every status, in the order of their writing; those of `ids` alone where it is given."""
        ...

    async def told(
        self, workspace: str, session: str, messages: Sequence[str]
    ) -> Sequence[MemoryRecord]:
        """The records of every status that messages of a session gave, and those that these took the place of."""
        ...

    async def latest(self, workspace: str, session: str, limit: int) -> Sequence[MemoryRecord]:
        """The active records that a session gave last, the newest first."""
        ...

    async def said(
        self,
        workspace: str,
        text: str,
        *,
        at: datetime,
        limit: int,
        session: str | None = None,
        beyond: int = 0,
        role: str | None = None,
    ) -> Sequence[Utterance]:
        """The sentences of the transcript that speak most of `text`, best first; with `role`, only of that one.

        Of `session` the answers among the last message and `beyond` ones before it are left away.
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
        counter: Counter,
        at: datetime,
        *,
        ids: Sequence[str] = (),
        subject: str | None = None,
    ) -> ForgetReport:
        """Remove records, or all of a subject, with what goes with them: no file of the state holds it any more.

        What goes with them: records of what is the subject's, that name it or of whose sentence nothing is left, every
        sentence that names it, and all that it said itself. A subject that nobody is touches nothing.
        """
        ...
