"""How much a text says, in one unit for each thing that is measured."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.corpus.quantities import Quantity, number, quantities, quantity


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("500 GB", "1 TB"),
        ("512 MiB", "2 GiB"),
        ("30 s", "45 min"),
        ("90 min", "2 h"),
        ("2 h", "2 h 30 min"),
        ("1 hour", "1h30"),
        ("1 h 15", "1 h 30 min"),
        ("0.125 mg", "1.5 mg"),
        ("0.875 %", "1.25 %"),
        ("1.250 kg", "3 kg"),
        ("990 EUR", "1.250 EUR"),
        ("6 ft", "6 ft 2 inches"),
        ("800 m", "12.5 km"),
        ("900 g", "1.2 kg"),
        ("850,000", "1.2 million"),
        ("99.50 EUR", "€ 1,040"),
        ("1,2 Mio. Euro", "2 Mio. Euro"),
        ("-5 °C", "3 °C"),
        ("2-day", "3 days"),
    ],
)
def test_amounts_of_one_thing_are_compared_whatever_their_units(less: str, more: str) -> None:
    (one,), (other,) = quantities(less), quantities(more)
    assert one.kind == other.kind
    assert one.size < other.size


@pytest.mark.parametrize(
    ("one", "other"),
    [("500 GB", "20 min"), ("$300", "€300"), ("5 kg", "5 km"), ("12 people", "3 h")],
)
def test_amounts_of_two_things_are_told_apart(one: str, other: str) -> None:
    (first,), (second,) = quantities(one), quantities(other)
    assert first.kind != second.kind


def test_a_text_without_a_number_says_no_amount() -> None:
    assert quantity("on request") is None
    assert quantity("v2.1") is None


def test_each_amount_of_a_text_is_found() -> None:
    told = list(quantities("The Egret 14 weighs 1.5 kg and runs for 2 h 30 min."))
    assert told == [Quantity("", 14), Quantity("weight", 1.5), Quantity("time", 9000)]


@given(st.integers(min_value=0, max_value=10**9))
def test_what_parts_thousands_changes_no_number(whole: int) -> None:
    assert {number(f"{whole:,}".replace(",", mark)) for mark in ",.'’"} == {float(whole)}


@given(st.integers(min_value=0, max_value=999_999))
def test_a_measure_has_its_parts_behind_a_point(thousandths: int) -> None:
    assert number(f"{thousandths / 1000:.3f}", "weight") == thousandths / 1000
    if thousandths < 1000:
        assert number(f"{thousandths / 1000:.3f}") == thousandths / 1000
