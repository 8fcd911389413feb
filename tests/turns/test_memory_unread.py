"""What memory makes no record of is noted all the same, and found again by its words."""

from __future__ import annotations

import pytest
from tests.turns.acting import agent

import loadsheet

UNREAD = [
    ("The team won.", "Who won?", "Noted."),
    ("The team won.", "Did the team win?", "Noted."),
    ("Gestern habe ich Ana getroffen.", "Wann habe ich Ana getroffen?", "Vermerkt."),
    ("J'ai rencontré Ana hier.", "Quand ai-je rencontré Ana ?", "Noté."),
]


@pytest.mark.parametrize(("said", "question", "reply"), UNREAD)
@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_a_statement_without_a_record_is_noted_and_answers(
    said: str, question: str, reply: str, route: str
) -> None:
    async with agent(settings={"route": route}) as talk:
        noted = await talk.ask(said)
        answer = await talk.ask(question)
        records = await talk.memory.list()
    assert noted.text == reply
    assert (answer.outcome, answer.text.rstrip()) == ("answered", said)
    assert not records


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Die Heizung ist am Montag ausgefallen.", "Wann ist die Heizung ausgefallen?"),
        ("Unser Vermieter heißt Otto Berg.", "Wie heißt unser Vermieter?"),
        ("Ayer conocí a Ana en Porto.", "¿Cuándo conocí a Ana?"),
    ],
)
async def test_another_language_is_not_read_by_english_forms(said: str, question: str) -> None:
    async with agent() as talk:
        await talk.ask(said)
        answer = await talk.ask(question)
        records = await talk.memory.list()
    assert (answer.outcome, answer.text) == ("answered", said)
    assert not records


@pytest.mark.parametrize(
    "said",
    [
        "Refund policy for customers.",
        "The policy for customers who live in the UK.",
        "Jetzt brauche ich einen Plan.",
    ],
)
async def test_what_states_nothing_is_not_noted(said: str) -> None:
    async with agent() as talk:
        answer = await talk.ask(said)
    assert answer.outcome == "insufficient_evidence"


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_what_is_told_is_noted_and_not_answered_with_what_else_is_known(route: str) -> None:
    async with agent(settings={"route": route}) as talk:
        replies = [
            (await talk.ask(turn)).text
            for turn in (
                "Flat 2 is empty.",
                "Flat 2 is let to Ana Sousa from 1 May.",
                "Ana has a cat.",
                "What does Ana have?",
            )
        ]
    assert replies[:3] == ["Noted.", "Noted.", "Noted."]
    assert "Ana has a cat." in replies[3]


async def test_a_run_of_questions_makes_no_episode() -> None:
    async with agent() as talk:
        await talk.ask("Where do I live?", session="asked")
        with pytest.raises(loadsheet.UnknownError, match="nothing was observed"):
            await talk.memory.consolidate_run("asked")
        await talk.ask("Where do I live? I live in Rome.", session="told")
        episode = await talk.memory.consolidate_run("told")
    assert episode.summary == "I live in Rome."
