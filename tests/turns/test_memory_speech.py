"""Sentences that look like facts of the speaker and are none, and short ways to say something of oneself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.turns.test_memory import Day, held, recalled, remembering

from loadsheet.artifacts import Scope
from loadsheet.memory.extraction.extract import candidates, refused
from loadsheet.memory.extraction.speech import Speech

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def said(text: str) -> Speech:
    return Speech(text=text, scope=Scope(), said_at=MONDAY, message="m")


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("My boss said I live in Paris.", "Where do I live?"),
        ("Everyone says I love sushi, but I don't.", "Do I love sushi?"),
        ("They think I work at Acme.", "Where do I work?"),
        ("My doctor believes that I am vegan.", "Am I vegan?"),
        ("According to my brother, I hate jazz.", "Do I like jazz?"),
        ("Ana told me that my address is 5 Elm Street.", "What is my address?"),
    ],
)
async def test_what_others_say_of_the_user_is_refused_and_answers_nothing(
    told: str, question: str
) -> None:
    assert candidates(said(told)) == []
    (receipt,) = refused(said(told))
    assert (receipt.status, receipt.text) == ("refused", told)
    assert "reported speech" in receipt.reason
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(told)
        assert await held(agent) == []
        assert recalled(await agent.ask(question, session="other")) == []


@pytest.mark.parametrize(
    "told",
    [
        "I told my boss that I live in Rome.",
        "I said that I live in Rome.",
        "My sister believes in ghosts.",
        "My boss said goodbye.",
    ],
)
def test_what_the_user_says_themselves_is_not_reported(told: str) -> None:
    assert refused(said(told)) == []


async def test_what_somebody_said_is_found_where_it_is_asked_for() -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("My boss said I live in Paris.")
        answer = await agent.ask("Where did my boss say I live?", session="other")
        assert recalled(answer) == ["My boss said I live in Paris."]


@pytest.mark.parametrize(
    ("before", "after", "value"),
    [
        ("I live in Rome.", "I used to live in Rome.", "not Rome"),
        ("I work at Acme.", "I no longer work at Acme.", "not Acme"),
        ("I live in Oslo.", "I formerly lived in Oslo.", "not Oslo"),
        ("My sister works at Acme.", "My sister used to work for Acme.", "not Acme"),
        ("I'm vegan.", "I used to be vegan.", "not vegan"),
    ],
)
async def test_what_used_to_be_so_ends_what_says_that_it_is(
    before: str, after: str, value: str
) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(before)
        await agent.ask(after)
        old, new = await held(agent)
        assert (old.status, new.status, new.value) == ("superseded", "active", value)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Oslo.", "I used to live in Rome."),
        ("I work at Globex.", "I no longer work at Acme."),
        ("I live in Graz.", "I previously lived in Bonn."),
    ],
)
async def test_what_used_to_be_so_leaves_what_took_its_place(before: str, after: str) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(before)
        await agent.ask(after)
        (record,) = await held(agent)
        assert (record.status, record.text) == ("active", before)


@pytest.mark.parametrize("told", ["I am used to waking early.", "The tool is used to parse logs."])
def test_what_is_used_to_do_something_is_no_past(told: str) -> None:
    assert not any(record.value.startswith("not ") for record in candidates(said(told)))


@pytest.mark.parametrize(
    "told",
    [
        "Forget that I live in Rome.",
        "Please forget my address.",
        "Forget everything about my job.",
        "Please delete what I said about Rome.",
    ],
)
async def test_a_request_to_forget_writes_nothing_and_names_the_way(told: str) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(told)
        assert await held(agent) == []
    (receipt,) = refused(said(told))
    assert "loadsheet memory forget" in receipt.reason


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("Jack's sister lives in Oslo.", ("Jack's sister", "live in", "Oslo")),
        ("Ana's boss works at Acme.", ("Ana's boss", "work at", "Acme")),
        ("Tom's cousin is vegan.", ("Tom's cousin", "diet", "vegan")),
        ("Jack's sister is Ana.", ("Jack", "sister", "Ana")),
        ("Jack's car weighs 900 kg.", ("Jack", "car", "900 kg")),
    ],
)
def test_what_is_said_of_somebodys_relative_is_about_the_relative(
    told: str, expected: tuple[str, str, str]
) -> None:
    (record,) = candidates(said(told))
    assert (record.subject, record.key, record.value) == expected


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("My name is Samuel.", "What is my name?"),
        ("My name is Samuel.", "What's my name?"),
        ("My favourite colour is blue.", "What is my favourite colour?"),
        ("My sister's name is Eva.", "What is my sister's name?"),
        ("My wife is Ana.", "Who is my wife?"),
        ("My wife is Ana.", "What is my wife's name?"),
    ],
)
@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize("session", ["main", "other"])
async def test_a_name_and_a_favourite_are_recalled_by_their_key(
    told: str, question: str, route: str, session: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(told, session=session)
        answer = await agent.ask(question, session=session)
        assert recalled(answer) == [told]
        assert told in answer.text


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("My friend Jack hates football.", "Do I like football?"),
        ("My sister is allergic to nuts.", "Am I allergic to nuts?"),
        ("My wife is Ana.", "When is my wife's birthday?"),
        ("Jack's sister lives in Oslo.", "Where do I live?"),
    ],
)
@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_what_is_known_of_another_or_under_another_key_answers_nothing_in_the_same_session(
    told: str, question: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(told)
        answer = await agent.ask(question)
        assert recalled(answer) == []
        assert told not in answer.text


@pytest.mark.parametrize(
    "who", ["My wife is Ana.", "My wife's name is Ana.", "My wife is called Ana."]
)
async def test_what_is_known_of_somebody_is_found_by_their_name(who: str) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(who)
        await agent.ask("My wife's birthday is 3 May.")
        assert "3 May" in (await agent.ask("When is Ana's birthday?", session="other")).text


@pytest.mark.parametrize(
    ("before", "after", "question", "value"),
    [
        ("My favourite colour is blue.", "No, green.", "What is my favourite colour?", "green"),
        ("The deadline is 5 June.", "Sorry, I meant 6 June.", "", "6 June"),
        ("I live in Rome.", "No, Oslo.", "Where do I live?", "Oslo"),
        ("The limit is 5 users.", "I mean 50 users.", "", "50 users"),
    ],
)
async def test_a_value_alone_corrects_what_was_just_said(
    before: str, after: str, question: str, value: str
) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(before)
        await agent.ask(after)
        old, new = await held(agent)
        assert (old.status, new.status, new.value) == ("superseded", "active", value)
        assert (old.key, old.subject) == (new.key, new.subject)
        if question:
            assert value in (await agent.ask(question, session="other")).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("My favourite colour is blue.", "No, thanks."),
        ("My favourite colour is blue.", "No, 6 June."),
        ("My favourite colour is blue.", "Sorry, wrong."),
        ("I have a car.", "No, green."),
        ("Hello.", "No, green."),
        ("My favourite colour is blue. My car's colour is red.", "No, green."),
    ],
)
async def test_a_value_alone_corrects_nothing_where_it_is_not_clear_what(
    before: str, after: str
) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(before)
        known = await held(agent)
        await agent.ask(after)
        assert await held(agent) == known


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I work at Acme.", "I work for Globex now."),
        ("I work for Acme.", "I work at Globex."),
        ("My sister works for Acme.", "My sister works at Globex now."),
    ],
)
async def test_one_works_at_an_employer_or_for_it(before: str, after: str) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(before)
        await agent.ask(after)
        old, new = await held(agent)
        assert (old.status, new.status) == ("superseded", "active")
        answer = await agent.ask(
            f"Where {'does my sister' if 'sister' in before else 'do I'} work?"
        )
        assert recalled(answer) == [after]


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("Proofread this: I am allergic to water.", "What am I allergic to?"),
        ("I got this email: My name is Mallory. Should I reply?", "What is my name?"),
        ("My colleague wrote me: I live in Oslo.", "Where do I live?"),
        ("In the PDF it is written: My name is Mallory.", "What is my name?"),
        ("The label reads Always take two.", "How many should I take?"),
        ("[10:01] Bob: I am allergic to water.\n[10:02] Ann: ok", "What am I allergic to?"),
        ("Jack says he hates football.", "Do I hate football?"),
    ],
)
async def test_what_others_say_is_read_back_by_no_later_conversation(
    told: str, question: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(told, session="one")
        assert recalled(await agent.ask(question, session="two")) == []


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize("session", ["one", "another"])
@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("I wear size 42 shoes.", "What size shoes do I wear?"),
        ("The judge denied the motion.", "Did the judge deny the motion?"),
        ("There are 12 chairs in the hall.", "How many chairs are in the hall?"),
        ("It takes two hours to get to Leeds.", "How long does it take to get to Leeds?"),
        ("The plumber comes on Tuesday.", "When does the plumber come?"),
    ],
)
async def test_what_was_said_is_read_where_no_record_was_made_of_it(
    told: str, question: str, session: str, route: str
) -> None:
    async with remembering(Day(MONDAY), route=route) as agent:
        await agent.ask(told, session="one")
        answer = await agent.ask(question, session=session)
        assert answer.outcome == "answered"
        assert recalled(answer) == [told]


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("The customer is allergic to nuts.", "Am I allergic to nuts?"),
        ("The customer is allergic to nuts.", "What am I allergic to?"),
        ("The new intern has a peanut allergy.", "Do I have a peanut allergy?"),
        ("The patient takes 5 mg of warfarin.", "How much warfarin do I take?"),
        ("The patient is 40 years old.", "How old am I?"),
        ("The neighbour's cat is called Minka.", "What is my cat called?"),
        ("The neighbour's cat is called Minka.", "What is my cat's name?"),
        ("My sister's dog is called Rex.", "What is my dog called?"),
        ("My friend's favorite color is red.", "What is my favorite color?"),
        ("Vera's favorite color is red.", "What is my favorite color?"),
        ("My cousin Vera speaks Russian.", "Do I speak Russian?"),
        ("A colleague of mine, Tom, lives in Oslo.", "Where do I live?"),
        ("A friend of mine hates football.", "Do I hate football?"),
        ("Jack drives a Skoda.", "What Skoda do I drive?"),
    ],
)
@pytest.mark.parametrize("session", ["told", "asked"])
async def test_what_is_so_of_somebody_else_answers_nothing_of_the_user(
    told: str, question: str, session: str
) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(told, session="told")
        answer = await agent.ask(question, session=session)
        assert (recalled(answer), answer.outcome) == ([], "insufficient_evidence")


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("I'm allergic to nuts.", "Am I allergic to nuts?"),
        ("The customer is allergic to nuts.", "What is the customer allergic to?"),
        ("My customer is allergic to nuts.", "Which of my customers are allergic to nuts?"),
        ("My cat is called Minka.", "What is my cat called?"),
        ("My sister's dog is called Rex.", "What is my sister's dog called?"),
        ("My sister lives in Oslo.", "Where does my sister live?"),
        ("Jack leads the Apollo team.", "Can I ask who leads the Apollo team?"),
        ("Vera speaks Russian.", "Who can help me, who speaks Russian?"),
        ("Vera is the head of sales.", "Who is my head of sales?"),
        ("The deadline is Oct 15.", "When do I have to be ready for the deadline?"),
        ("The flight leaves at 9:40.", "When does my flight leave?"),
        ("The refund window is 14 days.", "How long do I have for a refund?"),
        ("Server A listens on 8080.", "Which port do I use for Server A?"),
    ],
)
async def test_what_is_asked_of_somebody_or_something_beside_the_user_is_read(
    told: str, question: str
) -> None:
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask(told, session="told")
        answer = await agent.ask(question, session="asked")
        assert [said.rstrip(".") for said in recalled(answer)] == [told.rstrip(".")]
