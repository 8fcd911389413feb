"""An open state file: the one thread that runs its statements, its transactions, and the numbers of its workspaces."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import apsw

from loadsheet.errors import LoadsheetError, StoreError
from loadsheet.stores.sqlite.columns import Row
from loadsheet.stores.sqlite.opening import (
    MEMORY,
    Database,
    copied,
    is_writable,
    opened,
    opened_beside,
    prepare,
    read_only,
    statement,
    transaction,
    translated,
)
from loadsheet.stores.sqlite.to_read import TRIES, FilesSeen, changing, look_at, opened_to_read

SIZE = """
SELECT count(*), coalesce(sum(v.chunks), 0), coalesce(max(v.id), 0),
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'passages'), 0)
FROM documents AS d JOIN versions AS v ON v.id = d.version WHERE d.workspace = ?
"""


class Size(NamedTuple):
    """What a workspace holds."""

    documents: int
    passages: int
    newest: int
    """The number of the newest current version."""
    written: int
    """How many passages were ever written, over all workspaces: where versions were erased, their numbers come back."""

    @property
    def state(self) -> tuple[int, int, int]:
        """What tells one corpus from another."""
        return self.documents, self.newest, self.written


TOGETHER = 50
"""Rows that one statement inserts. While a statement runs another thread has Python's lock, and gives it back when its
time is over: a statement for each row waits for that as many times."""

T = TypeVar("T")


class Connection:
    """One SQLite connection; its methods are called on its own thread only."""

    def __init__(self, path: str, *, reads: bool = False) -> None:
        self.path = path
        self.raw: Database
        self._reads = reads
        self._look: FilesSeen | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="loadsheet-store")
        self._closed = False
        self._apart: Connection | None = None
        self._workspaces: dict[str, int] = {}
        self._sizes: dict[int, Size] = {}
        self._sizes_at: tuple[int, int] | None = None
        try:
            with translated(path):
                self._open()
                self.read_only: bool = self.raw.readonly("main")
        except BaseException:
            self._worker.shutdown()
            raise

    async def run(self, work: Callable[[], T]) -> T:
        """Do `work` on the thread of the store; the event loop goes on meanwhile."""
        if self._closed:
            raise StoreError(f"the store '{self.path}' is closed: open it again")
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._guarded, work)

    def _open(self) -> None:
        writable = is_writable(Path(self.path)) if self._reads else prepare(self.path)
        if writable:
            self.raw = opened_beside(self.path) if self._reads else opened(self.path)
        else:
            self.raw, self._look = opened_to_read(self.path)

    def _guarded(self, work: Callable[[], T]) -> T:
        """The work, done again where a file that is read without a lock was changed under it."""
        for _ in range(TRIES):
            look = self._look
            try:
                with translated(self.path):
                    made = work()
            except LoadsheetError:
                if look is None or look == look_at(self.path):
                    raise
            else:
                if look is None or look == look_at(self.path):
                    return made
            self._reopen()
        raise changing(self.path)

    def _reopen(self) -> None:
        """Open the file as it is now; what is known of it is forgotten."""
        before = self.raw
        self.raw, self._look = opened_to_read(self.path)
        before.close()
        self._workspaces, self._sizes_at = {}, None
        self.__dict__.pop("tokenizer", None)

    def agrees(self, index: str) -> bool:
        """Whether a text index agrees with what it was made of."""
        sql = f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)"
        checked = (
            copied(self.raw) if self.read_only else self.raw
        )  # the question is asked by writing
        try:
            checked.execute(sql)
        except (apsw.CorruptError, apsw.SQLError):  # damaged, or gone
            return False
        finally:
            if checked is not self.raw:
                checked.close()
        return True

    def drop_index(self, index: str) -> None:
        """Take a text index out in whatever state it is, within a transaction."""
        try:
            self.raw.execute(f"DROP TABLE IF EXISTS {index}")
        except (apsw.CorruptError, apsw.SQLError):
            # SQLite opens an index in order to drop it, and needs no more of it than this to open it.
            self.raw.execute(
                f"CREATE TABLE IF NOT EXISTS {index}_config (k PRIMARY KEY, v) WITHOUT ROWID; "
                f"INSERT OR REPLACE INTO {index}_config VALUES ('version', 4); DROP TABLE {index}"
            )

    def has(self, name: str) -> bool:
        """Whether a table, an index or a trigger of that name is there."""
        return self.row("SELECT 1 FROM sqlite_schema WHERE name = ?", name) is not None

    @property
    def apart(self) -> Connection:
        """Another connection to the file with a thread of its own, for reading that takes long: neither holds up the
        statements of the other. A store in memory has only the one.
        """
        if self._apart is not None:
            return self._apart
        if self._closed or self.path == MEMORY:
            return self
        self._apart = Connection(self.path, reads=True)
        return self._apart

    def close(self) -> None:
        """Finish what was begun and close the file."""
        if not self._closed:
            self._closed = True
            if self._apart is not None:
                self._apart.close()
            self._worker.submit(self.raw.close).result()
            self._worker.shutdown()

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """All rows of a statement."""
        return list(self.raw.execute(sql, values))

    def row(self, sql: str, *values: Any) -> Row | None:
        """The first row, or None."""
        return next(iter(self.rows(sql, *values)), None)

    def many(self, sql: str, values: Sequence[Row]) -> None:
        """The same statement for each row of values."""
        if values:
            self.raw.executemany(sql, values)

    def insert(self, into: str, rows: Sequence[Row], otherwise: str = "") -> None:
        """Insert rows of one length, many with each statement: `into` is what stands before their values."""
        for begin in range(0, len(rows), TOGETHER):
            some = rows[begin : begin + TOGETHER]
            row = f"({', '.join('?' * len(some[0]))})"
            values = ", ".join([row] * len(some))
            flat = tuple(chain.from_iterable(some))
            self.raw.execute(f"{into} VALUES {values} {otherwise}", flat)

    @contextlib.contextmanager
    def transaction(self) -> Generator[None]:
        """All of it or nothing of it; other writers wait. Raises `InputError` where nothing may be written."""
        if self.read_only:
            raise read_only(self.path)
        with transaction(self.raw):
            yield

    @contextlib.contextmanager
    def reading(self) -> Generator[None]:
        """All reads inside see one state of the file."""
        with transaction(self.raw, "BEGIN"):
            yield

    def size(self, workspace: int) -> Size:
        """What a workspace holds, within `reading`; counted anew when the file has changed."""
        state = (self.raw.pragma("data_version"), self.raw.total_changes())
        if self._sizes_at != state:
            self._sizes_at, self._sizes = state, {}
        if workspace not in self._sizes:
            self._sizes[workspace] = Size(*self.rows(SIZE, workspace)[0])
        return self._sizes[workspace]

    def stems(self, text: str) -> Sequence[str]:
        """The stems of a text, in order, as the text index has them."""
        return self.tokenizer(
            text.encode("utf-8", "replace"),
            apsw.FTS5_TOKENIZE_QUERY,
            None,
            include_offsets=False,
            include_colocated=False,
        )

    @cached_property
    def tokenizer(self) -> Callable[..., list[str]]:
        """The tokenizer of the text index."""
        return self.raw.fts5_tokenizer("porter", ["unicode61", "remove_diacritics", "2"])

    def workspace(self, name: str) -> int | None:
        """The number of a workspace; None before anything was stored in it."""
        if name not in self._workspaces:
            row = self.row("SELECT id FROM workspaces WHERE name = ?", name)
            if row is None:
                return None
            self._workspaces[name] = row[0]
        return self._workspaces[name]

    def made_workspace(self, name: str) -> int:
        """The number of a workspace, made within the transaction when it is new."""
        number = self.workspace(name)
        if number is not None:
            return number
        self.rows("INSERT INTO workspaces (name) VALUES (?)", name)
        number = self.raw.last_insert_rowid()
        self.make_index(number)
        return number

    def make_index(self, workspace: int) -> None:
        """Make the text index of a workspace, empty, where there is none."""
        self.raw.execute(statement("index").replace("{id}", str(workspace)))
