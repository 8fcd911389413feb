"""The program as a process: what it imports, closed pipes, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

import loadsheet

# A run of the tests in the background ignores Ctrl-C, and what it starts would, too.
HEARING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
START = "from loadsheet.cli import main; raise SystemExit(main())"
HEAVY = (
    "rich",
    "pydantic",
    "pydantic_settings",
    "apsw",
    "asyncio",
    "bpe_openai",
    "bpe_openai._bindings",
    "numpy",
    "loadsheet.agent",
    "loadsheet.app",
)


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(loadsheet.__file__).parents[1]), **more}


@contextmanager
def started(*arguments: str, code: str = START) -> Generator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    env = environment(PYTHONIOENCODING="utf-8")
    command = [sys.executable, "-c", code, *arguments]
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", env=env
    ) as process:
        yield process


def said(*arguments: str, code: str = START) -> tuple[int, str, str]:
    with started(*arguments, code=code) as process:
        out, err = process.communicate(timeout=30)
    return process.returncode, out, err


def left_early(*arguments: str) -> tuple[int, str]:
    """The exit code and the complaints when nobody reads the output."""
    with started(*arguments) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        return process.wait(timeout=30), process.stderr.read()


@pytest.mark.parametrize("arguments", [(), ("--help",), ("--version",)])
def test_help_imports_nothing_heavy(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys; from loadsheet.cli import main; code = main(); "
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr); raise SystemExit(code)"
    )
    returned, out, err = said(*arguments, code=code)
    assert (returned, err) == (0, "[]\n")
    assert "loadsheet" in out


def test_who_only_asks_does_not_wait_for_what_examines_turns() -> None:
    code = (
        "import sys, loadsheet.agent; "
        "print([name for name in sys.modules if name.startswith(('loadsheet.evals.doctor', 'loadsheet.evals.contr'))])"
    )
    assert said(code=code) == (0, "[]\n", "")


def test_help_names_every_command() -> None:
    _, out, _ = said("--help")
    names = (
        "demo add remove documents search ask chat sessions manifest trace replay diff eval config"
    )
    for name in names.split():
        assert f"\n  {name} " in out


def test_a_reader_who_leaves_early_is_no_error(finished: Path) -> None:
    assert left_early("manifest", "--json", "--state", str(finished)) == (0, "")
    assert left_early("trace", "--state", str(finished)) == (0, "")


def test_a_turn_whose_reader_left_is_kept_whole(state: Path) -> None:
    question = "Summarize our Q3 refund policy for EU customers."
    assert left_early("ask", question, "--state", str(state)) == (0, "")
    _, out, _ = said("trace", "--list", "--state", str(state))
    assert " answered " in out.splitlines()[1]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_output_that_cannot_be_written_is_a_backend_that_failed(finished: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-c", START, "manifest", "--json", "--state", str(finished)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment(),
        )
    assert done.returncode == 3
    assert "the output cannot be written: no space left" in done.stderr
    assert done.stderr.count("\n") == 1


def test_ctrl_c_is_exit_130_without_a_traceback(tmp_path: Path) -> None:
    with started("chat", "--state", str(tmp_path / "state"), code=HEARING + START) as process:
        file, patience = tmp_path / "state" / "loadsheet.db", time.monotonic() + 20
        while not file.exists() and process.poll() is None and time.monotonic() < patience:
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read() == ""
        assert process.stderr.read().strip() == ""


def test_a_character_that_the_output_cannot_carry_ends_nothing(finished: Path) -> None:
    for arguments in (("manifest",), ("manifest", "--json")):
        done = subprocess.run(
            [sys.executable, "-c", START, *arguments, "--state", str(finished)],
            capture_output=True,
            check=False,
            env=environment(PYTHONIOENCODING="ascii"),
        )
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)])
def test_a_closed_stream_ends_nothing(state: Path, closed: tuple[int, ...]) -> None:
    code = (
        "import os, sys\n"
        f"for number in {closed!r}: os.close(number)\n"
        f"os.execv(sys.executable, [sys.executable, '-c', {START!r}, *sys.argv[1:]])"
    )
    over = ("--state", str(state))
    for arguments, expected in ((("trace",), 0), (("manifest", "--json"), 0), (("remove", "x"), 2)):
        returned, _, err = said(*arguments, *over, code=code)
        assert returned == expected
        assert "Traceback" not in err
    if 0 in closed:
        assert (
            said("ask", "-", *over, code=code)[0] == 2
        )  # nothing can be read: the question is empty
