"""A stored turn, or two, go in; what a reader sees of them comes out. Nothing here prints."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from loadsheet.artifacts import Entry, Prompt
from loadsheet.cli.difference import Changed, Difference
from loadsheet.cli.lists import OUTCOMES
from loadsheet.cli.tables import (
    COLOURS,
    NARROW,
    Look,
    below,
    columns,
    grid,
    heading,
    right,
    whole,
    widest,
)
from loadsheet.cli.text import counted, line, number, seconds, shortened, size, sources
from loadsheet.ports import StoredEvent, TracePage
from loadsheet.trace import unpack

BAR = 16
"""The width of the whole turn's time."""

CHARACTERS = 400
"""Replay shows this many characters of a line that differs."""

# ---------------------------------------------------------------- trace


def tree(events: Sequence[StoredEvent]) -> list[tuple[str, StoredEvent]]:
    """Each event with the branches that lead to it, parents before children, in the order of their start."""
    children: dict[str | None, list[StoredEvent]] = {}
    known = {event.span for event in events}
    for event in events:
        parent = event.parent if event.parent in known else None
        children.setdefault(parent, []).append(event)
    made: list[tuple[str, StoredEvent]] = []

    def grow(parent: str | None, stem: str) -> None:
        rows = children.get(parent, [])
        for index, event in enumerate(rows):
            is_last = index == len(rows) - 1
            made.append((stem + ("└─ " if is_last else "├─ "), event))
            grow(event.span, stem + ("   " if is_last else "│  "))

    grow(None, "")
    return made


def trace(page: TracePage, look: Look) -> RenderableType:
    """The stages of a turn: when each ran and for how long, its tokens, and what it decided."""
    record, events = page.record, page.events
    began = min((event.started_at for event in events), default=record.asked_at)
    spent = [((event.started_at - began).total_seconds(), event.seconds) for event in events]
    total = max((start + length for start, length in spent), default=0.0)
    worked = sum(event.seconds for event in events)
    is_narrow = 0 < look.width < NARROW
    return Group(
        heading(
            f"Turn {record.id}",
            f"session {record.session}, {record.asked_at.isoformat(timespec='seconds')}",
        ),
        Text(shortened(record.question, look.prose)),
        Text.assemble(
            (record.outcome.replace("_", " "), OUTCOMES.get(record.outcome, "")),
            (f" in {seconds(total)}, of which the stages took {seconds(worked)}", "dim"),
        ),
        Text(),
        _stacked(events, look) if is_narrow else _stages(events, began, total, look),
        Text(
            "loadsheet trace --stage NAME shows what went into a stage and what came out",
            style="dim",
        ),
    )


def _stages(
    events: Sequence[StoredEvent], began: datetime, total: float, look: Look
) -> RenderableType:
    table = columns(
        Column("Stage", no_wrap=True),
        Column("Time", no_wrap=True),
        right(""),
        right("Tokens"),
        whole("What it decided"),
    )
    for branch, event in tree(events):
        start = (event.started_at - began).total_seconds()
        table.add_row(
            _stage(branch, event),
            Text(_stretch(start, event.seconds, total, look), style="blue"),
            seconds(event.seconds),
            size(event.tokens),
            _said(event),
        )
    return table


def _stacked(events: Sequence[StoredEvent], look: Look) -> RenderableType:
    """The stages where there is no room for bars: what each decided stands below it."""
    rows = [(_stage(*row), row[1]) for row in tree(events)]
    room = max(look.width - 7 - 7 - 4, 8)
    widths = (widest(("Stage", *(name.plain for name, _ in rows)), room), 7, 7)
    head = grid(widths, (1, 2))
    head.add_row("Stage", "Time", "Tokens", style="dim")
    parts: list[RenderableType] = [head]
    for name, event in rows:
        table = grid(widths, (1, 2))
        table.add_row(name, seconds(event.seconds), size(event.tokens))
        parts += [table, *below(*_said(event).plain.split("\n"))]
    return Group(*parts)


def _stage(branch: str, event: StoredEvent) -> Text:
    return Text.assemble((branch, "dim"), (event.stage, "red" if event.failure else "cyan"))


def _stretch(start: float, length: float, total: float, look: Look) -> str:
    if total <= 0:
        return ""
    first = min(round(start / total * BAR), BAR - 1)
    cells = max(1, min(round(length / total * BAR), BAR - first))
    full, rest = ("#", ".") if look.ascii_only else ("━", "·")
    return (rest * first + full * cells).ljust(BAR, rest)


def _said(event: StoredEvent) -> Text:
    made = Text("; ".join(line(decision) for decision in event.decisions), overflow="fold")
    if event.failure:
        made.append("\n" if made.plain else "").append(
            f"failure: {line(event.failure)}", style="red"
        )
    for what in event.overrun:
        made.append("\n" if made.plain else "").append(
            f"overrun: more {what} than allowed", style="yellow"
        )
    return made


