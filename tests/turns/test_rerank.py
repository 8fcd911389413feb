"""A reranker reads the best passages where the cheap steps are not sure; what it says, or its failure, is on record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot
from tests.models.graphs import cross_encoder
from tests.turns.acting import agent, story

import loadsheet
from loadsheet.errors import ModelError, SettingsError
from loadsheet.models import onnx_folder

NOTES = tuple(
    loadsheet.Document(id=f"{name}.md", text=f"# {name}\n\n{text}\n")
    for name, text in {
        "harbour": "The harbour fee is paid in cash. The harbour fee is paid by all boats.",
        "office": "The harbour fee: ask the office.",
        "boats": "Boats that land herring owe a harbour fee of nine coins.",
    }.items()
)
QUESTION = "What is the harbour fee?"
ALWAYS = {"rerank_below": 1.01}


class Scripted:
    """A reranker that gives a passage the score of the first word of the script that it holds."""

    name: str = "scripted@1"

    def __init__(self, *script: tuple[str, float], error: Exception | None = None) -> None:
        self.script: tuple[tuple[str, float], ...] = script
        self.error: Exception | None = error
        self.read: list[tuple[str, list[str]]] = []

    async def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        self.read.append((question, list(passages)))
        if self.error:
            raise self.error
        return [next((s for word, s in self.script if word in text), 0.0) for text in passages]


class Slow(Scripted):
    """One that never comes to an end."""

    async def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        await asyncio.sleep(60)
        return []


NINE = Scripted(("nine", 0.93), ("ask", 0.4), ("cash", 0.1))


async def documents_of(
    reranker: Scripted | None, settings: dict[str, Any] | None = None, question: str = QUESTION
) -> tuple[list[str], loadsheet.Answer, list[str]]:
    """The documents of the evidence, best first, the answer and the story of its turn."""
    async with agent(settings=settings, reranker=reranker) as open_agent:
        await open_agent.add_documents(NOTES)
        answer = await open_agent.ask(question)
        page = await open_agent.store.page("default", answer.turn_id)
        assert page is not None
        assert (await open_agent.replay(answer.turn_id)).serialized() == answer.prompt.serialized()
    entries = [row for row in answer.manifest.entries if row.kind == "evidence"]
    best = sorted(entries, key=lambda row: int(row.id.rpartition(":")[2]))
    return [row.sources[0].document or "" for row in best], answer, story(page)


async def test_what_the_model_finds_best_comes_first_and_the_story_says_who_was_asked() -> None:
    before, *_ = await documents_of(None)
    after, answer, told = await documents_of(NINE, ALWAYS)
    assert before[-1] != "office.md"
    assert after == ["boats.md", "office.md", "harbour.md"]
    scores = [row.score for row in answer.manifest.entries if row.kind == "evidence"]
    assert all(score is not None for score in scores)
    assert [line for line in told if "rerank" in line] == snapshot(
        [
            "rerank: scripted@1: 3 passages read; asked: confidence 1.00 < 1.01",
            "reduce: fuse: 3 → 3; deduplicate: 3 → 3; rerank: 3 → 3; threshold: 3 → 3; cap: 3 → 3; compress: 3 → 3",
        ]
    )


async def test_a_model_that_fails_leaves_the_order_as_it_was_and_says_so() -> None:
    before, plain, _ = await documents_of(None)
    broken = Scripted(error=ModelError("reranker tiny failed"))
    after, answer, told = await documents_of(broken, ALWAYS)
    assert after == before
    assert answer.prompt.serialized() == plain.prompt.serialized()
    assert any("reranker tiny failed; the order stays as it was" in line for line in told)


@pytest.mark.parametrize("error", [ValueError("no"), ConnectionError("away"), TimeoutError("own")])
async def test_a_host_s_own_model_that_raises_anything_leaves_the_order_as_it_was(
    error: Exception,
) -> None:
    before, *_ = await documents_of(None)
    after, _, told = await documents_of(Scripted(error=error), ALWAYS)
    assert after == before
    named = f"failed ({type(error).__name__}: {error}); the order stays as it was"
    assert any(named in line for line in told)


async def test_a_model_that_is_late_leaves_the_order_as_it_was_and_says_so() -> None:
    before, *_ = await documents_of(None)
    after, _, told = await documents_of(Slow(), {**ALWAYS, "seconds": 1.0})
    assert after == before
    assert any("no scores within 0.05 s; the order stays" in line for line in told)


async def test_scores_that_cannot_be_used_leave_the_order_as_it_was() -> None:
    before, *_ = await documents_of(None)
    after, _, told = await documents_of(Scripted(("fee", float("nan"))), ALWAYS)
    beyond, *_ = await documents_of(Scripted(("fee", 7.0)), ALWAYS)
    assert after == beyond == before
    assert any("which is not from 0 to 1" in line for line in told)


async def test_nobody_is_asked_where_the_cheap_steps_are_sure_of_it() -> None:
    quiet = Scripted()
    _, _, told = await documents_of(quiet, {"rerank_below": 0.0})
    assert not quiet.read
    assert any("not asked: confidence" in line for line in told)
    await documents_of(quiet, {**ALWAYS, "skip": ["rerank"]})
    assert not quiet.read


async def test_the_ledger_names_the_model_and_what_it_gave_each_passage() -> None:
    async with agent(settings=ALWAYS, reranker=NINE) as open_agent:
        await open_agent.add_documents(NOTES)
        answer = await open_agent.ask(QUESTION)
        page = await open_agent.store.page("default", answer.turn_id)
    from loadsheet.cli.funnels import funnel_of

    assert page is not None
    funnel = funnel_of(page)
    assert funnel is not None
    step = next(step for step in funnel.steps if step.name == "rerank")
    assert (step.given, step.kept) == (3, 3)
    assert (step.score, step.notes) == snapshot(
        (
            "how well it answers, by scripted@1",
            ("boats.md@1:0-65: 0.9300", "office.md@1:0-42: 0.4000", "harbour.md@1:0-81: 0.1000"),
        )
    )


async def test_only_the_best_are_read_and_the_rest_stays_where_it_was() -> None:
    two = Scripted(("nine", 0.1), ("ask", 0.2), ("cash", 0.3))
    before, *_ = await documents_of(None)
    after, *_ = await documents_of(two, {**ALWAYS, "rerank_most": 2})
    assert [len(texts) for _, texts in two.read] == [2]
    assert after[2] == before[2]
    assert sorted(after[:2]) == sorted(before[:2])


@pytest.mark.skipif(not onnx_folder.installed(), reason="the extra `local` is not installed")
async def test_the_folder_of_a_cross_encoder_is_all_that_the_settings_need(tmp_path: Path) -> None:
    folder = str(cross_encoder(tmp_path / "tiny"))
    async with agent(settings={**ALWAYS, "reranker": folder, "seconds": 60}) as open_agent:
        texts = {"a": "Lunch takes long. How long lunch takes.", "b": "Refunds take two days."}
        await open_agent.add_documents(
            [loadsheet.Document(id=name, text=text) for name, text in texts.items()]
        )
        answer = await open_agent.ask("How long do refunds and lunch take?")
        page = await open_agent.store.page("default", answer.turn_id)
    assert page is not None
    assert any("tiny@" in line and "2 passages read" in line for line in story(page))


async def test_a_wrong_folder_is_named_before_anything_is_done(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"the reranker's folder '.*nothing' does not exist"):
        async with agent(settings={"reranker": str(tmp_path / "nothing")}):
            pass
