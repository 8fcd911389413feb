"""The stores that the tests of this folder are run over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from loadsheet.stores.sqlite import SqliteStore

STORES: dict[str, Callable[[Path], SqliteStore]] = {
    "file": lambda folder: SqliteStore.open(folder / "state" / "loadsheet.db"),
    "memory": lambda _folder: SqliteStore.in_memory(),
}
"""Each opens a store; a new one is a line here, and passing is what being a store means."""


@pytest.fixture(params=list(STORES))
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = STORES[request.param](tmp_path)
    yield opened
    await opened.close()
