"""Fit the weights of `loadsheet.intent.weights` to labelled conversations, and say how well they do on unseen ones.

    python evals/routing/fit.py [FILE …]

For each table, the signs that it names now are fitted by logistic regression (numpy only). Printed are the accuracy on
each file of weights that were fitted on all the others, and the rows of the table, to be put into the module by hand.
Signs that were set by hand keep their weights: no labelled conversation has them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from loadsheet.artifacts import NormalizedTurn
from loadsheet.evals.route import Told, opened, rows_of
from loadsheet.intent import weights
from loadsheet.intent.signs import with_source

HERE = Path(__file__).resolve().parent
RIDGE = 1.0
"""How strongly a weight is drawn to 0."""
STEPS = 400
BY_HAND = "set by hand"
LOOKED_UP = frozenset({"internal_corpus", "structured_store", "memory"})
WITHOUT_SUBJECT = ("chit_chat", "arithmetic", "conversation", "transform", "instruction")
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
    seen = np.array([[found.get(name, 0.0) for name in names] + [1.0] for found in signs])
    return seen, np.array([task.table.options.index(task.option(row)) for row in rows])


def fitted(seen: np.ndarray, right: np.ndarray, options: int) -> np.ndarray:
    """Weights by logistic regression with a ridge, found by gradient steps of their own length."""
    wanted = np.eye(options)[right]
    made = np.zeros((seen.shape[1], options))
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


def main(files: Sequence[Path]) -> None:
    sets = {file.stem: load(file) for file in files}
    for name, task in TASKS.items():
        rows = {key: [row for row in seen if task.decides(row)] for key, seen in sets.items()}
        size = len(task.table.options)
        print(f"\n{name}: accuracy on each file, fitted on the others")
        for left_out, test in rows.items():
            train = [row for key, seen in rows.items() if key != left_out for row in seen]
            if train and test:
                made = fitted(*matrix(task, train), size)
                seen, right = matrix(task, test)
                print(
                    f"  {left_out:14} {np.mean((seen @ made).argmax(1) == right):6.1%} of {len(test)}"
                )
        made = fitted(*matrix(task, [row for seen in rows.values() for row in seen]), size)
        print(f"  base {tuple(round(float(value), 1) for value in made[-1])}")
        for row, scores in zip(task.table.weights, made[:-1], strict=True):
            kept = row.scores if BY_HAND in row.why else scores
            print(f"  {row.sign:22} {tuple(round(float(value), 1) for value in kept)}")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]] or sorted(HERE.glob("*.jsonl")))
