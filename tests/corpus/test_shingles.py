from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.corpus import shingles
from loadsheet.corpus.shingles import SIZE, containment, hashes, sketch, sketches

WORDS = st.lists(
    st.sampled_from(["deploy", "leave", "14", "days", "not", "Ana", "berlin", "休暇", "refund"]),
    max_size=80,
)


def words(count: int, seed: int) -> list[str]:
    chosen = random.Random(seed)
    return [f"w{chosen.randrange(5000)}" for _ in range(count)]


@given(WORDS, st.sampled_from([" ", "\n\n", ", ", " — "]))
def test_white_space_punctuation_and_case_make_no_difference(given: list[str], gap: str) -> None:
    assert sketch(gap.join(given).upper()) == sketch(" ".join(given))


@given(st.text())
def test_any_text_has_a_sketch_of_bounded_size(text: str) -> None:
    made = sketch(text)
    assert len(made) <= 4 * SIZE
    assert containment(hashes(made), hashes(made)) == 1.0


@given(st.lists(st.one_of(st.text(), WORDS.map(" ".join), WORDS.map("".join)), max_size=6))
def test_many_texts_at_once_have_the_sketches_that_each_has_by_itself(texts: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shingles, "MANY", 0)
        assert sketches(texts) == [sketch(text) for text in texts]


def test_a_short_text_within_a_long_one_is_found() -> None:
    long = words(300, 1)
    inside, outside = long[100:160], words(60, 2)
    assert containment(hashes(sketch(" ".join(inside))), hashes(sketch(" ".join(long)))) > 0.9
    assert containment(hashes(sketch(" ".join(outside))), hashes(sketch(" ".join(long)))) < 0.1


def test_the_estimate_is_close_to_what_two_texts_share() -> None:
    errors: list[float] = []
    for seed in range(20):
        shared = words(120, seed)
        one, other = (" ".join([*shared, *words(80, seed + 100 * side)]) for side in (1, 2))
        errors.append(abs(containment(hashes(sketch(one)), hashes(sketch(other))) - 0.6))
    assert sum(errors) / len(errors) < 0.1


def test_chinese_text_is_compared_by_its_signs() -> None:
    one = hashes(sketch("员工每年有十四天的带薪休假，必须提前两周申请。"))
    other = hashes(sketch("员工每年有十四天的带薪休假。必须提前两周申请!"))
    assert one == other
    assert len(one) > 10
