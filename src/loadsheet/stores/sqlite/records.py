"""Candidates in, receipts out; a subject or a text in, records out: the `RecordStore` of the embedded store."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from loadsheet.artifacts import MemoryRecord, MemoryType, Message, WriteReceipt
from loadsheet.memory.language.text import normal
from loadsheet.memory.recall.status import ending
from loadsheet.ports import Decider, Review, Utterance
from loadsheet.stores.sqlite import terms
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.columns import from_column, to_column
from loadsheet.stores.sqlite.opening import statement
from loadsheet.stores.sqlite.sentences import note_sources

CURRENT = "('active', 'disputed')"

FIND = """
SELECT r.body FROM (
    SELECT rowid, round(bm25(memory_{id}, 2.0, 1.5, 1.0, 1.0), 9) AS score FROM memory_{id}
    WHERE memory_{id} MATCH ?1 ORDER BY score, rowid DESC LIMIT ?5
) AS found
JOIN records AS r ON r.seq = found.rowid
WHERE r.status IN ('active', 'disputed')
  AND (r.type = 'episodic' OR r.valid_to IS NULL OR r.valid_to > ?2)
  AND (r.expires_at IS NULL OR r.expires_at > ?2)
  AND (?3 = '[]' OR r.type IN (SELECT value FROM json_each(?3)))
ORDER BY found.score, r.seq DESC
LIMIT ?4
"""
LOOKED_AT = 10
"""How many times as many records as are wanted are looked at first: most of the best are not over yet."""
ABOUT = """
SELECT body FROM records
WHERE workspace = ?1 AND subject IN (SELECT value FROM json_each(?2))
  AND (status IN ('active', 'disputed') OR (?7 AND status = 'superseded'))
  AND (coalesce(expires_at <= ?3, 0) OR (type <> 'episodic' AND valid_to IS NOT NULL AND valid_to <= ?3)) = ?5
  AND (?6 = '[]' OR type IN (SELECT value FROM json_each(?6)))
ORDER BY seq DESC LIMIT ?4
"""
LIST = """
SELECT body FROM records
WHERE workspace = ?1
  AND (?2 IS NULL OR status = ?2) AND (?3 IS NULL OR subject = ?3) AND (?4 IS NULL OR key = ?4)
  AND (?5 IS NULL OR id IN (SELECT value FROM json_each(?5)))
  AND (?6 IS NULL OR json_extract(body, '$.confirmed_by') = ?6)
ORDER BY seq
"""
TOLD = """
WITH told AS (
    SELECT DISTINCT r.seq, r.body FROM record_sources AS s JOIN records AS r ON r.seq = s.record
    WHERE s.workspace = ?1 AND s.session = ?2 AND s.message IN (SELECT value FROM json_each(?3))
)
SELECT body FROM told UNION
SELECT r.body FROM told, json_each(told.body, '$.supersedes') AS old
JOIN records AS r ON r.workspace = ?1 AND r.id = old.value
"""
LATEST = """
SELECT r.body FROM (
    SELECT DISTINCT record FROM record_sources WHERE workspace = ?1 AND session = ?2 ORDER BY record DESC LIMIT ?3
) AS told JOIN records AS r ON r.seq = told.record
WHERE r.status = 'active' ORDER BY r.seq DESC
"""
SAID = """
SELECT m.id, m.session, m.role, u.start, u."end", m.body, m.timestamp, found.score, m.seq, r.body
FROM (
    SELECT f.rowid, bm25(said_{id}) AS score FROM said_{id} AS f JOIN utterances AS u ON u.id = f.rowid
    WHERE said_{id} MATCH ?1 AND (?5 IS NULL OR u.role = ?5)
    ORDER BY score LIMIT ?2
) AS found
JOIN utterances AS u ON u.id = found.rowid
JOIN messages AS m ON m.seq = u.message
LEFT JOIN records AS r ON r.seq = (
    SELECT s.record FROM record_sources AS s JOIN records AS told ON told.seq = s.record
    WHERE s.workspace = m.workspace AND s.session = m.session AND s.message = m.id
      AND s.start >= u.start AND s.start < u."end"
    ORDER BY told.status IN ('superseded', 'expired') DESC, s.record DESC LIMIT 1
)
WHERE m.role = 'user' OR m.session IS NOT ?3 OR m.seq < coalesce(
    (SELECT seq FROM messages WHERE workspace = m.workspace AND session = ?3 ORDER BY seq DESC LIMIT 1 OFFSET ?4), 0
)
ORDER BY round(found.score, 9), m.seq DESC, u.start
"""
SAVE = """
INSERT INTO records (workspace, id, type, subject, key, status, valid_from, valid_to, expires_at, body)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (workspace, id) DO UPDATE SET status = excluded.status, valid_from = excluded.valid_from,
    valid_to = excluded.valid_to, expires_at = excluded.expires_at, body = excluded.body
