from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.intent.parts import MOST, parts


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Compare the notice periods of Fix and Flow.", ("the notice periods of Fix.", "the notice periods of Flow.")),
        (
            "Compare the stone wall and the timber wall for frost.",
            ("the stone wall for frost?", "the timber wall for frost?"),
        ),
        (
            "What is the refund window for EU and UK customers?",
            (
                "What is the refund window for EU customers?",
                "What is the refund window for UK customers?",
            ),
        ),
        ("Compare web1, web2 and db1 by memory.", ("web1 by memory.", "web2 by memory.", "db1 by memory.")),
        (
            "How many vacation days do I get? And who approves them?",
            ("How many vacation days do I get?", "And who approves them (vacation days)?"),
        ),
        ("What changed between version 2.2 and version 2.3?", ("version 2.2?", "version 2.3?")),
        ("Vergleiche Tarif Fix mit Tarif Flow", ("Tarif Fix", "Tarif Flow")),
    ],
)  # fmt: skip
def test_a_question_in_parts_is_taken_apart_in_its_own_words(
    question: str, expected: tuple[str, ...]
) -> None:
    assert parts(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "What is the notice period?",
        "Who and when founded it?",
        "Who reviews requests for services under $10,000?",
        'What does "Fix and Flow" mean?',
        "How do I open a session? A short piece of code please",
    ],
)
def test_one_question_has_no_parts(question: str) -> None:
    assert parts(question) == ()


@given(st.text(max_size=200))
def test_any_text_has_no_part_or_several_and_never_too_many(text: str) -> None:
    assert len(parts(text)) in {0, *range(2, MOST + 1)}


@pytest.mark.parametrize(
    "turn",
    [
        "Flights to Rome?",
        "Travel with Lufthansa?",
        "What is the fare from Rome to Oslo?",
        "Monday to Friday opening hours?",
        "J'habite à Rome.",
        "Moved to Leeds.",
    ],
)
def test_what_leads_somewhere_lists_nothing(turn: str) -> None:
    assert parts(turn) == ()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where do I live and what's my name?", ("Where do I live", "what's my name?")),
        ("Compare 1,000 and 2,000 users.", ("1,000 users.", "2,000 users.")),
        ("What is my name and my address?", ("What is my name?", "What is my address?")),
        (
            "What does the ferry cost, who is the master, and when does the pier close?",
            ("What does the ferry cost", "who is the master", "when does the pier close?"),
        ),
        (
            "What did Ole Lind, who is the master, say and when does the pier close?",
            ("What did Ole Lind, who is the master, say", "when does the pier close?"),
        ),
        ("Compare Rome with Oslo", ("Rome", "Oslo")),
    ],
)
def test_two_things_that_are_asked_for_are_two_parts(
    question: str, expected: tuple[str, ...]
) -> None:
    assert parts(question) == expected
