from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from loadsheet.memory.language.text import Stems, related, terms
from loadsheet.memory.language.words import FAMILIES

STEMS = st.one_of(
    st.sampled_from([stem for line in FAMILIES for stem in terms(line)]),
    st.text("abelnost", min_size=1, max_size=9),
)


@given(st.lists(STEMS, max_size=8), STEMS)
def test_stems_hold_what_is_related_to_one_of_them(held: list[str], asked: str) -> None:
    assert Stems(held).holds(asked) == any(related(asked, one) for one in held)


@given(st.lists(STEMS, max_size=8), st.lists(STEMS, max_size=3))
def test_stems_hold_several_where_they_hold_each(held: list[str], asked: list[str]) -> None:
    stems = Stems(held)
    assert stems.hold(asked) == all(stems.holds(one) for one in asked)
