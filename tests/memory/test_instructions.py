"""Standing instructions: what memory keeps for good, and what binds the session."""

from __future__ import annotations

import pytest

from loadsheet.intent.rules.constraints import rules
from loadsheet.memory.extraction.instructions import standing


@pytest.mark.parametrize(
    "sentence",
    [
        "When I ask about fees, add the page.",
        "If I ask for a date, name the weekday as well.",
        "Whenever a weight is given, give it in grams too.",
        "For code questions, use Python.",
        "Just Lisbon from here on, please.",
        "Never use more than two sentences.",
    ],
)
def test_what_memory_keeps_for_good_binds_its_own_session_too(sentence: str) -> None:
    assert standing(sentence)
    assert rules(sentence).stated


@pytest.mark.parametrize(
    "sentence",
    [
        "Whenever I go there, it rains.",
        "I live in Lisbon from now on.",
        "If I send the form late, what happens?",
        "For code questions, we have a wiki.",
    ],
)
def test_what_tells_or_asks_something_is_no_instruction_for_either(sentence: str) -> None:
    assert not standing(sentence)
    assert not rules(sentence).stated
