"""A question of oneself has its subject in itself, whatever was spoken of before; what is done about that leans."""

from __future__ import annotations

import pytest
from tests.turns.test_long_turns import MONDAY
from tests.turns.test_memory import Day, remembering

from loadsheet import Document

DOCUMENTS = [
    Document(id="wifi", text="The wifi password hint is marmalade. The router is in the hall."),
    Document(id="visa", text="A visa costs 80 pounds. You apply for a visa at the consulate."),
]


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("I work at Zorgon Ltd.", "Where do I work?", "I work at Zorgon Ltd."),
        ("My name is Tom.", "What is my name?", "My name is Tom."),
        ("J'habite à Lyon.", "Where do I live?", "J'habite à Lyon."),
        ("My boss is Ana.", "Who is my boss?", "My boss is Ana."),
    ],
)
async def test_a_question_of_oneself_is_answered_from_memory(
    told: str, question: str, answer: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents(DOCUMENTS)
        await agent.ask(told)
        await agent.ask("What is the wifi password hint?")
        assert (await agent.ask(question)).text == answer


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    "question",
    [
        "Where do I work?",
        "Who is my boss?",
        "What is my name?",
        "How old am I?",
        "Who am I?",
        "Wo arbeite ich?",
        "Wie heiße ich?",
        "Où est-ce que je travaille ?",
        "Qui est mon chef ?",
    ],
)
async def test_no_document_answers_it_in_the_place_of_memory(question: str, route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents(DOCUMENTS)
        await agent.ask("What is the wifi password hint?")
        assert (await agent.ask(question)).outcome == "insufficient_evidence"


@pytest.mark.parametrize(
    "question", ["Where do I apply?", "How do I apply?", "And where do I apply?"]
)
async def test_what_is_done_about_what_was_spoken_of_leans_on_it(question: str) -> None:
    async with remembering(Day(MONDAY), route="rules") as agent:
        await agent.add_documents(DOCUMENTS)
        await agent.ask("I applied for a passport last week.")
        await agent.ask("What does a visa cost?")
        assert (await agent.ask(question)).text == "You apply for a visa at the consulate. [1]"
