"""A rule that the user told another program binds its session as one that was asked for here does."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.turns.acting import agent

from loadsheet.overhearing import NO_ROOM

FILLER = [
    {"role": role, "content": f"{what} {number} about topic {number * 7}{end}"}
    for number in range(30)
    for role, what, end in (("user", "Question", "?"), ("assistant", "Answer", "."))
]


def said(text: str, **fields: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text, **fields}, {"role": "assistant", "content": "Ok."}]


async def test_an_observed_rule_is_a_constraint_of_its_session_in_the_users_own_words() -> None:
    async with agent() as talk:
        await talk.observe([*said("Please never use emojis.", id="told"), *FILLER], session="s1")
        ready = await talk.prepare("Which host is best?", session="s1", budget=400)
        [rule] = await talk.constraints(session="s1")
        assert await talk.constraints(session="s2") == []
    [entry] = [one for one in ready.manifest.entries if one.kind == "constraint"]
    assert "Please never use emojis." in ready.prompt.serialized()
    assert (rule.message, entry.sources[0].message) == ("told", "told")


async def test_an_observed_lift_ends_an_observed_rule() -> None:
    async with agent() as talk:
        await talk.observe(said("Answer only in English."), session="s1")
        await talk.observe(said("You don't have to answer in English any more."), session="s1")
        assert await talk.constraints(session="s1") == []


async def test_what_a_speaker_with_a_name_asks_for_binds_no_answer_to_the_user() -> None:
    async with agent() as talk:
        await talk.observe(said("Never suggest AWS.", name="Bob"), session="s1")
        assert await talk.constraints(session="s1") == []


@settings(max_examples=12)
@given(
    st.lists(st.sampled_from(["brand", "host", "colour"]), min_size=1, max_size=6),
    st.integers(10, 80),
)
def test_every_observed_rule_is_in_force_or_has_a_receipt_that_says_why_not(
    kinds: list[str], room: int
) -> None:
    told = [f"Never suggest the {kind} of number {n}." for n, kind in enumerate(kinds)]

    async def observed() -> tuple[set[str], set[str]]:
        async with agent(settings={"constraint_cap": room}) as talk:
            receipts = await talk.observe(
                [row for text in told for row in said(text)], session="s1"
            )
            in_force = {rule.text for rule in await talk.constraints(session="s1")}
        turned_down = {one.text for one in receipts.receipts if one.reason.startswith(NO_ROOM)}
        return in_force, turned_down

    in_force, turned_down = asyncio.run(observed())
    assert in_force | turned_down == set(told)
    assert not in_force & turned_down


async def test_an_observed_rule_without_room_keeps_no_other_from_being_lifted() -> None:
    long = f"Never suggest {'any brand of any maker ' * 60}."
    async with agent(settings={"budget": 300}) as talk:
        await talk.observe(said("Answer only in English."), session="s1")
        await talk.observe(
            said(f"You don't have to answer in English any more. {long}"), session="s1"
        )
        assert await talk.constraints(session="s1") == []


async def test_observed_rules_without_room_are_no_error_and_stay_in_memory() -> None:
    async with agent() as talk:
        told = [
            row
            for n in range(120)
            for row in said(
                f"Never suggest the brand of number {n}, whatever it may cost and wherever it is sold."
            )
        ]
        await talk.observe(told, session="s1")
        in_force = await talk.constraints(session="s1")
        kept = await talk.memory.list(status="active")
        await talk.prepare("Which host is best?", session="s1")
    assert 0 < len(in_force) < 120 <= len(kept)
