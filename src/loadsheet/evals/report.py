"""Scores go in; the report comes out: every case by every metric, the means with what they count, and the gates."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from loadsheet.artifacts import Artifact, Outcome, Value
from loadsheet.errors import SettingsError
from loadsheet.evals.regression import StageChange

Status = Literal["measured", "not_applicable", "failed"]


class MetricScore(Value):
    """One metric of one turn."""

    case: str
    turn: int
    """Counted from 1."""
    metric: str
    status: Status
    value: float | None = None
    reason: str | None = None
    """Why it failed."""


class ScoredTurn(Value):
    """A turn as it went, for whoever reads the scores."""

    case: str
    turn: int
    question: str
    answer: str | None = None
    outcome: Outcome | None = None
    turn_id: str | None = None
    prompt_tokens: int | None = None
    seconds: float = 0.0
    failure: str | None = None
    """What was raised instead of an answer."""
    differs: tuple[StageChange, ...] = ()
    """The stages that gave something else than when the turn was frozen, the first one first."""


class Mean(Value):
    """A metric over every turn it applies to; `value` is None where that is none."""

    metric: str
    value: float | None
    measured: int
    not_applicable: int
    failed: int

    @property
    def total(self) -> int:
        """How many turns there were."""
        return self.measured + self.not_applicable + self.failed


class Gate(Value):
    """A metric's mean against a threshold, before it is looked at."""

    metric: str
    at_most: bool = False
    """Whether the threshold is the upper one."""
    threshold: float

    def __str__(self) -> str:
        """The gate as it was written."""
        return f"{self.metric}{'<=' if self.at_most else '>='}{self.threshold:g}"


class GateResult(Value):
    """A gate, whether it was passed, and the reason in words."""

    gate: Gate
    passed: bool
    reason: str


