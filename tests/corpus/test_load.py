from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import Document, Skipped
from loadsheet.corpus.find import Root
from loadsheet.corpus.load import Loaded, ReadPolicy, document_id, load
from loadsheet.errors import InputError
from loadsheet.ports import StoredDocument


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def documents(*paths: Path) -> dict[str, Document]:
    found = load([Root.of(path) for path in paths])
    return {item.document.id: item.document for item in found if isinstance(item, Loaded)}


def reasons(*paths: Path, limit_mb: float = 50) -> dict[str, str]:
    reading = ReadPolicy(file_megabytes=limit_mb)
    return {
        Path(found.path).name: found.reason
        for found in load([Root.of(path) for path in paths], reading=reading)
        if isinstance(found, Skipped)
    }


def stored(document: Document) -> StoredDocument:
    return StoredDocument(document.id, 1, "", document.path, document.root, 0, 0, datetime.now(UTC))


def test_a_folder_gives_its_texts_in_order_named_from_the_folder(tmp_path: Path) -> None:
    for name in ("b.md", "a/z.txt", "a/b/c.rst", "a.markdown", ".hidden/x.md", ".h.md"):
        write(tmp_path / name, f"# {name}\n\nText.")
    found = documents(tmp_path)
    assert list(found) == ["a/b/c.rst", "a/z.txt", "a.markdown", "b.md"]
    assert found["a/z.txt"].path == str(tmp_path / "a/z.txt")
    assert found["a/z.txt"].root == str(tmp_path)


def test_a_single_file_is_named_by_its_name_and_may_end_in_anything(tmp_path: Path) -> None:
    file = write(tmp_path / "notes.log", "Text.")
    assert documents(file)["notes.log"].root == str(file)


def test_a_path_that_does_not_exist_is_an_error_before_anything_is_read(tmp_path: Path) -> None:
    write(tmp_path / "a.md", "Text.")
    with pytest.raises(InputError, match=r"nothing at '.*missing'"):
        documents(tmp_path, tmp_path / "missing")


def test_what_is_no_text_is_named_with_its_reason(tmp_path: Path) -> None:
    write(tmp_path / "binary.md", b"\x89PNG\0\0")
    write(tmp_path / "empty.md", " \n")
    write(tmp_path / "front.md", "---\ntitle: x\n---\n")
    write(tmp_path / "big.md", b"x" * 2_000_000)
    write(tmp_path / "photo.jpg", b"\xff\xd8")
    os.mkfifo(tmp_path / "pipe.md")
    write(tmp_path / "good.md", "Text.")
    assert reasons(tmp_path, limit_mb=1) == {
        "binary.md": "is binary, or in an encoding that nobody knows",
        "empty.md": "is empty",
        "front.md": "holds front matter and no text below it, so there is nothing to cite",
        "big.md": "is larger than 1 MB (2 MB); see the setting file_megabytes",
        "photo.jpg": "is a .jpg file, which is not read: it holds no text",
        "pipe.md": "is not a regular file",
    }


def test_a_name_that_is_not_utf8_is_skipped_and_shown(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    try:
        file = write(tmp_path / name, "Text.")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    for path in (tmp_path, file):
        assert reasons(path) == {"caf\ufffd.md": "its name is not UTF-8; rename it"}


def test_a_byte_order_mark_goes_and_line_ends_stay(tmp_path: Path) -> None:
    file = write(tmp_path / "a.txt", b"\xef\xbb\xbfOne\r\nTwo\r\n")
    assert documents(file)["a.txt"].text == "One\r\nTwo\r\n"


def test_title_and_time_come_from_front_matter_then_heading_then_name(tmp_path: Path) -> None:
    write(
        tmp_path / "a.md",
        '---\ntitle: "The title" # really\ndate: 2024-01-02\nupdated: 2024-05-06T07:08:09+02:00\n---\n# H\n',
    )
    write(tmp_path / "b.md", "Intro.\n\nReal *title*\n=====\n")
    write(tmp_path / "c.txt", "No heading.")
    write(tmp_path / "d.md", "---\ntitle: >-\n  Two\n  lines\ndate: someday\n---\nText.\n")
    found = documents(tmp_path)
    assert [document.title for document in found.values()] == [
        "The title",
        "Real title",
        "c",
        "Two lines",
    ]
    assert found["a.md"].timestamp == datetime(2024, 5, 6, 5, 8, 9, tzinfo=UTC)
    assert found["c.txt"].timestamp is None
    assert found["d.md"].timestamp is None


def test_links_are_followed_once_and_never_in_a_circle(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    write(docs / "z/a.md", "Text.")
    write(tmp_path / "elsewhere/b.md", "Text.")
    (docs / "a_link").symlink_to(docs / "z")
    (docs / "copy.md").symlink_to(docs / "z/a.md")
    (docs / "z/up").symlink_to(docs)
    (docs / "above").symlink_to(tmp_path)
    (docs / "out").symlink_to(tmp_path / "elsewhere")
    (docs / "nowhere.md").symlink_to(tmp_path / "gone.md")
    assert list(documents(docs)) == ["out/b.md", "z/a.md"]
    assert list(reasons(docs)) == ["nowhere.md"]


def test_a_link_to_itself_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("build/\n")
    (tmp_path / "a.md").write_text("One.")
    (tmp_path / "self.md").symlink_to("self.md")
    assert list(documents(tmp_path)) == ["a.md"]
    assert list(reasons(tmp_path)) == ["self.md"]


def test_the_same_name_under_two_folders_gives_two_ids(tmp_path: Path) -> None:
    for folder in ("x/docs", "y/docs", "z/docs"):
        write(tmp_path / folder / "a.md", folder)
    found = documents(*(tmp_path / folder for folder in ("x/docs", "y/docs", "z/docs")))
    assert {name: document.text for name, document in found.items()} == {
        "a.md": "x/docs",
        "docs/a.md": "y/docs",
        "docs~2/a.md": "z/docs",
    }


def test_a_file_keeps_its_id_and_root_from_whatever_path_it_is_found(tmp_path: Path) -> None:
    write(tmp_path / "docs/sub/a.md", "Text.")
    (first,) = documents(tmp_path / "docs").values()
    (again,) = load([Root.of(tmp_path / "docs/sub")], stored=[stored(first)])
    assert isinstance(again, Loaded)
    assert again.document == first


def test_overlapping_paths_read_a_file_once(tmp_path: Path) -> None:
    file = write(tmp_path / "docs/a.md", "Text.")
    assert len(list(load([Root.of(tmp_path / "docs"), Root.of(file)]))) == 1


@given(
    st.dictionaries(st.sampled_from(["a.md", "r/a.md", "r~2/a.md"]), st.sampled_from(["/1", None]))
)
def test_an_id_is_never_taken_from_another_file(taken: dict[str, str | None]) -> None:
    name = document_id("a.md", Path("/somewhere/r"), "/somewhere/r/a.md", taken)
    assert name not in taken
    assert name == document_id(
        "a.md", Path("/somewhere/r"), "/somewhere/r/a.md", {**taken, name: "/somewhere/r/a.md"}
    )


def test_what_is_text_by_custom_needs_no_ending(tmp_path: Path) -> None:
    for name in ("README", "README.Debian", "LICENSE", "NEWS", "readme.png", "core", "notes.conf"):
        (tmp_path / name).write_text("Some words.")
    found = [item for item in load([Root.at(tmp_path)]) if isinstance(item, Loaded)]
    assert {item.document.id for item in found} == {"README", "README.Debian", "LICENSE", "NEWS"}
