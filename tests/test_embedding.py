"""Vectors as an agent builds them: after the text, in the background, again where it was stopped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import loadsheet
from loadsheet.artifacts import Partial
from loadsheet.embedding import AT_ONCE, MOMENT, following
from loadsheet.errors import ModelError
from loadsheet.models.embed_hashing import HashingEmbedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DOCUMENTS = [
    loadsheet.Document(id=f"d{n}", text=f"Shelf {n} holds tea number {n}.") for n in range(70)
]


class Held(HashingEmbedder):
    """An embedder that waits until it is let go, and keeps what it was given."""

    def __init__(self, *, free: bool = False, failing: bool = False) -> None:
        super().__init__(32)
        self.free = asyncio.Event()
        self.failing = failing
        self.batches: list[int] = []
        if free:
            self.free.set()

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        if as_query:
            return await super().embed(texts)
        await self.free.wait()
        if self.failing:
            raise ModelError("the server is gone")
        self.batches.append(len(texts))
        return await super().embed(texts)


@given(st.lists(st.floats(0, 2), max_size=30))
def test_batches_stay_between_their_bounds_however_long_the_embedder_takes(
    seconds: list[float],
) -> None:
    limit = least = AT_ONCE[0]
    for each in seconds:
        grown = following(limit, each)
        assert least <= grown <= AT_ONCE[1]
        assert grown >= limit if each < MOMENT else grown <= limit
        limit = grown


async def test_words_find_a_text_while_its_vector_is_not_there_yet() -> None:
    embedder = Held()
    async with loadsheet.Agent.open(":memory:", embedder=embedder) as agent:
        await agent.add_documents(DOCUMENTS)
        answer = await agent.ask("What does shelf 12 hold?")
        assert "tea number 12" in answer.text
        said = await retrieved(agent)
        assert "vectors: 0 of 70 passages so far" in said
        embedder.free.set()
        assert await agent.embed() == Partial(source="vectors", have=70, of=70)
        await agent.ask("What does shelf 13 hold?", session="another")
        assert "vectors: 70" in await retrieved(agent)


async def retrieved(agent: loadsheet.Agent) -> Sequence[str]:
    page = await agent.trace()
    return next(event.decisions for event in page.events if event.stage == "retrieve")


async def test_what_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    first = Held(free=True)
    async with loadsheet.Agent.open(tmp_path, embedder=first) as agent:
        await agent.add_documents(DOCUMENTS)
        seen: list[Partial] = []

        def stop(state: Partial) -> None:
            seen.append(state)
            first.free.clear()

        waiting = asyncio.create_task(agent.embed(stop))
        while not seen:
            await asyncio.sleep(0.001)
        waiting.cancel()
    second = Held(free=True)
    async with loadsheet.Agent.open(tmp_path, embedder=second) as agent:
        assert (await agent.embed()).have == 70
    assert sum(first.batches) + sum(second.batches) == 70
    assert 0 < sum(first.batches) < 70


async def test_closing_ends_the_work_at_once() -> None:
    agent = loadsheet.Agent.open(":memory:", embedder=Held())
    await agent.add_documents(DOCUMENTS)
    async with asyncio.timeout(5):
        await agent.close()


async def test_what_is_added_while_vectors_are_built_gets_its_own() -> None:
    embedder = Held()
    async with loadsheet.Agent.open(":memory:", embedder=embedder) as agent:
        await agent.add_documents(DOCUMENTS[:40])
        await asyncio.sleep(0)
        await agent.add_documents(DOCUMENTS[40:])
        embedder.free.set()
        assert (await agent.embed()).have == 70
    assert sum(embedder.batches) == 70


async def test_a_failure_is_raised_where_somebody_waits_and_logged_where_nobody_does(
    caplog: pytest.LogCaptureFixture,
) -> None:
    embedder = Held(free=True, failing=True)
    async with loadsheet.Agent.open(":memory:", embedder=embedder) as agent:
        with caplog.at_level(logging.WARNING, "loadsheet"):
            await agent.add_documents(DOCUMENTS)
            while not caplog.messages:
                await asyncio.sleep(0.001)
        assert caplog.messages == ["vectors are not built: the server is gone"]
        with pytest.raises(ModelError, match="the server is gone"):
            await agent.embed()
        embedder.failing = False
        assert (await agent.embed()).have == 70


async def test_another_model_makes_its_own_vectors(tmp_path: Path) -> None:
    async with loadsheet.Agent.open(tmp_path, embedder=HashingEmbedder(32)) as agent:
        await agent.add_documents(DOCUMENTS[:3])
        assert (await agent.embed()).have == 3
    async with loadsheet.Agent.open(tmp_path, embedder=HashingEmbedder(16)) as agent:
        assert (await agent.store.embedded("default", "hashing-16 form 1")).have == 0
        assert (await agent.embed()).have == 3


async def test_without_an_embedder_there_is_nothing_to_wait_for() -> None:
    async with loadsheet.Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        await agent.add_documents(DOCUMENTS[:3])
        assert await agent.embed() == Partial(source="vectors", have=0, of=3)


async def test_a_turn_whose_vectors_fail_is_answered_by_words() -> None:
    class Failing(HashingEmbedder):
        async def embed(
            self, texts: Sequence[str], *, as_query: bool = False
        ) -> NDArray[np.float32]:
            if as_query:
                raise ModelError("the server is gone")
            return await super().embed(texts)

    async with loadsheet.Agent.open(":memory:", embedder=Failing()) as agent:
        await agent.add_documents(DOCUMENTS)
        await agent.embed()
        answer = await agent.ask("What does shelf 12 hold?")
        assert "tea number 12" in answer.text
        page = await agent.trace()
        (event,) = [event for event in page.events if event.stage == "retrieve"]
        assert event.failure == "vectors: the server is gone"


async def test_a_replay_needs_neither_vectors_nor_their_model(tmp_path: Path) -> None:
    async with loadsheet.Agent.open(tmp_path, embedder=HashingEmbedder()) as agent:
        await agent.add_documents(DOCUMENTS)
        await agent.embed()
        answer = await agent.ask("What does shelf 12 hold?")
    async with loadsheet.Agent.open(tmp_path, settings={"embedder": "none"}) as agent:
        await agent.remove(["d12"])
        assert await agent.replay(answer.turn_id) == answer.prompt


async def test_nothing_is_found_across_workspaces(tmp_path: Path) -> None:
    async with (
        loadsheet.Agent.open(tmp_path, workspace="A", embedder=HashingEmbedder()) as one,
        loadsheet.Agent.open(tmp_path, workspace="B", embedder=HashingEmbedder()) as two,
    ):
        for agent in (one, two):
            await agent.add_documents(DOCUMENTS[:5])
            await agent.embed()
        await one.remove([document.id for document in DOCUMENTS[:5]])
        assert await one.search("tea number 3") == []
        found = await two.search("tea number 3")
        assert found[0].document == "d3"


async def test_a_search_finds_what_shares_no_word(tmp_path: Path) -> None:
    async with loadsheet.Agent.open(tmp_path, embedder=HashingEmbedder()) as agent:
        await agent.add_documents(
            [
                loadsheet.Document(id="a", text="Reimbursements are paid monthly."),
                loadsheet.Document(id="b", text="Plants need water."),
            ]
        )
        await agent.embed()
        assert (await agent.search("reimbursing"))[0].document == "a"
