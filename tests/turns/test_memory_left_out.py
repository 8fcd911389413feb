"""What bears on a turn and is not offered has its row, with the true reason; a read that finds nothing says so."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.turns.test_memory import Day, held, remembering

import loadsheet

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)

INSTRUCTIONS = st.sampled_from(
    [
        "Always mention item {n} when you talk about tax form {n}.",
        "Always sign with the code {n}.",
        "Never suggest product {n} of the long list of products that nobody in this house likes.",
        "Always answer in German.",
    ]
)


def reasons(manifest: loadsheet.Manifest) -> dict[str, str]:
    """The rule by which each record was left out."""
    return {row.id.split(":")[1]: row.rule for row in manifest.left_out if row.stage == "recall"}


@given(
    told=st.lists(INSTRUCTIONS, max_size=30),
    pinned=st.sampled_from(["", "Always answer in French.", "Always answer in German."]),
    question=st.sampled_from(["Explain tax forms and products.", "What is my locker number?"]),
)
@settings(max_examples=15, deadline=None)
def test_every_active_instruction_is_aboard_or_left_out_with_its_reason(
    told: list[str], pinned: str, question: str
) -> None:
    async def turn() -> None:
        async with remembering(Day(MONDAY)) as agent:
            said = [{"role": "user", "content": text.format(n=n)} for n, text in enumerate(told)]
            if said:
                await agent.observe(said, session="told")
            if pinned:
                await agent.ask(pinned, session="asked")
            manifest = (await agent.prepare(question, session="asked")).manifest
            aboard = {source.record for entry in manifest.entries for source in entry.sources}
            active = {r.id for r in await held(agent, "active") if r.type == "procedural"}
            assert active <= aboard | set(reasons(manifest))
            assert not aboard & set(reasons(manifest))

    asyncio.run(turn())


async def test_each_instruction_that_is_left_out_says_why() -> None:
    async with remembering(Day(MONDAY)) as agent:
        long = (
            "Never suggest product {} of the long list of things that nobody in this house likes."
        )
        for text in ("Always answer in French.", *(long.format(n) for n in range(12))):
            await agent.observe([{"role": "user", "content": text}], session="told")
        await agent.ask("Always answer in German.", session="asked")
        manifest = (await agent.prepare("What is a refund?", session="asked")).manifest
        rules = list(reasons(manifest).values())
        aboard = [e for e in manifest.entries if e.id.startswith("instruction:")]
        assert rules.count("beyond_cap") == 12 - len(aboard) > 0
        assert sum(entry.tokens for entry in aboard) <= 250


async def test_facts_beyond_the_slice_are_called_that_and_not_evidence() -> None:
    keys = ("office", "manager", "laptop", "phone", "desk", "badge", "shift", "car", "team", "bank")
    async with remembering(Day(MONDAY)) as agent:
        for key in keys:
            said = f"Alex's {key} is {key.title()} {len(key)}."
            await agent.observe([{"role": "user", "content": said}], session="told")
        manifest = (await agent.prepare("Tell me about Alex.", session="asked")).manifest
        aboard = [entry for entry in manifest.entries if entry.id.startswith("record:")]
        assert list(reasons(manifest).values()) == ["beyond_slice", "beyond_slice"]
        assert len(aboard) == len(keys) - 2


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_a_read_that_fires_and_finds_nothing_is_a_failure_on_record(route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.add_documents([loadsheet.Document(id="a", text="The EU window is 14 days.")])
        await agent.ask("What is the EU window?")
        answer = await agent.ask("And for the UK?")
        events = {e.stage: e for e in (await agent.trace(answer.turn_id)).events}
        asked = " ".join(events["route"].decisions)
        if "memory is read on" in asked:
            assert events["recall"].failure == "the trigger fired and no record bears on the turn"
        else:
            assert "memory is left to its own triggers" in asked
            assert events["recall"].decisions == ("not read: no trigger",)
            assert events["recall"].failure is None


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_the_plan_never_says_that_memory_is_not_read_where_it_is(route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask("My locker number is 31.")
        answer = await agent.ask("What is my locker number?", session="asked")
        events = {e.stage: e for e in (await agent.trace(answer.turn_id)).events}
        (read,) = [line for line in events["route"].decisions if line.startswith("memory is")]
        assert events["recall"].decisions[0] == "read on key_match: 1 blocks"
        assert (
            read
            == {
                "fixed": "memory is left to its own triggers",
                "rules": "memory is read on key_match",
            }[route]
        )
