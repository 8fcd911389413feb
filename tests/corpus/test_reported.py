"""What a sentence says that somebody else says, and what its speaker says themselves."""

from __future__ import annotations

import pytest

from loadsheet.corpus.others import reported
from loadsheet.intent.rules.constraints import rules


@pytest.mark.parametrize(
    ("sentence", "what"),
    [
        ("My boss said never send drafts.", "never send drafts."),
        ("My boss thinks I live in Paris.", "I live in Paris."),
        ("Jack says he hates football.", "he hates football."),
        ("My doctor believes that I am vegan.", "that I am vegan."),
        ("The contract says to never ship on Sundays.", "to never ship on Sundays."),
        ("My sister keeps telling me to always save my work.", "to always save my work."),
        ("My dad used to tell us to never borrow money.", "to never borrow money."),
        ("They want us to never use abbreviations.", "never use abbreviations."),
        ("Our IT says prices are fine again.", "prices are fine again."),
        ("According to my brother, I hate jazz.", "I hate jazz."),
        ("According to the guideline AWS is allowed again.", "AWS is allowed again."),
        ("Mein Chef sagt, man soll nie Entwürfe schicken.", "man soll nie Entwürfe schicken."),
        ("Mon chef dit de ne jamais citer de prix.", "de ne jamais citer de prix."),
        ("Never suggest AWS, says my boss.", "Never suggest AWS"),
        ("Never drink coffee after noon, my doctor says.", "Never drink coffee after noon"),
        ("Never suggest AWS is what my boss said.", "Never suggest AWS"),
        ("Never give up is his motto.", "Never give up"),
        ("AWS is allowed by our policy.", "AWS is allowed"),
        ("My boss said never to send drafts, so never show me drafts.", "never to send drafts"),
    ],
)
def test_what_somebody_else_says_is_told_apart(sentence: str, what: str | None) -> None:
    found = reported(sentence)
    assert (found and sentence[found.what.start : found.what.end]) == what


@pytest.mark.parametrize(
    "sentence",
    [
        "I said that I live in Rome.",
        "I told my boss that I live in Rome.",
        "My sister believes in ghosts.",
        "My boss said goodbye.",
        "Never suggest the Heron E.",
        "Never suggest AWS, as I said.",
        "Please tell me that the fee is due.",
        "Ben is the head of sales now.",
        "My sister is a nurse by the way.",
    ],
)
def test_what_is_said_by_its_speaker_reports_nothing(sentence: str) -> None:
    assert reported(sentence) is None


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        (
            "My boss said never to send drafts, so never show me drafts.",
            "never show me drafts.",
        ),
        (
            "Ben says never mention prices. Follow that from now on.",
            "Ben says never mention prices. Follow that from now on.",
        ),
        ("Ben says never mention prices. That is odd.", None),
    ],
)
def test_what_others_say_is_a_rule_where_the_user_makes_it_theirs(
    said: str, rule: str | None
) -> None:
    assert rules(said).stated == (() if rule is None else (rule,))


@pytest.mark.parametrize(
    "said",
    [
        "The name of the head of state in the United Kingdom is Elizabeth II.",
        "The capital of the United States of America is Washington.",
        "The office keeps a list of claims the insurer has to pay.",
    ],
)
def test_a_noun_that_is_written_like_a_verb_of_saying_reports_nothing(said: str) -> None:
    assert reported(said) is None
