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


GYM = (
    "# Courses\n\n| Course | Day | Time | Room |\n|---|---|---|---|\n| Yoga | Monday | 18:00 | Hall B |\n\n"
    "The porter is in from 7:00 to 15:00. The policy is renewed each March. Towels cost 2 euros. "
    "Children under six swim free."
)


@pytest.mark.parametrize(
    "question",
    [
        "Who teaches yoga?",
        "Who is the porter?",
        "When was the policy signed?",
        "What does yoga cost?",
        "What do towels cost for students?",
        "What will towels cost next year?",
        "How many people swim?",
    ],
)
def test_what_tells_something_else_of_it_answers_nothing(question: str) -> None:
    assert quoted(question, GYM) == ""


PILLS = (
    "# Pills\n\n| Week | Pills a day |\n|---|---|\n| 1 to 2 | 4 |\n| 3 to 4 | 3 |\n| 5 to 6 | 1 |"
)
TERMS = (
    "# Our terms\n\nInvoices are due within 14 days.\n\n# Contracts\n\nKern pays within 60 days."
)


@pytest.mark.parametrize(
    ("question", "page", "said"),
    [
        ("Do I need fewer pills in week 6 than in week 2?", PILLS, ["5 to 6 | 1", "1 to 2 | 4"]),
        ("Does Kern have longer to pay than our terms allow?", TERMS, ["60 days", "14 days"]),
        ("Is wool dried hotter than cotton?", DRYER, ["40 °C", "70 °C"]),
    ],
)
def test_how_two_things_compare_is_told_of_both(question: str, page: str, said: list[str]) -> None:
    found = quoted(question, page)
    assert all(one in found for one in said)


def test_a_number_lies_in_the_span_of_its_row() -> None:
    assert quoted("How many pills do I take in week 4?", PILLS).endswith("| 3 to 4 | 3 |")


def test_an_item_goes_on_the_sentence_that_announces_it() -> None:
    page = "# Leave\n\nYou accrue annual leave:\n\n- 4 hours with less than 3 years\n- 6 hours after three years"
    assert "4 hours" in quoted("How much annual leave is it with less than 3 years?", page)
    assert "6 hours" in quoted("How much annual leave is it after three years?", page)


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("Who is the deputy director?", "The director is Professor Anneli Sood."),
        ("Who is my team lead?", "Your team lead decides within three days."),
        ("What is Sunil's phone number?", "If the alarm sounds, leave and phone Sunil."),
        ("What is Ada Roe's extension?", "Author: Ada Roe, personnel office"),
        (
            "What dose of ibuprofen does she take?",
            "# Medicines\n\n| Medicine | Dose |\n|---|---|\n| Ramipril | 5 mg |\n\nDo not take ibuprofen.",
        ),
    ],
)
def test_another_person_number_or_row_answers_nothing(question: str, page: str) -> None:
    assert quoted(question, page) == ""


MINUTES = (
    "# Minutes\n\nAuthor: Ada Roe\n\n1. School crossing. The town has agreed. Work begins in the Easter holidays.\n\n"
    "2. Winter fair. Mei bakes. Work begins at noon."
)


def test_the_words_that_open_an_item_say_what_its_line_is_about() -> None:
    assert "Easter" in quoted("When does the work on the crossing begin?", MINUTES)


def test_a_label_names_who_wrote_it() -> None:
    assert quoted("Who wrote the minutes?", MINUTES) == "Author: Ada Roe"


def test_a_phone_number_stands_in_the_column_for_it() -> None:
    page = "# Crew\n\n| Name | Role | Phone |\n|---|---|---|\n| Jon | electrician | 217 |"
    assert "217" in quoted("What is the phone number of the electrician?", page)
