"""What is leaned on is what the user said last of it, and never what that corrected."""

from __future__ import annotations

import pytest
from tests.turns.test_long_turns import MONDAY
from tests.turns.test_memory import Day, remembering

from loadsheet import Document
from loadsheet.intent.rewriting.standalone import unmarked

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


DOCTORS = [
    Document(id="khan", text="Dr Khan's phone number is 020 1111."),
    Document(id="lund", text="Dr Lund's phone number is 020 2222."),
]


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    "mark", ["Oops,", "Correction:", "Nein,", "Update:", "Argh,", "omg", "Aha,"]
)
async def test_a_mark_before_a_statement_is_nobody(mark: str, route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents(DOCTORS)
        await agent.ask("My doctor is Dr Khan.")
        await agent.ask(f"{mark} my doctor is Dr Lund.")
        answer = await agent.ask("And her phone number?")
        assert answer.text == "Dr Lund's phone number is 020 2222. [1]"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Nein, ich wohne jetzt in Oslo.", "ich wohne jetzt in Oslo."),
        ("Non, mon médecin est Dr Lund.", "mon médecin est Dr Lund."),
        ("omg so is it still open?", "so is it still open?"),
        ("Blimey, the launch is off.", "the launch is off."),
        *(
            (kept, kept)
            for kept in (
                "Zurich, where is the office?",
                "Python: how do I read a file?",
                "Paris, London and Rome are open.",
                "Wifi: the password is marmalade.",
                "Tomorrow, the office is closed.",
                "No one is in the office.",
                "No smoking",
                "Great Ormond Street is closed.",
                "Now Foods is in Ohio.",
                "pets, what's different between the two?",
            )
        ),
    ],
)
def test_what_stands_before_a_sentence_and_names_nothing(text: str, plain: str) -> None:
    assert unmarked(text) == plain


async def test_a_question_for_what_was_told_borrows_nothing_of_it() -> None:
    async with remembering(Day(MONDAY), route="rules") as agent:
        await agent.ask("This week I'm working from the Graz office.")
        answer = await agent.ask("Where am I working from?")
        assert answer.prompt is None or "understood as" not in str(answer.prompt.messages)


async def test_the_second_one_is_of_what_the_user_offered() -> None:
    async with remembering(Day(MONDAY), route="rules") as agent:
        await agent.add_documents(
            [
                Document(
                    id="paint",
                    text="The green paint costs 5 pounds. The red paint dries in an hour.",
                )
            ]
        )
        await agent.ask("Which paint is best: red, green or blue?")
        answer = await agent.ask("What does the second one cost?")
        assert answer.text == "The green paint costs 5 pounds. [1]"


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("I live in Rome.", "No, I live in Oslo"),
        ("I live in Rome.", "omg I live in Oslo"),
        ("I live in Rome.", "Hoppla, I live in Oslo."),
        ("Ich wohne in Rom.", "Nein, ich wohne in Oslo."),
        ("Ich wohne in Rom.", "Quatsch, ich wohne in Oslo."),
        ("J'habite à Rome.", "Non, j'habite à Oslo."),
        ("Vivo en Roma.", "No, vivo en Oslo."),
        ("Abito a Roma.", "No, abito a Oslo."),
    ],
)
async def test_what_is_corrected_is_replaced_in_each_language(before: str, said: str) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(before)
        await agent.ask(said)
        active = [record.value for record in await agent.memory.list() if record.status == "active"]
        assert active == ["Oslo"]


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("before", "said", "reply"),
    [
        ("Meine Ärztin ist Dr Khan.", "Hoppla, meine Ärztin ist Dr Lund.", "Vermerkt."),
        ("Mi médico es Dr Khan.", "Perdón, mi médico es Dr Lund.", "Anotado."),
    ],
)
async def test_a_corrected_statement_that_memory_does_not_read_is_noted(
    before: str, said: str, reply: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(before)
        assert (await agent.ask(said)).text == reply
