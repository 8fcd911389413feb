"""The commands about stored turns: manifest, funnel, trace, replay, diff."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer
from rich.text import Text

from loadsheet.cli import funnels, lists, record, sheets
from loadsheet.cli.difference import compare
from loadsheet.cli.door import SAYS_NO, Door
from loadsheet.cli.text import counted
from loadsheet.errors import InputError, UnknownError

if TYPE_CHECKING:
    from loadsheet.agent import Agent


def manifest(door: Door, turn: str | None, *, every: bool) -> None:
    """Show the manifest of a turn."""

    async def work(agent: Agent) -> None:
        shown, held = await agent.signed(turn)
        sheet = held.manifest
        if door.as_json:
            door.give(sheet)
        else:
            aboard = [source for entry in sheet.entries for source in entry.sources]
            outdated = await agent.outdated(aboard)
            title = f"Manifest of turn {shown.id}"
            last = (await agent.turns())[0]
            if turn is None and last.id != shown.id:
                door.show(
                    Text(
                        "The last turn with a prompt; a later one failed before it had one.",
                        style="dim",
                    )
                )
            door.show(
                sheets.manifest(sheet, door.look, title=title, every=every, outdated=outdated)
            )

    door.run(work)


def funnel(door: Door, turn: str | None, *, every: bool) -> None:
    """Show what each step of a turn's reduction was given, kept and removed."""

    async def work(agent: Agent) -> None:
        found, later = await _funnel(agent, turn)
        if door.as_json:
            door.give(funnels.as_json(found))
            return
        if later:
            behind = counted(later, "later turn")
            door.show(Text(f"The last turn that searched; {behind} did not.", style="dim"))
        door.show(funnels.shown(found, door.look, every=every))

    door.run(work)


async def _funnel(agent: Agent, turn: str | None) -> tuple[funnels.Funnel, int]:
    """The funnel of a turn, by default of the last one that searched, and how many later turns did not."""
    if turn is not None:
        page = await agent.trace(turn)
        if found := funnels.funnel_of(page):
            return found, 0
        raise UnknownError(f"turn {page.record.id} searched nothing: it has no funnel")
    for later, turn_record in enumerate(await agent.turns()):
        if found := funnels.funnel_of(await agent.trace(turn_record.id)):
            return found, later
    raise UnknownError("no stored turn has searched anything: there is no funnel to show")


def trace(
    door: Door, turn: str | None, *, stage: str | None, listed: bool, session: str | None
) -> None:
    """Show the stages of a turn, the artifacts of one stage, or the list of turns."""
    if session is not None and not listed:
        raise InputError("--session chooses among listed turns: give --list with it")

    async def work(agent: Agent) -> None:
        if listed:
            rows = await agent.turns(session)
            door.tell(list(rows), lambda: lists.turns(rows))
            return
        page = await agent.trace(turn)
        if stage is not None:
            found = record.stage_json(page, stage)
            if not found:
                stages = ", ".join(dict.fromkeys(event.stage for event in page.events))
                raise UnknownError(
                    f"turn {page.record.id} has no stage {stage!r}; it has: {stages}"
                )
            door.give(found)
        elif door.as_json:
            door.give(record.page_json(page))
        else:
            door.show(record.trace(page, door.look))

    door.run(work)


def replay(door: Door, turn: str) -> None:
    """Assemble a turn again; exit 1 and show the difference when the bytes differ."""

    async def work(agent: Agent) -> bool:
        page = await agent.trace(turn)
        name = page.record.id
        found = await agent.replayed(name)
        rows = [] if found.same else record.prompt_diff(found.stored, found.made)
        if door.as_json:
            door.give(
                {
                    "turn": name,
                    "same": found.same,
                    "sent": found.stored.hash,
                    "made": found.made.hash,
                    "diff": rows,
                    "prompt": found.made,
                }
            )
        elif found.same:
            size = len(found.made.serialized().encode("utf-8", "surrogatepass"))
            door.show(f"Turn {name} replays the same: {size:,} bytes, digest {found.made.hash}")
        else:
            door.show(
                f"Turn {name} differs: {found.stored.hash} was sent, {found.made.hash} was made",
                record.differs(rows),
            )
        return found.same

    if not door.run(work):
        raise typer.Exit(SAYS_NO)


def diff(door: Door, before: str, after: str) -> None:
    """Show what is different between the manifests of two turns."""

    async def work(agent: Agent) -> None:
        pages = [await agent.trace(turn) for turn in (before, after)]
        names = (pages[0].record.id, pages[1].record.id)
        found = compare(await agent.manifest(names[0]), await agent.manifest(names[1]), names=names)
        door.tell(found, lambda: record.difference(found, door.look))

    door.run(work)
