"""Passages and their vectors in; what does not agree between them out, and put right where that is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from loadsheet.artifacts import digest
from loadsheet.corpus.embedded import embedded
from loadsheet.stores.sqlite.base import Part
from loadsheet.stores.sqlite.columns import Row
from loadsheet.stores.sqlite.vectors import CHANGED

LINKED = """
SELECT l.seq, v.id, v.hash, v.body, p.context, p.text FROM passage_vectors AS l
LEFT JOIN vectors AS v ON v.id = l.vector LEFT JOIN passages AS p ON p.id = l.passage
WHERE l.embedder = ?
"""


@dataclass(slots=True)
class Faults:
    """The links of an embedder that should not be, by their number; with a damaged vector its id."""

    gone: list[Row] = field(default_factory=list[Row])
    wrong: list[Row] = field(default_factory=list[Row])
    broken: list[Row] = field(default_factory=list[Row])

    def said(self, name: str) -> list[str]:
        """What is wrong, in words."""
        kinds = {
            "belong to no passage": self.gone,
            "were made of another text": self.wrong,
            "are damaged": self.broken,
        }
        return [f"vectors of {name}: {len(rows)} {what}" for what, rows in kinds.items() if rows]


class VectorDrift(Part):
    """Compares vectors with the passages that they are of."""

    async def check_vectors(self, workspace: str, *, repair: bool = False) -> Sequence[str]:
        """What does not agree between passages and their vectors, in words; with `repair` it is taken out.

        What was taken out is made again with the other passages that have no vector; one that has none yet is no drift.
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
            faults = self._faults(model)
            found = faults.said(name)
            if repair and found:
                self._take_out(model, faults)
            said += found
        return said

    def _faults(self, model: int) -> Faults:
        made, length = Faults(), 0
        for seq, vector, hash_, body, context, text in self.connection.raw.execute(
            LINKED, (model,)
        ):
            if text is None or vector is None:
                made.gone.append((seq,))
            elif digest(embedded(context, text)) != hash_:
                made.wrong.append((seq,))
            elif not _sound(body, length):
                made.broken.append((seq, vector))
            else:
                length = len(body)
        return made

    def _take_out(self, model: int, faults: Faults) -> None:
        links = [(row[0],) for row in (*faults.gone, *faults.wrong, *faults.broken)]
        vectors = [(row[1],) for row in faults.broken]
        self.connection.many("DELETE FROM passage_vectors WHERE seq = ?", links)
        self.connection.many("DELETE FROM passage_vectors WHERE vector = ?", vectors)
        self.connection.many("DELETE FROM vectors WHERE id = ?", vectors)
        self.connection.rows(CHANGED, model)


def _sound(body: bytes, length: int) -> bool:
    """Whether the bytes are a vector of unit length, as long as the others."""
    import numpy as np

    if not body or len(body) % 4 or (length and len(body) != length):
        return False
    return bool(abs(float(np.linalg.norm(np.frombuffer(body, "<f4"))) - 1) < 1e-3)
