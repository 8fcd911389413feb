"""Passages and their vectors in; what does not agree between them out, and put right where that is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from loadsheet.artifacts import digest
from loadsheet.corpus.embedded import embedded
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.columns import Row
from loadsheet.stores.sqlite.vectors import CHANGED

WITHOUT = """
SELECT p.id FROM passages AS p WHERE p.workspace = ?1
AND NOT EXISTS (SELECT 1 FROM passage_vectors AS l WHERE l.embedder = ?2 AND l.passage = p.id)
"""
LOST = f"{WITHOUT} AND p.id <= (SELECT complete FROM embedders WHERE id = ?2)"
FIRST = f"""
UPDATE embedders SET complete = min(complete, coalesce((SELECT min(id) - 1 FROM ({WITHOUT})), complete)) WHERE id = ?2
"""
"""Those that have no vector wait for one."""
LINKED = """
SELECT l.seq, v.id, v.hash, v.body, p.context, p.text FROM passage_vectors AS l
LEFT JOIN vectors AS v ON v.id = l.vector LEFT JOIN passages AS p ON p.id = l.passage
WHERE l.embedder = ?
"""


@dataclass(slots=True)
class Faults:
    """The links of an embedder that should not be, by their number; with a damaged vector its id."""

    lost: list[Row] = field(default_factory=list[Row])
    """Passages that had a vector once."""
    empty: list[Row] = field(default_factory=list[Row])
    gone: list[Row] = field(default_factory=list[Row])
    wrong: list[Row] = field(default_factory=list[Row])
    broken: list[Row] = field(default_factory=list[Row])

    def said(self, name: str) -> list[str]:
        """What is wrong, in words."""
        kinds = {
            "missing": [*self.lost, *self.empty],
            "belong to no passage": self.gone,
            "were made of another text": self.wrong,
            "are damaged": self.broken,
        }
        return [f"vectors of {name}: {len(rows)} {what}" for what, rows in kinds.items() if rows]


class VectorDrift(StorePart):
    """Compares vectors with the passages that they are of."""

    async def check_vectors(self, workspace: str, *, repair: bool = False) -> Sequence[str]:
        """What does not agree between passages and their vectors, in words; with `repair` it is taken out.

        What was taken out is made again with the other passages that have no vector. One that has none yet is no drift,
        one that had one is.
        """

        def work() -> list[str]:
            number = self.connection.workspace(workspace)
            if number is None:
                return []
            with self.connection.transaction() if repair else self.connection.reading():
                return self._vectors_drift(number, repair=repair)

        return await self.connection.run(work)

    def _vectors_drift(self, workspace: int, *, repair: bool) -> list[str]:
        said: list[str] = []
        sql = "SELECT id, name FROM embedders WHERE workspace = ?"
        for model, name in self.connection.rows(sql, workspace):
            faults = self._faults(workspace, model)
            found = faults.said(name)
            if repair and found:
                self._take_out(workspace, model, faults)
            said += found
        return said

    def _faults(self, workspace: int, model: int) -> Faults:
        made, length = Faults(lost=self.connection.rows(LOST, workspace, model)), 0
        for seq, vector, hash_, body, context, text in self.connection.raw.execute(
            LINKED, (model,)
        ):
            if text is None:
                made.gone.append((seq,))
            elif vector is None:
                made.empty.append((seq,))
            elif digest(embedded(context, text)) != hash_:
                made.wrong.append((seq,))
            elif not _sound(body, length):
                made.broken.append((seq, vector))
            else:
                length = len(body)
        return made

    def _take_out(self, workspace: int, model: int, faults: Faults) -> None:
        bad = (*faults.empty, *faults.gone, *faults.wrong, *faults.broken)
        links = [(row[0],) for row in bad]
        vectors = [(row[1],) for row in faults.broken]
        self.connection.many("DELETE FROM passage_vectors WHERE seq = ?", links)
        self.connection.many("DELETE FROM passage_vectors WHERE vector = ?", vectors)
        self.connection.many("DELETE FROM vectors WHERE id = ?", vectors)
        self.connection.rows(FIRST, workspace, model)
        self.connection.rows(CHANGED, model)


def _sound(body: bytes, length: int) -> bool:
    """Whether the bytes are a vector of unit length, as long as the others."""
    import numpy as np

    if not body or len(body) % 4 or (length and len(body) != length):
        return False
    return bool(abs(float(np.linalg.norm(np.frombuffer(body, "<f4"))) - 1) < 1e-3)
