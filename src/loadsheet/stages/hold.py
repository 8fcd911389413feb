"""A turn goes in; the rows and records that may bear on it come out, for intake to read the turn against."""

from __future__ import annotations

from dataclasses import dataclass

from loadsheet.artifacts import Holdings, Known, MemoryRecord, Turn
from loadsheet.ports import RecordStore

USER = "user"
"""The subject of what the user said of themselves."""

MOST = 40
"""Records that are looked at; a turn bears on few, and intake keeps fewer."""

QUERY_LIMIT = 500
"""Characters of the turn that records are found by."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Find what memory holds on a turn; nothing where there is no memory or nobody asks."""

    store: RecordStore | None = None

    async def __call__(self, turn: Turn, subject: str) -> Holdings:
        """The records about the user, and those that speak of the turn or of the subject before it."""
        if self.store is None:
            return Holdings()
        workspace = turn.scope.workspace
        text = f"{turn.text[:QUERY_LIMIT]} {subject}"
        found = [
            *await self.store.about(workspace, [USER], turn.asked_at),
            *await self.store.find(workspace, text, at=turn.asked_at, limit=MOST),
            *await self.store.find(
                workspace, text, at=turn.asked_at, limit=MOST, types=("procedural",)
            ),
        ]
        # What a document said is looked up in the document: it may have changed since.
        told = [record for record in found if record.confirmed_by != "document"]
        rows = {record.id: record for record in told}.values()
        return Holdings(known=tuple(known(record) for record in rows)[:MOST])


def known(record: MemoryRecord) -> Known:
    """A record as intake sees it; what the host confirmed is a verified row."""
    condition = f"when {record.condition}, " if record.condition else ""
    return Known(
        kind="row" if record.type == "fact" and record.confirmed_by == "host" else "record",
        key=f"{record.subject}.{record.key}",
        text=f"{condition}{record.text}",
        type=record.type,
    )
