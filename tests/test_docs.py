"""What the documentation shows is what the program does."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ["README.md", *(f"docs/{p.name}" for p in sorted((ROOT / "docs").glob("*.md")))]
RUN = "import sys; from loadsheet.cli import main; sys.argv[0] = 'loadsheet'; main()"


def blocks(language: str) -> list[str]:
    """The README's code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def words(line: str) -> str:
    """A line without its layout: columns move with the width of the terminal."""
    return " ".join(line.split())


def environment() -> dict[str, str]:
    """A terminal without colours, and no settings from outside."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LOADSHEET_")}
    return {**kept, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}


@pytest.mark.parametrize("code", blocks("python"), ids=["agent", "fitting"])
def test_the_code_of_the_readme_runs(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_transcript_of_the_readme_is_what_the_commands_print(tmp_path: Path) -> None:
    (transcript,) = blocks("console")
    commands = re.split(r"^\$ ", transcript, flags=re.MULTILINE)[1:]
    assert len(commands) == 3
    for text in commands:
        command, *expected = text.rstrip("\n").split("\n")
        arguments = shlex.split(command)[1:]
        done = subprocess.run(
            [sys.executable, "-c", RUN, "--state", str(tmp_path / "state"), *arguments],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        printed = [words(line) for line in done.stdout.splitlines()]
        for line in expected:
            assert words(line) in printed, f"{command!r} does not print {line!r}"


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_points_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    missing = [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]
    assert not missing


def test_every_target_that_the_readme_names_is_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)\b", README))
    assert {"demo", "test"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
