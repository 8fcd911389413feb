"""A file that may only be read: open, with what tells that somebody else has written to it since."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple, cast
from urllib.parse import quote

import apsw

from loadsheet.errors import InputError, StoreError
from loadsheet.stores.sqlite.opening import (
    BUSY_SECONDS,
    CACHE_KB,
    Database,
    migrations,
    translated,
    version_of,
)

TRIES = 3
"""How often one begins anew while somebody else opens, closes and changes the file."""

FilesSeen = tuple[tuple[int, int, int] | None, ...]
"""The number, size and time of the file and of the log beside it."""


class ToRead(NamedTuple):
    """A file that is open to be read, and what it was like where nothing keeps others from changing it meanwhile."""

    raw: Database
    look: FilesSeen | None


def look_at(path: str) -> FilesSeen:
    """What a file is like now."""
    return _marks(path), _marks(f"{path}-wal")


def opened_to_read(path: str) -> ToRead:
    """Open a file that may not be written, and write nothing beside it either.

    Raises `InputError` for one that cannot be read without writing, and `StoreError` for one that never stays as it is.
    """
    for _ in range(TRIES):
        look = look_at(path)
        try:
            with translated(path):
                return _opened(path, look)
        except (InputError, StoreError):
            if look_at(path) == look:
                raise
    raise changing(path)


def changing(path: str) -> StoreError:
    """What is said of a file that others change while it is read without a lock."""
    return StoreError(
        f"the state file '{path}' was changed by another process while it was read: open it again"
    )


def _opened(path: str, look: FilesSeen) -> ToRead:
    # A log holds what belongs to the file, and those who have it open share the index beside it: with both a reader is
    # safe from writers. Without, nobody has it open, and SQLite need not make an index, which it could not in a folder
    # that may not be written, and which would be the reader's own in any other; but then nothing keeps a writer out.
    log = Path(f"{path}-wal")
    shared = log.exists() and (log.stat().st_size > 0 or os.path.exists(f"{path}-shm"))
    name = f"file:{quote(os.path.abspath(path))}?mode=ro" + ("" if shared else "&immutable=1")
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection = cast("Database", apsw.Connection(name, flags=flags))
    try:
        connection.set_busy_timeout(BUSY_SECONDS * 1000)
        version = version_of(connection, path)
        if version < len(migrations()):
            raise InputError(
                f"the state file '{path}' is read-only and of an older version of Loadsheet (schema {version}, this "
                f"one has {len(migrations())}): allow writing to it once, or open a copy of its folder"
            )
        connection.pragma("cache_size", -CACHE_KB)
    except apsw.CantOpenError as error:
        connection.close()
        raise InputError(
            f"the state file '{path}' is read-only, and what a killed process wrote last stands beside it: "
            "allow writing to its folder once, or open a copy of it"
        ) from error
    except BaseException:
        connection.close()
        raise
    return ToRead(connection, None if shared else look)


def _marks(path: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns
