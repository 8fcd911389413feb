"""What goes with a forgetting, as values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import Hypothesis
from loadsheet.memory.writing.forget import Forgetting, nobodys
from loadsheet.memory.writing.forget_beliefs import said_in, with_beliefs
from loadsheet.memory.writing.redact import is_long, whole

WORDS = st.sampled_from(
    ["a", "deploy", "disk full", "quixel", "zorblat", "我住在北京", "the press"]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@given(st.lists(TEXTS, max_size=5), st.lists(TEXTS, max_size=3))
def test_a_saying_is_looked_for_everywhere_or_as_a_whole_and_never_both(
    said: list[str], names: list[str]
) -> None:
    gone = Forgetting(names=tuple(names), said=tuple(said))
    assert {*gone.texts, *gone.short} == {*names, *said}
    assert all(is_long(text) for text in gone.texts if text not in names)
    assert not any(is_long(text) for text in gone.short)


@given(st.lists(TEXTS, max_size=5), st.lists(TEXTS, max_size=5))
def test_what_somebody_says_who_stays_is_looked_for_nowhere(
    said: list[str], left: list[str]
) -> None:
    found = set(nobodys(said, left))
    assert found <= set(said)
    assert not [text for text in found if text in left]


def test_a_text_is_whole_where_nothing_stands_beside_it() -> None:
    found = whole(["a"])
    assert found.search('{"content":"a","role":"user"}')
    assert not found.search('{"content":"a b","role":"user"}')
    assert not found.search('{"text":"a"}')
    assert not whole([]).search('{"content":"","role":"user"}')


IDS = ("h1", "h2", "h3", "h4")


@given(
    st.lists(
        st.builds(
            Hypothesis,
            id=st.sampled_from(IDS),
            content=TEXTS,
            supports=st.lists(st.sampled_from(IDS), max_size=2).map(
                lambda ids: tuple((i,) for i in ids)
            ),
        ),
        unique_by=lambda one: one.id,
        min_size=1,
        max_size=len(IDS),
    )
)
def test_a_belief_that_is_forgotten_takes_only_what_rests_on_it(held: list[Hypothesis]) -> None:
    gone, episodes = with_beliefs(Forgetting(), held, [], [], ids=[held[0].id])
    lost = [one for one in held if one.id in gone.records]
    assert (held[0] in lost, episodes) == (True, [])
    for one in lost[1:] if lost[0] is held[0] else lost:
        below = {id for alternative in one.supports for id in alternative}
        assert one is held[0] or below & {other.id for other in lost}
    kept = [said_in(one) for one in held if one not in lost]
    assert not [text for text in gone.texts if text in kept]
