"""The entries of a manifest go in; who is aboard, as a table of the width that there is, comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from loadsheet.artifacts import Entry, Manifest
from loadsheet.cli.tables import (
    BAR,
    COLOURS,
    NARROW,
    Look,
    below,
    columns,
    grid,
    right,
    whole,
    widest,
)
from loadsheet.cli.text import bar, line, number, percent, sources

SERIALISATION = "serialisation"
"""Where framing comes from: the form of the messages, and no text of anybody's."""

NAME = 32
"""The widest id that is not broken beside other columns: the sentence of a message, `said:t1a….user:0`."""

RUN = 4
"""More messages of history than this in a row are shown as one run."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the manifest's table: an entry, a run of history, the framing or the sum."""

    name: str
    kind: str
    producer: str
    rule: str
    reason: str
    source: str
    tokens: int
    share: float
    strong: bool = False


def rows_of(sheet: Manifest, *, every: bool = False) -> list[SheetRow]:
    """The rows in the order of the prompt, then framing and the sum; long runs of history are one row."""
    total = max(sheet.total_tokens, 1)
    made: list[SheetRow] = []
    runs = groupby(sheet.entries, key=lambda entry: (entry.kind, entry.rule, entry.reason))
    for (kind, *_), group in runs:
        found = list(group)
        if kind == "history" and len(found) > RUN and not every:
            made.append(_run(found, total))
        else:
            made += [_row(entry, total) for entry in found]
    framing = sheet.framing_tokens
    facts = ("assemble", "chat_form", "what lies between and around the messages", SERIALISATION)
    made.append(SheetRow("framing", "framing", *facts, framing, framing / total))
    made.append(SheetRow("total", "", "", "", "", "", sheet.total_tokens, 1.0, strong=True))
    return made


def _row(entry: Entry, total: int) -> SheetRow:
    reason = f"{entry.reason}, in conflict {entry.conflict}" if entry.conflict else entry.reason
    facts = (entry.producer, entry.rule, reason, _origin(entry))
    return SheetRow(_name(entry), entry.kind, *facts, entry.tokens, entry.tokens / total)


def _origin(entry: Entry) -> str:
    """Its sources; a message of history is its own source, and only the session is news."""
    if not entry.sources:
        return entry.producer
    first = entry.sources[0]
    if first.message == entry.id and first.session and first.start is None:
        return f"session {line(first.session)}"
    return sources(entry.sources)


def _name(entry: Entry) -> str:
    name = entry.id
    if entry.rendition != "full":
        name += f" ({entry.rendition})"
    return line(name + "".join(f" {flag}" for flag in entry.flags))


def _run(found: Sequence[Entry], total: int) -> SheetRow:
    tokens = sum(entry.tokens for entry in found)
    return SheetRow(
        f"history ×{len(found)}",
        found[0].kind,
        found[0].producer,
        found[0].rule,
        found[0].reason,
        f"messages {line(found[0].id)} to {line(found[-1].id)}",
        tokens,
        tokens / total,
    )


def entries(rows: Sequence[SheetRow], look: Look) -> RenderableType:
    """The entries: on one line each where there is room, else with reason and source below."""
    if look.wide:
        return _wide(rows, look)
    return _narrow(rows, look) if look.width >= NARROW else _stacked(rows, look)


def _wide(rows: Sequence[SheetRow], look: Look) -> Table:
    table = columns(
        Column("Entry", overflow="fold", min_width=_names(rows)),
        Column("Producer", no_wrap=True),
        Column("Rule", no_wrap=True),
        whole("Reason"),
        whole("Source", "dim"),
        right("Tokens"),
        right("Share"),
        Column("", no_wrap=True, min_width=BAR),
    )
    for row in rows:
        table.add_row(
            _entry(row),
            row.producer,
            row.rule,
            line(row.reason),
            row.source,
            number(row.tokens),
            percent(row.share),
            _bar(row, BAR, look),
            style="bold" if row.strong else "",
        )
    return table


def _narrow(rows: Sequence[SheetRow], look: Look) -> Group:
    names = _names(rows)
    producers = widest(("Producer", *(row.producer for row in rows)), 13)
    rules = widest(("Rule", *(row.rule for row in rows)), 25)
    room = look.width - names - producers - rules - 7 - 6 - 8
    if room < 1:
        rules, room = rules + room - 1, 1
    widths = (names, producers, rules, 7, 6, min(room, BAR))
    head = grid(widths, (3, 4))
    head.add_row("Entry", "Producer", "Rule", "Tokens", "Share", "", style="dim")
    parts: list[RenderableType] = [head]
    for row in rows:
        table = grid(widths, (3, 4))
        cells = (row.producer, row.rule, number(row.tokens), percent(row.share))
        table.add_row(
            _entry(row), *cells, _bar(row, widths[-1], look), style="bold" if row.strong else ""
        )
        parts += [table, *below(row.reason, _news(row))]
    return Group(*parts)


def _names(rows: Sequence[SheetRow]) -> int:
    return widest(("Entry", *(row.name for row in rows)), NAME)


def _stacked(rows: Sequence[SheetRow], look: Look) -> Group:
    widths = (max(look.width - 7 - 6 - 4, 8), 7, 6)
    head = grid(widths, (1, 2))
    head.add_row("Entry", "Tokens", "Share", style="dim")
    parts: list[RenderableType] = [head]
    for row in rows:
        table = grid(widths, (1, 2))
        table.add_row(
            _entry(row), number(row.tokens), percent(row.share), style="bold" if row.strong else ""
        )
        parts += [table, *below(row.producer, row.rule, row.reason, _news(row))]
    return Group(*parts)


def _news(row: SheetRow) -> str:
    """The source, where it says more than the producer does."""
    return "" if row.source in {row.producer, SERIALISATION} else row.source


def _entry(row: SheetRow) -> Text:
    return Text(row.name, style="bold" if row.strong else COLOURS.get(row.kind, ""))


def _bar(row: SheetRow, width: int, look: Look) -> Text:
    if row.strong:
        return Text()
    return Text(bar(row.share, width, ascii_only=look.ascii_only), style=COLOURS.get(row.kind, ""))
