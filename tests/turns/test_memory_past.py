"""What is so no more: it stands in no prompt as if it were so, and is read where it is asked for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

import pytest
from tests.turns.test_memory import Day, recalled, remembering

from loadsheet import Answer
from loadsheet.errors import InputError
from loadsheet.memory.recall.former import asked_before
from loadsheet.memory.writing.redact import pattern, state_without, topic_of
from loadsheet.memory.writing.review import Verdict

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


async def test_a_question_for_one_thing_of_somebody_reads_nothing_else_that_is_known_of_them() -> (
    None
):
    async with remembering(Day(FRIDAY)) as agent:
        for text in ("Carla lives in Oslo.", "Carla's desk is number 993.", "Carla works at Acme."):
            await agent.ask(text, session="told")
        answer = await agent.ask("What is Carla's desk number?", session="asked")
        assert recalled(answer) == ["Carla's desk is number 993."]


async def test_what_the_user_likes_is_not_read_for_a_question_of_what_somebody_else_does() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        for text in ("My friend Jack hates golf.", "I love golf."):
            await agent.ask(text, session="told")
        answer = await agent.ask("Does Jack like golf?", session="asked")
        assert recalled(answer) == ["My friend Jack hates golf."]


async def test_a_request_to_forget_a_key_ends_no_other_that_shares_a_word_with_it() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        for text in ("My favourite author is Ada.", "My favourite film is Alien."):
            await agent.ask(text)
        await agent.ask("Erase my favourite author from your memory.")
        statuses = {r.key: r.status for r in await agent.memory.list()}
        assert statuses == {"favourite author": "expired", "favourite film": "active"}


async def test_a_sentence_whose_record_is_of_a_thing_answers_a_question_for_another_part_of_it() -> (
    None
):
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask(
            "The judge postponed the hearing because the witness was ill.", session="told"
        )
        answer = await agent.ask("Why was the hearing postponed?", session="asked")
        assert "the witness was ill" in answer.prompt.messages[-1]["content"]


async def test_until_a_day_holds_from_when_it_is_said() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask("I'm in Berlin until Sunday.")
        (record,) = await agent.memory.list()
        assert record.valid_from == record.said_at
        assert await agent.memory.as_of(datetime(2020, 1, 1, tzinfo=UTC)) == []


async def test_a_verdict_that_there_is_not_settles_nothing() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        for text in ("I'm vegetarian.", "I had steak for dinner."):
            await agent.ask(text)
        (review,) = await agent.memory.reviews()
        with pytest.raises(InputError, match="accept, reject, edit"):
            await agent.memory.settle(review.id, cast("Verdict", "maybe"))
        assert [r.id for r in await agent.memory.reviews()] == [review.id]


async def test_a_question_of_what_was_said_reads_the_conversation_as_it_was() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask("I live in Porto.")
        await agent.ask("Actually I live in Graz.")
        asked = await agent.ask("What did I say about where I live?")
        assert said_before(asked)[0] == "I live in Porto."


async def test_an_older_statement_that_arrives_later_is_linked_both_ways() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        for text, at in (("I live in Graz.", "2025-02-01"), ("I live in Porto.", "2025-01-01")):
            said = {"role": "user", "content": text, "timestamp": f"{at}T10:00:00Z"}
            await agent.observe([said], session=at)
        new, old = await agent.memory.list()
        assert (old.superseded_by, new.supersedes) == (new.id, (old.id,))


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("Ravi owns the billing service.", "Who owns the billing service?"),
        ("My friend Tim hates temples.", "What did I say about Tim?"),
    ],
)
async def test_what_was_told_of_somebody_is_found_by_what_is_theirs_and_by_their_name(
    told: str, question: str
) -> None:
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask(told, session="told")
        answer = await agent.ask(question, session="asked")
        assert told in answer.prompt.messages[-1]["content"]


def heard(*said: tuple[str, str]) -> list[dict[str, object]]:
    """A conversation, a message a minute."""
    return [
        {"role": role, "content": text, "id": f"m{n}", "timestamp": f"2025-07-25T09:{n:02}:00Z"}
        for n, (role, text) in enumerate(said)
    ]


@pytest.mark.parametrize(
    ("told", "replies", "change", "stays"),
    [
        (
            "I live in Porto.",
            ["Porto is lovely! It rains in winter.", "You live in Porto."],
            "I moved to Graz.",
            ["[superseded] It rains in winter.", "[superseded]"],
        ),
        (
            "I love Thai food.",
            ["Great, you like Thai food!"],
            "Actually I hate Thai food.",
            ["[superseded]"],
        ),
        (
            "My bike is red.",
            ["Nice.", "The sky at dusk is red."],
            "My bike is blue.",
            ["Nice.", "The sky at dusk is red."],
        ),
    ],
)
async def test_an_earlier_answer_that_says_it_in_other_words_is_cut_and_no_other(
    told: str, replies: list[str], change: str, stays: list[str]
) -> None:
    async with remembering(Day(FRIDAY)) as agent:
        first = [("user", told), ("assistant", replies[0])]
        more = [turn for text in replies[1:] for turn in (("user", "Go on."), ("assistant", text))]
        last = [("user", change), ("assistant", "Noted."), ("user", "Hm."), ("assistant", "Yes?")]
        await agent.observe(heard(*first, *more, *last), session="s")
        ready = await agent.prepare("Tell me more.", session="s")
        answers = [m["content"] for m in ready.prompt.messages if m["role"] == "assistant"]
        assert answers[: len(stays)] == stays


@pytest.mark.parametrize(
    ("told", "asked", "reply", "change", "goes"),
    [
        ("I live in Porto.", "Where do I live?", "In Porto.", "I moved to Graz.", True),
        ("I live in Porto.", "Go on.", "Near your home in Porto it rains.", "I moved to Graz.", True),
        ("My limit is 500 euros.", "Hm.", "So you’re at 500 euros.", "My limit is 700 euros.", True),
        ("Ana works at Acme.", "Go on.", "Ana is at Acme.", "Ana works at Bolt now.", True),
        ("My sister lives in Porto.", "Hm.", "Your sister loves Porto.", "My sister moved to Graz.", True),
        ("I live in Porto.", "Where is the Clérigos tower?", "It stands in Porto.", "I moved to Graz.", False),
        ("I live in Porto.", "Who makes port?", "They live in Porto.", "I moved to Graz.", False),
        ("My limit is 500 euros.", "What is a Zil?", "A Zil costs 500 euros.", "My limit is 700 euros.", False),
        ("My vet is Dr. Falk.", "Who wrote it?", "Dr. Falk wrote it.", "My vet is Dr. Lund now.", False),
        ("The meeting is on Monday.", "When is the dinner?", "The dinner is on Monday.",
         "The meeting is on Tuesday instead.", False),
        ("Ana works at Acme.", "Who leads Acme?", "Bob leads Acme.", "Ana works at Bolt now.", False),
    ],
)  # fmt: skip
async def test_an_answer_goes_that_speaks_of_whom_it_was_said_and_none_that_shares_the_value_alone(
    told: str, asked: str, reply: str, change: str, goes: bool
) -> None:
    said = [("user", told), ("assistant", "Noted."), ("user", asked), ("assistant", reply)]
    async with remembering(Day(FRIDAY)) as agent:
        await agent.observe(heard(*said, ("user", change), ("assistant", "Good.")), session="s")
        assert "superseded" in {r.status for r in await agent.memory.list()}
        ready = await agent.prepare("Thanks.", session="s")
        answers = [m["content"] for m in ready.prompt.messages if m["role"] == "assistant"]
        assert answers[1] == ("[superseded]" if goes else reply)


async def test_what_is_disputed_stands_with_its_mark() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask("I'm vegetarian.")
        await agent.ask("I had steak for dinner.")
        later = await agent.ask("What is 12 times 9?")
        assert said_before(later) == [
            "I'm vegetarian. [disputed]",
            "I had steak for dinner. [disputed]",
        ]


async def test_what_is_to_be_forgotten_is_repeated_by_nothing_in_the_history() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask("I live in Porto.")
        await agent.ask("Forget that I live in Porto.")
        later = await agent.ask("What is 12 times 9?")
        assert "Porto" not in later.prompt.serialized()


@pytest.mark.parametrize(
    ("rule", "end"),
    [
        ("Always call me Captain.", "Stop calling me Captain."),
        ("Never suggest AWS.", "You may suggest AWS again."),
    ],
)
async def test_a_rule_that_is_ended_in_one_session_is_ended_in_all(rule: str, end: str) -> None:
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask(rule, session="one")
        await agent.ask(end, session="two")
        for session in ("one", "three"):
            ready = await agent.prepare("Hello there, what is new?", session=session)
            assert rule not in ready.prompt.serialized()


def test_what_is_forgotten_stays_in_the_topic_of_no_other_session() -> None:
    texts = ["I love Zofobako soup."]
    state = {"topic": ["zofobako", "linz"], "turns": 3}
    left = state_without(state, pattern(texts), None, topic_of(texts))
    assert left == {"topic": ["linz"], "turns": 3}


async def test_a_time_without_a_zone_is_refused() -> None:
    async with remembering(Day(FRIDAY)) as agent:
        await agent.ask("I live in Bath.")
        for given in (FRIDAY.replace(tzinfo=None), cast("datetime", "2025-07-25")):
            with pytest.raises(InputError, match="a datetime with a time zone"):
                await agent.memory.as_of(given)
            with pytest.raises(InputError, match="known_at is"):
                await agent.memory.as_of(FRIDAY, known_at=given)
