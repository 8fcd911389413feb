"""The wording of a turn, and the weights that are kept for it."""

from __future__ import annotations

import pytest

from loadsheet.artifacts import Known
from loadsheet.intent.classifier import weights, wording
from loadsheet.intent.held.matching import Shelf
from loadsheet.intent.held.titles import Titles

TABLES = {
    table.name: table
    for table in (weights.SOURCE, weights.TRIGGER, weights.EFFORT, weights.ACT, weights.SUBJECT)
}


def said(text: str, *known: Known, titles: tuple[str, ...] = ()) -> dict[str, float]:
    return wording.wording(text, Shelf(known), Titles(titles), frozenset())


def test_two_questions_for_rows_are_worded_alike() -> None:
    rows = [Known(kind="row", key=key, text="4") for key in ("lift deposit", "board quorum")]
    one, other = said("What is the deposit?", *rows), said("What is the quorum?", *rows)
    assert one == other
    assert "says <row>" in one


def test_what_nothing_speaks_of_is_worded_as_new_and_a_number_as_a_number() -> None:
    assert {"says <new>", "says #"} <= {*said("The crane took 12 hours")}


def test_what_a_title_speaks_of_is_worded_so() -> None:
    assert "says the <title>" in said("quote the byelaws", titles=("Harbour byelaws",))


@pytest.mark.parametrize(
    ("sign", "words"),
    [
        ("says ^ and", "it begins with “and”"),
        ("says <row> ?", "it says “<row> ?”"),
        ("says # $", "it ends with “<number>”"),
        ("says ^ <new> $", "it is nothing but “<new>”"),
    ],
)
def test_a_sign_of_wording_can_be_read(sign: str, words: str) -> None:
    assert wording.in_words(sign) == words


def test_a_kept_weight_is_of_a_table_and_has_a_score_for_each_option() -> None:
    rows = [line.split("\t") for line in wording.WEIGHTS.read_text("utf-8").splitlines()]
    assert {name for name, *_ in rows} <= {*TABLES}
    assert all(len(scores) == len(TABLES[name].options) for name, _, *scores in rows)
