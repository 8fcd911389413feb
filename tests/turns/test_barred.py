"""What a user never wants to be suggested is kept out of an answer that no model writes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.turns.test_memory import Day, remembering

import loadsheet

BIKES = """# Bikes

The Heron E is an electric bike for the city. It weighs 19 kg.

The Kestrel is a light bike for the city. It weighs 11 kg.
"""
HOSTS = """| host | price |
|---|---|
| Acme Hosting | 5 euros |
| Blue Cloud | 7 euros |

## Acme Hosting
The cheapest host for small sites.

## Blue Cloud
A reliable host for small sites.
"""
DINNER = "Grilled salmon with rice is a good dinner. Lentil soup is a good dinner."


async def answered(rule: str, text: str, question: str, session: str) -> str:
    async with remembering(Day(datetime(2026, 3, 2, tzinfo=UTC))) as agent:
        await agent.add_documents([loadsheet.Document(id="d", text=text)])
        await agent.ask(rule, session="one")
        return (await agent.ask(question, session=session)).text


@pytest.mark.parametrize("session", ["one", "another"])
@pytest.mark.parametrize(
    ("rule", "text", "question", "barred", "left"),
    [
        ("Never suggest the Heron E.", BIKES, "Which bike suits the city?", "Heron", "Kestrel"),
        ("Don't recommend Acme Hosting to me.", HOSTS, "Which host is good for small sites?", "cheapest", "reliable"),
        ("Don't recommend Acme Hosting to me.", HOSTS, "What is the price of a host?", "Acme", "Blue Cloud"),
        ("Please never suggest fish.", DINNER, "What is a good dinner?", "salmon", "soup"),
    ],
)  # fmt: skip
async def test_what_is_never_to_be_suggested_is_not_quoted(
    rule: str, text: str, question: str, barred: str, left: str, session: str
) -> None:
    said = await answered(rule, text, question, session)
    assert barred not in said
    assert left in said


async def test_who_asks_for_the_thing_itself_is_answered() -> None:
    said = await answered(
        "Never suggest the Heron E.", BIKES, "What does the Heron E weigh?", "one"
    )
    assert "19 kg" in said


async def test_a_scope_that_leaves_others_out_names_nothing_that_is_barred() -> None:
    rule = "For now I only deal with city bikes, so leave the others out."
    assert "11 kg" in await answered(rule, BIKES, "How much does the Kestrel weigh?", "one")
