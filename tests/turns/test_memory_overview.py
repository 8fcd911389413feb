"""Who asks what is remembered gets all that holds, and nothing that was superseded."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.turns.test_memory import Day, remembering

from loadsheet.memory.recall.overview import MemoryOverview, overview

TOLD = (
    "My name is Tom Baker.",
    "I live in Porto.",
    "I moved to Lisbon.",
    "My sister Nora is vegan.",
    "I have two cats.",
    "Always answer briefly.",
    "When I ask about travel, name the train first.",
    "The release of 4.2 is on 5 May.",
)
OF_ME = """\
- When I ask about travel, name the train first.
- I have two cats.
- My sister Nora is vegan.
- I moved to Lisbon.
- My name is Tom Baker.
- Always answer briefly."""
OF_NORA = "- My sister Nora is vegan."
RULES = "- When I ask about travel, name the train first.\n- Always answer briefly."
EVERYTHING = f"- The release of 4.2 is on 5 May.\n{OF_ME}"


@pytest.mark.parametrize("session", ["one", "another"])
@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What do you know about me?", OF_ME),
        ("Who am I?", OF_ME),
        ("What do you know about my sister?", OF_NORA),
        ("What do you remember about Nora?", OF_NORA),
        ("Which rules have I given you?", RULES),
        ("What have I told you so far?", EVERYTHING),
    ],
)
async def test_what_is_remembered_is_listed(
    question: str, answer: str, route: str, session: str
) -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC)), route=route) as agent:
        for text in TOLD:
            await agent.ask(text, session="one")
        assert (await agent.ask(question, session=session)).text == answer


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    "question",
    [
        "What are my rules?",
        "What rules have I set?",
        "List my rules.",
        "What do you know about me?",
    ],
)
async def test_a_rule_of_this_session_is_listed_and_nothing_is_said_to_be_nothing(
    question: str, route: str
) -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC)), route=route) as agent:
        nothing = await agent.ask(question)
        assert nothing.outcome == "insufficient_evidence"
        assert nothing.text.endswith("nothing of the kind is remembered yet.")
        await agent.ask("Never suggest tofu.")
        answer = await agent.ask(question)
        assert (answer.outcome, answer.text) == ("answered", "- Never suggest tofu.")


@pytest.mark.parametrize(
    ("question", "of"),
    [
        ("Can you summarise what you know about me?", "user"),
        ("List all facts you have on me.", "user"),
        ("What did I tell you about the deadline?", "the deadline"),
        ("What's in your memory?", "everything"),
        ("What are my preferences?", "rules"),
        ("What is on the roof?", None),
        ("What do you have in stock?", None),
        ("What do you need to know about me?", None),
        ("What did you say about the fee?", None),
        ("Do you know what the fee is?", None),
        ("I told you everything.", None),
    ],
)
def test_a_question_for_all_that_is_remembered_is_told_from_any_other(
    question: str, of: str | None
) -> None:
    assert overview(question) == (None if of is None else MemoryOverview(of))