"""
MOST_OF_A_SUBJECT = 200
"""Records that a keyed read of every type brings: the newest tell. Of the types that are named it brings all."""


class Records(StorePart):
    """The records of every workspace, and the text index of its transcript."""

    # ------------------------------------------------------------ writing

    async def write(
        self, workspace: str, candidates: Sequence[MemoryRecord], decider: Decider
    ) -> Sequence[WriteReceipt]:
        """Decide of each candidate and write what was decided, in one transaction; other writers wait."""

        def work() -> list[WriteReceipt]:
            if not candidates:
                return []
            with self.connection.transaction():
                number = self.connection.made_workspace(workspace)
                self._index(number)
                return [self._written(number, candidate, decider) for candidate in candidates]

        return await self.connection.run(work)

    def _written(self, workspace: int, candidate: MemoryRecord, decider: Decider) -> WriteReceipt:
        existing = {
            record.id: record
            for subject, key in decider.keys(candidate)
            for record in self._of(workspace, normal(subject), normal(key))
        }
        decision = decider.decide(candidate, list(existing.values()))
        for record in decision.writes:
            self._save(workspace, record)
        if decision.receipt.status == "disputed" and decision.receipt.record:
            at = decision.writes[0].recorded_at  # when it is written, not when its source said so
            self._raise(workspace, decision.receipt.record, decision.receipt.reason, at)
        return decision.receipt

    def _of(self, workspace: int, subject: str, key: str) -> list[MemoryRecord]:
        """The records of a key: of one subject, or of whoever has it where none is named."""
        named = "subject = ?2" if subject else "?2 = ''"
        rows = self.connection.rows(
            f"SELECT body FROM records WHERE workspace = ?1 AND {named} AND key = ?3 ORDER BY seq",
            workspace,
            subject,
            key,
        )
        return [MemoryRecord.model_validate_json(body) for (body,) in rows]

    def _save(self, workspace: int, record: MemoryRecord) -> None:
        connection = self.connection
        subject, key = normal(record.subject), normal(record.key)
        connection.rows(
            SAVE,
            workspace,
            record.id,
            record.type,
            subject,
            key,
            record.status,
            to_column(record.valid_from),
            to_column(record.valid_to),
            to_column(record.expires_at),
            record.model_dump_json(exclude_defaults=True),
        )
        row = connection.row(
            "SELECT seq FROM records WHERE workspace = ? AND id = ?", workspace, record.id
        )
        assert row is not None
        note_sources(self, workspace, row[0], record)
        connection.rows(f"DELETE FROM memory_{workspace} WHERE rowid = ?", row[0])
        if record.status in {"active", "disputed"}:
            connection.rows(
                f"INSERT INTO memory_{workspace} (rowid, subject, key, text, grams) VALUES (?, ?, ?, ?, ?)",
                row[0],
                *searched(record),
            )

    def _raise(self, workspace: int, record: str, reason: str, at: datetime) -> None:
        self.connection.rows(
            "INSERT INTO reviews (workspace, record, reason, raised_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            workspace,
            record,
            reason,
            to_column(at),
        )

    def _index(self, workspace: int) -> None:
        self.connection.raw.execute(statement("memory").replace("{id}", str(workspace)))

    # ------------------------------------------------------------ reading

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
        wanted = json.dumps([normal(subject) for subject in subjects])

        def work() -> list[MemoryRecord]:
            number = self.connection.workspace(workspace)
            most = -1 if types else MOST_OF_A_SUBJECT
            more = (most, over, json.dumps(types), replaced)
            return _records(self.connection.rows(ABOUT, number, wanted, to_column(at), *more))

        return await self.connection.run(work)

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

        def work() -> list[MemoryRecord]:
            number = self.connection.workspace(workspace)
            found = terms.terms(text, self.stems)
            if number is None or not found or not self.connection.has(f"memory_{number}"):
                return []
            sql = FIND.replace("{id}", str(number))
            wanted = (terms.expression(found), to_column(at), json.dumps(types), limit)
            rows = self.connection.rows(sql, *wanted, limit * LOOKED_AT)
            if len(rows) < limit:  # the best may all be over, or of another type
                rows = self.connection.rows(sql, *wanted, -1)
            return _records(rows)

        return await self.connection.run(work)

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
        whose = None if subject is None else normal(subject)
        what = None if key is None else normal(key)
        named = None if ids is None else json.dumps(ids)

        def work() -> list[MemoryRecord]:
            number = self.connection.workspace(workspace)
            return _records(
                self.connection.rows(LIST, number, status, whose, what, named, confirmed_by)
            )

        return await self.connection.run(work)

    async def told(
        self, workspace: str, session: str, messages: Sequence[str]
    ) -> Sequence[MemoryRecord]:
        """The records of every status that messages of a session gave, and those that these took the place of."""

        def work() -> list[MemoryRecord]:
            number = self.connection.workspace(workspace)
            return _records(self.connection.rows(TOLD, number, session, json.dumps(messages)))

        return await self.connection.run(work)

    async def latest(self, workspace: str, session: str, limit: int) -> Sequence[MemoryRecord]:
        """The active records that a session gave last, the newest first."""

        def work() -> list[MemoryRecord]:
            number = self.connection.workspace(workspace)
            return _records(self.connection.rows(LATEST, number, session, limit))

        return await self.connection.run(work)

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

        def work() -> list[Utterance]:
            number = self.connection.workspace(workspace)
            found = terms.terms(text, self.stems)
            if number is None or not found or not self.connection.has(f"said_{number}"):
                return []
            sql, asked = SAID.replace("{id}", str(number)), terms.expression(found)
            rows = self.connection.rows(sql, asked, limit, session, beyond, role)
            return [
                Utterance(
                    message=row[0],
                    session=row[1],
                    role=row[2],
                    start=row[3],
                    end=row[4],
                    text=Message.model_validate_json(row[5]).content[row[3] : row[4]],
                    said_at=from_column(row[6]),
                    score=round(-row[7], 9),
                    order=row[8],
                    **_told_by(row[9], at),
                )
                for row in rows
            ]

        return await self.connection.run(work)

    async def reviews(self, workspace: str) -> Sequence[Review]:
        """The conflicts that were raised, the newest first, each with its decision where there is one."""

        def work() -> list[Review]:
            rows = self.connection.rows(
                "SELECT seq, record, reason, raised_at, decision, decided_at FROM reviews "
                "WHERE workspace = ? ORDER BY seq DESC",
                self.connection.workspace(workspace),
            )
            return [
                Review(row[0], row[1], row[2], from_column(row[3]), row[4], from_column(row[5]))
                for row in rows
            ]

        return await self.connection.run(work)

    async def settle(
        self,
        workspace: str,
        review: int,
        decision: str,
        at: datetime,
        writes: Sequence[MemoryRecord],
    ) -> None:
        """Write the records that a person's decision changes, and the decision beside the conflict."""

        def work() -> None:
            with self.connection.transaction():
                number = self.connection.made_workspace(workspace)
                self._index(number)
                for record in writes:
                    self._save(number, record)
                self.connection.rows(
                    "UPDATE reviews SET decision = ?, decided_at = ? WHERE workspace = ? AND seq = ?",
                    decision,
                    to_column(at),
                    number,
                    review,
                )

        await self.connection.run(work)


def searched(record: MemoryRecord) -> tuple[str, str, str, str]:
    """What is searched of a record: its subject, its key, its text and the pairs of signs in that."""
    return record.subject, record.key, record.text, terms.grams(record.text)


def _told_by(body: str | None, at: datetime) -> dict[str, str]:
    """The subject of the record that a sentence gave, and what became of it; nothing where it gave none."""
    if body is None:
        return {}
    record = MemoryRecord.model_validate_json(body)
    return {"subject": record.subject, "status": ending(record, at) or record.status}


def _records(rows: Iterable[tuple[str]]) -> list[MemoryRecord]:
    return [MemoryRecord.model_validate_json(body) for (body,) in rows]
