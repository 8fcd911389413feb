"""Fit the weights of `loadsheet.intent.classifier.weights` to labelled conversations; say how they do on unseen ones.

    python evals/routing/fit.py [--write] [FILE …]

For each table, the signs that it names now are fitted by logistic regression with a ridge (numpy only). Printed is how
right whole plans are on each file, with weights that were fitted on all the others. With `--write`, the weights that
fit all files are written into the module. Signs that were set by hand keep theirs: no labelled conversation has them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from loadsheet.artifacts import NormalizedTurn
from loadsheet.evals.route import FIELDS, Accuracy, Told, accuracy, opened, rows_of
from loadsheet.intent import reading
from loadsheet.intent.classifier import weights
from loadsheet.intent.classifier.features import with_source
from loadsheet.stages import route, route_features

HERE = Path(__file__).resolve().parent
RIDGE = 1.0
"""How strongly a weight is drawn to 0."""
STEPS = 400
WRITE = "--write"
USED_BY = {
    "ACT": reading,
    "SUBJECT": reading,
    "SOURCE": route,
    "TRIGGER": route,
    "NEED": route_features,
}
"""Where each table is used."""
LOOKED_UP = frozenset({"internal_corpus", "structured_store", "memory"})
WITHOUT_SUBJECT = ("chit_chat", "arithmetic", "conversation", "transform", "instruction")
BY_NEED = frozenset({"at_hand", "remark", *route.WEIGHED})
"""Turns that no rule above the table of needs decides."""
NO_ACT = ("chit_chat", "arithmetic", "transform")


@dataclass(frozen=True)
class Seen:
    """A turn with what was labelled and what was made of it."""

    labels: Mapping[str, Any]
    told: Told

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

    table: weights.Table
    decides: Callable[[Seen], bool]
    option: Callable[[Seen], str]


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


def need(row: Seen) -> str:
    """What a turn needs, by its labels."""
    if row.labels["source"] != "none":
        return "looked_up"
    return "nothing" if row.labels["outcome"] == "none-needed" else "at_hand"


TASKS = {
    "SOURCE": Task(
        weights.SOURCE,
        lambda row: row.labels["source"] in LOOKED_UP and not row.labels["correction"],
        lambda row: row.labels["source"],
    ),
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
    ),
    "ACT": Task(weights.ACT, lambda row: not rules(row) and not row.turn.intent.has(*NO_ACT), act),
    "NEED": Task(
        weights.NEED,
        lambda row: (
            not rules(row)
            and not row.labels["correction"]
            and row.labels["outcome"] != "clarify"
            and row.told.plan.rule in BY_NEED
        ),
        need,
    ),
}


def load(file: Path) -> list[Seen]:
    """Every turn of a file as it is heard and routed now."""
    seen: list[Seen] = []
    for row in rows_of(file):
        talk = opened(row["about"])
        for turn in row["turns"]:
            seen.append(Seen(turn["labels"], talk.say(turn["user"], turn["assistant"])))
    return seen


def matrix(task: Task, rows: Sequence[Seen]) -> tuple[np.ndarray, np.ndarray]:
    """The signs of the rows, with a column of ones, and the place of the right option of each."""
    names = [row.sign for row in task.table.weights]
    signs = [row.signs for row in rows]
    made = [[*(found.get(name, 0.0) for name in names), 1.0] for found in signs]
    seen = np.array(made, np.float32)
    return seen, np.array([task.table.options.index(task.option(row)) for row in rows])


def fitted(seen: np.ndarray, right: np.ndarray, options: int) -> np.ndarray:
    """Weights by logistic regression with a ridge, found by gradient steps of their own length."""
    wanted = np.eye(options)[right]
    made = np.zeros((seen.shape[1], options), np.float32)
    mean, spread = np.zeros_like(made), np.zeros_like(made)
    for step in range(1, STEPS + 1):
        scores = seen @ made
        odds = np.exp(scores - scores.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        ridge = np.vstack([made[:-1], np.zeros((1, options))])
        slope = (seen.T @ (odds - wanted) + RIDGE * ridge) / len(seen)
        mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope**2
        made -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)
    return made


def table_of(name: str, rows: Sequence[Seen]) -> weights.Table:
    """A table with the weights that fit these turns; what was set by hand stays."""
    task = TASKS[name]
    decided = [row for row in rows if task.decides(row)]
    made = fitted(*matrix(task, decided), len(task.table.options))
    rounded = [tuple(round(float(value), 1) for value in scores) for scores in made]
    kept = tuple(
        row if row.by_hand else replace(row, scores=scores)
        for row, scores in zip(task.table.weights, rounded[:-1], strict=True)
    )
    return weights.Table(task.table.options, rounded[-1], kept)


@contextmanager
def put_in(tables: Mapping[str, weights.Table]) -> Generator[None]:
    """Intake and route decide by these tables meanwhile."""
    before = {name: getattr(USED_BY[name], name) for name in tables}
    for name, table in tables.items():
        setattr(USED_BY[name], name, table)
    try:
        yield
    finally:
        for name, table in before.items():
            setattr(USED_BY[name], name, table)


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


def written(text: str, tables: Mapping[str, weights.Table]) -> str:
    """The source of the module of weights with the numbers of these tables."""
    for name, table in tables.items():
        start = text.index(f"{name} = Table(")
        end = text.index("# fmt: skip", start)
        part = re.sub(r"base=\([^)]*\)", f"base={table.base}", text[start:end], count=1)
        for row in table.weights:
            line = re.compile(rf'(Weight\("{row.sign}", "[^"]*", )\([^)]*\)')
            part = line.sub(lambda found, row=row: f"{found[1]}{row.scores}", part, count=1)
        text = text[:start] + part + text[end:]
    return text


def main(given: Sequence[str]) -> None:
    files = [Path(name) for name in given if name != WRITE] or sorted(HERE.glob("*.jsonl"))
    sets = {file: load(file) for file in files}
    if len(sets) > 1:
        left_out(sets)
    if WRITE in given:
        module = Path(weights.__file__)
        rows = [row for seen in sets.values() for row in seen]
        tables = {name: table_of(name, rows) for name in TASKS}
        module.write_text(written(module.read_text("utf-8"), tables), "utf-8")
        print(f"written: {module}")


if __name__ == "__main__":
    main(sys.argv[1:])
