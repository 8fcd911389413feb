"""What is asked of something of the user's is searched by the name that memory has for it now."""

from __future__ import annotations

import pytest
from tests.turns.acting import agent

import loadsheet
from loadsheet.artifacts import MemoryRecord
from loadsheet.memory.recall.named import by_name, names_of, owned

PAGES = {
    "khan.md": "# Dr Khan\n\nDr Khan's phone number is 020 1111.",
    "lund.md": "# Dr Lund\n\nDr Lund's phone number is 020 2222.",
    "fitbox.md": "# FitBox\n\nFitBox opens at six.",
    "ironbar.md": "# IronBar\n\nIronBar opens at nine.",
}


async def talk(
    *turns: str, route: str = "fixed"
) -> tuple[list[loadsheet.Answer], list[MemoryRecord]]:
    """The answers to turns over these pages, and what is remembered of the user by then."""
    async with agent(settings={"route": route}) as talking:
        await talking.add_documents([loadsheet.Document(id=k, text=v) for k, v in PAGES.items()])
        answers = [await talking.ask(turn) for turn in turns]
        return answers, [*await talking.memory.list()]


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("turns", "right"),
    [
        (("My doctor is Dr Khan.", "My doctor is Dr Lund now.", "What is my doctor's phone number?"), "020 2222"),
        (("My gym is FitBox.", "My gym is IronBar now.", "When does my gym open?"), "nine"),
    ],
)  # fmt: skip
async def test_documents_are_searched_by_the_current_name(
    turns: tuple[str, ...], right: str, route: str
) -> None:
    (*_, answer), _ = await talk(*turns, route=route)
    assert right in answer.text


async def test_who_it_is_memory_answers_itself() -> None:
    (*_, answer), _ = await talk(
        "My doctor is Dr Khan.", "My doctor is Dr Lund now.", "Who is my doctor?"
    )
    assert answer.text == "My doctor is Dr Lund now."


async def test_a_name_is_known_of_what_has_one_and_is_asked_about() -> None:
    _, known = await talk(
        "My doctor is Dr Khan.", "My sister is Nora.", "My car is red.", "I live in Rome."
    )
    assert names_of("What is my doctor's number?", known) == (("my doctor", "Dr Khan"),)
    assert names_of("Who is my doctor?", known) == ()
    assert names_of("What is the number of my doctor, Dr Khan?", known) == ()
    assert (
        names_of("Where does my sister live?", known) == ()
    )  # another Nora may be in the documents
    assert names_of("How fast is my car?", known) == ()


def test_what_is_called_the_users_is_read_from_its_noun_on() -> None:
    assert owned("Is our new gym open?") == ["new", "new gym", "new gym open"]
    assert owned("Is the gym open?") == []


def test_the_names_stand_behind_the_question() -> None:
    assert (
        by_name("When does my gym open?", [("my gym", "FitBox")])
        == "When does my gym open (FitBox)?"
    )
    assert by_name("When does my gym open?", []) == "When does my gym open?"
