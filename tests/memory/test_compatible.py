"""Whether two statements can both hold."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import MemoryRecord, Scope
from loadsheet.memory.extraction import aspects
from loadsheet.memory.extraction.acts import denied
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.writing.compatible import RULES, judge

DAY = datetime(2026, 1, 1, tzinfo=UTC)


def stated(text: str, day: int = 0) -> MemoryRecord:
    return candidates(Speech(text, Scope(), DAY + timedelta(days=day), message=f"m{day}"))[0]


@pytest.mark.parametrize(
    ("held", "said", "rule"),
    [
        ("My dog is brown.", "My dog is black.", "one_scale"),
        ("My dog is brown.", "My dog is old.", "another_scale"),
        ("My bike is green.", "My bike is on the balcony.", "another_aspect"),
        ("My kettle is noisy.", "My kettle is pretty.", "no_scale"),
        ("My dog is fluffy.", "My dog is blind.", "no_scale"),
        ("The lake is deep.", "The lake is shallow.", "one_scale"),
        ("Ana is patient.", "Ana is impatient.", "one_scale"),
        ("The gate is open.", "The gate was shut.", "was_so"),
        ("My boat is a ketch.", "My boat is a yawl.", "two_kinds"),
        ("Ada is a dentist.", "Ada is a grandmother.", "several_values"),
        ("My hut is in Graz.", "My hut is in Salzburg.", "same_aspect"),
        ("I live in Graz.", "I live in Salzburg.", "one_value"),
        ("I live in Graz.", "I live in graz", "said_again"),
        ("I'm vegetarian.", "I had steak for dinner.", "ruled_out"),
        ("I never fly.", "I flew to Rome yesterday.", "done_against"),
        ("I never open the shop on weekends.", "I opened the shop on Saturday.", "done_against"),
        (
            "I never open the shop on Mondays.",
            "I opened the shop on Saturday.",
            "another_value_denied",
        ),
        ("I never eat meat on Fridays.", "I ate meat on Monday.", "another_value_denied"),
        ("I eat fish.", "I don't eat fish.", "denial"),
        ("I'm allergic to nuts.", "I'm allergic to cats.", "several_values"),
        ("I have two kids.", "I have three kids.", "one_value"),
        ("I live in Graz.", "I no longer live in Oslo.", "another_value_denied"),
        ("I live in Graz.", "I work in Graz.", "another_key"),
        ("I live in Graz.", "My sister lives in Oslo.", "another_subject"),
        ("Deploy is allowed.", "Deploy is not allowed.", "denial"),
        ("The deadline is Oct 15.", "The deadline is Oct 16.", "one_value"),
        ("Always answer in Dutch.", "Always answer in Polish.", "one_instruction"),
        ("I'm working on the roof.", "I'm working on the cellar.", "one_task"),
        ("My call is on Friday.", "My call is at 10:00.", "date_and_hour"),
        ("I don't work at Acme.", "I work at Umbra.", "another_value_denied"),
        ("The mill is open on Monday.", "The mill is closed on Sunday.", "another_time"),
        ("The mill is open on Monday.", "The mill is closed on Monday.", "one_scale"),
        ("I'm allergic to nuts.", "I ate almonds yesterday.", "ruled_out"),
        ("I'm allergic to nuts.", "I had hazelnut cake for lunch.", "ruled_out"),
        (
            "I'm allergic to nuts.",
            "Actually I'm allergic to cashews only, not all nuts.",
            "one_value",
        ),
        ("I sold my car.", "I visited my car wash today.", "another_key"),
        ("I sold my car.", "I drove my old car today.", "ruled_out"),
        ("I don't own a kayak.", "I cleaned my kayak.", "ruled_out"),
        ("I don't drink.", "I drink tea.", "another_value_denied"),
        ("I don't drink.", "I drank two beers yesterday.", "done_against"),
        ("I'm teetotal.", "I had a cider last night.", "done_against"),
        ("I don't eat pork.", "I ate bacon this morning.", "done_against"),
        ("I'm vegan.", "I had honey for breakfast.", "ruled_out"),
        ("I'm gluten-free.", "I had a bagel for breakfast.", "ruled_out"),
        ("I'm lactose intolerant.", "I drank a milkshake.", "ruled_out"),
        ("I avoid dairy.", "I had cheese for lunch.", "ruled_out"),
        ("I'm on a keto diet.", "I ate noodles yesterday.", "ruled_out"),
        ("I'm vegan.", "I had a vegan burger for lunch.", "another_key"),
        ("I'm vegan.", "I drank a cup of soy milk.", "another_key"),
        ("I don't drink alcohol.", "I had a non-alcoholic beer.", "another_value_denied"),
        ("I'm vegetarian.", "I cooked steak for my guests.", "another_key"),
        ("I'm single.", "My wife plays chess.", "ruled_out"),
        ("I have no children.", "My daughter plays chess.", "ruled_out"),
        ("I don't have any pets.", "My cat scratched me this morning.", "ruled_out"),
        ("I'm an only child.", "My sister lives in Oslo.", "ruled_out"),
        ("I'm single.", "My sister lives in Oslo.", "another_subject"),
        ("I don't have a dog.", "I walked my neighbour's dog.", "another_key"),
        ("I don't drink alcohol.", "I had a ginger beer.", "another_value_denied"),
        ("I don't drink coffee.", "I had coffee cake for dessert.", "another_key"),
        ("I'm vegetarian.", "I had fake steak for dinner.", "another_key"),
        ("I drive a van.", "I sold the van.", "parted"),
    ],
)
def test_each_pair_has_a_verdict_by_a_named_rule(held: str, said: str, rule: str) -> None:
    assert judge(stated(held), stated(said, 1)).rule == rule


def test_every_rule_has_a_verdict_and_a_sentence() -> None:
    for verdict, reason in RULES.values():
        assert verdict in {"same", "both_hold", "supersedes", "disputed"}
        assert len(reason.split()) > 2


_VALUES = ["red", "old", "noisy", "in Graz", "in Linz", "a ketch", "a nurse", "not red", "unhappy"]
_SUBJECTS = ["My boat", "Ada", "The depot", "I"]
_MORE = [
    "I'm vegan.",
    "I ate fish on 5 March 2025.",
    "I never eat fish.",
    "I have two dogs.",
    "I sold my car.",
    "I drive my car.",
    "I love jazz.",
    "I can't stand jazz.",
    "Never suggest AWS.",
    "I prefer tea over coffee.",
    "I'm working on the roof.",
]


def _is(subject: str, value: str) -> str:
    return f"{subject} {'am' if subject == 'I' else 'is'} {value}."


statements = st.one_of(
    st.builds(_is, st.sampled_from(_SUBJECTS), st.sampled_from(_VALUES)), st.sampled_from(_MORE)
)


@given(statements, statements)
def test_of_two_statements_of_now_neither_order_makes_both_hold(one: str, other: str) -> None:
    first, second = stated(one), stated(other)
    if denied(first.value) or denied(second.value):
        return  # a denial beside a value is answered by what is said last
    assert judge(first, second).conflict == judge(second, first).conflict
    for verdict in ("same", "disputed"):
        found = judge(first, second).verdict == verdict
        assert found == (judge(second, first).verdict == verdict)


@given(statements)
def test_what_is_said_again_is_the_same(text: str) -> None:
    assert judge(stated(text), stated(text, 1)).verdict == "same"


@given(st.sampled_from(_VALUES), st.sampled_from(_VALUES))
def test_what_is_known_of_two_subjects_holds_for_both(one: str, other: str) -> None:
    held, said = stated(_is("The depot", one)), stated(_is("My boat", other))
    assert judge(held, said).verdict == "both_hold"


@given(st.sampled_from(["happy", "stable", "patient", "visible", "regular", "honest"]))
def test_a_state_and_its_negation_are_of_one_scale(state: str) -> None:
    prefix = {"patient": "im", "visible": "in", "regular": "ir", "honest": "dis"}.get(state, "un")
    assert aspects.scales(state, prefix + state) == aspects.scales(prefix + state, state) == "same"
