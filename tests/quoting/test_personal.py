"""What a document may tell of the users themselves, and what it may not."""

from __future__ import annotations

import pytest
from tests.quoting.asking import quoted

CLUB = "The cricket club opens at six. Members pay 40 pounds a year."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Do I like cricket?", CLUB),
        ("Have I paid my cricket club fee?", CLUB),
        ("Am I a member of the cricket club?", CLUB),
        ("Is my brother a member of the cricket club?", CLUB),
        ("Why do I hate cricket?", CLUB),
        ("Did I take leave in May?", "Employees have 30 days of leave a year."),
        ("Have I paid the rent?", "The rent is 900 euros a month and due on the third."),
        ("Did my wife book the ferry?", "The ferry must be booked a week ahead."),
        ("Do we like the new logo?", "The new logo was drawn by Ines."),
    ],
)
def test_what_is_told_to_all_says_nothing_of_what_somebody_did_likes_or_is(
    question: str, text: str
) -> None:
    assert quoted(question, text) == ""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Have I paid the rent?", "I paid the rent on 3 May."),
        ("Have I paid the rent?", "Rent paid: 3 May."),
        ("Do I have to pay the fee?", "Members have to pay a fee of 40 pounds."),
        ("Am I allowed to bring a dog?", "Dogs are allowed on a lead."),
        ("Do I need a certificate?", "A certificate is needed from the fourth day on."),
        ("Have I the right to cancel?", "Customers have the right to cancel within 14 days."),
        ("Is my brother a member of the club?", "Members of the club: Tom, my brother Sam."),
    ],
)
def test_one_s_own_notes_and_what_one_may_or_must_do_are_told(question: str, text: str) -> None:
    assert quoted(question, text) == text
