from __future__ import annotations

import pytest

from loadsheet.intent.proposals import Refused, picked, rewritten


def test_a_wording_that_keeps_names_numbers_and_quotations_is_taken() -> None:
    made = rewritten(
        'And "Fix" in Norway for 24 months?', 'Does "Fix" cost less in Norway for 24 months?'
    )
    assert made == 'Does "Fix" cost less in Norway for 24 months?'


@pytest.mark.parametrize(
    ("proposal", "reason"),
    [
        ("", "it is empty"),
        ('Does "Fix" cost less for 24 months?', "it loses the name Norway"),
        ('Does "Fix" cost less in Norway for 12 months?', "it loses the number 24"),
        ("Does Flow cost less in Norway for 24 months?", 'it loses the quotation "Fix"'),
        ("word " * 200, "it is longer than a question"),
    ],
)
def test_a_wording_that_loses_something_is_refused(proposal: str, reason: str) -> None:
    found = rewritten('And "Fix" in Norway for 24 months?', proposal)
    assert found == Refused(proposal, reason)


@pytest.mark.parametrize("answer", ["0", "9", "two", "", "10000000000000"])
def test_a_pick_out_of_range_is_a_typed_failure(answer: str) -> None:
    assert isinstance(picked(answer, ("a", "b", "c")), Refused)


def test_a_pick_counts_from_one() -> None:
    assert [picked(str(n), ("a", "b", "c")) for n in (1, 2, 3)] == ["a", "b", "c"]
