"""What was said and what a turn did: the transcript, the state of a session, and traces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from loadsheet.artifacts import Message, SessionState


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

    async def messages(self, workspace: str, session: str, ids: Sequence[str]) -> Sequence[Message]:
        """The messages of the session with these ids, oldest first."""
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
    """The span of the event because of which it ran; None for the way that every turn takes."""
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
