"""What every command needs: the options that it was called with, the agent that they open, and a place to print."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from shlex import quote
from typing import TYPE_CHECKING, Any, TypeVar

from loadsheet.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from loadsheet.agent import Agent
    from loadsheet.cli.tables import Look
    from loadsheet.settings import Settings

T = TypeVar("T")

SAYS_NO = 1
"""The exit code of a check that says no: drift, a replay that differs, a gate that fails, a trace that is left."""

PIPED = 10_000
"""The width where there is no terminal: a table takes what it needs, and no line is broken."""

PAGE = 80
"""The width of what is there to be read from top to bottom, where there is no terminal."""


@dataclass(slots=True)
class Door:
    """The options of every command, and what they open."""

    flags: Mapping[str, Any] = field(default_factory=dict[str, Any])
    config: str | None = None
    as_json: bool = False
    debug: bool = False
    piped: int = PIPED
    """How wide it prints where there is no terminal."""
    _console: Console | None = None

    # ------------------------------------------------------------ in

    def settings(self) -> Settings:
        """The settings, with the options on top. Raises `SettingsError`."""
        from loadsheet.settings import load_settings

        return load_settings(flags=self.flags, path=self.config)

    def agent(self, state: str | None = None) -> Agent:
        """The agent over the state that the options name, or over `state`."""
        from loadsheet.agent import Agent

        return Agent.open(state, settings=self.settings())

    def run(self, work: Callable[[Agent], Awaitable[T]]) -> T:
        """Open the agent, do the work, close it."""
        import asyncio

        async def whole() -> T:
            async with self.agent() as agent:
                return await work(agent)

        return asyncio.run(whole())

    # ------------------------------------------------------------ out

    @property
    def console(self) -> Console:
        """Where tables are printed: stdout."""
        if self._console is None:
            self._console = console_of(piped=self.piped)
        return self._console

    @property
    def look(self) -> Look:
        """What stdout can show."""
        from loadsheet.cli.tables import Look

        console = self.console
        return Look(
            width=console.width if console.width < PIPED else 0,
            colour=console.color_system is not None,
            ascii_only=console.options.ascii_only,
        )

    def show(self, *parts: RenderableType) -> None:
        """Print tables and texts."""
        if self.console.is_terminal:
            self.console.print(*parts, sep="\n")
            return
        with self.console.capture() as held:
            self.console.print(*parts, sep="\n")
        # Columns are padded to their width, which only a terminal needs.
        sys.stdout.write("".join(f"{row.rstrip()}\n" for row in held.get().splitlines()))

    def tell(
        self, value: Any, shown: Callable[[], RenderableType], *, indent: int | None = 2
    ) -> None:
        """Print a value as JSON where that is wanted, else what `shown` makes of it for a reader."""
        if self.as_json:
            self.give(value, indent=indent)
        else:
            self.show(shown())

    def give(self, value: Any, *, indent: int | None = 2) -> None:
        """Print a value as JSON on stdout; without an indent it is one line."""
        sys.stdout.write(json_text(value, encoding=sys.stdout.encoding, indent=indent) + "\n")
        sys.stdout.flush()


def console_of(*, stderr: bool = False, piped: int = PIPED) -> Console:
    """A console on stdout or stderr that breaks lines only for a terminal."""
    import os

    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    # COLUMNS in the environment is the user's word, also for a pipe.
    unbroken = not stream.isatty() and not os.environ.get("COLUMNS", "").isdigit()
    return Console(
        stderr=stderr,
        width=piped if unbroken else None,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
    )


def called() -> str:
    """What to type to run this program again from the same folder: its name, where a shell finds it by that."""
    import os
    import shutil

    given = sys.argv[0]
    name = os.path.basename(given)
    if name == "__main__.py":
        return "python -m loadsheet"
    found = shutil.which(name)
    if name != "loadsheet" or (found and os.path.samefile(found, given)):
        return "loadsheet"
    return quote(min(given, os.path.relpath(given), key=len))


def question_of(text: str) -> str:
    """The text itself, or what stands on stdin for `-`. Raises `InputError` for bytes that are no text."""
    if text != "-":
        return whole(text, "the question")
    if sys.stdin.isatty():
        sys.stderr.write("Type the question, then Ctrl-D on a line of its own.\n")
    try:
        return whole(sys.stdin.read(), "stdin")
    except UnicodeDecodeError as error:
        raise InputError(f"stdin is not {error.encoding}: convert it first") from error


def whole(text: str, what: str) -> str:
    """The text itself. Raises `InputError` when it is none."""
    # Python carries bytes that are not UTF-8 as halves of surrogate pairs, which nothing can store or send.
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise InputError(f"{what} is not valid Unicode: convert it to UTF-8 first")
    return text


def json_text(value: Any, *, encoding: str | None = "utf-8", indent: int | None = 2) -> str:
    """The value as JSON; what the encoding cannot carry is escaped."""
    import json

    made = json.dumps(value, ensure_ascii=False, indent=indent, default=plain)
    try:
        made.encode(encoding or "ascii")
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent, default=plain)
    return made


def plain(value: Any) -> Any:
    """What JSON can say of an artifact, a row of a store or a time."""
    from dataclasses import asdict, is_dataclass
    from datetime import datetime

    from pydantic import BaseModel

    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return str(value)
