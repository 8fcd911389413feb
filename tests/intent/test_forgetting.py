"""What a sentence asks to forget."""

from __future__ import annotations

import pytest

from loadsheet.intent.rules.constraints import rules
from loadsheet.intent.rules.forgetting import asked_beside, request


@pytest.mark.parametrize(
    ("text", "about", "words"),
    [
        ("Forget that my sister lives in Bonn.", "statement", "my sister lives in Bonn"),
        ("Could you please forget my phone number?", "topic", "my phone number"),
        ("Erase what you know about Kestrel.", "topic", "Kestrel"),
        ("Please delete everything I told you about my job.", "topic", "my job"),
        ("I want you to forget where I work.", "topic", "where I work"),
        ("Don't remember my address any more.", "topic", "my address"),
        ("Forget my birthday, I was joking.", "topic", "my birthday"),
        ("Delete all data about me.", "everything", ""),
        ("Forget the gate code, please.", "topic", "the gate code"),
        ("Forget everything.", "everything", ""),
        ("Forget what I just said.", "last", ""),
        ("Forget my e-mail.", "topic", "my e-mail"),
        ("Delete my birthday from memory.", "topic", "my birthday"),
        ("Erase what I told you about the letter.", "topic", "the letter"),
        ("Delete my badge number.", "topic", "my badge number"),
        ("I don't want you to remember where I live.", "topic", "where I live"),
        ("Forget the thing about walnuts.", "topic", "walnuts"),
        ("Forget Bob.", "topic", "Bob"),
        ("Forget me.", "everything", ""),
        ("Clear your memory.", "everything", ""),
        ("Please remove my personal data.", "everything", ""),
    ],
)
def test_a_request_to_forget_says_what_it_is_about(text: str, about: str, words: str) -> None:
    found = request(text)
    assert found is not None
    assert (found.about, found.words) == (about, words)


@pytest.mark.parametrize(
    "text",
    [
        "Don't forget my birthday.",
        "Did you forget my name?",
        "How do I delete my account?",
        "Forget to lock the door and it rains in.",
        "Delete the third row.",
        "Erase everything.",
        "Delete it all.",
        "Please remove my phone number from the draft.",
        "Delete my name in the second paragraph.",
        "Don't use my middle name, please.",
        "Never use my old job title.",
        "Forget my shopping list.",
        "Don't keep anything about me.",
        "Wipe my notes.",
        "Don't store my address in the spreadsheet.",
        "I forgot that I live in Rome.",
        "Never remember me as a failure.",
        "Forget it.",
        "Delete Bob.",
        "Clear your desk.",
        "Never forget my allergy.",
    ],
)
def test_what_asks_for_something_else_is_no_request_to_forget(text: str) -> None:
    assert request(text) is None


def test_a_request_to_forget_what_was_told_lifts_no_rule() -> None:
    assert rules("Please forget my address.", ("Answer in Dutch.",)).withdrawn == ()
    assert rules("Forget the rule about Dutch.", ("Answer in Dutch.",)).withdrawn


def test_taking_something_out_of_a_text_lifts_no_rule() -> None:
    assert rules("Remove my phone number from the draft.", ("Answer in Dutch.",)).withdrawn == ()


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("Forget my birthday and tell me the fee.", "tell me the fee."),
        ("Could you forget my birthday, and what is the fee?", "what is the fee?"),
        ("Forget my birthday.", ""),
        ("Forget what I said about Bonn and Kiel.", ""),
        ("Forget where I live and where I work.", ""),
    ],
)
def test_a_request_to_forget_may_ask_for_more_in_one_sentence(text: str, more: str) -> None:
    assert request(text) is not None
    assert asked_beside(text) == more
