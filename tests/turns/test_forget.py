"""What is forgotten is gone from every file of the state, and nothing else is."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.turns.acting import DOCUMENTS, agent
from tests.turns.test_memory import Day, remembering

import loadsheet


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def day() -> Day:
    return Day(datetime(2026, 3, 2, tzinfo=UTC))


async def test_a_forgotten_record_is_in_no_file_and_its_turn_replays_as_forgotten(
    tmp_path: Path,
) -> None:
    async with remembering(day(), str(tmp_path)) as agent:
        await agent.ask("My passport number is X4411Z.")
        kept = await agent.ask("My favourite colour is dark blue.", session="other")
        told = await agent.ask("What is my passport number?", session="third")
        assert "X4411Z" in told.text
        (record,) = [r for r in await agent.memory.list() if "passport" in r.key]
        assert b"X4411Z" in bytes_of(tmp_path)
        report = await agent.memory.forget(record=record.id)
        assert report.records == (record.id,)
        assert report.complete
        assert b"X4411Z" not in bytes_of(tmp_path)
        with pytest.raises(loadsheet.ForgottenError, match="is forgotten"):
            await agent.replay(told.turn_id)
        assert (await agent.replay(kept.turn_id)).hash == kept.prompt.hash
        assert [r.value for r in await agent.memory.list()] == ["dark blue"]
        again = await agent.ask("What is my passport number?", session="fourth")
        assert "X4411Z" not in again.prompt.serialized()
    assert b"X4411Z" not in bytes_of(tmp_path)


async def test_forgetting_a_person_leaves_the_other_as_they_were(tmp_path: Path) -> None:
    async with remembering(day(), str(tmp_path)) as agent:
        said = [
            ("Annika", "I live in Trondheim."),
            ("Benno", "I live in Basel."),
            ("Annika", "I'm allergic to hazelnuts."),
            ("Benno", "I'm allergic to walnuts."),
        ]
        await agent.observe(
            [
                {"role": "user", "name": name, "content": text, "id": f"m{n}"}
                for n, (name, text) in enumerate(said)
            ]
        )
        before = [r for r in await agent.memory.list() if r.subject == "Benno"]
        report = await agent.memory.forget(subject="Annika")
        assert len(report.records) == 2
        assert report.messages == 2
        assert [r for r in await agent.memory.list() if r.subject == "Benno"] == before
        assert len(await agent.memory.list()) == 2
    left = bytes_of(tmp_path)
    for gone in (b"Annika", b"Trondheim", b"hazelnuts"):
        assert gone not in left
    for kept in (b"Benno", b"Basel", b"walnuts"):
        assert kept in left


async def test_a_package_carries_records_to_another_workspace_once(tmp_path: Path) -> None:
    package = tmp_path / "memory.jsonl"
    async with remembering(day()) as agent:
        await agent.ask("I live in Rome.")
        assert await agent.memory.export(package) == 1
    async with remembering(day(), workspace="there") as other:
        report = await other.memory.import_package(package)
        assert len(report.ids) == 1
        (record,) = await other.memory.list()
        assert record.sources[0].record is not None
        assert record.sources[0].record.startswith("default/")
        again = await other.memory.import_package(package)
        assert (again.ids, len(again.skipped)) == ({}, 1)
        assert len(await other.memory.list()) == 1


async def test_a_package_carries_what_was_superseded_with_its_links(tmp_path: Path) -> None:
    package = tmp_path / "memory.jsonl"
    async with remembering(day()) as agent:
        await agent.ask("I live in Rome.")
        await agent.ask("Actually I live in Oslo.")
        assert await agent.memory.export(package) == 2
    async with remembering(day(), workspace="there") as other:
        await other.ask("I work at a bakery.")
        report = await other.memory.import_package(package)
        _, *brought = await other.memory.list()
        old, new = sorted(brought, key=lambda record: record.status, reverse=True)
        assert (old.value, old.status, new.value, new.status) == (
            "Rome",
            "superseded",
            "Oslo",
            "active",
        )
        assert (old.superseded_by, new.supersedes) == (new.id, (old.id,))
        assert set(report.ids.values()) == {old.id, new.id}
        assert await other.memory.history("user", "live in") == [old, new]
        again = await other.memory.import_package(package)
        assert (again.ids, len(again.skipped)) == ({}, 2)
        assert len(await other.memory.list()) == 3


async def test_a_conflict_is_settled_by_a_person_with_a_row_for_it() -> None:
    async with remembering(day()) as agent:
        await agent.ask("I'm vegetarian.")
        await agent.ask("I had steak for dinner.")
        (waiting,) = await agent.memory.reviews()
        kept = await agent.memory.settle(waiting.id, "reject")
        assert kept.status == "superseded"
        assert [r.value for r in await agent.memory.list("active")] == ["vegetarian"]
        assert await agent.memory.reviews() == []
        (row,) = await agent.memory.reviews(settled=True)
        assert row.decision == "reject"


async def test_what_was_true_then_and_what_was_known_then_are_two_questions() -> None:
    clock = Day(datetime(2026, 7, 2, tzinfo=UTC))
    async with remembering(clock) as agent:
        await agent.ask("Alex is on Payments from January to March.")
        await agent.ask("Alex was on Search April–June.")
        before = clock.now
        await agent.ask("Alex is on Payments again from July.")
        may = datetime(2026, 5, 15, tzinfo=UTC)
        autumn = datetime(2026, 9, 15, tzinfo=UTC)
        assert [r.value for r in await agent.memory.as_of(may)] == ["Search"]
        assert [r.value for r in await agent.memory.as_of(autumn)] == ["Payments"]
        assert await agent.memory.as_of(autumn, known_at=before) == []


async def test_the_host_keeps_and_recalls_observations() -> None:
    async with remembering(day()) as agent:
        assert await agent.memory.recall("anything at all") == []
        receipt = await agent.memory.record("The canary build failed on arm64.", session="ci")
        assert receipt.status == "stored"
        (hit,) = await agent.memory.recall("canary build")
        assert hit.record == receipt.record
        with pytest.raises(loadsheet.UnknownError):
            await agent.memory.get("r-none")


async def test_a_subject_that_nobody_has_is_refused_and_nothing_is_touched() -> None:
    async with agent() as talk:
        await talk.add_documents(DOCUMENTS)
        answer = await talk.ask("What is the refund window for EU customers?")
        for name in ("the", "refund", "nobody"):
            with pytest.raises(
                loadsheet.LoadsheetError, match=f"nothing is remembered of '{name}'"
            ):
                await talk.memory.forget(subject=name)
        assert (await talk.replay(answer.turn_id)).serialized() == answer.prompt.serialized()
