"""Runs the command line in this process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

from loadsheet.cli import main


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


Run = Callable[..., Result]


class Terminal(io.StringIO):
    """What is typed at a terminal."""

    def isatty(self) -> bool:
        return True


def run(*arguments: str, stdin: str = "", terminal: bool = False) -> Result:
    out, err = (
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)
    )
    before, sys.stdin = sys.stdin, (Terminal if terminal else io.StringIO)(stdin)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(arguments)
    finally:
        sys.stdin = before
    texts: list[str] = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return Result(code, *texts)
