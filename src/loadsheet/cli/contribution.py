"""The command `contribution`: what each block of a turn's prompt gave to its answer, as bars."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from loadsheet.cli.door import Door
from loadsheet.cli.tables import BAR, columns, heading, right, whole
from loadsheet.cli.text import bar, counted, line, shortened

if TYPE_CHECKING:
    from loadsheet.agent import Agent
    from loadsheet.evals.contribution import Contribution, Measured, Planned

SHORT = {
    "correctness": "correct",
    "grounding": "grounded",
    "constraint_adherence": "rules",
    "uncertainty": "certain",
}
"""What a column is called where the metric's name is too long for it."""


@dataclass(frozen=True, slots=True)
class ContributionRequest:
    """Which turn, against what, and at what cost."""

    turn: str | None
    expected: Sequence[str]
    case: Path | None
    perturb: bool
    calls: int | None


def measure(door: Door, wanted: ContributionRequest) -> None:
    """Print what each block gave; what it costs at the most is said before on stderr."""

    async def work(agent: Agent) -> Contribution:
        return await agent.contribution(
            wanted.turn,
            expected=wanted.expected,
            case=wanted.case,
            perturb=wanted.perturb,
            calls=wanted.calls,
            before=None if door.as_json else said,
        )

    found = door.run(work)
    door.tell(found, lambda: shown(found, ascii_only=door.look.ascii_only))


def said(planned: Planned) -> None:
    """Say what a measurement costs, before it is made."""
    price = f", {planned.cost:.4f} at the most" if planned.cost else ""
    calls = counted(planned.calls, "call")
    sys.stderr.write(
        f"{counted(planned.blocks, 'block')}: up to {calls} of {planned.model}, {planned.tokens:,} tokens{price}\n"
    )


def shown(found: Contribution, *, ascii_only: bool = False) -> RenderableType:
    """The answer as it is, a row a block, and what covers for what."""
    against = ", ".join(f"“{text}”" for text in found.reference) or "the answer as it was"
    parts: list[RenderableType] = [
        heading(f"turn {found.turn}", shortened(found.question, 60)),
        Text(f"against {line(against)}; {counted(found.calls, 'call')} of {found.planned.model}"),
        Text(line(f"whole prompt: {shortened(found.whole.answer, 120)}")),
        Text(),
        _table((*found.rows, *_telling(found)), found.whole, ascii_only=ascii_only),
        Text(),
        Text(
            "A change is a measurement, no verdict: corroborating blocks may each be left out.",
            style="dim",
        ),
    ]
    if found.unmeasured:
        parts.append(Text(f"no call was left for: {', '.join(found.unmeasured)}; raise --calls"))
    return Group(*parts)


def _telling(found: Contribution) -> list[Measured]:
    """The pairs without which the answer changes; --json has the others."""
    return [row for row in found.pairs if not row.unchanged]


def _table(rows: Sequence[Measured], base: Measured, *, ascii_only: bool) -> RenderableType:
    from loadsheet.evals.contribution import METRICS

    measured = [name for name in METRICS if getattr(base.scores, name) is not None]
    made = columns(
        Column("left out", no_wrap=True, style="cyan"),
        right("tokens"),
        *(right(SHORT.get(name, name)) for name in measured),
        Column("lost", min_width=BAR, no_wrap=True),
        whole("note"),
    )
    for row in rows:
        lost = max(0.0, -(row.delta.correctness or 0.0))
        note = row.note or shortened(row.answer, 60)
        if row.corroborated_by:
            note = f"corroborated by {', '.join(row.corroborated_by)}"
        name = ("~ " if row.way == "perturbed" else "") + " + ".join(row.blocks)
        made.add_row(
            name,
            f"{row.tokens:,}",
            *(_delta(getattr(row.delta, metric)) for metric in measured),
            bar(lost, BAR, ascii_only=ascii_only),
            line(note),
        )
    return made


def _delta(value: float | None) -> str:
    if value is None:
        return "n/a"
    return f"{value:+.2f}" if value else "0"
