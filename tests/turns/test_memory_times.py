"""Memory and time: what held at a past time, the dates that relative times meant, and what the host observed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.turns.test_memory import Day, recalled, recalled_with_dates, remembering

from loadsheet.artifacts import Scope
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.language.times import asked_of, glossed
from loadsheet.stages.memory_blocks import named

AUGUST = datetime(2025, 8, 1, 10, tzinfo=UTC)

TEAMS = {
    "told of a possession": (
        ["Alex's team is Payments from January 2025 to March 2025.",
         "Alex's team is Search from April to June 2025.",
         "Alex's team is Payments from July 2025."],
        "What was Alex's team in May 2025?",
    ),
    "told of a place": (
        ["From January to March 2025 Alex was on the Payments team.",
         "From April to June 2025 Alex was on the Search team.",
         "Since July 2025 Alex has been on the Payments team again."],
        "Which team was Alex on in May?",
    ),
    "told of work": (
        ["Alex worked on Payments from January to March 2025.",
         "Alex worked on Search from April to June 2025.",
         "Alex works on Payments again from July 2025."],
        "As of May 2025, what did Alex work on?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize("told", TEAMS)
async def test_a_question_as_of_may_is_answered_by_the_interval_that_held_in_may(
    told: str, route: str
) -> None:
    said, question = TEAMS[told]
    async with remembering(Day(AUGUST), route=route) as agent:
        await agent.observe([{"role": "user", "content": text} for text in said], session="told")
        answer = await agent.ask(question, session="asked")
        assert recalled(answer) == [said[1]]
        assert "Search" in answer.text
        left = {row.rule for row in answer.manifest.left_out if row.id.startswith("record:")}
        assert left == {"another_time"}
        earlier = question.replace("May", "February")
        assert recalled(await agent.ask(earlier, session="earlier")) == [said[0]]


async def test_what_was_replaced_answers_for_the_time_at_which_it_held() -> None:
    day = Day(datetime(2025, 1, 10, tzinfo=UTC))
    async with remembering(day) as agent:
        await agent.ask("Alex's team is Payments.")
        day.now = datetime(2025, 4, 2, tzinfo=UTC)
        await agent.ask("Alex's team is now Search.")
        day.now = AUGUST
        asked = {
            question: recalled(await agent.ask(question, session=question))
            for question in ("What was Alex's team in February?", "What is Alex's team?")
        }
        assert asked == {
            "What was Alex's team in February?": ["Alex's team is Payments."],
            "What is Alex's team?": ["Alex's team is now Search."],
        }


async def test_where_nothing_held_at_the_time_asked_of_the_answer_says_so() -> None:
    async with remembering(Day(AUGUST)) as agent:
        await agent.ask("Alex's team is Payments.")
        answer = await agent.ask("What was Alex's team in 2019?", session="other")
        assert answer.outcome == "insufficient_evidence"
        assert "holds at another time than the one asked of" in answer.text


@pytest.mark.parametrize(
    ("question", "begin", "end"),
    [
        ("What was Alex's team in May 2025?", (2025, 5, 1), (2025, 6, 1)),
        ("Where did I live in November?", (2024, 11, 1), (2024, 12, 1)),
        ("Where was I on Sunday?", (2025, 7, 27), (2025, 7, 28)),
        ("As of 2024, which team is Alex on?", (2024, 1, 1), (2025, 1, 1)),
        ("Do you know who led Apollo from March to May?", (2025, 3, 1), (2025, 6, 1)),
    ],
)
def test_the_past_time_of_a_question_is_read_from_its_words(
    question: str, begin: tuple[int, int, int], end: tuple[int, int, int]
) -> None:
    then = asked_of(question, AUGUST, UTC)
    assert then is not None
    assert (then.begin, then.end) == (datetime(*begin, tzinfo=UTC), datetime(*end, tzinfo=UTC))


@pytest.mark.parametrize(
    "question",
    [
        "What is Alex's team?",
        "Which of those I met last month is a nurse?",
        "Where will I be on Sunday?",
        "What did we agree on this week?",
    ],
)
def test_a_question_of_the_present_asks_of_no_past_time(question: str) -> None:
    assert asked_of(question, AUGUST, UTC) is None


async def test_case_5_the_day_of_yesterday_is_shown_as_the_user_s_own_day() -> None:
    day = Day(datetime(2025, 7, 25, 2, tzinfo=UTC))
    async with remembering(day, time_zone="Asia/Tokyo") as agent:
        await agent.ask("I met Ana yesterday.")
        day.now = datetime(2025, 9, 1, tzinfo=UTC)
        answer = await agent.ask("When did I meet Ana?", session="other")
        assert recalled_with_dates(answer) == ["I met Ana yesterday (2025-07-24)."]
        assert "2025-07-24" in answer.text


@pytest.mark.parametrize(
    ("said", "event", "shown"),
    [
        ("I flew to Rome last week.", True, "I flew to Rome last week (2025-07-21 to 2025-07-27)."),
        ("I saw Ben on Sunday.", True, "I saw Ben on Sunday (2025-07-27)."),
        ("I'm in Berlin until Sunday.", False, "I'm in Berlin until Sunday (2025-08-03)."),
        ("The review was on 3 May.", True, "The review was on 3 May."),
        ("We spoke of it on Sunday.", None, "We spoke of it on Sunday."),
        ("I live in Rome.", False, "I live in Rome."),
    ],
)
def test_a_relative_time_is_shown_with_the_date_that_it_meant_when_it_was_said(
    said: str, event: bool | None, shown: str
) -> None:
    assert glossed(said, AUGUST, UTC, event=event) == shown


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_what_the_host_records_is_read_by_its_words(route: str) -> None:
    async with remembering(Day(AUGUST), route=route) as agent:
        await agent.memory.record("Deployed v2 to staging on Tuesday.", session="ops")
        await agent.memory.record("The customer Acme asked for a discount.", run="r7")
        answers = {
            question: recalled_with_dates(await agent.ask(question, session=question))
            for question in (
                "When was v2 deployed to staging?",
                "What did Acme ask for?",
                "Where is the printer?",
            )
        }
        assert answers == {
            "When was v2 deployed to staging?": ["Deployed v2 to staging on Tuesday (2025-07-29)."],
            "What did Acme ask for?": ["The customer Acme asked for a discount."],
            "Where is the printer?": [],
        }


@pytest.mark.parametrize(
    ("told", "question", "value"),
    [
        (("I live in Bristol.", "I moved to Bath in June."), "Where did I live in May?", "Bristol"),
        (
            ("I work at Siemens.", "Since June I work at Bosch."),
            "Where did I work in May?",
            "Siemens",
        ),
    ],
)
async def test_what_is_replaced_from_a_past_time_on_did_hold_before_it(
    told: tuple[str, ...], question: str, value: str
) -> None:
    async with remembering(Day(datetime(2026, 9, 2, tzinfo=UTC))) as agent:
        for text in told:
            await agent.ask(text)
        assert value in (await agent.ask(question, session="other")).text


@pytest.mark.parametrize(
    "question", ["Until when is the cottage let?", "Since what year is the cottage let?"]
)
async def test_a_question_of_the_users_is_no_answer_to_another_one(question: str) -> None:
    async with remembering(Day(datetime(2026, 9, 2, tzinfo=UTC))) as agent:
        await agent.ask(question)
        answer = await agent.ask("For what is the cottage let?", session="other")
        assert answer.outcome == "insufficient_evidence"


@pytest.mark.parametrize(
    "told",
    [
        "My contract runs until 9999-12-31.",
        "I was in Rome between 5 March 2024 and 28 February 2024.",
        "I have lived in Oslo since 0001-01-01.",
    ],
)
async def test_a_date_that_no_calendar_holds_ends_no_turn(told: str) -> None:
    async with remembering(
        Day(datetime(2026, 9, 2, tzinfo=UTC)), time_zone="Europe/Berlin"
    ) as agent:
        assert (await agent.ask(told)).outcome == "answered"


@pytest.mark.parametrize(
    ("question", "begin", "end"),
    [
        ("Where did I live from October to December?", (2025, 10), (2026, 1)),
        ("Where did I live between November and February?", (2025, 11), (2026, 3)),
    ],
)
def test_a_span_without_years_is_the_last_one(
    question: str, begin: tuple[int, int], end: tuple[int, int]
) -> None:
    then = asked_of(question, datetime(2026, 3, 10, tzinfo=UTC), UTC)
    assert then is not None
    assert ((then.begin.year, then.begin.month), (then.end.year, then.end.month)) == (begin, end)


def test_a_time_is_taken_out_of_a_question_and_no_part_of_a_name() -> None:
    question = "Where did I stay in Mayfair in May?"
    then = asked_of(question, datetime(2026, 9, 2, tzinfo=UTC), UTC)
    assert then is not None
    assert then.without(question) == "Where did I stay in Mayfair?"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What did I do last week?", {"visited the dentist", "deployed release 4"}),
        ("What did I do on February 10?", {"signed the lease"}),
        ("What did I do two days ago?", {"deployed release 4"}),
        ("What happened today?", {"flew to Oslo"}),
        ("Where did I fly this week?", {"flew to Oslo"}),
    ],
)
async def test_what_somebody_did_at_a_time_is_read_by_the_time(
    question: str, told: set[str]
) -> None:
    day = Day(datetime(2026, 2, 10, 9, tzinfo=UTC))
    async with remembering(day) as agent:
        for number, text in (
            (10, "I signed the lease today."),
            (25, "I visited the dentist this morning."),
            (29, "We deployed release 4 yesterday."),
            (30, "I flew to Oslo this morning."),
        ):
            day.now = datetime(2026, 2, 10, 9, tzinfo=UTC) + timedelta(days=number - 10)
            await agent.ask(text, session="told")
        answer = await agent.ask(question, session="asked")
        said = " ".join(recalled(answer))
        verbs = ("signed the lease", "visited the dentist", "deployed release 4", "flew to Oslo")
        assert {verb for verb in verbs if verb in said} == told


def test_a_clause_that_leaves_its_subject_to_the_one_before_is_shown_as_a_sentence() -> None:
    speech = Speech("Alex was on Search from April to June.", Scope(), AUGUST, message="m1")
    (record,) = candidates(speech)
    assert named(record, record.text) == record.text
    assert named(record, "on Search from April to June") == (
        "Alex was on Search (on Search from April to June)"
    )
