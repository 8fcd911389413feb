"""Finding the stems that say the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from loadsheet.intent.language.lexicon import Lexicon
from loadsheet.intent.language.match import alike

PARTS = st.sampled_from(["nacht", "über", "kost", "leave", "sick", "12", "a", "kaution", "s", "en"])
STEMS = st.lists(PARTS, min_size=1, max_size=3).map("".join)


@given(st.lists(STEMS, max_size=12), STEMS)
def test_a_lexicon_finds_what_comparing_with_each_finds(stems: list[str], stem: str) -> None:
    found = Lexicon(stems)[stem]
    assert found == frozenset(other for other in stems if alike(stem, other))
