"""Who lifts a rule of the user's: the user alone."""

from __future__ import annotations

import pytest

from loadsheet.intent.rules.constraints import rules
from loadsheet.intent.rules.lifting import lifted

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


@pytest.mark.parametrize(
    "text",
    [
        "Don't forget the milk.",
        "Vergiss die Milch nicht.",
        "N'oublie pas le lait.",
        "Forget the milk.",
        "Cancel the meeting.",
        "Cancel the AWS invoice.",
        "Stop the AWS instance.",
        "Drop me a line.",
        "You can go to bed again.",
        "We can play again.",
        "We use AWS again.",
        "My team can use AWS again.",
        "Scratch that, I can't stand working in the mornings.",
        "Put the milk back in.",
    ],
)
@pytest.mark.parametrize("in_force", [(), (AWS,)])
def test_what_ends_something_else_lifts_no_rule_and_is_no_attempt_to(
    text: str, in_force: tuple[str, ...]
) -> None:
    assert rules(text, in_force).withdrawn == ()


def test_what_is_taken_back_is_what_was_told_just_before() -> None:
    assert rules("Scratch that.", (AWS,), "I live in Rome.").withdrawn == ()
    assert rules("Scratch that.", (AWS,), AWS).withdrawn == ("Scratch that.",)
    assert rules("Scratch that rule.", (AWS,), "I live in Rome.").withdrawn == (
        "Scratch that rule.",
    )


def test_one_rule_is_lifted_by_no_words_about_another_thing() -> None:
    assert lifted("You may use trains again.", (("1", AWS),)) == ()
    assert lifted("That is no longer necessary.", (("1", AWS),)) == ("1",)
    assert rules("Stop suggesting Azure.", (AWS,)).stated == ("Stop suggesting Azure.",)
