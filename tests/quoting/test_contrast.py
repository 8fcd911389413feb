"""What tells of another thing instead of what is asked about answers nothing."""

from __future__ import annotations

import pytest

from loadsheet.quoting.choosing import choose_each
from loadsheet.quoting.prompt_view import Passage

HUTS = "# Huts\n\n| Hut | Beds | Night |\n|---|---|---|\n| Larch | 12 | 18 € |\n| Stone Pine | 30 | 24 € |"
POOL = (
    "# Outdoor pool\n\nThe kiosk is run by the rowing club. The diving tower was painted in 2022. "
    "The sauna opens at ten on Fridays. Showers take one euro."
)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "How long is the warranty for Kenya?",
            "The warranty for customers in Ghana is two years.",
        ),
        ("warranty for Kenya", "The warranty for customers in Ghana is two years."),
        (
            "What does a licence for a food truck cost?",
            "A licence for a market stall costs 80 euros.",
        ),
        ("Are horses allowed on the upper trail?", "Horses are allowed on the lower trail."),
        ("How many spare keys does the Heron have?", "The Bittern has two spare keys."),
        ("Who repairs the organ?", "Ole Brandt repairs the bells."),
        ("Who carved the pulpit?", "The altar was carved by Ole Brandt."),
        ("What is the fine for a broken lamp?", "The fine for a missing lamp is 12 euros."),
        ("When will release 7 be switched off?", "Release 6 will be switched off in May."),
        ("Is the office open on Tuesday?", "The office is open on Thursdays."),
        ("What was the fee in 2021?", "The fee in 2023 was 40 euros."),
        ("How many beds does the Willow hut have?", HUTS),
        ("Who painted the kiosk?", POOL),
        ("What does the sauna cost?", POOL),
        (
            "Wie hoch ist die Gebühr für einen Anhänger?",
            "Die Gebühr für einen Wohnwagen beträgt 30 Euro.",
        ),
        ("Why is the gate locked at night?", "The gate is locked at night."),
        ("How long is the play?", "The play is on 12 May."),
        ("How often is the filter changed?", "The filter was changed on 3 May and cost 12 euros."),
        ("How fast is the lift?", "The lift holds 12 people."),
        ("Where was the organist born?", "The organist came to us from Ghent."),
        ("When was the van sold?", "The van was painted in 2020."),
        (
            "What does it mean if the lamp blinks green?",
            "If the lamp blinks violet, the tank is empty.",
        ),
        ("Where is the hearing?", "The hearing is on 7 April."),
        ("Why did the clerk resign?", "The clerk resigned as treasurer."),
        ("What is the number of the caretaker?", "The caretaker lives in the back house."),
    ],
)
def test_what_is_said_of_another_thing_is_no_answer(question: str, text: str) -> None:
    found, _ = choose_each(question, [Passage(1, text, document=True)])
    assert found == []


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        (
            "How long is the warranty for Ghana?",
            "The warranty for Ghana is two years.",
            "two years",
        ),
        (
            "How long is the warranty for lamps?",
            "Every product has a warranty of two years.",
            "two years",
        ),
        ("How long is the trial period?", "The trial lasts two weeks.", "two weeks"),
        (
            "Are horses allowed on the upper trail?",
            "Horses are only allowed on the lower trail.",
            "only",
        ),
        (
            "Is the office open on Tuesday?",
            "The office is open from Monday to Thursday.",
            "Thursday",
        ),
        (
            "Do online tickets cost more?",
            "The desk sells tickets at the same price. Online tickets cost more.",
            "Online",
        ),
        ("How many beds does the Larch hut have?", HUTS, "| Larch | 12 |"),
        (
            "What is the warranty in the UK?",
            "# United Kingdom\n\nThe warranty is two years.",
            "two years",
        ),
        ("Why is the gate locked?", "The gate is locked when the guard leaves.", "when the guard"),
        ("Why was I charged?", "## Why was I charged?\n\nA fault at the bank.", "A fault"),
        ("How long is the play?", "The play takes an hour and a half.", "an hour"),
        (
            "How often is the filter changed?",
            "The filter is changed after every 200 hours.",
            "every 200",
        ),
        (
            "When was dark mode added?",
            "# 3.1 (2026-02-11)\n\n- Dark mode on all screens",
            "2026-02-11",
        ),
        ("Where is the hearing?", "The hearing is on 7 April by the river gate.", "river"),
        ("Why did the clerk resign?", "The clerk resigned as she had moved.", "moved"),
        (
            "Who wrote the notes, and who built the press?",
            "Ada wrote the notes. The press was built by Grace.",
            "Grace",
        ),
        ("Wann wird die Miete fällig?", "Die Miete ist am Dritten fällig.", "Dritten"),
        ("When is the kiosk open?", "Kiosk: 6 to 22", "6 to 22"),
        ("When was the mill moved?", "The mill moves in 2031.", "2031"),
        (
            "Is the sauna warmer than the steam room?",
            "The sauna is kept at 85 °C and the steam room at 45 °C.",
            "85 °C",
        ),
        (
            "Did the kiosk sell fewer ices this year than last?",
            "The kiosk sold 410 ices this year, 90 fewer than last.",
            "410",
        ),
    ],
)
def test_what_speaks_of_it_in_other_words_is_one(question: str, text: str, said: str) -> None:
    found, _ = choose_each(question, [Passage(1, text, document=True)])
    assert said in " ".join(quote.text for quote in found)


