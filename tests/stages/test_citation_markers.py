"""Markers are checked in every form that models write, and a quote is what its source says."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from loadsheet.artifacts import Entry
from loadsheet.assembly.citing import escaped, numbers, plain, unmarked
from loadsheet.stages.citation_markers import MarkerFilter, quote

KNOWN = {
    number: Entry(
        id=f"evidence:{number}",
        kind="evidence",
        producer="reduce",
        rule="above_floor",
        reason="given",
        message=1,
        start=0,
        end=1,
        tokens=1,
    )
    for number in (1, 2, 3)
}


def passed(*pieces: str) -> tuple[str, list[int]]:
    check = MarkerFilter(KNOWN)
    said = "".join(check.feed(piece) for piece in pieces)
    return said + check.finish(), check.invalid


@pytest.mark.parametrize(
    ("text", "said", "invalid"),
    [
        ("14 days [1].", "14 days [1].", []),
        ("14 days [7].", "14 days.", [7]),
        ("14 days [1, 2].", "14 days [1][2].", []),
        ("14 days [1, 7].", "14 days [1].", [7]),
        ("14 days [1-3].", "14 days [1][2][3].", []),
        ("14 days [１].", "14 days [1].", []),
        ("14 days [1234].", "14 days.", [1234]),
        ("14 days [99999999999].", "14 days.", [99999999999]),
        ("this [9][2] and that", "this [2] and that", [9]),
        ("this [2] [9] and that", "this [2] and that", [9]),
        ("cut off [7", "cut off", [7]),
        ("cut off [1", "cut off", [1]),
        ("14 days 【1】.", "14 days [1].", []),
        ("14 days 【2†leave】.", "14 days [2].", []),
        ("14 days [1], [2].", "14 days [1], [2].", []),
        ("14 days [1], [7].", "14 days [1].", [7]),
        ("14 days [7], [8].", "14 days.", [7, 8]),
        ("14 days [9-12].", "14 days.", [9, 10, 11, 12]),
        ("14 days [7, 8], then 3.", "14 days, then 3.", [7, 8]),
        ("14 days [7]\n\nThen 3.", "14 days\n\nThen 3.", [7]),
        ("One. [7]Two.", "One. Two.", [7]),
        ("One.\n[7] Two.", "One.\n Two.", [7]),
        ("a note [^7] and its text\n[^7]: this", "a note [^7] and its text\n[^7]: this", []),
        ("see [7](https://x.org/a_(b)) [1]", "see [7](https://x.org/a_(b)) [1]", []),
        ('see [7](x.md "A title") and [8] (p. 3)', 'see [7](x.md "A title") and (p. 3)', [8]),
        ("see ![7](x.png) and [7][guide]", "see ![7](x.png) and [7][guide]", []),
        ("as here\n [7]: https://x.org", "as here\n [7]: https://x.org", []),
        (
            "| Bonn | [7](https://x.org/7) |\n| Ulm | [8] |",
            "| Bonn | [7](https://x.org/7) |\n| Ulm | |",
            [8],
        ),
        ("in [0, 5] or x[7], but not [0]", "in [0, 5] or x[7], but not", [0]),
        (r"as \[7\] has it [7]", r"as \[7\] has it", [7]),
        ("14 days ［7］ or 【1】", "14 days or [1]", [7]),
        ("take `rows[7]` [1].", "take `rows[7]` [1].", []),
        ("take ``a`[7]`` [7].", "take ``a`[7]``.", [7]),
        ("a lone ` is [7] a sign", "a lone ` is a sign", [7]),
        ("so:\n```py\nx = rows[7]\n```\n[7] [1]", "so:\n```py\nx = rows[7]\n```\n[1]", [7]),
        ("~~~\n[7]\n~~~\n[7]!", "~~~\n[7]\n~~~\n!", [7]),
        ("a list [of words] and [", "a list [of words] and [", []),
        ("", "", []),
    ],
)
def test_each_form_of_a_marker(text: str, said: str, invalid: list[int]) -> None:
    assert passed(text) == (said, invalid)


def test_a_character_that_a_server_cut_in_two_is_one_again() -> None:
    assert passed("14 days \ud83d", "\ude82 [1", "]") == ("14 days 🚂 [1]", [])
    assert passed("\ud83d", " [1]") == ("\ufffd [1]", [])
    assert passed("14 \ude82", "\ud83d") == ("14 \ufffd\ufffd", [])


@given(
    st.lists(
        st.sampled_from(
            [
                "a ",
                "b.",
                "[1]",
                "[9]",
                " [2",
                "]",
                "[1, 9]",
                "[",
                " ",
                "\n",
                "x",
                "`",
                "```",
                "~~~",
                "【1",
                "】",
                "(",
                ")",
                ":",
                ",",
                "\\",
                "^",
            ]
        )
    )
)
def test_how_the_text_is_cut_into_pieces_changes_nothing(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert passed(*pieces) == passed(text) == passed(*text)


@given(st.text(alphabet="[]0123456789, ;-ab\n１", max_size=40))
def test_no_marker_that_names_nothing_is_left(text: str) -> None:
    assume(
        re.search(r"\[[^\]]*\[", text) is None
    )  # taking a marker out of brackets may leave brackets
    said, _ = passed(text)
    # Something follows, so that a bracket which was no marker is not taken for one that was cut off.
    again, invalid = passed(f"{said} end")
    assert invalid == []
    assert again == f"{said} end"


@given(
    st.lists(
        st.sampled_from(
            [
                "[1]",
                "[9]",
                "[7, 8]",
                "【9】",
                "[2-4]",
                "99999999999",
                " ",
                "a",
                "b7",
                ".",
                "\n",
                "(x)",
                "|",
                "é",
            ]
        )
    )
)
def test_beside_its_markers_a_text_stays_as_it_was_but_for_the_blank_before_one(
    parts: list[str],
) -> None:
    text = "".join(parts)
    said, _ = passed(f"{text}.")
    assert unmarked(said).replace(" ", "") == unmarked(f"{text}.").replace(" ", "")
    blanks = text.count(" ") - (unmarked(f"{text}.").count(" "))
    assert text.count(" ") - said.count(" ") <= blanks


@given(st.text(alphabet="[]()0123456789, ;-^:`~\\ab\n１【】", max_size=60))
def test_what_is_escaped_cites_nothing_and_is_plain_again(text: str) -> None:
    assert unmarked(escaped(text)) == escaped(text)
    assert plain(escaped(text)) == plain(text)


def test_a_long_range_is_no_citation_of_all_that_lies_between() -> None:
    assert numbers("[1990-2020]") == [1990, 2020]
    assert numbers("[2-4]") == [2, 3, 4]


def test_a_quote_is_all_that_the_source_says_of_what_was_written() -> None:
    source = "Bring receipts, e.g. for meals:\nwithin 30 days. Ask first."
    assert quote("Bring receipts, e.g. for meals:\nwithin 30 days.", source) == (
        "Bring receipts, e.g. for meals:\nwithin 30 days."
    )
    assert quote("As was said. Receipts are due, e.g. for meals.", source) == (
        "Receipts are due, e.g. for meals."
    )
    assert quote("", source) == ""


def test_a_row_that_is_quoted_without_its_padding_is_found_as_its_source_has_it() -> None:
    row = "| Ghent         | 21 days   |"
    source = f'<evidence id="1">\n| town          | window    |\n|---|---|\n{row}\n</evidence>\n'
    said = "| town | window |\n|---|---|\n| Ghent | 21 days |"
    assert quote("| Ghent | 21 days |", source) == row
    assert quote(said, source) in source
    assert quote(said, source).endswith(row)


def test_what_the_source_does_not_say_is_quoted_as_it_was_said() -> None:
    assert quote("It rains.", "It rained  .") == "It rains."


@given(st.lists(st.sampled_from(["a", "(b)", "|", "c.", "d"]), min_size=1), st.data())
def test_white_space_alone_keeps_no_quotation_from_its_source(
    words: list[str], data: st.DataObject
) -> None:
    gaps = st.sampled_from([" ", "  ", "\n", "\t "])
    source = "".join(word + data.draw(gaps) for word in words)
    assert quote(" ".join(words), source).split() == words
    assert quote(" ".join(words), source) in source
