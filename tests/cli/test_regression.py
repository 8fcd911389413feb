"""Frozen conversations, asked again after a change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import Run
from tests.turns.acting import DOCUMENTS, agent

import loadsheet
from loadsheet.evals.case import load_cases
from loadsheet.evals.regression import METRICS, STAGES
from loadsheet.evals.run import run

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


def test_a_conversation_that_told_and_forgot_is_the_same_over_an_empty_memory(
    cli: Run, tmp_path: Path
) -> None:
    said = ("I work from Denver.", "Where do I work from?", "Forget that I work from Denver.")
    for turn in said:
        assert cli("ask", turn).code == 0
    file = tmp_path / "frozen.json"
    assert cli("eval", "freeze", "--session", "main", "--output", str(file)).code == 0
    (case,) = load_cases(file).cases
    answers = [turn.frozen.answer[1] for turn in case.turns if turn.frozen]
    assert answers[0] == "Noted."
    assert answers[2].endswith("`loadsheet memory forget --record RECORD`.")
    made = cli("eval", str(file), "--json")
    assert made.code == 0
    report = json.loads(made.out)
    assert {row["value"] for row in report["means"] if row["metric"] in METRICS} == {1.0}


async def test_what_is_frozen_is_the_trace_as_it_was_and_no_model_is_asked() -> None:
    model = loadsheet.ScriptedModel(["14 days. [1]", "It is 21 days. [1]"])
    changed = DOCUMENTS[0].model_copy(update={"text": DOCUMENTS[0].text.replace("14", "21")})
    async with agent(model) as one:
        await one.add_documents(DOCUMENTS)
        await one.ask(QUESTIONS[0], session="s", budget=700)
        await one.add_documents([changed])
        await one.remove("doc_31.md")
        await one.ask(QUESTIONS[0], session="s")
        await one.remove("doc_17.md")
        case = (await one.frozen("s")).case
    first, second = case.turns
    assert case.documents == DOCUMENTS
    assert (first.budget, second.budget) == (700, None)
    assert (second.added, second.removed) == ((changed,), ("doc_31.md",))
    assert first.frozen
    assert first.frozen.answer[:2] == ("answered", "14 days.")
    assert second.frozen
    assert second.frozen.answer[:2] == ("answered", "It is 21 days.")


async def test_a_case_is_asked_over_the_documents_and_the_memory_of_its_time() -> None:
    async with agent() as one:
        await one.ask("The gate code of the north yard is 4417.", session="before")
        await one.add_documents(DOCUMENTS[:1])
        await one.ask("What is the gate code of the north yard?", session="s")
        await one.add_documents(DOCUMENTS[1:])
        await one.ask("How long is the refund window for UK customers?", session="s")
        await one.ask("Actually the gate code of the north yard is 8812.", session="s")
        await one.remove("doc_31.md")
        case = (await one.frozen("s")).case
    assert [(r.value, r.status) for r in case.records] == [("4417", "active")]
    report = await run([case], lambda _case: agent())
    assert [row.differs for row in report.turns] == [(), (), ()]


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
