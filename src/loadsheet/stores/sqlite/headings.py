"""Documents in; their titles and headings out, read again only when documents have changed."""

from __future__ import annotations

import json
from functools import cached_property

from loadsheet.ports import Headings
from loadsheet.stores.sqlite.base import StorePart

MOST = 20_000
"""Passages up to which headings are read: finding them takes a pass over all. Beyond it titles have to do."""

TITLES = """
SELECT DISTINCT v.title FROM documents AS d JOIN versions AS v ON v.id = d.version
WHERE d.workspace = ? AND v.title <> '' ORDER BY d.name
"""
HEADINGS = """
SELECT p.headings FROM passages AS p JOIN documents AS d ON d.id = p.document
JOIN version_chunks AS c ON c.version = d.version AND c.passage = p.id
WHERE p.workspace = ? AND p.headings <> '[]' GROUP BY d.id, p.headings ORDER BY d.name, min(c.ordinal)
"""
"""In the order of documents and of places in them, whatever was stored first: a turn looks at the first ones alone."""

State = tuple[int, int, int]
"""The state of the corpus that they were read from."""


class Titled(StorePart):
    """What the documents of every workspace, and their parts, are called."""

    @cached_property
    def _headings(self) -> dict[int, tuple[State, Headings]]:
        return {}

    async def headings(self, workspace: str) -> Headings:
        """The titles of the current documents and the headings in them; the same object until they change."""
        return await self.connection.run(lambda: self._read_headings(workspace))

    def _read_headings(self, workspace: str) -> Headings:
        number = self.connection.workspace(workspace)
        if number is None:
            return Headings()
        with self.connection.reading():
            size = self.connection.size(number)
            state = size.state
            kept, found = self._headings.get(number, (None, Headings()))
            if kept != state:
                titles = tuple(row[0] for row in self.connection.rows(TITLES, number))
                paths = self.connection.rows(HEADINGS, number) if size.passages <= MOST else ()
                below = dict.fromkeys(name for (path,) in paths for name in json.loads(path))
                found = Headings(titles, tuple(name for name in below if name not in {*titles}))
                self._headings[number] = state, found
        return found
