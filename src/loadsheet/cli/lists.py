"""What the store holds or a command did goes in; a list for a terminal comes out. Nothing here prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from loadsheet.artifacts import AddReport, CheckReport, Excerpt, Hit, Pinned
from loadsheet.artifacts.plan import numbered
from loadsheet.cli.tables import BAR, Look, columns, heading, right, whole
from loadsheet.cli.text import (
    bar,
    counted,
    day,
    fate_of,
    line,
    number,
    shortened,
)
from loadsheet.ports import ErasedDocuments, SessionSummary, StoredDocument, TurnRecord


def added(report: AddReport) -> RenderableType:
    """The counts of an `add`, then every file that was skipped and why."""
    counts = (
        (len(report.added), "added", "green"),
        (len(report.changed), "changed", "yellow"),
        (len(report.unchanged), "unchanged", "dim"),
        (len(report.removed), "removed", "magenta"),
        (len(report.skipped), "skipped", "red"),
    )
    made = Text()
    for count, name, style in counts:
        if made.plain:
            made.append(", ")
        made.append(f"{number(count)} {name}", style=style if count else "dim")
    if not report.skipped and not report.notes:
        return made
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, style="red")
    table.add_column(overflow="fold")
    for what, said in _skipped(report):
        table.add_row(what, said)
    for note in report.notes:
        table.add_row("note", Text.assemble(line(note.id), (f": {line(note.text)}", "dim")))
    return Group(made, table)


def _skipped(report: AddReport) -> Iterator[tuple[str, Text]]:
    """A row for each file that was skipped, one for all files of a kind: what is mended at once first, files of other
    kinds last, of which there may be thousands."""
    by_kind: dict[str, list[str]] = {}
    for row in sorted(report.skipped, key=lambda row: _place(row.reason)):
        key = row.reason if _place(row.reason) else f"{row.reason}{SEAM}{row.path}"
        by_kind.setdefault(key, []).append(row.path)
    for reason, paths in list(by_kind.items())[:MOST_SKIPPED]:
        who = line(paths[0]) + (f" and {number(len(paths) - 1)} more" if len(paths) > 1 else "")
        yield "skipped", Text.assemble(who, (f": {line(reason.partition(SEAM)[0])}", "dim"))
    if rest := sum(map(len, list(by_kind.values())[MOST_SKIPPED:])):
        yield "", Text(f"and {number(rest)} more; --json lists all of them", style="dim")


def _place(reason: str) -> int:
    """Where a reason stands in the list; 0 is one of its own file alone."""
    return -1 if reason.startswith("needs the extra") else int(reason.startswith("is a "))


SEAM = "\n"
"""Between a reason and the one file that it is of."""

MOST_SKIPPED = 40
"""Rows of skipped files; more would push the counts off the screen."""


def without_vectors() -> RenderableType:
    """That texts are found by their words alone, and what changes it."""
    hint = "Texts are found by their words alone; for their meaning too: pip install 'loadsheet[local]'"
    return Text(hint, style="dim")


def checked(report: CheckReport, *, waits: bool = True) -> RenderableType:
    """What was repaired, what does not agree, or that all does, and whether vectors are waited for."""
    made = [Text.assemble(("repaired  ", "green"), line(row)) for row in report.repaired]
    made += [Text.assemble(("drift     ", "red"), line(row)) for row in report.drift]
    if report.drift:
        made.append(Text("Put it right: loadsheet check --repair", style="dim"))
    else:
        held = f"{counted(report.documents, 'document')}, {counted(report.passages, 'passage')}"
        made.append(Text(f"{held}: documents, text index, vectors, summaries and memory agree"))
    if report.waiting and waits:
        rest = f"{counted(report.waiting, 'passage')} found by words alone until their vectors are made: "
        made.append(Text.assemble(("waiting   ", "yellow"), rest, ("loadsheet sync", "cyan")))
    return Group(*made)


def standing(found: Excerpt) -> Text:
    """Which part of which version it is, and what became of that version."""
    first, last = found.page, found.last_page
    page = f", {numbered(first, last)}" if first is not None and last is not None else ""
    made = Text(
        f"{line(found.document)} v{found.version} {found.start}–{found.end}{page}, "
        f"added {day(found.added_at)}",
        style="dim",
    )
    fate = fate_of(found.superseded_by, found.superseded_at, found.removed_at)
    return made.append(f" · {fate}", style="yellow") if fate else made.append(" · current")


def documents(rows: Sequence[StoredDocument], workspace: str) -> RenderableType:
    """Every document with its version and size."""
    if not rows:
        return Text(f"No documents in workspace {workspace}. Add some: loadsheet add PATH")
    table = columns(
        whole("Document", "green"),
        whole("Title"),
        right("Version"),
        right("Passages"),
        right("Characters"),
    )
    for row in rows:
        table.add_row(
            line(row.id),
            line(row.title),
            str(row.version),
            number(row.chunks),
            number(row.characters),
        )
    return Group(heading(counted(len(rows), "document"), f"workspace {workspace}"), table)


def sessions(rows: Sequence[SessionSummary], workspace: str) -> RenderableType:
    """Every session, the one used last first."""
    if not rows:
        return Text(f"No sessions in workspace {workspace} yet. Begin one: loadsheet chat")
    table = columns(
        whole("Session", "cyan"),
        right("Turns"),
        Column("Last used", no_wrap=True),
        whole("Began with"),
    )
    for row in rows:
        when = row.last_used.astimezone().strftime("%Y-%m-%d %H:%M")
        table.add_row(line(row.id), number(row.turns), when, shortened(row.title, 200))
    hint = Text("Go on with one: loadsheet chat --session NAME", style="dim")
    return Group(table, hint)


def rules(found: Sequence[Pinned], session: str) -> RenderableType:
    """The rules in force of a session, in the user's own words."""
    if not found:
        return Text(f"No rule is in force in session {session}.")
    table = columns(whole("Rule", "cyan"), whole("In your words"))
    for row in found:
        table.add_row(line(row.id), line(row.text))
    hint = Text(f"End one: loadsheet rules --session {session} --end RULE", style="dim")
    return Group(table, hint)


