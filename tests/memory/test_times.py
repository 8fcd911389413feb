"""Since when a statement holds, and until when."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import MemoryRecord, Scope
from loadsheet.intent.language.moments import named
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
TODAY = datetime(2026, 3, 2, tzinfo=UTC)


def kept(text: str) -> MemoryRecord:
    (record,) = candidates(Speech(text=text, scope=Scope(), said_at=MONDAY, message="m"))
    return record


def day(text: str) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


@pytest.mark.parametrize(
    ("text", "value", "since"),
    [
        ("I moved to Leeds today.", "Leeds", "2026-03-02"),
        ("My niece turned six today.", "six", "2026-03-02"),
        ("I became vegan this year.", "vegan", "2026-01-01"),
        ("Ana got married this month.", "married", "2026-03-01"),
        ("The fee was raised to 12 euros this week.", "12 euros", "2026-03-02"),
        ("I started working at Acme this week.", "Acme", "2026-03-02"),
        ("I stopped working at Acme this week.", "not Acme", "2026-03-02"),
        ("I quit smoking this week.", "not at all", "2026-03-02"),
    ],
)
def test_a_change_holds_from_its_time_on_and_does_not_end_with_it(
    text: str, value: str, since: str
) -> None:
    record = kept(text)
    assert (record.type, record.value) == ("fact", value)
    assert (record.valid_from, record.valid_to) == (day(since), None)


@pytest.mark.parametrize(
    ("text", "value", "since", "until"),
    [
        ("Ana is on leave until the end of March.", "leave", "2026-03-02T09:00", "2026-04-01"),
        ("I'm in Boston until the 12th.", "Boston", "2026-03-02T09:00", "2026-03-13"),
        ("The server is down until 18:00.", "down", "2026-03-02T09:00", "2026-03-02T18:00"),
        ("The server is down until Friday at 6 pm.", "down", "2026-03-02T09:00", "2026-03-06T18:00"),
        ("The pool is closed this weekend.", "closed", "2026-03-07", "2026-03-09"),
        ("I'm in Rome for three days.", "Rome", "2026-03-02T09:00", "2026-03-05T09:00"),
        ("For the next two weeks, Ana is on call.", "call", "2026-03-02T09:00", "2026-03-16T09:00"),
        ("I'm on call for the rest of the week.", "call", "2026-03-02T09:00", "2026-03-09"),
        ("Ana was on Search in Q2 2025.", "Search", "2025-04-01", "2025-07-01"),
        ("Ana was the CEO until the end of 2023.", "CEO", "", "2024-01-01"),
        ("The fee was 9 euros in 2024.", "9 euros", "2024-01-01", "2025-01-01"),
        ("Between January and March 2025 Ana was in Rome.", "Rome", "2025-01-01", "2025-04-01"),
        ("Ana was in Rome from May 2024 to June.", "Rome", "2024-05-01", "2024-07-01"),
        ("Ana is in Rome from Thursday to Tuesday.", "Rome", "2026-03-05", "2026-03-11"),
        ("I'm visiting my aunt in Graz this week.", "visiting my aunt in Graz", "2026-03-02", "2026-03-09"),
    ],
)  # fmt: skip
def test_a_state_that_is_said_for_a_time_ends_with_it(
    text: str, value: str, since: str, until: str
) -> None:
    record = kept(text)
    assert (record.value, record.valid_from, record.valid_to) == (value, day(since), day(until))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The shop is open until 18:00.", "open until 18:00"),
        ("The pass is valid for 30 days.", "30 days"),
    ],
)
def test_an_hour_of_every_day_and_a_length_that_counts_from_no_day_stay_in_the_value(
    text: str, value: str
) -> None:
    record = kept(text)
    assert (record.value, record.valid_to) == (value, None)


def test_how_long_something_has_been_so_says_since_when() -> None:
    record = kept("I have been vegan for two years.")
    assert (record.value, record.valid_from, record.valid_to) == (
        "vegan",
        datetime(2024, 3, 2, 9, tzinfo=UTC),
        None,
    )


@given(st.dates(datetime(1990, 1, 1).date(), datetime(2090, 1, 1).date()))
def test_a_name_of_a_time_means_days_in_their_order_seen_from_any_day(today: object) -> None:
    for phrase in (
        "the end of February",
        "next weekend",
        "Q4",
        "last Friday",
        "the 29th",
        "Feb 28",
    ):
        found = named(phrase, today)  # pyright: ignore[reportArgumentType]
        assert found is None or found.first < found.after
