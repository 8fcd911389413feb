from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import MemoryRecord, Scope
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.language.text import normal
from loadsheet.memory.writing.policy import WritePolicy

DAY = datetime(2026, 1, 1, tzinfo=UTC)


def remember(*said: str) -> list[MemoryRecord]:
    """The records after these statements, a day apart."""
    numbers, held = count(1), dict[str, MemoryRecord]()
    for day, text in enumerate(said):
        now = DAY + timedelta(days=day)
        policy = WritePolicy(lambda prefix: f"{prefix}{next(numbers)}", now)
        for found in candidates(Speech(text, Scope(), now, message=f"m{day}")):
            keys = {(normal(subject), normal(key)) for subject, key in policy.keys(found)}
            known = [r for r in held.values() if (normal(r.subject), normal(r.key)) in keys]
            held |= {record.id: record for record in policy.decide(found, known).writes}
    return list(held.values())


def current(records: list[MemoryRecord]) -> list[str]:
    return [record.value for record in records if record.status == "active"]


def test_a_newer_value_takes_the_place_of_the_old_one_and_both_stay_linked() -> None:
    old, new = remember("The deadline is Oct 15.", "The deadline is Oct 16.")
    assert (old.status, old.superseded_by, old.valid_to) == ("superseded", new.id, new.valid_from)
    assert new.supersedes == (old.id,)


def test_the_same_fact_again_is_a_count_and_not_a_copy() -> None:
    (record,) = remember("I live in Rome.", "I live in Rome.", "I live in rome")
    assert record.confirmations == 3
    assert len(record.sources) == 3


def test_a_yes_and_a_no_are_never_merged() -> None:
    old, new = remember("Deploy is allowed.", "Deploy is not allowed.")
    assert (old.status, new.value) == ("superseded", "not allowed")


def test_several_allergies_stand_side_by_side() -> None:
    found = remember("I'm allergic to peanuts.", "I'm allergic to shellfish.")
    assert current(found) == ["peanuts", "shellfish"]


def test_an_allergy_that_is_denied_is_current_no_more() -> None:
    found = remember(
        "I'm allergic to peanuts.", "I'm allergic to nuts.", "I'm not allergic to peanuts."
    )
    assert current(found) == ["nuts", "not peanuts"]


def test_a_different_subject_never_conflicts() -> None:
    assert len(current(remember("Server A listens on 1.", "Server B listens on 2."))) == 2


def test_disjoint_intervals_stay_apart() -> None:
    found = remember(
        "Alex is on Payments from January to March.",
        "Alex was on Search April–June.",
        "Alex is on Payments again from July.",
    )
    assert [record.status for record in found] == ["active"] * 3
    may = datetime(2026, 5, 15, tzinfo=UTC)
    assert [record.value for record in found if record.holds_at(may)] == ["Search"]


def test_what_was_said_earlier_and_comes_later_is_history() -> None:
    policy = WritePolicy(lambda prefix: f"{prefix}new", DAY + timedelta(days=9))
    (today,) = remember("I live in Rome.")
    (before,) = candidates(Speech("I live in Oslo.", Scope(), DAY - timedelta(days=9), message="x"))
    decision = policy.decide(before, [today])
    written, newer = decision.writes
    assert (written.status, written.superseded_by) == ("superseded", today.id)
    assert (newer.id, newer.supersedes) == (today.id, (written.id,))


def test_a_user_outranks_an_older_document_and_not_a_newer_one() -> None:
    (said,) = remember("The fee is 5 euros.")
    policy = WritePolicy(lambda prefix: f"{prefix}new", DAY + timedelta(days=9))
    from loadsheet.artifacts import Source

    def written(at: datetime) -> MemoryRecord:
        source = Source(document="d", version=1, start=0)
        return candidates(Speech("The fee is 7 euros.", Scope(), at, source=source))[0]

    assert policy.decide(written(DAY - timedelta(days=1)), [said]).receipt.status == "refused"
    assert policy.decide(written(DAY + timedelta(days=1)), [said]).receipt.status == "disputed"


