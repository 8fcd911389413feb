from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.funnel.made import TEXTS

from loadsheet.funnel.conflicts import conflicts

APART = "Tell me more."
"""A question that asks for no value: what disagrees is told from the sentences alone."""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deadline is Oct 15.", "Deadline is Oct 16."),
        ("Deadline: 15 October", "Deadline: 16 October"),
        ("Deploy is allowed.", "Deploy is not allowed."),
        ("Server A listens on 8080.", "Server A listens on 9090."),
        ("Alice is the manager of Payments.", "Alice is the manager of Search."),
        ("Guests can cancel without a fee.", "Guests cannot cancel without a fee."),
        ("The refund window is 14 days. Ask Ana.", "Ask Ben. The refund window is 28 days."),
    ],
)
def test_the_same_sentence_with_another_value_is_a_conflict(one: str, other: str) -> None:
    assert conflicts(APART, [one, other]) == [(0, 1)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How should I claim meals at home?", "How should I claim meals on the road?"),
        ("```\nlet port is 8080\n```", "```\nlet port is 9090\n```"),
        ("<!-- the port is 8080 -->\nRead this.", "<!-- the port is 9090 -->\nRead that."),
        ("Tracking issue: #15844", "Tracking issue: #14802"),
        ("Filename: src/lib.rs", "Filename: Cargo.toml"),
        ("let port: u16 = is(8080);", "let port: u16 = is(9090);"),
    ],
)
def test_what_states_nothing_disagrees_with_nothing(one: str, other: str) -> None:
    assert conflicts(APART, [one, other]) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Server A listens on 8080.", "Server B listens on 9090."),
        ("The port of server A is 8080.", "The port of server B is 8080."),
        ("The window for EU customers is 14 days.", "The window for UK customers is 28 days."),
        ("Deploys are allowed.", "Deploys are allowed."),
        ("## 3 Windows\n\nAsk Ana.", "## 2 Windows\n\nAsk Ana."),
        ("Deploys are allowed.", "Refunds take 14 days."),
    ],
)
def test_sentences_about_different_things_do_not_disagree(one: str, other: str) -> None:
    assert conflicts(APART, [one, other]) == []


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "When was the Lindau bridge opened?",
            "The Lindau bridge, opened on 4 May 1931, spans the river.",
            "In 1948 the Lindau bridge was opened to traffic.",
        ),
        (
            "How many people live in Varnholt?",
            "Varnholt had 1,204 people at the last census.",
            "According to the register there are 2,381 people in Varnholt.",
        ),
        (
            "Who designed the Lindau bridge?",
            "The Lindau bridge was designed by Marta Kessler.",
            "Engineers say that Otto Brandt designed the Lindau bridge.",
        ),
        (
            "What is the profession of Ida Moreau?",
            "Ida Moreau is a French sculptor who lives in Lyon.",
            "Ida Moreau was a surgeon in the city hospital.",
        ),
        (
            "When was Ida Moreau born?",
            "Ida Moreau (3 March 1911 – 8 June 1990) wrote about birds.",
            "Ida Moreau was born on 7 April 1920.",
        ),
    ],
)
def test_different_answers_to_the_question_are_a_conflict(
    question: str, one: str, other: str
) -> None:
    assert conflicts(question, [one, other]) == [(0, 1)]


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "When was the Lindau bridge opened?",
            "The Lindau bridge was opened in 1931.",
            "On 4 May 1931 the Lindau bridge was opened.",
        ),
        (
            "Who designed the Lindau bridge?",
            "The Lindau bridge was designed by Marta Kessler.",
            "Kessler designed the Lindau bridge.",
        ),
        (
            "How many people live in Varnholt?",
            "Varnholt had 1,204 people.",
            "The 1204 people of Varnholt live by the river.",
        ),
        (
            "When was the Lindau bridge opened?",
            "The Lindau bridge was opened in 1931.",
            "The town hall of Varnholt was opened in 1950.",
        ),
    ],
)
def test_values_that_can_both_be_meant_and_other_subjects_are_none(
    question: str, one: str, other: str
) -> None:
    assert conflicts(question, [one, other]) == []


