"""What a turn is measured by, without knowing the right answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.funnel.made import candidates
from tests.turns.acting import DOCUMENTS, agent

import loadsheet
from loadsheet.artifacts import Candidate, CandidateList, EvidenceSet
from loadsheet.stages.reduce import Found, Reduce
from loadsheet.stages.score import accounted

LISTS = st.lists(candidates(), min_size=1, max_size=12)


def reduced(rows: list[Candidate]) -> tuple[CandidateList, EvidenceSet]:
    found = CandidateList(candidates=tuple(rows), weights=(("refund", 0.9),), documents=3)
    return found, Reduce()(Found(question="How long is the refund window?", candidates=found))


@given(LISTS)
def test_the_audit_finds_every_span_that_went_into_the_funnel(rows: list[Candidate]) -> None:
    assert accounted(*reduced(rows)) == 1.0


@given(LISTS, st.data())
def test_the_audit_falls_when_one_is_lost(rows: list[Candidate], data: st.DataObject) -> None:
    found, evidence = reduced(rows)
    lost = data.draw(st.sampled_from(rows)).passage_id
    kept = tuple(item for item in evidence.evidence if item.candidate.passage_id != lost)
    kept = tuple(item.model_copy(update={"corroborated_by": ()}) for item in kept)
    left = tuple(row for row in evidence.left_out if row.id != lost)
    less = evidence.model_copy(update={"evidence": kept, "left_out": left})
    assert accounted(found, less) == pytest.approx(1 - 1 / len({row.passage_id for row in rows}))


async def test_each_stage_of_a_turn_has_its_metric_by_the_name_of_the_contract() -> None:
    async with agent(loadsheet.ScriptedModel(["14 days [1]."])) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        answer = await open_agent.ask("What is the refund window for EU customers?")
        page = await open_agent.trace(answer.turn_id)
        score = next(event for event in page.events if event.stage == "score")
        assert score.gave
        body = page.bodies[score.gave]
        for name in (
            "rewrite_resolution_rate",
            "escalation_rate",
            "dedupe_ratio",
            "dropped_span_audit",
            "triggered_read_ratio",
            "fit_rate",
            "cost_per_turn",
            "manifest_coverage",
            "refusal_rate",
        ):
            assert f'"metric":"{name}"' in body
