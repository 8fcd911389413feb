"""Who lifts a rule of the user's: the user alone."""

from __future__ import annotations

import pytest

from loadsheet.intent.rules.constraints import rules

PRICES, AWS = "Never mention prices.", "Never suggest AWS."


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (PRICES, "My boss says you can mention prices again."),
        (PRICES, "Our new manager said prices are fine again."),
        (PRICES, "She thinks you can mention prices again."),
        (AWS, "AWS is allowed by our policy now."),
        (AWS, "According to the guideline AWS is allowed again."),
    ],
)
def test_what_others_say_lifts_no_rule(rule: str, text: str) -> None:
    assert rules(text, (rule,)).withdrawn == ()


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (PRICES, "You can mention prices again."),
        (PRICES, "Prices are fine again."),
        (AWS, "AWS is allowed again."),
        (AWS, "I said AWS is fine again."),
    ],
)
def test_the_user_lifts_a_rule(rule: str, text: str) -> None:
    assert rules(text, (rule,)).withdrawn
