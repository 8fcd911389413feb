"""Everyday statements of the kinds that people make, and the records that they give."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from loadsheet.artifacts import Scope
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def kept(text: str) -> set[tuple[str, str, str]]:
    speech = Speech(text=text, scope=Scope(), said_at=MONDAY, message="m")
    return {(one.subject, one.key, one.value) for one in candidates(speech)}


INTRODUCED = [
    (
        "My sister Nora is allergic to cats.",
        {("Nora", "allergic to", "cats"), ("user's sister", "name", "Nora")},
    ),
    (
        "My brother Paul lives in Leeds and works at a bakery.",
        {
            ("Paul", "live in", "Leeds"),
            ("Paul", "work at", "bakery"),
            ("user's brother", "name", "Paul"),
        },
    ),
    (
        "Our rabbit, Hops, is two years old.",
        {("Hops", "age", "two years old"), ("user's rabbit", "name", "Hops")},
    ),
    (
        "My wife Ana's birthday is on 12 June.",
        {("Ana", "birthday", "12 June"), ("user's wife", "name", "Ana")},
    ),
    (
        "I have a dog named Bruno.",
        {("user", "have", "dog named Bruno"), ("user's dog", "name", "Bruno")},
    ),
    ("My cat is called Miso.", {("user's cat", "name", "Miso")}),
    ("My dog's name is Bruno.", {("user's dog", "name", "Bruno")}),
    (
        "I have two kids, Ben (4) and Mia (7).",
        {
            ("user", "have kids", "two kids"),
            ("user's kid", "name", "Ben"),
            ("Ben", "age", "4"),
            ("user's kid", "name", "Mia"),
            ("Mia", "age", "7"),
        },
    ),
    (
        "We have two cats: Miso and Pepper.",
        {
            ("user", "have cats", "two cats"),
            ("user's cat", "name", "Miso"),
            ("user's cat", "name", "Pepper"),
        },
    ),
    ("My girlfriend is from Chile.", {("user's girlfriend", "from", "Chile")}),
    (
        "Both my kids hate broccoli.",
        {("user's kids", "attitude: broccoli", "dislikes broccoli")},
    ),
]

GREETED = [
    ("Hi, I'm Tessa and I live in Graz.", {("user", "name", "Tessa"), ("user", "live in", "Graz")}),
    (
        "Hello! My name is Omar and I work as a paramedic.",
        {("user", "name", "Omar"), ("user", "work as", "paramedic")},
    ),
    ("Hey there, I'm Lukas from Vienna.", {("user", "name", "Lukas"), ("user", "from", "Vienna")}),
    ("Good morning, this is Kim.", {("user", "name", "Kim")}),
]

COMPOUND = [
    (
        "I'm allergic to nuts and my husband is vegan.",
        {("user", "allergic to", "nuts"), ("user's husband", "diet", "vegan")},
    ),
    (
        "I'm 34 and I live with my parents.",
        {("user", "age", "34"), ("user", "live with", "my parents")},
    ),
    ("I moved: I live in Salzburg now.", {("user", "live in", "Salzburg")}),
    ("Quick update: my shift starts at 6.", {("user", "shift", "6")}),
]

CORRECTED = [
    ("Scratch that, it's Thursday.", {("user", "", "Thursday")}),
    ("No wait, I meant Thursday.", {("user", "", "Thursday")}),
    ("not Graz — Linz", {("user", "", "Linz")}),
    ("Not Graz, Linz.", {("user", "", "Linz")}),
    ("Sorry, Linz not Graz.", {("user", "", "Linz")}),
    ("Actually, make that 14.", {("user", "", "14")}),
]

OF_ONESELF = [
    ("My sister is a nurse by the way.", {("user's sister", "is", "nurse")}),
    ("im in linz", {("user", "in", "linz")}),
    ("I turned 40 on Sunday.", {("user", "age", "40")}),
    ("I was born on 4 May 1988.", {("user", "born on", "4 May 1988")}),
    ("I work as a nurse at St. Anna.", {("user", "work as", "nurse at St. Anna")}),
    ("I'm a software engineer at Siemens.", {("user", "is", "software engineer at Siemens")}),
    ("I don't like mushrooms.", {("user", "attitude: mushrooms", "dislikes mushrooms")}),
    ("I'm not a fan of opera.", {("user", "attitude: opera", "dislikes opera")}),
    ("I can't eat gluten.", {("user", "eat", "not gluten")}),
    ("I'd rather not fly.", {("user", "preference", "I'd rather not fly.")}),
    ("I got a puppy yesterday.", {("user", "get", "puppy")}),
    ("My favourite band is Portishead.", {("user", "favourite band", "Portishead")}),
    ("My budget is around 900 euros.", {("user", "budget", "around 900 euros")}),
    ("I have been vegan since 2019.", {("user", "diet", "vegan")}),
]


def conditional(text: str, condition: str) -> tuple[str, set[tuple[str, str, str]]]:
    return text, {("user", f"instruction: {condition}", text)}


ASKED = [
    conditional("When I ask about travel, always give the train first.", "i ask about travel"),
    conditional("If I ask for recipes, leave out meat.", "i ask for recipes"),
    conditional("For code questions, use Python.", "code questions"),
    conditional("In emails, keep the tone formal.", "formality, emails"),
]


@pytest.mark.parametrize(
    ("text", "records"), [*INTRODUCED, *GREETED, *COMPOUND, *CORRECTED, *OF_ONESELF, *ASKED]
)
def test_an_everyday_statement_gives_its_records(
    text: str, records: set[tuple[str, str, str]]
) -> None:
    assert kept(text) == records


@pytest.mark.parametrize(
    "text",
    [
        "If I lived in Rome, I would eat pasta every day.",
        "If I had a dog I'd call it Rex.",
        "Maybe I'll move to Berlin.",
        "Perhaps my sister is vegan.",
        "I wish I had a dog.",
        "I wish my name was Kim.",
        "Am I vegetarian?",
        "What if I lived in Rome?",
        "I might become vegan.",
        "I'm thinking of getting a cat.",
        "I would love to live in Japan.",
        "Suppose my budget is 500 euros.",
        "Let's pretend I'm a pirate and live on a ship.",
        "Imagine I'm a chef in Lyon.",
        "You are a travel agent and I'm a customer from Spain.",
        "Pretend my name is Bond and I work at MI6.",
        '"I live in Paris," she said.',
        "“My dog is brown,” said Kim.",
        "She said: I am vegan.",
        "My boss thinks I live in Paris.",
        "Keep answers under 100 words.",
        "Keep your replies short.",
        "Avoid answers over 50 words.",
        "Never mind.",
        "Never again!",
        "My son will be 12 in June.",
        "I hate it when people are late.",
        "It's Thursday.",
        "do i have a car",
        "is my sister vegan",
        "Her fiancé is called Pavel.",
        "Currently it takes 95 seconds.",
    ],
)
def test_what_is_supposed_asked_quoted_played_or_bidden_is_no_record(text: str) -> None:
    assert kept(text) == set()