def test_a_secret_is_refused_with_the_reason() -> None:
    policy = WritePolicy(lambda prefix: f"{prefix}new", DAY)
    (found,) = candidates(Speech("My password is hunter2.", Scope(), DAY, message="x"))
    assert policy.decide(found, []).receipt.status == "refused"


VALUES = st.sampled_from(["Rome", "Oslo", "Bern", "Kyiv"])


@given(st.lists(VALUES, min_size=1, max_size=12))
def test_a_single_valued_key_has_one_active_record_whatever_is_said(places: list[str]) -> None:
    found = remember(*(f"I live in {place}." for place in places))
    assert current(found) == [places[-1]]
    ids = {record.id for record in found}
    assert all(record.superseded_by in ids for record in found if record.status == "superseded")


@pytest.mark.parametrize(
    ("before", "after", "value"),
    [
        ("I love sushi.", "I can't stand sushi anymore.", "dislikes sushi"),
        ("I'm a big fan of opera.", "I'm not into opera.", "dislikes opera"),
        ("My email is a@b.example.", "My new email is c@d.example.", "c@d.example"),
        ("The price is 10 euros.", "The price went up to 12 euros.", "12 euros"),
        ("I have two kids.", "I have three kids now.", "three kids"),
        ("I'm 30 years old.", "I'm 31 now.", "31"),
        ("The API supports v1.", "The API no longer supports v1.", "not v1"),
        ("My flight is on March 10.", "My flight got delayed to March 11.", "March 11"),
        ("I go to the gym on Mondays.", "I don't go to the gym any more.", "not to gym"),
        ("I live in Paris.", "I moved to Berlin.", "Berlin"),
    ],
)
def test_people_say_that_something_changed_in_many_ways(
    before: str, after: str, value: str
) -> None:
    assert current(remember(before, after)) == [value]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The printer is offline.", "The printer is online."),
        ("My bike is green.", "My bike is yellow."),
        ("Rex is well.", "Rex is ill."),
        ("The lake is deep.", "The lake is shallow."),
        ("The shop is shut.", "The shop is open."),
        ("The role is interim.", "The role is permanent."),
        ("I'm divorced.", "I'm married."),
        ("The site is online and busy.", "The site is offline."),
        ("My fence was grey.", "My fence is green."),
    ],
)
def test_a_state_of_the_same_scale_takes_the_place_of_the_one_before(
    before: str, after: str
) -> None:
    old, new = remember(before, after)
    assert (old.status, new.status) == ("superseded", "active")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My boat is a ketch.", "My boat is a yawl."),
        ("The gate is open.", "The gate was shut."),
    ],
)
def test_kinds_and_times_of_which_nobody_can_tell_are_disputed(one: str, other: str) -> None:
    found = remember(one, other)
    assert [record.status for record in found] == ["disputed", "disputed"]
    assert found[1].disputes == (found[0].id,)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My bike is green.", "My bike is on the balcony."),
        ("My bike is green.", "My bike is new."),
        ("My kettle is noisy.", "My kettle is pretty."),
        ("the attic is cold", "the attic is dusty"),
        ("my dog is hungry", "my dog is brown"),
        ("Ada is short.", "Ada is a dentist."),
        ("I manage floor 2.", "I manage floor 6."),
        ("I'm married.", "I was divorced."),
        ("The flag is red.", "The flag is red and white."),
        ("I have a call at 3.", "I have a call at 5."),
    ],
)
def test_what_says_something_else_of_one_thing_stands_beside_it(one: str, other: str) -> None:
    assert [record.status for record in remember(one, other)] == ["active", "active"]


@pytest.mark.parametrize(
    ("before", "after"),
    [("I own 4 boats.", "I own 5 boats."), ("I have six hens.", "I have seven hens.")],
)
def test_a_count_of_the_same_thing_is_counted_anew(before: str, after: str) -> None:
    old, new = remember(before, after)
    assert (old.status, new.status) == ("superseded", "active")