def page_json(page: TracePage) -> dict[str, Any]:
    """The record, the events and the artifacts that they name, by their hash."""
    data = asdict(page)
    wanted = {
        name for event in page.events for name in (event.given, event.gave) if name in page.bodies
    }
    data["artifacts"] = {name: unpack(name, page.bodies) for name in sorted(wanted)}
    del data["bodies"]
    return data


def stage_json(page: TracePage, stage: str) -> list[dict[str, Any]]:
    """What went into a stage and what came out, for each time that it ran."""
    return [
        {
            **asdict(event),
            "given": unpack(event.given, page.bodies) if event.given else None,
            "gave": unpack(event.gave, page.bodies) if event.gave else None,
        }
        for event in page.events
        if event.stage == stage
    ]


# ---------------------------------------------------------------- replay


def prompt_diff(stored: Prompt, made: Prompt) -> list[str]:
    """A unified diff of what was sent and what was made again, a message a section."""
    return list(
        difflib.unified_diff(_lines(stored), _lines(made), "sent", "made again", lineterm="", n=2)
    )


def _lines(prompt: Prompt) -> list[str]:
    made: list[str] = []
    for index, message in enumerate(prompt.messages):
        rest = {key: value for key, value in message.items() if key not in {"role", "content"}}
        extra = f" {json.dumps(rest, ensure_ascii=False)}" if rest else ""
        made.append(f"[{index}] {message['role']}{extra}")
        # Ends of line that a terminal does not show can differ too.
        made += [
            repr(row)[1:-1] if not row.isprintable() else row
            for row in message["content"].split("\n")
        ]
    return made


def differs(rows: Sequence[str]) -> RenderableType:
    """The diff with its additions and removals in colour."""
    styles = {"+": "green", "-": "red", "@": "cyan"}
    return Group(*(Text(shortened_row(row), style=styles.get(row[:1], "")) for row in rows))


def shortened_row(row: str) -> str:
    """A line of a diff, without the end of a very long one."""
    return row if len(row) <= CHARACTERS else f"{row[:CHARACTERS]}… ({len(row)} characters)"


# ---------------------------------------------------------------- diff


def difference(found: Difference, look: Look) -> RenderableType:
    """What came aboard, what went ashore and what changed its form, then the sums."""
    title = heading(
        f"{found.before} → {found.after}", f"{counted(found.same, 'entry', 'entries')} alike"
    )
    before, after = found.total_tokens
    sums = Text.assemble(
        ("Total ", "bold"),
        f"{number(before)} → {number(after)} tokens ({after - before:+,}), framing ",
        f"{number(found.framing_tokens[0])} → {number(found.framing_tokens[1])}",
    )
    alike = Text("The same entries are aboard, in the same form.")
    parts = [title, Text(), _changes(found.entries) if found.entries else alike, Text(), sums]
    parts += [
        Text(
            f"left out by {row.stage} {row.rule}: {number(row.before)} → {number(row.after)}",
            style="dim",
        )
        for row in found.left_out
        if row.before != row.after or not look.width
    ]
    parts += [Text(line(setting), style="yellow") for setting in found.settings]
    return Group(*parts)


def _changes(rows: Sequence[Changed]) -> Table:
    """A line for each entry that is not the same in both."""
    signs = {"came": ("+", "green"), "went": ("-", "red"), "changed": ("~", "yellow")}
    table = columns(
        "",
        whole("Entry"),
        whole("Source", "dim"),
        right("Before"),
        right("After"),
        whole("What is different"),
    )
    for row in rows:
        sign, style = signs[row.what]
        entry = row.after or row.before
        if entry is None:
            continue
        table.add_row(
            Text(sign, style=style),
            Text(_shown(row), style=COLOURS.get(row.kind, "")),
            sources(entry.sources) or entry.producer,
            _tokens(row.before),
            _tokens(row.after),
            Text(_why(row), overflow="fold"),
        )
    return table


def _tokens(entry: Entry | None) -> str:
    return number(entry.tokens) if entry else ""


def _shown(row: Changed) -> str:
    before = row.before.id if row.before else ""
    after = row.after.id if row.after else ""
    if before and after and before != after:
        return f"{line(before)} → {line(after)}"
    return line(after or before)


def _why(row: Changed) -> str:
    if row.changes:
        return ", ".join(line(change) for change in row.changes)
    where = row.left_out
    if row.what == "went":
        return (
            f"left out by {where.stage} {where.rule}: {line(where.reason)}"
            if where
            else "not offered"
        )
    if where:
        return f"was left out by {where.stage} {where.rule}: {line(where.reason)}"
    return "new" + (f": {line(row.after.reason)}" if row.after else "")
