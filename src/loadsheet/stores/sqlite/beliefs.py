"""Beliefs in and out, with the vectors of memory: the `BeliefStore` of the embedded store."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from loadsheet.artifacts import Belief, digest
from loadsheet.ports import Held, Revised, Revision
from loadsheet.stores.sqlite.records import Records
from loadsheet.stores.sqlite.redacting import Redacting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIGITS = 6
"""Decimals of a cosine: what lies beyond depends on the machine."""

MAKE_IDENTITY = (
    "UPDATE workspaces SET identity = lower(hex(randomblob(4))) WHERE id = ? AND identity = ''"
)
SAVE_VECTOR = """
INSERT INTO memory_vectors (workspace, embedder, id, hash, body) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (workspace, embedder, id) DO UPDATE SET hash = excluded.hash, body = excluded.body
"""


class BeliefGraph(Records, Redacting):
    """The hypotheses and episodes of every workspace."""

    async def beliefs(self, workspace: str) -> Sequence[Belief]:
        """Every hypothesis and episode, in the order of their writing."""
        return await self.connection.run(
            lambda: self._every_belief(self.connection.workspace(workspace))
        )

    async def revise(self, workspace: str, revision: Revision, at: datetime) -> Revised:
        """Look at what is held and write what is revised, at `at`, in one transaction; returns what was revised."""

        def work() -> Revised:
            with self.connection.transaction():
                number = self.connection.made_workspace(workspace)
                made = revision(
                    Held(self._every_belief(number), lambda: self._every_record(number))
                )
                if made.records or made.gone:
                    self._index(number)
                for record in made.records:
                    self._save(number, record)
                for belief in made.beliefs:
                    self._save_belief(number, belief)
                self._take_away(number, made.gone, at)
                return made

        return await self.connection.run(work)

    def _take_away(self, workspace: int, ids: Sequence[str], at: datetime) -> None:
        rows = self.connection.rows(
            "SELECT seq, id FROM records WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))",
            workspace,
            json.dumps(list(ids)),
        )
        self._bury(workspace, [(seq, id) for seq, id in rows], at)
        self._drop_beliefs(workspace, ids)

    async def identity(self, workspace: str) -> str:
        """What tells a workspace from one of its name in another state: made once, and empty where nothing was stored
        yet, or nothing may be.
        """

        def work() -> str:
            number = self.connection.workspace(workspace)
            if number is not None and not self.connection.read_only:
                with self.connection.transaction():
                    self.connection.rows(MAKE_IDENTITY, number)
            row = self.connection.row("SELECT identity FROM workspaces WHERE id = ?", number)
            return row[0] if row else ""

        return await self.connection.run(work)

    async def lacking(
        self, workspace: str, embedder: str, texts: Mapping[str, str]
    ) -> Sequence[str]:
        """Of ids with their texts those that have no vector of this model, or one of another text."""

        def work() -> list[str]:
            rows = self.connection.rows(
                "SELECT id, hash FROM memory_vectors WHERE workspace = ? AND embedder = ?",
                self.connection.workspace(workspace),
                embedder,
            )
            held = dict(rows)
            return [id for id, text in texts.items() if held.get(id) != digest(text)]

        return await self.connection.run(work)

    async def keep_memory_vectors(
        self,
        workspace: str,
        embedder: str,
        texts: Mapping[str, str],
        rows: NDArray[np.float32],
    ) -> None:
        """Store the vector of each text under its id; vectors of other models go."""

        def work() -> None:
            with self.connection.transaction():
                number = self.connection.made_workspace(workspace)
                self.connection.rows(
                    "DELETE FROM memory_vectors WHERE workspace = ? AND embedder <> ?",
                    number,
                    embedder,
                )
                pairs = zip(texts.items(), rows.astype("<f4"), strict=True)
                self.connection.many(
                    SAVE_VECTOR,
                    [
                        (number, embedder, id, digest(text), row.tobytes())
                        for (id, text), row in pairs
                    ],
                )

        await self.connection.run(work)

    async def likenesses(
        self, workspace: str, embedder: str, ids: Sequence[str], vector: NDArray[np.float32]
    ) -> Mapping[str, float]:
        """How near what each id says lies to a vector; an id without one of the same length is left away."""
        import numpy as np

        def work() -> dict[str, float]:
            rows = self.connection.rows(
                "SELECT id, body FROM memory_vectors WHERE workspace = ? AND embedder = ? "
                "AND id IN (SELECT value FROM json_each(?))",
                self.connection.workspace(workspace),
                embedder,
                json.dumps(list(ids)),
            )
            held = [(id, np.frombuffer(body, "<f4")) for id, body in rows]
            return {
                id: round(float(row @ vector), DIGITS)
                for id, row in held
                if len(row) == len(vector)
            }

        return await self.connection.run(work)
