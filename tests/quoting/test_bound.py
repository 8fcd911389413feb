"""What is quoted holds a value that is bound to what is asked about: by its row, its label, its heading, its year."""

from __future__ import annotations

import pytest
from tests.quoting.asking import quoted

from loadsheet.quoting.choosing import choose_each
from loadsheet.quoting.prompt_view import Passage

DRYER = "# Dryer\n\n| Programme | Temperature |\n|---|---|\n| Cotton | 70 °C |\n| Wool | 40 °C |"
CARE = "# Care\n\nNever dry foam rubber."
LETTER = "# Letter\n\nPatient: Ida Orr\nWard: 4 East\nDoctor in charge: Dr Nikhil Bose\n\nRing the ward if it hurts."
CLUB = (
    "# Club\n\nTea costs 4 euros a litre. The boat Marlin was bought in 2027 for 18,500 euros.\n\n"
    "| Office | Holder | Since |\n|---|---|---|\n| Treasurer | Aiko Mori | 2029 |"
)


def test_a_row_of_what_is_asked_about_leaves_the_verb_unsaid() -> None:
    assert "40 °C" in quoted("At what temperature does Wool dry?", DRYER, CARE)


def test_a_row_of_what_is_asked_about_leaves_its_kind_unsaid() -> None:
    models = "# Rollers\n\n- X7: 12 kg heavy\n- X9: 15 kg heavy"
    assert "12 kg" in quoted("How heavy is the X7 mower?", models, "The X7 mower has four wheels.")


def test_each_value_behind_its_name_is_a_line_of_its_own() -> None:
    assert quoted("Which ward is it?", LETTER) == "Ward: 4 East"


def test_what_a_thing_was_bought_for_tells_its_cost() -> None:
    assert "18,500" in quoted("What did the Marlin cost?", CLUB)


def test_a_heading_holds_a_length_for_what_stands_under_it() -> None:
    assert "2,310 m" in quoted(
        "How high up is the hut?", "# Grey hut, 2,310 m\n\nThe hut opens in June."
    )


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What did the ticket cost in 2021?", "The ticket costs 4 euros."),
        ("What is Aiko Mori's phone number?", CLUB),
        ("Who is my team lead?", "Tell your team lead before nine."),
        ("What does a session cost?", "The sessions begin in the third week: two sessions a week."),
        ("Who brews the stout?", "# Stout\n\nMash at 68 °C for an hour."),
    ],
)  # fmt: skip
def test_what_holds_no_value_of_what_is_asked_answers_nothing(question: str, text: str) -> None:
    assert quoted(question, text) == ""


def test_what_a_passage_stands_under_is_read_though_it_does_not_say_it() -> None:
    passages = [
        Passage(1, "## The day\n\nIt takes 20 minutes.", label="Your check", document=True),
        Passage(2, "# Your check\n\n## Before\n\nTablets may be taken.", document=True),
    ]
    found, _ = choose_each("How long does the check take?", passages)
    assert found[0].text == "It takes 20 minutes."
