"""The commands that talk: ask, chat, sessions."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text

from loadsheet.cli import footing, lists, sheets
from loadsheet.cli.door import Door, question_of, whole
from loadsheet.cli.text import Flow, counted
from loadsheet.errors import InputError, LoadsheetError
from loadsheet.evals.metrics import grounded

if TYPE_CHECKING:
    from loadsheet.agent import Agent
    from loadsheet.artifacts import Answer

HELP = """\
/manifest   who put what into the last prompt, and why
/sessions   the conversations of this workspace
/help       this list
/quit       end; so does Ctrl-D. Ctrl-C stops an answer."""

PROMPT = "› "


class Voice:
    """Prints an answer as it comes, broken at words on a terminal.

    A reader who has gone away ends the printing, not the turn: its record stays whole, and `check` raises afterwards.
    """

    def __init__(self, width: int) -> None:
        self._flow = Flow(width)
        self._gone: BrokenPipeError | None = None
        self._said = False

    def __call__(self, piece: str) -> None:
        """Print what is ready of the answer."""
        self._write(self._flow.feed(piece))

    def finish(self) -> None:
        """Print the rest and end the line."""
        self._write(self._flow.finish())
        if self._said:
            self._write("\n")

    def check(self) -> None:
        """Raise `BrokenPipeError` when the reader has gone away."""
        if self._gone is not None:
            raise self._gone

    def _write(self, text: str) -> None:
        if not text or self._gone is not None:
            return
        self._said = True
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError as error:
            self._gone = error


async def answered(door: Door, agent: Agent, question: str, session: str) -> Answer:
    """Ask and print the answer with its citations and its footer; returns the answer."""
    if door.as_json:
        return await agent.ask(question, session=session)
    voice = Voice(door.look.width)
    try:
        answer = await agent.ask(question, session=session, say=voice)
    finally:
        voice.finish()
    voice.check()
    if answer.citations:
        written = partial(grounded, answer)
        door.show(Text(), footing.citations(answer.citations, door.look, written))
    if markers := answer.invalid_markers:
        door.show(Text(), footing.removed(markers, all_of_them=not answer.citations))
    elif footing.is_uncited(answer) and (agent.settings.model or agent.settings.models):
        door.show(Text(), footing.uncited())
    return answer


def ask(door: Door, question: str, *, session: str, with_manifest: bool) -> None:
    """Answer one question."""
    wanted = question_of(question)

    async def work(agent: Agent) -> None:
        answer = await answered(door, agent, wanted, session)
        if door.as_json:
            door.give(answer)
            return
        door.show(Text(), footing.footer(answer.manifest, answer.turn_id))
        if answer.outcome != "answered" and not await agent.store.documents(agent.workspace):
            door.show(Text(_nothing_indexed(agent), style="yellow"))
        if with_manifest:
            title = f"Manifest of turn {answer.turn_id}"
            door.show(Text(), sheets.manifest(answer.manifest, door.look, title=title))

    door.run(work)


def sessions(door: Door) -> None:
    """List the sessions."""

    async def work(agent: Agent) -> None:
        rows = await agent.sessions()
        if door.as_json:
            door.give(list(rows))
        else:
            door.show(lists.sessions(rows, agent.workspace))

    door.run(work)


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
            for text in _lines():
                if not text.strip():
                    continue
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
        made.append(f"\n{_nothing_indexed(agent)}", style="yellow")
    return made


def _nothing_indexed(agent: Agent) -> str:
    """Which state is empty, since another folder may have been meant, and what to do."""
    place = os.path.abspath(agent.settings.state)
    return (
        f"Nothing is indexed in the state {place} (workspace {agent.workspace!r}) yet: run "
        "`loadsheet add PATH`, or name another state with --state DIR."
    )


async def _command(door: Door, agent: Agent, text: str, session: str) -> None:
    """What begins with a slash."""
    try:
        if text == "/manifest":
            turns = await agent.turns(session)
            if not turns:
                raise InputError(f"no turn in session {session!r} yet: ask something first")
            sheet = await agent.manifest(turns[0].id)
            title = f"Manifest of turn {turns[0].id}"
            if door.as_json:
                door.give(sheet, indent=None)
            else:
                door.show(sheets.manifest(sheet, door.look, title=title))
        elif text == "/sessions":
            rows = await agent.sessions()
            if door.as_json:
                door.give(list(rows), indent=None)
            else:
                door.show(lists.sessions(rows, agent.workspace))
        elif text == "/help" and door.as_json:
            sys.stderr.write(f"{HELP}\n")
        elif text == "/help":
            door.show(HELP)
        else:
            sys.stderr.write(
                f"loadsheet: no command {text.split(maxsplit=1)[0]!r}; /help lists them\n"
            )
    except LoadsheetError as error:
        sys.stderr.write(f"loadsheet: {' '.join(str(error).split())}\n")
