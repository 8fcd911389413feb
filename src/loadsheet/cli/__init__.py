"""Arguments in; an exit code out. What a user sees of Loadsheet in a terminal begins here.

Only what `--help` needs is imported before a command runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""

BUG = 70
"""The exit code of an error that nobody planned for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; returns the exit code and raises nothing, but with `--debug`."""
    from loadsheet.cli.commands import app
    from loadsheet.cli.commands.options import GLOBAL_FLAGS, hoisted

    _open_what_is_closed()
    given = hoisted(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    leading = given[: next((i for i, word in enumerate(given) if word == "--"), len(given))]
    as_json, debug = (flag in leading for flag in GLOBAL_FLAGS)
    _let_everything_be_printed()
    try:
        code = app(given, prog_name="loadsheet", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        return _reader_has_gone()
    except SystemExit as stop:
        # Typer turns a closed pipe into exit code 1, which means here that a check says no.
        if isinstance(stop.__context__, BrokenPipeError):
            return _reader_has_gone()
        return stop.code if isinstance(stop.code, int) else BUG
    except Exception as error:
        if _was_interrupted(error):
            return _interrupted(as_json=as_json)
        if isinstance(error, OSError) and error.filename is None:
            error = _unwritten(error)
        if debug and not _is_expected(error):
            raise
        return _complain(error, as_json=as_json)
    except KeyboardInterrupt:
        return _interrupted(as_json=as_json)
    return code if isinstance(code, int) else 0


def _was_interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: what Python or a library was in the middle of may wrap it in its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _interrupted(*, as_json: bool) -> int:
    """Leave the line of `^C`, and nothing else."""
    sys.stderr.write("\n" if sys.stderr.isatty() and not as_json else "")
    return INTERRUPTED


def _reader_has_gone() -> int:
    """The reader had enough, as `head` does. Python would complain once more when it flushes at its end."""
    _drop_output()
    return 0


def _unwritten(error: OSError) -> Exception:
    """What an error that names no file is about: stdout, on a full disk or on a terminal that is gone."""
    from loadsheet.errors import BackendError

    _drop_output()
    why = (error.strerror or type(error).__name__).lower()
    return BackendError(f"the output cannot be written: {why}")


def _drop_output() -> None:
    """Let what is still to be printed go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_what_is_closed() -> None:
    """A shell may close a stream with `>&-`; Python then has None in its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _let_everything_be_printed() -> None:
    """No character of a document may end the program, whatever the encoding of the terminal is."""
    from io import TextIOWrapper

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _is_expected(error: Exception) -> bool:
    from typer import Abort

    from loadsheet.errors import LoadsheetError

    return isinstance(error, LoadsheetError | Abort) or hasattr(error, "format_message")


def _complain(error: Exception, *, as_json: bool) -> int:
    """Say in one line what is wrong; returns the exit code."""
    from typer import Abort

    from loadsheet.errors import LoadsheetError

    if isinstance(error, Abort):
        return INTERRUPTED
    if type(error).__name__ == "NoArgsIsHelpError":
        # A group of commands by itself, as `loadsheet` by itself: what follows is its help.
        sys.stdout.write(f"{getattr(error, 'ctx').get_help()}\n")  # noqa: B009
        return 0
    if isinstance(error, LoadsheetError):
        kind, message, code = type(error).__name__, str(error), error.exit_code
    elif hasattr(error, "format_message"):
        # What Typer finds wrong with the arguments; older versions raise Click's own classes.
        kind, code = "UsageError", 2
        said = str(getattr(error, "format_message")()).rstrip(".")  # noqa: B009
        end = "" if said.endswith("?") else ":"
        message = f"{said[:1].lower()}{said[1:]}{end} see `{_command_of(error)} --help`"
    else:
        kind, code = type(error).__name__, BUG
        message = f"unexpected {kind}: {error}; run it again with --debug to see where"
    message = " ".join(message.split())
    if as_json:
        import json

        sys.stderr.write(json.dumps({"error": {"type": kind, "message": message}}) + "\n")
    else:
        sys.stderr.write(f"loadsheet: {message}\n")
    return code


def _command_of(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    return getattr(context, "command_path", None) or "loadsheet"
