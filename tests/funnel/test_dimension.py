"""What a question asks for by its measure."""

from __future__ import annotations

import pytest

from loadsheet.funnel.dimension import holds


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("How tall is the crane?", "The crane, per lift, is 85 €.", False),
        ("How tall is the crane?", "The crane stands 31 m high.", True),
        ("How heavy was the boat?", "The boat was held at 14.2 m.", False),
        ("What does a colour print cost?", "Colour pages are 40 cents.", True),
        ("What does a colour print cost?", "Send the file and collect it within a day.", False),
        ("Who runs the crane?", "Aiko does.", True),
    ],
)
def test_a_size_a_weight_or_a_price_is_answered_by_a_value_of_its_kind(
    question: str, text: str, held: bool
) -> None:
    assert holds(question, text) is held
