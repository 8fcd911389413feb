"""The command `chat`: a conversation, line by line."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from rich.text import Text

from loadsheet.cli import footing, sheets
from loadsheet.cli.conversation import answered, nothing_indexed, show_rules, show_sessions
from loadsheet.cli.door import Door, whole
from loadsheet.cli.text import counted
from loadsheet.errors import InputError, LoadsheetError

if TYPE_CHECKING:
    from loadsheet.agent import Agent

HELP = """\
/manifest   who put what into the last prompt, and why
/rules      the rules that are in force; `loadsheet rules --end RULE` ends one
/sessions   the conversations of this workspace
/help       this list
/quit       end; so does Ctrl-D. Ctrl-C stops an answer."""

COMMANDS = {"exit": "/quit", "quit": "/quit", "help": "/help"}
"""Words that, alone on a line, are no question."""

PROMPT = "› "


def chat(door: Door, *, session: str | None, resume: bool) -> None:
    """Answer one line after the other, until they end. With `--json` stdout has one line of JSON for each."""
    if session is not None and resume:
        raise InputError(
            f"--resume goes on with the session used last: leave it away to use {session!r}"
        )
    # The terminal is read outside of the loop, where Ctrl-C interrupts the reading.
    with asyncio.Runner() as runner:
        agent = door.agent()
        try:
            name = session or (runner.run(_last(agent)) if resume else "main")
            if sys.stdin.isatty() and not door.as_json:
                door.show(runner.run(_greeting(agent, name)))
            for typed in _lines():
                if not typed.strip():
                    continue
                text = COMMANDS.get(typed.strip().casefold(), typed)
                if text.startswith("/"):
                    if text.strip() in {"/quit", "/exit"}:
                        break
                    runner.run(_command(door, agent, text.strip(), name))
                else:
                    _turn(door, runner, agent, text, name)
        finally:
            runner.run(agent.close())


def _turn(door: Door, runner: asyncio.Runner, agent: Agent, text: str, session: str) -> None:
    """One turn. On a terminal an error or Ctrl-C ends the turn, not the conversation."""
    is_talk = sys.stdin.isatty()
    try:
        answer = runner.run(answered(door, agent, whole(text, "the line"), session))
    except LoadsheetError as error:
        if not is_talk:
            raise
        sys.stderr.write(f"loadsheet: {' '.join(str(error).split())}\n")
        return
    except KeyboardInterrupt:
        if not is_talk:
            raise
        sys.stderr.write("stopped\n")
        return
    if door.as_json:
        door.give(answer, indent=None)
        return
    door.show(
        Text(), footing.footer(answer.manifest, answer.turn_id, hint="/manifest shows why"), Text()
    )


def _lines() -> Iterator[str]:
    """What the user types, with the terminal's line editing; or the lines of stdin."""
    if not sys.stdin.isatty():
        try:
            yield from (line.rstrip("\r\n") for line in sys.stdin)
        except UnicodeDecodeError as error:
            raise InputError(f"stdin is not {error.encoding}: convert it first") from error
        return
    with suppress(ImportError):
        import readline  # noqa: F401  # pyright: ignore[reportUnusedImport]
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            sys.stdout.write("\n")
            return


async def _last(agent: Agent) -> str:
    rows = await agent.sessions()
    if not rows:
        raise InputError(
            f"no session in workspace {agent.workspace!r} yet: begin one with `loadsheet chat`"
        )
    return rows[0].id


async def _greeting(agent: Agent, session: str) -> Text:
    rows = [row for row in await agent.sessions() if row.id == session]
    documents = await agent.store.documents(agent.workspace)
    turns = f"goes on after {counted(rows[0].turns, 'turn')}" if rows else "begins"
    asked = counted(len(documents), "document")
    made = Text.assemble(
        ("Session ", "bold"),
        (session, "bold cyan"),
        f" {turns}, over {asked}. ",
        ("/help", "cyan"),
        " helps.",
    )
    if not documents:
        made.append(f"\n{nothing_indexed(agent)}", style="yellow")
    return made


async def _command(door: Door, agent: Agent, text: str, session: str) -> None:
    """What begins with a slash. With `--json` it is one line."""
    try:
        match text:
            case "/manifest":
                await _manifest(door, agent, session)
            case "/rules":
                await show_rules(door, agent, session, indent=None)
            case "/sessions":
                await show_sessions(door, agent, indent=None)
            case "/help" if door.as_json:
                sys.stderr.write(f"{HELP}\n")
            case "/help":
                door.show(HELP)
            case _:
                name = text.split(maxsplit=1)[0]
                sys.stderr.write(f"loadsheet: no command {name!r}; /help lists them\n")
    except LoadsheetError as error:
        sys.stderr.write(f"loadsheet: {' '.join(str(error).split())}\n")


async def _manifest(door: Door, agent: Agent, session: str) -> None:
    turns = await agent.turns(session)
    if not turns:
        raise InputError(f"no turn in session {session!r} yet: ask something first")
    sheet = await agent.manifest(turns[0].id)
    door.tell(
        sheet,
        lambda: sheets.manifest(sheet, door.look, title=f"Manifest of turn {turns[0].id}"),
        indent=None,
    )
