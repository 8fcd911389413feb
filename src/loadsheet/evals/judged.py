"""A folder goes in; the sets with judged passages that lie under it come out.

Three forms are known. Questions over a corpus: a folder with `corpus.jsonl`, `queries.jsonl` and judgements
(`qrels*.tsv`, or a folder `qrels/` of them; with a header or in the columns of TREC). Conversations over a corpus: the
same, where the folder above has `turns.jsonl` with a question and its history in each row. Questions that bring
their documents: a `.jsonl` file whose rows hold a `question` and typed `documents` with the answer that each gives.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loadsheet.errors import InputError
from loadsheet.evals.objects import objects
from loadsheet.evals.ranking import Grades

CORPUS = "corpus.jsonl"
TURNS = "turns.jsonl"


@dataclass(frozen=True, slots=True)
class JudgedPassage:
    """A passage that judgements name."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Probe:
    """A question, what was said before it, and the passages that answer it."""

    id: str
    question: str
    relevant: Grades
    history: tuple[tuple[str, str], ...] = ()
    """Each earlier question with its answer."""


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """Questions over one corpus."""

    name: str
    corpus: Path
    probes: tuple[Probe, ...]
    talks: bool
    """Whether the questions stand in conversations."""

    def passages(self) -> Iterator[JudgedPassage]:
        """The corpus; rows without text are left out."""
        for row in rows_of(self.corpus):
            if row.get("text", "").strip():
                yield JudgedPassage(str(row["_id"]), row.get("title", "").strip(), row["text"])


@dataclass(frozen=True, slots=True)
class DisputedDocument:
    """A document that a question brings: the answer that it gives, and whether that is right."""

    text: str
    kind: str
    """`correct`, `misinfo` (a wrong answer) or `noise` (none)."""
    answer: str


@dataclass(frozen=True, slots=True)
class Disputed:
    """A question with its documents."""

    question: str
    claims: tuple[DisputedDocument, ...]


@dataclass(frozen=True, slots=True)
class DisputedSet:
    """Questions that bring documents which contradict one another."""

    name: str
    questions: tuple[Disputed, ...]


def sets_of(folder: Path) -> list[JudgedSet | DisputedSet]:
    """The sets under `folder`, by name. Raises `InputError` where there is none."""
    if not folder.is_dir():
        raise InputError(f"'{folder}' is no folder: name the one that holds the sets")
    found: list[JudgedSet | DisputedSet] = []
    for corpus in sorted(folder.rglob(CORPUS)):
        if one := _judged(_name(folder, corpus.parent), corpus):
            found.append(one)
    for path in sorted(folder.rglob("*.jsonl")):
        if path.name not in {CORPUS, TURNS} and _is_disputed(path):
            found.append(_disputed(_name(folder, path.parent), path))
    if not found:
        raise InputError(
            f"'{folder}' holds no set with judged passages: {CORPUS} with queries.jsonl and qrels*.tsv, or a "
            ".jsonl file of questions with their documents"
        )
    return sorted(found, key=lambda one: one.name)


def _name(folder: Path, place: Path) -> str:
    return place.relative_to(folder).as_posix() if place != folder else folder.resolve().name


def _judged(name: str, corpus: Path) -> JudgedSet | None:
    home = corpus.parent
    files = [path for place in ("", "qrels", "gold") for path in (home / place).glob("*.tsv")]
    grades = _grades(sorted(files))
    turns = home.parent / TURNS
    talks = turns.is_file()
    if talks:
        asked = list(_turns(turns))
    elif (home / "queries.jsonl").is_file():
        asked = [(str(r["_id"]), r["text"], ()) for r in rows_of(home / "queries.jsonl")]
    else:
        return None
    probes = tuple(
        Probe(id, question, grades[id], history)
        for id, question, history in asked
        if question.strip() and grades.get(id)
    )
    return JudgedSet(name, corpus, probes, talks) if probes else None


def _grades(files: Sequence[Path]) -> Mapping[str, Grades]:
    """The judgements by question; what was judged as not relevant is left out."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for file in files:
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            fields = line.split("\t") if "\t" in line else line.split()
            if len(fields) not in {3, 4} or not fields[-1].lstrip("-").isdigit():
                if number == 1 or not line.strip():
                    continue
                raise InputError(f"{file}, line {number}: not a question, a passage and a number")
            if int(fields[-1]) > 0:
                found[fields[0]][fields[-2]] = int(fields[-1])
    return found


def _turns(file: Path) -> Iterator[tuple[str, str, tuple[tuple[str, str], ...]]]:
    for row in rows_of(file):
        yield str(row["task_id"]), row["question"], tuple(exchanges(row["history"]))


def exchanges(history: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """Each question with its answer, which is empty where none was given."""
    said: str | None = None
    for row in history:
        if row["speaker"] == "user":
            if said is not None:
                yield said, ""
            said = row["text"]
        elif said is not None:
            yield said, row["text"]
            said = None
    if said is not None:
        yield said, ""


def _is_disputed(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as lines:
        first = next(iter(lines), "")
    try:
        row = json.loads(first)
    except ValueError:
        return False
    return isinstance(row, dict) and {"question", "documents"} <= row.keys()


def _disputed(name: str, path: Path) -> DisputedSet:
    questions = tuple(
        Disputed(
            row["question"],
            tuple(DisputedDocument(d["text"], d["type"], d["answer"]) for d in row["documents"]),
        )
        for row in rows_of(path)
    )
    return DisputedSet(name, questions)


def rows_of(file: Path) -> Iterator[dict[str, Any]]:
    """The rows of a `.jsonl` file. Raises `InputError` that names the file and the line of what is none."""
    return (row for _, row in objects(file, "row"))
