from __future__ import annotations

from datetime import UTC, datetime

import pytest

from loadsheet import Agent, Document
from loadsheet.artifacts import Scope, Source
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.extraction.whole import stands_alone

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)


async def test_what_the_author_of_a_document_says_of_theirs_is_no_fact_of_the_user() -> None:
    page = "# Café\n\nOur guests prefer oat milk. The office manager is Dana Fox."
    async with Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        await agent.add_documents([Document(id="cafe.md", text=page)])
        await agent.ask("What do guests prefer?")
        await agent.ask("Who is the office manager?")
        held = [record.subject for record in await agent.memory.list()]
    assert held == ["office manager"]


def kept(text: str) -> list[tuple[str, str, str]]:
    source = Source(document="page.md", start=0)
    made = candidates(Speech(text=text, scope=Scope(), said_at=NOW, source=source))
    return [(r.subject, r.key, r.value) for r in made if stands_alone(r)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The guest wireless network is GSA Guest.", ("guest wireless network", "is", "GSA Guest")),
        ("The phone number for the health unit is 415-555.", ("health unit", "phone number", "415-555")),
        ("Server A listens on 8080.", ("Server A", "listen on", "8080")),
        ("A monthly pass costs 45 euros.", ("monthly pass", "cost", "45 euros")),
        ("Membership is voluntary.", ("Membership", "is", "voluntary")),
        ("For UK customers, the window is 28 days.", ("UK customers", "window", "28 days")),
        ("The bridge was built by Anna Roth.", ("bridge", "built by", "Anna Roth")),
    ],
)  # fmt: skip
def test_a_sentence_that_is_whole_gives_memory_a_fact(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert kept(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "If you are exempt: you will forfeit the leave.",
        "Click on `Work Contact Information` close to the middle of the page.",
        "Enter your the name you go by in the Preferred Name field.",
        "Call to action or link to additional work by TTS/GSA",
        "In TTS your supervisor receives support from PeopleOps.",
        "Once an agreement is in place, we bill on a quarterly basis.",
        "Working through complex constraints is a big part of 18F's work.",
        "Foster effective use of taxpayer funds",
        "The partner is able to retain the channel history.",
        "Spare keyboards and mice",
        "Reach out to people with expertise to be on the Interview Panel.",
        "The problem that a partner describes may not be the one they need to solve.",
        "Photos of people (faces) are always PII.",
        "It costs 45 euros.",
        "Consistency is good, so strive for it.",
        "[Sublime Text](https://www.sublimetext.com/) is an editor.",
        "Your supervisor reviews the draft PD.",
    ],
)
def test_a_piece_of_a_document_that_says_no_whole_fact_gives_memory_none(text: str) -> None:
    assert kept(text) == []
