from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import Candidate, Evidence, EvidenceSet, LeftOut
from loadsheet.stages.parts import joined


def evidence(name: str, score: float = 0.9) -> Evidence:
    return Evidence(
        candidate=Candidate(
            passage_id=name, document=name, version=1, start=0, end=1, text="x", tokens=1,
            found_by="lexical", query="", rank=1, score=1.0,
        ),
        score=score,
    )  # fmt: skip


def gone(name: str) -> LeftOut:
    return LeftOut(id=name, kind="evidence", stage="reduce", rule="below_floor", reason="low")


def sets(*names: str, left: tuple[str, ...] = (), confidence: float = 0.0) -> EvidenceSet:
    return EvidenceSet(
        evidence=tuple(map(evidence, names)),
        left_out=tuple(map(gone, left)),
        confidence=confidence,
        sufficient=confidence >= 0.5,
    )


WHOLE, ONE, OTHER = "whole", "one", "other"


def test_the_best_of_each_part_comes_before_the_second_best_of_any() -> None:
    made = joined([(WHOLE, sets("c", "e")), (ONE, sets("a", "b")), (OTHER, sets("c", "d"))])
    assert [(e.candidate.passage_id, e.parts) for e in made.evidence] == [
        ("a", ("one",)),
        ("c", ("other",)),
        ("b", ("one",)),
        ("d", ("other",)),
        ("e", ()),
    ]


def test_where_only_some_parts_were_searched_the_whole_takes_turns_for_the_others() -> None:
    made = joined([(WHOLE, sets("c", "e")), (ONE, sets("a", "b"))], covered=[OTHER])
    assert [e.candidate.passage_id for e in made.evidence] == ["c", "a", "e", "b"]


def test_a_passage_may_serve_several_parts_and_stands_once() -> None:
    made = joined([(WHOLE, sets()), (ONE, sets("a")), (OTHER, sets("a"))])
    assert [e.parts for e in made.evidence] == [("one", "other")]


def test_parts_suffice_as_far_as_the_weakest_of_them_unless_the_whole_does() -> None:
    weak = [(ONE, sets("a", confidence=0.9)), (OTHER, sets(confidence=0.1))]
    assert joined([(WHOLE, sets(confidence=0.0)), *weak]).confidence == 0.1
    assert joined([(WHOLE, sets(confidence=0.8)), *weak]).confidence == 0.8


names = st.lists(st.sampled_from("abcdef"), unique=True, max_size=6)


@given(st.lists(st.tuples(names, names), min_size=3, max_size=3))
def test_whatever_went_into_a_part_is_kept_or_left_out(
    rows: list[tuple[list[str], list[str]]],
) -> None:
    given_ = [
        (query, sets(*kept, left=tuple(name for name in left if name not in kept)))
        for query, (kept, left) in zip((WHOLE, ONE, OTHER), rows, strict=True)
    ]
    made = joined(given_)
    kept = [e.candidate.passage_id for e in made.evidence]
    left = [row.id for row in made.left_out]
    assert sorted(kept + left) == sorted({name for row in rows for side in row for name in side})
