"""Frozen conversations, asked again after a change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import Run

from loadsheet.evals.case import load_cases
from loadsheet.evals.regression import METRICS, STAGES

QUESTIONS = ("How long is the refund window for EU customers?", "And for the UK?")


@pytest.fixture
def frozen(cli: Run, tmp_path: Path) -> Path:
    for question in QUESTIONS:
        assert cli("ask", question, "--session", "refunds").code == 0
    file = tmp_path / "frozen.json"
    made = cli("eval", "freeze", "--session", "refunds", "--output", str(file))
    assert made.code == 0, made.err
    return file


def test_a_frozen_session_is_the_same_while_nothing_changes(cli: Run, frozen: Path) -> None:
    (case,) = load_cases(frozen).cases
    assert [turn.question for turn in case.turns] == [*QUESTIONS]
    report = json.loads(cli("eval", str(frozen), "--json").out)
    means = {row["metric"]: row for row in report["means"] if row["metric"] in METRICS}
    assert [*means] == [*METRICS]
    assert {(row["value"], row["measured"]) for row in means.values()} == {(1.0, 2)}
    assert all(gate["passed"] for gate in report["gates"])
    assert all(turn["differs"] == [] for turn in report["turns"])


def test_a_change_names_the_first_stage_that_differs_and_fails_the_gate(
    cli: Run, frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADSHEET_EVIDENCE_FLOOR", "0.6")
    result = cli("eval", str(frozen), "--gate", "same_evidence>=1", "--json")
    assert result.code == 1
    report = json.loads(result.out)
    first = report["turns"][0]["differs"][0]
    assert first["stage"] == "evidence"
    assert first["gone"]
    assert first["same"] < 1
    assert "evidence" in cli("eval", str(frozen)).out


def test_a_gate_without_a_threshold_is_refused(cli: Run, frozen: Path) -> None:
    result = cli("eval", str(frozen), "--gate", "same_answer")
    assert result.code == 2
    assert "has no threshold" in result.err


def test_what_cannot_be_frozen_says_why(cli: Run, tmp_path: Path) -> None:
    result = cli("eval", "freeze", "--session", "nobody", "--output", str(tmp_path / "x.json"))
    assert result.code == 2
    assert "nobody" in result.err
    assert not (tmp_path / "x.json").exists()


def test_every_stage_has_a_metric() -> None:
    assert len(METRICS) == len(STAGES) == 6
