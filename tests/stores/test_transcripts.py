from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Literal

import pytest

from loadsheet.artifacts import Message, Pinned, Scope, SessionState, ToolCall
from loadsheet.errors import InputError
from loadsheet.stores.sqlite import SqliteStore

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def message(
    name: str, session: str = "s", role: Literal["user", "assistant"] = "user", tokens: int = 10
) -> Message:
    return Message(
        id=name,
        session=session,
        role=role,
        content=f"text of {name}",
        tokens=(tokens,),
        turn=f"t{name}",
        timestamp=NOW,
    )


def state(session: str = "s", turns: int = 0) -> SessionState:
    return SessionState(scope=Scope(workspace="w", session=session), turns=turns)


async def test_messages_come_back_as_they_were_in_their_order(store: SqliteStore) -> None:
    call = ToolCall(id="c1", name="look", arguments='{"x": 1}')
    given = [
        message("m2"),
        Message(id="m1", session="s", role="assistant", tool_calls=(call,), tokens=(0, 1, 1, 5)),
        Message(
            id="m0",
            session="s",
            role="tool",
            content="nul \0 你好 👍",
            tool_call_id="c1",
            timestamp=datetime(2026, 1, 1, 9, tzinfo=timezone(timedelta(hours=9))),
        ),
    ]
    await store.append("w", given, state())
    assert list(await store.tail("w", "s", tokens=1000)) == given
    assert await store.length("w", "s") == (3, "m2")


async def test_the_tail_ends_with_the_message_that_exceeds_it(store: SqliteStore) -> None:
    await store.append("w", [message(f"m{n}") for n in range(9)], state())
    assert [m.id for m in await store.tail("w", "s", tokens=20)] == ["m6", "m7", "m8"]
    assert [m.id for m in await store.tail("w", "s", tokens=0)] == ["m8"]
    assert len(await store.tail("w", "s", tokens=90)) == 9


async def test_the_state_is_replaced_whole(store: SqliteStore) -> None:
    assert await store.state("w", "s") is None
    await store.append("w", [], state(turns=1))
    later = state(turns=2).model_copy(
        update={"constraints": (Pinned(id="p", text="Never suggest AWS.", message="m"),)}
    )
    await store.append("w", [], later)
    assert await store.state("w", "s") == later
    assert await store.state("w", "other") is None


async def test_a_message_id_is_never_taken_twice_for_another_message(store: SqliteStore) -> None:
    await store.append("w", [message("m1")], state(turns=1))
    await store.append("w", [message("m1"), message("m2")], state(turns=2))
    assert (await store.length("w", "s"))[0] == 2
    other = message("m1").model_copy(update={"content": "else"})
    with pytest.raises(InputError, match="holds another message 'm1'"):
        await store.append("w", [message("m3"), other], state(turns=9))
    assert (await store.length("w", "s"))[0] == 2
    assert await store.state("w", "s") == state(turns=2)


async def test_sessions_are_listed_the_one_used_last_first(store: SqliteStore) -> None:
    await store.append("w", [message("a", "old"), message("b", "old", "assistant")], state("old"))
    long = message("c", "new").model_copy(update={"content": "word " * 100})
    await store.append("w", [long], state("new"))
    await store.append("other", [message("d", "foreign")], state("foreign"))
    new, old = await store.sessions("w")
    assert (old.id, old.title, old.turns, old.last_used) == ("old", "text of a", 2, NOW)
    assert new.title.endswith("word…")
    assert len(new.title) <= 80


async def test_workspaces_and_sessions_do_not_see_one_another(store: SqliteStore) -> None:
    await store.append("w", [message("m1")], state())
    await store.append("v", [message("m1").model_copy(update={"content": "v"})], state(turns=5))
    assert [m.content for m in await store.tail("w", "s", tokens=99)] == ["text of m1"]
    assert await store.length("w", "other") == (0, None)
    assert await store.length("nowhere", "s") == (0, None)
    assert list(await store.sessions("nowhere")) == []


async def test_messages_that_change_no_state_keep_what_another_writer_pinned() -> None:
    async with SqliteStore.in_memory() as store:
        base = SessionState(scope=Scope(session="s"))
        pinned = Pinned(id="c1", text="Only the EU.", message="m1")
        await store.append("default", (), base.model_copy(update={"constraints": (pinned,)}))
        await store.append("default", (), base, base)
        kept = await store.state("default", "s")
        assert kept is not None
        assert kept.constraints == (pinned,)
