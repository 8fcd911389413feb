"""Texts in Latin letters are read by plain patterns, which find what the full ones do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from loadsheet.corpus.repeats import reading
from loadsheet.corpus.terms import terms

LATIN = st.text(
    st.sampled_from("abcdzsSie'’ .,_-019ªéÉÇœŉŁ–—“”€…‐\n+%°|:/()$<")
    | st.characters(max_codepoint=0x24F),
    max_size=24,
)
HAN = "。\n\n文"
"""What makes a text one of several scripts, behind the end of a paragraph so that it changes nothing before it."""


@given(LATIN)
def test_words_of_latin_letters_are_the_same_beside_another_script(text: str) -> None:
    assert terms(text) == terms(text + HAN)[: len(terms(text))]


@given(LATIN)
def test_a_latin_text_reads_the_same_beside_another_script(text: str) -> None:
    alone, beside = reading(text), reading(text + HAN)
    if alone.cased == beside.cased:
        assert list(alone.flat) == list(beside.flat)[: len(alone.flat)]
