from __future__ import annotations

import json
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from loadsheet.agent import Agent
from loadsheet.artifacts import Document
from loadsheet.errors import ModelError, SettingsError
from loadsheet.evals.case import Case, CaseTurn
from loadsheet.evals.run import run, run_file, shortfalls
from loadsheet.models.scripted import ScriptedModel

POLICY = Document(id="policy.md", text="# Refunds\n\nThe refund window is 14 days from delivery.")
QUESTION = "How long is the refund window?"


def opened(_case: Case) -> Agent:
    return Agent.open(":memory:", settings={})


def case(id: str = "a", **turn: object) -> Case:
    expected = CaseTurn.model_validate({"question": QUESTION, **turn})
    return Case(id=id, documents=(POLICY,), turns=(expected,))


async def test_a_whole_turn_is_asked_and_scored() -> None:
    report = await run([case(answer_contains=["14 days"], cites=["policy.md"])], opened)
    values = {score.metric: score.value for score in report.scores if score.status == "measured"}
    assert values == {
        "answer_correctness": 1.0,
        "citation_grounding": 1.0,
        "citation_support": 1.0,
        "citation_validity": 1.0,
        "citation_recall": 1.0,
        "evidence_recall": 1.0,
        "manifest_coverage": 1.0,
    }
    assert report.turns[0].turn_id
    assert report.turns[0].prompt_tokens


async def test_what_no_model_said_needs_no_source_and_what_one_invents_does() -> None:
    asked = ("We moved the depot to Leeds.", "Thank you!", "12 * 7", QUESTION)
    told = Case(
        id="told", documents=(POLICY,), turns=tuple(CaseTurn(question=text) for text in asked)
    )
    model = ScriptedModel(["It is 99 days."])
    report = await run([told], lambda _case: Agent.open(":memory:", settings={}, model=model))
    grounding = [s.value for s in report.scores if s.metric == "citation_grounding"]
    assert grounding == [None, None, None, 0.0]


async def test_turns_of_a_case_are_one_conversation_and_cases_know_nothing_of_each_other() -> None:
    two = Case(
        id="two",
        documents=(POLICY,),
        turns=(CaseTurn(question=QUESTION), CaseTurn(question=f"{QUESTION} In days?")),
    )
    model = ScriptedModel(["14 days. [1]", "Fourteen. [1]", "14 days. [1]"])
    await run([two, case("one")], lambda _case: Agent.open(":memory:", settings={}, model=model))
    assert [len(prompt.messages) for prompt in model.prompts] == [2, 4, 2]


async def test_markers_that_name_nothing_are_read_from_the_trace() -> None:
    model = ScriptedModel(["It is 14 days. [1][9]"])
    report = await run([case()], lambda _case: Agent.open(":memory:", settings={}, model=model))
    mean = report.mean("citation_validity")
    assert mean is not None
    assert mean.value == 0.5


async def test_a_turn_that_raises_is_a_row_and_the_next_one_is_asked() -> None:
    two = case("a").model_copy(update={"turns": (CaseTurn(question=QUESTION),) * 2})
    model = ScriptedModel([ModelError("the server is gone"), "14 days. [1]"])
    report = await run([two], lambda _case: Agent.open(":memory:", settings={}, model=model))
    assert [turn.failure for turn in report.turns] == ["ModelError: the server is gone", None]
    mean = report.mean("citation_validity")
    assert mean is not None
    assert (mean.measured, mean.failed) == (1, 1)
    first = shortfalls(report).rows[0]
    assert first == ("a", "1", "every metric", "failed", "ModelError: the server is gone")


async def test_documents_that_cannot_be_added_fail_the_turns_of_their_case_only(
    tmp_path: Path,
) -> None:
    empty = case("empty").model_copy(update={"documents": (str(tmp_path),)})
    report = await run([empty, case("good")], opened)
    first, second = report.turns
    assert "its documents could not be added" in (first.failure or "")
    assert second.failure is None


async def test_a_gate_without_a_threshold_is_refused_before_anything_runs(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps({"id": "a", "turns": [{"question": "?"}]}), encoding="utf-8")

    def never(_case: Case) -> Agent:
        raise AssertionError("opened")

    with pytest.raises(SettingsError, match="no threshold"):
        await run_file(path, never, gates=["outcome_match"])


async def test_gates_of_the_file_and_of_the_caller_both_count(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    given = [case(outcome="answered").model_dump(mode="json")]
    path.write_text(json.dumps({"cases": given, "gates": ["outcome_match>=1"]}), encoding="utf-8")
    report = await run_file(path, opened, gates=["answer_correctness>=0.5"])
    assert [result.passed for result in report.gates] == [True, False]
    assert not report.passed


async def test_the_bundled_cases_run_over_the_bundled_documents() -> None:
    with as_file(files("loadsheet") / "examples") as folder:
        report = await run_file(
            folder / "refunds.cases.jsonl", opened, gates=["manifest_coverage>=1"]
        )
    assert report.passed
    assert not [turn for turn in report.turns if turn.failure]
    grounding = report.mean("citation_grounding")
    assert grounding is not None
    assert grounding.value == 1.0
