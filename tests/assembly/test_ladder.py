from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import Form
from loadsheet.assembly.ladder import EXCERPT, GAP, ladder, units_of

DIALOGUE = """\
Ana: Good morning, I hope that everybody is well today.
Ben: We ship 40 boxes on Friday. The weather was rather pleasant when I walked to the office.
Ana: Do not ship to Norway. That reminds me of a holiday by the sea which I liked a lot.
Ben: Fine with me. My daughter plays the piano, and she practises in the evening.
Ana: There is one last thing. Nobody opens a box without two witnesses.
"""

PIECES = st.lists(
    st.sampled_from(
        [
            "The limit is 14 days. ",
            "Do not ship. ",
            "It rained.\n\n",
            "Ana: yes\n",
            "Ben: no, never\n",
            "You must:\n",
            "- sign\n",
            "- pay 5\n",
            "| a | b |\n| 1 | 2 |\n",
            "\n```\nx = 1\n\ny = 2\n```\n",
            "员工每年有十四天",
            "👩‍👧 e\u0301 ",
            "word " * 60,
            "\r\n",
        ]
    ),
    max_size=14,
).map("".join)


def form(text: str, name: str, question: str = "") -> Form:
    return next(made for made in ladder(text, question) if made.name == name)


@given(PIECES, st.sampled_from(["", "What is the limit?", "ship"]))
def test_every_character_stands_in_a_form_or_in_a_dropped_span(text: str, question: str) -> None:
    for made in ladder(text, question, offset=0):
        kept: list[str] = []
        position = 0
        for span in made.dropped:
            kept.append(text[position : span.start])
            position = span.end
        kept.append(text[position:])
        whole = "".join(made.text.replace(GAP.strip(), "").split())
        assert "".join("".join(kept).split()) == whole


@given(PIECES, st.sampled_from(["", "What is the limit?"]))
def test_a_form_keeps_no_more_than_its_part_and_says_how_much(text: str, question: str) -> None:
    parts = {"half": 0.5, "quarter": 0.25, "excerpt": 1.0}
    for made in ladder(text, question):
        assert 0 < made.ratio <= parts[made.name]


@given(PIECES)
def test_code_and_tables_are_kept_whole_or_left_out(text: str) -> None:
    for made in ladder(text, ""):
        assert made.text.count("```") % 2 == 0
        assert ("x = 1" in made.text) == ("y = 2" in made.text)


def test_numbers_negations_and_the_last_rule_outlive_small_talk() -> None:
    made = form(DIALOGUE, "half")
    for kept in ("40 boxes", "Do not ship to Norway", "without two witnesses"):
        assert kept in made.text
    assert "piano" not in made.text


@pytest.mark.parametrize("no", ["don't", "mustn’t", "cannot", "never"])
def test_a_negation_outlives_small_talk_however_it_is_written(no: str) -> None:
    filler = "The weather was fine and the band played on. "
    text = f"{filler * 3}We {no} ship any of the small parcels to them. {filler * 4}"
    assert f"{no} ship" in form(text, "quarter").text


def test_a_sentence_that_is_kept_brings_its_speaker() -> None:
    made = form(DIALOGUE, "quarter", "Who opens a box?")
    assert "Ana: " in made.text[: made.text.index("Nobody opens")]
    assert made.text[: made.text.index("Nobody opens")].rstrip(" …").endswith("Ana:")


def test_an_item_brings_the_head_of_its_list() -> None:
    text = (
        "It was a long day and much was said about the weather, the food and the train.\n\n"
        "A contractor must never:\n- open a box\n- ship to Norway\n\n"
        "In the evening there was music, and everybody went home rather late."
    )
    made = form(text, "half", "Norway")
    assert "A contractor must never:" in made.text
    assert "- ship to Norway" in made.text


def test_what_the_question_asks_for_is_kept_first() -> None:
    made = form(DIALOGUE, "quarter", "What does the daughter practise?")
    assert "plays the piano" in made.text


def test_a_book_has_an_excerpt_that_fits_a_prompt() -> None:
    book = "The harbour was quiet that morning. " * 20_000 + "The key is under the third stone."
    made = form(book, "excerpt", "Where is the key?")
    assert len(made.text) <= EXCERPT + 1000
    assert "under the third stone" in made.text


def test_a_text_without_a_full_stop_is_cut_between_graphemes() -> None:
    text = "员工" * 600 + "👩‍👩‍👧" * 40
    made = form(text, "quarter")
    assert made.text
    assert "\u200d" not in made.text.strip("… ")[:1] + made.text.strip("… ")[-1:]


def test_pieces_come_in_order_and_do_not_overlap() -> None:
    units = units_of(DIALOGUE * 3)
    assert all(one.end <= other.start for one, other in pairwise(units))


def test_a_shorter_form_holds_what_bears_on_the_question_and_nothing_to_fill_its_room() -> None:
    said = ["Tea is hot.", "The pump hums.", *["Bread is warm."] * 6, "So be it."]
    half = ladder(" ".join(said), "Does the pump hum?")[0]
    assert half.text == "Tea is hot. The pump hums. … So be it."
