"""What was left out goes in; at which stage, by which rule and why, as a table, comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType

from loadsheet.artifacts import LeftOut
from loadsheet.cli.tables import (
    Look,
    columns,
    heading,
    right,
    whole,
)
from loadsheet.cli.text import counted, line, number, size, sources

ROWS = 3
"""More left-out rows of one stage and rule than this are shown as one group."""


@dataclass(frozen=True, slots=True)
class Ashore:
    """A line of what was left out: one row, or a group of one kind, stage and rule."""

    what: str
    stage: str
    rule: str
    reason: str
    source: str
    tokens: int | None
    """None where nobody counted."""
    is_group: bool = False


def ashore_of(rows: Sequence[LeftOut], *, every: bool = False) -> list[Ashore]:
    """The rows in the order of the stages; more than a few of one kind, stage and rule become one line."""
    groups: dict[tuple[str, str, str], list[LeftOut]] = {}
    for row in rows:
        groups.setdefault((row.kind, row.stage, row.rule), []).append(row)
    made: list[Ashore] = []
    for (kind, stage, rule), found in groups.items():
        if every or len(found) <= ROWS:
            made += [
                Ashore(_what(row), stage, rule, row.reason, sources(row.sources), row.tokens)
                for row in found
            ]
            continue
        nearest = max(found, key=lambda row: row.score or 0.0)
        count = sum(row.count or 1 for row in found)
        sizes = [row.tokens for row in found if row.tokens is not None]
        tokens = sum(sizes) if sizes else None
        reason = f"the nearest: {nearest.reason}"
        made.append(
            Ashore(
                f"{number(count)} × {kind}", stage, rule, reason, sources(nearest.sources), tokens
            )
        )
    return made


def _what(row: LeftOut) -> str:
    if row.until is not None:
        return line(f"{row.message or row.id} to {row.until}, {counted(row.count or 0, 'message')}")
    return line(row.id)


def left_out(rows: Sequence[LeftOut], look: Look, *, every: bool = False) -> RenderableType:
    """What did not come aboard, at which stage, by which rule, and why."""
    count = sum(row.count or 1 for row in rows)
    if not rows:
        return heading("Left out", "nothing: everything that was offered is aboard")
    shown = ashore_of(rows, every=every)
    grouped = len(shown) < len(rows)
    title = heading("Left out", counted(count, "piece") + (", --all lists each" if grouped else ""))
    if look.wide:
        table = columns(
            whole("What"), "Stage", "Rule", whole("Reason"), whole("Source", "dim"), right("Tokens")
        )
        for row in shown:
            table.add_row(
                row.what, row.stage, row.rule, line(row.reason), row.source, size(row.tokens)
            )
    else:
        table = columns(
            whole("What"), whole("Stage, rule"), whole("Reason", "dim"), right("Tokens")
        )
        for row in shown:
            where = f" · {row.source}" if row.is_group and row.source else ""
            table.add_row(
                row.what, f"{row.stage} {row.rule}", line(row.reason) + where, size(row.tokens)
            )
    return Group(title, table)
