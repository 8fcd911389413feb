"""A manifest goes in; what a terminal shows of it comes out. Who is aboard is in `aboard`, who is not in `ashore`."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from loadsheet.artifacts import Manifest
from loadsheet.cli.aboard import entries, rows_of
from loadsheet.cli.ashore import left_out
from loadsheet.cli.tables import (
    COLOURS,
    Look,
    columns,
    heading,
    right,
)
from loadsheet.cli.text import (
    fate_of,
    line,
    number,
    percent,
)
from loadsheet.ports import StoredVersion


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
