"""Documents with their chunks in, candidates for queries out: the `PassageStore` of the embedded store."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import count, zip_longest
from typing import NamedTuple

from loadsheet.artifacts import Candidate, CandidateList, Chunk, Document, Query, QuerySet, digest
from loadsheet.corpus import shingles
from loadsheet.ports import Cut, StoredDocument, StoredVersion
from loadsheet.stores.sqlite import terms
from loadsheet.stores.sqlite.base import Part
from loadsheet.stores.sqlite.candidates import candidates, starts
from loadsheet.stores.sqlite.columns import Row, from_column, pack, to_column, unpack
from loadsheet.stores.sqlite.connection import Connection
from loadsheet.stores.sqlite.opening import statement

FOUND_BY = "lexical"
"""The name of the text index in candidates."""

DIGITS = 9
"""Scores are rounded to so many, so that equal ones tie and the passage id decides."""

MORE = 16
"""Rows fetched beyond the limit at first, to see whether the last place is tied."""

PRIOR = 20
"""Passages that a workspace is taken to hold beside its own: in a handful of them nearly all may hold the very word
that the question is about, which would then seem to tell nothing."""

PRIOR_SPREAD = 0.05
"""The part of those passages that holds a word."""

SAVE_TEXT = "INSERT INTO texts (workspace, hash, characters, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
SAVE_VERSION = """
INSERT INTO versions
    (id, workspace, document, version, title, timestamp, path, root, text_hash, layout, chunks, added_at, pages)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
SAVE_PASSAGE = """
INSERT INTO passages (id, workspace, document, text, context, grams, headings, section, tokens, shingles)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
SAVE_PLACE = (
    'INSERT INTO version_chunks (version, passage, ordinal, start, "end") VALUES (?, ?, ?, ?, ?)'
)
CURRENT_OF = """
SELECT d.name, v.title, v.timestamp, v.path, v.root, v.text_hash, v.layout, d.stamp, d.id
FROM json_each(?2) AS wanted
JOIN documents AS d ON d.workspace = ?1 AND d.name = wanted.value
JOIN versions AS v ON v.id = d.version
"""
LAST_OF = """
SELECT wanted.value, max(v.version) FROM json_each(?2) AS wanted
JOIN versions AS v ON v.workspace = ?1 AND v.document = wanted.value GROUP BY wanted.value
"""
LIST_DOCUMENTS = """
SELECT v.document, v.version, v.title, v.path, v.root, t.characters, v.chunks, v.text_hash, v.added_at, v.timestamp,
    d.stamp
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

HOLDING = """
SELECT count(*), json_group_array(rowid) FILTER (WHERE rowid IN (SELECT value FROM json_each(?2)))
FROM index_{id} WHERE index_{id} MATCH ?1
"""

Key = tuple[str, str, str, str, int]
"""What makes a passage the same: text, title with headings, headings, section, tokens."""

Held = Sequence[tuple[str, frozenset[int]]]
"""Terms as the query has them, each with the passages that hold it."""

Wanted = tuple[Cut, Row]
"""A document that is to be stored, and its facts."""

Stored = Mapping[str, tuple[Row, int]]
"""The documents that are there by name: facts and stamp, and the row."""


class Placed(NamedTuple):
    """A version of a document by its rows, and the passages that it is cut into."""

    document: int
    version: int
    title: str
    chunks: Sequence[Chunk]


