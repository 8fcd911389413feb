"""A manifest, citations: artifacts go in; what a terminal shows of them comes out. Nothing here prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from loadsheet.artifacts import Citation, Entry, LeftOut, Manifest
from loadsheet.cli.tables import (
    BAR,
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
from loadsheet.cli.text import (
    bar,
    counted,
    fate_of,
    line,
    number,
    percent,
    shortened,
    sources,
)
from loadsheet.ports import StoredVersion

SERIALISATION = "serialisation"
"""Where framing comes from: the form of the messages, and no text of anybody's."""

RUN = 4
"""More messages of history than this in a row are shown as one run."""

ROWS = 3
"""More left-out rows of one stage and rule than this are shown as one group."""

QUOTE_LINES = 2
"""A quote on a terminal takes about so many lines; the whole of it stands in the answer."""


@dataclass(frozen=True, slots=True)
class Row:
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


def manifest(
    sheet: Manifest,
    look: Look,
    *,
    title: str = "Manifest",
    every: bool = False,
    outdated: Mapping[tuple[str, int], StoredVersion] | None = None,
) -> RenderableType:
    """Who is aboard, what is ashore, the account of each kind, and whether every character has an owner.

    `outdated` are the versions of documents aboard that are not current any more.
    """
    parts: list[RenderableType] = [_total(sheet, title)]
    if look.width and look.colour:
        parts.append(load_bar(sheet, look.width))
    parts += [Text(), entries(rows_of(sheet, every=every), look)]
    parts += [Text(), left_out(sheet.left_out, look, every=every)]
    if any(row.share or row.used or row.ashore for row in sheet.ledger):
        parts += [Text(), ledger(sheet)]
    parts += [Text(), coverage(sheet)]
    parts += [Text.assemble(("note  ", "yellow"), line(note)) for note in sheet.notes]
    parts += [_outdated(sheet, document, held) for (document, _), held in (outdated or {}).items()]
    return Group(*parts)


def _outdated(sheet: Manifest, document: str, held: StoredVersion) -> Text:
    """`superseded  leave.md v1 by v2 on 2026-12-01: evidence:1`."""
    wanted = (document, held.version)
    names = [e.id for e in sheet.entries if wanted in {(s.document, s.version) for s in e.sources}]
    fate = fate_of(held.superseded_by, held.superseded_at, held.removed_at)
    said = f"{line(document)} v{held.version}, in {', '.join(map(line, names))}, is {fate} "
    return Text.assemble(
        ("since  ", "yellow"), said, (f"· loadsheet show --version {held.version} reads it", "dim")
    )


def _total(sheet: Manifest, title: str) -> Text:
    limit = sheet.budget.prompt_tokens
    used = percent(sheet.total_tokens / limit) if limit else "–"
    return heading(
        title,
        f"{number(sheet.total_tokens)} of {number(limit)} tokens aboard, {used} of the budget",
    )


def load_bar(sheet: Manifest, width: int) -> Text:
    """The whole budget as one bar: a stretch for each kind aboard, and what stays free."""
    made = Text(no_wrap=True)
    limit = max(sheet.budget.prompt_tokens, sheet.total_tokens, 1)
    weights: dict[str, int] = {}
    for entry in sheet.entries:
        weights[entry.kind] = weights.get(entry.kind, 0) + entry.tokens
    weights["framing"] = sheet.framing_tokens
    placed, tokens = 0, 0
    for kind, weight in weights.items():
        tokens += weight
        end = max(placed + bool(weight), round(tokens / limit * width))
        made.append("━" * (min(end, width) - placed), style=COLOURS.get(kind, "white"))
        placed = min(end, width)
    return made.append("─" * (width - placed), style="bright_black")


def rows_of(sheet: Manifest, *, every: bool = False) -> list[Row]:
    """The rows in the order of the prompt, then framing and the sum; long runs of history are one row."""
    total = max(sheet.total_tokens, 1)
    made: list[Row] = []
    for (kind, rule, reason), group in groupby(
        sheet.entries, key=lambda e: (e.kind, e.rule, e.reason)
    ):
        found = list(group)
        if kind == "history" and len(found) > RUN and not every:
            made.append(_run(found, total))
        else:
            made += [
                Row(
                    _name(entry),
                    kind,
                    entry.producer,
                    rule,
                    reason,
                    _origin(entry),
                    entry.tokens,
                    entry.tokens / total,
                )
                for entry in found
            ]
    framing = sheet.framing_tokens
    reason = "what lies between and around the messages"
    made.append(
        Row(
            "framing",
            "framing",
            "assemble",
            "chat_form",
            reason,
            SERIALISATION,
            framing,
            framing / total,
        )
    )
    made.append(Row("total", "", "", "", "", "", sheet.total_tokens, 1.0, strong=True))
    return made


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
    if entry.conflict:
        name += f" in conflict {entry.conflict}"
    return line(name + "".join(f" {flag}" for flag in entry.flags))


