"""A rule that is lifted in one session holds in none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.turns.test_memory import Day, remembering

import loadsheet


def pinned(answer: loadsheet.Answer) -> list[str]:
    return [entry.id for entry in answer.manifest.entries if entry.kind == "constraint"]


@pytest.mark.parametrize("route", ["rules", "fixed"])
@pytest.mark.parametrize(
    ("rule", "lifting"),
    [
        ("Always answer in Dutch.", "No need for Dutch any more."),
        ("From now on keep answers under 100 words.", "You can write as long as you like now."),
        ("Never suggest AWS.", "AWS is fine now."),
    ],
)
async def test_what_one_session_lifts_is_not_pinned_in_the_one_that_set_it(
    route: str, rule: str, lifting: str
) -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC)), route=route) as agent:
        await agent.ask(rule, session="one")
        assert pinned(await agent.ask("What is the capital of France?", session="one"))
        await agent.ask(lifting, session="two")
        for _ in range(2):
            answer = await agent.ask("What is the capital of Spain?", session="one")
            assert pinned(answer) == []


async def test_a_rule_of_this_session_only_stays_where_another_session_lifts_its_own() -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC))) as agent:
        await agent.ask("Always answer in Dutch.", session="one")
        await agent.ask("Never suggest AWS.", session="one")
        await agent.ask("AWS is fine now.", session="two")
        answer = await agent.ask("What is the capital of Spain?", session="one")
        assert len(pinned(answer)) == 1


@pytest.mark.parametrize("route", ["rules", "fixed"])
async def test_a_rule_that_its_session_lifts_in_any_words_ends_as_a_record(route: str) -> None:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC)), route=route) as agent:
        for text in ("Never suggest tofu.", "OK, drop the tofu thing again."):
            await agent.ask(text)
        (record,) = await agent.memory.list()
        assert record.status == "expired"
        assert record.expiry == "withdrawn by the user: “OK, drop the tofu thing again.”"
