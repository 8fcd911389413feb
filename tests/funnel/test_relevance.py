from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.funnel.made import candidate, candidates

from loadsheet.artifacts import Candidate
from loadsheet.funnel.fuse import fuse
from loadsheet.funnel.relevance import PassageBearing, bearings, confidence, in_order

WEIGHTS = {"refund": 0.9, "window": 0.6}
VALUES = st.lists(st.floats(0, 1).map(lambda v: round(v, 4)), max_size=30)


def bearing_of(*rows: Candidate) -> dict[str, PassageBearing]:
    found = fuse(rows)
    return {i.id: b for i, b in zip(found, bearings(found, WEIGHTS, rows[0].query), strict=True)}


def test_a_passage_that_speaks_of_more_of_the_question_bears_more_on_it() -> None:
    made = bearing_of(
        candidate("both", "The refund window is open.", rank=1, score=9.0),
        candidate("apart", "The window where a refund is paid.", rank=2, score=9.0),
        candidate("one", "A window to the south.", rank=3, score=4.0),
    )
    assert made["both"].relevance > made["apart"].relevance > made["one"].relevance > 0


def test_a_near_vector_bears_on_a_question_of_which_it_shares_no_word() -> None:
    made = bearing_of(
        candidate("words", "The refund window is open.", score=9.0),
        candidate("near", "Money back within a month.", source="vectors", rank=1, score=0.9),
        candidate("far", "Deploys on Fridays.", source="vectors", rank=2, score=0.1),
    )
    assert made["near"].relevance > 0.5 > made["far"].relevance


def test_without_an_embedder_words_alone_can_bear_fully_on_the_question() -> None:
    made = bearing_of(candidate("words", "The refund window is open.", score=9.0))
    assert made["words"].relevance == 1.0
    assert confidence(list(made.values())) > 0.9


def test_what_shares_a_common_word_only_is_no_reason_to_be_confident() -> None:
    made = bearing_of(candidate("one", "A window to the south.", score=2.0))
    assert confidence(list(made.values())) < 0.5


def test_among_few_documents_words_are_a_better_reason_beside_a_vector_too() -> None:
    far = PassageBearing(relevance=0.4, speaks=0.7, near=0.2, together=0.5, asked=3, row=0.0)
    assert confidence([far], documents=5) > 0.5 > confidence([far], documents=100_000)


def test_of_few_documents_half_of_the_words_are_reason_enough_without_an_embedder() -> None:
    half = PassageBearing(relevance=0.5, speaks=0.3, together=0.5, asked=2)
    assert confidence([half], documents=10) > 0.5 > confidence([half], documents=10_000)


def test_no_evidence_is_no_confidence() -> None:
    assert confidence([]) == 0.0


@given(st.lists(candidates(), max_size=14))
def test_relevance_and_confidence_are_from_0_to_1(rows: list[Candidate]) -> None:
    made = bearings(fuse(rows), WEIGHTS, "retention of invoices")
    assert all(0 <= one.relevance <= 1 and 0 <= one.speaks <= 1 for one in made)
    assert 0 <= confidence(made) <= 1


@given(VALUES)
def test_in_order_the_relevance_never_rises_and_keeps_its_bounds(values: list[float]) -> None:
    made = [one.relevance for one in in_order([PassageBearing(value, 0.5) for value in values])]
    assert len(made) == len(values)
    assert all(first >= second for first, second in pairwise(made))
    assert all(min(values) - 1e-4 <= value <= max(values) + 1e-4 for value in made)


@given(VALUES)
def test_what_is_in_order_already_stays_as_it_is(values: list[float]) -> None:
    ordered = [PassageBearing(value, 0.5) for value in sorted(values, reverse=True)]
    assert in_order(ordered) == ordered


TABLE = """\
| Service | Owner | Port |
|---|---|---|
| billing | Priya | 8443 |
| relay | Ana | 2525 |
"""
ROWS = {"port": 0.9, "relay": 0.9}


def sure_of(text: str) -> float:
    """The confidence in a passage that lies far from the question, which two other passages do not answer."""
    rows = [
        candidate("it", text, source="vectors", query="port of the relay", score=0.25),
        candidate("other", "Lunch is at noon.", source="vectors", query="port of the relay", rank=2, score=0.2),
    ]  # fmt: skip
    return confidence(bearings(fuse(rows), ROWS, "port of the relay"))


def test_a_row_answers_by_its_words_though_the_vector_of_its_table_is_far() -> None:
    assert sure_of(TABLE) > 0.9
    assert sure_of("owner: Ana\nport of the relay: 2525\n") > 0.9
    assert sure_of("- **Port**: 2525 on the relay\n") > 0.9


def test_what_stands_in_several_rows_is_said_by_none_of_them() -> None:
    apart = "relay: Ana\nbilling: Priya\nfees: none\nport: closed\nfloor: two\n"
    assert sure_of(apart) < sure_of("relay port: open\n")
    assert sure_of("The relay is old. Many ships wait outside of the port.") < 0.5


FAR = " The yard has a wall of stone and a gate." * 8


def test_words_that_stand_in_one_statement_speak_for_an_answer() -> None:
    together = bearing_of(candidate("p", f"A refund opens a window. {FAR}"))["p"]
    scattered = bearing_of(candidate("p", f"A refund. {FAR} A window."))["p"]
    assert together.together == 1.0 > scattered.together
    assert scattered.speaks == together.speaks
    assert confidence([together]) > confidence([scattered])


def test_many_words_of_a_question_found_say_more_than_few() -> None:
    few, many = (PassageBearing(relevance=0.5, speaks=0.5, together=0.5, asked=n) for n in (2, 8))
    assert confidence([many]) > confidence([few])


def test_beside_an_embedder_nearly_all_words_are_reason_enough() -> None:
    code = PassageBearing(relevance=0.6, speaks=1.0, near=0.2, together=1.0, asked=3)
    assert confidence([code]) > 0.5 > confidence([replace(code, speaks=0.5)])
