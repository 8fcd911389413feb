"""A turn's events and bodies in, the same turn out: the `TraceStore` of the embedded store."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from pydantic import TypeAdapter

from loadsheet.artifacts import digest
from loadsheet.errors import StoreError
from loadsheet.ports import StoredEvent, TracePage, TurnRecord
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.columns import Row, from_column, pack, to_column, unpack

EVENT = TypeAdapter(StoredEvent)

SAVE_TURN = """
INSERT INTO turns (workspace, id, session, question, outcome, asked_at) VALUES (?, ?, ?, ?, ?, ?)
"""
DROP_ORPHANS = """
DELETE FROM bodies
WHERE workspace = ? AND NOT EXISTS (SELECT 1 FROM turn_bodies WHERE turn_bodies.body = bodies.id)
"""
SIZES = """
SELECT t.seq, l.body, octet_length(b.body)
FROM turns AS t
JOIN turn_bodies AS l ON l.turn = t.seq
JOIN bodies AS b ON b.id = l.body
WHERE t.workspace = ?
"""


def _sound(name: str, body: str | bytes, turn: str) -> str:
    """The text that was stored under its hash. Raises `StoreError` when it is another one."""
    try:
        text = unpack(body)
    except (zlib.error, UnicodeDecodeError):
        text = None
    if text is None or digest(text) != name:
        raise StoreError(
            f"the trace of turn '{turn}' is damaged (body {name[:12]}): bring the state file back from a backup"
        )
    return text


class Traces(StorePart):
    """What was kept of each turn; a body that several turns share is stored once."""

    async def keep(self, workspace: str, page: TracePage) -> None:
        """Store a turn, in one transaction; keeping the same turn id again replaces it."""

        def work() -> None:
            connection, record = self.connection, page.record
            with connection.transaction():
                number = connection.made_workspace(workspace)
                old = connection.row(
                    "SELECT seq FROM turns WHERE workspace = ? AND id = ?", number, record.id
                )
                if old is not None:
                    self._drop_turns([old[0]])
                connection.rows(
                    SAVE_TURN,
                    number,
                    record.id,
                    record.session,
                    record.question,
                    record.outcome,
                    to_column(record.asked_at),
                )
                turn = connection.raw.last_insert_rowid()
                self._keep_events(number, turn, page)
                if old is not None:
                    connection.rows(DROP_ORPHANS, number)

        await self.connection.run(work)

    def _keep_events(self, workspace: int, turn: int, page: TracePage) -> None:
        connection = self.connection
        connection.many(
            "INSERT INTO events (turn, ordinal, body) VALUES (?, ?, ?)",
            [
                (turn, ordinal, EVENT.dump_json(event, exclude_defaults=True).decode())
                for ordinal, event in enumerate(page.events)
            ],
        )
        known = "SELECT 1 FROM bodies WHERE workspace = ? AND hash = ?"
        connection.many(
            "INSERT INTO bodies (workspace, hash, body) VALUES (?, ?, ?)",
            [
                (workspace, name, pack(body))
                for name, body in page.bodies.items()
                if connection.row(known, workspace, name) is None
            ],
        )
        named = {name for event in page.events for name in (event.given, event.gave) if name}
        connection.many(
            "INSERT INTO turn_bodies (turn, body) SELECT ?, id FROM bodies WHERE workspace = ? AND hash = ?",
            [(turn, workspace, name) for name in sorted(named | page.bodies.keys())],
        )

    async def page(self, workspace: str, turn: str) -> TracePage | None:
        """The stored turn with every body that its events reach, or None."""

        def work() -> TracePage | None:
            connection = self.connection
            row = connection.row(
                "SELECT id, session, question, outcome, asked_at, seq FROM turns "
                "WHERE workspace = ? AND id = ?",
                connection.workspace(workspace),
                turn,
            )
            if row is None:
                return None
            events = connection.rows(
                "SELECT body FROM events WHERE turn = ? ORDER BY ordinal", row[5]
            )
            bodies = connection.rows(
                "SELECT b.hash, b.body FROM turn_bodies AS l JOIN bodies AS b ON b.id = l.body "
                "WHERE l.turn = ? ORDER BY b.hash",
                row[5],
            )
            return TracePage(
                record=_record(row),
                events=tuple(EVENT.validate_json(body) for (body,) in events),
                bodies={name: _sound(name, body, turn) for name, body in bodies},
            )

        return await self.connection.run(work)

    async def turns(self, workspace: str, session: str | None = None) -> Sequence[TurnRecord]:
        """The stored turns, newest first."""

        def work() -> list[TurnRecord]:
            rows = self.connection.rows(
                "SELECT id, session, question, outcome, asked_at FROM turns "
                "WHERE workspace = ?1 AND (?2 IS NULL OR session = ?2) ORDER BY asked_at DESC, seq DESC",
                self.connection.workspace(workspace),
                session,
            )
            return [_record(row) for row in rows]

        return await self.connection.run(work)

    async def prune(
        self, workspace: str, *, before: datetime | None, bytes_limit: int | None
    ) -> int:
        """Drop the oldest turns that are older than `before`, or beyond the size; returns how many.

        A state that may only be read keeps all.
        """

        def work() -> int:
            number = self.connection.workspace(workspace)
            if self.connection.read_only or number is None:
                return 0
            if not self._outdated(number, before, bytes_limit):
                return 0
            with self.connection.transaction():
                old = self._outdated(number, before, bytes_limit)
                self._drop_turns(old)
                self.connection.rows(DROP_ORPHANS, number)
            return len(old)

        return await self.connection.run(work)

    def _outdated(
        self, workspace: int, before: datetime | None, bytes_limit: int | None
    ) -> list[int]:
        """The turns to drop, oldest first: by age, then until what the others hold fits the limit."""
        turns = self.connection.rows(
            "SELECT t.seq, t.asked_at, sum(length(CAST(e.body AS BLOB))) FROM turns AS t "
            "LEFT JOIN events AS e ON e.turn = t.seq WHERE t.workspace = ? "
            "GROUP BY t.seq ORDER BY t.asked_at, t.seq",
            workspace,
        )
        limit = to_column(before)
        old = [seq for seq, asked_at, _ in turns if limit is not None and asked_at < limit]
        if bytes_limit is None:
            return old
        links = self.connection.rows(SIZES, workspace)
        size_of = {body: size for _, body, size in links}
        held_by = Counter(body for _, body, _ in links)
        bodies_of: dict[int, list[int]] = {}
        for seq, body, _ in links:
            bodies_of.setdefault(seq, []).append(body)
        total = sum(size_of.values()) + sum(size or 0 for _, _, size in turns)
        for index, (seq, _, size) in enumerate(turns):
            if index >= len(old):
                if total <= bytes_limit:
                    break
                old.append(seq)
            total -= size or 0
            for body in bodies_of.get(seq, ()):
                held_by[body] -= 1
                if not held_by[body]:
                    total -= size_of[body]
        return old

    def _drop_turns(self, turns: Sequence[int]) -> None:
        for table, column in (("events", "turn"), ("turn_bodies", "turn"), ("turns", "seq")):
            self.connection.many(
                f"DELETE FROM {table} WHERE {column} = ?", [(turn,) for turn in turns]
            )


def _record(row: Row) -> TurnRecord:
    asked_at = from_column(row[4])
    assert asked_at is not None
    return TurnRecord(id=row[0], session=row[1], question=row[2], outcome=row[3], asked_at=asked_at)
