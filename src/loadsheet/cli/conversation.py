"""The commands of conversations: ask, sessions, rules."""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text

from loadsheet.cli import footing, lists, sheets
from loadsheet.cli.door import Door, question_of
from loadsheet.cli.text import Flow

if TYPE_CHECKING:
    from loadsheet.agent import Agent
    from loadsheet.artifacts import Answer


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
    answer = await spoken(door, agent, question, session)
    if answer.citations:
        from loadsheet.evals.metrics import grounded

        written = partial(grounded, answer)
        door.show(Text(), footing.citations(answer.citations, door.look, written))
    if markers := answer.invalid_markers:
        door.show(Text(), footing.removed(markers, all_of_them=not answer.citations))
    if agent.settings.model or agent.settings.models:
        _say_of_model(door, agent, answer)
    return answer


async def spoken(door: Door, agent: Agent, question: str, session: str) -> Answer:
    """Ask, and print the text of the answer as it comes; returns the answer."""
    voice = Voice(door.look.width)
    try:
        answer = await agent.ask(question, session=session, say=voice)
    finally:
        voice.finish()
    voice.check()
    return answer


def _say_of_model(door: Door, agent: Agent, answer: Answer) -> None:
    """What a reader should know where a model answers."""
    bar = agent.settings.sufficiency
    if footing.is_uncited(answer) and not answer.invalid_markers:
        door.show(Text(), footing.uncited())
    elif footing.is_unasked(answer, bar):
        door.show(Text(), footing.unasked(answer, bar))


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
            door.show(Text(nothing_indexed(agent), style="yellow"))
        if with_manifest:
            title = f"Manifest of turn {answer.turn_id}"
            door.show(Text(), sheets.manifest(answer.manifest, door.look, title=title))

    door.run(work)


def sessions(door: Door) -> None:
    """List the sessions."""
    door.run(partial(show_sessions, door))


async def show_sessions(door: Door, agent: Agent, *, indent: int | None = 2) -> None:
    """Show every session of the workspace."""
    rows = await agent.sessions()
    door.tell(list(rows), lambda: lists.sessions(rows, agent.workspace), indent=indent)


def rules(door: Door, session: str, end: str | None) -> None:
    """List the rules in force of a session, or end one of them first."""

    async def work(agent: Agent) -> None:
        if end is not None:
            await agent.withdraw(end, session=session)
        await show_rules(door, agent, session)

    door.run(work)


async def show_rules(door: Door, agent: Agent, session: str, *, indent: int | None = 2) -> None:
    """Show the rules in force of a session."""
    found = await agent.constraints(session=session)
    door.tell(found, lambda: lists.rules(found, session), indent=indent)


def nothing_indexed(agent: Agent) -> str:
    """Which state is empty, since another folder may have been meant, and what to do."""
    place = os.path.abspath(agent.settings.state)
    return (
        f"Nothing is indexed in the state {place} (workspace {agent.workspace!r}) yet: run "
        "`loadsheet add PATH`, or name another state with --state DIR."
    )
