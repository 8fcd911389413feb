"""What the documentation shows is what the program does."""

from __future__ import annotations

import os
import re
import runpy
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import loadsheet
from loadsheet.artifacts import Scope
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
MEMORY = (ROOT / "docs" / "memory.md").read_text(encoding="utf-8")
FINDING = (ROOT / "docs" / "documents.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
DOCTOR = (ROOT / "docs" / "doctor.md").read_text(encoding="utf-8")
PAGES = ["README.md", *(f"docs/{p.name}" for p in sorted((ROOT / "docs").glob("*.md")))]
RUN = "import sys; from loadsheet.cli import main; sys.argv[0] = 'loadsheet'; main()"


def blocks(language: str, text: str = README) -> list[str]:
    """The code blocks of a language, of the README where no other text is given."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def words(line: str) -> str:
    """A line without its layout: columns move with the width of the terminal."""
    return " ".join(line.split())


def environment() -> dict[str, str]:
    """A terminal without colours, no settings from outside, and no embedder, as in a plain install."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LOADSHEET_")}
    fixed = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "LOADSHEET_EMBEDDER": "none"}
    return {**kept, **fixed}


@pytest.mark.parametrize(
    "code",
    [*blocks("python"), *blocks("python", MEMORY), *blocks("python", GUIDE)],
    ids=["agent", "fitting", "memory", "beliefs", "model", "tools", "retrieval", "record", "stage"],
)
def test_the_code_of_the_pages_runs(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_doctor_finds_what_its_page_plants(tmp_path: Path) -> None:
    (code,), (expected,) = blocks("python", DOCTOR), blocks("text", DOCTOR)
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
    assert done.stdout == expected


def test_the_type_checker_reads_the_code_of_the_pages() -> None:
    checked = {line.strip() for line in (ROOT / "tests" / "public_api.py").read_text().split("\n")}
    pages = (README, MEMORY, GUIDE)
    shown = "".join(code for page in pages for code in blocks("python", page)).split("\n")
    frames = {"async def main() -> None:", "asyncio.run(main())"}
    assert {line.strip() for line in shown} - checked == frames


ID = re.compile(r"\b[eh]\d\b|\bdefault/[0-9a-f]{8}\b|\bt[0-9a-f]{19}\b")
"""What a page calls a belief, an episode, a package or a turn, whose real name nobody knows before."""

LEFT_AWAY = "…"
"""Stands for lines that a page does not show."""


def named(shown: str, printed: list[str], names: dict[str, str]) -> bool:
    """Whether a line was printed, whatever real names stand there for those of the page; the new ones are noted."""
    new = [name for name in ID.findall(shown) if name not in names]
    form = re.escape(ID.sub(lambda name: names.get(name[0], "\0"), shown)).replace("\0", r"(\S+?)")
    found = next(filter(None, (re.fullmatch(form, line) for line in printed)), None)
    names |= zip(new, found.groups(), strict=True) if found else ()
    return found is not None


@pytest.mark.parametrize(
    ("text", "count", "where"),
    [(README, [4], ROOT), (MEMORY, [4, 11], None)],
    ids=["readme", "memory"],
)
def test_a_transcript_is_what_the_commands_print(
    text: str, count: list[int], where: Path | None, tmp_path: Path
) -> None:
    transcripts = [
        re.split(r"^\$ ", one, flags=re.MULTILINE)[1:] for one in blocks("console", text)
    ]
    assert [len(commands) for commands in transcripts] == count
    names: dict[str, str] = {}
    for one in (one for commands in transcripts for one in commands):
        command, *expected = one.rstrip("\n").split("\n")
        arguments = shlex.split(ID.sub(lambda name: names.get(name[0], name[0]), command))[1:]
        done = subprocess.run(
            [sys.executable, "-c", RUN, "--state", str(tmp_path / "state"), *arguments],
            cwd=where or tmp_path,
            env=environment(),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        printed = [words(line) for line in done.stdout.splitlines()]
        for line in expected:
            assert line == LEFT_AWAY or named(words(line), printed, names), (
                f"{command!r} does not print {line!r}: {printed}"
            )


NOTES = {
    "leave.md": "# Leave\n\nEverybody has 30 days of leave a year.",
    "expenses.md": "# Expenses\n\nThe head of finance signs expenses.",
    "travel.md": "# Travel\n\nTrains are first choice. Hotels cost up to 120 euros a night.",
}
ASKED = {
    "How many days of leave do I have?": "Everybody has 30 days of leave a year. [1]",
    "How many days of leave do I have a year?": "Everybody has 30 days of leave a year. [1]",
    "Who signs expenses?": "The head of finance signs expenses. [1]",
    "What does the canteen serve on Sunday?": None,
    "Give me an overview of travel.": "Trains are first choice. [1] Hotels cost up to 120 euros a night. [1]",
}
"""Each question of the README and of `docs/documents.md` outside the transcript, with the answer of `NOTES`."""


@pytest.mark.parametrize(("question", "expected"), ASKED.items())
@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_a_question_of_the_readme_has_its_right_answer(
    question: str, expected: str | None, route: str
) -> None:
    settings = {"embedder": "none", "route": route}
    async with loadsheet.Agent.open(":memory:", settings=settings) as agent:
        await agent.add_documents([loadsheet.Document(id=i, text=t) for i, t in NOTES.items()])
        answer = await agent.ask(question)
    if expected is None:
        assert answer.outcome == "insufficient_evidence"
    else:
        assert (answer.outcome, answer.text) == ("answered", expected)


def test_every_question_of_the_readme_is_asked() -> None:
    (transcript,) = blocks("console")
    shown = README.replace(transcript, "") + FINDING
    assert set(re.findall(r'"([A-Z][^"\n]*\?|Give me [^"\n]*)"', shown)) == set(ASKED)


def test_the_table_of_statements_is_what_the_extractor_makes() -> None:
    said_at = datetime(2026, 3, 2, tzinfo=UTC)
    rows = re.findall(r"^\| (.+\.) \| (\w+) \| (.+?) \| (.+?) \| (.+?) \|$", MEMORY, re.MULTILINE)
    assert len(rows) >= 5
    for said, *expected in rows:
        (found,) = candidates(Speech(said, Scope(), said_at, message="m"))
        assert [found.type, found.subject, found.key, found.value] == expected


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_points_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    missing = [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]
    assert not missing


def test_the_list_of_floors_names_every_room_and_no_other() -> None:
    listed = [
        line[:14]
        for line in re.findall(r"^```\n(.*?)^```", ARCHITECTURE, re.M | re.S)[0].splitlines()
    ]
    named = {word.strip("/") for word in re.findall(r"[a-z]+/?", " ".join(listed))}
    rooms = {
        path.stem
        for path in (ROOT / "src" / "loadsheet").glob("[!_.]*")
        if path.suffix in {"", ".py"}
    }
    assert named == rooms - {"examples"}


def test_every_file_to_change_is_there() -> None:
    table = ARCHITECTURE.partition("## Which file to change")[2].partition("\n## ")[0]
    root, missing, room = ROOT / "src" / "loadsheet", list[str](), ""
    for name in re.findall(r"`([a-z_/]+(?:\.py|/))`", table):
        room = name.rpartition("/")[0] or room
        places = (root / name, root / room / name, ROOT / name)
        missing += [] if any(place.exists() for place in places) else [name]
    assert "memory/recall" in table
    assert not missing


def test_every_place_to_add_a_part_is_there() -> None:
    told = ARCHITECTURE.partition("## Where a line of the prompt was made")[2]
    named = re.findall(r"`((?:src|tests|evals)/[^`]*|[a-z]+/[a-z_]+\.py)`", told)
    assert len(named) > 20
    missing = [n for n in named if not any((ROOT / r / n).exists() for r in ("", "src/loadsheet"))]
    assert not missing


def test_every_target_that_the_readme_names_is_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)\b", README))
    assert {"demo", "test"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_page_of_settings_says_what_the_settings_say() -> None:
    script = runpy.run_path(str(ROOT / "docs" / "settings.py"))
    assert script["PAGE"].read_text(encoding="utf-8") == script["page"]()
