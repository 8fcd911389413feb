"""Who says who they are says their name, and what people they are of, or how they are, is none."""

from __future__ import annotations

import pytest
from tests.turns.test_long_turns import MONDAY
from tests.turns.test_memory import Day, remembering


async def names(said: str) -> list[str]:
    """What is recorded as the user's name."""
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(said)
        return [record.value for record in await agent.memory.list() if record.key == "name"]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("I'm Priya.", "Priya"),
        ("I am Priya Sharma", "Priya Sharma"),
        ("Hi, I'm Priya.", "Priya"),
        ("My name's Priya", "Priya"),
        ("I'm Anna, nice to meet you.", "Anna"),
        ("I'm Bob and I live in Graz.", "Bob"),
        ("Mein Name ist Ida.", "Ida"),
        ("Je suis Priya.", "Priya"),
        ("Me llamo Ana.", "Ana"),
        ("Mi chiamo Luca.", "Luca"),
    ],
)
async def test_who_says_who_they_are_is_known_by_their_name(said: str, name: str) -> None:
    assert await names(said) == [name]


@pytest.mark.parametrize(
    "said",
    ["I'm German.", "Hi, I'm German.", "I'm Late.", "I'm late.", "I'm Catholic.", "I'm a Swede."],
)
async def test_what_people_somebody_is_of_is_no_name(said: str) -> None:
    assert await names(said) == []


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    "question",
    [
        "What is my name, and where do I live?",
        "Where do I live and what's my name?",
    ],
)
async def test_of_two_questions_of_oneself_each_is_answered(question: str, route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask("My name is Tom. I live in Oslo.")
        answer = (await agent.ask(question)).text
        assert "Tom" in answer
        assert "Oslo" in answer
