"""What the core asks of the world: stores, models, a token counter, a clock.

Each port is the few methods that the core calls, in the core's own words. An adapter translates the errors of its
library into `StoreError` or `ModelError`.
"""

from __future__ import annotations

from typing import Protocol

from loadsheet.ports.beliefs import BeliefStore, Held, Revised, Revision
from loadsheet.ports.conversations import (
    SessionSummary,
    StoredEvent,
    TracePage,
    TraceStore,
    TranscriptStore,
    TurnRecord,
)
from loadsheet.ports.passages import (
    Cut,
    ErasedDocuments,
    Headings,
    PassageStore,
    Section,
    StoredDocument,
    StoredVersion,
    SummaryStore,
    Unembedded,
    VectorStore,
    Waiting,
    Worded,
)
from loadsheet.ports.records import Decider, Decision, RecordStore, Review, Utterance
from loadsheet.ports.world import ChatModel, Clock, Counter, Embedder, Ids, Piece, Reranker

__all__ = [
    "BeliefStore",
    "ChatModel",
    "Clock",
    "Counter",
    "Cut",
    "Decider",
    "Decision",
    "Embedder",
    "ErasedDocuments",
    "Headings",
    "Held",
    "Ids",
    "PassageStore",
    "Piece",
    "RecordStore",
    "Reranker",
    "Review",
    "Revised",
    "Revision",
    "Section",
    "SessionSummary",
    "Store",
    "StoredDocument",
    "StoredEvent",
    "StoredVersion",
    "SummaryStore",
    "TracePage",
    "TraceStore",
    "TranscriptStore",
    "TurnRecord",
    "Unembedded",
    "Utterance",
    "VectorStore",
    "Waiting",
    "Worded",
]


class Store(
    PassageStore,
    VectorStore,
    SummaryStore,
    TranscriptStore,
    TraceStore,
    RecordStore,
    BeliefStore,
    Protocol,
):
    """All of an agent's state in one place."""

    def claim(self) -> None:
        """Raise `InputError` for a state that may only be read, before work is done for nothing."""
        ...

    async def close(self) -> None:
        """Let go of the state; the store is of no use after that."""
        ...
