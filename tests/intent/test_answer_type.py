"""The type of answer that a question asks for, and whether a text holds one."""

from __future__ import annotations

import pytest

from loadsheet.intent.language.answer_type import answer_type, holds


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


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("When's the hearing?", "date"),
        ("When you have a minute, could you find the later version?", ""),
        ("Can you tell me when the hall was built?", "date"),
        ("What do I do when it rains?", ""),
        ("Evening. We've got the rope out. What's the limit for broken wires?", "measure"),
        ("What is the budget approval process?", ""),
        ("What's the price of a print?", "price"),
        ("How heavy is the boat?", "weight"),
        ("And may they ask for longer?", "polarity"),
        ("Which colour is the exit sign?", "colour"),
        ("Where is the hall?", "place"),
        ("What sport does Ana play?", "class"),
    ],
)
def test_a_question_asks_for_one_type_of_answer_the_first_that_nothing_else_is_asked_before(
    question: str, name: str
) -> None:
    found = answer_type(question)
    assert (found.name if found else "") == name
