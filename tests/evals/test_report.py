from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import Answer
from loadsheet.errors import SettingsError
from loadsheet.evals.case import CaseTurn
from loadsheet.evals.metrics import METRICS
from loadsheet.evals.report import (
    Gate,
    MetricScore,
    Report,
    ScoredTurn,
    gate_from,
    means_of,
    report_of,
)
from loadsheet.evals.run import score, shortfalls, table

from .made import ABSTAINED, GOOD, INVENTED, seen

TURN = CaseTurn(question="How long is the EU window?")


def asked(case: str) -> ScoredTurn:
    return ScoredTurn(case=case, turn=1, question=TURN.question, answer="…")


def scores(metric: str = "citation_grounding") -> list[MetricScore]:
    pairs = {"good": GOOD, "abstained": ABSTAINED, "invented": INVENTED}
    return [
        score(asked(case), metric, METRICS[metric], TURN, seen(answer))
        for case, answer in pairs.items()
    ]


def test_the_mean_counts_only_what_was_measured_and_says_how_many() -> None:
    rows = scores()
    assert [(row.status, row.value) for row in rows] == [
        ("measured", 1.0),
        ("not_applicable", None),
        ("measured", 0.0),
    ]
    (mean,) = means_of(rows)
    assert (mean.value, mean.measured, mean.not_applicable, mean.total) == (0.5, 2, 1, 3)


def test_the_table_says_of_how_many_turns_a_mean_is() -> None:
    made = table(report_of([asked("a"), asked("b"), asked("c")], scores()))
    assert made.title == "3 cases, 3 turns"
    assert made.rows == (("citation_grounding", "0.500", "2 of 3", "1", "–", ""),)


def test_a_mean_of_nothing_is_no_number() -> None:
    (mean,) = means_of(scores()[1:2])
    assert (mean.value, mean.measured) == (None, 0)


def test_a_scorer_that_raises_is_a_row_with_its_reason() -> None:
    def broken(_expected: CaseTurn, _answer: Answer) -> float | None:
        raise ZeroDivisionError("by nothing")

    row = score(asked("a"), "broken", broken, TURN, seen(GOOD))
    assert (row.status, row.reason) == ("failed", "ZeroDivisionError: by nothing")


def test_a_scorer_that_leaves_the_range_has_failed() -> None:
    row = score(asked("a"), "wild", lambda _e, _s: float("nan"), TURN, seen(GOOD))
    assert row.status == "failed"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("outcome_match", "no threshold"),
        ("outcome_match>=", "no threshold"),
        ("outcome_match=0.9", "no threshold"),
        ("outcome_match>=none", "not a number"),
        ("outcome_match>=nan", "not a number"),
        ("outcome_match>=90", "not a number from 0 to 1"),
        ("outcome_mach>=0.9", "names no metric"),
        ("", "names no metric"),
    ],
)
def test_a_gate_that_could_not_fail_is_an_error_of_the_settings(text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says) as caught:
        gate_from(text, METRICS)
    assert caught.value.exit_code == 2


def test_a_gate_is_read_as_it_is_written() -> None:
    assert gate_from(" outcome_match >= 0.9 ", METRICS) == Gate(
        metric="outcome_match", threshold=0.9
    )
    assert str(gate_from("outcome_match<=.25", METRICS)) == "outcome_match<=0.25"


@pytest.mark.parametrize(
    ("gate", "passed"),
    [
        ("citation_grounding>=0.5", True),
        ("citation_grounding>=0.51", False),
        ("citation_grounding<=0.5", True),
        ("citation_grounding<=0.49", False),
        ("outcome_match>=0", False),  # nothing of it was measured
    ],
)
def test_a_gate_passes_by_the_mean_of_what_was_measured(gate: str, passed: bool) -> None:
    report = report_of([asked("a")], scores(), [gate_from(gate, METRICS)])
    assert report.passed is passed


def test_a_gate_does_not_pass_over_a_scorer_that_failed() -> None:
    failed = MetricScore(case="d", turn=1, metric="citation_grounding", status="failed", reason="x")
    gate = gate_from("citation_grounding>=0.1", METRICS)
    report = report_of([], [*scores()[:1], failed], [gate])
    assert report.gates[0].reason == "1 of 2 could not be measured"
    assert not report.passed


def test_shortfalls_name_the_case_the_metric_and_the_answer() -> None:
    rows = shortfalls(report_of([asked("invented")], scores()[2:])).rows
    assert rows == (("invented", "1", "citation_grounding", "0.000", "…"),)


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=20))
def test_counts_add_up_and_the_mean_lies_between_its_values(values: list[float | None]) -> None:
    rows = [
        MetricScore(
            case=str(number),
            turn=1,
            metric="m",
            status="not_applicable" if value is None else "measured",
            value=value,
        )
        for number, value in enumerate(values)
    ]
    for mean in means_of(rows):
        assert mean.total == len(values)
        real = [value for value in values if value is not None]
        assert mean.measured == len(real)
        if mean.value is not None:
            assert min(real) - 1e-12 <= mean.value <= max(real) + 1e-12


def test_a_report_goes_to_json_and_back() -> None:
    report = report_of([asked("a")], scores(), [gate_from("citation_grounding>=0.5", METRICS)])
    assert Report.model_validate_json(report.model_dump_json()) == report
