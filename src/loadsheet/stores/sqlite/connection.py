"""A path in; an open, checked and migrated SQLite file out, and the one thread that runs its statements."""

from __future__ import annotations

import asyncio
import contextlib
import os
import zlib
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar, cast

import apsw

from loadsheet.errors import InputError, StoreError

APPLICATION = 0x4C4F4144
"""`LOAD`, the application id in the header of a state file."""

MAGIC = b"SQLite format 3\0"
BUSY_SECONDS = 30
"""How long a statement waits for another process; an `add` holds the file for one document at a time."""

CACHE_KB = 16_000
"""Memory for the pages of a connection."""

COMPRESSED_FROM = 1024
"""A shorter text gains nothing from being compressed."""

SIZE = """
SELECT count(*), coalesce(sum(v.chunks), 0), coalesce(max(v.id), 0),
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'passages'), 0)
FROM documents AS d JOIN versions AS v ON v.id = d.version WHERE d.workspace = ?
"""

SQL = Path(__file__).parent / "sql"


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


Row = tuple[Any, ...]
T = TypeVar("T")


@cache
def statement(name: str) -> str:
    """The text of a named `.sql` file."""
    return (SQL / f"{name}.sql").read_text(encoding="utf-8")


@cache
def migrations() -> list[str]:
    """Every step of the schema in order; the version of a file is how many of them it has."""
    return [path.read_text(encoding="utf-8") for path in sorted(SQL.glob("[0-9]*.sql"))]


