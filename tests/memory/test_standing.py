from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import Hypothesis
from loadsheet.memory.beliefs.standing import derived, supported

NAMES = ("a", "b", "c", "d")
GROUNDS = ("r1", "r2")
HYPOTHESES = st.lists(
    st.builds(
        Hypothesis,
        id=st.sampled_from(NAMES),
        content=st.just("x"),
        status=st.sampled_from(["pending", "confirmed", "falsified"]),
        supports=st.lists(
            st.lists(st.sampled_from([*NAMES, *GROUNDS, "gone"]), min_size=1, max_size=3).map(
                tuple
            ),
            max_size=3,
        ).map(tuple),
    ),
    unique_by=lambda hypothesis: hypothesis.id,
    max_size=len(NAMES),
)


def smallest(hypotheses: list[Hypothesis], grounds: frozenset[str]) -> frozenset[str]:
    """Of all ways to call some of them supported, the smallest in which each is so exactly where the rule says it."""
    found: list[frozenset[str]] = []
    for chosen in product([False, True], repeat=len(hypotheses)):
        called = {h.id for h, yes in zip(hypotheses, chosen, strict=True) if yes}
        stands = {h.id for h in hypotheses if h.id in called and h.status != "falsified"} | grounds
        rule = {
            h.id for h in hypotheses if not h.supports or any(set(a) <= stands for a in h.supports)
        }
        if rule == called:
            found.append(frozenset(called))
    return min(found, key=len)


@given(HYPOTHESES, st.frozensets(st.sampled_from(GROUNDS)))
def test_unsupported_is_what_the_graph_says(
    hypotheses: list[Hypothesis], grounds: frozenset[str]
) -> None:
    expected = smallest(hypotheses, grounds)
    assert supported(hypotheses, grounds) == expected
    assert {h.id for h in derived(hypotheses, grounds) if not h.unsupported} == expected


@given(HYPOTHESES, st.frozensets(st.sampled_from(GROUNDS)))
def test_what_falls_never_holds_anything_up(
    hypotheses: list[Hypothesis], grounds: frozenset[str]
) -> None:
    fallen = [h.model_copy(update={"status": "falsified"}) for h in hypotheses]
    assert supported(fallen, grounds) <= supported(hypotheses, grounds)
    assert supported(hypotheses, frozenset()) <= supported(hypotheses, grounds)


def test_a_circle_does_not_support_itself() -> None:
    one = Hypothesis(id="a", content="x", supports=(("b",),))
    other = Hypothesis(id="b", content="x", supports=(("a",),))
    assert supported([one, other], frozenset()) == frozenset()
