from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from tests.funnel.made import candidate, candidates

from loadsheet.artifacts import Candidate
from loadsheet.funnel.fuse import by_scores, fuse, leading


def test_agreement_between_sources_outranks_one_first_place() -> None:
    found = fuse([
        candidate("lonely", source="lexical", rank=1),
        candidate("agreed", source="lexical", rank=2),
        candidate("agreed", source="vectors", rank=2),
    ])  # fmt: skip
    assert [item.id for item in found] == ["agreed", "lonely"]


def test_a_source_of_less_weight_has_less_of_a_vote() -> None:
    rows = [candidate("words", source="lexical"), candidate("near", source="vectors")]
    assert [i.id for i in fuse(rows, {"lexical": 0.4})] == ["near", "words"]
    assert [i.id for i in fuse(rows, {"vectors": 0.4})] == ["words", "near"]


@given(st.lists(candidates(), max_size=14), st.randoms(use_true_random=False))
def test_order_of_arrival_does_not_change_the_result(rows: list[Candidate], chance: Random) -> None:
    shuffled = list(rows)
    chance.shuffle(shuffled)
    assert fuse(shuffled) == fuse(rows)


@given(st.lists(candidates(), max_size=14))
def test_each_passage_stands_once_and_none_is_lost(rows: list[Candidate]) -> None:
    found = fuse(rows)
    assert sorted(item.id for item in found) == sorted({row.passage_id for row in rows})
    assert all(a.score >= b.score for a, b in pairwise(found))


def test_a_hit_that_stands_far_out_outranks_one_that_is_a_little_nearer() -> None:
    rows = [
        candidate("near", source="vectors", rank=1, score=0.52),
        candidate("rare", source="vectors", rank=2, score=0.50),
        candidate("rare", source="lexical", rank=1, score=12.0),
        candidate("near", source="lexical", rank=2, score=3.0),
    ]
    assert [item.id for item in by_scores(fuse(rows))] == ["rare", "near"]


def test_every_reading_of_a_question_has_its_say() -> None:
    rows = [
        candidate("one", source="vectors", query="a", rank=1, score=0.9),
        candidate("both", source="vectors", query="a", rank=2, score=0.8),
        candidate("last", source="vectors", query="a", rank=3, score=0.1),
        candidate("both", source="vectors", query="b", rank=1, score=0.8),
        candidate("last", source="vectors", query="b", rank=2, score=0.1),
    ]
    assert [item.id for item in by_scores(fuse(rows))] == ["both", "one", "last"]


def test_what_lies_near_the_best_gains() -> None:
    rows = [
        candidate("first", source="vectors", rank=1, score=0.9),
        candidate("other", source="vectors", rank=2, score=0.52),
        candidate("alike", source="vectors", rank=3, score=0.50),
    ]
    near = {"first": 1.0, "other": 0.2, "alike": 0.8}
    liked = [row.model_copy(update={"likeness": near[row.passage_id]}) for row in rows]
    assert [item.id for item in by_scores(fuse(rows))] == ["first", "other", "alike"]
    assert [item.id for item in by_scores(fuse(liked))] == ["first", "alike", "other"]


def test_a_reading_that_a_source_did_not_answer_takes_nothing_from_the_others() -> None:
    rows = [
        candidate("near", source="vectors", query="a", rank=1, score=0.60),
        candidate("rare", source="vectors", query="a", rank=2, score=0.50),
        candidate("rare", source="lexical", query="a", rank=1, score=9.0),
        candidate("near", source="vectors", query="b", rank=1, score=0.60),
        candidate("rare", source="vectors", query="b", rank=2, score=0.50),
    ]
    assert [item.id for item in by_scores(fuse(rows))] == ["rare", "near"]
    light = {"lexical": 0.1}
    assert [item.id for item in by_scores(fuse(rows, light), light)] == ["near", "rare"]


def test_a_passage_that_stands_out_leads_alone_and_equal_ones_together() -> None:
    def led(*scores: float) -> list[float]:
        rows = (
            candidate(f"p{n}", source="vectors", rank=n + 1, score=score)
            for n, score in enumerate(scores)
        )
        return [part for _, part in leading(fuse(rows), 2)]

    assert led(0.9, 0.5, 0.1)[0] > 0.99
    assert led(0.6, 0.6, 0.1) == [0.5, 0.5]
    assert leading(fuse([candidate("words", source="lexical")]), 2) == []


@given(st.lists(candidates(), max_size=14))
def test_without_vectors_the_votes_stand(rows: list[Candidate]) -> None:
    found = fuse([row for row in rows if row.found_by != "vectors"])
    assert by_scores(found) == found


def test_a_query_counts_its_share_in_votes_and_in_scores() -> None:
    def ordered(share: float) -> list[list[str]]:
        beside = {"share": share}
        rows = [
            candidate("asked", source="vectors", query="asked", rank=1, score=0.8),
            candidate("around", source="vectors", query="asked", rank=2, score=0.5),
            candidate("around", source="vectors", query="context", rank=1, score=0.9).model_copy(update=beside),
            candidate("asked", source="vectors", query="context", rank=2, score=0.5).model_copy(update=beside),
        ]  # fmt: skip
        return [[item.id for item in found] for found in (fuse(rows), by_scores(fuse(rows)))]

    assert ordered(0.5) == [["asked", "around"]] * 2
    assert ordered(2.0) == [["around", "asked"]] * 2
