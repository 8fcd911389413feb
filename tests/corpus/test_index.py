from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from loadsheet.artifacts import Document, Skipped, digest
from loadsheet.corpus.index import gone, unchanged
from loadsheet.ports import StoredDocument

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def stored(name: str, text: str = "text", path: str | None = None) -> StoredDocument:
    return StoredDocument(
        id=name, version=1, title="", path=path, root=None, characters=len(text), chunks=1,
        text_hash=digest(text), added_at=NOW,
    )  # fmt: skip


def test_only_a_document_with_equal_facts_is_unchanged() -> None:
    assert unchanged(stored("a"), Document(id="a", text="text"))
    assert not unchanged(stored("a"), Document(id="a", text="text", title="New"))
    assert not unchanged(stored("a"), Document(id="a", text="text", timestamp=NOW))
    assert not unchanged(None, Document(id="a", text="text"))


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
        Skipped(path="/docs/locked", reason="cannot be opened: permission denied"),
        Skipped(path="/docs/emptied.md", reason="is empty"),
    ]
    assert gone(held, ["/docs"], ["seen"], skipped) == ("deleted", "emptied")


def test_a_folder_is_the_same_one_in_every_spelling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path / "docs")
    held = [stored("deleted", path=str(tmp_path / "docs" / "deleted.md"))]
    for spelled in (tmp_path / "docs", "~/docs", Path("~/docs"), ".", "../docs", "./x/.."):
        assert gone(held, [spelled], []) == ("deleted",)
