"""What was said after a fact and may have ended it, alone and over whole turns."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.memory.test_compatible import stated

import loadsheet
from loadsheet.memory.recall.since import ended_by
from loadsheet.ports import Utterance

LATER = datetime(2027, 1, 1, tzinfo=UTC)


def said(text: str, order: int = 0, subject: str = "") -> Utterance:
    at = LATER + timedelta(minutes=order)
    return Utterance("m", "s", "user", 0, len(text), text, at, 1.0, order, subject)


@pytest.mark.parametrize(
    ("told", "later"),
    [
        ("My dentist is Dr. Vale.", "Dr. Vale retired; Dr. Ekow has taken over."),
        ("I work at Borealis.", "I quit Borealis and joined Halden."),
        ("My yoga class costs 15 euros.", "They put the yoga class up to 19 euros."),
        ("My car is a Lotos Nine.", "I sold the Lotos."),
    ],
)
def test_what_ends_a_fact_names_it_and_says_so(told: str, later: str) -> None:
    found = ended_by(stated(told), [said(later)])
    assert found is not None
    assert found.text == later


@pytest.mark.parametrize(
    ("told", "later", "subject"),
    [
        ("My dentist is Dr. Vale.", "Dr. Vale has a new chair.", ""),
        ("I work at Borealis.", "Borealis is in Oslo.", "Borealis"),
        ("My boss is Ana Reyes.", "Ana Reyes and Tom are coming to dinner.", ""),
        ("I live in Turin.", "My brother sold his flat in Turin.", "user's brother"),
        ("My brother lives in Oslo.", "I live in Paris now.", "user"),
        ("My yoga class costs 15 euros.", "Did they put the yoga class up to 19 euros?", ""),
        ("I work at Borealis.", "I moved the desk to the window.", "user"),
    ],
)
def test_what_only_speaks_of_the_same_ends_nothing(told: str, later: str, subject: str) -> None:
    assert ended_by(stated(told), [said(later, subject=subject)]) is None


def test_of_several_the_last_counts_and_none_that_was_said_before() -> None:
    record = stated("I work at Borealis.")
    first, last = said("I quit Borealis.", 1), said("I left Borealis for Halden.", 2)
    assert ended_by(record, [last, first]) == last
    early = Utterance("m", "s", "user", 0, 9, "I quit Borealis.", record.said_at, 1.0)
    assert ended_by(record, [early]) is None


async def test_a_fact_is_not_read_back_alone_where_something_may_have_ended_it(
    tmp_path: Path,
) -> None:
    async with loadsheet.Agent.open(tmp_path, settings={"embedder": "none"}) as agent:
        await agent.ask("I work at Borealis.")
        await agent.ask("I quit Borealis; I'm with Halden.")
        answer = await agent.ask("Where do I work?")
    assert answer.text == "I quit Borealis; I'm with Halden. I work at Borealis."
    beside = [entry for entry in answer.manifest.entries if entry.rule == "said_since"]
    (later,) = beside
    assert later.reason == "it may have ended what was told before it"
    assert later.conflict in {e.conflict for e in answer.manifest.entries if e is not later}
