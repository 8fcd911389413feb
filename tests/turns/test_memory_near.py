"""What was said in a session answers what it tells of, and nothing else."""

from __future__ import annotations

import pytest
from tests.turns.acting import agent

TOLD = {
    "The gardener comes every second Friday.": "How often does the gardener come?",
    "The spare key hangs behind the door.": "Where does the spare key hang?",
    "My flight got cancelled.": "What happened to my flight?",
}

UNTOLD = {
    "The plumber comes on Tuesday.": "When does the electrician come?",
    "There are 12 chairs in the hall.": "How many tables are in the hall?",
    "It takes two hours to get to Leeds.": "How long does it take to get to York?",
    "I need a plumber.": "When does the plumber come?",
    "I don't know when the roofer comes.": "When does the roofer come?",
    "We'll meet at the fountain.": "When will we meet?",
}


@pytest.mark.parametrize(("said", "question"), TOLD.items())
async def test_a_sentence_that_holds_what_is_asked_answers(said: str, question: str) -> None:
    async with agent() as talk:
        await talk.ask(said)
        answer = await talk.ask(question)
    assert (answer.outcome, said in answer.text) == ("answered", True)


@pytest.mark.parametrize(("said", "question"), UNTOLD.items())
async def test_a_sentence_about_another_thing_or_without_the_value_answers_nothing(
    said: str, question: str
) -> None:
    async with agent() as talk:
        await talk.ask(said)
        answer = await talk.ask(question)
    assert answer.outcome == "insufficient_evidence"
