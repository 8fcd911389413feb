from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from loadsheet.artifacts import MemoryRecord, Scope
from loadsheet.corpus.others import fenced
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.extraction.telling import told
from loadsheet.memory.recall import select, transcript
from loadsheet.memory.recall.asking import subjects
from loadsheet.memory.recall.chains import begun, best_chain, extended
from loadsheet.ports import Utterance

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)


def records(*said: str) -> list[MemoryRecord]:
    return [
        found.model_copy(update={"id": f"r{number}"})
        for number, text in enumerate(said)
        for found in candidates(Speech(text, Scope(), NOW, message=f"m{number}"))
    ]


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("Which port does Server A listen on?", "key_match"),
        ("What's the weather tomorrow?", "slot_needed"),
        ("Suggest dinner.", "preference"),
        ("Explain aspirin to me as medicine", "standing_instruction"),
        ("QQQQ zzz?", None),
        ("Do I like football?", None),
    ],
)
def test_a_question_reads_what_bears_on_it_and_says_why(question: str, rule: str | None) -> None:
    known = records(
        "Server A listens on 8080.",
        "I live in Kleinenbroich.",
        "I hate Chinese food.",
        "Always cite sources when I ask about medicine.",
        "My friend Jack hates football.",
    )
    found = select.bearings(question, known, NOW)
    assert (found[0].rule if found else None) == rule


def test_what_is_over_is_not_read() -> None:
    known = records("I'm in Berlin until Friday.")
    assert select.bearings("Where am I in Berlin?", known, NOW)
    assert not select.bearings("Where am I in Berlin?", known, NOW + timedelta(days=9))


def test_a_chain_leads_from_the_subject_to_what_is_asked() -> None:
    known = records(
        "The author of Moby Tale is Ann Lee.",
        "Ann Lee is married to Tom Ray.",
        "Tom Ray was born in the city of Oslo.",
        "Tom Ray works in the field of physics.",
    )
    question = "Where was the spouse of the author of Moby Tale born?"
    chains = begun(question, subjects(question))
    for _ in range(3):
        chains = extended(chains, known)
    best = best_chain(chains)
    assert best is not None
    assert [record.value for record in best.records] == ["Ann Lee", "Tom Ray", "Oslo"]


def test_requests_and_code_are_not_what_a_message_tells() -> None:
    text = "I've set up 3 servers, can you help me?\n```\nsecret = 1\n```\n# Plan\nWe use Flask."
    assert [text[part.start : part.end] for part, _ in told(text, fenced(text))] == [
        "I've set up 3 servers",
        "We use Flask.",
    ]


def test_a_yes_or_no_question_gets_both_sides() -> None:
    def said(number: int, text: str) -> Utterance:
        return Utterance(f"m{number}", "s", "user", 0, len(text), text, NOW, 9.0 - number)

    found = transcript.ranked(
        "Have I used Flask?",
        [
            said(0, "I've used Flask for 2 years."),
            said(1, "I used Flask in the shop."),
            said(2, "Flask is what I used on 3 sites."),
            said(3, "I've never used Flask."),
        ],
    )
    assert "I've never used Flask." in [one.text for one in found[:3]]


def test_who_denies_more_denies_what_is_asked_too() -> None:
    def said(number: int, text: str) -> Utterance:
        return Utterance(f"m{number}", "s", "user", 0, len(text), text, NOW, 9.0 - number)

    denial = "I've never met Michael, and I'm not sure why that is relevant."
    found = transcript.ranked(
        "Have I worked with Michael on timelines before?",
        [
            *(said(n, f"Michael and I worked on timelines in week {n}.") for n in range(5)),
            said(8, denial),
        ],
    )
    assert denial.startswith(found[2].text)


def test_an_abbreviation_speaks_of_what_it_stands_for() -> None:
    meant = transcript.abbreviations("Have I set up two-factor authentication?")
    assert meant["2FA"] == {"two-fact", "authentic"}


def test_a_question_is_one_also_behind_an_interjection_or_with_a_number_in_it() -> None:
    assert transcript.asking("Ok cool, do I need a timeline?")
    assert transcript.asking("What is the window, case 17?")
    assert not transcript.asking("How do I get from 60% to 85%, now that I've done 8 problems?")
    assert not transcript.asking("I have 8 boats.")
