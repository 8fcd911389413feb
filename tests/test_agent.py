"""The agent itself: its ids, its end, and what a turn that was stopped leaves behind."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from tests.turns.acting import DOCUMENTS

import loadsheet
from loadsheet.artifacts import Prompt
from loadsheet.machine import new_id
from loadsheet.ports import Piece

QUESTION = "What is the refund window for EU customers?"


class Hanging:
    """A model that says one word and then nothing more."""

    name = "hanging"

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def stream(self, prompt: Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
        yield Piece("Well ")
        self.asked.set()
        await asyncio.Event().wait()


def open_agent(model: Hanging | None = None) -> loadsheet.Agent:
    return loadsheet.Agent.open(":memory:", settings=loadsheet.Settings(_file=None), model=model)


def test_ids_that_are_made_at_once_differ_and_later_ones_sort_later() -> None:
    made = [new_id("m") for _ in range(20_000)]
    assert len(set(made)) == len(made)
    milliseconds = [name[:12] for name in made]
    assert milliseconds == sorted(milliseconds)


async def test_a_long_conversation_without_ids_can_be_observed_at_once() -> None:
    async with open_agent() as agent:
        messages = [{"role": "user", "content": f"Message {n}."} for n in range(3_000)]
        receipts = await agent.observe(messages, session="long")
        assert len(receipts.receipts) == len(messages)


FOLLOW_UP = "And for the UK?"
ELSEWHERE = [
    {"role": "user", "content": "Never suggest AWS."},
    {"role": "user", "content": QUESTION},
    {"role": "assistant", "content": "The refund window for EU customers is 14 days."},
]


async def test_a_conversation_that_was_observed_is_gone_on_with_and_its_rules_hold() -> None:
    async with open_agent() as agent:
        await agent.observe(ELSEWHERE, session="told")
        routed = await agent.plan(FOLLOW_UP, session="told")
        assert routed.heard.turn.query == "What is the refund window for UK customers?"
        assert [rule.text for rule in routed.heard.state.constraints] == ["Never suggest AWS."]


async def test_of_a_long_conversation_the_first_and_the_latest_questions_are_known() -> None:
    async with open_agent() as agent:
        asked = [{"role": "user", "content": f"What does rule {n} say?"} for n in range(40)]
        await agent.observe(asked, session="long")
        state = (await agent.plan(FOLLOW_UP, session="long")).heard.state
        assert state.first_question == "What does rule 0 say?"
        assert state.questions[-1] == "What does rule 39 say?"
        assert len(state.questions) == 12


async def test_a_search_in_a_session_is_read_as_its_next_turn() -> None:
    texts = {
        "tesla": "A service of the Tesla Model 3 costs 300 EUR.",
        "volvo": "A service of the Volvo XC60 costs 250 EUR. What about a service? It is offered daily.",
    }
    told = [{"role": "user", "content": "How much is a tyre change for the Tesla Model 3?"}]
    asked = "What about a service?"
    async with open_agent() as agent:
        await agent.add_documents(loadsheet.Document(id=i, text=text) for i, text in texts.items())
        await agent.observe(told, session="told")
        alone, read = await agent.search(asked), await agent.search(asked, session="told")
        assert [alone[0].document, read[0].document] == ["volvo", "tesla"]
        assert await agent.search(" ", session="told") == []
        with pytest.raises(loadsheet.LoadsheetError, match="-1"):
            await agent.search(asked, limit=-1)


async def test_closing_again_does_nothing() -> None:
    async with open_agent() as agent:
        await agent.close()
    await agent.close()


async def test_a_turn_that_is_stopped_keeps_its_trace_and_names_the_stage() -> None:
    model = Hanging()
    async with open_agent(model) as agent:
        await agent.add_documents(DOCUMENTS)
        task = asyncio.create_task(agent.ask(QUESTION))
        await model.asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        page = await agent.trace()
        last = page.events[-1]
        assert page.record.outcome == "failed"
        assert (last.stage, last.failure, last.gave) == ("generate", "CancelledError", None)
        (asked,) = await agent.store.tail("default", "main", tokens=1000)
        assert (asked.role, asked.content) == ("user", QUESTION)


async def test_a_turn_that_is_stopped_again_while_its_trace_is_written_keeps_it() -> None:
    model = Hanging()
    async with open_agent(model) as agent:
        await agent.add_documents(DOCUMENTS)
        task = asyncio.create_task(agent.ask(QUESTION))
        await model.asked.wait()
        store = agent.store
        assert isinstance(store, loadsheet.SqliteStore)
        busy = asyncio.create_task(store.connection.run(lambda: time.sleep(0.2)))
        for _ in range(2):
            await asyncio.sleep(0.05)
            task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await busy
        assert [turn.outcome for turn in await agent.turns()] == ["failed"]


async def test_a_stream_that_is_closed_has_ended_its_turn() -> None:
    async with open_agent(Hanging()) as agent:
        await agent.add_documents(DOCUMENTS)
        async with aclosing(agent.stream(QUESTION)) as parts:
            assert await anext(parts) == "Well"
        assert [turn.outcome for turn in await agent.turns()] == ["failed"]


@pytest.mark.parametrize(
    "settings",
    [
        {"counter": "nobody"},
        {"assembly": {"evidence": {"share": 2}}},
        {"precedence": ["rumour"]},
        {"time_zone": "Moon/Crater"},
    ],
)
def test_bad_settings_leave_no_state_behind(settings: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(loadsheet.SettingsError):
        loadsheet.Agent.open(tmp_path / "state", settings=settings)
    assert not (tmp_path / "state").exists()


async def test_settings_state_the_precedence_of_kinds() -> None:
    order = ["memory", "evidence"]
    settings = loadsheet.Settings(_file=None, precedence=order)
    async with loadsheet.Agent.open(":memory:", settings=settings) as agent:
        manifest = (await agent.prepare(QUESTION)).manifest
        assert [row.kind for row in manifest.ledger][:2] == order
        assert manifest.policy.name == "settings"


async def test_what_is_no_text_is_refused_by_name() -> None:
    wrong: Any = None
    async with loadsheet.Agent.open(":memory:") as agent:
        with pytest.raises(loadsheet.InputError, match="the question is None: give a text"):
            await agent.ask(wrong)
        with pytest.raises(loadsheet.InputError, match="the session's name is None: give a text"):
            await agent.prepare("Hello", session=wrong)
        with pytest.raises(loadsheet.InputError, match="the query is None: give a text"):
            await agent.search(wrong)
        wrong = 1.5
        with pytest.raises(loadsheet.InputError, match=r"the budget is 1\.5: give a whole number"):
            await agent.ask("Hello", budget=wrong)


@pytest.mark.parametrize("when", [123, 1.5, "1700000000", b"2024", True])
def test_a_number_is_no_time_of_a_document(when: Any) -> None:
    with pytest.raises(loadsheet.InputError, match="give a datetime or ISO 8601"):
        loadsheet.Document(id="d", text="x", timestamp=when)


async def test_what_memory_cannot_take_is_refused_by_name() -> None:
    wrong: Any = None
    async with open_agent() as agent:
        memory = agent.memory
        with pytest.raises(loadsheet.InputError, match="an alternative of supports is None"):
            await memory.record_belief("x", supports=[wrong])
        with pytest.raises(loadsheet.InputError, match="the belief is None: give a text"):
            await memory.record_belief(wrong)
        with pytest.raises(loadsheet.InputError, match="half of a surrogate pair"):
            await memory.record("a\ud800")
        with pytest.raises(loadsheet.InputError, match="the query is None: give a text"):
            await memory.recall(wrong)
        with pytest.raises(loadsheet.InputError, match="a document is None: give Document"):
            await agent.add_documents([wrong])


@pytest.mark.parametrize("name", ["", " "])
def test_a_workspace_without_a_name_is_not_the_default_one(name: str) -> None:
    with pytest.raises(loadsheet.InputError, match="the workspace's name is empty"):
        loadsheet.Agent.open(":memory:", workspace=name)


def test_settings_that_are_none_are_named() -> None:
    wrong: Any = 5
    with pytest.raises(loadsheet.SettingsError, match="settings = 5: give a Settings, a dict or"):
        loadsheet.Agent.open(":memory:", settings=wrong)


async def test_a_search_that_no_source_answers_is_not_one_that_finds_nothing() -> None:
    agent = open_agent()
    await agent.add_documents(DOCUMENTS)
    await agent.close()
    with pytest.raises(loadsheet.BackendError, match=r"lexical: .*is closed"):
        await agent.search("refund")
