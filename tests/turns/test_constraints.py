"""Rules that a host pins: each in force until it is withdrawn or another takes its place."""

from __future__ import annotations

import pytest

import loadsheet

from .acting import agent


async def test_a_rule_takes_the_place_of_the_one_that_it_names() -> None:
    async with agent() as open_agent:
        (older,) = await open_agent.constrain("Only suppliers from Europe.")
        (newer,) = await open_agent.constrain(
            "Suppliers from anywhere but Asia.", supersedes=older.id
        )
        assert newer.text == "Suppliers from anywhere but Asia."
        ready = await open_agent.prepare("Which supplier has the lowest price?")
        assert "anywhere but Asia" in ready.prompt.serialized()
        assert "Only suppliers from Europe" not in ready.prompt.serialized()
        # The older one stays on record, with what took its place.
        state = await open_agent.store.state(open_agent.workspace, "main")
        assert state is not None
        assert [(row.id, row.superseded_by) for row in state.constraints] == [
            (older.id, newer.id),
            (newer.id, None),
        ]


async def test_what_a_rule_in_force_takes_the_place_of_ends_though_it_is_said_again() -> None:
    async with agent() as open_agent:
        (older,) = await open_agent.constrain("Only suppliers from Europe.")
        _, newer = await open_agent.constrain("No suppliers from Asia.")
        left = await open_agent.constrain("no suppliers from Asia.", supersedes=older.id)
        assert [row.id for row in left] == [newer.id]


async def test_a_rule_can_take_the_place_of_none_that_is_not_in_force() -> None:
    async with agent() as open_agent:
        (one,) = await open_agent.constrain("No suppliers from Asia.")
        await open_agent.withdraw(one.id)
        with pytest.raises(loadsheet.UnknownError, match=rf"'{one.id}' is in force .*none"):
            await open_agent.constrain("Only suppliers from Europe.", supersedes=one.id)
        assert await open_agent.constraints() == []
