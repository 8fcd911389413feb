"""The commands `route` and `eval route`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import Run


def test_a_decision_is_explained_and_nothing_is_written(cli: Run) -> None:
    before = cli("trace", "--list", "--json").out
    result = cli("route", "Summarize our Q3 refund policy for EU customers.")
    assert result.code == 0
    assert "Route by rule documents" in result.out
    assert "rule_for_one_case" in result.out
    assert "raw_passage" in result.out
    assert cli("trace", "--list", "--json").out == before


def test_the_plan_is_given_as_json(cli: Run) -> None:
    plan = json.loads(cli("route", "what's 17 * 3?", "--json").out)
    assert (plan["source"], plan["rule"], plan["reply"]) == ("none", "arithmetic", "17 * 3 = 51")


def test_measuring_on_nothing_is_bad_input(cli: Run, tmp_path: Path) -> None:
    assert cli("eval", "route").code == 2
    assert cli("eval", "route", "--labelled", str(tmp_path / "missing.jsonl")).code == 2