def _run(found: Sequence[Entry], total: int) -> Row:
    tokens = sum(entry.tokens for entry in found)
    return Row(
        f"history ×{len(found)}",
        found[0].kind,
        found[0].producer,
        found[0].rule,
        found[0].reason,
        f"messages {line(found[0].id)} to {line(found[-1].id)}",
        tokens,
        tokens / total,
    )


def entries(rows: Sequence[Row], look: Look) -> RenderableType:
    """The entries: on one line each where there is room, else with reason and source below."""
    if look.wide:
        return _wide(rows, look)
    return _narrow(rows, look) if look.width >= NARROW else _stacked(rows, look)


def _wide(rows: Sequence[Row], look: Look) -> Table:
    table = columns(
        whole("Entry"),
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


def _narrow(rows: Sequence[Row], look: Look) -> Group:
    names = widest(("Entry", *(row.name for row in rows)), 27)
    producers = widest(("Producer", *(row.producer for row in rows)), 13)
    rules = widest(("Rule", *(row.rule for row in rows)), 24)
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


def _stacked(rows: Sequence[Row], look: Look) -> Group:
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


def _news(row: Row) -> str:
    """The source, where it says more than the producer does."""
    return "" if row.source in {row.producer, SERIALISATION} else row.source


def _entry(row: Row) -> Text:
    return Text(row.name, style="bold" if row.strong else COLOURS.get(row.kind, ""))


def _bar(row: Row, width: int, look: Look) -> Text:
    if row.strong:
        return Text()
    return Text(bar(row.share, width, ascii_only=look.ascii_only), style=COLOURS.get(row.kind, ""))


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


def _size(row: Ashore) -> str:
    return "" if row.tokens is None else number(row.tokens)


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
            table.add_row(row.what, row.stage, row.rule, line(row.reason), row.source, _size(row))
    else:
        table = columns(
            whole("What"), whole("Stage, rule"), whole("Reason", "dim"), right("Tokens")
        )
        for row in shown:
            where = f" · {row.source}" if row.is_group and row.source else ""
            table.add_row(row.what, f"{row.stage} {row.rule}", line(row.reason) + where, _size(row))
    return Group(title, table)


def ledger(sheet: Manifest) -> RenderableType:
    """What each kind was entitled to, used, gave to the pool and took from it."""
    table = columns(
        "Kind", *(right(title) for title in ("Share", "Used", "Given", "Taken", "Ashore"))
    )
    for row in sheet.ledger:
        if not (row.share or row.used or row.ashore):
            continue
        numbers = (row.share, row.used, row.given, row.taken, row.ashore)
        table.add_row(
            Text(row.kind, style=COLOURS.get(row.kind, "")),
            *(Text(number(value), style="" if value else "dim") for value in numbers),
        )
    return Group(heading("Ledger", "tokens; ashore counts blocks"), table)


def coverage(sheet: Manifest) -> Text:
    """Whether every character has an owner, and what counted and decided."""
    is_whole = sheet.coverage == 1.0
    part = "100 %" if is_whole else f"{sheet.coverage * 100:.2f} %"
    made = Text.assemble(("Coverage ", "bold"), (part, "green" if is_whole else "bold red"))
    exact = "exact" if sheet.counter.exact else "an estimate"
    facts = [f"for {sheet.model}"] if sheet.model else []
    facts += [
        f"counted by {sheet.counter.name} ({exact})",
        f"policy {sheet.policy.name} {sheet.policy.hash[:8]}",
        f"strategy {sheet.strategy}",
        f"{number(sheet.budget.output_reserve)} tokens kept for the answer",
    ]
    if sheet.cost:
        facts.append(f"costs {sheet.cost:.4f} at the most")
    if sheet.cacheable_tokens:
        facts.append(f"{number(sheet.cacheable_tokens)} tokens of stable prefix")
    return made.append("".join(f" · {line(fact)}" for fact in facts), style="dim")


# ---------------------------------------------------------------- answers


def citations(found: Sequence[Citation], look: Look) -> RenderableType:
    """`[1] doc_17 §3.2 — "quote…"`, a line for each marker of the answer."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(overflow="fold")
    for citation in found:
        limit = None
        if look.width:
            limit = max(look.width - 8, 20) * QUOTE_LINES - cell_len(citation.label) - 6
        quote = Text.assemble(
            (line(citation.label), "bold"), (f' — "{shortened(citation.quote, limit)}"', "dim")
        )
        table.add_row(f"[{citation.marker}]", quote)
    return table


def footer(sheet: Manifest, turn: str, *, hint: str = "`loadsheet manifest` shows why") -> Text:
    """The size of the prompt, what it rested on, and where to read more."""
    evidence = sum(entry.kind in {"evidence", "attachment"} for entry in sheet.entries)
    facts = (
        f"{number(sheet.total_tokens)} of {number(sheet.budget.prompt_tokens)} tokens",
        counted(evidence, "piece of evidence", "pieces of evidence"),
        f"turn {turn}",
        hint,
    )
    return Text(" · ".join(facts), style="dim")
