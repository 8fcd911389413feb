"""Everyday sentences and what they state."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from loadsheet.artifacts import Scope
from loadsheet.memory.extraction import grammar
from loadsheet.memory.extraction.acts import lemma
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def stated(text: str) -> list[tuple[str, str, str]]:
    speech = Speech(text=text, scope=Scope(), said_at=MONDAY, message="m")
    return [(record.subject, record.key, record.value) for record in candidates(speech)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Remind me that the caterer is Olsen.", ("caterer", "is", "Olsen")),
        ("Don't forget that the door code is 4411.", ("door code", "is", "4411")),
        ("Bear in mind that my shift starts at 6.", ("user", "shift", "6")),
        ("Please note my new address is 5 Elm Street.", ("user", "address", "5 Elm Street")),
        ("Good to know: our depot is in Leeds.", ("user", "depot", "Leeds")),
        ("I was mistaken: the caterer is Berg.", ("caterer", "is", "Berg")),
    ],
)
def test_what_leads_a_statement_in_is_no_part_of_it(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert stated(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I work in Bonn, my sister works in Kiel.",
            [("user", "work in", "Bonn"), ("user's sister", "work in", "Kiel")],
        ),
        (
            "My father lives in Turin and he is 68.",
            [("user's father", "live in", "Turin"), ("user's father", "age", "68")],
        ),
        (
            "Ana works at Acme; her office is in Graz.",
            [("Ana", "work at", "Acme"), ("Ana", "office", "Graz")],
        ),
        (
            "I work at Acme and live in Bonn.",
            [("user", "work at", "Acme"), ("user", "live in", "Bonn")],
        ),
        (
            "The gate code is 2580 but the alarm code is 17.",
            [("gate code", "is", "2580"), ("alarm code", "is", "17")],
        ),
    ],
)
def test_a_sentence_of_several_statements_gives_each_its_own(
    text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert stated(text) == expected


@pytest.mark.parametrize(
    "text", ["I like tea and coffee.", "My tools are Vim, Git and Make.", "I have a cat, a dog."]
)
def test_values_beside_one_another_are_one_statement(text: str) -> None:
    assert len(stated(text)) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My wife isn't Mia, she's Lea.", ("user's wife", "name", "Lea")),
        ("The caterer is not Olsen but Berg.", ("caterer", "is", "Berg")),
        ("The caterer is Berg, not Olsen.", ("caterer", "is", "Berg")),
        ("The team lead is no longer Ines, it's Otto.", ("team lead", "is", "Otto")),
        (
            "My landlord isn't Mr Lee any more, it's Mrs Roth.",
            ("user's landlord", "name", "Mrs Roth"),
        ),
    ],
)
def test_what_is_denied_gives_way_to_what_takes_its_place(
    text: str, expected: tuple[str, str, str]
) -> None:
    speech = Speech(text=text, scope=Scope(), said_at=MONDAY, message="m")
    (record,) = candidates(speech)
    assert (record.subject, record.key, record.value) == expected
    assert record.correction


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I turned 40.", ("user", "age", "40")),
        ("My son just turned 6.", ("user's son", "age", "6")),
        ("Mia is my niece.", ("user's niece", "name", "Mia")),
        ("I can't eat shellfish.", ("user", "eat", "not shellfish")),
        ("I pay 40 euros for my gym.", ("user", "pay euros", "40 euros for my gym")),
        ("The truck carries 12 pallets.", ("truck", "carry pallets", "12 pallets")),
        ("The project lead is Ana.", ("project lead", "is", "Ana")),
    ],
)
def test_common_ways_to_say_something_have_their_plain_key(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert stated(text) == [expected]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("My train is on 4 June at 8:15.", "4 June at 8:15"),
        ("The wedding is on September 5.", "September 5"),
        ("The review is due on Thursday.", "Thursday"),
        ("The plane departs on 3 May at 10:00.", "3 May at 10:00"),
    ],
)
def test_a_time_that_is_all_that_is_said_is_the_value_and_holds_at_once(
    text: str, value: str
) -> None:
    speech = Speech(text=text, scope=Scope(), said_at=MONDAY, message="m")
    (record,) = candidates(speech)
    assert (record.value, record.valid_from, record.valid_to) == (value, MONDAY, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We moved the depot to Leeds.", ("depot", "is", "Leeds")),
        (
            "They pushed my dentist appointment to Friday.",
            ("user", "dentist appointment", "Friday"),
        ),
        ("We switched our CI from Jenkins to GitHub Actions.", ("user", "ci", "GitHub Actions")),
        ("We replaced Olsen with Berg as our caterer.", ("user", "caterer", "Berg")),
        ("We raised the queue limit to 350 jobs.", ("queue limit", "is", "350 jobs")),
        ("I moved to Oslo.", ("user", "live in", "Oslo")),
    ],
)
def test_what_somebody_changes_has_its_new_value(text: str, expected: tuple[str, str, str]) -> None:
    speech = Speech(text=text, scope=Scope(), said_at=MONDAY, message="m")
    (record,) = candidates(speech)
    assert (record.subject, record.key, record.value) == expected
    assert record.correction


@pytest.mark.parametrize("text", ["I was wrong.", "I'm sorry.", "I'm fine.", "I am back."])
def test_what_holds_for_the_moment_of_saying_it_is_no_fact(text: str) -> None:
    assert stated(text) == []


@pytest.mark.parametrize(
    "who", ["accountant", "half-brother Leo", "great-aunt", "scrum master", "surgeon Dr. Lau", "DM"]
)
@pytest.mark.parametrize(
    "said", ["hates football", "lives in Malta", "is allergic to bees", "has a boat"]
)
def test_what_whoever_is_called_mine_does_is_not_said_of_me(who: str, said: str) -> None:
    stated = grammar.parse(f"My {who} {said}.")
    assert stated is not None
    assert stated.subject in {f"user's {who}", "Leo", "Dr. Lau"}


@pytest.mark.parametrize("said", ["Nobody likes football.", "Neither of us likes football."])
def test_of_whom_something_is_denied_nothing_is_known(said: str) -> None:
    assert grammar.parse(said) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The pipe burst yesterday.", ("pipe", "burst", "yesterday")),
        ("The lift broke on Monday.", ("lift", "broke on", "Monday")),
        ("Dad caught a cold.", ("Dad", "catch", "cold")),
        ("My sister broke her arm.", ("user's sister", "break", "her arm")),
        ("We chose the blue tiles.", ("user", "choose", "blue tiles")),
        ("The tenant gave notice on Friday.", ("tenant", "give", "notice")),
        ("I put the spare key under the pot.", ("user", "put", "spare key under the pot")),
    ],
)
def test_a_past_of_another_form_is_a_verb_behind_any_subject(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert stated(text) == [expected]


@pytest.mark.parametrize(
    ("said", "base"),
    [
        ("shared", "share"), ("evaluated", "evaluate"), ("negotiated", "negotiate"), ("repaired", "repair"),
        ("hired", "hire"), ("ordered", "order"), ("cancelled", "cancel"), ("called", "call"), ("planned", "plan"),
        ("broke", "break"), ("treated", "treat"), ("booking", "book"), ("smoking", "smoke"),
    ],
)  # fmt: skip
def test_a_verb_is_known_without_its_endings(said: str, base: str) -> None:
    assert lemma(said) == base


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The bread cut at home is dry.", ("bread cut at home", "is", "dry")),
        ("The money lent to Otto was spent.", ("money lent to Otto", "is", "spent")),
        ("The room where we met has 12 seats.", ("room where we met", "have seats", "12 seats")),
        ("The man who lives next door is a chef.", ("man who lives next door", "is", "chef")),
    ],
)
def test_a_participle_that_says_which_one_is_meant_is_no_verb(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert grammar.parse(text) is not None
    assert [one[1:] for one in stated(text)] == [expected[1:]]


@pytest.mark.parametrize(
    "text",
    [
        "The policy for customers who live in the UK.",
        "Since I borrowed the book from the library, I need no other.",
        "Given that I've already spent $575 on sneakers",
        "Die Heizung ist am Montag ausgefallen.",
    ],
)
def test_what_only_leads_in_or_says_which_states_nothing(text: str) -> None:
    assert stated(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My laptop has the tag LT-4471.", ("user's laptop", "tag", "LT-4471")),
        ("The tag of my laptop is LT-9001.", ("user's laptop", "tag", "LT-9001")),
        ("My laptop's tag is LT-5.", ("user's laptop", "tag", "LT-5")),
        ("The password of our router is long.", ("user's router", "password", "long")),
        ("The colour of my sister's car is red.", ("user's sister", "car colour", "red")),
        ("I moved to the York office.", ("user", "office", "York office")),
        ("Ana moved to the night shift.", ("Ana", "shift", "night shift")),
        ("Daniel moved to cloud.gov.", ("Daniel", "move to", "cloud.gov")),
        ("I moved to a bigger flat.", ("user", "live in", "bigger flat")),
        ("I moved to Lisbon.", ("user", "live in", "Lisbon")),
    ],
)
def test_one_thing_has_one_name(text: str, expected: tuple[str, str, str]) -> None:
    assert stated(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Standup moved to 10:00.", [("Standup", "is", "10:00")]),
        (
            "The boiler in Flat 3 broke last Tuesday.",
            [("boiler in Flat 3", "break", "last Tuesday")],
        ),
        ("Tom never pays late.", [("Tom", "pay", "not late")]),
        ("Nuno cancelled yesterday.", [("Nuno", "cancel", "yesterday")]),
        (
            "We hired Clara Reis as the photographer instead.",
            [("photographer", "is", "Clara Reis")],
        ),
        ("I said to Omar that the release is on Monday.", [("release", "on", "Monday")]),
        (
            "The budget is 38,000 euros, of which 9,000 is for flowers.",
            [("budget", "is", "38,000 euros")],
        ),
        (
            "Lena is our tech lead, Omar does QA.",
            [("Lena", "is", "our tech lead"), ("Omar", "do", "QA")],
        ),
        (
            "The wedding is on 12 June at Quinta do Vale.",
            [("wedding", "at", "Quinta do Vale"), ("wedding", "on", "12 June")],
        ),
        ("The call is on 3 May at 10:00.", [("call", "on", "3 May at 10:00")]),
        (
            "Priya is responsible for Orbi and Jonas for Tof.",
            [("Priya", "responsible for", "Orbi"), ("Jonas", "responsible for", "Tof")],
        ),
        (
            "Ana lives in Rome and Otto in Oslo.",
            [("Ana", "live in", "Rome"), ("Otto", "live in", "Oslo")],
        ),
        ("I work with Ana and Otto in Rome.", [("user", "work with", "Ana and Otto in Rome")]),
        ("Otto lives in Rome.", [("Otto", "live in", "Rome")]),
        ("Otto caught a cold.", [("Otto", "catch", "cold")]),
        ("My insurance is with Aviva and it renews in October.", [("user", "insurance", "Aviva")]),
        ("I never work on Sundays.", [("user", "work", "not on Sundays")]),
        ("The Heron sounds interesting.", []),
        ("I'm in Rome on 12 June.", [("user", "in", "Rome")]),
        ("I'm joking, my fee is a million euros.", []),
        ("My fee is a million euros. Just kidding!", []),
        ("My fee is 5 euros. I'm kidding about the moon.", [("user", "fee", "5 euros")]),
    ],
)
def test_several_parts_are_each_of_their_own(
    text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert stated(text) == expected
