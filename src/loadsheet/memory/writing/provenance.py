"""Records from documents, and the texts of these now, go in; the records that lost their source come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from loadsheet.artifacts import MemoryRecord, WriteReceipt
from loadsheet.memory.recall.status import GONE
from loadsheet.ports import Decision


def lost(records: Iterable[MemoryRecord], texts: Mapping[str, str | None]) -> list[MemoryRecord]:
    """The current records of which no document says the statement any more; None is a document that is gone."""
    return [
        record
        for record in records
        if record.status in {"active", "disputed"}
        and record.confirmed_by == "document"
        and not any(
            record.text in (texts.get(source.document) or "")
            for source in record.sources
            if source.document is not None
        )
    ]


def documents_of(records: Iterable[MemoryRecord]) -> list[str]:
    """The documents that current records came from."""
    found = {
        source.document: None
        for record in records
        if record.status in {"active", "disputed"} and record.confirmed_by == "document"
        for source in record.sources
        if source.document is not None
    }
    return list(found)


@dataclass(frozen=True, slots=True)
class Release:
    """Lets records be plain again whose other sides have all ended."""

    ended: frozenset[str]

    def keys(self, candidate: MemoryRecord) -> Sequence[tuple[str, str]]:
        """The record's own key."""
        return ((candidate.subject, candidate.key),)

    def decide(self, candidate: MemoryRecord, existing: Sequence[MemoryRecord]) -> Decision:
        """The record without the sides that have ended; active where none is left."""
        held = next((record for record in existing if record.id == candidate.id), candidate)
        left = tuple(id for id in held.disputes if id not in self.ended)
        plain = held.status == "disputed" and not left
        made = held.model_copy(
            update={"disputes": left, "status": "active" if plain else held.status}
        )
        receipt = WriteReceipt(
            status="confirmed",
            reason="what contradicted it has ended",
            text=held.text,
            record=held.id,
        )
        return Decision(receipt, (made,))


@dataclass(frozen=True, slots=True)
class Invalidate:
    """Ends records whose source is gone, or that were taken back; they stay on record and are never recalled.

    Other records than those that end are what these contradicted: they are plain again.
    """

    ended: frozenset[str]
    now: datetime
    reason: str = GONE

    def keys(self, candidate: MemoryRecord) -> Sequence[tuple[str, str]]:
        """The record's own key."""
        return ((candidate.subject, candidate.key),)

    def decide(self, candidate: MemoryRecord, existing: Sequence[MemoryRecord]) -> Decision:
        """The record as expired, as it stands now: another writer may have ended it already."""
        if candidate.id not in self.ended:
            return Release(self.ended).decide(candidate, existing)
        held = next((record for record in existing if record.id == candidate.id), candidate)
        if held.status not in {"active", "disputed"}:
            receipt = WriteReceipt(status="refused", reason="ended already", record=held.id)
            return Decision(receipt)
        ended = held.model_copy(
            update={
                "status": "expired",
                "superseded_at": self.now,
                "expiry": self.reason,
                "disputes": (),
            }
        )
        receipt = WriteReceipt(
            status="superseded", reason=self.reason, text=held.text, record=held.id
        )
        return Decision(receipt, (ended,))
