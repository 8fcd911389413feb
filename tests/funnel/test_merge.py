from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.funnel.made import candidate, candidates

from loadsheet.artifacts import Candidate
from loadsheet.funnel.merge import merge

TEXT = "The refund window for EU customers is 14 days from delivery."


def names(rows: list[Candidate]) -> list[tuple[str, list[str]]]:
    return [
        (item.candidate.passage_id, [r.candidate.passage_id for r in item.repeats])
        for item in merge(rows)
    ]


def test_of_two_that_say_the_same_the_newer_is_kept() -> None:
    rows = [candidate("old", TEXT, year=2019), candidate("new", TEXT.upper(), year=2024)]
    assert names(rows) == [("new", ["old"])]


def test_where_time_does_not_tell_the_better_ranked_is_kept() -> None:
    rows = [candidate("first", TEXT), candidate("second", f"{TEXT} ", year=2024)]
    assert names(rows) == [("first", ["second"])]


def test_a_passage_that_says_more_holds_the_one_that_says_less() -> None:
    rows = [candidate("part", TEXT), candidate("whole", f"{TEXT} Postage is paid by Ana.")]
    assert names(rows) == [("whole", ["part"])]


def test_a_newer_passage_does_not_go_into_an_older_one_that_says_more() -> None:
    whole = candidate("whole", f"{TEXT} Postage is paid by Ana.", year=2019)
    assert names([whole, candidate("part", TEXT, year=2024)]) == [("whole", []), ("part", [])]


def test_the_place_is_the_best_of_the_group() -> None:
    rows = [
        candidate("part", TEXT),
        candidate("other", "Deploys are allowed on Fridays."),
        candidate("whole", f"{TEXT} Postage is paid by Ana."),
    ]
    assert names(rows) == [("whole", ["part"]), ("other", [])]


def test_texts_that_differ_in_a_number_or_a_negation_both_stay() -> None:
    rows = [
        candidate("a", TEXT),
        candidate("b", TEXT.replace("14", "28")),
        candidate("c", "Deploy is allowed"),
        candidate("d", "Deploy is not allowed"),
    ]
    assert names(rows) == [("a", []), ("b", []), ("c", []), ("d", [])]


@given(st.lists(candidates(), max_size=14, unique_by=lambda row: row.passage_id))
def test_each_passage_is_kept_or_corroborates_one_that_is(rows: list[Candidate]) -> None:
    held = [name for kept, repeats in names(rows) for name in (kept, *repeats)]
    assert sorted(held) == sorted(row.passage_id for row in rows)
