"""What memory is searched by is examined with the rest of the state, and made again from what is held."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.turns.acting import agent

import loadsheet
from loadsheet.stores.sqlite import SqliteStore

RECORDS = "the text index of memory does not agree with the records"
SAID = "the text index of the transcript does not agree with what was said"


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("DROP TABLE memory_1", [RECORDS]),
        ("DROP TABLE said_1", [SAID]),
        ("DROP TABLE memory_1_config; DROP TABLE said_1_data", [RECORDS, SAID]),
        ("DELETE FROM memory_1", [RECORDS]),
        ("DELETE FROM said_1 WHERE rowid = 1", [SAID]),
    ],
)
async def test_an_index_of_memory_that_is_gone_is_named_and_made_again(
    tmp_path: Path, harm: str, said: list[str]
) -> None:
    async with agent(state=str(tmp_path)) as one:
        await one.ask("The canary build runs on the arm64 machine.")
        await one.ask("My passport is in the blue drawer.", session="b")
        await one.memory.record("The canary build failed.", session="c")
        assert (await one.check()).drift == ()
        assert isinstance(one.store, SqliteStore)
        one.store.connection.rows(harm)
    async with agent(state=str(tmp_path)) as one:
        assert list((await one.check()).drift) == said
        report = await one.check(repair=True)
        assert (list(report.repaired), report.drift) == (said, ())
        assert [hit.text for hit in await one.memory.recall("canary failed", limit=1)] == [
            "The canary build failed."
        ]
        answer = await one.ask("Where is my passport?", session="d")
        assert "blue drawer" in answer.text


async def test_memory_that_was_forgotten_or_superseded_is_no_drift() -> None:
    async with agent() as one:
        for told in ("I live in Rome.", "Actually I live in Oslo.", "My wife is Lea."):
            await one.ask(told)
        with pytest.raises(loadsheet.UnknownError):
            await one.memory.forget(subject="nobody")
        await one.memory.forget(subject="Lea")
        assert (await one.check()).drift == ()
