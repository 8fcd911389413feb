"""A workspace in; what does not agree between its documents, passages, text index and vectors out, and put right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from loadsheet.artifacts import Chunk, Document, digest
from loadsheet.stores.sqlite.candidates import starts
from loadsheet.stores.sqlite.columns import from_column, unpack
from loadsheet.stores.sqlite.passages import Passages, Placed

Cutter = Callable[[Document], Sequence[Chunk]]
"""Cuts a document into its passages."""

CURRENT = """
SELECT d.id, d.name, v.id, v.chunks, v.text_hash, t.body FROM documents AS d
LEFT JOIN versions AS v ON v.id = d.version
LEFT JOIN texts AS t ON t.workspace = d.workspace AND t.hash = v.text_hash
WHERE d.workspace = ? ORDER BY d.name
"""
PLACES = """
SELECT c.start, c."end", p.text FROM version_chunks AS c
JOIN passages AS p ON p.id = c.passage AND p.document = ?
WHERE c.version = ? ORDER BY c.ordinal
"""
STRAYS = """
SELECT p.id FROM passages AS p
LEFT JOIN documents AS d ON d.id = p.document
LEFT JOIN version_chunks AS c ON c.version = d.version AND c.passage = p.id
WHERE p.workspace = ? AND c.passage IS NULL
"""


@dataclass(frozen=True, slots=True)
class Drift:
    """Something that does not agree."""

    what: str
    document: str | None = None
    """The document that it is about; None for the index and what belongs to no document."""
    lost: bool = False
    """Whether the document's own text is gone, so that nothing can be made of it again."""


class IndexDrift(Passages):
    """Finds drift, as rows that were changed by hand leave it, and takes it away."""

    async def check(self, workspace: str) -> Sequence[str]:
        """What does not agree between documents, passages and index, in words; empty when all is well."""

        def work() -> list[str]:
            number = self.connection.workspace(workspace)
            return [] if number is None else [drift.what for drift in self._drifts(number)]

        return await self.connection.run(work)

    async def repair(self, workspace: str, cut: Cutter) -> Sequence[str]:
        """Cut what has drifted again from the texts that are stored and build the index anew; what was repaired.

        A document whose text is lost goes: only its file can bring it back.
        """

        def work() -> list[str]:
            number = self.connection.workspace(workspace)
            if number is None:
                return []
            with self.connection.transaction():
                return self._repair(number, cut)

        return await self.connection.run(work)

    # ------------------------------------------------------------ finding

    def _drifts(self, workspace: int) -> list[Drift]:
        found: list[Drift] = []
        for row in self.connection.rows(CURRENT, workspace):
            found += self._of_document(*row)
        strays = len(self.connection.rows(STRAYS, workspace))
        if strays:
            found.append(Drift(f"{strays} passages belong to no document that is current"))
        if not self.connection.agrees(f"index_{workspace}"):
            found.append(Drift("the text index does not agree with the passages"))
        return found

    def _of_document(
        self, row: int, name: str, version: int | None, chunks: int, hash_: str, body: Any
    ) -> list[Drift]:
        if version is None or body is None:
            return [Drift(f"{name}: its text is missing", name, lost=True)]
        text = unpack(body)
        if digest(text) != hash_:
            return [Drift(f"{name}: its text is not the one that was stored", name, lost=True)]
        places = self.connection.rows(PLACES, row, version)
        found: list[Drift] = []
        if len(places) != chunks:
            missing = chunks - len(places)
            found.append(Drift(f"{name}: {missing} of {chunks} passages are missing", name))
        wrong = sum(text[start:end] != passage for start, end, passage in places)
        if wrong:
            found.append(Drift(f"{name}: {wrong} passages differ from the text", name))
        return found

    # ------------------------------------------------------------ repairing

    def _repair(self, workspace: int, cut: Cutter) -> list[str]:
        drifts = self._drifts(workspace)
        if not drifts:
            return []
        # The index goes first: it cannot be told to forget what it does not hold.
        connection, index = self.connection, f"index_{workspace}"
        connection.drop_index(index)
        connection.make_index(workspace)
        lost = {drift.document for drift in drifts if drift.lost}
        for name in sorted({drift.document for drift in drifts if drift.document is not None}):
            if name in lost:
                # A text that is not its own would stand in the way of the right one.
                connection.rows(
                    "DELETE FROM texts WHERE workspace = ?1 AND hash = (SELECT v.text_hash FROM documents AS d "
                    "JOIN versions AS v ON v.id = d.version WHERE d.workspace = ?1 AND d.name = ?2)",
                    workspace,
                    name,
                )
                connection.rows(
                    "DELETE FROM documents WHERE workspace = ? AND name = ?", workspace, name
                )
            else:
                self._cut_again(workspace, name, cut)
        connection.many("DELETE FROM passages WHERE id = ?", connection.rows(STRAYS, workspace))
        connection.rows(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")
        return [
            drift.what + ("; it is removed: `loadsheet sync` reads its file" if drift.lost else "")
            for drift in drifts
        ]

    def _cut_again(self, workspace: int, name: str, cut: Cutter) -> None:
        """Give the current version of a document the passages that its text has."""
        connection = self.connection
        row = connection.row(
            "SELECT d.id, v.id, v.title, v.timestamp, v.path, v.root, v.pages, t.body FROM documents AS d "
            "JOIN versions AS v ON v.id = d.version "
            "JOIN texts AS t ON t.workspace = v.workspace AND t.hash = v.text_hash "
            "WHERE d.workspace = ? AND d.name = ?",
            workspace,
            name,
        )
        assert row is not None
        document = Document(
            id=name,
            text=unpack(row[7]),
            title=row[2],
            timestamp=from_column(row[3]),
            path=row[4],
            root=row[5],
            pages=starts(row[6]),
        )
        chunks = cut(document)
        connection.rows("DELETE FROM version_chunks WHERE version = ?", row[1])
        connection.rows("DELETE FROM passages WHERE document = ?", row[0])
        connection.rows("UPDATE versions SET chunks = ? WHERE id = ?", len(chunks), row[1])
        self._write_passages(workspace, [Placed(row[0], row[1], document.title, chunks)], ())
