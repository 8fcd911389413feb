"""What says in other words than it was told that something is so no more, and what only sounds so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

import loadsheet

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


async def after(*turns: str) -> list[tuple[str, str]]:
    """The records that the turns leave, each as (status, text)."""
    now = MONDAY

    def clock() -> datetime:
        nonlocal now
        now += timedelta(minutes=1)
        return now

    async with loadsheet.Agent.open(":memory:", clock=clock) as agent:
        for turn in turns:
            await agent.ask(turn)
        return [(record.status, record.text) for record in await agent.memory.list()]


CHANGES = [
    ("I pay 60 euros for the gym and 25 euros for the pool.", "The gym is 70 euros now."),
    ("Our flight leaves at 7:40.", "The flight is delayed until 9:15."),
    ("Mum takes ramipril, 5 mg.", "Ramipril is now 10 mg."),
    ("My choir costs 15 euros.", "The choir costs 18 euros now."),
    ("I'm in group A.", "They put me in group B."),
    ("I have a parrot called Kiki.", "My parrot is called Coco now."),
    ("I put the passport in the green box.", "I moved the passport to the safe."),
    ("My keys are in the bowl.", "I took the keys out of the bowl and hung them on the hook."),
    ("Ben offered to feed my cat.", "Ben can't after all, my aunt Ida will feed my cat."),
    ("Nils drives us to the choir.", "Nils broke his arm, so Petra drives us now."),
    ("My dentist is Dr Hahn.", "Dr Hahn retired, so I go to Dr Vega now."),
    ("My lawyer is Jana Kolb.", "Jana Kolb can't take my case, Peter Lang will."),
    ("I take metoprolol for my heart.", "The doctor switched me to bisoprolol."),
    ("My son takes ibuprofen.", "Wait, wrong: it isn't ibuprofen, it's paracetamol."),
]


@pytest.mark.parametrize(("told", "said"), CHANGES)
async def test_what_is_said_to_be_so_no_more_is_superseded_whatever_its_words(
    told: str, said: str
) -> None:
    held = await after(told, said)
    assert held[0][0] == "superseded"
    assert ("active", said) in held


async def test_of_two_amounts_the_change_ends_the_one_that_it_names() -> None:
    held = await after(*CHANGES[0])
    assert ("active", "25 euros for the pool.") in held


async def test_from_what_one_switches_oneself_nothing_tells() -> None:
    told = ("Max plays the cello.", "Max has switched to the drums.")
    assert ("disputed", told[0]) in await after(*told)
    async with loadsheet.Agent.open(":memory:") as agent:
        for turn in told:
            await agent.ask(turn)
        answer = await agent.ask("What does Max play?")
    assert answer.text == "Max has switched to the drums. Max plays the cello."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My twins go to school at 8.", "My twins go to bed at 7 now."),
        ("The shop opens at 9.", "The shop closes at 6 now."),
        ("I paid 60 euros for the gym in May.", "The gym is 70 euros now."),
        ("My flight leaves at 7:40.", "My brother's flight is delayed until 9:15."),
        ("Rex gets 200 g of kibble.", "The cat gets 80 g of kibble now."),
        ("Our plan has 10 GB of data.", "Our plan has 500 minutes now."),
        ("The code for the shed is 4471.", "My neighbour changed the code for the garage to 9020."),
        ("My keys are in the bowl.", "I put my spare keys in the safe."),
        ("I left my bag in the car.", "I left my car in the garage."),
        ("Rome is in Italy.", "I moved to Rome in 2020."),
        ("Ana feeds my cat.", "Ben can't come, so Ana feeds the fish."),
        ("Luca picks up the kids.", "Luca is ill, so I pick up the mail."),
        ("My dentist is Dr Hahn.", "Dr Hahn can't on Monday, so I go on Tuesday."),
        ("My manager is Eva Lund.", "Eva Lund is ill, so I work with Tom Reed today."),
        ("I take metoprolol.", "I switched to a new phone."),
        ("I drive a Skoda.", "The doctor switched me to bisoprolol."),
    ],
)
async def test_what_is_said_of_another_thing_leaves_it_alone(one: str, other: str) -> None:
    assert {status for status, _ in await after(one, other)} == {"active"}


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_an_answer_gives_what_is_so_now(route: str) -> None:
    async with loadsheet.Agent.open(":memory:", settings={"route": route}) as agent:
        for turn in ("I take metoprolol for my heart.", "The doctor switched me to bisoprolol."):
            await agent.ask(turn)
        answer = await agent.ask("What do I take for my heart?")
    assert "bisoprolol" in answer.text
    assert "metoprolol" not in answer.text


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("told", "asked", "right"),
    [
        (("My tutor would be Olga.",), "Who would be my tutor?", "Olga"),
        (("I put the passport in the green box.",), "Where's the passport?", "green box"),
        (("Tomas is on call this week.",), "who did i say is on call", "Tomas"),
        (("The shop opens at 9.", "From now on the shop opens at 10."), "When does the shop open?", "10"),
        (("My rent is 850 euros.", "My rent is 850 and is due on the first."), "How much is my rent?", "850"),
        (("The dog gets 200 g of kibble a day.",), "How much kibble does the dog get?", "200 g"),
        ((), "When did I last take the tutor to the desk?", None),
    ],
)  # fmt: skip
async def test_what_only_the_user_can_know_is_answered_from_what_they_said(
    told: tuple[str, ...], asked: str, right: str | None, route: str
) -> None:
    page = (
        "# Rules\n\nA tutor teaches one pupil at a time. Ask at the desk before you book a tutor.\n"
        "Passports must be shown at the reception desk. The safe is opened by the manager on Fridays.\n"
    )
    async with loadsheet.Agent.open(":memory:", settings={"route": route}) as agent:
        await agent.add_documents([loadsheet.Document(id="rules", text=page)])
        for turn in told:
            await agent.ask(turn)
        answer = await agent.ask(asked)
    if right is None:
        assert answer.outcome == "insufficient_evidence"
    else:
        assert right in answer.text
        assert "opens at 9" not in answer.text
