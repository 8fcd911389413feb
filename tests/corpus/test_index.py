from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from loadsheet.artifacts import Skipped
from loadsheet.corpus.find import Root
from loadsheet.corpus.index import gone
from loadsheet.ports import StoredDocument

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def stored(name: str, text: str = "text", path: str | None = None) -> StoredDocument:
    return StoredDocument(
        id=name, version=1, title="", path=path, root=None, characters=len(text), chunks=1,
        added_at=NOW,
    )  # fmt: skip


def test_what_is_gone_from_an_added_folder_goes_and_nothing_else() -> None:
    held = [
        stored("seen", path="/docs/seen.md"),
        stored("deleted", path="/docs/deleted.md"),
        stored("locked", path="/docs/locked/x.md"),
        stored("emptied", path="/docs/emptied.md"),
        stored("elsewhere", path="/docs2/x.md"),
        stored("given", path=None),
    ]
    skipped = [
        Skipped(path="/docs/locked", reason="cannot be opened: permission denied", passing=True),
        Skipped(path="/docs/emptied.md", reason="is empty"),
    ]
    assert gone(held, [Root.at("/docs")], ["seen"], skipped) == ("deleted", "emptied")


def test_a_folder_is_the_same_one_in_every_spelling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path / "docs")
    held = [stored("deleted", path=str(tmp_path / "docs" / "deleted.md"))]
    for spelled in (tmp_path / "docs", "~/docs", Path("~/docs"), ".", "../docs", "./x/.."):
        assert gone(held, [Root.at(spelled)], []) == ("deleted",)


def test_what_another_root_has_brought_stays_while_its_file_is_there(tmp_path: Path) -> None:
    docs = str(tmp_path)
    held = [
        replace(stored("named", path=f"{docs}/x.log"), root=f"{docs}/x.log"),
        replace(stored("by_pattern", path=f"{docs}/y.log"), root=f"{docs}/*.log"),
        replace(stored("deleted", path=f"{docs}/z.log"), root=f"{docs}/*.log"),
        replace(stored("ignored_now", path=f"{docs}/w.md"), root=docs),
    ]
    for name in ("x.log", "y.log", "w.md"):
        (tmp_path / name).touch()
    found = gone(held, [Root.at(docs)], [])
    assert found == ("deleted", "ignored_now")
