"""A workspace in; what does not agree between its documents, passages and text index out."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from loadsheet.stores.sqlite.base import Part
from loadsheet.stores.sqlite.connection import unpack
from loadsheet.stores.sqlite.passages import READ_TEXT


class Check(Part):
    """Finds drift, as rows that were changed by hand leave it."""

    async def check(self, workspace: str) -> Sequence[str]:
        """What does not agree between documents, passages and index, in words; empty when all is well."""
        return await self.connection.run(lambda: self._check(workspace))

    def _check(self, workspace: str) -> list[str]:
        number = self.connection.workspace(workspace)
        if number is None:
            return []
        drift: list[str] = []
        for name, version, chunks in self.connection.rows(
            "SELECT d.name, v.id, v.chunks FROM documents AS d JOIN versions AS v ON v.id = d.version "
            "WHERE d.workspace = ? ORDER BY d.name",
            number,
        ):
            places = self.connection.rows(
                'SELECT c.start, c."end", p.text FROM version_chunks AS c '
                "JOIN passages AS p ON p.id = c.passage WHERE c.version = ?",
                version,
            )
            body = self.connection.row(READ_TEXT, number, name, None)
            if len(places) != chunks:
                drift.append(f"{name}: {chunks - len(places)} of {chunks} passages are missing")
            if body is None:
                drift.append(f"{name}: its text is missing")
            else:
                text = unpack(body[0])
                wrong = sum(text[start:end] != passage for start, end, passage in places)
                if wrong:
                    drift.append(f"{name}: {wrong} passages differ from the text")
        try:
            index = f"index_{number}"
            self.connection.rows(
                f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)"
            )
        except apsw.CorruptError:
            drift.append("the text index does not agree with the passages")
        return drift
