"""What stands below an answer on a terminal: its citations, and the size of its prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from loadsheet.artifacts import Answer, Citation, Manifest
from loadsheet.cli.tables import Look
from loadsheet.cli.text import counted, line, number, shortened, source

QUOTE_LINES = 2
"""A quote on a terminal takes about so many lines; the whole of it stands in the answer."""


def citations(
    found: Sequence[Citation], look: Look, is_written: Callable[[Citation], bool]
) -> RenderableType:
    """`[1] doc_17 §3.2 — "quote…"`, a line for each marker of the answer.

    Only what `is_written` in the source is quoted; where the answer speaks in its own words the place is named.
    """
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(overflow="fold")
    for citation in found:
        limit = None
        if look.width:
            limit = max(look.width - 8, 20) * QUOTE_LINES - cell_len(citation.label) - 6
        said = f' — "{shortened(citation.quote, limit)}"'
        if not is_written(citation):
            said = f" — {source(citation.source)}"
        quote = Text.assemble((line(citation.label), "bold"), (said, "dim"))
        table.add_row(f"[{citation.marker}]", quote)
    return table


def places(found: Sequence[Citation]) -> list[RenderableType]:
    """`[1] [2] doc_17 §3.2 · [3] doc_31`: what the markers of an answer name, on one line; none where it has none."""
    marked: dict[str, list[str]] = {}
    for citation in found:
        marked.setdefault(line(citation.label), []).append(f"[{citation.marker}]")
    said = " · ".join(f"{' '.join(markers)} {label}" for label, markers in marked.items())
    return [Text(said, style="dim")] if said else []


def removed(markers: Sequence[int], *, all_of_them: bool) -> Text:
    """What a reader should know of an answer whose markers were taken out."""
    named = ", ".join(f"[{marker}]" for marker in dict.fromkeys(markers))
    ungrounded = " Nothing that it says is grounded in a source." if all_of_them else ""
    return Text(f"The model cited {named}, which names no source.{ungrounded}", style="yellow")


def is_uncited(answer: Answer) -> bool:
    """Whether an answer was given with evidence and nothing else to rest on, and cites none of it."""
    kinds = {entry.kind for entry in answer.manifest.entries}
    rests = "evidence" in kinds and kinds.isdisjoint({"memory", "structured_state", "attachment"})
    return rests and answer.outcome == "answered" and not answer.citations


def uncited() -> Text:
    """What a reader should know of such an answer of a model."""
    said = "The model cited no source: nothing that it says is grounded in one."
    return Text(said, style="yellow")


def is_unasked(answer: Answer, sufficiency: float) -> bool:
    """Whether there was evidence, and too little certainty for a model to be asked."""
    held = any(entry.kind == "evidence" for entry in answer.manifest.entries)
    return held and answer.outcome == "insufficient_evidence" and answer.confidence < sufficiency


def unasked(answer: Answer, sufficiency: float) -> Text:
    """Which setting decided that the model was not asked."""
    said = f"The model was not asked: confidence {answer.confidence:.2f} is below {sufficiency:g}"
    return Text(f"{said}, the setting sufficiency.", style="yellow")


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
