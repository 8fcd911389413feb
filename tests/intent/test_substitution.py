"""A fragment takes the place of what it varies, with all that it brings along."""

from __future__ import annotations

import pytest

from loadsheet.intent.rewriting.substitution import vary


@pytest.mark.parametrize(
    ("question", "fragment", "meant"),
    [
        (
            "What is the weather in March?",
            "the weather in March",
            "What is the weather in March?",
        ),
        (
            "What is the weather in Rome in March?",
            "in Oslo in May",
            "What is the weather in Oslo in May?",
        ),
        (
            "What does parking cost for visitors in Leeds?",
            "for staff in York",
            "What does parking cost for staff in York?",
        ),
    ],
)
def test_what_the_fragment_brings_stands_once(question: str, fragment: str, meant: str) -> None:
    assert vary(question, fragment) == meant