class Passages(Part):
    """The documents of every workspace as passages, with one text index for each workspace."""

    # ------------------------------------------------------------ writing

    async def put(
        self, workspace: str, document: Document, chunks: Sequence[Chunk], added_at: datetime
    ) -> str:
        """Store a document in one transaction; returns `added`, `changed` or `unchanged`.

        The same text cut otherwise counts as changed.
        """

        return (await self.put_all(workspace, [Cut(document, chunks)], added_at))[0]

    async def put_all(
        self, workspace: str, cuts: Sequence[Cut], added_at: datetime
    ) -> Sequence[str]:
        """Store several documents in one transaction; a kill leaves each of them whole or absent."""

        def work() -> list[str]:
            wanted = [(cut, _facts(cut.document, cut.chunks)) for cut in cuts]
            held = self._current(self.connection.workspace(workspace), wanted)
            if all(_is_held(held, one) for one in wanted):
                return ["unchanged"] * len(wanted)
            with self.connection.transaction():
                number = self.connection.made_workspace(workspace)
                return [s for run in _runs(wanted) for s in self._put(number, run, added_at)]

        return await self.connection.run(work)

    def _put(self, workspace: int, wanted: Sequence[Wanted], added_at: datetime) -> list[str]:
        """Store different documents, each table's rows in one piece."""
        held = self._current(workspace, wanted)
        statuses = [_status(held, one) for one in wanted]
        self.connection.many(
            "UPDATE documents SET stamp = ? WHERE workspace = ? AND name = ?",
            [
                (cut.stamp, workspace, cut.document.id)
                for (cut, _), status in zip(wanted, statuses, strict=True)
                if status == "unchanged"
            ],
        )
        new = [one for one, status in zip(wanted, statuses, strict=True) if status != "unchanged"]
        if new:
            self._write(workspace, new, held, added_at)
        return statuses

    async def remove(
        self, workspace: str, ids: Sequence[str], removed_at: datetime | None = None
    ) -> Sequence[str]:
        """Remove documents from search; returns the ids that were there. Their versions stay readable."""

        def work() -> list[str]:
            number = self.connection.workspace(workspace)
            if number is None or not ids:
                return []
            gone: list[str] = []
            for name in dict.fromkeys(ids):
                with self.connection.transaction():
                    version = self.drop_document(number, name)
                    if version is not None:
                        self.connection.rows(
                            "UPDATE versions SET removed_at = ? WHERE id = ?",
                            to_column(removed_at),
                            version,
                        )
                        gone.append(name)
            return gone

        return await self.connection.run(work)

    def drop_document(self, workspace: int, name: str) -> int | None:
        """Take a document out of search, within a transaction; the row of its version, or None where none was there."""
        row = self.connection.row(
            "SELECT id, version FROM documents WHERE workspace = ? AND name = ?", workspace, name
        )
        if row is None:
            return None
        self._drop(workspace, self._passages(row[0]))
        self.connection.rows("DELETE FROM documents WHERE id = ?", row[0])
        return row[1]

    def _current(self, workspace: int | None, wanted: Sequence[Wanted]) -> Stored:
        if workspace is None:
            return {}
        names = json.dumps([cut.document.id for cut, _ in wanted])
        rows = self.connection.rows(CURRENT_OF, workspace, names)
        return {row[0]: (row[1:8], row[8]) for row in rows}

    def _write(
        self, workspace: int, new: Sequence[Wanted], held: Stored, added_at: datetime
    ) -> None:
        connection = self.connection
        names = json.dumps([cut.document.id for cut, _ in new])
        last: dict[str, int] = dict(connection.rows(LAST_OF, workspace, names))
        first = _after(connection, "SELECT max(id) FROM versions")
        free = count(_after(connection, "SELECT max(id) FROM documents"))
        texts: list[Row] = []
        versions: list[Row] = []
        added: list[Row] = []
        changed: list[Row] = []
        cut_into: list[Placed] = []
        for version, (cut, facts) in enumerate(new, first):
            document = cut.document
            texts.append((workspace, facts[4], len(document.text), pack(document.text)))
            pages = json.dumps(document.pages, separators=(",", ":")) if document.pages else None
            number = 1 + last.get(document.id, 0)
            about = (len(cut.chunks), to_column(added_at), pages)
            versions.append((version, workspace, document.id, number, *facts, *about))
            if document.id in held:
                row = held[document.id][1]
                changed.append((version, cut.stamp, row))
            else:
                row = next(free)
                added.append((row, workspace, document.id, version, cut.stamp))
            cut_into.append(Placed(row, version, document.title, cut.chunks))
        connection.many(SAVE_TEXT, texts)
        connection.many(SAVE_VERSION, versions)
        connection.many(
            "INSERT INTO documents (id, workspace, name, version, stamp) VALUES (?, ?, ?, ?, ?)",
            added,
        )
        connection.many("UPDATE documents SET version = ?, stamp = ? WHERE id = ?", changed)
        self._write_passages(workspace, cut_into, {row for _, _, row in changed})

    def _write_passages(
        self, workspace: int, cut_into: Sequence[Placed], known: Collection[int]
    ) -> None:
        """Give each chunk the row of an equal passage, or a new one; drop the rows that none took.

        Only documents that are `known` can have rows. The index gets all that is new at once: told of each by itself
        it would write what it has gathered for each document.
        """
        connection = self.connection
        first = _after(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'passages'")
        free = count(first)
        rows: list[Row] = []
        places: list[Row] = []
        dropped: list[Row] = []
        for document, version, title, chunks in cut_into:
            had = self._passages(document) if document in known else []
            held: dict[Key, list[int]] = defaultdict(list)
            for row in reversed(had):
                held[(row[1], row[2], row[4], row[5], row[6])].append(row[0])
            for chunk in chunks:
                key = _key(title, chunk)
                if held.get(key):
                    passage = held[key].pop()
                else:
                    passage = next(free)
                    rows.append((passage, workspace, document, *_columns(key)))
                places.append((version, passage, chunk.ordinal, chunk.start, chunk.end))
            rest = {passage for left in held.values() for passage in left}
            dropped += [row for row in had if row[0] in rest]
        self._drop(workspace, dropped)
        sketches = shingles.sketches([row[3] for row in rows])
        connection.many(SAVE_PASSAGE, [(*row, s) for row, s in zip(rows, sketches, strict=True)])
        connection.many(SAVE_PLACE, places)
        if rows:
            connection.rows(
                f"INSERT INTO index_{workspace} (rowid, text, context, grams) "
                "SELECT id, text, context, grams FROM passages WHERE id >= ?",
                first,
            )

    def _passages(self, document: int) -> list[Row]:
        return self.connection.rows(
            "SELECT id, text, context, grams, headings, section, tokens FROM passages "
            "WHERE document = ? ORDER BY id",
            document,
        )

    def _drop(self, workspace: int, passages: Sequence[Row]) -> None:
        # An external content index must be told what it holds in order to forget it.
        self.connection.many(
            f"INSERT INTO index_{workspace} (index_{workspace}, rowid, text, context, grams) "
            "VALUES ('delete', ?, ?, ?, ?)",
            [row[:4] for row in passages],
        )
        self.connection.many("DELETE FROM passages WHERE id = ?", [(row[0],) for row in passages])

    # ------------------------------------------------------------ reading

    async def documents(self, workspace: str, root: str | None = None) -> Sequence[StoredDocument]:
        """The current documents, by id; with `root`, those that were added from that path."""

        def work() -> list[StoredDocument]:
            number = self.connection.workspace(workspace)
            rows = self.connection.rows(LIST_DOCUMENTS, number, root) if number else []
            return [_stored(row) for row in rows]

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

    async def search(self, queries: QuerySet) -> CandidateList:
        """The best passages for each query, best first; an empty list is a valid answer."""
        return await self.connection.run(lambda: self._search(queries))

    def _search(self, queries: QuerySet) -> CandidateList:
        number = self.connection.workspace(queries.workspace)
        if number is None:
            return CandidateList()
        # One snapshot for counts and rows, whatever another process writes meanwhile.
        with self.connection.reading():
            documents, passages = self.connection.size(number)[:2]
            known: dict[tuple[str, ...], terms.Term] = {}
            best: list[tuple[Query, list[terms.Term], dict[int, float]]] = []
            for query in queries.queries:
                found = [
                    known.setdefault(term.stems, term)
                    for term in terms.terms(query.text, self.stems)
                ]
                if found and passages:
                    best.append((query, found, self._best(number, found, queries.limit)))
            wanted = json.dumps(sorted({row for _, _, scores in best for row in scores}))
            holding = {term.text: self._holding(number, term, wanted) for term in known.values()}
            rows: list[Candidate] = []
            for query, found, scores in best:
                held = [(term.text, holding[term.text][1]) for term in found]

                def matched(row: Row, held: Held = held) -> tuple[str, ...]:
                    return tuple([text for text, those in held if row[12] in those])

                limit = queries.limit
                rows += candidates(self.connection, FOUND_BY, query, matched, scores, limit)
        weights = tuple((name, _weight(many, passages)) for name, (many, _) in holding.items())
        return CandidateList(candidates=tuple(rows), documents=documents, weights=weights)

    def _best(self, workspace: int, found: Sequence[terms.Term], limit: int) -> dict[int, float]:
        """The scores of the best passages, and of all that tie with the last of them."""
        sql = statement("search").replace("{id}", str(workspace))
        asked = limit + MORE
        while True:
            rows = self.connection.rows(sql, terms.expression(found), asked)
            scores = {passage: round(-score, DIGITS) for passage, score in rows}
            last = scores[rows[min(limit, len(rows)) - 1][0]] if rows else 0.0
            # Passages that tie with the last place and were not fetched may come before it by id.
            if len(rows) < asked or scores[rows[-1][0]] < last:
                break
            asked *= 4
        return {passage: score for passage, score in scores.items() if score >= last}

    def _holding(self, workspace: int, term: terms.Term, among: str) -> tuple[int, frozenset[int]]:
        """How many passages hold a term, and which of some do; the index tells both on one way through them."""
        sql = HOLDING.replace("{id}", str(workspace))
        many, which = self.connection.rows(sql, term.expression, among)[0]
        return many, frozenset(json.loads(which))


def _facts(document: Document, chunks: Sequence[Chunk]) -> Row:
    """What a document must share with the stored one for nothing to be written, in the order of the columns."""
    paged = bool(document.pages)
    layout = json.dumps(
        [
            (c.start, c.end, c.headings, c.section, c.tokens, *([c.pages] if paged else ()))
            for c in chunks
        ],
        separators=(",", ":"),
    )
    return (
        document.title,
        to_column(document.timestamp),
        document.path,
        document.root,
        digest(document.text),
        digest(layout),
    )


def _is_held(held: Stored, wanted: Wanted) -> bool:
    """Whether all that would be written stands there already."""
    cut, facts = wanted
    return cut.document.id in held and held[cut.document.id][0] == (*facts, cut.stamp)


def _status(held: Stored, wanted: Wanted) -> str:
    cut, facts = wanted
    if cut.document.id not in held:
        return "added"
    return "unchanged" if held[cut.document.id][0][:-1] == facts else "changed"


def _runs(wanted: Iterable[Wanted]) -> Iterator[list[Wanted]]:
    """The same in runs in which no document comes twice: what replaces another must find it stored."""
    run: list[Wanted] = []
    names: set[str] = set()
    for one in wanted:
        if one[0].document.id in names:
            yield run
            run, names = [], set()
        run.append(one)
        names.add(one[0].document.id)
    if run:
        yield run


def _after(connection: Connection, sql: str) -> int:
    """The number after the highest that a statement finds."""
    row = connection.row(sql)
    return 1 + ((row[0] if row else 0) or 0)


def _key(title: str, chunk: Chunk) -> Key:
    context, headings = _above(title, chunk.headings)
    return (chunk.text, context, headings, chunk.section, chunk.tokens)


@lru_cache(maxsize=64)
def _above(title: str, headings: tuple[str, ...]) -> tuple[str, str]:
    """What stands above a passage as it is searched and as it is kept; its neighbours have the same."""
    context = "\n".join(dict.fromkeys(part for part in (title, *headings) if part))
    return context, json.dumps(headings, ensure_ascii=False)


def _columns(key: Key) -> Row:
    """A passage as it is stored, from its text on, without its sketch."""
    text, context, headings, section, tokens = key
    grams = terms.grams(f"{context}\n{text}")
    return (text, context, grams, headings, section, tokens)


def _stored(row: Row) -> StoredDocument:
    added_at = from_column(row[8])
    assert added_at is not None
    return StoredDocument(
        id=row[0],
        version=row[1],
        title=row[2],
        path=row[3],
        root=row[4],
        characters=row[5],
        chunks=row[6],
        text_hash=row[7],
        added_at=added_at,
        timestamp=from_column(row[9]),
        stamp=row[10],
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


def _weight(holding: int, passages: int) -> float:
    """How rare a term is: 1 for one in at most one passage, near 0 for one in all of them."""
    if not passages:
        return 1.0
    rarity = _rarity(max(1, holding) + PRIOR * PRIOR_SPREAD, passages + PRIOR)
    return round(rarity / _rarity(1 + PRIOR * PRIOR_SPREAD, passages + PRIOR), DIGITS)


def _rarity(holding: float, passages: float) -> float:
    return math.log1p((passages - holding + 0.5) / (holding + 0.5))
