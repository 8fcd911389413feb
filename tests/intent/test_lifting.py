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


GRAMS, LINES, PAGE = (
    "Please give all weights in grams.",
    "Please keep your replies to three lines.",
    "Name the page whenever you quote the manual.",
)
PRIVATE = "At present I only look after private clients, so leave companies out."
IN_FORCE = (GRAMS, LINES, PAGE, "Use British spelling.", AWS, PRIVATE)


def ended(said: str, in_force: tuple[str, ...]) -> set[str]:
    """The rules that a turn ends."""
    pairs = tuple((rule, rule) for rule in in_force)
    return {rule for words in rules(said, in_force).withdrawn for rule in lifted(words, pairs)}


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("You can write more again, no need for three lines.", LINES),
        ("Write as long as you like.", LINES),
        ("Longer answers are welcome again.", LINES),
        ("I don't need grams any more.", GRAMS),
        ("Weights may be in any unit you like.", GRAMS),
        ("Forget the thing about grams.", GRAMS),
        ("No need to name the page any more.", PAGE),
        ("You can stop giving the page.", PAGE),
        ("You needn't watch the spelling any longer.", "Use British spelling."),
        ("AWS is back on the table.", AWS),
        ("I look after companies as well now, so include them again.", PRIVATE),
        (
            "From today I also do companies, so forget that I only look after private clients.",
            PRIVATE,
        ),
    ],
)
def test_of_several_rules_the_one_is_lifted_that_speaks_of_the_same(said: str, rule: str) -> None:
    assert ended(said, IN_FORCE) == {rule}


@pytest.mark.parametrize(
    "said",
    [
        "From today I also do desserts, so forget that I only do starters.",
        "Tables are welcome again.",
        "You needn't use bullet points any more.",
        "Du darfst wieder Englisch sprechen.",
    ],
)
def test_what_speaks_of_no_rule_in_force_lifts_none(said: str) -> None:
    assert ended(said, (GRAMS, LINES)) == set()


@pytest.mark.parametrize(
    "said",
    [
        "From now on you may tell me about the annex as well.",
        "My wife reads along, so abbreviations are fine from here on.",
        "Feel free to use technical terms from now on.",
        "You needn't be formal with me.",
        "Ab jetzt darfst du auch Abkürzungen verwenden.",
        "Désormais tu peux parler de l'annexe.",
    ],
)
def test_a_permission_is_no_rule(said: str) -> None:
    assert rules(said).stated == ()
    assert rules(said, (GRAMS,)).stated == ()


def test_back_to_normal_lifts_how_answers_are_given_and_not_what_they_are_about() -> None:
    assert ended("Back to normal answers, please.", (LINES, AWS, GRAMS)) == {LINES, GRAMS}
    assert ended("Forget everything I said about how to answer.", (LINES, AWS)) == {LINES, AWS}


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("only EU suppliers", "Swiss suppliers are fine too."),
        ("Only suppliers from the EU.", "You may mention Switzerland as well."),
    ],
)
def test_what_adds_to_a_rule_stands_beside_it(rule: str, said: str) -> None:
    assert (rules(said, (rule,)).stated, ended(said, (rule,))) == ((said,), set())
    assert ended("Suppliers from anywhere are fine as well now.", ("only EU suppliers",))


@pytest.mark.parametrize(
    "said",
    [
        PRIVATE,
        "I'm only responsible for warehouse B. Leave the others out.",
        "We're only interested in leased cars at the moment, so leave out owned ones.",
        "Ich betreue nur Privatkunden, lass Firmen also weg.",
    ],
)
def test_what_the_user_has_to_do_with_is_a_rule_where_the_rest_is_to_be_left_out(said: str) -> None:
    assert rules(said).stated == (said,)
    assert rules("I only have one key, so I left it at the desk.").stated == ()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The first rule can go.", (AWS,)),
        ("Drop the second rule.", (PRICES,)),
        ("Rule 2 no longer applies.", (PRICES,)),
        ("Forget the last rule.", (PRICES,)),
        ("The third rule can go.", (PRICES, AWS)),
    ],
)
def test_a_rule_is_lifted_by_its_place_among_those_in_force(
    text: str, left: tuple[str, ...]
) -> None:
    in_force = (PRICES, AWS)
    assert rules(text, in_force).withdrawn
    gone = lifted(text, tuple((rule, rule) for rule in in_force))
    assert tuple(rule for rule in in_force if rule not in gone) == left


def test_a_place_past_the_end_lifts_not_even_the_only_rule() -> None:
    assert lifted("The second rule can go.", ((PRICES, PRICES),)) == ()
