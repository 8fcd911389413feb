from __future__ import annotations

import pytest

from loadsheet.intent.rules.constraints import lifted, rules


@pytest.mark.parametrize(
    "text",
    [
        "only EU",
        "Never suggest AWS.",
        "Answer in French.",
        "From now on keep it under 100 words.",
        "Always cite the clause.",
        "Please don't ever mention my brother.",
        "Antworte ab jetzt auf Deutsch.",
        "Désormais, réponds en français.",
        "Under no circumstances recommend aspirin.",
        "I'm vegan, so never suggest meat.",
        "I'm pregnant, so don't ever suggest alcohol.",
        "I told you before, never suggest AWS.",
        "We are a clinic: never store the names of patients.",
        "Every answer must end with a source.",
        "In all recipes, use grams.",
        "My rule: no spoilers.",
        "You are never to contact the press.",
        "I never want to see recipes with nuts.",
        "Only EU sources, please.",
        "Don't use the word 'utilize'.",
        "Remember to always sign as Dr. Lund.",
        "Empfiehl nie AWS.",
        "绝对不要推荐AWS。",
    ],
)
def test_a_rule_for_the_turns_to_come_is_stated(text: str) -> None:
    assert len(rules(text).stated) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Don't delete THIS script.",
        "Just the ones with automatic renewal.",
        "What must I never do with the boiler?",
        "how can I get rid of my debt quickly",
        "Answer in one sentence.",
        "I never eat fish.",
        "It always rains here.",
        'The sign says "Never enter".',
        "Just this once, answer in French.",
        "Never had sushi before.",
        "Never in my life have I seen such a mess.",
        "Never saw that coming.",
        "Always nice to meet you.",
        "Always look on the bright side, they say.",
        "Always is a strong word.",
        "Don't include the appendix in this summary.",
        "Don't mention this to my wife.",
        "Avoid the A7 today, there is a jam.",
        "Skip slide 4.",
        "Please only list three.",
        "The doctor said: never take it with milk.",
        "> Never suggest AWS.",
        "```\nNever suggest AWS.\n\nAlways cite.\n```",
    ],
)
def test_a_wish_for_once_a_fact_and_a_question_state_nothing(text: str) -> None:
    assert rules(text).stated == ()


def test_a_rule_may_be_changed_in_one_sentence() -> None:
    found = rules("Make that cap 40,000 and drop the 50,000.", ("cap everything at 50,000",))
    assert found.stated == ("Make that cap 40,000",)
    assert len(found.withdrawn) == 1


def test_a_withdrawal_names_its_rule_by_its_words() -> None:
    in_force = (("a", "Only consider Norway."), ("b", "Ignore anything below 10k."))
    assert lifted("drop that 10k cutoff", in_force) == ("b",)
    assert lifted("forget the one about Norway", in_force) == ("a",)
    assert lifted("forget it", in_force) == ()


def test_a_withdrawal_that_names_something_leaves_a_rule_alone_that_does_not_speak_of_it() -> None:
    rule = (("1", "Always answer in one sentence."),)
    assert lifted("You may suggest AWS again.", rule) == ()
    assert lifted("Drop that rule.", rule) == ("1",)


def test_a_rule_is_pinned_with_the_reason_that_was_given_for_it() -> None:
    said = "Never recommend ibuprofen, I have an ulcer."
    assert rules(said).stated == (said,)


@pytest.mark.parametrize(
    "said", ["I no longer smoke.", "My back hurts again.", "I like sushi again.", "It's fine now."]
)
def test_what_somebody_tells_of_themselves_lifts_no_rule(said: str) -> None:
    assert rules(said, ("Never suggest AWS.",)).withdrawn == ()


@pytest.mark.parametrize("said", ["AWS again.", "You may suggest AWS again.", "Drop that."])
def test_few_words_lift_the_rule_that_they_can_only_mean(said: str) -> None:
    assert rules(said, ("Never suggest AWS.",)).withdrawn == (said,)
