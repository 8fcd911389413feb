from __future__ import annotations

import json
from pathlib import Path

import pytest

import loadsheet
from loadsheet.errors import InputError
from loadsheet.evals.memory import MemoryReport, measure


def opened() -> loadsheet.Agent:
    return loadsheet.Agent.open(":memory:", settings=loadsheet.Settings(_file=None, memory="on"))


async def measured(folder: Path) -> MemoryReport:
    return await measure(folder, opened)


def values(report: MemoryReport) -> dict[str, float | None]:
    return {row.metric: row.value for row in report.rows}


async def test_facts_are_scored_by_what_is_current(tmp_path: Path) -> None:
    content = {
        "context": "Here is a list:\n0. The capital of Urland is Ost.\n1. The capital of Urland is West.",
        "questions": ["What is the capital of Urland?", "What is the capital of Nowhere?"],
        "answers": [["West"], ["Elsewhere"]],
    }
    (tmp_path / "set.json").write_text(json.dumps(content))
    assert values(await measured(tmp_path)) == {
        "current value in the answer": 0.5,
        "superseded value in the answer": 0.0,
        "superseded value shown as current": 0.0,
    }


async def test_conversations_are_scored_by_the_messages_that_hold_the_evidence(
    tmp_path: Path,
) -> None:
    said = [
        "I've got 10 boats in the harbour.",
        "I now have 12 boats in the harbour.",
        "Always name the harbour when I ask about boats.",
        "I've never been on a boat.",
    ]
    messages = [{"id": n, "role": "user", "content": text} for n, text in enumerate(said)]
    asked = {
        "knowledge_update": [
            {
                "question": "How many boats do I have in the harbour?",
                "source_chat_ids": {"original_info": [0], "updated_info": [1]},
            },
            {"question": "?", "source_chat_ids": {"original_info": [0], "updated_info": [0]}},
        ],
        "contradiction_resolution": [
            {
                "question": "Have I been on a boat?",
                "source_chat_ids": {"first_statement": [3], "second_statement": [1]},
            }
        ],
        "instruction_following": [{"question": "Which boats are there?", "source_chat_ids": [2]}],
    }
    (tmp_path / "1.chat.json").write_text(json.dumps({"messages": messages}))
    (tmp_path / "1.questions.json").write_text(json.dumps(asked))
    report = await measured(tmp_path)
    found = values(report)
    assert found["updated above the original"] == 1.0
    assert found["standing instruction present"] == 1.0
    assert next(r.left_out for r in report.rows if r.metric == "updated statement aboard") == 1


async def test_a_folder_without_sets_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no set of facts"):
        await measured(tmp_path)
