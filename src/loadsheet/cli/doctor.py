"""The command `doctor`: a turn's diagnosis, as a walk down its stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from loadsheet.cli.door import PAGE, SAYS_NO, Door
from loadsheet.cli.tables import columns, heading, whole
from loadsheet.cli.text import line, shortened, sources

if TYPE_CHECKING:
    from loadsheet.agent import Agent
    from loadsheet.evals.doctor.diagnosis import Diagnosis, Finding, Mark

MARKS: dict[Mark, tuple[str, str, str]] = {
    "sound": ("✓", "ok", "green"),
    "fault": ("✗", "XX", "bold red"),
    "signal": ("!", "!", "bold yellow"),
    "unasked": ("–", "-", "dim"),
}
"""Each mark as a sign, as the same in ASCII, and its colour: the sign alone tells, whoever sees no colours."""


@dataclass(frozen=True, slots=True)
class DoctorRequest:
    """Which turn, and what is known of what it should have said."""

    turn: str | None
    expected: Sequence[str]
    evidence: Sequence[str]
    case: Path | None


def examine(door: Door, wanted: DoctorRequest) -> None:
    """Print the diagnosis; exit 1 when a stage is at fault."""
    door.piped = PAGE

    async def work(agent: Agent) -> Diagnosis:
        return await agent.diagnose(
            wanted.turn, expected=wanted.expected, evidence=wanted.evidence, case=wanted.case
        )

    found = door.run(work)
    door.tell(found, lambda: shown(found, ascii_only=door.look.ascii_only))
    if not found.sound:
        raise typer.Exit(SAYS_NO)


def shown(found: Diagnosis, *, ascii_only: bool = False) -> RenderableType:
    """The verdict, the walk, and what it rests on."""
    parts: list[RenderableType] = [
        Text(line(found.verdict), style="bold"),
        Text(),
        heading(f"turn {found.turn}", shortened(found.question, 60)),
        _walk(found, ascii_only=ascii_only),
    ]
    if found.finding:
        parts += [Text(), *_finding(found.finding)]
    for other in found.others:
        parts += [Text(), *_finding(other, also=True)]
    return Group(*parts)


def _walk(found: Diagnosis, *, ascii_only: bool) -> RenderableType:
    made = columns(whole(""), whole(""), whole(""), header=False)
    for step in found.walk:
        sign, plain, style = MARKS[step.mark]
        made.add_row(
            Text(plain if ascii_only else sign, style=style),
            Text(step.stage, style=style),
            Text(line(step.said), style="dim" if step.mark == "unasked" else ""),
        )
    return made


def _finding(finding: Finding, *, also: bool = False) -> list[RenderableType]:
    rows = [(clue.name, clue.value) for clue in finding.clues]
    if finding.sources:
        rows.append(("stands in", sources(finding.sources)))
    made = columns(whole(""), whole(""), header=False)
    for name, value in rows:
        made.add_row(Text(line(name), style="dim"), Text(shortened(value, 160)))
    todo = [Padding(Text(line(text)), (0, 0, 0, 2)) for text in finding.do]
    title = heading(f"{'also ' if also else ''}{finding.check}", finding.said if also else "")
    return [title, made, heading("what to do"), *todo] if todo else [title, made]
