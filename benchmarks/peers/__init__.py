"""Side by side with other libraries, in an environment of their own: fitting a conversation, taking in a folder."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from figures import Bench, Figure

QUIET = {
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "LANGSMITH_TRACING": "false",
    "PYTHONWARNINGS": "ignore",
}
"""Nothing but the figures is printed, and nothing is sent anywhere."""

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent.parent / "src"


def run(cache: Path) -> Bench:
    """Fit conversations into a budget, beside others."""
    return compared("peers", cache, "requirements.txt", "compare.py")


def memory(cache: Path, largest: int) -> Bench:
    """Write and read records, beside others."""
    return compared("memory", cache, "memory.txt", "recalling.py", str(largest))


def ingest(cache: Path, folder: Path) -> Bench:
    """Take the files of a folder in, beside others."""
    return compared("ingest", cache, "ingest.txt", "ingest.py", str(folder))


def find(cache: Path) -> Bench:
    """Search the same passages, beside others."""
    return compared("find", cache, "ingest.txt", "finding.py")


def compared(name: str, cache: Path, wanted: str, script: str, *arguments: str) -> Bench:
    """Make the environment where it is not there yet, and run the script in it."""
    try:
        python = environment(cache, HERE / wanted)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", None) or str(error)
        last = said.strip().splitlines()[-1:] or [""]
        return Bench(
            name,
            skipped=f"its packages could not be installed ({last[0]}); it needs a package index",
        )
    done = subprocess.run(
        [str(python), str(HERE / script), *arguments],
        env={
            **os.environ,
            **QUIET,
            "PYTHONPATH": os.pathsep.join((str(SOURCES), str(HERE.parent))),
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    return Bench(name, figures=[Figure(**row) for row in found["figures"]], notes=found["notes"])


def environment(cache: Path, wanted: Path) -> Path:
    """The Python of an environment with the pinned requirements, made once for each state of their file."""
    state = hashlib.sha256(wanted.read_bytes() + sys.version.encode()).hexdigest()[:12]
    place = cache.resolve() / f"peers-{state}"
    python = place / "bin" / "python"
    if (place / "ready").exists():
        return python
    print(f"{wanted.stem}: installing the other libraries, once …", file=sys.stderr, flush=True)
    place.mkdir(parents=True, exist_ok=True)
    (cache / ".gitignore").write_text("*\n", "utf-8")
    _call([sys.executable, "-m", "venv", "--clear", str(place)])
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _call([str(python), *install, "-r", str(wanted)])
    (place / "ready").touch()
    return python


def _call(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)
