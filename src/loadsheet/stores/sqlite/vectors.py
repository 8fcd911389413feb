"""Passages without a vector out, their vectors in, and the passages nearest to a query's vector out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from loadsheet.artifacts import Candidate, CandidateList, Partial, Query, QuerySet, digest
from loadsheet.corpus.embedded import embedded
from loadsheet.errors import StoreError
from loadsheet.ports import Unembedded, Waiting
from loadsheet.stores.sqlite import terms
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.candidates import by_reading, candidates
from loadsheet.stores.sqlite.connection import Connection

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from loadsheet.stores.sqlite.matrix import Matrix

FOUND_BY = "vectors"
"""The name of the vectors in candidates."""

MEMORY = 400_000_000
"""Bytes that matrices may take together before the one used longest ago goes: two of 100,000 passages and 384 numbers
fit, and a process stays under 600 MB."""

FETCHED = 4096
"""Rows that are read at once."""

WITHOUT = """
SELECT p.id, p.context, p.text FROM passages AS p
WHERE p.workspace = ?1 AND p.id > ?3
AND NOT EXISTS (SELECT 1 FROM passage_vectors AS l WHERE l.embedder = ?2 AND l.passage = p.id)
ORDER BY p.id LIMIT ?4
"""
SAVE_VECTOR = "INSERT INTO vectors (embedder, hash, body)"
LINK = """
INSERT INTO passage_vectors (embedder, passage, vector)
SELECT v.embedder, p.id, v.id FROM json_each(?2) AS pair
CROSS JOIN vectors AS v ON v.embedder = ?1 AND v.hash = pair.value ->> 0
CROSS JOIN passages AS p ON p.id = pair.value ->> 1
WHERE true ON CONFLICT DO NOTHING
"""
"""In the order of the pairs: a cross join is made as it is written."""
MODEL = "SELECT id, changes FROM embedders WHERE workspace = ? AND name = ?"
CHANGED = "UPDATE embedders SET changes = changes + 1 WHERE id = ?"
LINKS = """
SELECT l.seq, l.passage, v.body FROM passage_vectors AS l JOIN vectors AS v ON v.id = l.vector
WHERE +l.embedder = ? AND l.seq > ? ORDER BY l.seq LIMIT ?
"""
"""In the order of the numbers: the plus keeps SQLite from sorting all links of a model for each piece that is read."""
VECTOR_AT = """
SELECT v.body FROM documents AS d
JOIN versions AS n ON n.id = d.version
JOIN version_chunks AS c ON c.version = n.id
JOIN passage_vectors AS l ON l.passage = c.passage AND l.embedder = ?2
JOIN vectors AS v ON v.id = l.vector
WHERE d.workspace = ?1 AND d.name = ?3 AND n.version = ?4 AND c.start = ?5 AND c."end" = ?6
"""
DROP_OTHERS = """
DELETE FROM passage_vectors WHERE embedder IN (SELECT id FROM embedders WHERE workspace = ? AND id <> ?)
"""
COMPLETE = """
UPDATE embedders SET complete = coalesce((SELECT max(passage) FROM passage_vectors WHERE embedder = ?1), 0)
WHERE id = ?1
"""
"""What is written from now on has a higher number."""
ORPHANS = """
SELECT v.id FROM vectors AS v JOIN embedders AS e ON e.id = v.embedder WHERE e.workspace = ?1
AND NOT EXISTS (SELECT 1 FROM passage_vectors AS l WHERE l.vector = v.id)
ORDER BY v.id DESC
"""


class Vectors(StorePart):
    """The vectors of every workspace; each model's are apart, and no search crosses from one to another."""

    # ------------------------------------------------------------ writing

    async def unembedded(
        self, workspace: str, embedder: str, *, after: int = 0, limit: int = 64
    ) -> Waiting:
        """The next texts that have no vector; passages whose text had one before get it at once."""
        return await self.connection.run(lambda: self._waiting(workspace, embedder, after, limit))

    async def keep_vectors(
        self,
        workspace: str,
        embedder: str,
        texts: Sequence[Unembedded],
        rows: NDArray[np.float32],
    ) -> None:
        """Store the vectors of texts, in one transaction; a passage that is gone by now is left alone."""

        def work() -> None:
            with self.connection.transaction():
                model = self._made_embedder(self.connection.made_workspace(workspace), embedder)
                made = [
                    (model, text.hash, row.tobytes())
                    for text, row in zip(texts, rows.astype("<f4", copy=False), strict=True)
                ]
                self.connection.insert(SAVE_VECTOR, made, "ON CONFLICT DO NOTHING")
                self._link(model, [(t.hash, passage) for t in texts for passage in t.passages])

        await self.connection.run(work)

    async def tidy_vectors(self, workspace: str, embedder: str) -> int:
        """Drop what other models made, and the oldest vectors of texts that are gone beyond as many as are in use.

        Returns how many vectors went. Call it when every passage has its vector.
        """

        def work() -> int:
            number = self.connection.workspace(workspace)
            if number is None:
                return 0
            with self.connection.transaction():
                model = self._made_embedder(number, embedder)
                self.connection.rows(DROP_OTHERS, number, model)
                self.connection.rows(
                    "UPDATE embedders SET complete = 0 WHERE workspace = ?", number
                )
                self.connection.rows(COMPLETE, model)
                used = _linked(self.connection, model)
                gone = self.connection.rows(ORPHANS, number)[used:]
                self.connection.many("DELETE FROM vectors WHERE id = ?", gone)
                return len(gone)

        return await self.connection.run(work)

    def _waiting(self, workspace: str, embedder: str, after: int, limit: int) -> Waiting:
        number = self.connection.workspace(workspace)
        if number is None:
            return Waiting()
        model = _embedder(self.connection, number, embedder)
        linked = 0
        while True:
            rows = self.connection.rows(WITHOUT, number, model or 0, after, limit)
            if not rows:
                return Waiting(after=after, linked=linked)
            after = rows[-1][0]
            by_hash: dict[str, Unembedded] = {}
            for passage, context, text in rows:
                whole = embedded(context, text)
                name = digest(whole)
                held = by_hash.get(name)
                passages = (*held.passages, passage) if held else (passage,)
                by_hash[name] = Unembedded(name, whole, passages)
            known = self._known(model, list(by_hash)) if model else set[str]()
            if known and model:
                pairs = [
                    (h, passage) for h in by_hash if h in known for passage in by_hash[h].passages
                ]
                with self.connection.transaction():
                    self._link(model, pairs)
                linked += len(pairs)
            missing = tuple(item for name, item in by_hash.items() if name not in known)
            if missing:
                return Waiting(missing, after, linked)

    def _known(self, model: int, hashes: Sequence[str]) -> set[str]:
        rows = self.connection.rows(
            "SELECT hash FROM vectors WHERE embedder = ? AND hash IN (SELECT value FROM json_each(?))",
            model,
            json.dumps(hashes),
        )
        return {name for (name,) in rows}

    def _link(self, model: int, pairs: Sequence[tuple[str, int]]) -> None:
        self.connection.rows(LINK, model, json.dumps(pairs))
        self.connection.rows(CHANGED, model)

    def _made_embedder(self, workspace: int, name: str) -> int:
        self.connection.rows(
            "INSERT INTO embedders (workspace, name) VALUES (?, ?) ON CONFLICT DO NOTHING",
            workspace,
            name,
        )
        made = _embedder(self.connection, workspace, name)
        assert made is not None
        return made

    # ------------------------------------------------------------ reading

    @property
    def reader(self) -> Connection:
        """Where vectors are read: the first search reads all of them, and a search for words does not wait for it."""
        return self.connection.apart

    async def embedded(self, workspace: str, embedder: str) -> Partial:
        """How many of the workspace's passages have a vector of this model."""

        def work() -> Partial:
            number = self.reader.workspace(workspace)
            if number is None:
                return Partial(source=FOUND_BY, have=0, of=0)
            with self.reader.reading():
                row = self.reader.row(MODEL, number, embedder)
                matrix = self._matrices.get((number, embedder))
                if row and matrix and matrix.changes == row[1]:
                    have = matrix.living
                else:
                    have = _linked(self.reader, row[0]) if row else 0
                return Partial(source=FOUND_BY, have=have, of=self.reader.size(number).passages)

        return await self.reader.run(work)

    async def likeness(
        self,
        workspace: str,
        embedder: str,
        best: Sequence[tuple[Candidate, float]],
        passages: Sequence[Candidate],
    ) -> list[float | None]:
        """How near each passage lies to the best ones, which count as much as is said; None without a vector.

        Every product is made for itself and rounded, so that it is the same in any company.
        """
        import numpy as np

        from loadsheet.stores.sqlite.matrix import DIGITS

        def work() -> list[float | None]:
            number = self.reader.workspace(workspace)
            model = _embedder(self.reader, number, embedder) if number else None

            def vector(p: Candidate) -> NDArray[np.float32] | None:
                place = (p.document, p.version, p.start, p.end)
                rows = self.reader.rows(VECTOR_AT, number, model, *place)
                return next((np.frombuffer(body, "<f4") for (body,) in rows), None)

            held = [(row, part) for one, part in best if (row := vector(one)) is not None]
            if not held:
                return [None] * len(passages)
            middle = np.sum([part * row for row, part in held], axis=0)
            rows = (vector(one) for one in passages)
            return [None if row is None else round(float(row @ middle), DIGITS) for row in rows]

        return await self.reader.run(work)

    async def nearest(
        self, queries: QuerySet, embedder: str, vectors: NDArray[np.float32]
    ) -> CandidateList:
        """The passages nearest to the vector of each query, best first, of those that have one."""
        return await self.reader.run(lambda: self._nearest(queries, embedder, vectors))

    def _nearest(
        self, queries: QuerySet, embedder: str, vectors: NDArray[np.float32]
    ) -> CandidateList:
        number = self.reader.workspace(queries.workspace)
        if number is None:
            return CandidateList()
        # One snapshot for vectors and rows, whatever another process writes meanwhile.
        with self.reader.reading():
            documents, passages = self.reader.size(number)[:2]
            matrix = self._matrix(number, embedder)
            found = [
                item
                for query, vector in zip(queries.queries, vectors, strict=True)
                for item in self._near(matrix, query, vector, queries.limit)
            ]
        have = matrix.living
        partial = (Partial(source=FOUND_BY, have=have, of=passages),) if have < passages else ()
        return CandidateList(candidates=tuple(found), documents=documents, partial=partial)

    def _near(
        self, matrix: Matrix, query: Query, vector: NDArray[np.float32], limit: int
    ) -> list[Candidate]:
        if matrix.living and matrix.dimensions != len(vector):
            raise StoreError(
                f"the vectors that are kept have {matrix.dimensions} numbers, and the embedder of that name gives "
                f"{len(vector)}: give another embedder another name"
            )
        scores = dict(matrix.nearest(vector, limit))
        wanted = terms.terms(query.text, self.reader.stems)
        matched = by_reading(self.reader, wanted)
        return candidates(self.reader, FOUND_BY, query, matched, scores, limit)

    @cached_property
    def _matrices(self) -> dict[tuple[int, str], Matrix]:
        return {}

    def _matrix(self, workspace: int, embedder: str) -> Matrix:
        """The matrix as the file has it now: what is new is read, what is gone is hidden."""
        from loadsheet.stores.sqlite.matrix import Matrix

        key = (workspace, embedder)
        # Taken out and put back last: the first one is the one used longest ago.
        matrix = self._matrices.pop(key, None) or Matrix()
        self._matrices[key] = matrix
        row = self.reader.row(MODEL, *key)
        if row is None or row[1] == matrix.changes:
            return matrix
        matrix = self._matrices[key] = self._followed(matrix, row[0])
        matrix.changes = row[1]
        while len(self._matrices) > 1 and sum(m.bytes for m in self._matrices.values()) > MEMORY:
            self._matrices.pop(next(iter(self._matrices)))
        return matrix

    def _followed(self, matrix: Matrix, model: int) -> Matrix:
        self._read(matrix, model)
        linked = _linked(self.reader, model)
        if matrix.living == linked:
            return matrix
        rows = self.reader.rows("SELECT passage FROM passage_vectors WHERE embedder = ?", model)
        matrix.keep([passage for (passage,) in rows])
        if matrix.living == linked and matrix.count <= 2 * linked:
            return matrix
        # More than half of it is gone, or a link was changed by hand: begin anew.
        fresh = type(matrix)()
        self._read(fresh, model)
        return fresh

    def _read(self, matrix: Matrix, model: int) -> None:
        coming = _linked(self.reader, model)
        while rows := self.reader.rows(LINKS, model, matrix.last, FETCHED):
            matrix.add([row[1] for row in rows], [row[2] for row in rows], coming)
            matrix.last = rows[-1][0]


def forget_vectors(connection: Connection, workspace: int) -> None:
    """Drop the vectors of texts that are not there any more; within a transaction of the caller."""
    connection.many("DELETE FROM vectors WHERE id = ?", connection.rows(ORPHANS, workspace))


def _embedder(connection: Connection, workspace: int, name: str) -> int | None:
    row = connection.row(MODEL, workspace, name)
    return None if row is None else row[0]


def _linked(connection: Connection, model: int) -> int:
    sql = "SELECT count(*) FROM passage_vectors WHERE embedder = ?"
    return connection.rows(sql, model)[0][0]
