"""What every store of beliefs promises."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import numpy as np
import pytest
from tests.stores.test_records import say

from loadsheet.artifacts import Belief, Episode, Hypothesis
from loadsheet.memory.beliefs.bearing import text_of
from loadsheet.ports import BeliefStore, Held, Revised
from loadsheet.stores.sqlite import SqliteStore

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def hypothesis(id: str, content: str = "The pool leaks.") -> Hypothesis:
    return Hypothesis(id=id, content=content, recorded_at=NOW)


def episode(id: str, summary: str = "The pool ran dry.") -> Episode:
    return Episode(id=id, run="r", summary=summary, recorded_at=NOW, began=NOW, ended=NOW)


async def write(store: BeliefStore, *beliefs: Belief, workspace: str = "w") -> None:
    await store.revise(workspace, lambda _held: Revised(beliefs), NOW)


async def test_beliefs_come_back_as_they_were_written_in_their_order(store: SqliteStore) -> None:
    written = [hypothesis("h2"), episode("e1"), hypothesis("h1")]
    await write(store, *written)
    changed = hypothesis("h2", "The pool is fine.")
    await write(store, changed)
    assert await store.beliefs("w") == [changed, *written[1:]]
    assert await store.beliefs("elsewhere") == []


async def test_a_revision_sees_what_is_held_and_writes_all_of_it(store: SqliteStore) -> None:
    await say(store, "Server A listens on 8080.")
    await write(store, hypothesis("h1"), hypothesis("h2"))

    (record,) = await store.records("w")

    def revised(held: Held) -> Revised:
        assert held.records() == [record]
        assert [belief.id for belief in held.beliefs] == ["h1", "h2"]
        return Revised([hypothesis("h3")], [], [record.id, "h1"])

    made = await store.revise("w", revised, NOW)
    assert made == Revised([hypothesis("h3")], [], [record.id, "h1"])
    assert [belief.id for belief in await store.beliefs("w")] == ["h2", "h3"]
    assert await store.records("w") == []
    assert await store.find("w", "server", at=NOW, limit=9) == []


async def test_what_a_revision_raises_the_store_raises_and_nothing_is_written(
    store: SqliteStore,
) -> None:
    await write(store, hypothesis("h1"))

    def failing(_held: Held) -> Revised:
        raise KeyError("h9")

    with pytest.raises(KeyError):
        await store.revise("w", failing, NOW)
    assert await store.beliefs("w") == [hypothesis("h1")]


async def test_revisions_at_once_each_see_what_the_one_before_left(store: SqliteStore) -> None:
    def one_more(held: Held) -> Revised:
        return Revised([hypothesis(f"h{len(held.beliefs)}")])

    await asyncio.gather(*(store.revise("w", one_more, NOW) for _ in range(8)))
    assert [belief.id for belief in await store.beliefs("w")] == [f"h{n}" for n in range(8)]


async def test_a_workspace_has_one_identity_of_its_own(store: SqliteStore) -> None:
    assert await store.identity("w") == ""
    for name in ("w", "v"):
        await write(store, hypothesis("h1"), workspace=name)
    mine = await store.identity("w")
    assert mine
    assert (await store.identity("w"), await store.identity("v") == mine) == (mine, False)


async def test_a_vector_is_of_what_an_id_says_now_and_goes_with_it(store: SqliteStore) -> None:
    made = [hypothesis("h1"), episode("e1")]
    await write(store, *made)
    texts = {one.id: text_of(one) for one in made}
    rows = np.eye(2, dtype=np.float32)
    assert set(await store.lacking("w", "m", texts)) == {"h1", "e1"}
    await store.keep_memory_vectors("w", "m", texts, rows)
    assert await store.lacking("w", "m", texts) == []
    assert await store.likenesses("w", "m", ["h1", "e1"], rows[1]) == {"h1": 0.0, "e1": 1.0}
    assert await store.likenesses("w", "m", ["h1"], np.ones(3, dtype=np.float32)) == {}
    assert await store.likenesses("v", "m", ["h1"], rows[1]) == {}
    await write(store, episode("e1", "Another text."))
    assert set(await store.likenesses("w", "m", ["h1", "e1"], rows[1])) == {"h1"}
    await store.revise("w", lambda _held: Revised(gone=["h1"]), NOW)
    await write(store, hypothesis("h1"))
    assert await store.likenesses("w", "m", ["h1"], rows[0]) == {}


async def test_vectors_of_another_model_go(store: SqliteStore) -> None:
    await write(store, hypothesis("h1"))
    row = np.ones((1, 2), dtype=np.float32)
    for model in ("one", "two"):
        await store.keep_memory_vectors("w", model, {"h1": "The pool leaks."}, row)
    assert await store.likenesses("w", "one", ["h1"], row[0]) == {}
    assert await store.likenesses("w", "two", ["h1"], row[0]) == {"h1": 2.0}
