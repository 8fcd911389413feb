"""The second plan of a turn: when it is made, and what it searches."""

from __future__ import annotations

from tests.stages.talking import Talk

from loadsheet.artifacts import Candidate, Evidence, EvidenceSet, Heard, RoutePlan
from loadsheet.stages.parts import assigned
from loadsheet.stages.reroute import RULE, Misrouted, Reroute

EU = "Customers in the EU have a refund window of 14 days."
US = "Customers in the US have a refund window of 30 days."
PARTS = ("the refund windows for the EU.", "the refund windows for the US.")


def found(*texts: str, parts: tuple[str, ...] = PARTS, sufficient: bool = True) -> EvidenceSet:
    rows = [
        Evidence(
            candidate=Candidate(
                passage_id=str(n), document=str(n), version=1, start=0, end=len(text), text=text,
                tokens=9, found_by="lexical", query="q", rank=n, score=1.0,
            ),
            score=0.9,
        )
        for n, text in enumerate(texts, start=1)
    ]  # fmt: skip
    return assigned(EvidenceSet(evidence=tuple(rows), sufficient=sufficient), parts)


def asked(
    text: str = "Compare the refund windows for the EU and the US.",
) -> tuple[Heard, RoutePlan]:
    return Talk().say(text)


def test_the_parts_of_a_question_are_named_and_searched_as_a_whole_first() -> None:
    _, plan = asked()
    assert (plan.effort, plan.parts) == ("multi_step", PARTS)
    assert [query.purpose for query in plan.queries.queries] == ["question"]


def test_a_part_on_which_no_evidence_bears_calls_for_a_search_of_that_part_alone() -> None:
    heard, plan = asked()
    tried = Misrouted(heard=heard, plan=plan, evidence=found(EU))
    assert Reroute().wanted(tried)
    second = Reroute()(tried)
    assert second.triggers == (
        "part_uncovered from internal_corpus by rule documents: the refund windows for the US.",
    )
    assert [query.text for query in second.queries.queries] == [PARTS[1]]


def test_evidence_for_every_part_calls_for_no_other_search() -> None:
    heard, plan = asked()
    evidence = found(EU, US)
    assert [row.parts for row in evidence.evidence] == [PARTS[:1], PARTS[1:]]
    assert not Reroute().wanted(Misrouted(heard=heard, plan=plan, evidence=evidence))


def test_a_pronoun_is_not_the_name_of_a_country() -> None:
    told = "They told us that customers in the EU have a refund window of 14 days."
    assert [row.parts for row in found(told).evidence] == [PARTS[:1]]


def test_too_little_for_the_whole_calls_for_its_parts() -> None:
    heard, plan = asked()
    tried = Misrouted(heard=heard, plan=plan, evidence=found(sufficient=False))
    assert Reroute().wanted(tried)
    second = Reroute()(tried)
    assert second.triggers == ("empty_retrieval from internal_corpus by rule documents",)
    assert tuple(query.text for query in second.queries.queries) == PARTS


def test_what_was_searched_as_a_whole_is_not_searched_again_where_there_are_no_parts() -> None:
    heard, plan = asked("What is the refund window for the EU?")
    assert not Reroute().wanted(Misrouted(heard=heard, plan=plan, evidence=EvidenceSet()))


def test_how_the_answer_is_to_look_is_no_reason_to_search_again() -> None:
    heard, plan = asked("In one sentence, what is the refund window for the EU?")
    assert plan.queries.queries[0].text != heard.turn.query
    assert not Reroute().wanted(Misrouted(heard=heard, plan=plan, evidence=EvidenceSet()))


def test_the_second_plan_of_a_turn_is_the_last() -> None:
    heard, plan = asked()
    second = Reroute()(Misrouted(heard=heard, plan=plan, evidence=EvidenceSet()))
    assert second.rule == RULE
    assert not Reroute().wanted(Misrouted(heard=heard, plan=second, evidence=EvidenceSet()))
