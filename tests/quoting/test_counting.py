"""What a question for how many is answered by, and by what it is not."""

from __future__ import annotations

import pytest
from tests.quoting.asking import quoted

from loadsheet.quoting.counting import counts

ORDERS = (
    "Orders placed before 16:00 on a working day leave Rotterdam the same evening. The refund window for EU customers "
    "is 14 days."
)
HALL = "The hall opens at 9:00 and its seats were renewed in 2019."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many days of leave do I have?", ORDERS),
        ("How many days of leave do I get?", "Trains leave the depot every 3 days."),
        ("How many days of leave do I get?", "A part is kept for 8 years after a bike leaves the range."),
        ("How many orders are placed a day?", ORDERS),
        ("How many seats does the hall have?", HALL),
        ("How many lifts are there?", "The lift costs 4 euros on 3 May."),
        ("How many players are on a team?", "The team trains on the 2nd floor; players meet in Room 4."),
        ("How many clocks are shown?", "The oldest of the clocks was built in 1546 and weighs 340 kg."),
        ("Wie viele Tage Urlaub habe ich?", "Am 3. Tag des Urlaubs um 16 Uhr."),
        ("Wie viele Zimmer hat das Haus?", "Das Haus wurde 1980 gebaut, die Zimmer sind ab 14 Uhr frei."),
        ("Combien de chambres a l'hôtel ?", "Les chambres de l'hôtel sont libres à 14 heures."),
        ("¿Cuántas habitaciones tiene el hotel?", "Las habitaciones del hotel cuestan 80 euros."),
        ("食堂有多少座位？", "食堂的座位在3月5日更换。"),
    ],
)  # fmt: skip
def test_a_clock_a_date_a_place_in_a_row_a_sum_and_a_weight_say_not_how_many_there_are(
    question: str, text: str
) -> None:
    assert quoted(question, text) == ""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many days of leave do I have?", "You have 28 paid days of leave."),
        ("How many seats does the hall have?", "The hall has 2000 seats and was built in 1999."),
        ("How many seats does the hall have?", "The hall seats fourteen."),
        ("How many days of leave do I get?", "Staff get 30 days leave a year."),
        ("How many kilos of flour go in?", "Flour: 2 kg"),
        ("How many lifts are there?", "There is a lift by the door."),
        ("How many times may I try?", "You may try twice before the lock closes."),
        ("Wie viele Tage Urlaub habe ich?", "Der Urlaub beträgt 28 Tage im Jahr."),
        ("Combien de chambres a l'hôtel ?", "L'hôtel a vingt chambres."),
        ("¿Cuántas habitaciones tiene el hotel?", "El hotel tiene 30 habitaciones."),
        ("食堂有多少座位？", "食堂有三百个座位。"),
        ("码头几点关闭？", "码头九点关闭。"),
    ],
)
def test_a_number_of_things_in_figures_or_in_a_word_does(question: str, text: str) -> None:
    assert quoted(question, text) == text


def test_what_is_measured_in_one_unit_is_a_count_of_another_of_its_kind() -> None:
    assert counts("It lasts 6 weeks.", "day")
    assert not counts("It weighs 6 kg.", "day")
