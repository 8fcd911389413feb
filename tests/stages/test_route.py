from __future__ import annotations

from itertools import product

import pytest
from tests.stages.talking import Talk

from loadsheet import route_granularity
from loadsheet.artifacts import EvidenceSet, IntentVector, Known, Origin
from loadsheet.stages.planned import adopted
from loadsheet.stages.reroute import Misrouted, Reroute
from loadsheet.stages.route import SOURCES


@pytest.mark.parametrize(
    ("fine_grained", "abstract", "event_level"), list(product((0.0, 0.49, 0.5, 1.0), repeat=3))
)
def test_every_combination_of_flags_has_one_operator(
    fine_grained: float, abstract: float, event_level: float
) -> None:
    intent = IntentVector(fine_grained=fine_grained, abstract=abstract, event_level=event_level)
    verbatim, gist = fine_grained >= 0.5, abstract >= 0.5 or event_level >= 0.5
    expected = "raw_passage" if verbatim else "episodic_summary" if gist else "fact_lookup"
    assert route_granularity(intent) == expected


def test_wording_outranks_the_gist_and_both_signals_are_kept() -> None:
    heard, plan = Talk().say("Summarize our Q3 refund policy for EU customers.")
    assert plan.granularity == "raw_passage"
    assert plan.intent.has("fine_grained")
    assert plan.intent.has("abstract")
    assert {"fine_grained: rule_for_one_case", "abstract: gist"} <= set(plan.intent.signals)
    assert [query.text for query in plan.queries.queries] == [heard.turn.question]


@pytest.mark.parametrize(
    ("text", "source", "granularity", "effort"),
    [
        ("What is the notice period?", "internal_corpus", "fact_lookup", "single_shot"),
        ("Quote the clause on subletting.", "internal_corpus", "raw_passage", "single_shot"),
        (
            "Give me an overview of the strike.",
            "internal_corpus",
            "episodic_summary",
            "single_shot",
        ),
        ("What happened at the May meeting?", "internal_corpus", "episodic_summary", "single_shot"),
        ("Compare the two tariffs.", "internal_corpus", "fact_lookup", "multi_step"),
        ("List all suppliers in Norway.", "internal_corpus", "fact_lookup", "multi_step"),
        ("thanks a lot!", "none", "fact_lookup", "single_shot"),
        ("what's 17 * 3?", "none", "fact_lookup", "single_shot"),
        ("What was my first question?", "none", "fact_lookup", "single_shot"),
    ],
)
def test_the_kind_of_question_decides_the_plan(
    text: str, source: str, granularity: str, effort: str
) -> None:
    _, plan = Talk().say(text)
    assert (str(plan.source), plan.granularity, plan.effort) == (source, granularity, effort)


def test_a_verified_row_is_read_by_its_key() -> None:
    row = Known(kind="row", key="budget.marketing.2025", text="Marketing, budget 2025: 1.2 m")
    _, plan = Talk(row).say("What's marketing's budget for 2025?")
    assert plan.source is Origin.STRUCTURED_STORE
    assert plan.queries.queries == ()
    assert plan.queries.keys == ("budget.marketing.2025",)


def test_what_the_user_told_is_read_from_memory() -> None:
    record = Known(kind="record", key="marta.birthday", text="Marta's birthday is 9 May.")
    _, plan = Talk(record).say("When is Marta's birthday?")
    assert plan.source is Origin.MEMORY
    assert plan.memory_read.fire
    assert plan.memory_read.trigger == "key_match"


def test_a_name_that_the_record_does_not_hold_is_looked_up_elsewhere() -> None:
    record = Known(kind="record", key="marta.birthday", text="Marta's birthday is 9 May.")
    assert Talk(record).say("When is Noor's birthday?")[1].source is Origin.INTERNAL_CORPUS


def test_the_weather_needs_the_place_where_the_user_lives_and_nonsense_needs_nothing() -> None:
    home = Known(kind="record", key="user.home", text="I live in Kleinenbroich.")
    talk = Talk(home)
    assert not talk.say("QQQQ zzz?")[1].memory_read.fire
    _, plan = talk.say("What's the weather tomorrow?")
    assert (plan.memory_read.fire, plan.memory_read.trigger) == (True, "slot_needed")


def test_a_standing_instruction_is_read_when_its_condition_holds() -> None:
    rule = Known(
        kind="record", key="tables", text="When I ask for a comparison, use a table.",
        type="procedural",
    )  # fmt: skip
    assert Talk(rule).say("Compare Fix and Flow.")[1].memory_read.trigger == "standing_instruction"
    assert not Talk(rule).say("When does Fix end?")[1].memory_read.fire


def test_a_correction_reads_the_structured_store_and_leaves_memory_shut() -> None:
    talk = Talk()
    talk.say("What is the EU refund window?", "14 days.")
    _, plan = talk.say("Actually the EU window changed to 30 days last month.")
    assert (plan.source, plan.granularity) == (Origin.STRUCTURED_STORE, "fact_lookup")
    assert not plan.memory_read.fire


def test_a_plan_that_found_nothing_is_made_once_more_from_the_documents() -> None:
    talk = Talk()
    talk.say("What is the EU refund window?", "14 days.")
    heard, plan = talk.say("Actually the EU window changed to 30 days last month.")
    tried = Misrouted(heard=heard, plan=plan, evidence=EvidenceSet())
    assert Reroute().wanted(tried)
    second = Reroute()(tried)
    assert second.source is Origin.INTERNAL_CORPUS
    assert second.triggers == ("empty_retrieval from structured_store by rule corrected_value",)
    assert second.queries.queries[0].text == heard.turn.query


def test_a_turn_that_needs_no_evidence_is_never_routed_again() -> None:
    heard, plan = Talk().say("thanks!")
    assert not Reroute().wanted(Misrouted(heard=heard, plan=plan, evidence=EvidenceSet()))


@pytest.mark.parametrize("answer", ["0", "9", "two", "", "-1", "1.0", "२"])
def test_a_pick_that_was_not_offered_falls_to_the_rules(answer: str) -> None:
    heard, plan = Talk().say("what's 3.2% of 385,000?")
    made = adopted(heard, plan, answer)
    assert (made.source, made.rule, made.queries) == (plan.source, plan.rule, plan.queries)
    assert made.triggers[-1].startswith("hypothesis")


def test_a_pick_that_was_offered_is_taken_and_says_so() -> None:
    heard, plan = Talk().say("what's 3.2% of 385,000?")
    made = adopted(heard, plan, "2")
    assert (made.rule, made.source) == ("hypothesis:documents", Origin.INTERNAL_CORPUS)
    assert [query.text for query in made.queries.queries] == [heard.turn.query]
    assert adopted(heard, plan, "1") == plan


def test_each_rule_has_an_id_of_its_own() -> None:
    assert len({rule.id for rule in SOURCES}) == len(SOURCES)
