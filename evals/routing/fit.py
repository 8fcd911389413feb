"""Fit the weights of `loadsheet.intent.classifier.weights` to labelled conversations; say how they do on unseen ones.

    python evals/routing/fit.py [--write] [FILE …]

For each table, the signs that it names now and the wording that tells most are fitted by logistic regression with a
ridge (numpy only). Printed is how right whole plans are on each file, with weights that were fitted on all the others.
With `--write`, the weights that fit all files are written: those of signs into the module, those of wording into the
table beside it. Signs that were set by hand keep theirs: no labelled conversation has them.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Container, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from loadsheet.artifacts import NormalizedTurn
from loadsheet.evals.route import FIELDS, Accuracy, RoutedTurn, accuracy, opened, rows_of
from loadsheet.intent import reading
from loadsheet.intent.classifier import weights, wording
from loadsheet.intent.classifier.features import with_source
from loadsheet.stages import route, route_features

HERE = Path(__file__).resolve().parent
RIDGE, WORDING_RIDGE = 1.0, 8.0
"""How strongly a weight is drawn to 0: that of a sign, and that of a piece of wording."""
FEWEST, FILES = 8, 3
"""The turns, and the files, that a piece of wording has to stand in to be weighed."""
MOST = 300
"""Pieces of wording that a table weighs."""
STEPS = 200
WRITE = "--write"
USED_BY = {
    "ACT": reading,
    "SUBJECT": reading,
    "SOURCE": route,
    "TRIGGER": route,
    "EFFORT": route_features,
}
"""Where each table is used."""
LOOKED_UP = frozenset({"internal_corpus", "structured_store", "memory"})
WITHOUT_SUBJECT = ("chit_chat", "arithmetic", "conversation", "transform", "instruction")
SOURCES = {
    "internal_corpus": "documents",
    "structured_store": "verified_row",
    "memory": "remembered",
}
"""The rule of each source."""
NO_ACT = ("chit_chat", "arithmetic", "transform")


@dataclass(frozen=True)
class Seen:
    """A turn with what was labelled and what was made of it."""

    labels: Mapping[str, Any]
    told: RoutedTurn
    file: str

    @property
    def turn(self) -> NormalizedTurn:
        return self.told.heard.turn

    @property
    def signs(self) -> dict[str, float]:
        """The signs, with those that tell something beside the source that was decided on."""
        return with_source(dict(self.turn.signs), str(self.told.plan.source))


@dataclass(frozen=True)
class Task:
    """A table, the turns that it decides, and the option that the labels name."""

    table: weights.WeightTable
    decides: Callable[[Seen], bool]
    option: Callable[[Seen], str]
    worded: bool = False
    """Whether it weighs wording beside the signs: for the others, that told no more of unseen authors."""


def act(row: Seen) -> str:
    """What a turn does, by its labels."""
    corrected = row.labels["correction"] and row.labels["source"] == "structured_store"
    if corrected and row.turn.form != "repair":
        return "corrects"
    return "tells" if row.labels["outcome"] == "none-needed" else "asks"


def rules(row: Seen) -> bool:
    """Whether a turn sets or lifts a rule, by its labels or by what was read."""
    said = (*row.labels["constraints_stated"], *row.labels["constraints_withdrawn"])
    return bool((*said, *row.turn.stated, *row.turn.withdrawn))


def source(row: Seen) -> str:
    """The rule that the labels speak for."""
    at_hand = "remark" if row.labels["outcome"] == "none-needed" else "at_hand"
    return SOURCES.get(row.labels["source"], at_hand)


def weighed(row: Seen) -> bool:
    """Whether the table of sources decides a turn: none that the labels call unclear, a correction or a rule does it
    decide, and none that asks nothing and was seen to by a rule."""
    if row.labels["correction"] or row.labels["outcome"] == "clarify":
        return False
    if row.labels["source"] in LOOKED_UP:
        return True
    return not rules(row) and row.told.plan.rule in weights.SOURCE.options


TASKS = {
    "SOURCE": Task(weights.SOURCE, weighed, source, worded=True),
    "SUBJECT": Task(
        weights.SUBJECT,
        lambda row: (
            not {"begins", "reckons"} & set(row.signs) and not row.turn.intent.has(*WITHOUT_SUBJECT)
        ),
        lambda row: "opens" if row.labels["topic_switch"] else "stays",
    ),
    "TRIGGER": Task(
        weights.TRIGGER,
        lambda row: (
            row.labels["source"] != "none"
            and not row.labels["correction"]
            and str(row.told.plan.source) != "none"
        ),
        lambda row: row.labels["memory"]["trigger"],
        worded=True,
    ),
    "ACT": Task(weights.ACT, lambda row: not rules(row) and not row.turn.intent.has(*NO_ACT), act),
    "EFFORT": Task(
        weights.EFFORT,
        lambda row: row.labels["source"] in LOOKED_UP and not row.labels["correction"],
        lambda row: row.labels["effort"],
        worded=True,
    ),
}


def load(file: Path) -> list[Seen]:
    """Every turn of a file as it is heard and routed now."""
    seen: list[Seen] = []
    for row in rows_of(file):
        talk = opened(row["about"])
        for turn in row["turns"]:
            seen.append(Seen(turn["labels"], talk.say(turn["user"], turn["assistant"]), file.stem))
    return seen


def matrix(names: Sequence[str], rows: Sequence[Seen]) -> np.ndarray:
    """The signs of the rows, with a column of ones."""
    places = {name: place for place, name in enumerate(names)}
    seen = np.zeros((len(rows), len(names) + 1), np.float32)
    seen[:, -1] = 1.0
    for number, row in enumerate(rows):
        for name, value in row.signs.items():
            if name in places:
                seen[number, places[name]] = value
    return seen


def fitted(seen: np.ndarray, right: np.ndarray, options: int, ridge: np.ndarray) -> np.ndarray:
    """Weights by logistic regression with a ridge, found by gradient steps of their own length."""
    wanted = np.eye(options, dtype=np.float32)[right]
    made = np.zeros((seen.shape[1], options), np.float32)
    mean, spread = np.zeros_like(made), np.zeros_like(made)
    for step in range(1, STEPS + 1):
        scores = seen @ made
        odds = np.exp(scores - scores.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        slope = (seen.T @ (odds - wanted) + ridge * made) / len(seen)
        mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope**2
        made -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)
    return made


def pieces(rows: Sequence[Seen]) -> list[str]:
    """The pieces of wording that stand in enough turns and files to be weighed."""
    turns, files = defaultdict[str, int](int), defaultdict[str, set[str]](set)
    for row in rows:
        for name in row.signs:
            if name.startswith(wording.SAYS):
                turns[name] += 1
                files[name].add(row.file)
    return sorted(
        name for name, count in turns.items() if count >= FEWEST and len(files[name]) >= FILES
    )


def made_of(task: Task, rows: Sequence[Seen], signs: Sequence[str], said: Sequence[str]) -> Any:
    """The weights of signs and of pieces of wording that fit these turns, a row each, and last those from the start."""
    options = task.table.options
    right = np.array([options.index(task.option(row)) for row in rows])
    ridge = np.array([RIDGE] * len(signs) + [WORDING_RIDGE] * len(said) + [0.0], np.float32)
    return fitted(matrix([*signs, *said], rows), right, len(options), ridge[:, None])


def telling(task: Task, rows: Sequence[Seen], signs: Sequence[str]) -> list[str]:
    """The pieces of wording that move the scores most where all of them are weighed."""
    said = pieces(rows)
    made = made_of(task, rows, signs, said)[len(signs) : -1]
    moved = np.ptp(made, 1) * matrix(said, rows)[:, :-1].std(0)
    order: list[int] = np.argsort(-moved, kind="stable").tolist()
    return sorted(said[place] for place in order[:MOST])


def table_of(name: str, rows: Sequence[Seen]) -> weights.WeightTable:
    """A table with the weights that fit these turns; what was set by hand stays."""
    task = TASKS[name]
    decided = [row for row in rows if task.decides(row)]
    signs = [row.sign for row in task.table.weights]
    said = telling(task, decided, signs) if task.worded else []
    made = made_of(task, decided, signs, said)
    rounded = [tuple(round(float(value), 1) + 0.0 for value in scores) for scores in made]
    kept = tuple(
        row if row.by_hand else replace(row, scores=scores)
        for row, scores in zip(task.table.weights, rounded, strict=False)
    )
    worded = tuple(
        weights.Weight(sign, "", scores)
        for sign, scores in zip(said, rounded[len(signs) :], strict=False)
        if any(scores)
    )
    return weights.WeightTable("", task.table.options, rounded[-1], kept + worded)


class All(Container[str]):
    """Every sign of wording."""

    def __contains__(self, item: object, /) -> bool:
        return True


@contextmanager
def put_in(tables: Mapping[str, weights.WeightTable]) -> Generator[None]:
    """Intake and route decide by these tables meanwhile."""
    before = {name: getattr(USED_BY[name], name) for name in tables}
    for name, table in tables.items():
        setattr(USED_BY[name], name, table)
    try:
        yield
    finally:
        for name, table in before.items():
            setattr(USED_BY[name], name, table)


@contextmanager
def all_wording() -> Generator[None]:
    """Every piece of the wording of a turn is seen meanwhile, and not only what is weighed now."""
    before, wording.vocabulary = wording.vocabulary, All
    try:
        yield
    finally:
        wording.vocabulary = before


def left_out(sets: Mapping[Path, Sequence[Seen]]) -> None:
    """Print the accuracy of whole plans on each file, with weights that were fitted on the others."""
    found: dict[str, Accuracy] = {}
    for file in sets:
        train = [row for other, seen in sets.items() if other != file for row in seen]
        with put_in({name: table_of(name, train) for name in TASKS}):
            found[file.stem] = accuracy(file)
    print(f"{'fitted on the other files':24}", *(f"{name:>12}" for name in found), f"{'all':>7}")
    for name in FIELDS:
        rows = [one.fields[name] for one in found.values()]
        right, total = sum(row.right for row in rows), sum(row.total for row in rows)
        parts = (f"{row.part:12.1%}" for row in rows)
        print(f"  {name:22}", *parts, f"{right / max(1, total):7.1%}")


def written(text: str, tables: Mapping[str, weights.WeightTable]) -> str:
    """The source of the module of weights with the numbers of these tables."""
    for name, table in tables.items():
        start = text.index(f"{name} = WeightTable(")
        end = text.index("# fmt: skip", start)
        part = re.sub(r"base=\([^)]*\)", f"base={table.base}", text[start:end], count=1)
        for row in table.weights:
            line = re.compile(rf'(Weight\("{re.escape(row.sign)}", "[^"]*", )\([^)]*\)')
            part = line.sub(lambda found, row=row: f"{found[1]}{row.scores}", part, count=1)
        text = text[:start] + part + text[end:]
    return text


def written_wording(tables: Mapping[str, weights.WeightTable]) -> str:
    """What the tables make of the wording, a line each."""
    return "".join(
        "\t".join((name, row.sign.removeprefix(wording.SAYS), *map(str, row.scores))) + "\n"
        for name, table in tables.items()
        for row in table.weights
        if row.sign.startswith(wording.SAYS)
    )


def main(given: Sequence[str]) -> None:
    files = [Path(name) for name in given if name != WRITE] or sorted(HERE.glob("*.jsonl"))
    with all_wording():
        sets = {file: load(file) for file in files}
        if len(sets) > 1:
            left_out(sets)
        rows = [row for seen in sets.values() for row in seen]
        tables = {name: table_of(name, rows) for name in TASKS} if WRITE in given else {}
    if tables:
        module = Path(weights.__file__)
        module.write_text(written(module.read_text("utf-8"), tables), "utf-8")
        wording.WEIGHTS.write_text(written_wording(tables), "utf-8")
        print(f"written: {module}, {wording.WEIGHTS}")


if __name__ == "__main__":
    main(sys.argv[1:])
