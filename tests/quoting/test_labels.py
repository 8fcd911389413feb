"""A label says of what the value behind it is one, also where several share a line, and so does the row of a table."""

from __future__ import annotations

import pytest
from tests.quoting.asking import quoted

MINUTES = "# Parents' association\n\nMeeting of 8 October, 19:30, library. Chair: Beatriz Lund. Minutes: Owen Tate."
NEXT = "# 5. Next meeting\n\nDate: Thursday 26 November, at 19:30. Place: the staff room."
INVOICE = (
    "# Invoice 417\n\nHolloway Joinery Ltd\n\nInvoice date: 14 October. Due date: 13 November."
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who was chair of the meeting?", "Chair: Beatriz Lund."),
        ("When is the next meeting?", "Date: Thursday 26 November, at 19:30."),
        ("Where is the next meeting?", "Place: the staff room."),
    ],
)
def test_a_label_of_minutes_answers(question: str, answer: str) -> None:
    assert quoted(question, MINUTES, NEXT) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When is the invoice from Holloway Joinery due?", "Due date: 13 November."),
        ("What is the invoice date?", "Invoice date: 14 October."),
    ],
)
def test_of_two_labels_on_a_line_the_one_that_is_asked_for_answers(
    question: str, answer: str
) -> None:
    assert quoted(question, INVOICE) == answer


def test_a_label_without_the_value_that_is_asked_for_does_not_answer() -> None:
    assert not quoted("How long is the notice?", "Notice: in writing. Rent: 900 a month.")


def test_a_sum_in_a_table_is_a_price_without_the_word_and_before_that_of_another_thing() -> None:
    rows = "| Date | What | Out |\n| --- | --- | --- |\n| 7 May | Hotel Zum Anker | 238.00 |\n| 9 May | Rail | 57.80 |"
    said = quoted("What did the hotel cost?", "A lost fob costs £45, a lost key £12.", rows)
    assert said.endswith("| 7 May | Hotel Zum Anker | 238.00 |")


LOG = "".join(f"2026-10-14 02:{n:02}:01 INFO [http] GET /orders/{n} 200\n" for n in range(9)) + (
    "2026-10-14 02:10:01 ERROR [http] POST /orders failed: pool exhausted\n"
    "2026-10-14 02:11:01 FATAL [main] segfault in libfoo.so\n"
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("why does it crash?", "2026-10-14 02:11:01 FATAL [main] segfault in libfoo.so"),
        (
            "Why did POST /orders fail?",
            "2026-10-14 02:10:01 ERROR [http] POST /orders failed: pool exhausted",
        ),
    ],
)
def test_the_level_of_a_line_of_a_log_says_that_something_failed(
    question: str, answer: str
) -> None:
    assert quoted(question, LOG).endswith(answer)