def test_every_side_of_a_conflict_is_in_its_group() -> None:
    texts = [f"The refund window is {days} days." for days in (14, 28, 14, 30)]
    assert conflicts(APART, [*texts, "Postage is paid by Ana."]) == [(0, 1, 2, 3)]


@given(st.text(max_size=60), st.lists(st.sampled_from(TEXTS) | st.text(max_size=80), max_size=8))
def test_a_passage_is_in_one_group_at_the_most(question: str, texts: list[str]) -> None:
    groups = conflicts(question, texts)
    members = [place for group in groups for place in group]
    assert len(members) == len(set(members))
    assert all(len(group) > 1 for group in groups)


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "What language is the play Ardh in?",
            "Ardh is a Danish-language play of 1911.",
            "Ardh (1911). Language: Welsh.",
        ),
        (
            "Who is the director of the film “Who Sang in Varnholt”?",
            "Who Sang in Varnholt is a film. Its director is Marta Kessler.",
            "The director Otto Brandt made “Who Sang in Varnholt”, a film, in a week.",
        ),
    ],
)
def test_the_word_for_what_is_asked_leads_to_the_value(question: str, one: str, other: str) -> None:
    assert conflicts(question, [one, other]) == [(0, 1)]


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "Who designed the Lindau bridge?",
            "The Lindau bridge was designed by Marta Kessler.",
            "An American engineer is said to have designed that bridge at Lindau.",
        ),
        (
            "What is the profession of Ida Moreau?",
            "Ida Moreau is a sculptor.",
            "Sister Ida Moreau lives by the river.",
        ),
    ],
)
def test_where_somebody_is_from_and_a_longer_name_are_no_answers(
    question: str, one: str, other: str
) -> None:
    assert conflicts(question, [one, other]) == []


def test_values_that_stand_beside_neither_the_word_nor_the_name_are_no_conflict() -> None:
    question = "How many people died at the Lindau bridge?"
    about = "The road to Lindau leads over hills and through woods, past farms and mills, to the old bridge. "
    texts = [f"{about * 2}The mill was bought for 812 pounds.", "Lindau is 40 miles from there."]
    assert conflicts(question, texts) == []


FRIDAYS = (
    "Deploying on Friday is allowed for all teams in the Berlin office.",
    "Deploying on Friday is not allowed for all teams in the Berlin office.",
    "Deploying on Friday is allowed for all teams in the Munich office.",
    "Deploying on Friday is allowed by Ana Smith for the Berlin office.",
    "Deploying on Friday is allowed by Bob Smith for the Berlin office.",
)


