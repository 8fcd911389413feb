"""What leans on the last answer is answered beside it, and what names a thing of its own is not."""

from __future__ import annotations

import pytest
from tests.turns.acting import agent

from loadsheet import Document, ScriptedModel

PUMP = """# Pump P3

## Errors
F1 means that the filter is full. Rinse it and press Reset.
F2 means that the fuse is gone. Call the service on 0700 445.

## Contract
Notice is two months. It must be given to the supplier in writing.
The supplier is Marek Sand.
"""
VISIT = """# Visit to the quarry

Your visit is on 4 May at 8:30. Please be there ten minutes earlier.
Lunch on 4 May is at the Old Forge. A table for twelve is booked.
A helmet costs 7 euros. A lamp costs 5 euros.
The fossil hall is seen on 5 May. Entry costs 9 euros.
"""
CLUB = """# Rowing club

Notice is six weeks. It is sent to the office.
A locker costs 3 euros a month. Tokens are sold by the treasurer.

| Office | Name |
|---|---|
| Chair | Ada Berg |
| Treasurer | Olu Tan |
"""
DOCUMENTS = [
    Document(id=name, text=text)
    for name, text in (("pump", PUMP), ("visit", VISIT), ("club", CLUB))
]


async def last_of(*turns: str) -> str:
    """The answer to the last of some turns."""
    async with agent() as it:
        await it.add_documents(DOCUMENTS)
        answers = [await it.ask(turn) for turn in turns]
    return answers[-1].text


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        (("What does F2 mean?", "What should I do?"), "Call the service on 0700 445. [1]"),
        (("What does F1 mean?", "And F2?", "What do I do?"), "Call the service on 0700 445. [1]"),
        (("When is my visit?", "When do I have to be there?"), "Please be there ten minutes earlier. [1]"),
        (("Where is lunch on 4 May?", "For how many?"), "A table for twelve is booked. [1]"),
        (("When do we see the fossil hall?", "How much is it?"), "Entry costs 9 euros. [1]"),
        (("What is notice of the pump?", "How do I give it?"), "It must be given to the supplier in writing. [1]"),
        (("How many months is notice?", "To whom?"), "It must be given to the supplier in writing. [1]"),
    ],
)  # fmt: skip
async def test_what_names_nothing_asks_what_stands_beside_the_last_answer(
    turns: tuple[str, ...], said: str
) -> None:
    assert await last_of(*turns) == said


async def test_what_was_just_said_is_not_followed_by_the_same_of_another_thing() -> None:
    assert "lamp" not in await last_of("How much is a helmet?", "How much is it?")


async def test_who_that_is_asks_who_has_the_part_that_was_named() -> None:
    assert "Marek Sand" in await last_of("Must notice be given in writing?", "Who is that?")
    assert "Olu Tan" in await last_of("Who sells tokens?", "Who is that?")


async def test_what_the_last_document_does_not_speak_of_is_answered_by_another() -> None:
    assert "3 euros" in await last_of("What does F2 mean?", "How much is a locker?")


@pytest.mark.parametrize(
    "said",
    [
        "My cousin Ida offered to lend me her boat.",
        "Ugh, my soup boiled over. What a mess.",
        "Oh no, it's snowing again. Typical.",
        "Good news, my boss gave me 4 May off.",
        "Can't believe it's December already.",
        "I think he'd rather take a lamp.",
        "Look at that rainbow.",
    ],
)
async def test_what_tells_something_is_taken_and_neither_refused_nor_answered(said: str) -> None:
    assert await last_of("When is my visit?", said) in {"Noted.", "All right."}


async def test_what_a_model_does_not_answer_is_acknowledged_where_nothing_was_asked() -> None:
    model = ScriptedModel(["The evidence does not answer this."])
    async with agent(model) as it:
        await it.add_documents(DOCUMENTS)
        answer = await it.ask("The lamp costs 5 euros.")
    assert (model.prompts != [], answer.text) == (True, "Noted.")


async def test_a_turn_whose_words_tell_no_language_is_refused_in_that_of_the_conversation() -> None:
    said = await last_of("When is my visit?", "Wrrf zzyq?")
    assert said.startswith("There is not enough evidence")
    said = await last_of("Wie hoch ist die Miete?", "Wrrf zzyq?")
    assert said.startswith("Die Belege reichen nicht")


@pytest.mark.parametrize(
    "asked",
    [
        "Can you summarise what we talked about?",
        "Could you sum up our conversation?",
        "What did we talk about?",
        "What have we discussed so far?",
    ],
)
async def test_an_account_of_the_conversation_lists_what_was_asked(asked: str) -> None:
    said = await last_of("When is my visit?", "How much is a helmet?", asked)
    assert said == "You asked: “When is my visit?”; “How much is a helmet?”."


async def test_what_was_bidden_is_told_from_the_rules_and_not_from_documents() -> None:
    said = await last_of(
        "Please never mention prices.", "When is my visit?", "What did I ask you to leave out?"
    )
    assert said == "- Please never mention prices."
