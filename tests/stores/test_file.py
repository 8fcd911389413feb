"""The state file as a file: opened, damaged, shared between processes, killed in the middle of a write."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import apsw
import pytest

from loadsheet.agent import Agent
from loadsheet.artifacts import Chunk, Document, Query, QuerySet
from loadsheet.errors import InputError, StoreError
from loadsheet.stores.sqlite import SqliteStore
from loadsheet.stores.sqlite.opening import APPLICATION, Database, migrations

NOW = datetime(2026, 1, 1, tzinfo=UTC)

WRITER = """
import asyncio, sys
from datetime import UTC, datetime
from loadsheet.artifacts import Chunk, Document
from loadsheet.stores.sqlite import SqliteStore

async def main(path, name, count, size):
    store = SqliteStore.open(path)
    print("ready", flush=True)
    sys.stdin.readline()
    for n in range(count):
        text = f"{name} {n} words " * size
        chunks = [
            Chunk(ordinal=i, start=i * 10, end=i * 10 + 10, text=text[i * 10 : i * 10 + 10], tokens=2)
            for i in range(len(text) // 10)
        ]
        document = Document(id=f"{name}{n}", text=text)
        await store.put("w", document, chunks, datetime.now(UTC))
        print("stored", flush=True)
    await store.close()

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
"""


def writer(path: Path, name: str, count: int, size: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(count), str(size)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def begin(process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == b"ready\n"
    process.stdin.write(b"\n")
    process.stdin.flush()


def end(process: subprocess.Popen[bytes]) -> int:
    process.communicate()
    return process.returncode


async def put(store: SqliteStore, name: str, text: str = "some words") -> str:
    chunk = Chunk(ordinal=0, start=0, end=len(text), text=text, tokens=2)
    return await store.put("w", Document(id=name, text=text), [chunk], NOW)


async def filled(path: Path) -> None:
    async with SqliteStore.open(path) as store:
        for n in range(20):
            await put(store, f"d{n}", f"some words {n} " * 200)


# ---------------------------------------------------------------- opening


async def test_a_file_that_was_begun_and_nothing_more_is_opened_as_a_new_one(
    tmp_path: Path,
) -> None:
    begun = cast("Database", apsw.Connection(str(tmp_path / "state.db")))
    begun.pragma("journal_mode", "wal")
    begun.close()
    async with SqliteStore.open(tmp_path / "state.db") as store:
        assert await store.documents("here") == []


async def test_a_missing_folder_is_made_and_the_file_is_marked(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state" / "x.db"
    async with SqliteStore.open(path) as store:
        await put(store, "a")
        assert store.connection.rows("PRAGMA journal_mode") == [("wal",)]
    header = path.read_bytes()[:100]
    assert header[68:72] == APPLICATION.to_bytes(4) == b"LOAD"
    assert int.from_bytes(header[60:64]) == len(migrations())


async def test_what_was_stored_is_there_after_opening_again(tmp_path: Path) -> None:
    await filled(tmp_path / "x.db")
    async with SqliteStore.open(tmp_path / "x.db") as store:
        assert len(await store.documents("w")) == 20
        assert await put(store, "d0", "some words 0 " * 200) == "unchanged"


async def test_an_empty_file_becomes_a_state_file(tmp_path: Path) -> None:
    (tmp_path / "x.db").touch()
    async with SqliteStore.open(tmp_path / "x.db") as store:
        assert await put(store, "a") == "added"


async def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "x.db")
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.documents("w")


def run(path: Path, sql: str) -> None:
    """Do something to the file that no store would."""
    connection = cast("Database", apsw.Connection(str(path)))
    list(connection.execute(sql))
    connection.close()


def refused(path: Path, says: str) -> None:
    """Opening fails in one line that names the path and leaves the file as it was."""
    before = path.read_bytes()
    with pytest.raises(InputError, match=says) as raised:
        SqliteStore.open(path)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)
    assert raised.value.exit_code == 2
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("size", [1, 50, 99, 100, 5000])
def test_random_bytes_are_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(random.Random(size).randbytes(size))
    refused(path, "is damaged or no state file: restore a copy")


async def test_a_file_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    await filled(path)
    path.write_bytes(path.read_bytes()[:30_000])
    refused(path, "is damaged")


async def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    await filled(path)
    run(path, "PRAGMA user_version = 9999")
    refused(path, r"newer version of Loadsheet \(schema 9999")


@pytest.mark.parametrize("application", [0, 1234])
@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_of_another_program_is_refused(
    tmp_path: Path, application: int, mode: str
) -> None:
    path = tmp_path / "x.db"
    run(
        path,
        f"PRAGMA application_id = {application}; CREATE TABLE t (x); PRAGMA journal_mode = {mode}",
    )
    refused(path, "is a database of another program")


@pytest.mark.parametrize("locked", ["file", "folder", "both"])
async def test_a_file_that_may_not_be_written_can_be_read_and_nothing_changes(
    tmp_path: Path, locked: str
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    path = folder / "x.db"
    await filled(path)
    before = {place.name: place.read_bytes() for place in folder.iterdir()}
    if locked != "folder":
        path.chmod(0o444)
    if locked != "file":
        folder.chmod(0o555)
    try:
        async with SqliteStore.open(path) as store:
            assert await store.documents("w")
            with pytest.raises(InputError, match="is read-only: allow writing"):
                await store.remove("w", [(await store.documents("w"))[0].id])
            with pytest.raises(InputError, match="is read-only: allow writing"):
                async with store.adding():
                    pass
            with pytest.raises(InputError, match="is read-only: allow writing"):
                store.claim()
    finally:
        folder.chmod(0o755)
    assert {place.name: place.read_bytes() for place in folder.iterdir()} == before


async def test_a_file_that_may_only_be_read_is_read_as_it_is_whoever_writes_to_it_meanwhile(
    tmp_path: Path,
) -> None:
    folder, path = tmp_path / "state", tmp_path / "state" / "x.db"
    folder.mkdir()
    await filled(path)
    async with locked_up(folder), SqliteStore.open(path) as reader:
        for n in range(3):
            folder.chmod(0o755)
            async with SqliteStore.open(path) as other:
                await other.remove("w", [row.id for row in await other.documents("w")])
                for i in range(20):
                    text = f"{n} {i} words " * 200
                    chunks = [Chunk(ordinal=0, start=0, end=len(text), text=text, tokens=9)]
                    await other.put("w", Document(id=f"{n}-{i}", text=text), chunks, NOW)
                folder.chmod(0o555)
                # While the other one has it open, and after it took its log in.
                assert len(await reader.documents("w")) == 20
            assert {row.id.split("-")[0] for row in await reader.documents("w")} == {str(n)}
            assert len((await reader.search(words("words"))).candidates) == 10


@pytest.mark.parametrize("beside", ["log and index", "empty log", "index"])
async def test_what_a_process_left_beside_a_file_that_may_only_be_read_does_not_keep_it_from_being_read(
    tmp_path: Path, beside: str
) -> None:
    folder, path = tmp_path / "state", tmp_path / "state" / "x.db"
    folder.mkdir()
    if beside == "log and index":
        process = writer(path, "a", 500, 10)
        begin(process)
        assert process.stdout is not None
        for _ in range(2):
            assert process.stdout.readline() == b"stored\n"
        process.send_signal(signal.SIGKILL)
        end(process)
    else:
        await filled(path)
        (folder / ("x.db-wal" if beside == "empty log" else "x.db-shm")).touch()
    before = sorted(folder.iterdir())
    async with locked_up(folder), SqliteStore.open(path) as store:
        assert await store.documents("w")
        assert await store.check("w") == await store.check_summaries("w") == []
    assert sorted(folder.iterdir()) == before


@contextlib.asynccontextmanager
async def locked_up(folder: Path) -> AsyncGenerator[None]:
    """A folder that may only be read, for as long as that."""
    folder.chmod(0o555)
    try:
        yield
    finally:
        folder.chmod(0o755)


def words(text: str) -> QuerySet:
    return QuerySet(workspace="w", queries=(Query(text=text),), limit=10)


async def test_a_file_that_may_only_be_read_and_has_an_older_schema_is_refused(
    tmp_path: Path,
) -> None:
    path = tmp_path / "x.db"
    await filled(path)
    run(path, f"PRAGMA user_version = {len(migrations()) - 1}")
    path.chmod(0o444)
    refused(path, "is read-only and of an older version")


def test_a_folder_without_write_permission_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o555)
    with pytest.raises(InputError, match="is read-only: allow writing"):
        SqliteStore.open(folder / "x.db")
    folder.chmod(0o755)
    assert not list(folder.iterdir())


def test_a_path_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    for name in ("nul\0", "long" * 100):
        with pytest.raises(InputError, match="name a place that you may write to"):
            SqliteStore.open(tmp_path / name / "x.db")


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder: name a file"):
        SqliteStore.open(tmp_path)


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="name a place that you may write to"):
        SqliteStore.open(tmp_path / "file" / "x.db")


async def test_damage_found_later_is_named_too(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    await filled(path)
    data = bytearray(path.read_bytes())
    data[8192:] = random.Random(1).randbytes(len(data) - 8192)
    path.write_bytes(data)
    with pytest.raises(InputError, match="is damaged"):
        await filled(path)


@pytest.mark.parametrize("value", ["CAST(x'ff00' AS TEXT)", "'{'", "'null'", "''", "'soon'"])
@pytest.mark.parametrize(
    ("column", "reads", "given"),
    [
        ("versions.added_at", "documents", ("w",)),
        ("messages.body", "sessions", ("w",)),
        ("messages.timestamp", "sessions", ("w",)),
        ("states.body", "state", ("w", "s")),
        ("turns.asked_at", "turns", ("w",)),
    ],
)
async def test_a_stored_value_that_cannot_be_decoded_is_named_as_damage(
    tmp_path: Path, column: str, reads: str, given: tuple[str, ...], value: str
) -> None:
    async with Agent.open(tmp_path, settings={"workspace": "w"}) as agent:
        await agent.add_documents([Document(id="d", text="Tea is on the third floor.")])
        await agent.ask("Where is the tea?", session="s")
    path = tmp_path / "loadsheet.db"
    table, name = column.split(".")
    run(path, f"UPDATE {table} SET {name} = {value}")
    async with SqliteStore.open(path) as store:
        with pytest.raises(InputError, match="is damaged") as raised:
            await getattr(store, reads)(*given)
    assert "\n" not in str(raised.value)


async def test_half_of_a_surrogate_pair_is_refused(tmp_path: Path) -> None:
    async with SqliteStore.open(tmp_path / "x.db") as store:
        chunk = Chunk(ordinal=0, start=0, end=1, text="x", tokens=1)
        document = Document.model_construct(id="a", text="x\ud800", title="")
        with pytest.raises(InputError, match="surrogate"):
            await store.put("w", document, [chunk], NOW)
        assert await store.documents("w") == []


# ---------------------------------------------------------------- several processes


async def test_a_kill_leaves_each_document_whole_or_absent(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    for round_ in range(3):
        process = writer(path, f"r{round_}-", 100_000, 400)
        begin(process)
        assert process.stdout is not None
        assert process.stdout.readline() == b"stored\n"
        time.sleep(0.05 + 0.03 * round_)
        process.send_signal(signal.SIGKILL)
        assert end(process) == -signal.SIGKILL
        async with SqliteStore.open(path) as store:
            documents = await store.documents("w")
            assert any(document.id.startswith(f"r{round_}-") for document in documents)
            assert await store.check("w") == []
            rows = store.connection.rows("SELECT count(*) FROM passages")
            assert rows == [(sum(document.chunks for document in documents),)]
            assert await put(store, f"after {round_}") == "added"


async def test_two_processes_open_and_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "x.db"
    processes = [writer(path, name, 40, 5) for name in ("a", "b")]
    for process in processes:
        begin(process)
    for process in processes:
        assert await asyncio.to_thread(end, process) == 0
    async with SqliteStore.open(path) as store:
        assert len(await store.documents("w")) == 80
        assert await store.check("w") == []


async def test_a_reader_sees_what_another_process_wrote(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    async with SqliteStore.open(path) as store:
        assert await store.documents("w") == []
        process = writer(path, "a", 3, 5)
        begin(process)
        assert end(process) == 0
        assert len(await store.documents("w")) == 3
        assert await put(store, "mine") == "added"
