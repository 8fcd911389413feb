from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import Run


def test_each_step_says_what_it_was_given_kept_and_removed(cli: Run, turns: list[str]) -> None:
    found = json.loads(cli("funnel", turns[0], "--json").out)
    steps = found["steps"]
    assert [step["name"] for step in steps][:4] == ["fuse", "deduplicate", "threshold", "cap"]
    assert steps[-1]["name"] == "assemble"
    for step in steps[1:]:
        assert step["given"] - step["kept"] == len(step["removed"])
        assert all(row["reason"] for row in step["removed"])


@pytest.mark.parametrize("width", ["60", "100"])
def test_the_table_and_the_bars_show_every_step(
    cli: Run, turns: list[str], monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    steps = json.loads(cli("funnel", turns[0], "--json").out)["steps"]
    out = cli("funnel", turns[0]).out
    for step in steps:
        assert out.count(step["name"]) >= 2
    assert "█" in out
    assert "confidence" in out


def test_all_lists_each_passage_that_was_removed(cli: Run, turns: list[str]) -> None:
    steps = json.loads(cli("funnel", turns[0], "--json").out)["steps"]
    every = cli("funnel", turns[0], "--all").out
    assert all(row["id"] in every for step in steps for row in step["removed"])


def test_without_a_turn_it_is_the_last_one_that_searched(cli: Run, turns: list[str]) -> None:
    last = cli("funnel", "--json").out
    cli("ask", "Hello!", "--session", "s")
    assert cli("funnel", "--json").out == last
    assert cli("funnel").out.startswith("The last turn that searched; 1 later turn did not.\n")


def test_a_turn_that_searched_nothing_has_no_funnel(fresh: Run) -> None:
    fresh("ask", "Hello!", "--session", "s")
    assert fresh("funnel", "nowhere").code == 2
    assert "there is no funnel to show" in fresh("funnel").err


def test_thresholds_are_fitted_to_questions_of_ones_own_and_written(
    cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    known = ("refund window for EU customers", "refund window for UK customers", "store credit")
    strange = ("colour of the moon", "price of a piano", "name of the captain")
    rows = [
        *({"question": f"What is the {name}?", "answer": name.split()[0]} for name in known),
        *({"question": f"What is the {name}?", "answerable": False} for name in strange),
    ]
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    found = json.loads(cli("calibrate", str(file), "--json").out)
    assert (found["questions"], found["answerable"]) == (6, 3)
    assert found["after"]["answered"] == found["after"]["refused"] == 1.0
    assert not (tmp_path / "loadsheet.toml").exists()
    refused = cli("calibrate", str(file), "--write")
    assert refused.code == 2
    assert "3 answerable questions and 3 others: below 20" in refused.err
    assert not (tmp_path / "loadsheet.toml").exists()
    out = cli("calibrate", str(file), "--write", "--force").out
    assert "Careful: 3 answerable" in out
    assert "Confidence from" in out
    assert "AUROC" in out
    assert "sufficiency = " in (tmp_path / "loadsheet.toml").read_text(encoding="utf-8")
    assert cli("config").code == 0
