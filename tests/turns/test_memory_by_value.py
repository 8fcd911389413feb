"""A question that names the value and asks who or what has it is answered from memory, with all that have it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.turns.test_memory import Day, remembering

DIETS = ("My sister Nora is vegan.", "My friend Paul is vegetarian.", "My brother Max is vegan.")
DATES = (
    "The report is due on Friday.",
    "The tax return is due on Monday.",
    "My exam is on Friday.",
)
PLACES = ("My bike is in the garage.", "The blue folder is in the cellar.", "I live in Rome.")
WORK = ("Omar is a nurse.", "My cousin works at Bosch.", "Server A listens on 8080.")
LIKINGS = (
    "I like jazz.",
    "I hate queues.",
    "I love hiking.",
    "I'm allergic to nuts.",
    "I'm allergic to cats.",
)


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (DIETS, "Who is vegan?", "My brother Max is vegan. My sister Nora is vegan."),
        (DIETS, "Who is vegetarian?", "My friend Paul is vegetarian."),
        (DATES, "What is due on Friday?", "The report is due on Friday (2026-03-06)."),
        (DATES, "What happens on Friday?",
         "My exam is on Friday (2026-03-06). The report is due on Friday (2026-03-06)."),
        (PLACES, "What is in the garage?", "My bike is in the garage."),
        (PLACES, "Who lives in Rome?", "I live in Rome."),
        (WORK, "Who is a nurse?", "Omar is a nurse."),
        (WORK, "Who works at Bosch?", "My cousin works at Bosch."),
        (WORK, "What listens on 8080?", "Server A listens on 8080."),
        (LIKINGS, "What do I like?", "I love hiking. I like jazz."),
        (LIKINGS, "What do I hate?", "I hate queues."),
        (LIKINGS, "What am I allergic to?", "I'm allergic to cats. I'm allergic to nuts."),
    ],
)  # fmt: skip
async def test_a_value_finds_what_has_it(told: tuple[str, ...], question: str, answer: str) -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC))) as agent:
        for said in told:
            await agent.ask(said, session="told")
        assert (await agent.ask(question, session="later")).text == answer


@pytest.mark.parametrize("question", ["What is in Rome?", "What is Rome?", "Who was born in Rome?"])
async def test_a_value_that_is_only_spoken_of_reads_no_record(question: str) -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC))) as agent:
        await agent.ask("I live in Rome.", session="told")
        answer = await agent.ask(question, session="later")
        assert not [entry.id for entry in answer.manifest.entries if entry.rule == "key_match"]
