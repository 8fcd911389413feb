from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.intent.flags.arithmetic import evaluate, expression, loosely, shown


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what's 3.2% of 385,000?", "12,320"),
        ("17*3", "51"),
        ("What is 2 to the power of 10?", "1,024"),
        ("what is 12 plus 5 times 2?", "22"),
        ("(2+3)*4 =", "20"),
        ("0.1 + 0.2", "0.3"),
    ],
)
def test_a_sum_is_evaluated_exactly(question: str, value: str) -> None:
    found = expression(question)
    assert found is not None
    result = evaluate(found)
    assert result is not None
    assert shown(result) == value


@pytest.mark.parametrize("question", ["What is clause 3.2?", "2024", "How long is it?", "a+b"])
def test_what_is_no_sum_is_left_to_others(question: str) -> None:
    assert expression(question) is None


def test_a_difference_between_two_numbers_is_no_sum_of_them() -> None:
    assert loosely("What is the difference between 7 and 3 euros?") == "7-3"


@pytest.mark.parametrize(
    "sum_", ["1/0", "9**9**9", "2**1000000", "().__class__", "__import__('os')"]
)
def test_nothing_is_evaluated_that_is_no_plain_sum(sum_: str) -> None:
    assert evaluate(sum_) is None


@given(st.text(max_size=250))
def test_no_text_raises(text: str) -> None:
    found = expression(text)
    if found is not None:
        evaluate(found)
