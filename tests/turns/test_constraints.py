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


PUMP = "# Pump\n\nThe pump weighs 12 kg. The manual says so on page 4. It costs 90 euros."


@pytest.mark.parametrize(
    "rule", ["Use British spelling.", "Answer in French.", "Never use tables."]
)
async def test_a_question_beside_a_rule_is_answered(rule: str) -> None:
    async with agent() as open_agent:
        await open_agent.add_documents([loadsheet.Document(id="pump.md", text=PUMP)])
        answer = await open_agent.ask(f"{rule} How heavy is the pump?")
        assert "12 kg" in answer.text
        assert [one.text for one in await open_agent.constraints()] == [rule]


async def test_what_was_set_lifted_or_lifts_nothing_is_said_in_the_reply() -> None:
    async with agent() as open_agent:
        said = [
            (await open_agent.ask(text)).text
            for text in (
                "Please give all weights in grams.",
                "Only EU suppliers.",
                "Swiss suppliers are fine too.",
                "You may tell me about the annex from now on.",
                "I don't need grams any more.",
            )
        ]
        in_force = [one.text for one in await open_agent.constraints()]
    assert said == [
        "From now on: “Please give all weights in grams”.",
        "From now on: “Only EU suppliers”.",
        "From now on: “Swiss suppliers are fine too”.",
        "No rule was in force that “You may tell me about the annex from now on” could lift. "
        "In force: “Please give all weights in grams”; “Only EU suppliers”; “Swiss suppliers are fine too”.",
        "Withdrawn: “Please give all weights in grams”.",
    ]
    assert in_force == ["Only EU suppliers.", "Swiss suppliers are fine too."]


async def test_what_is_never_done_in_a_life_is_noted_and_the_rules_in_force_are_told() -> None:
    async with agent() as open_agent:
        await open_agent.add_documents([loadsheet.Document(id="pump.md", text=PUMP)])
        await open_agent.ask("Name the page whenever you quote the manual.")
        remark = await open_agent.ask("Never drink coffee after noon, my doctor says.")
        told = await open_agent.ask("Which rules are in force?")
    assert remark.text == "Noted."
    assert "Name the page whenever you quote the manual." in told.text
    assert "coffee" not in told.text
