"""The measure of routing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import loadsheet
from loadsheet.evals.route import accuracy, report, rows_of


def labels(**changed: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "source": "internal_corpus",
        "granularity": "fact_lookup",
        "effort": "single_shot",
        "memory": {"fire": False, "types": [], "trigger": "none"},
        "outcome": "answered",
        "resolved": None,
        "constraints_stated": [],
        "constraints_withdrawn": [],
        "correction": False,
        "topic_switch": False,
    }
    return made | changed


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_a_conversation_is_compared_field_by_field(tmp_path: Path) -> None:
    about = {"corpus": ["Handbook"], "store": [], "memory": [], "state": None, "today": None}
    thanks = labels(source="none", outcome="none-needed")
    turns = [
        {"user": "What is the notice period?", "assistant": "Three months.", "labels": labels()},
        {"user": "thanks!", "assistant": None, "labels": thanks},
    ]
    file = written(tmp_path / "set.jsonl", [{"id": "a", "about": about, "turns": turns}])
    found = accuracy(file)
    assert found.turns == 2
    assert found.fields["source"].part == 1.0
    assert (found.unsearched, found.missed) == (1, 0)
    assert report(found)[0] == "accuracy by field, 2 turns"


def test_a_line_that_is_not_json_is_named(tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    file.write_text('{"a": 1}\nnot json\n', "utf-8")
    with pytest.raises(loadsheet.InputError, match="line 2"):
        list(rows_of(file))
