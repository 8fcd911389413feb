from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import Run

from loadsheet.adapters import STATE_FILE
from loadsheet.stores.sqlite.connection import Connection


def docs(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    return folder


def test_stdin_is_added_under_the_name_that_it_is_given(fresh: Run) -> None:
    assert fresh("add", "-", "--name", "note.md", stdin="# Note\n\nText.").code == 0
    (row,) = json.loads(fresh("documents", "--json").out)
    assert (row["id"], row["title"], row["path"]) == ("note.md", "Note", None)
    assert fresh("add", "-", "x", stdin="Text.").code == 2
    assert "--name" in fresh("add", "x", "--name", "y").err


def test_sync_without_a_path_takes_all_that_was_added(fresh: Run, tmp_path: Path) -> None:
    assert "nothing was added yet" in fresh("sync").err
    folder = docs(tmp_path / "docs", a="One.", b="Two.")
    fresh("add", str(folder))
    (folder / "a.md").unlink()
    docs(folder, c="Three.")
    assert fresh("sync").out == "1 added, 0 changed, 1 unchanged, 1 removed, 0 skipped\n"


def test_check_says_no_with_exit_1_until_drift_is_repaired(fresh: Run, tmp_path: Path) -> None:
    fresh("add", str(docs(tmp_path / "docs", a="One.", b="Two.")))
    agree = "2 documents, 2 passages: documents, text index, vectors, summaries and memory agree\n"
    assert (fresh("check").code, fresh("check").out) == (0, agree)
    connection = Connection(str(tmp_path / "fresh" / STATE_FILE))
    connection.rows("DELETE FROM passages WHERE text = 'One.'")
    connection.close()
    found = fresh("check")
    assert (found.code, "a.md: 1 of 1 passages are missing" in found.out) == (1, True)
    assert json.loads(fresh("check", "--json").out)["drift"]
    repaired = fresh("check", "--repair")
    assert (repaired.code, repaired.out.endswith(agree)) == (0, True)
    assert "One." in fresh("search", "one").out


def test_an_old_version_is_shown_as_a_citation_names_it(fresh: Run, tmp_path: Path) -> None:
    folder = docs(tmp_path / "docs", a="The window is 30 days. Ask early.", b="By train.")
    fresh("add", str(folder))
    fresh("ask", "How long is the window?")
    assert "superseded" not in fresh("manifest").out
    docs(folder, a="The window is 14 days.")
    fresh("sync")
    shown = fresh("show", "a.md", "--version", "1", "--span", "0:22")
    assert shown.out == "The window is 30 days.\n"
    assert "a.md v1 0–22" in shown.err
    assert "superseded by v2 on " in shown.err
    assert "a.md v1, in evidence:1, is superseded by v2 on " in fresh("manifest").out
    old = json.loads(fresh("show", "a.md", "--version", "1", "--json").out)
    assert old["superseded_by"] == 2
    assert json.loads(fresh("show", "a.md", "--json").out)["text"] == "The window is 14 days."
    assert fresh("show", "nothing.md").code == 2
    assert fresh("show", "a.md", "--span", "x").code == 2


READS = (
    ("manifest",),
    ("trace",),
    ("trace", "--list"),
    ("funnel",),
    ("replay", "TURN"),
    ("diff", "TURN", "TURN"),
    ("show", "doc_17.md"),
    ("search", "refund"),
    ("sessions",),
    ("documents",),
    ("route", "How long is the refund window?"),
    ("memory", "list"),
)
WRITES = (
    ("ask", "How long is the refund window?"),
    ("add", "docs"),
    ("sync", "docs"),
    ("remove", "doc_17.md"),
    ("remove", "--erase", "doc_17.md"),
)


def test_a_state_that_may_only_be_read_can_be_looked_into(
    cli: Run, state: Path, turns: list[str], tmp_path: Path
) -> None:
    docs(tmp_path / "docs", a="One.")
    before = {path.name: path.read_bytes() for path in state.iterdir()}
    for path in (*state.iterdir(), state):
        path.chmod(path.stat().st_mode & 0o555)
    try:
        for arguments in READS:
            result = cli(*(turns[0] if word == "TURN" else word for word in arguments))
            assert (result.code, result.out != "", "read-only" in result.err) == (0, True, False)
        for arguments in WRITES:
            result = cli(*arguments)
            assert (result.code, result.out) == (2, ""), arguments
            assert "is read-only: allow writing to it" in result.err
    finally:
        state.chmod(0o755)
    assert {path.name: path.read_bytes() for path in state.iterdir()} == before


def test_check_says_how_many_passages_wait_for_their_vector(
    fresh: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = docs(tmp_path / "docs", a="One.", b="Two.")
    monkeypatch.setenv("LOADSHEET_EMBEDDER", "none")
    assert fresh("add", str(folder)).code == 0
    assert "until their vectors are made" not in fresh("check").out
    monkeypatch.setenv("LOADSHEET_EMBEDDER", "local")
    found = fresh("check")
    assert (found.code, "2 passages found by words alone until" in found.out) == (0, True)
    assert json.loads(fresh("check", "--json").out)["waiting"] == 2


def test_remove_says_what_becomes_of_the_file_that_is_still_there(
    fresh: Run, tmp_path: Path
) -> None:
    folder = docs(tmp_path / "docs", a="One.", b="Two.")
    fresh("add", str(folder))
    removed = fresh("remove", "a.md").out
    assert f"{folder / 'a.md'} is still there: the next add or sync" in removed
    erased = fresh("remove", "b.md", "--erase", "--yes").out
    assert f"{folder / 'b.md'} is still there; add and sync pass it by" in erased
    again = fresh("sync").out
    assert "1 added, 0 changed, 0 unchanged, 0 removed, 1 skipped" in again
    assert "was erased: to take it in again, add the file itself" in again


def test_files_of_a_kind_that_is_not_read_are_one_row_with_the_way_out(
    fresh: Run, tmp_path: Path
) -> None:
    folder = docs(tmp_path / "docs", a="One.")
    for name in ("one.py", "two.py", "sheet.xlsx", "photo.png"):
        (folder / name).write_bytes(b"x")
    out = fresh("add", str(folder)).out
    assert (
        f"{folder / 'one.py'} and 1 more: is a .py file: to read it as plain text, name it" in out
    )
    assert "is a .xlsx file, which is not read: save it as CSV" in out
    assert "is a .png file, which is not read: it holds no text" in out
    by_pattern = fresh("add", str(folder / "*.py")).out
    assert by_pattern.startswith("2 added")
