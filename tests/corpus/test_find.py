from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.corpus.find import FoundFile, Root, find
from loadsheet.errors import InputError


def tree(folder: Path, *names: str, **contents: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(contents.get(name, "Text."))
    return folder


def found(path: Path | str, *, ignore: bool = True) -> list[str]:
    return [
        item.relative for item in find(Root.of(path), ignore=ignore) if isinstance(item, FoundFile)
    ]


NAMES = ("a.md", "b.txt", "sub/c.md", "sub/deep/d.md", "sub/deep/[e].md", ".hidden/f.md")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.md", ["a.md"]),
        ("**/*.md", ["a.md", "sub/c.md", "sub/deep/[e].md", "sub/deep/d.md"]),
        ("sub/**/*.md", ["c.md", "deep/[e].md", "deep/d.md"]),
        ("sub/**", ["c.md", "deep/[e].md", "deep/d.md"]),
        ("*/c.md", ["sub/c.md"]),
        ("[ab].*", ["a.md", "b.txt"]),
        ("[!a].*", ["b.txt"]),
        ("?.txt", ["b.txt"]),
        ("sub/deep/[e].md", ["[e].md"]),
    ],
)
def test_a_pattern_names_files(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    tree(tmp_path, *NAMES)
    assert found(tmp_path / pattern) == expected


def test_a_pattern_that_matches_nothing_is_an_error(tmp_path: Path) -> None:
    tree(tmp_path, *NAMES)
    with pytest.raises(InputError, match=r"nothing matches '.*\*\.pdf'"):
        Root.of(tmp_path / "**/*.pdf")


def test_a_pattern_that_names_an_ending_takes_it(tmp_path: Path) -> None:
    tree(tmp_path, "a.log", "b.log", "c.md")
    items = find(Root.of(tmp_path / "*.log"))
    assert [item.named for item in items if isinstance(item, FoundFile)] == [True, True]


RULES = """\
# comment
build/
*.tmp.md
!keep.tmp.md
/top.md
docs/**/draft.md
"""


def ignoring(folder: Path) -> Path:
    tree(
        folder, "a.md", "x.tmp.md", "keep.tmp.md", "top.md", "sub/top.md", "build/b.md", "sub/build/c.md",
        "docs/x/y/draft.md", "docs/ok.md", "sub/kept.md", "sub/out.md", "sub/in/out.md", "build/keep.tmp.md",
    )  # fmt: skip
    (folder / ".gitignore").write_text(RULES)
    (folder / "sub/.gitignore").write_text("out.md\n!in/out.md\n!kept.md\n")
    return folder


def test_what_git_ignores_is_passed_over_as_git_does(tmp_path: Path) -> None:
    ignoring(tmp_path)
    listed = found(tmp_path)
    assert listed == [
        "a.md",
        "docs/ok.md",
        "keep.tmp.md",
        "sub/in/out.md",
        "sub/kept.md",
        "sub/top.md",
    ]
    assert len(found(tmp_path, ignore=False)) == 13
    try:
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("git is not here to compare with")
    git = subprocess.run(
        ["git", "ls-files", "-o", "--exclude-standard", "*.md"],
        cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert sorted(git.stdout.split()) == listed


def test_the_ignore_files_above_hold_up_to_the_top_of_the_repository(tmp_path: Path) -> None:
    tree(tmp_path, "repo/docs/a.md", "repo/docs/x.tmp.md", "repo/build/b.md")
    (tmp_path / ".gitignore").write_text("*")
    (tmp_path / "repo/.gitignore").write_text("*.tmp.md\nbuild\n")
    assert found(tmp_path / "repo/docs") == [
        "a.md",
        "x.tmp.md",
    ]  # no repository: nothing above holds
    (tmp_path / "repo/.git").mkdir()
    assert found(tmp_path / "repo/docs") == ["a.md"]
    # Whoever names an ignored folder wants what is in it.
    assert found(tmp_path / "repo/build") == ["b.md"]
    assert found(tmp_path / "repo/docs/x.tmp.md") == ["x.tmp.md"]


@given(st.text(st.sampled_from("a*?[]!.-/\\^b"), min_size=1, max_size=12))
def test_any_pattern_either_names_files_or_says_that_it_does_not(
    tmp_path_factory: pytest.TempPathFactory, pattern: str
) -> None:
    folder = tmp_path_factory.getbasetemp() / "patterns"
    if not folder.exists():
        tree(folder, "a/b.md", "a/a.md", "b.md")
    names: list[str] | str
    try:
        names = found(f"{folder}/{pattern}")
    except InputError as error:
        names = str(error)
    assert names
    assert isinstance(names, list) or "nothing" in names
