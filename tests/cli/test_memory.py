from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import Result, run


def over(state: Path, *arguments: str) -> Result:
    return run("--state", str(state), *arguments)


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state in which a person said three things."""
    monkeypatch.setenv("LOADSHEET_MEMORY", "on")
    state = tmp_path / "told"
    for text in ("I live in Rome.", "Actually I live in Oslo.", "My passport number is X4411Z."):
        assert over(state, "ask", text).code == 0
    return state


def test_records_are_listed_with_their_status(told: Path) -> None:
    made = json.loads(over(told, "memory", "list", "--json").out)
    assert [(row["value"], row["status"]) for row in made["records"]] == [
        ("Rome", "superseded"),
        ("Oslo", "active"),
        ("X4411Z", "active"),
    ]
    assert "Oslo" in over(told, "memory", "list", "--status", "active").out
    assert "Rome" not in over(told, "memory", "list", "--status", "active").out


def test_records_are_listed_by_type_and_an_unknown_one_is_an_error(told: Path) -> None:
    facts = json.loads(over(told, "memory", "list", "--type", "fact", "--json").out)["records"]
    assert len(facts) == 3
    assert json.loads(over(told, "memory", "list", "--type", "episodic", "--json").out) == {
        "records": []
    }
    for wrong in (("--type", "belief"), ("--status", "gone")):
        result = over(told, "memory", "list", *wrong)
        assert (result.code, "there are:" in result.err) == (2, True)


def test_a_conflict_is_listed_settled_and_kept_with_its_decision(told: Path) -> None:
    for text in ("I'm vegetarian.", "I had steak for dinner."):
        assert over(told, "ask", text).code == 0
    (row,) = json.loads(over(told, "memory", "review", "--json").out)["reviews"]
    assert row["decision"] is None
    kept = json.loads(
        over(
            told, "memory", "review", str(row["id"]), "edit", "--value", "pescatarian", "--json"
        ).out
    )
    assert (kept["status"], kept["value"]) == ("active", "pescatarian")
    assert json.loads(over(told, "memory", "review", "--json").out) == {"reviews": []}
    (settled,) = json.loads(over(told, "memory", "review", "--all", "--json").out)["reviews"]
    assert settled["decision"] == "edit"
    assert settled["decided_at"]
    assert over(told, "memory", "review", str(row["id"]), "accept").code == 2


def test_a_key_has_a_history_and_a_record_its_details(told: Path) -> None:
    history = json.loads(over(told, "memory", "history", "user", "live in", "--json").out)
    old, new = history["records"]
    assert old["superseded_by"] == new["id"]
    assert "Actually I live in Oslo." in over(told, "memory", "show", new["id"]).out
    assert over(told, "memory", "show", "r-none").code == 2


def test_a_time_is_asked_for_and_must_be_one(told: Path) -> None:
    made = json.loads(over(told, "memory", "as-of", "2999-01-01", "--json").out)
    assert [row["value"] for row in made["records"]] == ["Oslo", "X4411Z"]
    assert over(told, "memory", "as-of", "tomorrow").code == 2


def test_forgetting_is_reported_and_its_turn_replays_as_forgotten(told: Path) -> None:
    records = json.loads(over(told, "memory", "list", "--json").out)["records"]
    passport = next(row["id"] for row in records if row["value"] == "X4411Z")
    report = json.loads(over(told, "memory", "forget", "--record", passport, "--json").out)
    assert (report["records"], report["files"]) == ([passport], [])
    assert b"X4411Z" not in b"".join(file.read_bytes() for file in told.iterdir())
    turns = json.loads(over(told, "trace", "--list", "--json").out)
    gone = next(row["id"] for row in turns if row["outcome"] == "forgotten")
    replayed = over(told, "replay", gone)
    assert (replayed.code, "forgotten" in replayed.err) == (1, True)
    assert over(told, "memory", "forget").code == 2


def test_a_package_goes_to_another_workspace(told: Path, tmp_path: Path) -> None:
    package = str(tmp_path / "package.jsonl")
    assert over(told, "memory", "export", package).code == 0
    first = json.loads(
        over(told, "memory", "import", package, "--workspace", "there", "--json").out
    )
    assert len(first["ids"]) == 3
    again = json.loads(
        over(told, "memory", "import", package, "--workspace", "there", "--json").out
    )
    assert again["ids"] == {}


def test_no_conflict_waits_and_a_number_needs_a_verdict(told: Path) -> None:
    assert "No conflict" in over(told, "memory", "review").out
    assert over(told, "memory", "review", "1").code == 2
    assert over(told, "memory", "review", "1", "accept").code == 2


def test_the_history_of_what_is_not_known_is_an_error_that_names_what_is(told: Path) -> None:
    nobody = over(told, "memory", "history", "nobody", "live in")
    assert (nobody.code, "memory list" in nobody.err) == (2, True)
    nothing = over(told, "memory", "history", "user", "shoe size")
    assert (nothing.code, "'live in'" in nothing.err) == (2, True)


def test_a_belief_is_recorded_tested_and_told_of_by_a_plan(told: Path) -> None:
    record = json.loads(over(told, "memory", "list", "--status", "active", "--json").out)[
        "records"
    ][0]
    words = (
        "believe",
        "Trams are near.",
        "--support",
        record["id"],
        "--confidence",
        "0.7",
        "--json",
    )
    belief = json.loads(over(told, "memory", *words).out)
    assert (belief["status"], belief["supports"]) == ("pending", [[record["id"]]])
    assert over(told, "memory", "validate", "Take the trams.").code == 0
    assert over(told, "memory", "close", belief["id"], "falsified", "none came").code == 0
    doubted = over(told, "memory", "validate", "Take the trams.")
    assert (doubted.code, "Trams are near." in doubted.out) == (1, True)
    listed = over(told, "memory", "list", "--type", "hypothesis", "--status", "falsified").out
    assert "Trams are near." in listed
    assert "none came" in over(told, "memory", "show", belief["id"]).out
    assert (
        json.loads(over(told, "memory", "reverify", belief["id"], "--json").out)["status"]
        == "pending"
    )
    assert over(told, "memory", "believe", "x", "--confidence", "2").code == 2


def test_a_list_of_records_says_what_is_held_beside_them(tmp_path: Path) -> None:
    for content in ("Trams are near.", "Buses are late."):
        assert over(tmp_path, "memory", "believe", content).code == 0
    assert over(tmp_path, "memory", "list").out.splitlines() == [
        "Nothing to list (workspace default).",
        "2 hypotheses: `loadsheet memory list --type hypothesis`",
    ]
    assert "`" not in over(tmp_path, "memory", "list", "--status", "falsified").out
    assert json.loads(over(tmp_path, "memory", "list", "--json").out) == {"records": []}


def test_a_run_becomes_an_episode_that_is_accepted(told: Path) -> None:
    episode = json.loads(over(told, "memory", "consolidate", "main", "--json").out)
    assert "Actually I live in Oslo." in episode["summary"]
    assert "Rome" not in episode["summary"]
    assert over(told, "memory", "accept", episode["id"]).code == 0
    (row,) = json.loads(over(told, "memory", "list", "--type", "episode", "--json").out)["records"]
    assert row["status"] == "accepted"
