"""Documents with their chunks in; their passages, places and text index written, and taken out again."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import count
from json.encoder import encode_basestring
from typing import NamedTuple

from loadsheet.artifacts import Chunk, Document, digest
from loadsheet.corpus import shingles
from loadsheet.corpus.find import places_of
from loadsheet.ports import Cut
from loadsheet.stores.sqlite import terms
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.columns import Row, pack, to_column
from loadsheet.stores.sqlite.connection import Connection

SAVE_TEXT = "INSERT INTO texts (workspace, hash, characters, body)"
SAVE_VERSION = """
INSERT INTO versions
    (id, workspace, document, version, title, timestamp, path, root, text_hash, layout, chunks, added_at, pages)
"""
SAVE_PASSAGE = """
INSERT INTO passages (id, workspace, document, text, context, grams, headings, section, tokens, "columns", shingles)
"""
SAVE_PLACE = 'INSERT INTO version_chunks (version, passage, ordinal, start, "end")'
SAVE_DOCUMENT = "INSERT INTO documents (id, workspace, name, version, stamp)"
CURRENT_OF = """
SELECT d.name, v.title, v.timestamp, v.path, v.root, v.text_hash, v.layout, d.stamp, d.id
FROM json_each(?2) AS wanted
CROSS JOIN documents AS d ON d.workspace = ?1 AND d.name = wanted.value
JOIN versions AS v ON v.id = d.version
"""
"""A cross join is made as it is written: each name is looked up, where SQLite would go through all documents for it."""
LAST_OF = """
SELECT wanted.value, max(v.version) FROM json_each(?2) AS wanted
CROSS JOIN versions AS v ON v.workspace = ?1 AND v.document = wanted.value GROUP BY wanted.value
"""


PassageKey = tuple[str, str, str, str, int, str]
"""What makes a passage the same: text, all that it stands under, headings, section, tokens, columns."""

ToStore = tuple[Cut, Row]
"""A document that is to be stored, and its facts."""

Stored = Mapping[str, tuple[Row, int]]
"""The documents that are there by name: facts and stamp, and the row."""


class Placed(NamedTuple):
    """A version of a document by its rows, and the passages that it is cut into."""

    document: int
    version: int
    title: str
    chunks: Sequence[Chunk]


class Passages(StorePart):
    """Writes the documents of every workspace as passages, with one text index for each workspace."""

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
            known = self.connection.workspace(workspace)
            held = self._current(known, wanted)
            if all(_is_held(held, one) for one in wanted) and not self._erased_of(known, cuts):
                return ["unchanged"] * len(wanted)
            with self.connection.transaction():
                number = self.connection.made_workspace(workspace)
                self.connection.many(
                    "DELETE FROM erased WHERE workspace = ? AND place = ?",
                    self._erased_of(number, cuts),
                )
                return [s for run in _runs(wanted) for s in self._put(number, run, added_at)]

        return await self.connection.run(work)

    def _erased_of(self, workspace: int | None, cuts: Sequence[Cut]) -> list[Row]:
        """The rows of erased files that the documents are read from again."""
        rows = self.connection.rows(
            "SELECT workspace, place FROM erased WHERE workspace = ?", workspace
        )
        paths = [cut.document.path for cut in cuts if rows and cut.document.path]
        places = {digest(place) for path in paths for place in places_of(path)}
        return [row for row in rows if row[1] in places]

    def _put(self, workspace: int, wanted: Sequence[ToStore], added_at: datetime) -> list[str]:
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

    def _current(self, workspace: int | None, wanted: Sequence[ToStore]) -> Stored:
        if workspace is None:
            return {}
        names = json.dumps([cut.document.id for cut, _ in wanted])
        rows = self.connection.rows(CURRENT_OF, workspace, names)
        return {row[0]: (row[1:8], row[8]) for row in rows}

    def _write(
        self, workspace: int, new: Sequence[ToStore], held: Stored, added_at: datetime
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
        connection.insert(SAVE_TEXT, texts, "ON CONFLICT DO NOTHING")
        connection.insert(SAVE_VERSION, versions)
        connection.insert(SAVE_DOCUMENT, added)
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
            held: dict[PassageKey, list[int]] = defaultdict(list)
            for row in reversed(had):
                held[(row[1], row[2], *row[4:])].append(row[0])
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
        connection.insert(SAVE_PASSAGE, [(*row, s) for row, s in zip(rows, sketches, strict=True)])
        connection.insert(SAVE_PLACE, places)
        if rows:
            connection.rows(
                f"INSERT INTO index_{workspace} (rowid, text, context, grams) "
                "SELECT id, text, context, grams FROM passages WHERE id >= ?",
                first,
            )

    def _passages(self, document: int) -> list[Row]:
        return self.connection.rows(
            'SELECT id, text, context, grams, headings, section, tokens, "columns" FROM passages '
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


def _facts(document: Document, chunks: Sequence[Chunk]) -> Row:
    """What a document must share with the stored one for nothing to be written, in the order of the columns."""
    paged = bool(document.pages)
    layout = json.dumps(
        [
            (c.start, c.end, c.headings, c.section, c.tokens)
            + ((c.pages,) if paged else ())
            + ((c.columns,) if c.columns else ())
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


def _is_held(held: Stored, wanted: ToStore) -> bool:
    """Whether all that would be written stands there already."""
    cut, facts = wanted
    return cut.document.id in held and held[cut.document.id][0] == (*facts, cut.stamp)


def _status(held: Stored, wanted: ToStore) -> str:
    cut, facts = wanted
    if cut.document.id not in held:
        return "added"
    return "unchanged" if held[cut.document.id][0][:-1] == facts else "changed"


def _runs(wanted: Iterable[ToStore]) -> Iterator[list[ToStore]]:
    """The same in runs in which no document comes twice: what replaces another must find it stored."""
    run: list[ToStore] = []
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


def _key(title: str, chunk: Chunk) -> PassageKey:
    context, headings = _above(title, chunk.headings, chunk.columns)
    return (chunk.text, context, headings, chunk.section, chunk.tokens, chunk.columns)


@lru_cache(maxsize=64)
def _above(title: str, headings: tuple[str, ...], columns: str) -> tuple[str, str]:
    """What stands above a passage as it is searched and as it is kept; its neighbours have the same."""
    context = "\n".join(dict.fromkeys(part for part in (title, *headings, columns) if part))
    # As `json.dumps` writes it, which makes an encoder anew for each of thousands of paths.
    return context, f"[{', '.join(map(encode_basestring, headings))}]"


def _columns(key: PassageKey) -> Row:
    """A passage as it is stored, from its text on, without its sketch."""
    text, context, *rest = key
    plain = context.isascii() and text.isascii()
    grams = "" if plain else terms.grams(f"{context}\n{text}")
    return (text, context, grams, *rest)
