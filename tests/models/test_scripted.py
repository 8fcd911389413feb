from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import Prompt
from loadsheet.errors import ModelError, WindowError
from loadsheet.models.scripted import ScriptedModel
from loadsheet.ports import ChatModel

PROMPT = Prompt(messages=({"role": "user", "content": "How many days?"},))


async def heard(model: ChatModel) -> list[str]:
    return [piece.text async for piece in model.stream(PROMPT, max_tokens=100)]


async def test_replies_come_in_their_order_word_by_word() -> None:
    model = ScriptedModel(["Two days. [1]", "Three."])
    assert await heard(model) == ["Two", " days.", " [1]"]
    assert await heard(model) == ["Three."]
    assert model.prompts == [PROMPT, PROMPT]


@given(st.text())
async def test_the_pieces_are_the_reply(reply: str) -> None:
    assert "".join(await heard(ScriptedModel([reply]))) == reply


async def test_an_exception_is_raised_in_its_turn() -> None:
    model = ScriptedModel([WindowError("too long"), "Shorter."])
    with pytest.raises(WindowError):
        await heard(model)
    assert await heard(model) == ["Shorter."]


async def test_a_script_that_has_ended_says_so() -> None:
    with pytest.raises(ModelError, match="asked 1 times and has 0 replies"):
        await heard(ScriptedModel([]))
