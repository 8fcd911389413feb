from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from loadsheet.artifacts import digest
from loadsheet.errors import StoreError
from loadsheet.ports import StoredEvent, TracePage, TurnRecord
from loadsheet.stores.sqlite import SqliteStore

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def page(name: str, *bodies: str, day: int = 0, session: str = "s") -> TracePage:
    named = {digest(body): body for body in bodies}
    names = list(named)
    event = StoredEvent(
        span="1",
        parent=None,
        stage="intake",
        started_at=NOW,
        seconds=0.1,
        given=names[0] if names else None,
        tokens=3,
        failure="silent",
        decisions=("one", "two"),
        overrun=("seconds",),
    )
    record = TurnRecord(name, session, f"question of {name}", "answered", NOW + timedelta(days=day))
    other = StoredEvent(span="2", parent="1", stage="route", started_at=NOW, seconds=0.0)
    return TracePage(record=record, events=(event, other), bodies=named)


def stored_bodies(store: SqliteStore) -> int:
    return store.connection.rows("SELECT count(*) FROM bodies")[0][0]


async def test_a_turn_comes_back_as_it_was(store: SqliteStore) -> None:
    kept = page("t1", "short", "long 你好 \0 " * 1000)
    await store.keep("w", kept)
    assert await store.page("w", "t1") == kept
    assert await store.page("w", "t2") is None
    assert await store.page("v", "t1") is None


async def test_a_body_is_stored_once_and_comes_back_with_each_turn(store: SqliteStore) -> None:
    await store.keep("w", page("t1", "shared", "one"))
    await store.keep("w", page("t2", "shared", "two"))
    assert stored_bodies(store) == 3
    await store.keep("v", page("t1", "shared"))
    assert stored_bodies(store) == 4
    found = await store.page("w", "t2")
    assert found is not None
    assert set(found.bodies.values()) == {"shared", "two"}


async def test_an_event_reaches_a_body_that_an_earlier_turn_brought(store: SqliteStore) -> None:
    await store.keep("w", page("t1", "shared"))
    again = page("t2", "shared")
    await store.keep("w", TracePage(record=again.record, events=again.events))
    await store.prune("w", before=NOW, bytes_limit=None)
    found = await store.page("w", "t2")
    assert found is not None
    assert list(found.bodies.values()) == ["shared"]


async def test_keeping_a_turn_again_replaces_it_and_drops_what_nobody_holds(
    store: SqliteStore,
) -> None:
    await store.keep("w", page("t1", "old", "shared"))
    await store.keep("w", page("t1", "new", "shared"))
    found = await store.page("w", "t1")
    assert found is not None
    assert set(found.bodies.values()) == {"new", "shared"}
    assert stored_bodies(store) == 2


async def test_turns_are_listed_newest_first(store: SqliteStore) -> None:
    for name, day, session in (("t1", 3, "a"), ("t2", 1, "b"), ("t3", 2, "a"), ("t4", 2, "a")):
        await store.keep("w", page(name, day=day, session=session))
    assert [turn.id for turn in await store.turns("w")] == ["t1", "t4", "t3", "t2"]
    assert [turn.id for turn in await store.turns("w", "a")] == ["t1", "t4", "t3"]
    assert (await store.turns("w"))[0] == page("t1", day=3, session="a").record
    assert list(await store.turns("nowhere")) == []


async def test_old_turns_go_with_the_bodies_that_only_they_hold(store: SqliteStore) -> None:
    for day in range(5):
        await store.keep("w", page(f"t{day}", f"own {day}", "shared", day=day))
    assert await store.prune("w", before=NOW + timedelta(days=2), bytes_limit=None) == 2
    assert [turn.id for turn in await store.turns("w")] == ["t4", "t3", "t2"]
    assert stored_bodies(store) == 4
    assert store.connection.rows("SELECT count(*) FROM events") == [(6,)]
    assert await store.prune("w", before=NOW, bytes_limit=None) == 0
    assert await store.prune("nowhere", before=NOW, bytes_limit=0) == 0


async def test_the_oldest_turns_go_until_the_rest_fits(store: SqliteStore) -> None:
    for day in range(5):
        own = "".join(chr(0x4E00 + (day * 997 + n * n) % 20000) for n in range(1000))
        await store.keep("w", page(f"t{day}", own, "shared", day=day))
    assert await store.prune("w", before=None, bytes_limit=1_000_000) == 0
    dropped = await store.prune("w", before=None, bytes_limit=6_500)
    assert 0 < dropped < 5
    assert len(await store.turns("w")) == 5 - dropped
    assert await store.prune("w", before=None, bytes_limit=0) == 5 - dropped
    assert stored_bodies(store) == 0


async def test_pruning_one_workspace_leaves_the_others(store: SqliteStore) -> None:
    await store.keep("w", page("t1", "shared"))
    await store.keep("v", page("t1", "shared"))
    assert await store.prune("w", before=None, bytes_limit=0) == 1
    assert await store.page("v", "t1") == page("t1", "shared")


@pytest.mark.parametrize("damage", ["another text", b"\x78\x9c no zlib"])
async def test_a_body_that_is_not_what_was_stored_is_an_error_that_names_the_turn(
    store: SqliteStore, damage: str | bytes
) -> None:
    await store.keep("w", page("t1", "a body"))
    store.connection.rows("UPDATE bodies SET body = ?", damage)
    with pytest.raises(StoreError, match="the trace of turn 't1' is damaged"):
        await store.page("w", "t1")