class Database(Protocol):
    """What is used of `apsw.Connection`, whose own types name a class that Python 3.11 has not."""

    def execute(self, statements: str, bindings: Sequence[Any] = ()) -> Iterable[Row]:
        """Run statements; the rows of the last one."""
        ...

    def executemany(self, statements: str, sequenceofbindings: Iterable[Row]) -> Iterable[Row]:
        """Run statements once for each row of values."""
        ...

    def pragma(self, name: str, value: str | int | None = None) -> Any:
        """Read or set a pragma."""
        ...

    def last_insert_rowid(self) -> int:
        """The number of the row that was inserted last."""
        ...

    def total_changes(self) -> int:
        """How many rows this connection has written."""
        ...

    def set_busy_timeout(self, milliseconds: int) -> None:
        """Wait so long for other processes."""
        ...

    def fts5_tokenizer(self, name: str, args: list[str]) -> Callable[..., list[str]]:
        """A tokenizer of FTS5."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        ...


class Connection:
    """One SQLite connection; its methods are called on its own thread only."""

    def __init__(self, path: str, *, reads: bool = False) -> None:
        self.path = path
        self.raw: Database
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="loadsheet-store")
        self._closed = False
        self._apart: Connection | None = None
        self._workspaces: dict[str, int] = {}
        self._sizes: dict[int, Size] = {}
        self._sizes_at: tuple[int, int] | None = None
        try:
            with translated(path):
                self.raw = _open_to_read(path) if reads else _open(path)
        except BaseException:
            self._worker.shutdown()
            raise

    async def run(self, work: Callable[[], T]) -> T:
        """Do `work` on the thread of the store; the event loop goes on meanwhile."""
        if self._closed:
            raise StoreError(f"the store '{self.path}' is closed: open it again")
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._guarded, work)

    def _guarded(self, work: Callable[[], T]) -> T:
        with translated(self.path):
            return work()

    @property
    def apart(self) -> Connection:
        """Another connection to the file with a thread of its own, for reading that takes long: neither holds up the
        statements of the other. A store in memory has only the one.
        """
        if self._apart is not None:
            return self._apart
        if self._closed or self.path == ":memory:":
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

    @contextlib.contextmanager
    def transaction(self) -> Generator[None]:
        """All of it or nothing of it; other writers wait."""
        with _transaction(self.raw):
            yield

    @contextlib.contextmanager
    def reading(self) -> Generator[None]:
        """All reads inside see one state of the file."""
        with _transaction(self.raw, "BEGIN"):
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
        self.raw.execute(statement("index").replace("{id}", str(number)))
        return number


def pack(text: str) -> str | bytes:
    """A text as it is stored."""
    return zlib.compress(text.encode(), 1) if len(text) >= COMPRESSED_FROM else text


def unpack(body: str | bytes) -> str:
    """The text that was stored."""
    return body if isinstance(body, str) else zlib.decompress(body).decode()


def to_column(time: datetime | None) -> str | None:
    """A time as it is stored: in UTC, so that it sorts."""
    return None if time is None else time.astimezone(UTC).isoformat(timespec="microseconds")


def from_column(value: str | None) -> datetime | None:
    """The time that was stored."""
    return None if value is None else datetime.fromisoformat(value)


# ---------------------------------------------------------------- opening


def _open(path: str) -> Database:
    if path == ":memory:":
        connection = cast("Database", apsw.Connection(path))
        _configure(connection)
        _migrate(connection, path)
        return connection
    _prepare(path)
    connection = cast("Database", apsw.Connection(path))
    try:
        connection.set_busy_timeout(BUSY_SECONDS * 1000)
        _migrate(connection, path)
        _configure(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _open_to_read(path: str) -> Database:
    """Open a file that is open already."""
    connection = cast("Database", apsw.Connection(path))
    connection.set_busy_timeout(BUSY_SECONDS * 1000)
    connection.pragma("query_only", value=True)
    connection.pragma("cache_size", -CACHE_KB)
    return connection


def _configure(connection: Database) -> None:
    if connection.pragma("journal_mode") == "delete":
        connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "NORMAL")
    connection.pragma("cache_size", -CACHE_KB)


def _prepare(path: str) -> None:
    """Make the folder, and refuse what is no state file of ours before SQLite may touch it."""
    file = Path(path)
    folder = file.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if file.is_dir():
            raise InputError(f"the state file '{path}' is a folder: name a file")
        _check_writable(folder)
        if not file.exists():
            return
        _check_writable(file)
        with file.open("rb") as opened:
            header = opened.read(100)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError(
            f"the state file '{path}' cannot be used ({reason}): name a place that you may write to"
        ) from error
    if not header:
        return
    if len(header) < 100 or not header.startswith(MAGIC):
        raise _corrupt(path)
    _check_application(int.from_bytes(header[68:72], "big"), path)


def _check_writable(place: Path) -> None:
    # An administrator may write everywhere; a file without any write permission is still meant to be kept.
    if not os.access(place, os.W_OK) or not place.stat().st_mode & 0o222:
        raise InputError(
            f"'{place}' is read-only: allow writing to it, or name another place for the state"
        )


def _check_application(application: int, path: str) -> None:
    if application not in (0, APPLICATION):
        raise _foreign(path)


def _foreign(path: str) -> InputError:
    return InputError(
        f"'{path}' is a database of another program: name another place for the state"
    )


def _corrupt(path: str) -> InputError:
    return InputError(
        f"the state file '{path}' is damaged or no state file: restore a copy, or move it away and add again"
    )


def _migrate(connection: Database, path: str) -> None:
    """Bring the schema up to date; several processes may do so at once."""
    steps = migrations()
    # Each look at the file is one transaction, or another process could change it between two questions.
    with _transaction(connection, "BEGIN"):
        version = _version(connection, path)
    if version == len(steps):
        return
    with _transaction(connection):
        for number in range(_version(connection, path), len(steps)):
            connection.execute(steps[number])
        connection.pragma("application_id", APPLICATION)
        connection.pragma("user_version", len(steps))


def _version(connection: Database, path: str) -> int:
    application = _integer(connection, "application_id")
    version = _integer(connection, "user_version")
    _check_application(application, path)
    if application == 0:
        tables = list(connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1"))
        if tables or version:
            raise _foreign(path)
    if version > len(migrations()):
        raise InputError(
            f"the state file '{path}' was written by a newer version of Loadsheet (schema {version}, this one "
            f"knows {len(migrations())}): upgrade, or name another place for the state"
        )
    return version


def _integer(connection: Database, pragma: str) -> int:
    return int(connection.pragma(pragma) or 0)


@contextlib.contextmanager
def _transaction(connection: Database, begin: str = "BEGIN IMMEDIATE") -> Generator[None]:
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextlib.contextmanager
def translated(path: str) -> Generator[None]:
    """Turn what SQLite raises into the errors of Loadsheet."""
    try:
        yield
    except (apsw.NotADBError, apsw.CorruptError) as error:
        raise _corrupt(path) from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as error:
        raise InputError(
            f"the state file '{path}' cannot be opened for writing: name a place that you may write to"
        ) from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreError(
            f"the state file '{path}' has been in use by another process for {BUSY_SECONDS} seconds: try again"
        ) from error
    except apsw.FullError as error:
        raise StoreError(
            f"no room to write the state file '{path}': free some and try again"
        ) from error
    except apsw.Error as error:
        raise StoreError(f"the state file '{path}' failed ({error}): try again") from error
    except UnicodeEncodeError as error:
        raise InputError(
            f"a text holds half of a surrogate pair at {error.start}: give valid Unicode"
        ) from error
    except (zlib.error, ValueError) as error:
        # What was read is not what was written: bytes, a time or JSON that nobody can decode.
        raise _corrupt(path) from error
