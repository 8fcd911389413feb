"""Short pieces of text, and the answer that is broken at words while it comes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from loadsheet.artifacts import Source
from loadsheet.cli.text import Flow, bar, percent, seconds, shortened, source, visible

WORDS = st.lists(st.text(st.sampled_from("ab[1].漢"), min_size=1, max_size=9), max_size=30)


def flowed(pieces: list[str], width: int) -> str:
    flow = Flow(width)
    return "".join([*map(flow.feed, pieces), flow.finish()])


@given(WORDS, st.integers(10, 40), st.integers(1, 7))
def test_a_flow_keeps_every_word_and_no_line_is_too_wide(
    words: list[str], width: int, size: int
) -> None:
    text = " ".join(words)
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    made = flowed(pieces, width)
    if all(cell_len(word) < width for word in words):
        assert made.split() == words
        assert all(cell_len(row) <= width for row in made.split("\n"))


def test_a_flow_keeps_the_lines_of_the_answer() -> None:
    assert flowed(["one tw", "o\n\n- th", "ree\n"], 20) == "one two\n\n- three\n"


def test_a_flow_without_a_width_changes_nothing() -> None:
    assert flowed(["a  b", "\n c"], 0) == "a  b\n c"


@given(st.text())
def test_nothing_that_is_shown_moves_the_cursor_or_reverses_the_text(text: str) -> None:
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", visible(text))


def test_escape_sequences_of_a_document_are_not_obeyed() -> None:
    assert visible("\x1b[2Jgone") == "�[2Jgone"


@given(st.floats(0, 1), st.integers(1, 20))
def test_a_bar_fits_its_width_and_shows_what_is_there(part: float, width: int) -> None:
    made = bar(part, width)
    assert len(made) <= width
    assert bool(made) == (part > 0)


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0 %"), (0.001, "<1 %"), (0.5, "50 %"), (1.0, "100 %")]
)
def test_a_small_part_is_not_shown_as_nothing(value: float, text: str) -> None:
    assert percent(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.00004, "40 µs"), (0.0021, "2.1 ms"), (0.25, "250 ms"), (3.21, "3.2 s")]
)
def test_a_duration_has_a_fitting_unit(value: float, text: str) -> None:
    assert seconds(value) == text


def test_a_text_is_cut_at_a_word() -> None:
    assert shortened("the refund window  is\n14 days", 16) == "the refund…"
    assert shortened("the refund window is\n14 days", None) == "the refund window is 14 days"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Source(document="doc_17.md", version=1, start=0, end=9), "doc_17.md v1 0–9"),
        (Source(message="m1", session="s"), "message m1"),
        (Source(message="m1", until="m9", count=9), "messages m1 to m9 (9)"),
        (Source(record="r1", status="active"), "record r1 (active)"),
    ],
)
def test_a_source_is_named_in_full(value: Source, text: str) -> None:
    assert source(value) == text
