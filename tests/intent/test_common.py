"""What words of a question tell before any document is read."""

from __future__ import annotations

import pytest

from loadsheet.corpus.terms import terms
from loadsheet.intent.language.common import CHOSEN, KEPT, naming, share


@pytest.mark.parametrize(
    "word", ["large", "come", "somebody", "viel", "call", "responsible", "decided"]
)
def test_a_word_that_asks_tells_little_where_few_passages_say_how_rare_it_is(word: str) -> None:
    assert share(word, 0) == KEPT
    assert share(word, 10) < 0.3
    assert share(word, 100_000) > 0.98


@pytest.mark.parametrize("word", ["cheapest", "latest", "summarise", "teuersten"])
def test_a_word_that_chooses_or_sums_up_is_in_no_text_however_many_there_are(word: str) -> None:
    assert share(word, 0) == share(word, 100_000) == CHOSEN


def test_a_word_that_names_something_keeps_its_weight() -> None:
    assert share("deposit", 3) == 1.0
    assert share("3.1.0", 3) == 1.0


def test_only_words_that_name_something_have_neighbours() -> None:
    assert naming(terms("guests come along to the workshop")) == terms("guest workshop")