class Report(Artifact):
    """What an evaluation found. Means count only what was measured, and say of how many turns."""

    turns: tuple[ScoredTurn, ...]
    scores: tuple[MetricScore, ...]
    means: tuple[Mean, ...]
    gates: tuple[GateResult, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every gate was passed; without gates there is nothing to fail."""
        return all(result.passed for result in self.gates)

    def mean(self, metric: str) -> Mean | None:
        """The mean of one metric, or None for a metric that is not in the report."""
        return next((row for row in self.means if row.metric == metric), None)


def report_of(
    turns: Iterable[ScoredTurn], scores: Iterable[MetricScore], gates: Iterable[Gate] = ()
) -> Report:
    """The report over these scores."""
    rows = tuple(scores)
    means = means_of(rows)
    return Report(
        turns=tuple(turns),
        scores=rows,
        means=means,
        gates=tuple(judge(gate, means) for gate in gates),
    )


def means_of(scores: Iterable[MetricScore]) -> tuple[Mean, ...]:
    """The mean of each metric, in the order in which metrics first appear."""
    by_metric: dict[str, list[MetricScore]] = {}
    for score in scores:
        by_metric.setdefault(score.metric, []).append(score)
    return tuple(_mean(metric, rows) for metric, rows in by_metric.items())


def _mean(metric: str, rows: Sequence[MetricScore]) -> Mean:
    values = [row.value for row in rows if row.value is not None]
    return Mean(
        metric=metric,
        value=math.fsum(values) / len(values) if values else None,
        measured=len(values),
        not_applicable=sum(row.status == "not_applicable" for row in rows),
        failed=sum(row.status == "failed" for row in rows),
    )


# ---------------------------------------------------------------- gates

_GATE = re.compile(
    r"\s*(?P<metric>[^<>=]*[^<>=\s])\s*(?P<sign>>=|<=)\s*(?P<threshold>[^\s<>=]+)\s*"
)


def gate_from(text: str, known: Iterable[str]) -> Gate:
    """Read `metric>=value` or `metric<=value`.

    Raises `SettingsError` for a gate without a threshold, which would pass whatever happens, for a threshold that is
    not from 0 to 1, and for a metric that does not exist.
    """
    names = list(known)
    found = _GATE.fullmatch(text)
    metric = found["metric"] if found else re.split("[<>=]", text, maxsplit=1)[0].strip()
    if metric not in names:
        raise SettingsError(
            f"gate {text!r} names no metric; write METRIC>=VALUE with one of: {', '.join(names)}"
        )
    if found is None:
        raise SettingsError(
            f"gate {text!r} has no threshold and could not fail: write {metric}>=0.9"
        )
    threshold = _number(found["threshold"])
    if threshold is None or not 0 <= threshold <= 1:
        raise SettingsError(
            f"gate {text!r}: the threshold {found['threshold']!r} is not a number from 0 to 1"
        )
    return Gate(metric=metric, at_most=found["sign"] == "<=", threshold=threshold)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def judge(gate: Gate, means: Iterable[Mean]) -> GateResult:
    """Whether the mean passes. A metric that was not measured, or failed somewhere, passes no gate."""
    mean = next((row for row in means if row.metric == gate.metric), None)
    if mean is None or mean.value is None:
        failed = f", {mean.failed} failed" if mean and mean.failed else ""
        return GateResult(gate=gate, passed=False, reason=f"nothing was measured{failed}")
    if mean.failed:
        reason = f"{mean.failed} of {mean.total} could not be measured"
        return GateResult(gate=gate, passed=False, reason=reason)
    held = mean.value <= gate.threshold if gate.at_most else mean.value >= gate.threshold
    return GateResult(
        gate=gate, passed=held, reason=f"{mean.value:.3f} over {mean.measured} of {mean.total}"
    )


# ---------------------------------------------------------------- rows to print


@dataclass(frozen=True, slots=True)
class TextTable:
    """Rows of text for whoever prints them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def table(report: Report) -> TextTable:
    """A row for each metric: its mean, what that counts, and the gate it stands against."""
    gates: dict[str, list[str]] = {}
    for result in report.gates:
        word = "passed" if result.passed else f"failed: {result.reason}"
        gates.setdefault(result.gate.metric, []).append(f"{result.gate} {word}")
    rows = [
        (
            row.metric,
            "–" if row.value is None else f"{row.value:.3f}",
            f"{row.measured} of {row.total}",
            str(row.not_applicable or "–"),
            str(row.failed or "–"),
            "; ".join(gates.pop(row.metric, [])),
        )
        for row in report.means
    ]
    rows += [(metric, "–", "0", "–", "–", "; ".join(lines)) for metric, lines in gates.items()]
    cases = len({row.case for row in report.turns})
    return TextTable(
        title=f"{cases} cases, {len(report.turns)} turns",
        columns=("metric", "mean", "measured", "not applicable", "failed", "gate"),
        rows=tuple(rows),
    )


def shortfalls(report: Report) -> TextTable:
    """A row for each score below 1 and each that failed, with the answer that it is about."""
    asked = {(row.case, row.turn): row for row in report.turns}
    rows: list[tuple[str, ...]] = []
    failed_turns = {key for key, row in asked.items() if row.failure}
    for key in sorted(failed_turns, key=list(asked).index):
        row = asked[key]
        rows.append((row.case, str(row.turn), "every metric", "failed", row.failure or ""))
    for score in report.scores:
        key = (score.case, score.turn)
        if key in failed_turns or score.status == "not_applicable" or score.value == 1.0:
            continue
        value = "failed" if score.value is None else f"{score.value:.3f}"
        said = asked[key].answer if key in asked else None
        rows.append((score.case, str(score.turn), score.metric, value, score.reason or said or ""))
    return TextTable(
        title="Below 1",
        columns=("case", "turn", "metric", "value", "answer or reason"),
        rows=tuple(rows),
    )


def differing(report: Report) -> TextTable:
    """A row for each frozen turn that is not as it was: the first stage that differs, and what came and went there."""
    rows = [
        (
            row.case,
            str(row.turn),
            row.differs[0].stage,
            f"{row.differs[0].same:.3f}",
            "; ".join(
                (*(f"- {x}" for x in row.differs[0].gone), *(f"+ {x}" for x in row.differs[0].new))
            ),
        )
        for row in report.turns
        if row.differs
    ]
    return TextTable(
        title="Not as frozen",
        columns=("case", "turn", "first stage", "same", "gone and new"),
        rows=tuple(rows),
    )
