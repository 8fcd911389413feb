"""State folders for the command line, and the command line over them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.cli.running import Result, Run, run


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings of this machine, and no state in the current folder."""
    for name in ("LOADSHEET_STATE", "LOADSHEET_MODEL", "OPENAI_API_KEY", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state folder after the demo; nobody may change it."""
    state = tmp_path_factory.mktemp("finished")
    assert run("demo", "--state", str(state)).code == 0
    return state


@pytest.fixture
def state(finished: Path, tmp_path: Path) -> Path:
    """A state folder after the demo, of one's own."""
    return Path(shutil.copytree(finished, tmp_path / "state"))


@pytest.fixture
def cli(state: Path) -> Run:
    """The command line over `state`."""

    def over(*arguments: str, stdin: str = "") -> Result:
        return run("--state", str(state), *arguments, stdin=stdin)

    return over


@pytest.fixture
def fresh(tmp_path: Path) -> Run:
    """The command line over an empty state."""

    def over(*arguments: str, stdin: str = "") -> Result:
        return run("--state", str(tmp_path / "fresh"), *arguments, stdin=stdin)

    return over


@pytest.fixture
def turns(cli: Run) -> list[str]:
    """The ids of the demo's turns, oldest first."""
    rows = json.loads(cli("trace", "--list", "--json").out)
    return [row["id"] for row in reversed(rows)]
