"""What a question lets choose, so that `the second one` can be found."""

from __future__ import annotations

import pytest

from loadsheet.intent.rewriting.lists import offered_in


@pytest.mark.parametrize(
    ("question", "items"),
    [
        ("Which is best: red, green or blue?", ("red", "green", "blue")),
        ("Should I take the red one or the blue one?", ("the red one", "the blue one")),
        ("Do I want Basic, Plus or Pro?", ("Basic", "Plus", "Pro")),
        ("Soll ich nach Rom oder Oslo?", ("Rom", "Oslo")),
        ("Lequel choisir : le train ou le bus ?", ("le train", "le bus")),
        ("Is it open on Monday or not?", ()),
        ("What are the rules for cats and dogs?", ()),
        ("May I bring dogs, or is that forbidden because of the allergies of others?", ()),
        ("Red or blue are the colours of the tram.", ()),
    ],
)
def test_what_a_question_offers(question: str, items: tuple[str, ...]) -> None:
    assert offered_in(question) == items
