"""People chat in haste: what a turn leans on is what the talk is about, and no leftovers of earlier turns."""

from __future__ import annotations

import re

import pytest
from tests.turns.test_long_turns import MONDAY
from tests.turns.test_memory import Day, remembering

from loadsheet import Answer, Document

HOUSE = [
    Document(
        id="house",
        text="# Rent\n\nA late payment costs 8 euros.\n\n"
        "# Deposit\n\nThe deposit is 2,460 euros. It is returned within six months.\n\n"
        "# Repairs\n\nThe heating is serviced by Kessler, phone 0761 2233. The lift is serviced by Otis.\n\n"
        "# Keys\n\nA lost key costs 45 euros. Spare keys are with the caretaker, Mr Yilmaz, who is in on Tuesdays.",
    )
]


def understood(answer: Answer) -> str:
    """What a turn was read as; empty where it was left as it stands."""
    last = answer.prompt.messages[-1]["content"] if answer.prompt else ""
    found = re.search(r"understood as: (.*)", last)
    return found[1] if found else ""


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_words_that_the_answer_did_not_need_are_borrowed_no_further(route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents(HOUSE)
        await agent.ask("what if im late")
        await agent.ask("and the deposit?")
        assert understood(await agent.ask("when do i get it back")) == (
            "when do i get the deposit back"
        )
        await agent.ask("who does the heating")
        assert understood(await agent.ask("number?")) == "number (the heating)?"


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_a_person_is_the_one_whom_the_last_answer_named(route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents(HOUSE)
        await agent.ask("who does the lift?")
        await agent.ask("can i get a spare key")
        assert understood(await agent.ask("when is he there")) == "when is Mr Yilmaz there"


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_what_somebody_told_stands_beside_a_question_and_not_in_it(route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents(HOUSE)
        await agent.ask("i lost my key yesterday :(")
        said = understood(await agent.ask("how much is that gonna cost me"))
        assert said == "how much is that gonna cost me (i lost my key yesterday)?"


async def test_what_is_told_of_oneself_borrows_nothing_of_another_subject() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.add_documents(HOUSE)
        await agent.ask("what does a lost key cost?")
        assert understood(await agent.ask("actually i live in 3A not 4B")) == ""


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_a_german_question_without_its_mark_is_one_and_names_its_own_subject(
    route: str,
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents(
            [Document(id="urlaub", text="Resturlaub verfällt am 31. März. Belege gehen an Ana.")]
        )
        await agent.ask("was passiert mit resturlaub")
        answer = await agent.ask("bis wann reich ich belege ein")
        assert understood(answer) == ""
        assert answer.text != "Vermerkt."


API = [
    Document(
        id="api",
        text="# Refunds\n\nPartial refunds are possible until 180 days after the charge.\n\n"
        "# Errors\n\nE_LIMIT means that the daily limit is reached.\n\n"
        "# Webhooks\n\nWebhooks are signed with HMAC. A webhook is retried five times.",
    )
]


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_what_points_at_something_pasted_borrows_nothing_of_before(route: str) -> None:
    log = "\n".join(f"2026-03-01T10:{n:02d}:00 ERROR POST /refunds 422" for n in range(12))
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents(API)
        await agent.ask("can i do partial refunds")
        assert understood(await agent.ask(f"this fails, why?\n\n{log}")) == ""


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_what_stands_before_a_question_is_no_part_of_it(route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents(API)
        await agent.ask("can i do partial refunds")
        assert (await agent.ask("Hmm wait, whats E_LIMIT then")).text == (
            "E_LIMIT means that the daily limit is reached. [1]"
        )
        await agent.ask("cool. webhooks - how are they signed")
        assert "cool" not in understood(await agent.ask("retries?"))


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_french_is_chatted_in_haste_too(route: str) -> None:
    club = "La piscine ferme à 21 h. Le cours des enfants a lieu le mercredi. L'abonnement coûte 220 euros."
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents([Document(id="club", text=club)])
        assert (await agent.ask("Salut")).text.startswith("Bonjour")
        await agent.ask("c'est combien l'abonnement")
        await agent.ask("et pour ma fille ?")
        assert understood(await agent.ask("elle a 9 ans")) == "ma fille a 9 ans"
        assert (await agent.ask("je peux payer en 3 fois")).text != "Noté."
        assert understood(await agent.ask("la piscine ferme à quelle heure")) == ""
        await agent.ask("j'habite à Lyon")
        await agent.ask("euh non, j'habite à Villeurbanne")
        homes = [r.value for r in await agent.memory.list() if r.status == "active"]
        assert "Villeurbanne" in homes
        assert "Lyon" not in homes


@pytest.mark.parametrize(
    "long", ["茶" * 300, "word " * 90, "Tea, milk, sugar and more of it. " * 12]
)
async def test_a_reading_borrows_no_whole_turn(long: str) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.add_documents(API)
        await agent.ask(f"{long}?", budget=1200)
        for question in ("👨‍👩‍👧‍👦 what?", "and that?"):
            assert len(understood(await agent.ask(question, budget=600))) <= len(question) + 200
