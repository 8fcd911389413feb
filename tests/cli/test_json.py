"""Every command with `--json`: stdout holds JSON and nothing else, and so does stderr where a command fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer.main
from tests.cli.running import Run

from loadsheet.cli.commands import app

QUESTION = "How long is the refund window for EU customers?"

WORKS: dict[str, tuple[str, ...]] = {
    "add": ("add", "docs"),
    "ask": ("ask", QUESTION),
    "calibrate": ("calibrate", "questions.jsonl"),
    "chat": ("chat",),
    "check": ("check",),
    "config": ("config",),
    "demo": ("demo",),
    "contribution": ("contribution", "--expected", "14 days"),
    "diff": ("diff", "TURN", "TURN"),
    "doctor": ("doctor", "--expected", "14 days"),
    "documents": ("documents",),
    "eval": ("eval", "cases.jsonl"),
    "funnel": ("funnel",),
    "manifest": ("manifest",),
    "memory accept": ("memory", "accept", "EPISODE"),
    "memory as-of": ("memory", "as-of", "2026-01-01"),
    "memory believe": ("memory", "believe", "Tea is late.", "--support", "RECORD"),
    "memory close": ("memory", "close", "BELIEF", "falsified", "it was early"),
    "memory consolidate": ("memory", "consolidate", "main"),
    "memory export": ("memory", "export", "out.json"),
    "memory forget": ("memory", "forget", "--record", "RECORD", "--yes"),
    "memory history": ("memory", "history", "SUBJECT", "KEY"),
    "memory import": ("memory", "import", "package.json"),
    "memory list": ("memory", "list"),
    "memory remove-package": ("memory", "remove-package", "PACKAGE"),
    "memory reverify": ("memory", "reverify", "BELIEF"),
    "memory review": ("memory", "review"),
    "memory show": ("memory", "show", "RECORD"),
    "memory validate": ("memory", "validate", "Serve the tea."),
    "remove": ("remove", "doc_08.md"),
    "replay": ("replay", "TURN"),
    "route": ("route", QUESTION),
    "rules": ("rules", "--session", "demo"),
    "search": ("search", "refund"),
    "sessions": ("sessions",),
    "show": ("show", "doc_17.md"),
    "sync": ("sync", "docs"),
    "trace": ("trace",),
}

FAILS: dict[str, tuple[str, ...]] = {
    "add": ("add", "nowhere"),
    "ask": ("ask", ""),
    "calibrate": ("calibrate", "nowhere.jsonl"),
    "chat": ("chat", "--resume", "--session", "x"),
    "check": ("check", "--frobnicate"),
    "config": ("config", "--config", "nowhere.toml"),
    "demo": ("demo", "--budget", "few"),
    "contribution": ("contribution", "t-unknown"),
    "diff": ("diff", "t-unknown", "t-unknown"),
    "doctor": ("doctor", "t-unknown"),
    "documents": ("documents", "--budget", "few"),
    "eval": ("eval", "nowhere.jsonl"),
    "funnel": ("funnel", "t-unknown"),
    "manifest": ("manifest", "t-unknown"),
    "memory accept": ("memory", "accept", "e-unknown"),
    "memory as-of": ("memory", "as-of", "some day"),
    "memory believe": ("memory", "believe", "Tea is late.", "--support", "r-unknown"),
    "memory close": ("memory", "close", "h-unknown", "falsified", "it was early"),
    "memory consolidate": ("memory", "consolidate", "nowhere"),
    "memory export": ("memory", "export", "no/such/folder/out.json"),
    "memory forget": ("memory", "forget", "--record", "r-unknown"),
    "memory history": ("memory", "history"),
    "memory import": ("memory", "import", "nowhere.json"),
    "memory list": ("memory", "list", "--status", "odd"),
    "memory remove-package": ("memory", "remove-package", "nowhere"),
    "memory reverify": ("memory", "reverify", "h-unknown"),
    "memory review": ("memory", "review", "99", "accept"),
    "memory show": ("memory", "show", "r-unknown"),
    "memory validate": ("memory", "validate", ""),
    "remove": ("remove", "doc_99.md"),
    "replay": ("replay", "t-unknown"),
    "route": ("route", ""),
    "rules": ("rules", "--end", "c-unknown"),
    "search": ("search", ""),
    "sessions": ("sessions", "--budget", "few"),
    "show": ("show", "doc_99.md"),
    "sync": ("sync", "--frobnicate"),
    "trace": ("trace", "t-unknown"),
}


def test_every_command_is_walked() -> None:
    root: Any = typer.main.get_command(app)
    names = {name for name in root.commands if name != "memory"}
    names |= {f"memory {name}" for name in root.commands["memory"].commands}
    assert names == WORKS.keys() == FAILS.keys()


@pytest.fixture
def prepared(cli: Run, tmp_path: Path) -> Run:
    """The command line over a state with a record, beside the files that commands read."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "tea.md").write_text("# Tea\n\nTea is served at four.")
    (tmp_path / "questions.jsonl").write_text(
        json.dumps({"question": QUESTION, "documents": ["doc_17.md"]})
        + "\n"
        + json.dumps({"question": "Who is the mayor of Ulm?", "answerable": False})
    )
    case = {"id": "tea", "turns": [{"question": QUESTION, "answer_contains": ["14 days"]}]}
    (tmp_path / "cases.jsonl").write_text(json.dumps(case))
    assert cli("ask", "I live in Kleinenbroich.").code == 0
    assert cli("ask", QUESTION).code == 0
    assert cli("memory", "export", "package.json").code == 0
    for command in (
        ("believe", "Coffee is late.", "--workspace", "other"),
        ("export", "other.json", "--workspace", "other"),
        ("import", "other.json"),
        ("consolidate", "main"),
    ):
        assert cli("memory", *command).code == 0
    return cli


@pytest.mark.parametrize("name", WORKS)
def test_what_works_is_json_on_stdout_and_nothing_else(prepared: Run, name: str) -> None:
    record = json.loads(prepared("memory", "list", "--json").out)["records"][0]
    turn = json.loads(prepared("trace", "--list", "--json").out)[0]["id"]
    listed = ("memory", "list", "--json", "--type")
    given = {
        "BELIEF": json.loads(prepared(*listed, "hypothesis").out)["records"][0]["id"],
        "EPISODE": json.loads(prepared(*listed, "episode").out)["records"][0]["id"],
        "PACKAGE": f"other/{json.loads(Path('other.json').read_text().splitlines()[0])['identity']}",
        "TURN": turn,
        "RECORD": record["id"],
        "SUBJECT": record["subject"],
        "KEY": record["key"],
    }
    words = [given.get(word, word) for word in WORKS[name]]
    result = prepared(*words, "--json", stdin=f"{QUESTION}\n" if name == "chat" else "")
    # Forgetting says no where a document of the demo holds the same words.
    assert (result.code in {0, 1}, result.err) == (True, "")
    json.loads(result.out)


@pytest.mark.parametrize("name", FAILS)
def test_what_fails_leaves_stdout_empty_and_is_json_on_stderr(prepared: Run, name: str) -> None:
    result = prepared(*FAILS[name], "--json")
    assert (result.code, result.out) == (2, "")
    error = json.loads(result.err)["error"]
    assert error.keys() == {"type", "message"}
    assert error["message"]
