"""What a turn does with models that answer well, badly, late or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.turns.acting import DOCUMENTS, agent

import loadsheet
from loadsheet.artifacts import Block, MemorySlice, ModelCandidate, Reading
from loadsheet.assembly.blocks import block
from loadsheet.errors import WindowError
from loadsheet.ports import Piece
from loadsheet.stages.recall import Recall
from loadsheet.stages.select_model import RoutingPolicy, SelectModel

QUESTION = "What is the refund window for EU customers?"


async def test_a_marker_that_names_no_source_is_removed_and_flagged() -> None:
    model = loadsheet.ScriptedModel(["It is 14 days [1], some say 15 [7]."])
    async with agent(model) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        parts = [part async for part in open_agent.stream(QUESTION)]
        answer = parts[-1]
        assert isinstance(answer, loadsheet.Answer)
        assert answer.text == "It is 14 days [1], some say 15."
        assert "".join(p for p in parts if isinstance(p, str)) == answer.text
        assert [citation.marker for citation in answer.citations] == [1]
        page = await open_agent.trace(answer.turn_id)
        generate = next(event for event in page.events if event.stage == "generate")
        assert generate.failure == "markers without a source removed: [7]"


@pytest.mark.parametrize("said", ["\n\n 14 days. [1] \n", "14 days.\n\nNo more. [1]", " \n "])
async def test_what_is_streamed_is_the_answer(said: str) -> None:
    async with agent(loadsheet.ScriptedModel([said])) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        parts = [part async for part in open_agent.stream(QUESTION)]
    answer = parts.pop()
    assert isinstance(answer, loadsheet.Answer)
    assert "".join(part for part in parts if isinstance(part, str)) == answer.text


async def test_the_model_sees_the_prompt_that_the_answer_carries() -> None:
    model = loadsheet.ScriptedModel(["14 days [1]."])
    async with agent(model) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        answer = await open_agent.ask(QUESTION)
        assert [prompt.serialized() for prompt in model.prompts] == [answer.prompt.serialized()]


async def test_no_model_is_asked_when_the_evidence_is_not_sufficient() -> None:
    model = loadsheet.ScriptedModel([])
    async with agent(model) as open_agent:
        answer = await open_agent.ask(QUESTION)
        assert answer.outcome == "insufficient_evidence"
        assert model.prompts == []


async def test_a_prompt_that_a_server_finds_too_long_is_made_smaller_on_record() -> None:
    model = loadsheet.ScriptedModel([WindowError("maximum context length is 700"), "14 days [1]."])
    async with agent(model) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        answer = await open_agent.ask(QUESTION)
        before = (await open_agent.prepare(QUESTION, session="before")).manifest.total_tokens
        assert answer.manifest.total_tokens <= 0.75 * before
        assert any("too long" in note for note in answer.manifest.notes)
        page = await open_agent.trace(answer.turn_id)
        assert [e.stage for e in page.events].count("assemble") == 2
        assert (await open_agent.replayed(answer.turn_id)).same


async def test_when_a_model_fails_the_prompt_is_assembled_again_for_the_next() -> None:
    first = loadsheet.ScriptedModel([loadsheet.ModelError("connection refused")], name="first")
    second = loadsheet.ScriptedModel(["14 days [1]."], name="second")
    async with agent(first) as open_agent:
        models = (
            ModelCandidate(name="first", window=9000, priority=0),
            ModelCandidate(name="second", window=1900, output_limit=900, priority=1),
        )
        pipeline = replace(
            open_agent.pipeline,
            models={"first": first, "second": second},
            select_model=SelectModel(models, RoutingPolicy()),
        )
        open_agent.pipeline = pipeline
        await open_agent.add_documents(DOCUMENTS)
        answer = await open_agent.ask(QUESTION)
        assert answer.text == "14 days [1]."
        assert answer.manifest.model == "second"
        assert answer.manifest.budget.prompt_tokens == 1000
        assert any("first failed: connection refused" in note for note in answer.manifest.notes)


async def test_a_turn_whose_only_model_fails_raises_and_is_in_the_trace() -> None:
    model = loadsheet.ScriptedModel([loadsheet.ModelError("connection refused")])
    async with agent(model) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        with pytest.raises(loadsheet.ModelError, match="connection refused"):
            await open_agent.ask(QUESTION)
        (record,) = await open_agent.turns()
        assert record.outcome == "failed"
        assert (await open_agent.replayed(record.id)).same


async def test_the_manifest_says_what_the_turn_costs_and_what_a_cache_can_keep() -> None:
    model = loadsheet.ScriptedModel(["14 days [1].", "28 days [1]."])
    priced = ModelCandidate(name="scripted", window=9000, price_in=2.0, price_out=10.0)
    async with agent(model, {"models": [priced.model_dump()]}) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        one = await open_agent.ask(QUESTION)
        two = await open_agent.ask("What is the refund window for UK customers?")
        assert one.manifest.cost == (one.manifest.total_tokens * 2.0 + 1000 * 10.0) / 1_000_000
        assert one.prompt.messages[0] == two.prompt.messages[0]
        assert one.manifest.cacheable_tokens == one.manifest.entries[0].tokens


async def test_a_model_that_finds_every_prompt_too_long_makes_way_for_the_next() -> None:
    first = loadsheet.ScriptedModel([WindowError("too long")] * 4, name="first")
    second = loadsheet.ScriptedModel(["14 days [1]."], name="second")
    async with agent(first) as open_agent:
        models = tuple(ModelCandidate(name=n, window=9000) for n in ("first", "second"))
        open_agent.pipeline = replace(
            open_agent.pipeline,
            models={"first": first, "second": second},
            select_model=SelectModel(models, RoutingPolicy()),
        )
        await open_agent.add_documents(DOCUMENTS)
        answer = await open_agent.ask(QUESTION)
        assert (answer.text, answer.manifest.model) == ("14 days [1].", "second")
        assert answer.manifest.budget.prompt_tokens == 8000


async def test_what_another_agent_pins_while_a_model_answers_is_kept(tmp_path: Path) -> None:
    class Slow:
        name = "slow"

        def __init__(self, other: loadsheet.Agent) -> None:
            self.other = other

        async def stream(
            self, prompt: loadsheet.Prompt, *, max_tokens: int
        ) -> AsyncIterator[Piece]:
            await self.other.constrain("Never suggest AWS.")
            yield Piece("14 days [1].")

    state = str(tmp_path)
    async with (
        loadsheet.Agent.open(state) as other,
        loadsheet.Agent.open(state, model=Slow(other)) as one,
    ):
        await one.add_documents(DOCUMENTS)
        mine = await one.constrain("Only the EU.")
        await one.ask(QUESTION)
        kept = await other.constrain("Only the EU.")
        assert [row.text for row in kept] == ["Only the EU.", "Never suggest AWS."]
        left = await other.withdraw(mine[0].id)
        assert [row.text for row in left] == ["Never suggest AWS."]
        stored = await one.store.state("default", "main")
        assert stored is not None
        assert stored.turns == 1


async def test_turns_of_two_agents_in_one_session_add_up(tmp_path: Path) -> None:
    state = str(tmp_path)
    async with loadsheet.Agent.open(state) as one, loadsheet.Agent.open(state) as other:
        await one.add_documents(DOCUMENTS)
        await asyncio.gather(*(a.ask(QUESTION) for a in (one, other) for _ in range(5)))
        stored = await one.store.state("default", "main")
        assert stored is not None
        assert stored.turns == 10
        assert (await one.store.length("default", "main"))[0] == 20


def test_a_window_without_room_beside_the_reply_is_refused_by_name() -> None:
    with pytest.raises(loadsheet.SettingsError, match="model 'tiny': a window of 1000 tokens"):
        agent(settings={"models": [{"name": "tiny", "window": 1000}], "api_key": "k"})


async def test_a_citation_shows_the_label_as_the_document_has_it() -> None:
    text = '# Terms & "conditions"\n\n## 1 Returns <EU> & others\n\nReturns are free for 14 days.\n'
    async with agent() as open_agent:
        await open_agent.add_documents([loadsheet.Document(id='a"b&c.md', text=text)])
        answer = await open_agent.ask("How many days are returns free?")
        assert [citation.label for citation in answer.citations] == [
            'a"b&c › 1 Returns <EU> & others'
        ]
        header = answer.prompt.messages[-1]["content"].split("\n")[0]
        assert (
            header
            == '<evidence id="1" source="a&quot;b&amp;c › 1 Returns &lt;EU&gt; &amp; others">'
        )


@dataclass(frozen=True)
class Told(Recall):
    """Memory that tells these blocks, whatever is asked."""

    blocks: tuple[Block, ...] = ()

    async def __call__(self, given: Reading, /) -> MemorySlice:
        """The blocks."""
        return MemorySlice(blocks=self.blocks, sufficient=True)


async def test_an_instruction_makes_nobody_surer_of_a_weak_sentence() -> None:
    async with agent(loadsheet.ScriptedModel([])) as open_agent:
        counter = open_agent.pipeline.counter
        told = tuple(
            block(
                "memory",
                id_,
                "x",
                counter=counter,
                producer="recall",
                rule=rule,
                reason="",
                score=score,
            )
            for id_, rule, score in (
                ("r1", "spoken", 0.3),
                ("instruction:r2", "standing_instruction", 1.0),
            )
        )
        open_agent.pipeline = replace(open_agent.pipeline, recall=Told(blocks=told))
        ready = await open_agent.prepare(QUESTION)
        assert ready.outcome == "answered"
        assert ready.confidence == 0.3
