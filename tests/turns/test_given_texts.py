"""A text that is given along with a question is evidence; what the user tells of themselves is none."""

from __future__ import annotations

import pytest
from tests.turns.test_long_turns import MONDAY
from tests.turns.test_memory import Day, remembering

from loadsheet import Agent, Document, ScriptedModel, Settings
from loadsheet.intent.pasted import split

MAIL = (
    "Dear Sam,\n\nyour order 4471 was delayed because the depot in Linz flooded. It will be sent on 14 May "
    "with DHL.\n\nRegards,\nAnna Berg"
)
BRIEF = "Liebe Frau Kern,\n\nIhre Bestellung kommt am 3. Mai mit der Post.\n\nViele Grüße\nJan Uhl"
LOG = "\n".join(f"10:{n:02d}:00 INFO worker-{n % 5} handled job {1000 + n}" for n in range(5))
"""A log too short to be pasted for its length."""


@pytest.mark.parametrize(
    ("text", "question", "pasted"),
    [
        (f"When will my order be sent?\n\n{MAIL}", "When will my order be sent?", MAIL),
        (f"{MAIL}\n\nWhen will my order be sent?", "When will my order be sent?", MAIL),
        (f"Summarise this email please:\n\n{MAIL}", "Summarise this email please:", MAIL),
        (f"{BRIEF}\n\nWann kommt meine Bestellung?", "Wann kommt meine Bestellung?", BRIEF),
        (f"Fasse diese E-Mail zusammen:\n\n{BRIEF}", "Fasse diese E-Mail zusammen:", BRIEF),
        (f"Why does it fail?\n\n{LOG}", "Why does it fail?", LOG),
        (
            "Fix the grammar: me and him goes to school",
            "Fix the grammar:",
            "me and him goes to school",
        ),
        (
            "Traduce esto al inglés: La tienda abre a las nueve.",
            "Traduce esto al inglés:",
            "La tienda abre a las nueve.",
        ),
        (
            "Voici une note : le code est 4411. Quel est le code ?",
            "Quel est le code ?",
            "Voici une note : le code est 4411.",
        ),
        (
            "Can you shorten the following text?\n\nThe pool opens at nine. I swim there.",
            "Can you shorten the following text?",
            "The pool opens at nine. I swim there.",
        ),
    ],
)
def test_a_text_given_with_a_question_is_no_part_of_it(
    text: str, question: str, pasted: str
) -> None:
    asked, (span,) = split(text)
    assert asked == question
    assert text[span.start : span.end].strip() == pasted


@pytest.mark.parametrize(
    "text",
    [
        "Hi!\n\nI'm allergic to nuts and I'm new here.\n\nWhat can I eat in the canteen?",
        "Hello,\n\nI live in Rome and work at Acme.\n\nHow long is parental leave?\n\nThanks,\nBob",
        "What is the fee?\n\nI need it for my visa by May.\n\nThanks,\nBob",
        "Remember this: the gate code is 4411.",
        "Keep this in mind: I hate meetings on Monday mornings.",
        "Follow this rule: never use tables in any of your answers.",
        "Tell me: what is the fee?",
        "Compare these:\n- Basic\n- Team\n- Pro",
        "Summarise: our leave policy",
        "Answer these questions:\n1. What is the fee?\n2. Who leads payroll?",
        "My rules:\n- never suggest AWS\n- cite pages\n\nWhat is the fee?",
        "The printer on floor 3 blinks red. It shows E5.\n\nWhat do I do?",
        "About the Tesla Model 3.\n\nHow much is a tyre change?",
        "Ich bin Vegetarier.\n\nWas kann ich essen?",
    ],
)
def test_what_the_user_tells_or_asks_is_no_text_given(text: str) -> None:
    assert split(text) == (text, ())


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_without_a_model_a_text_given_is_quoted_and_nothing_of_it_is_recorded(
    route: str,
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        answer = await agent.ask(f"When will my order be sent?\n\n{MAIL}")
        assert answer.text == "It will be sent on 14 May with DHL."
        assert await agent.memory.list() == []


async def test_a_model_is_asked_to_work_on_a_text_given() -> None:
    model = ScriptedModel(["Noted."])
    settings = Settings(_file=None)
    async with Agent.open(":memory:", settings=settings, model=model) as agent:
        await agent.add_documents([Document(id="d", text="Employees have 30 days of leave.")])
        answer = await agent.ask(f"Write a reply to this mail:\n\n{MAIL}")
        assert answer.text == "Noted."
        assert len(model.prompts) == 1
