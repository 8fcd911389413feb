"""A value that an answer gave and that the user corrects is taken in, recorded and answered, whoever said it before."""

from __future__ import annotations

import pytest

import loadsheet

DOCUMENT = "# Refunds\n\nThe refund window for Germany is 14 days. The refund window for France is 20 days."
TABLE = "# Refunds\n\n| Country | Refund window |\n|---|---|\n| Germany | 14 days |\n| France | 20 days |\n"
ASKED = "What is the refund window for Germany?"


async def talk(text: str, *turns: str, route: str = "fixed") -> list[str]:
    """The replies to turns over one document; the last turn is of another session."""
    async with loadsheet.Agent.open(":memory:", settings={"route": route}) as agent:
        await agent.add_documents([loadsheet.Document(id="refunds.md", text=text)])
        said = [(await agent.ask(turn)).text for turn in turns]
        return [*said, (await agent.ask(turns[-1], session="later")).text]


@pytest.mark.parametrize("text", [DOCUMENT, TABLE])
@pytest.mark.parametrize(
    "correction",
    [
        "Actually it changed to 30 days.",
        "No, it's 30 days now.",
        "No, 30 days.",
        "That's wrong. It is 30 days.",
        "Not 14 days, 30 days.",
        "They extended that to 30 days last month.",
    ],
)
@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_a_corrected_answer_is_corrected_at_once_and_in_every_session(
    text: str, correction: str, route: str
) -> None:
    _, *replies = await talk(text, ASKED, correction, ASKED, route=route)
    assert all("30 days" in reply for reply in replies)


@pytest.mark.parametrize(
    "said",
    ["No, thanks.", "No, France.", "Actually it changed my life.", "Actually I have 30 days left."],
)
async def test_what_gives_the_answer_no_other_value_corrects_nothing(said: str) -> None:
    *_, again, later = await talk(DOCUMENT, ASKED, said, ASKED)
    assert again == later == "The refund window for Germany is 14 days. [1]"


@pytest.mark.parametrize(
    ("text", "asked", "said", "right"),
    [
        ("The design guild is led by Mira Holt.", "Who leads the design guild?", "No, it's Tom Uhl now.", "Tom Uhl"),
        ("The town hall is on 4 May.", "When is the town hall?", "It was moved to 6 May.", "6 May"),
        ("A day pass costs 12 euros.", "How much does a day pass cost?", "It costs 15 euros now.", "15 euros"),
        ("A day pass costs 12 euros.", "How much is a day pass?", "Actually it's 15 euros.", "15 euros"),
    ],
)  # fmt: skip
async def test_the_new_value_is_of_what_was_asked(
    text: str, asked: str, said: str, right: str
) -> None:
    _, *replies = await talk(f"# Notes\n\n{text}", asked, said, asked)
    assert all(right in reply for reply in replies)


async def test_what_was_told_since_is_what_a_value_corrects() -> None:
    _, _, _, refunds, later = await talk(
        DOCUMENT, ASKED, "My deposit is 20 days.", "No, 30 days.", ASKED
    )
    assert refunds == later == "The refund window for Germany is 14 days. [1]"


async def test_only_what_an_answer_quotes_is_remembered_of_its_passage() -> None:
    async with loadsheet.Agent.open(":memory:") as agent:
        await agent.add_documents([loadsheet.Document(id="refunds.md", text=DOCUMENT)])
        await agent.ask(ASKED)
        assert [record.subject for record in await agent.memory.list()] == ["Germany"]


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("told", "said", "asked", "right"),
    [
        ("The fair is in October.", "Not October, November.", "When is the fair?", "November"),
        (
            "Training is on Tuesdays at 18:00.",
            "Not Tuesdays, Thursdays.",
            "When is training?",
            "Thursdays at 18:00",
        ),
    ],
)
async def test_a_date_that_is_denied_is_what_was_just_said(
    told: str, said: str, asked: str, right: str, route: str
) -> None:
    async with loadsheet.Agent.open(":memory:", settings={"route": route}) as agent:
        for turn in (told, said):
            await agent.ask(turn)
        reply = (await agent.ask(asked)).text
    assert right in reply
    assert told.rstrip(".") not in reply


async def test_a_date_that_was_denied_minutes_after_something_else_is_of_neither() -> None:
    async with loadsheet.Agent.open(":memory:") as agent:
        for turn in ("The fair is in October.", "The trip is in May.", "Not June, July."):
            await agent.ask(turn)
        held = {(record.subject, record.value) for record in await agent.memory.list("active")}
    assert held == {("fair", "October"), ("trip", "May")}


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("told", "said", "asked", "right"),
    [
        ("Our rent is 950 euros.", "The landlord raised the rent to 990 euros.", "How much is our rent?", "990"),
        ("Our rent is 950 euros.", "The landlord put it up to 990 euros.", "How much is our rent?", "990"),
        ("Rex eats 200 g of kibble.", "The vet cut Rex's kibble to 150 g.", "How much kibble does Rex eat?", "150"),
    ],
)  # fmt: skip
async def test_what_somebody_else_changes_is_changed(
    told: str, said: str, asked: str, right: str, route: str
) -> None:
    async with loadsheet.Agent.open(":memory:", settings={"route": route}) as agent:
        for turn in (told, said):
            await agent.ask(turn)
        reply = (await agent.ask(asked)).text
    assert right in reply
    assert told.rstrip(".") not in reply


@pytest.mark.parametrize(
    "said", ["The news brought my mother to tears.", "The dog brought the ball to me."]
)
async def test_what_something_does_to_another_gives_that_no_value(said: str) -> None:
    async with loadsheet.Agent.open(":memory:") as agent:
        await agent.ask(said)
        held = [record for record in await agent.memory.list("active") if record.key == "is"]
    assert not held


@pytest.mark.parametrize(
    ("told", "said", "asked", "right"),
    [
        ("We have 12 tables.", "We sold two, so we have 10 tables.", "How many tables do we have?", "10"),
        ("The fair is on 1 June.", "The hall burnt, so the fair was put off to 3 July.", "When is the fair?", "3 July"),
        ("We meet at the mill.", "The mill is closed, so we meet at the café instead.", "Where do we meet?", "café"),
    ],
)  # fmt: skip
async def test_what_follows_from_what_was_told_is_told_as_well(
    told: str, said: str, asked: str, right: str
) -> None:
    async with loadsheet.Agent.open(":memory:") as agent:
        for turn in (told, said):
            await agent.ask(turn)
        reply = (await agent.ask(asked)).text
    assert right in reply
    assert told.rstrip(".") not in reply
