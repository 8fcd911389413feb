from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.corpus.repeats import ComparedText, covers

NUMBERS = st.sampled_from(
    ["5", "15", "1,500", "0.5", "-5", "5%", "$40", "v1.2", "SPC-0500", "three"]
)
DATES = st.sampled_from(["2024-03-15", "15 March", "Oct 15", "Monday", "October", "31.12.2025"])
NAMES = st.sampled_from(["Alice", "Bob", "Payments", "Berlin", "AWS", "Ana Ruiz"])
NEGATIONS = st.sampled_from(["not", "never", "no longer", "hardly"])

SENTENCES = (
    "The {name} team may carry over {number} units of leave until {date} when the manager agrees.",
    "Everyone in {name} files expenses above {number} euros with the central office before {date}.",
    "Access for {name} is {negation}granted to contractors who joined after {date} in group {number}.",
    "On {date} the {name} cluster moves to rack {number} and is {negation}restarted by the crew.",
)


@st.composite
def texts(draw: st.DrawFn) -> list[dict[str, str]]:
    """The parts of one to four sentences."""
    count = draw(st.integers(1, 4))
    return [
        {
            "form": draw(st.sampled_from(SENTENCES)),
            "number": draw(NUMBERS),
            "date": draw(DATES),
            "name": draw(NAMES),
            "negation": "",
        }
        for _ in range(count)
    ]


def written(parts: list[dict[str, str]]) -> ComparedText:
    return ComparedText(" ".join(part["form"].format(**part) for part in parts))


@given(texts(), st.data())
def test_one_edit_of_a_number_a_date_a_name_or_a_negation_keeps_both(
    parts: list[dict[str, str]], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(parts) - 1))
    kind = data.draw(st.sampled_from(["number", "date", "name", "negation"]))
    if kind == "negation":
        parts[place]["form"] = SENTENCES[2]
    drawn = {"number": NUMBERS, "date": DATES, "name": NAMES, "negation": NEGATIONS}[kind]
    value = data.draw(drawn.filter(lambda one: one != parts[place][kind]))
    edited = [dict(part) for part in parts]
    edited[place][kind] = f"{value} " if kind == "negation" else value
    one, other = written(parts), written(edited)
    assert not covers(one, other)
    assert not covers(other, one)


@given(texts(), st.data())
def test_white_space_punctuation_and_case_alone_merge(
    parts: list[dict[str, str]], data: st.DataObject
) -> None:
    one = written(parts)
    words = one.text.split()
    signs = st.sampled_from(["", ",", ";", "!", " …", " —"])
    gaps = st.sampled_from([" ", "\n", "  ", "\t"])
    cases = st.sampled_from([str, str.upper, str.lower])
    shuffled = "".join(
        data.draw(cases)(word.rstrip(".")) + data.draw(signs) + data.draw(gaps) for word in words
    )
    assert covers(one, ComparedText(shuffled))
    assert covers(ComparedText(shuffled), one)


@given(texts(), texts())
def test_a_text_covers_each_part_of_its_sentences(
    parts: list[dict[str, str]], more: list[dict[str, str]]
) -> None:
    assert covers(written([*parts, *more]), written(parts))
    assert covers(written([*more, *parts]), written(parts))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deadline is Oct 15", "Deadline is Oct 16"),
        ("Deploy is allowed", "Deploy is not allowed"),
        ("Deploy is allowed", "Deploy is forbidden"),
        ("The door is locked for visitors of the site", "The door is unlocked for visitors of the site"),
        ("Ana owes Ben 5 dollars", "Ben owes Ana 5 dollars"),
        ("ana approved the request", "ben approved the request"),
        ("Refunds take 5 days.", "Refunds take 5 weeks."),
        ("Each adult may take 10 mg of it per day.", "Each adult may take 10 g of it per day."),
        ("The limit is >5 units", "The limit is <5 units"),
        ("截止日期是十月十五日", "截止日期是十月十六日"),
        ("可以部署", "不可以部署"),
        ("デプロイできます", "デプロイできません"),
        ("```\nx = 1\n```", "```\nx == 1\n```"),
        ("| A | | 5 |", "| A | 5 | |"),
        ("Send 40 units to Basel by truck on Friday.", "Send 40 units to Basel by train on Friday."),
        ("Serve the soup hot to all the guests.", "Serve the soup cold to all the guests."),
        ("The buyer signs the order form on Mondays.", "The seller signs the order form on Mondays."),
        ("Envoyez le colis par train à Bâle.", "Envoyez le colis par camion à Bâle."),
    ],
)  # fmt: skip
def test_what_says_something_else_is_never_merged(one: str, other: str) -> None:
    assert not covers(ComparedText(one), ComparedText(other))
    assert not covers(ComparedText(other), ComparedText(one))


def test_a_few_ordinary_words_may_differ_in_a_long_sentence() -> None:
    one = "Please send the complete report to the finance department through the usual channel."
    other = "Please send the report to the finance department through the usual channel."
    assert covers(ComparedText(one), ComparedText(other))


def test_a_rule_with_an_exception_covers_the_rule_and_not_the_other_way_round() -> None:
    rule = ComparedText("Deploys are allowed. Ask the crew first.")
    exception = ComparedText("Deploys are allowed. Not on Fridays. Ask the crew first.")
    assert covers(exception, rule)
    assert not covers(rule, exception)


def test_the_order_of_the_sentences_matters() -> None:
    one = ComparedText("## East\nThe port is 8080.\n## West\nThe port is 9090.")
    other = ComparedText("## West\nThe port is 8080.\n## East\nThe port is 9090.")
    assert not covers(one, other)


def test_a_passage_cut_inside_of_a_sentence_is_part_of_the_whole_one() -> None:
    whole = ComparedText(
        "Leave is granted by the manager. Unused days of the old year go to the account of the new one."
    )
    cut = ComparedText(
        "Leave is granted by the manager. Unused days of the old year go to the account of"
    )
    assert covers(whole, cut)
    assert not covers(cut, whole)
