"""A turn's reduction in; its steps as a table and as bars out. Nothing here prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from loadsheet.artifacts import Context, EvidenceSet, FunnelStep, LeftOut, Manifest, Value
from loadsheet.cli.tables import BAR, Look, columns, heading, right, whole
from loadsheet.cli.text import bar, counted, line, number, percent
from loadsheet.ports import TracePage
from loadsheet.trace import last_run

EVIDENCE = "evidence"


class Funnel(Value):
    """The steps of a turn's reduction, from the lists of the sources to what is aboard, and what each removed."""

    turn: str
    question: str
    steps: tuple[FunnelStep, ...]
    left_out: tuple[LeftOut, ...]
    sufficient: bool
    confidence: float
    lack: str
    searched: str

    def removed(self, step: FunnelStep) -> list[LeftOut]:
        """The passages that a step left out."""
        return [row for row in self.left_out if row.rule in step.rules]


def funnel_of(page: TracePage) -> Funnel | None:
    """The funnel of a stored turn; None where nothing was searched, or no prompt came of it."""
    reduced, assembled = last_run(page, "reduce"), last_run(page, "assemble")
    if reduced is None or assembled is None:
        return None
    found = EvidenceSet.model_validate(reduced.gave)
    manifest = Context.model_validate(assembled.gave).manifest
    return Funnel(
        turn=page.record.id,
        question=page.record.question,
        steps=(*found.steps, _aboard(found, manifest)),
        left_out=(*found.left_out, *(r for r in manifest.left_out if _ashore(r))),
        sufficient=found.sufficient,
        confidence=found.confidence,
        lack=found.lack,
        searched=found.searched,
    )


def _ashore(row: LeftOut) -> bool:
    return row.stage == "assemble" and row.kind == EVIDENCE


def _aboard(found: EvidenceSet, manifest: Manifest) -> FunnelStep:
    """What assembly made of the evidence, as the last step."""
    aboard = [entry for entry in manifest.entries if entry.kind == EVIDENCE]
    forms = Counter(entry.rendition for entry in aboard)
    return FunnelStep(
        name="assemble",
        given=len(found.evidence),
        kept=len(aboard),
        tokens_given=sum(item.candidate.tokens for item in found.evidence),
        tokens_kept=sum(entry.tokens for entry in aboard),
        score=f"room in {number(manifest.budget.prompt_tokens)} tokens; sizes with their labels",
        rules=tuple(sorted({row.rule for row in manifest.left_out if _ashore(row)})),
        notes=tuple(f"{count} in the form {name}" for name, count in forms.items()),
    )


def shown(funnel: Funnel, look: Look, *, every: bool = False) -> RenderableType:
    """The bars, the table of the steps, and why each removed what it removed."""
    parts: list[RenderableType] = [
        heading(f"Funnel of turn {funnel.turn}", line(funnel.question)),
        Text(),
        picture(funnel.steps, look),
        Text(),
        _table(funnel),
        *(Text(f"{step.name}: {line(note)}") for step in funnel.steps for note in step.notes),
        Text(),
    ]
    for step in funnel.steps:
        rows = funnel.removed(step)
        parts += [Text(line(said)) for said in _reasons(step, rows, every=every)]
    verdict = "suffices" if funnel.sufficient else "does not suffice"
    parts.append(
        Text(f"The evidence {verdict}: confidence {funnel.confidence:.2f}; {line(funnel.searched)}")
    )
    return Group(*parts)


def picture(steps: Sequence[FunnelStep], look: Look) -> RenderableType:
    """A bar for what went in, and one for what each step kept, each in the middle like a funnel."""
    most = max((step.given for step in steps), default=0) or 1
    width = min(max(look.width - 40, BAR), 60) if look.width else 40
    table = columns(Column("", no_wrap=True, style="cyan"), right(""), "", header=False)
    first = steps[0].given if steps else 0
    for name, count in (("found", first), *((step.name, step.kept) for step in steps)):
        made = bar(count / most, width, ascii_only=look.ascii_only)
        table.add_row(name, number(count), Text(made.center(width).rstrip(), style="blue"))
    return table


def _table(funnel: Funnel) -> RenderableType:
    table = columns(
        Column("Step", no_wrap=True, style="cyan"),
        right("Given"),
        right("Kept"),
        right("Removed"),
        right("Tokens"),
        right("of them"),
        whole("By which score"),
    )
    for step in funnel.steps:
        part = step.tokens_kept / step.tokens_given if step.tokens_given else 1.0
        shown = percent(part) if part <= 1 else "–"  # in the prompt each has its label too
        table.add_row(
            step.name,
            number(step.given),
            number(step.kept),
            number(step.given - step.kept),
            number(step.tokens_kept),
            shown,
            line(step.score),
        )
    return table


def _reasons(step: FunnelStep, rows: Sequence[LeftOut], *, every: bool) -> list[str]:
    """Each passage that a step removed, or the first of each rule and how many there are."""
    if every:
        return [f"{step.name} {row.rule}: {row.id}, {row.reason}" for row in rows]
    made: list[str] = []
    for rule in dict.fromkeys(row.rule for row in rows):
        same = [row for row in rows if row.rule == rule]
        more = f", the first of {counted(len(same), 'passage')}" if len(same) > 1 else ""
        made.append(f"{step.name} {rule}: {same[0].id}, {same[0].reason}{more}")
    return made


def as_json(funnel: Funnel) -> dict[str, Any]:
    """The funnel with what each step removed beside it."""
    data = funnel.model_dump(mode="json")
    for row, step in zip(data["steps"], funnel.steps, strict=True):
        row["removed"] = [r.model_dump(mode="json") for r in funnel.removed(step)]
    del data["left_out"]
    return data