@pytest.mark.parametrize(
    "question",
    ["Is deploying on Friday allowed in the office?", "Is deploying on Friday allowed?"],
)
def test_who_and_where_it_holds_for_another_is_no_side_of_a_conflict(question: str) -> None:
    assert conflicts(question, FRIDAYS) == [(0, 1)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The desk opens at 9:00 on weekdays.", "The desk opens at 10:30 on Sundays."),
        ("The late fee is 30 EUR.", "The late fee is 30 euros."),
        ("Visits are free for all pupils in the Lindau museum.", FRIDAYS[2]),
        (
            "Entry is free for all pupils at the Lindau museum.",
            "Entry is free for all pupils at the Varnholt museum.",
        ),
        ("The mill had 40 hands in 1910.", "The mill had 55 hands in 1922."),
    ],
)
def test_what_holds_for_something_else_does_not_disagree(one: str, other: str) -> None:
    assert conflicts(APART, [one, other]) == []


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("Wann ist die Wahl?", "Die Wahl ist am 3. Mai.", "Die Wahl ist am 4. Mai."),
        ("Wie hoch ist die Miete?", "Die Miete beträgt 30 Euro.", "Die Miete beträgt 35 Euro."),
        ("Quel est le délai ?", "Le délai est de 14 jours.", "Le délai est de 30 jours."),
        ("会议在几号？", "会议的日期是十月十五日。", "会议的日期是十月十六日。"),
        (
            "Which edition of the guide is valid?",
            "Edition 4 of the guide is valid.",
            "Edition 5 of the guide is valid.",
        ),
    ],
)
def test_another_value_in_the_same_sentence_needs_no_english(
    question: str, one: str, other: str
) -> None:
    assert conflicts(question, [one, other]) == [(0, 1)]


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "How much is the relocation allowance?",
            "# Relocation allowance\n\nEmployees get 320 euros.",
            "# Moving\n\nThe relocation allowance is 380 euros.",
        ),
        (
            "How much is the relocation allowance?",
            "# Allowances\n\n| Allowance | Amount |\n|---|---|\n| Meal | 20 euros |\n| Relocation | 320 euros |",
            "The relocation allowance is 380 euros.",
        ),
        (
            "How much is the relocation allowance?",
            "# Allowances\n\n- Meal: 20 euros\n- Relocation: 320 euros",
            "Every employee receives a relocation allowance of 380 euros a year.",
        ),
        (
            "What is the default timeout?",
            "The default timeout is 30 seconds.",
            "| Setting | Default |\n|---|---|\n| timeout | 60 seconds |\n| retries | 3 |",
        ),
        (
            "How long is parental leave?",
            "## Leave\n\nParental leave lasts 14 weeks.",
            "## How long is parental leave?\n\n16 weeks.",
        ),
        (
            "How long is the probation period?",
            "The probation period is six months.",
            "Probation period: 3 months",
        ),
        (
            "Are dogs allowed in the office?",
            "Dogs are welcome in the office.",
            "No dogs in the office.",
        ),
        (
            "Are shipping costs refunded?",
            "We do not refund shipping costs.",
            "Shipping costs are refunded.",
        ),
        (
            "May I park my bike in the hall?",
            "Bikes may be parked in the hall.",
            "Parking bikes in the hall is forbidden.",
        ),
        (
            "Wann schließt die Kantine?",
            "Die Kantine schließt um 14 Uhr.",
            "Die Kantine schließt um 15 Uhr.",
        ),
        (
            "报销截止日期是什么时候？",
            "报销截止日期是10月15日。",
            "报销截止日期是10月16日。",
        ),
        ("办公室允许带狗吗？", "办公室允许带狗。", "办公室不允许带狗。"),
    ],
)
def test_what_a_text_says_by_its_heading_its_columns_or_in_other_words_is_a_side(
    question: str, one: str, other: str
) -> None:
    assert conflicts(question, [one, other]) == [(0, 1)]


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("When does the gym open?", "The gym opens at 6 am.", "The gym opens at 06:00."),
        ("How much is the fee?", "The fee is 1,200 euros.", "The fee is €1200."),
        ("Who is the lead?", "The project lead is Maria Lopez.", "The project lead is M. Lopez."),
        (
            "How long are returns accepted?",
            "Returns are accepted within 14 days.",
            "Returns are accepted within two weeks.",
        ),
        (
            "How much is the fee in Berlin?",
            "# Fees\n\n## Berlin\n\nThe fee is 20 euros.",
            "# Fees\n\n## Munich\n\nThe fee is 25 euros.",
        ),
        (
            "How much is the moving allowance?",
            "# Moving allowance\n\nManagers get 380 euros.",
            "# Moving allowance\n\nInterns get 320 euros.",
        ),
        (
            "How long is the notice period?",
            "The notice period is three months.",
            "During probation the notice period is two weeks.",
        ),
        (
            "How much is the library fee?",
            "# Library\n\nThe library fee is 20 euros. Membership ends after 12 months.",
            "# Library\n\nThe library fee is 20 euros a year. Books are lent for 4 weeks.",
        ),
        (
            "How much was the daily allowance?",
            "In 2024 the daily allowance was 320 euros.",
            "In 2025 the daily allowance was 380 euros.",
        ),
    ],
)
def test_one_value_written_in_two_ways_or_values_of_two_cases_do_not_disagree(
    question: str, one: str, other: str
) -> None:
    assert conflicts(question, [one, other]) == []
