"""A turn goes in; the rows, records and titles that may bear on it come out, for intake to read the turn against."""

from __future__ import annotations

from dataclasses import dataclass

from loadsheet.artifacts import Holdings, Known, MemoryRecord, SessionState, Turn
from loadsheet.intent.flags import cues
from loadsheet.intent.held.titles import titles_of
from loadsheet.intent.language.match import telling
from loadsheet.ports import PassageStore, RecordStore, StoredDocument

USER = "user"
"""The subject of what the user said of themselves."""

MOST = 40
"""Records that are looked at; a turn bears on few, and intake keeps fewer."""

QUERY_LIMIT = 500
"""Characters of the turn that records and titles are found by."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Find what is held on a turn; nothing where nobody asks."""

    records: RecordStore | None = None
    documents: PassageStore | None = None
    index: PassageStore | None = None
    """Where it is looked up what is indexed, for who asks for that."""

    async def __call__(self, turn: Turn, state: SessionState) -> Holdings:
        """The records about the user, and the records and titles that speak of the turn or of the subject before it."""
        workspace = turn.scope.workspace
        titled = await self.documents.headings(workspace) if self.documents else None
        listed = None
        if self.index and cues.ASKS_DOCUMENTS.match(turn.text):
            listed = tuple(map(_called, await self.index.documents(workspace)))
        return Holdings(
            documents=listed,
            known=await self._known(turn, state.subject),
            titles=bearing(titled.titles, turn, state) if titled else (),
            headings=bearing(titled.headings, turn, state) if titled else (),
        )

    async def _known(self, turn: Turn, subject: str) -> tuple[Known, ...]:
        if self.records is None:
            return ()
        workspace = turn.scope.workspace
        text = f"{turn.text[:QUERY_LIMIT]} {subject}"
        found = [
            *await self.records.about(workspace, [USER], turn.asked_at),
            *await self.records.find(workspace, text, at=turn.asked_at, limit=MOST),
            *await self.records.find(
                workspace, text, at=turn.asked_at, limit=MOST, types=("procedural",)
            ),
        ]
        # What a document said is looked up in the document: it may have changed since.
        told = [record for record in found if record.confirmed_by != "document"]
        rows = {record.id: record for record in told}.values()
        return tuple(known(record) for record in rows)[:MOST]


def _called(document: StoredDocument) -> str:
    """A document by its id, with its title where that says more."""
    name, title = document.id, document.title
    return name if title in {"", name} else f"{name}: {title}"


def bearing(names: tuple[str, ...], turn: Turn, state: SessionState) -> tuple[str, ...]:
    """The titles or headings that speak of a turn, or of what was spoken of before it."""
    if not names:
        return ()
    before = (*telling(state.subject), *state.topic)
    return titles_of(names).about(turn.text[:QUERY_LIMIT], before)


def known(record: MemoryRecord) -> Known:
    """A record as intake sees it; what the host confirmed is a verified row."""
    condition = f"when {record.condition}, " if record.condition else ""
    return Known(
        kind="row" if record.type == "fact" and record.confirmed_by == "host" else "record",
        key=f"{record.subject}.{record.key}",
        text=f"{condition}{record.text}",
        type=record.type,
    )
