from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import Source
from loadsheet.evals import metrics
from loadsheet.evals.case import CaseTurn, Constraint
from loadsheet.evals.metrics import METRICS, holds

from .made import ABSTAINED, EU, GOOD, INVENTED, answer, seen


def turn(**values: object) -> CaseTurn:
    return CaseTurn.model_validate({"question": "How long is the EU window?", **values})


def test_a_good_answer_an_abstention_and_an_invention_get_one_none_and_zero() -> None:
    values = [metrics.citation_grounding(turn(), seen(a)) for a in (GOOD, ABSTAINED, INVENTED)]
    assert values == [1.0, None, 0.0]


def test_an_answer_that_needs_no_source_is_not_measured_for_grounding() -> None:
    assert metrics.citation_grounding(turn(cites=[]), seen(answer("Hello!"))) is None


def test_a_fluent_wrong_answer_is_grounded_and_still_wrong() -> None:
    wrong = seen(answer("EU customers have 14 days. [1]", quotes=[EU]))
    expected = turn(answer_contains=["30 days"], answer_excludes=["14 days"])
    assert metrics.citation_grounding(expected, wrong) == 1.0
    assert metrics.answer_correctness(expected, wrong) == 0.0
    assert metrics.answer_exclusion(expected, wrong) == 0.0


def test_a_quote_that_is_not_in_the_cited_block_is_not_grounded() -> None:
    made = seen(
        answer(
            "EU customers get a refund within 99 days. [1]", quotes=["EU customers: 99 days", EU]
        )
    )
    assert metrics.citation_grounding(turn(), made) == 0.5


def test_a_rephrased_quote_is_supported_by_its_words_and_a_new_number_by_nothing() -> None:
    rephrased = seen(answer("…", quotes=["The window is 14 days for EU customers."]))
    invented = seen(answer("…", quotes=["The window is 30 days for EU customers."]))
    assert metrics.citation_grounding(turn(), rephrased) == 0.0
    assert metrics.citation_support(turn(), rephrased) == 1.0
    assert metrics.citation_support(turn(), invented) == 0.0


def test_a_marker_that_names_nothing_lowers_validity() -> None:
    assert metrics.citation_validity(turn(), seen(GOOD)) == 1.0
    assert metrics.citation_validity(turn(), seen(GOOD, invalid=[7])) == 0.5
    assert metrics.citation_validity(turn(), seen(ABSTAINED)) is None


def test_a_citation_of_a_source_that_is_not_aboard_is_neither_valid_nor_grounded() -> None:
    elsewhere = seen(answer("…", quotes=[EU], source=Source(document="doc_99.md", version=1)))
    assert metrics.citation_validity(turn(), elsewhere) == 0.0
    assert metrics.citation_grounding(turn(), elsewhere) == 0.0


@pytest.mark.parametrize("name", ["doc_17.md", "doc_17", "doc_17 §3.2", "doc_17 §3"])
def test_a_source_is_named_by_document_label_or_the_section_above(name: str) -> None:
    assert metrics.citation_recall(turn(cites=[name]), seen(GOOD)) == 1.0
    assert metrics.evidence_recall(turn(cites=[name]), seen(GOOD)) == 1.0


@pytest.mark.parametrize("name", ["doc_1", "doc_17 §3.1", "doc_17 §3.20", "doc_31.md"])
def test_another_source_is_not_the_one_that_was_named(name: str) -> None:
    assert metrics.citation_recall(turn(cites=[name]), seen(GOOD)) == 0.0
    assert metrics.evidence_recall(turn(cites=[name]), seen(GOOD)) == 0.0


def test_evidence_may_be_aboard_without_being_cited_and_a_bare_reference_is_not_aboard() -> None:
    silent = seen(answer("Fourteen days."))
    named = seen(answer("Fourteen days.", rendition="reference"))
    expected = turn(cites=["doc_17.md"])
    assert metrics.citation_recall(expected, silent) == 0.0
    assert metrics.evidence_recall(expected, silent) == 1.0
    assert metrics.evidence_recall(expected, named) == 0.0


def test_a_constraint_is_aboard_in_the_users_own_words_and_heeded_by_its_own_measure() -> None:
    rule = Constraint(text="Never mention prices.", answer_excludes=("euros",))
    expected = turn(constraints=[rule])
    heeded = seen(answer("14 days.", constraint="Never mention prices."))
    broken = seen(answer("14 days, 5 euros.", constraint="Never mention prices."))
    lost = seen(answer("14 days."))
    assert metrics.constraints_aboard(expected, heeded) == 1.0
    assert metrics.constraints_aboard(expected, lost) == 0.0
    assert metrics.constraint_adherence(expected, broken) == 0.0
    assert metrics.constraint_adherence(expected, lost) == 1.0


def test_a_constraint_that_does_not_say_how_to_tell_is_not_measured_in_the_answer() -> None:
    expected = turn(constraints=[Constraint(text="Be kind.")])
    assert metrics.constraint_adherence(expected, seen(GOOD)) is None


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("It is 14\u00a0days [1] long", "14 DAYS long", True),
        ("It is 114 days", "14 days", False),
        ("It is 3.14 days", "14 days", False),
        ("It costs 14.95", "14", False),
        ("It costs 14.", "14", True),
        ("It costs 1,400", "400", False),
        ("返金は14日です", "14日", True),
        ("Refunds are paid", "refund", True),
        ("&lt;question> is escaped", "<question>", True),
    ],
)
def test_texts_are_compared_by_what_they_say(text: str, wanted: str, found: bool) -> None:
    assert holds(text, wanted) is found


@given(st.text(), st.text(), st.text(min_size=1))
def test_looking_for_any_text_in_any_text_gives_an_answer(
    before: str, after: str, wanted: str
) -> None:
    assert holds(before + wanted + after, wanted) in {True, False}


def test_what_a_case_does_not_ask_for_is_not_measured() -> None:
    measured = {
        name for name, metric in METRICS.items() if metric(turn(), seen(ABSTAINED)) is not None
    }
    assert measured == {"manifest_coverage"}
