"""A turn that fails at any stage leaves what the user said, and no record whose source nobody can show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NoReturn

import pytest

import loadsheet
from loadsheet.artifacts import Message

CORRECTION = "Actually, I live in Oslo. What is the rent?"
RENT = loadsheet.Document(id="rent", text="The rent is 900 euros.")


@dataclass(frozen=True, slots=True)
class Failing:
    """The stage that it stands for, as far as anybody looks, until it is asked to do something."""

    stage: Any
    error: Callable[[], BaseException]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stage, name)

    def __call__(self, *_given: object) -> NoReturn:
        raise self.error()


async def said(agent: loadsheet.Agent) -> list[Message]:
    return list(await agent.store.tail("default", "main", tokens=1_000_000))


@pytest.mark.parametrize("error", [lambda: loadsheet.StoreError("full"), asyncio.CancelledError])
@pytest.mark.parametrize(
    ("stage", "roles"),
    [
        ("correct", ["user"]),
        ("route", ["user"]),
        ("retrieve", ["user"]),
        ("recall", ["user"]),
        ("select_model", ["user"]),
        ("remember", ["user", "assistant"]),
        ("score", ["user", "assistant"]),
    ],
)
async def test_every_record_names_a_source_that_can_be_shown_whichever_stage_fails(
    stage: str, roles: list[str], error: Callable[[], BaseException]
) -> None:
    model = loadsheet.ScriptedModel(["900 euros. [1]"] * 3)
    async with loadsheet.Agent.open(
        ":memory:", model=model, settings={"embedder": "none"}
    ) as agent:
        await agent.add_documents([RENT])
        await agent.ask("I live in Rome.")
        before = len(await said(agent))
        whole = agent.pipeline
        broken = Failing(getattr(whole, stage), error)
        object.__setattr__(agent, "pipeline", replace(whole, **{stage: broken}))
        with pytest.raises(type(error())):
            await agent.ask(CORRECTION)
        kept = await said(agent)
        assert [message.role for message in kept[before:]] == roles
        assert kept[before].content == CORRECTION
        shown = {message.id for message in kept} | {"a document's"}
        for record in await agent.memory.list():
            assert {source.message or "a document's" for source in record.sources} <= shown
        object.__setattr__(agent, "pipeline", whole)
        assert "900 euros" in (await agent.ask("What is the rent?")).text


async def test_a_correction_in_a_turn_whose_model_fails_names_the_message_that_made_it() -> None:
    model = loadsheet.ScriptedModel([loadsheet.ModelError("down")])
    async with loadsheet.Agent.open(
        ":memory:", model=model, settings={"embedder": "none"}
    ) as agent:
        await agent.add_documents([RENT])
        with pytest.raises(loadsheet.ModelError, match="down"):
            await agent.ask(CORRECTION)
        (message,) = await said(agent)
        (record,) = await agent.memory.list()
        assert [source.message for source in record.sources] == [message.id]


@pytest.mark.parametrize("asking", ["ask", "prepare"])
async def test_a_question_that_has_no_room_is_refused_before_anything_is_looked_up(
    asking: str,
) -> None:
    async with loadsheet.Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        await agent.add_documents([RENT])
        whole = agent.pipeline
        searched = Failing(whole.retrieve, lambda: AssertionError("it was searched"))
        agent.pipeline = replace(whole, retrieve=searched)
        with pytest.raises(loadsheet.BudgetError, match="question"):
            await getattr(agent, asking)("rent days " * 9000 + "How many days?")


async def test_of_a_pasted_text_of_any_length_the_passage_that_answers_is_aboard() -> None:
    lines = [f"line {number} of worker {number % 7}" for number in range(12_000)]
    lines[9_000] = "line 9000: worker 3 met a segmentation fault"
    async with loadsheet.Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        made = await agent.prepare("Who met a segmentation fault?\n\n" + "\n".join(lines))
        assert "worker 3 met a segmentation fault" in made.prompt.serialized()
