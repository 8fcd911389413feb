"""How long the command line takes from nothing: its help, and a question with its answer."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import loadsheet
from figures import Bench, interleaved, median
from loadsheet.models.embed_folder import installed

ROUNDS = 9
MAIN = "import sys; from loadsheet.cli import main; sys.exit(main())"
HOME = Path(loadsheet.__file__).parent


def run() -> Bench:
    """Fresh processes, taking turns; the medians."""
    bench = Bench("cold")
    with tempfile.TemporaryDirectory() as place:
        ways = {
            "python alone": partial(_call, ["-c", "pass"]),
            "loadsheet --help": partial(_call, ["-c", MAIN, "--help"]),
            "loadsheet ask": _asking(f"{place}/words", "none"),
        }
        if installed():
            ways["loadsheet ask, packaged embedder"] = _asking(f"{place}/vectors", "local")
        seconds = interleaved(ways, ROUNDS)
    for name, values in seconds.items():
        goal = 0.3 if name == "loadsheet --help" else None
        bench.add(name, median(values), "s", at_most=goal, note=f"fastest {min(values):.3f} s")
    bench.notes.append(
        f"medians of {ROUNDS} processes each, over the bundled documents, without a model; byte code is kept, as it is "
        "for a package that is installed"
    )
    return bench


def _asking(state: str, embedder: str) -> Callable[[], None]:
    """A question to a state of the bundled documents, in a process of its own."""
    given = ["-c", MAIN, "--state", state]
    _call([*given, "add", str(HOME / "examples" / "refunds")], LOADSHEET_EMBEDDER=embedder)
    ask = [*given, "ask", "How long is the refund window for EU customers?"]
    return partial(_call, ask, LOADSHEET_EMBEDDER=embedder)


def _call(arguments: list[str], **settings: str) -> None:
    """Run Python; raises when it fails."""
    path = os.pathsep.join(filter(None, (str(HOME.parent), os.environ.get("PYTHONPATH", ""))))
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**kept, "PYTHONPATH": path, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{arguments[-1]!r} ended with {done.returncode}: {done.stderr.strip()}")
