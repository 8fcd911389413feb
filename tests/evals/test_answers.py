"""How answers are measured: what they hold, whether they are quoted, and when they are refused."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import loadsheet
from loadsheet.cli.retrieval import half_of
from loadsheet.errors import InputError
from loadsheet.evals.answers import Half, in_half, measure, overlap
from loadsheet.evals.bench import Bench


def written(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


async def measured(folder: Path, half: Half | None = None) -> dict[str, float]:
    async with loadsheet.Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        report = await measure(folder, Bench(agent.store, agent.pipeline, None), half)
    return {row.name: row.value for row in report.figures}


async def test_a_right_answer_is_told_from_a_wrong_one_and_from_what_says_everything(
    tmp_path: Path,
) -> None:
    right = "Urland lies by the sea. The mayor of Urland is Ana Berg."
    documents = [
        {"text": right, "type": "correct", "answer": "Ana Berg"},
        {"text": "Herring is cheap at dawn.", "type": "noise", "answer": "unknown"},
    ]
    row = {"question": "Who is the mayor of Urland?", "documents": documents}
    written(tmp_path / "town" / "dev.jsonl", [row])
    found = await measured(tmp_path)
    assert found["town/turns/wrong refusals"] == 0
    assert found["town/turns/grounded"] == 1
    assert found["town/quoted/holds an answer"] == 1
    assert found["town/first sentence/holds an answer"] == 0
    assert found["town/best passage/holds an answer"] == 1
    assert found["town/quoted/length"] < found["town/best passage/length"]


async def test_a_question_without_an_answer_is_measured_by_its_refusal(tmp_path: Path) -> None:
    text = "The harbour of Urland was built in 1912. Its pier is long."
    written(tmp_path / "town" / "corpus.jsonl", [{"_id": "harbour", "title": "", "text": text}])
    asked = {"t1": "When was the harbour of Urland built?", "t2": "Who owns the old brewery?"}
    turns: list[Mapping[str, Any]] = [
        {"task_id": n, "domain": "town", "history": [], "question": q} for n, q in asked.items()
    ]
    written(tmp_path / "turns.jsonl", turns)
    gold = [
        {"task_id": "t1", "answerability": ["ANSWERABLE"], "answer": "It was built in 1912."},
        {"task_id": "t2", "answerability": ["UNANSWERABLE"], "answer": "I do not know."},
    ]
    written(tmp_path / "gold" / "turns.jsonl", gold)
    (tmp_path / "town" / "qrels.tsv").write_text("t1 0 harbour 1\n")
    found = await measured(tmp_path)
    assert found["town/turns/right refusals"] == 1
    assert found["town/turns/wrong refusals"] == 0
    assert found["town/turns/cites a relevant one"] == 1
    assert found["town/quoted/words recall"] == 1


async def test_a_set_with_an_empty_answer_is_refused(tmp_path: Path) -> None:
    documents = [{"text": "Ana Berg is mayor.", "type": "correct", "answer": " "}]
    written(tmp_path / "a" / "dev.jsonl", [{"question": "Who?", "documents": documents}])
    with pytest.raises(InputError, match="the answer to 'Who\\?' is empty"):
        await measured(tmp_path / "a")
    text = "The harbour was built in 1912."
    written(tmp_path / "b/town/corpus.jsonl", [{"_id": "h", "title": "", "text": text}])
    turn: Mapping[str, Any] = {
        "task_id": "t1",
        "domain": "town",
        "history": [],
        "question": "When was it built?",
    }
    written(tmp_path / "b/turns.jsonl", [turn])
    written(tmp_path / "b/gold/turns.jsonl", [{"task_id": "t1", "answer": ""}])
    (tmp_path / "b/town/qrels.tsv").write_text("t1 0 h 1\n")
    with pytest.raises(InputError, match="the answer of 't1' is empty"):
        await measured(tmp_path / "b")


def test_words_in_common_are_counted_as_often_as_both_have_them() -> None:
    assert overlap("built built 1912", "built in 1912") == (1.0, pytest.approx(2 / 3), 0.8)
    assert overlap("nothing", "built in 1912") == (0.0, 0.0, 0.0)


def test_each_question_is_in_one_half() -> None:
    for number in range(20):
        question = f"question {number}"
        assert in_half(question, "first") != in_half(question, "second")
        assert in_half(question, None)
    assert half_of("first") == "first"
    with pytest.raises(InputError, match="first or second"):
        half_of("third")
