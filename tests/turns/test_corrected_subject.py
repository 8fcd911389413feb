"""What is leaned on is what the user said last of it, and never what that corrected."""

from __future__ import annotations

import pytest
from tests.turns.test_long_turns import MONDAY
from tests.turns.test_memory import Day, remembering

from loadsheet import Document

WEATHER = [
    Document(id="rome", text="The weather in Rome in March is mild, 15 degrees."),
    Document(id="oslo", text="The weather in Oslo in March is cold, minus 2 degrees."),
]


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("turns", "answer"),
    [
        (
            ["I live in Rome.", "No wait, I live in Oslo now.", "What about the weather in March?"],
            "The weather in Oslo in March is cold, minus 2 degrees. [1]",
        ),
        (
            ["I live in Rome.", "Actually I live in Oslo.", "And the weather?"],
            "The weather in Oslo in March is cold, minus 2 degrees. [1]",
        ),
        (
            ["I live in Rome.", "What about the weather in March?"],
            "The weather in Rome in March is mild, 15 degrees. [1]",
        ),
    ],
)
async def test_what_was_corrected_is_leaned_on_no_more(
    turns: list[str], answer: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents(WEATHER)
        *before, last = turns
        for turn in before:
            await agent.ask(turn)
        assert (await agent.ask(last)).text == answer
