"""What is held: the documents with their versions, and the paths that they were added from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest

from loadsheet.ports import StoredDocument, StoredVersion
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.candidates import starts
from loadsheet.stores.sqlite.columns import Row, from_column, unpack

LIST_DOCUMENTS = """
SELECT v.document, v.version, v.title, v.path, v.root, t.characters, v.chunks, v.added_at, v.timestamp, d.stamp
FROM documents AS d
JOIN versions AS v ON v.id = d.version
JOIN texts AS t ON t.workspace = v.workspace AND t.hash = v.text_hash
WHERE d.workspace = ?1 AND (?2 IS NULL OR v.root = ?2)
ORDER BY v.document
"""
READ_TEXT = """
SELECT t.body FROM versions AS v
JOIN texts AS t ON t.workspace = v.workspace AND t.hash = v.text_hash
WHERE v.workspace = ?1 AND v.document = ?2 AND (?3 IS NULL OR v.version = ?3)
ORDER BY v.version DESC LIMIT 1
"""
LIST_VERSIONS = """
SELECT v.version, v.title, v.timestamp, t.characters, v.pages, v.added_at, v.removed_at
FROM versions AS v JOIN texts AS t ON t.workspace = v.workspace AND t.hash = v.text_hash
WHERE v.workspace = ? AND v.document = ? ORDER BY v.version
"""


class DocumentVersions(StorePart):
    """The documents of every workspace, each with every version that there ever was."""

    async def documents(self, workspace: str, root: str | None = None) -> Sequence[StoredDocument]:
        """The current documents, by id; with `root`, those that were added from that path."""

        def work() -> list[StoredDocument]:
            number = self.connection.workspace(workspace)
            rows = self.connection.rows(LIST_DOCUMENTS, number, root) if number else []
            return [_stored(row) for row in rows]

        return await self.connection.run(work)

    async def ever(self, workspace: str) -> Sequence[str]:
        """The id of every document of which there is a version, also of those that were removed."""

        def work() -> list[str]:
            number = self.connection.workspace(workspace)
            sql = "SELECT DISTINCT document FROM versions WHERE workspace = ? ORDER BY document"
            return [row[0] for row in self.connection.rows(sql, number)] if number else []

        return await self.connection.run(work)

    async def text(self, workspace: str, document: str, version: int | None = None) -> str | None:
        """The text of any version, the newest by default; also of a document that was removed."""

        def work() -> str | None:
            number = self.connection.workspace(workspace)
            row = self.connection.row(READ_TEXT, number, document, version) if number else None
            return None if row is None else unpack(row[0])

        return await self.connection.run(work)

    async def versions(self, workspace: str, document: str) -> Sequence[StoredVersion]:
        """Every version of a document, also of one that was removed, oldest first."""

        def work() -> list[StoredVersion]:
            number = self.connection.workspace(workspace)
            rows = self.connection.rows(LIST_VERSIONS, number, document) if number else []
            return [_version(row, later) for row, later in zip_longest(rows, rows[1:])]

        return await self.connection.run(work)

    async def roots(self, workspace: str) -> Sequence[str]:
        """The paths and patterns that were added, in the order of their first time."""

        def work() -> list[str]:
            number = self.connection.workspace(workspace)
            sql = "SELECT path FROM roots WHERE workspace = ? ORDER BY id"
            return [row[0] for row in self.connection.rows(sql, number)] if number else []

        return await self.connection.run(work)

    async def follow(self, workspace: str, roots: Sequence[str]) -> None:
        """Remember paths that were added."""

        def work() -> None:
            number = self.connection.workspace(workspace)
            held = self.connection.rows("SELECT path FROM roots WHERE workspace = ?", number)
            new = [root for root in roots if (root,) not in held]
            if new:
                with self.connection.transaction():
                    number = self.connection.made_workspace(workspace)
                    self.connection.many(
                        "INSERT INTO roots (workspace, path) VALUES (?, ?) ON CONFLICT DO NOTHING",
                        [(number, root) for root in new],
                    )

        await self.connection.run(work)

    async def erased(self, workspace: str) -> Collection[str]:
        """Where the files of erased documents lie: the `digest` of each path, as it is and with its links followed."""

        def work() -> frozenset[str]:
            number = self.connection.workspace(workspace)
            sql = "SELECT place FROM erased WHERE workspace = ?"
            return frozenset(row[0] for row in self.connection.rows(sql, number) if number)

        return await self.connection.run(work)

    async def unfollow(self, workspace: str, roots: Sequence[str]) -> None:
        """Forget paths that were added; their documents stay."""

        def work() -> None:
            number = self.connection.workspace(workspace)
            if number is not None and roots:
                with self.connection.transaction():
                    self.connection.many(
                        "DELETE FROM roots WHERE workspace = ? AND path = ?",
                        [(number, root) for root in roots],
                    )

        await self.connection.run(work)


def _stored(row: Row) -> StoredDocument:
    added_at = from_column(row[7])
    assert added_at is not None
    return StoredDocument(
        id=row[0],
        version=row[1],
        title=row[2],
        path=row[3],
        root=row[4],
        characters=row[5],
        chunks=row[6],
        added_at=added_at,
        timestamp=from_column(row[8]),
        stamp=row[9],
    )


def _version(row: Row, later: Row | None) -> StoredVersion:
    added_at = from_column(row[5])
    assert added_at is not None
    return StoredVersion(
        version=row[0],
        title=row[1],
        timestamp=from_column(row[2]),
        characters=row[3],
        pages=starts(row[4]),
        added_at=added_at,
        removed_at=from_column(row[6]),
        superseded_by=later[0] if later else None,
        superseded_at=from_column(later[5]) if later else None,
    )
