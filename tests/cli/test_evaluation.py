"""The command `eval`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import Run

CASE = {
    "id": "eu",
    "documents": [
        {"id": "refunds.md", "text": "# Refunds\n\nThe refund window in the EU is 14 days.\n"}
    ],
    "turns": [
        {"question": "How long is the refund window in the EU?", "answer_contains": ["14 days"]}
    ],
}


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(CASE) + "\n")
    return file


def test_cases_that_bring_their_documents_are_held_apart_from_the_state(
    cli: Run, cases: Path
) -> None:
    result = cli("eval", str(cases))
    assert result.code == 0
    assert result.out.startswith("1 cases, 1 turns\n")
    assert "eval-eu" not in cli("sessions").out


def test_cases_without_documents_ask_a_copy_of_the_state(cli: Run, cases: Path) -> None:
    question = "What is the refund window for UK customers?"
    case = {"id": "uk", "turns": [{"question": question, "answer_contains": ["28 days"]}]}
    cases.write_text(json.dumps(case) + "\n")
    report = json.loads(cli("eval", str(cases), "--json").out)
    assert report["turns"][0]["outcome"] == "answered"
    assert "28 days" in report["turns"][0]["answer"]
    assert "eval-uk" not in cli("sessions").out


def test_a_gate_that_fails_is_exit_1(cli: Run, cases: Path) -> None:
    metric = json.loads(cli("eval", str(cases), "--json").out)["means"][0]["metric"]
    cases.write_text(
        json.dumps({**CASE, "turns": [{"question": "Is there tea?", "answer_contains": ["tea"]}]})
    )
    result = cli("eval", str(cases), "--gate", f"{metric}>=1")
    assert result.code == 1
    assert "1 gate failed" in result.out
    assert cli("eval", str(cases), "--gate", "beauty>=1").code == 2


def test_ranking_is_measured_on_judged_sets_and_gated(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text('{"_id": "a", "text": "The pier is long."}\n')
    (tmp_path / "queries.jsonl").write_text('{"_id": "1", "text": "How long is the pier?"}\n')
    (tmp_path / "qrels.tsv").write_text("1\ta\t1\n")
    name = f"{tmp_path.name}/all sources/nDCG@10"
    result = cli("eval", "retrieval", "--data", str(tmp_path), "--gate", f"{name}>=0.9")
    assert result.code == 0
    assert f"{name}>=0.9: passed, 1.000 over 1 of 1" in result.out
    assert cli("eval", "retrieval").code == 2
