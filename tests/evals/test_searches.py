"""The measure of searching with and without routing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from loadsheet.adapters import IN_MEMORY, store_from
from loadsheet.evals.ranking import auroc
from loadsheet.evals.searches import index, judge, questions, report


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


async def test_a_judged_set_is_searched_in_each_way_at_equal_tokens(tmp_path: Path) -> None:
    passages = [
        {"_id": "p1", "text": "The Hanseatic League held its last diet in 1669."},
        {"_id": "p2", "text": "Quarter finals were held in May."},
    ]
    written(tmp_path / "history" / "corpus.jsonl", passages)
    history = [
        {"speaker": "user", "text": "What was the Hanseatic League?"},
        {"speaker": "agent", "text": "A trading network."},
    ]
    asked = {
        "task_id": "q<::>2",
        "domain": "history",
        "history": history,
        "question": "When was its last diet held?",
    }
    written(tmp_path / "turns.jsonl", [asked])
    written(
        tmp_path / "gold" / "turns.jsonl",
        [{"task_id": "q<::>2", "answerability": ["ANSWERABLE"]}],
    )
    qrels = tmp_path / "history" / "gold" / "qrels.tsv"
    qrels.parent.mkdir()
    qrels.write_text("query-id\tcorpus-id\tscore\nq<::>2\tp1\t1\n", "utf-8")
    store = store_from(IN_MEMORY)
    await index(store, tmp_path / "history")
    judged = await judge(store, "history", questions(tmp_path))
    plain, fixed, rules = judged.ways
    assert [way.questions for way in judged.ways] == [1, 1, 1]
    assert [way.searches for way in judged.ways] == [1, 1, 1]
    assert plain.queries < rules.queries == fixed.queries
    assert rules.recall == 1.0
    assert "default stays fixed" in report([judged])[-1]
    await store.close()


def test_auroc_counts_ties_half_and_needs_both_kinds() -> None:
    assert auroc([(0.9, True), (0.1, False)]) == 1.0
    assert auroc([(0.5, True), (0.5, False)]) == 0.5
    assert auroc([(0.5, True)]) is None
