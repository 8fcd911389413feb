from __future__ import annotations

from random import Random
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st
from tests.funnel.made import candidate, candidates

from loadsheet.artifacts import Candidate, CandidateList, EvidenceSet, Missing, Step
from loadsheet.models.counters import counter
from loadsheet.stages.evidence_blocks import blocks_of
from loadsheet.stages.reduce import Found, Reduce

WEIGHTS = (("refund", 0.9), ("window", 0.6), ("deploy", 0.8))

LISTS = st.lists(candidates(), max_size=16)


def reduced(
    rows: list[Candidate], question: str = "How long is the refund window?", **found: object
) -> EvidenceSet:
    held = CandidateList.model_validate(
        {"candidates": tuple(rows), "weights": WEIGHTS, "documents": 3, **found}
    )
    return Reduce()(Found(question=question, candidates=held))


@given(LISTS)
def test_every_candidate_is_evidence_or_left_out_with_stage_rule_and_reason(
    rows: list[Candidate],
) -> None:
    made = reduced(rows)
    kept = [item.candidate.passage_id for item in made.evidence]
    gone = [row.id for row in made.left_out]
    assert sorted([*kept, *gone]) == sorted({row.passage_id for row in rows})
    assert all(row.stage == "reduce" and row.rule and row.reason for row in made.left_out)


@given(LISTS)
def test_the_ledger_accounts_for_every_passage(rows: list[Candidate]) -> None:
    made = reduced(rows)
    fuse, *others = made.steps
    assert fuse.given == len(rows)
    for before, step in zip((fuse, *others), others, strict=False):
        assert step.given == before.kept
        removed = [row for row in made.left_out if row.rule in step.rules]
        assert step.given - step.kept == len(removed)
    assert others[-1].kept == len(made.evidence)


@given(LISTS, st.randoms(use_true_random=False))
def test_order_of_arrival_does_not_change_the_evidence(
    rows: list[Candidate], chance: Random
) -> None:
    shuffled = list(rows)
    chance.shuffle(shuffled)
    assert reduced(shuffled) == reduced(rows)


@given(LISTS)
def test_a_passage_that_was_merged_corroborates_one_that_says_it(rows: list[Candidate]) -> None:
    made = reduced(rows)
    merged = {row.id for row in made.left_out if row.rule in {"duplicate", "contained"}}
    corroborating = {c.passage_id for item in made.evidence for c in item.corroborated_by}
    assert corroborating <= merged


def test_the_manifest_names_every_source_that_says_the_same() -> None:
    text = "The refund window for EU customers is 14 days from delivery."
    rows = [
        candidate("a", text, matched=("refund", "window"), year=2019),
        candidate("b", text, matched=("refund", "window"), year=2024, rank=2),
    ]
    block = blocks_of(reduced(rows), counter("estimate"))[0]
    assert [source.document for source in block.sources] == ["b.md", "a.md"]


@given(LISTS, st.sets(st.sampled_from(get_args(Step))))
def test_with_any_step_left_out_nothing_is_lost(rows: list[Candidate], skip: set[Step]) -> None:
    held = CandidateList(candidates=tuple(rows), weights=WEIGHTS, documents=3)
    made = Reduce(skip=frozenset(skip))(Found(question="refund window?", candidates=held))
    kept = [item.candidate.passage_id for item in made.evidence]
    assert sorted([*kept, *(row.id for row in made.left_out)]) == sorted(
        {row.passage_id for row in rows}
    )
    left = {row.rule for row in made.left_out}
    rules = {"deduplicate": {"duplicate", "contained"}, "threshold": {"below_floor"}}
    assert not any(left & rules.get(step, set()) for step in skip)
    assert "compress" not in skip or not any(item.shorter for item in made.evidence)


def test_what_is_lacking_is_said_in_different_words() -> None:
    repeated = [candidate(name, "Deploys are allowed on Fridays.") for name in "abcd"]
    own = [candidate("a", "I live in Ghent, above the shop.", matched=("live",))]
    late = (Missing(source="lexical", reason="no answer within 9 s"),)
    lacks = {
        reduced([], documents=0).lack: reduced([], documents=0).searched,
        reduced([], documents=0, missing=late).lack: reduced([], missing=late).searched,
        reduced([]).lack: reduced([]).searched,
        reduced([candidate("a")]).lack: reduced([candidate("a")]).searched,
        reduced(repeated).lack: reduced(repeated).searched,
        reduced(own, "Where do I live?").lack: reduced(own, "Where do I live?").searched,
    }
    assert list(lacks) == [
        "empty_index", "not_answered", "nothing_found", "nothing_relevant", "only_repeats",
        "other_speaker",
    ]  # fmt: skip
    assert len(set(lacks.values())) == len(lacks)


def test_evidence_that_suffices_lacks_nothing() -> None:
    made = reduced([candidate("a", matched=("refund", "window", "deploy"))])
    assert (made.sufficient, made.lack) == (True, "")
