"""An answer goes in; what its prompt held, a line for each kind, comes out: as much as a story has room for."""

from __future__ import annotations

from collections import Counter

from rich.console import RenderableType
from rich.table import Column
from rich.text import Text

from loadsheet.artifacts import Answer, Entry, Manifest
from loadsheet.cli.tables import COLOURS, Look, columns, right, widest
from loadsheet.cli.text import line, number, percent

NUMBERS = 6 + 6 + 5
"""The width of the columns of numbers."""


def by_kind(answer: Answer, look: Look) -> RenderableType:
    """Pieces, tokens and share of each kind, with the reason of one that the answer cites, else of the best; then the
    sum, and what was left out."""
    sheet, kinds = answer.manifest, dict[str, list[Entry]]()
    for entry in sheet.entries:
        kinds.setdefault(entry.kind, []).append(entry)
    room = look.width - widest((*kinds, "left out"), look.width) - NUMBERS - 8
    table = columns(
        Column("Aboard", no_wrap=True),
        right("Pieces"),
        right("Tokens"),
        right("Share"),
        Column("For instance", no_wrap=True, overflow="ellipsis", max_width=room, style="dim"),
    )
    for kind, found in kinds.items():
        tokens = sum(entry.tokens for entry in found)
        share = percent(tokens / max(sheet.total_tokens, 1))
        name = Text(kind, style=COLOURS.get(kind, ""))
        reason = line(_shown(found, answer).reason)
        table.add_row(name, number(len(found)), number(tokens), share, reason)
    limit, framing = number(sheet.budget.prompt_tokens), number(sheet.framing_tokens)
    reason = f"of {limit}, with {framing} between the pieces"
    table.add_row("total", number(len(sheet.entries)), number(sheet.total_tokens), "100 %", reason)
    if sheet.left_out:
        pieces = sum(row.count or 1 for row in sheet.left_out)
        table.add_row("left out", number(pieces), "", "", _rules(sheet))
    return table


def _shown(found: list[Entry], answer: Answer) -> Entry:
    cited = [entry for entry in found if any(entry.has(one.source) for one in answer.citations)]
    return max(cited or found, key=lambda entry: entry.score or 0.0)


def _rules(sheet: Manifest) -> str:
    """`21 beyond_candidates, 1 below_floor`."""
    counts = Counter[str]()
    for row in sheet.left_out:
        counts[row.rule] += row.count or 1
    return ", ".join(f"{number(count)} {rule}" for rule, count in counts.items())
