"""The command `calibrate`: fit thresholds to the user's own questions, show what was found, write the settings."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from loadsheet.artifacts import Query, QuerySet
from loadsheet.cli.door import Door
from loadsheet.cli.tables import Look, columns, heading, right, whole
from loadsheet.cli.text import bar, counted, percent
from loadsheet.errors import InputError

if TYPE_CHECKING:
    from loadsheet.agent import Agent
    from loadsheet.evals.calibrate import Calibration, Sample, ThresholdOutcome
    from loadsheet.evals.questions import QuestionCase

WIDTH = 20
"""The width of a bar of the curve."""


def run(door: Door, file: Path, *, confirm: Path | None, write: bool, force: bool = False) -> None:
    """Search for each question of the file, fit, try on those of another one, and show or write what fits."""
    from loadsheet.evals import calibrate
    from loadsheet.evals.questions import questions_from
    from loadsheet.settings import FILE

    questions = questions_from(file)
    others = questions_from(confirm) if confirm else []
    settings = door.settings()

    samples = _samples(door, (*questions, *others), settings.depth)
    if not any(sample.passages for sample in samples):
        raise InputError("no question finds any passage: add the documents first")
    names = ("sufficiency", "evidence_floor", "evidence_cap", "evidence_room")
    now = {name: float(getattr(settings, name)) for name in names}
    found = calibrate.fit(samples[: len(questions)], now)
    if others:
        rest = samples[len(questions) :]
        both = tuple(calibrate.outcome(rest, {**now, **fits}) for fits in ({}, found.settings))
        found = found.model_copy(update={"confirmed": both})
    path = Path(door.config or FILE)
    if write and found.warning and not force:
        raise InputError(f"{found.warning}: give more, or write them all the same with --force")
    if write:
        _write(path, found)
    door.tell(found, lambda: shown(found, door.look, path if write else None))


def _samples(door: Door, questions: Sequence[QuestionCase], depth: int) -> list[Sample]:
    """What is found for each question."""
    from loadsheet.evals.calibrate import sample_of

    async def work(agent: Agent) -> list[Sample]:
        made: list[Sample] = []
        for one in questions:
            queries = (Query(text=one.question),)
            wanted = QuerySet(workspace=agent.workspace, queries=queries, limit=depth)
            found = await agent.pipeline.retrieve(wanted)
            made.append(sample_of(one, found, agent.pipeline.reduce))
        return made

    return door.run(work)


def _write(path: Path, found: Calibration) -> None:
    from loadsheet.evals.calibrate import written

    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(written(text, found.settings), encoding="utf-8")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"the settings '{path}' cannot be written: {error}") from error


def shown(found: Calibration, look: Look, path: Path | None) -> RenderableType:
    """The fitted settings, the accuracy before and after, the curve, and where the lines belong."""
    table = columns(
        Column("Setting", no_wrap=True, style="cyan"), right("Was"), right("Fits"), whole("Why")
    )
    for row in found.fitted:
        table.add_row(row.setting, f"{row.before:g}", f"{row.after:g}", row.why)
    note = f"{found.answerable} answerable, {found.found} with a passage that answers among the candidates"
    parts: list[RenderableType] = [
        heading(counted(found.questions, "question"), note),
        *((Text(f"Careful: {found.warning}.", style="yellow"),) if found.warning else ()),
        Text(),
        table,
    ]
    if found.before and found.after:
        parts += [Text(), _curve(found, look)]
    if found.confirmed:
        parts += [Text(), _confirmed(found.confirmed)]
    lines = [f"{name} = {value:g}" for name, value in found.settings.items()]
    where = f"Written to {path}:" if path else "For loadsheet.toml (--write puts them there):"
    return Group(*parts, Text(), Text(where), *(Text(line) for line in lines))


def _confirmed(outcomes: tuple[ThresholdOutcome, ThresholdOutcome]) -> RenderableType:
    """What the thresholds do to questions that they were not fitted to."""
    names = ("Answered", "Refused", "Passages that answer kept", "Tokens")
    table = columns("", *(right(name) for name in names))
    for name, row in zip(("before", "fitted"), outcomes, strict=True):
        parts = (row.answered, row.refused, row.kept)
        said = ("–" if part is None else percent(part) for part in parts)
        table.add_row(name, *said, str(row.tokens))
    return Group(
        heading("On the other questions", counted(outcomes[0].questions, "question")), table
    )


def _curve(found: Calibration, look: Look) -> RenderableType:
    """What each threshold of confidence lets through."""
    table = columns(
        right("Confidence from"), right("Answered"), right("Refused"), right("Accuracy"), ""
    )
    marks = [(found.before, "before"), (found.after, "after")]
    rows = [(point, "") for point in found.curve]
    for point, name in sorted(
        [*rows, *((p, name) for p, name in marks if p is not None)],
        key=lambda row: row[0].threshold,
    ):
        table.add_row(
            f"{point.threshold:.2f}",
            percent(point.answered),
            percent(point.refused),
            f"{point.accuracy:.2f}",
            Text(f"{bar(point.accuracy, WIDTH, ascii_only=look.ascii_only)} {name}".rstrip()),
        )
    title = f"AUROC {found.auroc:.2f}" if found.auroc is not None else ""
    return Group(heading("Is the evidence sufficient?", title), table)
