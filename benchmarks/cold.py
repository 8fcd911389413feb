"""How long the command line takes from nothing: its help, and a question with its answer."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import loadsheet
from figures import Bench, interleaved, median

ROUNDS = 9
MAIN = "import sys; from loadsheet.cli import main; sys.exit(main())"
HOME = Path(loadsheet.__file__).parent


def run() -> Bench:
    """Fresh processes, taking turns; the medians."""
    bench = Bench("cold")
    with tempfile.TemporaryDirectory() as state:
        _call(["-c", MAIN, "--state", state, "add", str(HOME / "examples" / "refunds")])
        ask = ["--state", state, "ask", "How long is the refund window for EU customers?"]
        seconds = interleaved(
            {
                "python alone": partial(_call, ["-c", "pass"]),
                "loadsheet --help": partial(_call, ["-c", MAIN, "--help"]),
                "loadsheet ask": partial(_call, ["-c", MAIN, *ask]),
            },
            ROUNDS,
        )
    for name, values in seconds.items():
        goal = 0.3 if name == "loadsheet --help" else None
        bench.add(name, median(values), "s", at_most=goal, note=f"fastest {min(values):.3f} s")
    bench.notes.append(
        f"medians of {ROUNDS} processes each, over the bundled documents, without a model"
    )
    return bench


def _call(arguments: list[str]) -> None:
    """Run Python; raises when it fails."""
    path = os.pathsep.join(filter(None, (str(HOME.parent), os.environ.get("PYTHONPATH", ""))))
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{arguments[-1]!r} ended with {done.returncode}: {done.stderr.strip()}")
