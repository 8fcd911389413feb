"""Whole turns over two small documents, with their traces and manifests as a reviewer reads them."""

from __future__ import annotations

from pathlib import Path

import pytest
from inline_snapshot import snapshot
from tests.turns.acting import DOCUMENTS, agent, story, table

import loadsheet


async def test_a_question_is_answered_from_the_passage_that_speaks_of_it() -> None:
    async with agent() as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        answer = await open_agent.ask("What is the refund window for EU customers?")
        assert answer.text == snapshot(
            "The refund window for EU customers is 14 days from delivery. [1]"
        )
        assert [(c.marker, c.label, c.source.document) for c in answer.citations] == snapshot(
            [(1, "doc_17 §3.2", "doc_17.md")]
        )
        assert table(answer.manifest) == snapshot(
            [
                "instructions instructions full 171 settings/always",
                "evidence evidence:2 full 63 reduce/above_floor",
                "evidence evidence:1 full 65 reduce/above_floor",
                "question question full 15 intake/always",
                "framing 11, total 325",
            ]
        )
        assert story(await open_agent.trace(answer.turn_id)) == snapshot(
            [
                "intake: -",
                "correct: nothing to correct",
                "route: internal_corpus by rule fixed; memory is left to its own triggers",
                "retrieve: 2 candidates from 2 documents",
                "reduce: fuse: 2 → 2; deduplicate: 2 → 2; threshold: 2 → 2; cap: 2 → 2; compress: 2 → 2",
                "recall: not read: no trigger",
                "gather: 4 blocks and 0 messages are offered",
                "select_model: extractive: holds 325 tokens and the reply; local, priority 0",
                "assemble: 4 entries for extractive, 325 of 8000 tokens, 0 left out",
                "generate: answered by extractive",
                "remember: stored: EU customers: refund window",
                "score: not applicable: rewrite_resolution_rate, read_found",
            ]
        )


async def test_a_follow_up_carries_the_conversation_as_history() -> None:
    async with agent() as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        await open_agent.ask("What is the refund window for EU customers?")
        answer = await open_agent.ask("And for the UK?")
        assert answer.text == snapshot(
            "The refund window for UK customers is 28 days from delivery. [1]"
        )
        assert table(answer.manifest) == snapshot(
            [
                "instructions instructions full 171 settings/always",
                "history t1.user full 9 transcript/newest_units",
                "history t1.assistant full 16 transcript/newest_units",
                "task_state reading full 23 intake/leans_on_the_conversation",
                "evidence evidence:2 full 65 reduce/above_floor",
                "evidence evidence:1 full 63 reduce/above_floor",
                "question question full 11 intake/always",
                "framing 19, total 377",
            ]
        )


async def test_a_question_that_nothing_speaks_of_gets_the_declared_answer() -> None:
    async with agent() as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        answer = await open_agent.ask("How fast does a swallow fly?")
        assert (answer.outcome, answer.text, answer.confidence) == snapshot(
            (
                "insufficient_evidence",
                "There is not enough evidence to answer this: 2 documents searched, no passage speaks of it.",
                0.0,
            )
        )


async def test_an_empty_index_is_said_to_be_empty() -> None:
    async with agent() as open_agent:
        answer = await open_agent.ask("What is the refund window?")
        assert (answer.outcome, answer.text) == snapshot(
            (
                "insufficient_evidence",
                "There is not enough evidence to answer this: nothing is indexed yet.",
            )
        )


async def test_what_is_below_the_floor_is_in_the_left_out_list_with_its_reason() -> None:
    async with agent(settings={"evidence_floor": 0.3}) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        answer = await open_agent.ask("Who pays the postage of EU customers?")
        rows = [(r.id, r.stage, r.rule, r.reason) for r in answer.manifest.left_out]
        assert rows == snapshot(
            [
                (
                    "doc_31.md@1:0-168",
                    "reduce",
                    "below_floor",
                    "relevance 0.20 is below the floor 0.3",
                )
            ]
        )


async def test_every_turn_of_a_session_replays_to_the_same_bytes_without_the_corpus() -> None:
    async with agent() as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        asked = ["What is the EU window?", "And for the UK?", "Who pays postage?", "Why?"]
        sent = [await open_agent.ask(question) for question in asked]
        await open_agent.remove([document.id for document in DOCUMENTS])
        for answer in sent:
            again = await open_agent.replay(answer.turn_id)
            assert again.serialized() == answer.prompt.serialized()


async def test_preparing_a_turn_writes_nothing(tmp_path: Path) -> None:
    def stored() -> dict[str, bytes]:
        files = (file for file in tmp_path.iterdir() if not file.name.endswith("-shm"))
        return {file.name: file.read_bytes() for file in files}

    async with agent(state=str(tmp_path)) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        before = stored()
        ready = await open_agent.prepare("What is the EU window?", budget=2000)
        assert ready.manifest.total_tokens <= 2000
        assert ready.outcome == "answered"
        assert stored() == before
        assert await open_agent.turns() == []


