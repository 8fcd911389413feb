"""A package of memory that was cut off, or an import of one that was."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from tests.turns.acting import agent

import loadsheet
from loadsheet.packages import read_package


@pytest.mark.parametrize("writes", range(5))
async def test_an_import_that_is_broken_off_is_whole_when_it_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    path = tmp_path / "package.jsonl"
    async with agent(settings={"workspace": "there"}) as one:
        for said in ("I live in Rome.", "Actually I live in Oslo.", "My wife is Lea."):
            await one.ask(said)
        await one.memory.record_belief("Lea likes Oslo.")
        await one.memory.export(path)
    async with agent() as one:
        store, done = type(one.store), itertools.count()
        with monkeypatch.context() as broken:
            for name in ("write", "revise"):
                broken.setattr(store, name, stopping(getattr(store, name), done, writes))
            with contextlib.suppress(loadsheet.StoreError):
                await one.memory.import_package(path)
        await one.memory.import_package(path)
        records = await one.memory.list(type="fact")
        by = {r.id: r.value for r in records}
        links = {
            r.value: ([by[id] for id in r.supersedes], by.get(r.superseded_by or ""))
            for r in records
        }
        assert links == {"Lea": ([], None), "Oslo": (["Rome"], None), "Rome": ([], "Oslo")}
        assert len(await one.memory.list(type="hypothesis")) == 1
        assert (await one.memory.import_package(path)).ids == {}


def test_a_package_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "package.jsonl"
    path.write_text('{"package": "loadsheet.memory", "workspace": "a", "records": 2}\n')
    with pytest.raises(loadsheet.InputError, match="is cut off, with 0 of its 2 records"):
        read_package(path)


def stopping(
    method: Callable[..., Awaitable[object]], done: Iterator[int], at: int
) -> Callable[..., Awaitable[object]]:
    """The method of a store that is killed when it has written so often."""

    async def work(*args: object) -> object:
        if next(done) >= at:
            raise loadsheet.StoreError("killed")
        return await method(*args)

    return work


async def test_a_package_whose_beliefs_are_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "memory.jsonl"
    async with loadsheet.Agent.open(":memory:") as agent:
        for content in ("The pump leaks.", "The valve is stuck."):
            await agent.memory.record_belief(content)
        await agent.memory.export(path)
        *lines, _last = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        with pytest.raises(loadsheet.InputError, match="is cut off, with 1 of its 2 beliefs"):
            await agent.memory.import_package(path)