def test_where_two_are_told_apart_what_speaks_of_neither_is_no_answer() -> None:
    passages = [
        Passage(1, "The deposit for a kayak is 50 euros.", document=True),
        Passage(2, "The deposit is paid in cash, 5 euros at the least.", document=True),
    ]
    assert choose_each("How much is the deposit for a canoe?", passages)[0] == []
    passages.append(Passage(3, "For a canoe it is 80 euros more than the deposit.", document=True))
    assert choose_each("How much is the deposit for a canoe?", passages)[0][0].marker == 3


def test_what_lacks_a_word_that_another_document_has_is_no_answer() -> None:
    passages = [
        Passage(1, "A berth for a barge costs 300 euros.", source="harbour.md", document=True),
        Passage(2, "Canoes are hired out by the club.", source="club.md", document=True),
    ]
    assert choose_each("How much is a berth for a canoe?", passages)[0] == []
    assert choose_each("How much is a berth for a barge?", passages)[0][0].marker == 1


def test_a_sentence_beside_the_one_that_names_what_is_asked_about_is_no_answer() -> None:
    text = (
        "Guests from Norway pay as members do. Luggage that goes on to another valley keeps its "
        "claim window of 14 days, and we charge nothing for it."
    )
    found, _ = choose_each(
        "What is the claim window for Norway?", [Passage(1, text, document=True)]
    )
    assert found == []


def test_what_somebody_does_may_be_said_in_other_words() -> None:
    passages = [
        Passage(1, "The staff accrue two days of rest for each month.", document=True),
        Passage(2, "Rest is earned by all.", document=True),
    ]
    found, _ = choose_each("How many days of rest do I earn?", passages)
    assert found[0].text == "The staff accrue two days of rest for each month."


def test_what_the_user_calls_it_is_known_from_memory() -> None:
    row = Passage(None, "My gym is IronBar.", subject="user", key="gym")
    passage = Passage(1, "# IronBar\n\nIronBar opens at nine.", document=True)
    assert choose_each("When does my gym open?", [passage])[0] == []
    assert "nine" in choose_each("When does my gym open?", [row, passage])[0][0].text


def test_a_clause_that_opens_with_when_defines_nothing() -> None:
    text = "When HUT is full, guests sleep in the barn.\n\nHUT is the Highland Union of Trekkers."
    found, _ = choose_each("What is HUT?", [Passage(1, text, document=True)])
    assert found[0].text.startswith("HUT is")
