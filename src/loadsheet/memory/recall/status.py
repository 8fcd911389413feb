"""A record and a time go in; whether and how it has ended, or how it was seen at another time, comes out. Pure."""

from __future__ import annotations

from datetime import datetime

from loadsheet.artifacts import MemoryRecord

RETRACTED = "retracted: the user asked to forget it"
LIFTED = "withdrawn by the user: "
DONE = "the user said that it is done"
GONE = "the passage that it came from has changed or gone"

_BY = {
    RETRACTED: "retracted",
    LIFTED: "withdrawn",
    DONE: "done",
    GONE: "sourceless",
}

REASONS = {
    "superseded": "a newer statement took its place",
    "retracted": "the user asked to forget it",
    "withdrawn": "the user withdrew it",
    "done": "the user said that it is done",
    "sourceless": "the passage that it came from has changed or gone",
    "expired": "its time is over",
}
"""What is said of each way to end."""


def ending(record: MemoryRecord, now: datetime) -> str:
    """How a record has ended; empty for one that is believed."""
    if record.status == "superseded":
        return "superseded"
    if record.status == "expired":
        told = (how for words, how in _BY.items() if record.expiry.startswith(words))
        return next(told, "expired")
    return "expired" if record.expired_at(now) else ""


def as_shown(record: MemoryRecord, now: datetime) -> MemoryRecord:
    """The record with the status that it has now: its time may be over."""
    over = record.status in {"active", "disputed"} and record.expired_at(now)
    return record.model_copy(update={"status": "expired"}) if over else record


def known(record: MemoryRecord, at: datetime | None) -> MemoryRecord | None:
    """The record as it was believed at `at`: not yet, before something took its place, or before it was taken back."""
    ended = record.superseded_at
    if record.status == "expired" and ended is not None and (at is None or ended <= at):
        return None
    if at is None:
        return record
    if record.recorded_at > at:
        return None
    if record.superseded_at is not None and record.superseded_at > at:
        return record.model_copy(
            update={"status": "active", "valid_to": None, "superseded_by": None}
        )
    return record
