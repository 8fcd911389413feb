"""What was done, told again otherwise: the pronoun means the thing that was named, and the first telling is over."""

from __future__ import annotations

import pytest
from tests.turns.acting import agent

CORRECTED = [
    ("I parked the van on level 2.", "Correction, I parked it on level 3.", "Where is the van?", "level 3"),
    ("We painted the fence green.", "No, we painted it blue.", "What colour did we paint the fence?", "blue"),
    ("I put the spare key under the pot.", "Actually I put it in the shed.", "Where is the spare key?", "shed"),
    ("We sent the contract to Otto.", "No wait, we sent it to Ida.", "Who did we send the contract to?", "Ida"),
    ("I met Ana in Porto yesterday.", "Sorry, I met her in Lisbon yesterday.", "Where did I meet Ana?", "Lisbon"),
    ("I bought a red bike.", "No, I bought a blue bike.", "Which bike did I buy?", "blue bike"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "correction", "question", "right"), CORRECTED)
@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_what_was_done_is_as_the_correction_tells_it(
    said: str, correction: str, question: str, right: str, route: str
) -> None:
    async with agent(settings={"route": route}) as talk:
        await talk.ask(said)
        reply = await talk.ask(correction)
        answer = await talk.ask(question)
        current = await talk.memory.list("active")
    assert right in reply.text or reply.text == "Noted."
    assert right in answer.text
    assert [record.text for record in current] == [correction]


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("I parked the van on level 2.", "I also parked the car on level 3."),
        ("I bought a red bike.", "I bought a blue bike."),
        ("We sent the contract to Otto.", "Actually we called Ida."),
        ("I flew to Rome.", "Actually I met Ana."),
    ],
)
async def test_what_was_done_beside_it_leaves_it(said: str, more: str) -> None:
    async with agent() as talk:
        await talk.ask(said)
        await talk.ask(more)
        current = await talk.memory.list("active")
    assert [record.text for record in current] == [said, more]


@pytest.mark.parametrize(
    ("said", "changed", "question", "old"),
    [
        ("I work in the Leeds office.", "I moved to the York office.", "Where do I work?", "Leeds"),
        ("My laptop has the tag LT-44.", "The tag of my laptop is LT-90.", "What is my laptop's tag?", "LT-44"),
        ("Ich liebe Sushi.", "Nein, eigentlich hasse ich Sushi.", "Mag ich Sushi?", "liebe"),
        ("Ich mag Kaffee.", "Ich mag keinen Kaffee mehr.", "Mag ich Kaffee?", "mag Kaffee"),
        ("Ich wohne in Hamburg.", "Jetzt wohne ich in Bremen.", "Wo wohne ich?", "Hamburg"),
    ],
)  # fmt: skip
async def test_a_change_that_is_told_in_another_form_leaves_one_value(
    said: str, changed: str, question: str, old: str
) -> None:
    async with agent() as talk:
        await talk.ask(said)
        await talk.ask(changed)
        answer = await talk.ask(question)
        current = await talk.memory.list("active")
    assert [record.text for record in current] == [changed]
    assert changed.rstrip(".") in answer.text
    assert old not in answer.text


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        (
            ("The Lopes wedding is on 12 June at Quinta do Vale.", "Actually the wedding moved to 19 June."),
            {"When is the Lopes wedding?": "19 June", "Where is the wedding?": "Quinta do Vale."},
        ),
        (("Standup is at 9:30.", "Standup moved to 10:00."), {"When is standup?": "10:00"}),
        (
            ("The photographer is Nuno Sá.", "We hired Clara Reis as the photographer instead."),
            {"Who is the photographer?": "Clara Reis"},
        ),
        (
            ("Flat 1 is rented to Tom Hale.", "The rent in Flat 1 went up to 880."),
            {"Who is Flat 1 rented to?": "Tom Hale", "What is the rent in Flat 1?": "880"},
        ),
    ],
)  # fmt: skip
async def test_what_changes_leaves_what_is_of_another_kind(
    told: tuple[str, ...], asked: dict[str, str]
) -> None:
    async with agent() as talk:
        for turn in told:
            await talk.ask(turn)
        answers = {question: (await talk.ask(question)).text for question in asked}
    assert all(right in answers[question] for question, right in asked.items())
