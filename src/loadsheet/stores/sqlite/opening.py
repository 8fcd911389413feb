"""A path in; an open, checked and migrated SQLite file out, and what SQLite raises in the words of Loadsheet."""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol, cast

import apsw

from loadsheet.errors import InputError, StoreError
from loadsheet.stores.sqlite.columns import Row

APPLICATION = 0x4C4F4144
"""`LOAD`, the application id in the header of a state file."""

MEMORY = ":memory:"
"""The path of a store that ends with its object."""

MAGIC = b"SQLite format 3\0"
BUSY_SECONDS = 30
"""How long a statement waits for another process; an `add` holds the file for one batch of documents at a time."""

CACHE_KB = 16_000
"""Memory for the pages of a connection."""

PAGE_BYTES = 8192
"""Bytes of a page in a new file: a vector of 384 numbers leaves less of it empty than of a smaller one, and half as
many pages are written. A file that is there keeps its own."""

LOG_PAGES = 2_000
"""Pages in the log, 16 MB, from which they are copied into the file: those that several transactions change are then
written there once, and there are fewer waits for the disk."""

SQL = Path(__file__).parent / "sql"


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

    def readonly(self, name: str) -> bool:
        """Whether a database of the connection may only be read."""
        ...

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        ...


def opened(path: str) -> Database:
    """Open a file that may be written, checked and with the present schema."""
    connection = cast("Database", apsw.Connection(path))
    try:
        connection.set_busy_timeout(BUSY_SECONDS * 1000)
        connection.pragma("page_size", PAGE_BYTES)
        version = _version_seen(connection, path)
        # The log comes first: all tables are then written once, into it, and there are fewer waits for the disk.
        _configure(connection)
        if version < len(migrations()):
            _migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def opened_beside(path: str) -> Database:
    """Open a file that is open already, to read it."""
    connection = cast("Database", apsw.Connection(path))
    connection.set_busy_timeout(BUSY_SECONDS * 1000)
    connection.pragma("query_only", value=True)
    connection.pragma("cache_size", -CACHE_KB)
    return connection


def copied(connection: Database) -> Database:
    """The same in memory, to be written there."""
    copy = apsw.Connection(MEMORY)
    with copy.backup("main", cast("apsw.Connection", connection), "main") as backup:
        while not backup.done:
            backup.step()
    return cast("Database", copy)


def _configure(connection: Database) -> None:
    if connection.pragma("journal_mode") == "delete":
        connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "NORMAL")
    connection.pragma("cache_size", -CACHE_KB)
    connection.pragma("wal_autocheckpoint", LOG_PAGES)


def prepare(path: str) -> bool:
    """Make the folder, and refuse what is no state file of ours before SQLite may touch it.

    Says whether it may be written.
    """
    if path == MEMORY:
        return True
    file = Path(path)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.is_dir():
            raise InputError(f"the state file '{path}' is a folder: name a file")
        writable = is_writable(file)
        header = b""
        if file.exists():
            with file.open("rb") as opened:
                header = opened.read(100)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError(
            f"the state file '{path}' cannot be used ({reason}): name a place that you may write to"
        ) from error
    if not header:
        if not writable:
            raise read_only(path)
        return True
    if len(header) < 100 or not header.startswith(MAGIC):
        raise _corrupt(path)
    _check_application(int.from_bytes(header[68:72], "big"), path)
    return writable


def is_writable(file: Path) -> bool:
    """Whether a file and the folder around it may be written."""
    # An administrator may write everywhere; what has no write permission at all is still meant to be kept.
    places = [place for place in (file.parent, file) if place.exists()]
    return all(os.access(place, os.W_OK) and place.stat().st_mode & 0o222 for place in places)


def read_only(path: str) -> InputError:
    """What writing to a state says that may only be read."""
    return InputError(
        f"the state file '{path}' is read-only: allow writing to it and its folder, or name another place"
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


def _spoilt(path: str, error: apsw.Error) -> StoreError:
    return StoreError(
        f"a part of the state file '{path}' is damaged or gone ({error}): `loadsheet check --repair` builds its "
        "indexes again; where that does not help, restore a copy, or move it away and add again"
    )


def _migrate(connection: Database, path: str) -> None:
    """Bring the schema up to date; several processes may do so at once."""
    steps = migrations()
    with transaction(connection):
        for number in range(version_of(connection, path), len(steps)):
            connection.execute(steps[number])
        connection.pragma("application_id", APPLICATION)
        connection.pragma("user_version", len(steps))


def _version_seen(connection: Database, path: str) -> int:
    """What `version_of` says, as one transaction: another process could change the file between two questions."""
    with transaction(connection, "BEGIN"):
        return version_of(connection, path)


def version_of(connection: Database, path: str) -> int:
    """The schema of a file. Raises `InputError` for another program's, and for a newer one."""
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
def transaction(connection: Database, begin: str = "BEGIN IMMEDIATE") -> Generator[None]:
    """All statements inside or none of them."""
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
    except apsw.SQLError as error:
        raise _spoilt(path, error) from error
    except (apsw.NotADBError, apsw.CorruptError) as error:
        if getattr(error, "extendedresult", 0) == apsw.SQLITE_CORRUPT_VTAB:
            raise _spoilt(path, error) from error
        raise _corrupt(path) from error
    except apsw.ReadOnlyError as error:
        raise read_only(path) from error
    except (apsw.CantOpenError, apsw.PermissionsError) as error:
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
