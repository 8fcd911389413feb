"""Kinds of things that people tell, each in several wordings, and what memory must make of them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.turns.acting import DOCUMENTS
from tests.turns.test_memory import MEANT, Day, held, recalled, remembering

import loadsheet

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
ROUTES = ("fixed", "rules")


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("before", "after", "question"),
    [
        ("I love Chinese food.", "Actually I hate Chinese food.", "Suggest dinner."),
        (
            "I really enjoy jazz.",
            "On second thought, I don't like jazz any more.",
            "Which jazz record should I get?",
        ),
        (
            "My favourite colour is blue.",
            "My favourite colour is green now.",
            "What's my favourite colour?",
        ),
        (
            "I prefer tea over coffee.",
            "I prefer coffee over tea now.",
            "Should I get tea or coffee?",
        ),
        ("Deadline is Oct 15.", "Deadline is Oct 16.", "When is the deadline?"),
        ("Deploy is allowed.", "Deploy is not allowed.", "Is deploy allowed?"),
        ("The limit is 5 users.", "The limit is 50 users.", "What is the limit?"),
        ("I have a car.", "I sold my car.", "Do I have a car?"),
    ],
)
async def test_a_change_leaves_one_current_record_and_the_old_one_linked(
    before: str, after: str, question: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(before)
        await agent.ask(after)
        old, new = await held(agent)
        assert (old.status, new.status) == ("superseded", "active")
        assert (old.superseded_by, new.supersedes) == (new.id, (old.id,))
        assert old.superseded_at == new.recorded_at
        answer = await agent.ask(question, session="other")
        assert recalled(answer) == [after]


@pytest.mark.parametrize(
    ("rule", "act", "question"),
    [
        ("I'm vegetarian.", "I had steak for dinner.", "What should I cook for dinner?"),
        ("I am vegan.", "I ate two eggs for breakfast.", "What should I eat for breakfast?"),
        ("I don't eat meat.", "I had a burger for lunch.", "What do I eat for lunch?"),
        ("I don't drink alcohol.", "I had a beer with lunch.", "Do I drink alcohol?"),
        ("I don't drink.", "I drank two glasses of wine yesterday.", "Do I drink?"),
        ("I never fly.", "I flew to Rome last week.", "Do I fly?"),
        ("I quit smoking.", "I smoked a cigarette this morning.", "Do I smoke?"),
        ("I sold the car.", "I drove my car to work today.", "Do I have a car?"),
        ("I'm allergic to peanuts.", "I ate a peanut butter sandwich.", "Can I eat peanuts?"),
    ],
)
async def test_a_rule_and_an_act_against_it_stand_as_one_flagged_conflict(
    rule: str, act: str, question: str
) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(rule)
        for number in range(7):
            await agent.ask(f"What is item {number}?")
        await agent.ask(act)
        one, other = await held(agent)
        assert (one.status, other.status) == ("disputed", "disputed")
        assert (one.disputes, other.disputes) == ((other.id,), (one.id,))
        answer = await agent.ask(question, session="other")
        entries = [entry for entry in answer.manifest.entries if entry.producer == "recall"]
        assert sorted(recalled(answer)) == sorted([rule, act])
        assert {rule, act} <= set(MEANT.sub("", answer.text).replace(". ", ".|").split("|"))
        assert len({entry.conflict for entry in entries}) == 1
        assert entries[0].conflict
        assert len(await agent.store.reviews(agent.workspace)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I had steak for dinner.", "I'm vegetarian."),
        ("I sold my car.", "My car was red."),
        ("I don't drink coffee.", "I had a tea."),
        ("I never fly.", "I drove to Rome last week."),
        ("Server A listens on 8080.", "Server B listens on 9090."),
        ("I'm allergic to nuts.", "I had a salad for lunch."),
    ],
)
async def test_what_agrees_stays_side_by_side(one: str, other: str) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(one)
        await agent.ask(other)
        assert {record.status for record in await held(agent)} == {"active"}


@pytest.mark.parametrize(
    ("told", "question"),
    [
        (["My wife's name is Ana.", "Ana works at Siemens."], "Where does my wife work?"),
        (["My wife Ana works at Siemens."], "Where does my wife work?"),
        (["My boss is called Tom Reed.", "My boss works at Siemens."], "Where does Tom Reed work?"),
    ],
)
async def test_somebody_is_found_by_name_and_by_what_they_are_to_the_user(
    told: list[str], question: str
) -> None:
    async with remembering(Day(MONDAY)) as agent:
        for text in told:
            await agent.ask(text)
        answer = await agent.ask(question, session="other")
        assert told[-1] in recalled(answer)
        assert "Siemens" in answer.text


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("My friend Jack hates football.", "Do I like football?"),
        ("My sister is allergic to nuts.", "Am I allergic to nuts?"),
        ("My wife Ana loves opera.", "Do I like opera?"),
    ],
)
async def test_what_is_true_of_somebody_else_is_not_known_of_the_user(
    told: str, question: str
) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(told)
        answer = await agent.ask(question, session="other")
        assert recalled(answer) == []
        assert all(record.subject != "user" for record in await held(agent))


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("I'm in Berlin until Friday.", "What's the weather tomorrow?"),
        ("I'm on vacation this week.", "Am I on vacation?"),
        ("The office is closed from March 3 to March 5.", "Is the office closed?"),
    ],
)
async def test_what_was_said_for_a_time_is_left_out_as_expired_after_it(
    told: str, question: str
) -> None:
    day = Day(MONDAY)
    async with remembering(day) as agent:
        await agent.ask(told)
        day.now += timedelta(days=13)
        answer = await agent.ask(question, session="later")
        assert told not in answer.prompt.serialized()
        assert "expired" in {row.rule for row in answer.manifest.left_out}


@pytest.mark.parametrize("told", ["I live in Kleinenbroich.", "We are based in Graz."])
@pytest.mark.parametrize("question", ["What's the weather tomorrow?", "Do I need an umbrella?"])
async def test_a_place_fills_what_a_question_leaves_open(told: str, question: str) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(told)
        assert recalled(await agent.ask(question, session="a")) == [told]
        assert recalled(await agent.ask("QQQQ zzz?", session="b")) == []


async def test_events_are_let_go_of_for_their_age_unless_they_are_told_again() -> None:
    day = Day(MONDAY)
    async with remembering(day, memory_days={"episodic": 30}) as agent:
        told = "I met Ana Lima in Porto yesterday."
        await agent.ask(told)
        await agent.ask("I live in Porto.")
        day.now += timedelta(days=20)
        assert recalled(await agent.ask("Where did I meet Ana Lima?", session="a")) == [told]
        day.now += timedelta(days=20)
        answer = await agent.ask("Where did I meet Ana Lima?", session="b")
        assert told not in answer.prompt.serialized()
        assert [r.value for r in await agent.memory.list("active")] == ["Porto"]
        assert len(await agent.memory.list("expired")) == 1


async def test_a_shared_file_that_one_workspace_removes_stays_in_the_other(tmp_path: Path) -> None:
    state, shared = str(tmp_path / "state"), tmp_path / "x.md"
    shared.write_text(DOCUMENTS[0].text)
    settings = loadsheet.Settings(_file=None)
    question = "What is the refund window for EU customers?"
    async with (
        loadsheet.Agent.open(state, workspace="a", settings=settings) as one,
        loadsheet.Agent.open(state, workspace="b", settings=settings) as other,
    ):
        for agent in (one, other):
            await agent.add(shared)
            assert "14 days" in (await agent.ask(question)).text
        (document,) = {hit.document for hit in await one.search("refund window")}
        await one.remove([document])
        gone = await one.ask(question, session="later")
        assert gone.outcome == "insufficient_evidence"
        assert "14 days" not in gone.prompt.messages[-1]["content"]
        assert "14 days" in (await other.ask(question, session="later")).text
        assert [r.status for r in await one.memory.list()] == ["expired"]
        assert [r.status for r in await other.memory.list()] == ["active"]


async def test_sessions_that_tell_the_same_at_once_leave_one_record(tmp_path: Path) -> None:
    async with loadsheet.Agent.open(
        str(tmp_path), settings=loadsheet.Settings(_file=None)
    ) as agent:
        await asyncio.gather(
            *(agent.ask("I live in Rome.", session=f"s{number}") for number in range(16))
        )
        (record,) = await agent.memory.list()
        assert record.confirmations == 16


async def test_what_looks_like_a_secret_is_kept_only_where_the_settings_allow_it() -> None:
    for keep, count in ((False, 0), (True, 1)):
        async with remembering(Day(MONDAY), keep_secrets=keep) as agent:
            await agent.ask("My api key is 4711-abcd.")
            assert len(await held(agent)) == count


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("question", "bears"),
    [
        ("Suggest a snack.", True),
        ("What should I cook for dinner?", True),
        ("Can I eat peanut butter?", True),
        ("How long is the refund window?", False),
    ],
)
async def test_an_allergy_is_recalled_wherever_something_is_to_be_eaten(
    question: str, bears: bool, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask("I'm allergic to peanuts.")
        answer = await agent.ask(question)
        prompt = answer.prompt.messages[-1]["content"]
        assert ("<memory" in prompt and "allergic" in prompt) is bears


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("told", ["I live in Kleinenbroich.", "My sister lives in Graz."])
@pytest.mark.parametrize("turn", ["QQQQ zzz?", "Blue pony", "And xylophones?", "Postage?", "Tea!"])
async def test_words_that_a_turn_borrows_from_the_conversation_trigger_no_memory(
    told: str, turn: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(told)
        assert recalled(await agent.ask(turn)) == []
        assert recalled(await agent.ask("And in winter?")) in ([], [told])


@pytest.mark.parametrize("route", ROUTES)
async def test_a_turn_that_names_a_record_reads_it_whatever_else_it_borrows(route: str) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask("The gate code of the Leeds depot is 2580.")
        assert "2580" in " ".join(recalled(await agent.ask("The gate code?")))


@pytest.mark.parametrize("session", ["main", "another"])
@pytest.mark.parametrize("route", ROUTES)
async def test_what_is_known_of_the_user_answers_nothing_of_somebody_else(
    route: str, session: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        for told in ("My shoe size is 43.", "I live in Lyon.", "I am allergic to shellfish."):
            await agent.ask(told)
        for question in (
            "What is my brother's shoe size?",
            "What is the shoe size of my colleague?",
            "What is your shoe size?",
            "Where does my aunt live?",
            "Where does Henrik live?",
            "Is my daughter allergic to shellfish?",
        ):
            assert (await agent.ask(question, session=session)).outcome != "answered", question
        own = await agent.ask("What is my shoe size?", session=session)
        assert own.text == "My shoe size is 43."
        both = await agent.ask("Does my brother live where I live?", session=session)
        assert "Lyon" in both.prompt.serialized()


async def test_what_somebody_tells_is_noted_without_a_model() -> None:
    async with remembering(Day(MONDAY)) as agent:
        for told in ("I live in Lyon.", "I am allergic to shellfish.", "My shoe size is 43."):
            assert (await agent.ask(told)).text == "Noted."


async def test_the_last_manifest_is_that_of_the_last_turn_with_a_prompt() -> None:
    async with remembering(Day(MONDAY)) as agent:
        answer = await agent.ask("Where do I live?")
        with pytest.raises(loadsheet.InputError):
            await agent.ask("  ")
        assert (await agent.manifest()) == answer.manifest
