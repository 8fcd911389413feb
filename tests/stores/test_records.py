from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from loadsheet.artifacts import MemoryRecord, Scope
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.writing.policy import WritePolicy
from loadsheet.ports import RecordStore
from loadsheet.stores.sqlite import SqliteStore

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def stated(text: str, day: int = 0, message: str = "m") -> list[MemoryRecord]:
    at = NOW + timedelta(days=day)
    return candidates(Speech(text, Scope(workspace="w"), at, message=f"{message}{day}"))


def policy(day: int = 0, prefix: str = "") -> WritePolicy:
    numbers = count()
    return WritePolicy(
        lambda kind: f"{prefix}{kind}{day}-{next(numbers)}", NOW + timedelta(days=day)
    )


async def say(store: RecordStore, text: str, day: int = 0, workspace: str = "w") -> None:
    await store.write(workspace, stated(text, day), policy(day))


async def test_records_come_back_as_they_were_written(store: SqliteStore) -> None:
    (found,) = stated("Server A listens on 8080.")
    await store.write("w", [found], policy())
    (held,) = await store.records("w")
    assert held == found.model_copy(update={"id": "r0-0", "recorded_at": NOW})


async def test_no_ids_give_no_records_and_ids_that_are_not_given_give_all(
    store: SqliteStore,
) -> None:
    await say(store, "Server A listens on 8080.")
    (held,) = await store.records("w")
    assert await store.records("w", ids=[]) == []
    assert await store.records("w", ids=[held.id, "no such record"]) == [held]


async def test_superseded_records_are_filtered_before_the_limit(store: SqliteStore) -> None:
    for day in range(21):
        await say(store, f"The refund window is {day + 1} days.", day)
    at = NOW + timedelta(days=30)
    assert len(await store.records("w", status="superseded")) == 20
    (found,) = await store.find("w", "refund window", at=at, limit=3)
    assert found.value == "21 days"
    (found,) = await store.about("w", ["refund window"], at)
    assert found.value == "21 days"


async def test_expired_records_are_filtered_before_the_limit(store: SqliteStore) -> None:
    await say(store, "I'm in Berlin until Friday.")
    later = NOW + timedelta(days=30)
    assert await store.find("w", "Berlin", at=later, limit=3) == []
    assert await store.about("w", ["user"], later) == []
    assert len(await store.about("w", ["user"], later, over=True)) == 1


async def test_workspaces_do_not_see_one_another(store: SqliteStore) -> None:
    await say(store, "I live in Rome.")
    await say(store, "I live in Oslo.", workspace="v")
    (found,) = await store.find("v", "live Rome Oslo", at=NOW, limit=9)
    assert found.value == "Oslo"
    assert await store.records("nowhere") == []
    assert await store.find("nowhere", "live", at=NOW, limit=9) == []


async def test_the_same_statement_is_written_once(store: SqliteStore) -> None:
    for _ in range(3):
        await say(store, "I live in Rome.")
    (found,) = await store.records("w")
    assert found.confirmations == 1


def write_once(path: str, name: str) -> None:
    async def work() -> None:
        async with SqliteStore.open(path) as opened:
            found = stated("I live in Rome.", message=name)
            await opened.write("w", found, policy(prefix=name))

    asyncio.run(work())


async def test_threads_that_write_the_same_fact_leave_one_record(tmp_path: Path) -> None:
    path = str(tmp_path / "loadsheet.db")
    async with SqliteStore.open(path):
        pass
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(write_once, [path] * 16, [f"t{n}" for n in range(16)]))
    async with SqliteStore.open(path) as opened:
        (found,) = await opened.records("w")
    assert (found.status, found.confirmations) == ("active", 16)


async def test_processes_that_write_the_same_fact_leave_one_record(tmp_path: Path) -> None:
    path = str(tmp_path / "loadsheet.db")
    async with SqliteStore.open(path):
        pass
    context = multiprocessing.get_context("spawn")
    started = [context.Process(target=write_once, args=(path, f"p{n}")) for n in range(4)]
    for process in started:
        process.start()
    for process in started:
        process.join(60)
    async with SqliteStore.open(path) as opened:
        (found,) = await opened.records("w")
    assert (found.status, found.confirmations) == ("active", 4)
