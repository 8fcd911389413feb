"""What a question wants, and which texts may answer it."""

from __future__ import annotations

import pytest

from loadsheet.corpus.terms import terms
from loadsheet.quoting.wanted import wanted


def may_answer(question: str, text: str) -> bool:
    return wanted(question).held(text, frozenset(terms(text)))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many days of leave do I have?", "Leave is 30 days a year."),
        ("How many days of leave do I have?", "You get twenty-five working days of leave."),
        ("How many days of leave do I have?", "Days of leave: 28"),
        ("How many weeks of leave is it?", "Parents have leave for up to eighteen weeks."),
        ("How many hours does the training take?", "The training takes 2.5 hours."),
        ("How many days off do I get?", "You get a week, that is five days off."),
        ("How many people work there?", "The office in Leeds has a staff of 40."),
    ],
)
def test_a_number_of_the_unit_that_is_counted_may_answer(question: str, text: str) -> None:
    assert may_answer(question, text)


@pytest.mark.parametrize(
    "text",
    [
        "Orders placed before 16:00 on a working day leave the same evening.",
        "Parcels leave Rotterdam on the second working day.",
        "Trains leave on working days at 7.30 and 18:05.",
        "Nobody may leave before the last day of the fair.",
        "Leave the ladder where it stands on rainy days.",
    ],
)
def test_an_hour_or_one_of_several_days_is_no_number_of_days(text: str) -> None:
    assert not may_answer("How many days of leave do I have?", text)
