"""A disputed record, what it contradicts and a person's verdict go in; the records as they are then come out. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from loadsheet.artifacts import MemoryRecord

Verdict = Literal["accept", "reject", "edit"]


def settled(
    record: MemoryRecord,
    others: Sequence[MemoryRecord],
    verdict: Verdict,
    value: str,
    now: datetime,
) -> list[MemoryRecord]:
    """The records after the verdict, the disputed one first.

    Accepted, or edited, it takes the place of what it contradicts; rejected, it gives way to it.
    """
    if verdict == "reject":
        winner = others[0].id if others else None
        return [_ended(record, winner, now), *(_upheld(other, now) for other in others)]
    kept = _upheld(record, now).model_copy(
        update={"supersedes": tuple(other.id for other in others)}
    )
    if verdict == "edit":
        kept = kept.model_copy(
            update={"value": value, "text": value, "confirmed_by": "host", "said_at": now}
        )
    return [kept, *(_ended(other, record.id, now) for other in others)]


def _upheld(record: MemoryRecord, now: datetime) -> MemoryRecord:
    """The record as plain; what somebody told is said again by the verdict, so that no older document outdates it."""
    said = record.said_at if record.confirmed_by == "document" else now
    return record.model_copy(update={"status": "active", "disputes": (), "said_at": said})


def _ended(record: MemoryRecord, by: str | None, now: datetime) -> MemoryRecord:
    return record.model_copy(
        update={"status": "superseded", "superseded_at": now, "superseded_by": by, "disputes": ()}
    )
