"""Whole turns in which a model proposes, and the rules decide what is taken."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.models.test_chat import Endpoint, streamed
from tests.turns.acting import DOCUMENTS, agent, story

import loadsheet
from loadsheet.artifacts import Prompt
from loadsheet.intent.proposals import Refused
from loadsheet.models.scripted import ScriptedModel
from loadsheet.ports import Piece
from loadsheet.stages.propose import asked

if TYPE_CHECKING:
    from numpy.typing import NDArray

SETTINGS = {"route": "rules", "time_zone": "UTC", "propose": "scripted"}
FIRST = "What is the refund window for EU customers?"


@pytest.fixture
def served() -> Iterator[Endpoint]:
    made = Endpoint()
    thread = threading.Thread(target=made.server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


async def second_turn(*replies: str | Exception) -> tuple[list[str], ScriptedModel]:
    """The trace of `And for the UK?` after one answered question, and the model that was asked."""
    model = ScriptedModel(["14 days. [1]", *replies])
    async with agent(model, settings=SETTINGS) as talk:
        await talk.add_documents(DOCUMENTS)
        await talk.ask(FIRST)
        answer = await talk.ask("And for the UK?")
        return story(await talk.trace(answer.turn_id)), model


async def test_a_wording_that_keeps_everything_is_searched() -> None:
    lines, model = await second_turn("How long is the refund window for the UK?", "28 days. [1]")
    assert "rewritten from: What is the refund window for UK customers?" in " ".join(lines)
    assert FIRST in str(model.prompts[1].messages[-1]["content"])


@pytest.mark.parametrize("reply", ["", "How long is it for Norway?", loadsheet.ModelError("down")])
async def test_a_wording_that_is_invalid_or_fails_leaves_the_deterministic_form(
    reply: str | Exception,
) -> None:
    lines, _ = await second_turn(reply, "28 days. [1]")
    assert any("signal: rewriting refused" in line for line in lines)
    assert any(line.startswith("generate: answered") for line in lines)


@pytest.mark.parametrize("reply", ["0", "9", "two", "", loadsheet.ModelError("down")])
async def test_a_pick_that_is_invalid_or_fails_leaves_the_plan_of_the_rules(
    reply: str | Exception,
) -> None:
    model = ScriptedModel([reply, "Roses."])
    async with agent(model, settings=SETTINGS) as talk:
        await talk.add_documents(DOCUMENTS)
        answer = await talk.ask("Write me a short poem about roses.")
        lines = story(await talk.trace(answer.turn_id))
    assert [line for line in lines if line.startswith("pick")] == ["pick: none by own_text"]
    assert any("signal: hypothesis" in line and "refused" in line for line in lines)


async def test_a_pick_among_those_offered_is_followed() -> None:
    async with agent(ScriptedModel(["2", "Roses."]), settings=SETTINGS) as talk:
        await talk.add_documents(DOCUMENTS)
        answer = await talk.ask("Write me a short poem about roses.")
        lines = story(await talk.trace(answer.turn_id))
    assert "pick: internal_corpus by hypothesis:documents" in lines
    assert any(line.startswith("retrieve") for line in lines)


async def test_a_model_that_is_silent_is_not_waited_for() -> None:
    class Silent:
        name = "silent"

        async def stream(self, prompt: Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
            await asyncio.sleep(60)
            yield Piece(f"{len(prompt.messages)} {max_tokens}")

    found = await asked(Silent(), "task", "said", 4, seconds=0.01)
    assert found == Refused("", "silent gave no answer within 0.01 s")


async def test_prepare_asks_no_model() -> None:
    model = ScriptedModel([])
    async with agent(model, settings=SETTINGS) as talk:
        await talk.add_documents(DOCUMENTS)
        assert (await talk.prepare(FIRST)).outcome == "answered"
    assert model.prompts == []


EXPANDING = {"route": "fixed", "time_zone": "UTC", "expand": "scripted"}


async def expanded_turn(reply: str | Exception) -> list[str]:
    async with agent(ScriptedModel([reply, "14 days. [1]"]), settings=EXPANDING) as talk:
        await talk.add_documents(DOCUMENTS)
        answer = await talk.ask("How long may a customer send goods back?")
        return story(await talk.trace(answer.turn_id))


@dataclass(frozen=True, slots=True)
class Topics:
    """An embedder that knows two topics: what goes back, and everything else."""

    name: str = "topics"
    down: bool = False

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        if self.down and as_query:
            raise loadsheet.ModelError("down")
        back = [any(word in text for word in ("back", "return", "refund")) for text in texts]
        return np.array([[1, 0] if one else [0, 1] for one in back], np.float32)


@pytest.mark.parametrize("down", [False, True])
async def test_a_wording_that_asks_for_something_else_is_refused_where_vectors_can_tell(
    *, down: bool
) -> None:
    reply = "the return period\ntoppings of a pizza"
    model = ScriptedModel([reply, "14 days. [1]"])
    async with agent(model, settings=EXPANDING, embedder=Topics(down=down)) as talk:
        await talk.add_documents(DOCUMENTS)
        await talk.embed()
        answer = await talk.ask("How long may a customer send goods back?")
        told = [t for t in story(await talk.trace(answer.turn_id)) if t.startswith("expand: ")]
    refused = "wording refused: it asks for something else: toppings of a pizza"
    other = "also searched: toppings of a pizza" if down else refused
    assert told == [f"expand: also searched: the return period; {other}"]


async def test_other_wordings_of_a_question_are_searched_beside_it() -> None:
    lines = await expanded_turn(
        "1. How many days is the refund window?\n- the return period\n\ndays to return goods"
    )
    assert [line for line in lines if line.startswith("expand: ")] == [
        "expand: also searched: How many days is the refund window?; also searched: the return period; "
        "wording refused: 2 are enough",
    ]
    assert any(line.startswith("generate: answered") for line in lines)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "How long is the refund window for Norway?",
        "Are 30 days enough?",
        "What is a “cooling-off period”?",
        "a very long wording " * 30,
        loadsheet.ModelError("down"),
    ],
)
async def test_a_wording_that_adds_something_or_fails_is_refused_and_the_question_is_searched(
    reply: str | Exception,
) -> None:
    lines = await expanded_turn(reply)
    assert any("signal: wording refused" in line for line in lines)
    assert not any("also searched" in line for line in lines)
    assert any(line.startswith("retrieve") for line in lines)


def test_a_proposer_without_routing_or_without_an_endpoint_is_refused_with_the_way_out() -> None:
    with pytest.raises(loadsheet.SettingsError, match="needs route = 'rules'"):
        agent(settings={"propose": "small"})
    with pytest.raises(loadsheet.SettingsError, match="set base_url"):
        agent(settings={"propose": "small", "route": "rules"})


async def test_a_proposer_behind_an_endpoint_is_asked_by_its_name(served: Endpoint) -> None:
    served.respond = streamed(["How long is the refund window", " for the UK?"])
    settings = SETTINGS | {"propose": "small", "base_url": served.url}
    async with agent(ScriptedModel(["14 days. [1]", "28 days. [1]"]), settings=settings) as talk:
        await talk.add_documents(DOCUMENTS)
        await talk.ask(FIRST)
        answer = await talk.ask("And for the UK?")
        lines = story(await talk.trace(answer.turn_id))
    assert any(line.startswith("propose: rewritten from") for line in lines)
    assert [body["model"] for body in served.bodies] == ["small"]
