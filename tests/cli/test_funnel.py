from __future__ import annotations

import json

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


def test_a_turn_that_searched_nothing_has_no_funnel(fresh: Run) -> None:
    fresh("ask", "Hello!", "--session", "s")
    assert fresh("funnel", "nowhere").code == 2