async def test_a_workspace_sees_neither_the_documents_nor_the_sessions_of_another(
    tmp_path: Path,
) -> None:
    state = str(tmp_path)
    async with loadsheet.Agent.open(state, workspace="a") as one:
        await one.add_documents(DOCUMENTS)
        await one.ask("What is the EU window?")
    async with loadsheet.Agent.open(state, workspace="b") as other:
        assert await other.search("EU window") == []
        assert await other.turns() == []
        assert await other.sessions() == []
        answer = await other.ask("What is the EU window?")
        assert answer.outcome == "insufficient_evidence"
        with pytest.raises(loadsheet.UnknownError):
            await other.trace("nothing-of-the-kind")


async def test_a_pasted_log_is_evidence_and_the_question_stays_word_for_word() -> None:
    log = "\n".join(
        f"2026-03-01 09:{i % 60:02} worker {i} finished batch {i * 7}" for i in range(900)
    )
    crash = "Traceback: the worker crashed, MemoryError in batch loader"
    question = "why does the worker crash?"
    async with agent() as open_agent:
        answer = await open_agent.ask(f"{question}\n\n{log}\n{crash}\n", budget=3000)
        last = answer.prompt.messages[-1]["content"]
        assert last.endswith(f"<question>\n{question}\n</question>\n")
        assert answer.manifest.total_tokens <= 3000
        assert "MemoryError" in answer.text
        left = [row for row in answer.manifest.left_out if row.kind == "attachment"]
        assert left
        assert all(row.sources[0].start is not None for row in left)
        assert [message["role"] for message in answer.prompt.messages] == ["system", "user"]


async def test_with_truncate_the_last_passage_is_cut_at_a_sentence_and_replays() -> None:
    sentences = [
        f"Refund rule {n} says that region {n} has {n + 10} days for a refund." for n in range(30)
    ]
    document = loadsheet.Document(id="rules.md", text=" ".join(sentences))
    async with agent(settings={"strategy": "truncate", "budget": 400}) as open_agent:
        await open_agent.add_documents([document])
        answer = await open_agent.ask("How many days for a refund has region 7 by the refund rule?")
        (cut,) = [e for e in answer.manifest.entries if e.rendition == "cut"]
        kept = answer.prompt.messages[cut.message]["content"][cut.start : cut.end].split("\n")[1]
        assert kept.endswith(".")
        assert kept in document.text
        (dropped,) = cut.dropped
        assert document.text[dropped.start :].startswith(" Refund rule")
        assert (await open_agent.replayed(answer.turn_id)).same


async def test_a_log_of_equal_lines_is_quoted_once() -> None:
    log = "log line 42 error crash why \n" * 400
    async with agent() as open_agent:
        answer = await open_agent.ask(f"{log}why does it crash?", budget=2000)
        assert answer.text == "log line 42 error crash why"


async def test_evidence_that_the_budget_has_no_room_for_is_said_to_be_there() -> None:
    text = "The refund window for EU customers is 14 days from delivery. " * 12
    async with agent() as open_agent:
        await open_agent.add_documents([loadsheet.Document(id="eu.md", text=text)])
        answer = await open_agent.ask("What is the EU refund window?", budget=215)
        assert answer.outcome == "insufficient_evidence"
        assert answer.text.endswith("and what was found does not fit a prompt of 215 tokens.")


async def test_a_question_that_is_no_text_is_refused_before_anything_is_done() -> None:
    model = loadsheet.ScriptedModel([])
    async with agent(model) as open_agent:
        with pytest.raises(loadsheet.InputError, match="half of a surrogate pair"):
            await open_agent.ask("What \ud83d is this?")
        with pytest.raises(loadsheet.InputError, match="the question is empty"):
            await open_agent.ask(" ")
        assert model.prompts == []
        assert await open_agent.turns() == []


async def test_a_turn_replays_by_the_counter_that_it_was_counted_with(tmp_path: Path) -> None:
    told = "\n\n".join(f"The refund window for region {n} is {n} days." * 3 for n in range(40))
    async with agent(state=str(tmp_path)) as open_agent:
        await open_agent.add_documents([loadsheet.Document(id="regions.md", text=told)])
        answer = await open_agent.ask("What is the refund window?", budget=700)
        assert answer.manifest.left_out
    for settings in ({"counter": "strict"}, {"counter": "cl100k"}):
        async with agent(state=str(tmp_path), settings=settings) as open_agent:
            again = await open_agent.replay(answer.turn_id)
            assert again.serialized() == answer.prompt.serialized()


async def test_a_rule_beyond_the_cap_is_refused_and_the_conversation_goes_on() -> None:
    async with agent(settings={"constraint_cap": 60}) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        await open_agent.ask("Never suggest the first product of the long list.")
        with pytest.raises(loadsheet.BudgetError, match="withdraw one or raise `constraint_cap`"):
            await open_agent.ask(f"Never suggest {'a product of the long list or ' * 12}its kin.")
        with pytest.raises(loadsheet.BudgetError, match="withdraw one or raise `constraint_cap`"):
            await open_agent.constrain("Only the EU, " * 30)
        answer = await open_agent.ask("What is the refund window for EU customers?")
        assert answer.outcome == "answered"
        assert [e.rule for e in answer.manifest.entries if e.kind == "constraint"] == [
            "pinned_until_withdrawn"
        ]
        assert len([r for r in await open_agent.memory.list() if r.type == "procedural"]) == 1
