"""What stands beside a question is told apart from it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.intent.beside import Parted, parted

ASKED = "How long is parental leave?"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"Hi! {ASKED}", ""),
        (f"Good morning! {ASKED} Thanks!", ""),
        (f"Thanks. {ASKED}", ""),
        ("Hello, how long is parental leave?", ""),
        ("Sorry to bother you, how long is parental leave?", ""),
        (f"I live in Rome. {ASKED}", "I live in Rome."),
        (f"Hi! My name is Tom. {ASKED}", "My name is Tom."),
    ],
)
def test_courtesy_and_statements_of_oneself_are_no_part_of_the_question(
    text: str, told: str
) -> None:
    assert parted(text) == Parted(ASKED, told)


@pytest.mark.parametrize(
    "text",
    [
        ASKED,
        "The printer shows error E5. What do I do?",
        "I live in Rome.",
        "Thanks!",
        "In Germany, how long is parental leave?",
        "How long is leave, and who approves it?",
        "Never suggest AWS.",
        "No, he is five.",
    ],
)
def test_what_belongs_to_the_question_stays_and_a_turn_that_asks_nothing_is_whole(
    text: str,
) -> None:
    assert parted(text) == Parted(text)


@given(st.text("HhiIlou ve,.!?\n", max_size=60))
def test_nothing_is_asked_that_was_not_written(text: str) -> None:
    asked = parted(text).asked.casefold()
    assert set(re.findall(r"\w+", asked)) <= set(re.findall(r"\w+", text.casefold()))
