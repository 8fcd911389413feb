from __future__ import annotations

import pytest

from loadsheet.intent.rewriting.rewrite import Conversation, resolve


@pytest.mark.parametrize(
    ("before", "turn", "meant"),
    [
        ("Which trail is the longest?", "And the shortest?", "Which trail is the shortest?"),
        ("Which plan is the most expensive?", "And the cheapest?", "Which plan is the cheapest?"),
        (
            "What is the cheapest plan?",
            "the most expensive one?",
            "What is the most expensive plan?",
        ),
        ("Which room is the coldest?", "Which is the warmest?", "Which room is the warmest?"),
        (
            "Welcher Tarif ist am billigsten?",
            "Und am teuersten?",
            "Welcher Tarif ist am teuersten?",
        ),
    ],
)
def test_a_bare_superlative_asks_for_another_end_of_the_same(
    before: str, turn: str, meant: str
) -> None:
    assert resolve(turn, Conversation(subject=before)).query == meant


@pytest.mark.parametrize(
    ("before", "turn"),
    [
        ("Which trail is the longest?", "And the guest?"),
        ("How long is the trail?", "And the shortest?"),
        ("Which trail is the longest?", "And the shortest trail in June?"),
    ],
)
def test_what_is_no_superlative_or_follows_none_takes_no_place_of_one(
    before: str, turn: str
) -> None:
    found = resolve(turn, Conversation(subject=before))
    assert found.reason != "it asks for another end of the same"