OUTCOMES = {
    "answered": "green",
    "insufficient_evidence": "yellow",
    "clarify": "cyan",
    "failed": "red",
}


def turns(rows: Sequence[TurnRecord]) -> RenderableType:
    """The stored turns, newest first."""
    if not rows:
        return Text("No turn is stored yet. Ask something: loadsheet ask QUESTION")
    table = columns(
        Column("Turn", no_wrap=True, style="cyan"),
        Column("Asked", no_wrap=True),
        whole("Session"),
        Column("Outcome", no_wrap=True),
        whole("Question"),
    )
    for row in rows:
        when = row.asked_at.astimezone().strftime("%Y-%m-%d %H:%M")
        outcome = Text(row.outcome.replace("_", " "), style=OUTCOMES.get(row.outcome, ""))
        table.add_row(row.id, when, line(row.session), outcome, shortened(row.question, 200))
    return table


def hits(rows: Sequence[Hit], look: Look) -> RenderableType:
    """The passages that were found, best first, each with the beginning of its text."""
    if not rows:
        return Text("Nothing found.")
    limit = look.width * 2 if look.width else None
    parts: list[RenderableType] = []
    for rank, hit in enumerate(rows, start=1):
        place = f"{line(hit.document)} v{hit.version} {hit.start}–{hit.end}"
        scale = bar(hit.score, BAR, ascii_only=look.ascii_only).ljust(BAR)
        where = Text.assemble(
            (f"{hit.score:.2f} {scale}", "cyan"), (f"  {place}", "dim"), overflow="fold"
        )
        said = Text(shortened(hit.text, limit), overflow="fold")
        parts += [
            Text.assemble(
                (f"{rank:>2}  ", "dim"), (line(hit.label), "bold green"), overflow="fold"
            ),
            Padding(where, (0, 0, 0, 4)),
            Padding(said, (0, 0, 1 if rank < len(rows) else 0, 4)),
        ]
    return Group(*parts)


def removed(
    ids: Sequence[str],
    missing: Sequence[str],
    erased: ErasedDocuments | None = None,
    files: Sequence[str] = (),
) -> RenderableType:
    """What was removed or erased, which ids named nothing, and what becomes of the `files` that are still there."""
    said = f"{counted(len(ids), 'document')} removed"
    if erased:
        said = (
            f"{counted(len(ids), 'document')} erased: {counted(erased.versions, 'version')}, "
            f"{counted(erased.turns, 'turn')} with {counted(erased.messages, 'answer')}, "
            f"{counted(erased.records, 'record')} of memory"
        )
    made: list[RenderableType] = [Text(said)]
    made += [Text(f"no document has the id {line(name)}", style="yellow") for name in missing]
    fate = (
        "is still there; add and sync pass it by until you add the file itself"
        if erased
        else "is still there: the next add or sync of its folder takes it in again"
    )
    made += [Text(f"{line(path)} {fate}", style="dim") for path in files]
    return Group(*made)
