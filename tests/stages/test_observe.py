"""Messages of other programs come in as they are, or with an error that names the one that cannot."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest

import loadsheet
from loadsheet.errors import InputError
from loadsheet.models.counters import counter
from loadsheet.stages.observe import messages_from

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def taken(*given: Any) -> list[Any]:
    numbers = count(1)
    return messages_from(
        given,
        session="s",
        counter=counter("o200k"),
        ids=lambda prefix: f"{prefix}{next(numbers)}",
        now=NOW,
    )


def test_a_dump_of_another_library_is_taken_with_the_fields_that_say_something() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    dumped: dict[str, Any] = {
        "role": "assistant",
        "content": None,
        "refusal": None,
        "annotations": [],
        "audio": None,
    }
    one, two = taken(
        {**dumped, "tool_calls": [call], "function_call": None},
        {"role": "tool", "content": "found", "tool_call_id": "c1", "name": None},
    )
    assert (one.id, one.content, one.tool_calls[0].name, one.timestamp) == ("m1", "", "look", NOW)
    assert len(one.tokens) == len(one.parts()) == 4
    assert (two.tool_call_id, two.name) == ("c1", None)


def test_a_message_of_several_texts_holds_each_on_lines_of_its_own() -> None:
    parts = [{"type": "text", "text": "I live in Rome."}, {"type": "text", "text": "And you?"}]
    (message,) = taken({"role": "user", "content": parts})
    assert message.content == "I live in Rome.\nAnd you?"


async def test_the_result_of_a_call_that_nobody_made_is_refused() -> None:
    function = {"name": "f", "arguments": "{}"}
    call = {"role": "assistant", "tool_calls": [{"id": "c", "function": function}]}
    result = {"role": "tool", "tool_call_id": "c", "content": "x"}
    async with loadsheet.Agent.open(":memory:") as agent:
        with pytest.raises(InputError, match="message 0 is the result of a call 'c', which nobody"):
            await agent.observe([result, call], session="s")
        await agent.observe([call], session="s")
        await agent.observe([result], session="s")
        with pytest.raises(InputError, match="which nobody made"):
            await agent.observe([result], session="other")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("hello", "message 1 is no mapping"),
        (None, "message 1 is no mapping"),
        ({"content": "x"}, "message 1: role: Field required"),
        ({"role": "robot", "content": "x"}, "message 1: role"),
        ({"role": "user", "content": [{"type": "text"}]}, "message 1 has a part that is no text"),
        ({"role": "user", "content": ["x"]}, "message 1 has a part that is no text"),
        ({"role": "user", "content": 7}, "message 1: content"),
        ({"role": "user"}, "message 1 has no content"),
        ({"role": "assistant", "content": None}, "message 1 has no content"),
        ({"role": "tool", "content": "x"}, "message 1 is a result of no call"),
        ({"role": "user", "content": "\ud83d"}, "message 1 holds half of a surrogate pair"),
        ({"role": "assistant", "tool_calls": [{"id": "c"}]}, "message 1: a tool call needs"),
        (
            {"role": "assistant", "tool_calls": [{"id": "c"}, {"id": "c"}]},
            "message 1 has two tool calls with the id 'c'",
        ),
        ({"role": "assistant", "tool_calls": [{"id": ""}]}, "message 1 has a tool call with an"),
        ({"role": "user", "content": "x", "timestamp": 123}, "message 1: timestamp"),
        (
            {"role": "user", "content": "x", "timestamp": "2024-03-15T00:00:00"},
            "message 1: timestamp",
        ),
        ({"role": "user", "content": "x", "id": "same"}, "message 1 has the id 'same'"),
    ],
)
def test_a_message_that_cannot_be_taken_is_named(message: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        taken({"role": "user", "content": "fine", "id": "same"}, message)
