"""What each block of a recorded prompt gave to its answer."""

from __future__ import annotations

import pytest
from tests.turns.acting import DOCUMENTS, agent

import loadsheet
from loadsheet import Contribution
from loadsheet.evals.case import CaseTurn
from loadsheet.evals.contribution import IRRELEVANT, REDUNDANT, Ablation

ASKED = "How long is the EU refund window?"


async def test_the_block_that_the_answer_rests_on_costs_the_answer() -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        await one.ask(ASKED)
        found = await one.contribution(expected="14 days")
    assert found.whole.scores.correctness == 1.0
    best = next(r for r in found.rows if r.blocks == ("evidence:1",))
    other = next(r for r in found.rows if r.blocks == ("evidence:2",))
    assert (best.delta.correctness, best.unchanged) == (-1.0, False)
    assert (other.delta.correctness, other.note) == (0.0, IRRELEVANT)
    assert other.corroborated_by == ()


async def test_blocks_that_cover_for_each_other_are_found_by_leaving_out_both() -> None:
    again = loadsheet.Document(
        id="faq.md", text="In short: the refund window for EU customers is 14 days from delivery."
    )
    async with agent(loadsheet.ScriptedModel(["14 days. [1]"] * 4 + ["I do not know."] * 9)) as one:
        await one.add_documents([DOCUMENTS[0], again])
        await one.ask(ASKED)
        found = await one.contribution(expected="14 days")
    assert all(r.note == REDUNDANT for r in found.rows)
    assert {r.blocks[0]: r.corroborated_by for r in found.rows} == {
        "evidence:1": ("evidence:2",),
        "evidence:2": ("evidence:1",),
    }
    (pair,) = found.pairs
    assert pair.delta.correctness == -1.0


async def test_a_number_that_is_perturbed_shows_in_the_answer_that_rests_on_it() -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        await one.ask(ASKED)
        found = await one.contribution(expected="14 days", perturb=True)
    best = next(r for r in found.rows if r.blocks == ("evidence:1",))
    assert "25 days" in best.answer
    assert best.scores.correctness == 0.0
    assert best.scores.uncertainty == 0.0


async def test_what_exceeds_the_calls_is_named_and_not_averaged() -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        await one.ask(ASKED)
        costs: list[int] = []
        found = await one.contribution(
            expected="14 days", calls=2, before=lambda planned: costs.append(planned.calls)
        )
    assert (found.calls, costs) == (2, [2])
    assert found.unmeasured == ("evidence:2",)


async def test_the_bench_assembles_the_recorded_prompt_byte_for_byte() -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        await one.ask("Never suggest store credit.")
        answer = await one.ask(ASKED)
        recorded = await one.recorded()
        bench = Ablation.of(recorded, wanted=CaseTurn(question=ASKED), counter=one.counter)
    assert bench.without().prompt.serialized() == answer.prompt.serialized()


async def test_without_an_expectation_the_answer_is_compared_with_itself() -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        await one.ask(ASKED)
        found = await one.contribution()
        assert found.whole.scores.correctness == 1.0
        assert found.whole.scores.uncertainty is None
        assert len(await one.turns()) == 1
    assert Contribution.model_validate_json(found.model_dump_json()) == found


async def test_a_turn_that_no_model_answered_cannot_be_measured() -> None:
    async with agent(settings={"route": "rules"}) as one:
        await one.ask("Thanks!")
        with pytest.raises(loadsheet.InputError, match="answered by no model"):
            await one.contribution()


@pytest.mark.parametrize("calls", [0, 1])
async def test_calls_that_measure_no_block_are_refused(calls: int) -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        await one.ask(ASKED)
        with pytest.raises(
            loadsheet.InputError, match=f"calls = {calls} measures no block.*1 \\+ 2"
        ):
            await one.contribution(expected="14 days", calls=calls)
