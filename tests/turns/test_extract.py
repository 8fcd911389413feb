"""A model that proposes what to remember: what its quotes support is offered to the policy, the rest is on record."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from tests.models.test_chat import Endpoint, endpoint, refused, streamed
from tests.turns.acting import story
from tests.turns.test_memory import Day, held

import loadsheet
from loadsheet.ports import ChatModel

__all__ = ["endpoint"]

MESSAGE = "We moved the stand-up; Ines now runs it from Faro every Tuesday. Don't book room 4."


def proposing(model: ChatModel, **settings: Any) -> loadsheet.Agent:
    numbers = count(1)
    return loadsheet.Agent.open(
        ":memory:",
        settings=loadsheet.Settings(_file=None, extract=model.name, **settings),
        clock=Day(datetime(2026, 3, 2, tzinfo=UTC)),
        ids=lambda prefix: f"{prefix}{next(numbers)}",
        model=model,
    )


def scripted(*memories: dict[str, Any]) -> loadsheet.ScriptedModel:
    return loadsheet.ScriptedModel([json.dumps({"memories": memories})])


def proposal(**values: Any) -> dict[str, Any]:
    made = {
        "type": "fact",
        "subject": "Ines",
        "key": "runs from",
        "value": "Faro",
        "quote": "Ines now runs it from Faro",
    }
    return made | values


async def test_what_a_quote_supports_is_a_candidate_with_the_span_that_says_it() -> None:
    async with proposing(scripted(proposal())) as agent:
        await agent.observe([{"role": "user", "content": MESSAGE, "id": "m1"}])
        (record,) = await held(agent)
        assert (record.subject, record.key, record.value) == ("Ines", "runs from", "Faro")
        (source,) = record.sources
        assert MESSAGE[source.start : source.end] == "Ines now runs it from Faro"


async def test_a_denial_is_seen_in_any_language_and_by_any_word() -> None:
    for quote, value in (("Ich trinke keinen Kaffee", "Kaffee"), ("I hardly eat meat", "meat")):
        denied = proposal(subject="user", key="likes", quote=quote, value=value)
        async with proposing(scripted(denied)) as agent:
            receipts = await agent.observe([{"role": "user", "content": f"{quote}.", "id": "m1"}])
            assert any("denies what its value says" in row.reason for row in receipts.receipts)
            assert await held(agent) == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"quote": "Ines runs it from Faro"}, "does not stand in the message"),
        ({"value": "Lagos"}, "which the quote does not"),
        ({"subject": "Otto"}, "is not named in the message"),
        ({"quote": "Don't book room 4", "value": "book room 4"}, "denies what its value says"),
    ],
)
async def test_what_no_quote_supports_is_refused_on_record(
    change: dict[str, Any], reason: str
) -> None:
    async with proposing(scripted(proposal(**change))) as agent:
        receipts = await agent.observe([{"role": "user", "content": MESSAGE, "id": "m1"}])
        assert [(row.status, reason in row.reason) for row in receipts.receipts] == [
            ("refused", True)
        ]
        assert await held(agent) == []


async def test_a_question_or_code_bears_no_proposal_out() -> None:
    text = "Does Ines live in Faro?\n```\nInes lives in Faro\n```"
    for quote in ("Ines live in Faro", "Ines lives in Faro"):
        async with proposing(scripted(proposal(quote=quote))) as agent:
            await agent.observe([{"role": "user", "content": text, "id": "m1"}])
            assert await held(agent) == []


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("My friend says she is vegan.", "user", "vegan"),
        ("My boss told me that the vendor is Heron.", "vendor", "Heron"),
        ("Ana thinks I work at Acme.", "user", "Acme"),
        ("According to my sister, I hate jazz.", "user", "jazz"),
        ("Forget that I live in Faro.", "user", "Faro"),
    ],
)
async def test_the_policy_on_whose_words_are_kept_holds_for_a_models_proposals(
    text: str, subject: str, value: str
) -> None:
    quote = text.removeprefix("Forget that ").rstrip(".")
    made = scripted(proposal(subject=subject, key="says", value=value, quote=quote))
    async with proposing(made) as agent:
        receipts = await agent.observe([{"role": "user", "content": text, "id": "m1"}])
        assert {row.status for row in receipts.receipts} == {"refused"}
        assert await held(agent) == []


@pytest.mark.parametrize("answer", ["I remember nothing.", '{"memories": [{"type": "wish"}]}', ""])
async def test_an_invalid_answer_leaves_the_deterministic_extractor_on_record(answer: str) -> None:
    async with proposing(loadsheet.ScriptedModel(["", answer])) as agent:
        await agent.add_documents([loadsheet.Document(id="d", text="I live in Faro, says Ines.")])
        answered = await agent.ask("I live in Faro.")
        (record,) = await held(agent)
        assert (record.key, record.value) == ("live in", "Faro")
        lines = story(await agent.trace(answered.turn_id))
        assert any("invalid, the forms of statements stand" in line for line in lines)
        assert any("signal: scripted: invalid" in line for line in lines)


async def test_the_same_policy_decides_and_corrections_are_written_before_the_model_is_asked() -> (
    None
):
    replies = [json.dumps({"memories": []}), "", json.dumps({"memories": [proposal()]})]
    async with proposing(loadsheet.ScriptedModel(replies)) as agent:
        await agent.add_documents([loadsheet.Document(id="d", text="Rome is where they live.")])
        await agent.ask("I live in Rome.")
        assert await held(agent) == []
        await agent.ask("Actually I live in Faro.")
        (record,) = await held(agent)
        assert (record.value, record.correction) == ("Faro", True)


async def test_a_model_behind_an_endpoint_is_asked_by_its_name(endpoint: Endpoint) -> None:
    endpoint.respond = streamed([json.dumps({"memories": [proposal()]})])
    settings = loadsheet.Settings(_file=None, extract="small", base_url=endpoint.url)
    async with loadsheet.Agent.open(
        ":memory:", settings=settings, model=loadsheet.ScriptedModel([])
    ) as agent:
        await agent.observe([{"role": "user", "content": MESSAGE, "id": "m1"}])
        assert [record.value for record in await held(agent)] == ["Faro"]
    (body,) = endpoint.bodies
    assert body["model"] == "small"
    assert MESSAGE in json.dumps(body["messages"], ensure_ascii=False)


async def test_a_server_that_fails_leaves_the_deterministic_extractor(endpoint: Endpoint) -> None:
    endpoint.respond = refused(500, {"error": {"message": "down"}})
    settings = loadsheet.Settings(_file=None, extract="small", base_url=endpoint.url)
    async with loadsheet.Agent.open(
        ":memory:", settings=settings, model=loadsheet.ScriptedModel([])
    ) as agent:
        await agent.observe([{"role": "user", "content": "I live in Faro.", "id": "m1"}])
        assert [record.value for record in await held(agent)] == ["Faro"]


def test_a_model_that_nobody_knows_is_refused_with_the_way_out() -> None:
    with pytest.raises(loadsheet.SettingsError, match="extract = 'small': no such model"):
        loadsheet.Agent.open(":memory:", settings=loadsheet.Settings(_file=None, extract="small"))
