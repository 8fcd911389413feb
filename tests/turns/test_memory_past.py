"""What is so no more: it stands in no prompt as if it were so, and is read where it is asked for."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.turns.test_memory import Day, recalled, remembering

from loadsheet import Answer
from loadsheet.memory.recalling.former import asked_before

FRIDAY = datetime(2025, 7, 25, 10, tzinfo=UTC)


def said_before(answer: Answer) -> list[str]:
    """The user's messages in the history of a prompt."""
    return [m["content"] for m in answer.prompt.messages[1:-1] if m["role"] == "user"]


async def test_a_superseded_statement_is_a_mark_in_the_history_of_its_session() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        first = await agent.ask("I love Thai food. My flat has two rooms.")
        stored = first.prompt.serialized()
        await agent.ask("Actually I hate Thai food.")
        later = await agent.ask("Suggest a restaurant.")
        assert said_before(later) == [
            "[superseded] My flat has two rooms.",
            "Actually I hate Thai food.",
        ]
        assert "love Thai" not in later.prompt.serialized()
        (row,) = [row for row in later.manifest.left_out if row.id.startswith("history:")]
        (old,) = [r for r in await agent.memory.list() if r.status == "superseded"]
        assert (row.rule, row.sources[0].record) == ("superseded", old.id)
        (entry,) = [e for e in later.manifest.entries if e.dropped]
        assert (entry.kind, entry.rendition, entry.dropped[0].end) == ("history", "cut", 17)
        assert later.manifest.coverage == 1.0
        for answer in (first, later):
            replayed = await agent.replay(answer.turn_id)
            assert replayed.serialized() == answer.prompt.serialized()
        assert stored == first.prompt.serialized()


async def test_an_answer_that_repeats_what_was_superseded_later_is_cut_too() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask("I live in Porto.", session="old")
        asked = await agent.ask("Where do I live?")
        assert asked.text == "I live in Porto."
        await agent.ask("Actually I live in Graz.")
        later = await agent.ask("Suggest a café near me.")
        assert "Porto" not in later.prompt.serialized()


async def test_what_held_until_a_day_is_a_mark_after_it_and_what_was_told_of_the_past_is_none() -> (
    None
):
    day = Day(FRIDAY)
    async with remembering(day) as agent:
        await agent.ask("I'm in Berlin until Saturday.")
        await agent.ask("Alex was on Payments from January to March.")
        day.now = datetime(2025, 7, 28, 10, tzinfo=UTC)
        later = await agent.ask("Where am I?")
        assert said_before(later) == ["[expired]", "Alex was on Payments from January to March."]
        assert {row.rule for row in later.manifest.left_out} == {"expired"}


async def test_a_sentence_stays_of_which_one_of_two_records_still_holds() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask("My name is Ida and I live in Porto.")
        await agent.ask("Actually I live in Graz.")
        later = await agent.ask("Suggest a café near me.")
        assert said_before(later)[0] == "My name is Ida and [superseded]"


@pytest.mark.parametrize(
    ("told", "question", "old"),
    [
        (("My phone number is 555-0101.", "Actually my phone number is 555-0199."),
         "What was my old number?", "My phone number is 555-0101."),
        (("I live in Porto.", "I moved to Graz."), "Where did I live before?", "I live in Porto."),
        (("I live in Porto.", "I moved to Graz."), "Where did I use to live?", "I live in Porto."),
        (("My sister lives in Porto.", "My sister moved to Graz."),
         "Where did my sister live before Graz?", "My sister lives in Porto."),
        (("The deadline is Oct 15.", "The deadline moved to Oct 20."),
         "What was the previous deadline?", "The deadline is Oct 15."),
    ],
)  # fmt: skip
async def test_a_question_for_what_was_so_before_reads_the_superseded_value_with_its_dates(
    told: tuple[str, str], question: str, old: str
) -> None:
    async with remembering(Day(FRIDAY)) as agent:
        for text in told:
            await agent.ask(text, session="told")
        answer = await agent.ask(question, session="asked")
        assert recalled(answer) == [old]
        shown = answer.prompt.messages[-1]["content"]
        assert 'status="superseded" held="2025-07-25 to 2025-07-25"' in shown
        assert {row.rule for row in answer.manifest.left_out} == {"another_time"}


async def test_an_old_thing_of_which_nothing_took_the_place_is_read_as_it_is() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask("My old school is in Porto.", session="told")
        answer = await agent.ask("Where is my old school?", session="asked")
        assert recalled(answer) == ["My old school is in Porto."]


@pytest.mark.parametrize(
    "question", ["How old am I?", "What is my number?", "Is it older than me?"]
)
def test_a_question_of_what_is_so_asks_for_nothing_before(question: str) -> None:
    assert asked_before(question) == ""


async def test_who_held_a_role_is_found_at_a_past_time_by_what_they_did() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        for text in (
            "Ms. Berg taught class 4b from September 2024 to December 2024.",
            "Mr. Shaw taught class 4b from January 2025 to April 2025.",
            "Ms. Berg teaches class 4b since May 2025.",
        ):
            await agent.ask(text, session="told")
        answer = await agent.ask("Who taught class 4b in February 2025?", session="asked")
        assert recalled(answer) == ["Mr. Shaw taught class 4b from January 2025 to April 2025."]
