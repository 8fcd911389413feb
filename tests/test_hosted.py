"""What a host hands in and how it can misbehave: an error of the tree, or a partial failure in the trace."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from datetime import datetime
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.turns.acting import DOCUMENTS, story

import loadsheet
from loadsheet import tasks
from loadsheet.errors import ModelError, SettingsError
from loadsheet.ports import Piece

QUESTION = "What is the refund window for EU customers?"


class Part:
    """A host's model of every kind, which gives whatever it is told to."""

    name: Any = "own@1"
    exact: bool = True

    def __init__(self, gives: Callable[..., Any], name: Any = "own@1") -> None:
        self.gives = gives
        self.name = name

    async def embed(self, texts: list[str], *, as_query: bool = False) -> Any:
        """A row for each text, as it should be."""
        made = self.gives(len(texts))
        return await made if asyncio.iscoroutine(made) else made

    async def score(self, question: str, passages: list[str]) -> Any:
        """A score for each passage, as it should be."""
        made = self.gives(len(passages))
        return await made if asyncio.iscoroutine(made) else made

    async def stream(self, prompt: object, *, max_tokens: int) -> AsyncIterator[Any]:
        """An answer in pieces, as it should be."""
        made = self.gives(1)
        yield await made if asyncio.iscoroutine(made) else made

    def count(self, text: str) -> Any:
        """The tokens of a text, as it should be."""
        return self.gives(len(text))

    framing = count


class Mute:
    """A model whose stream is no stream."""

    name: str = "own@1"

    async def stream(self, prompt: object, *, max_tokens: int) -> Any:
        """Gives a text and never yields."""
        return "Two days."


class Untidy:
    """A model that says a word too many, and cannot tidy up after itself."""

    name: str = "own@1"

    pieces: Iterable[Any]

    def __init__(self, *pieces: Any, tidies: Callable[[int], Any]) -> None:
        self.pieces, self.tidies = pieces, tidies

    async def stream(self, prompt: object, *, max_tokens: int) -> AsyncIterator[Any]:
        """Its pieces; its cleaning up is whatever it was told."""
        try:
            for piece in self.pieces:
                yield piece
        finally:
            made = self.tidies(1)
            if asyncio.iscoroutine(made):
                await made


def broken(_count: int) -> Any:
    raise KeyError("no such thing")


async def hangs(_count: int) -> Any:
    await asyncio.sleep(60)


async def cancels(_count: int) -> Any:
    raise asyncio.CancelledError


async def lingers(_count: int) -> Any:
    """Late, and does not even end when it is told to."""
    try:
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(60)


NAN = float("nan")
SHARED: dict[str, Callable[[int], Any]] = {
    "raises": broken,
    "gives nothing": lambda _n: None,
    "hangs": hangs,
    "cancels": cancels,
    "lingers": lingers,
}
EMBEDDERS: dict[str, Callable[[int], Any]] = {
    **SHARED,
    "too few": lambda n: [[1.0, 0.0]] * (n - 1),
    "no numbers": lambda n: [[NAN, 1.0]] * n,
    "words": lambda n: [["a", "b"]] * n,
    "ragged": lambda n: [*[[1.0]] * n, [1.0, 0.0]],
    "no unit": lambda n: [[3.0, 4.0]] * n,
    "flat": lambda n: [1.0] * n,
}
RERANKERS: dict[str, Callable[[int], Any]] = {
    **SHARED,
    "too few": lambda n: [0.5] * (n - 1),
    "no numbers": lambda n: [NAN] * n,
    "words": lambda n: ["0.5"] * n,
    "beyond": lambda n: [7.0] * n,
    "truths": lambda n: [True] * n,
    "one number": lambda _n: 0.5,
}
MODELS: dict[str, Callable[[int], Any]] = {
    **SHARED,
    "words": lambda _n: "Two days.",
    "no text": lambda _n: Piece(text=None),  # type: ignore[arg-type]
    "odd usage": lambda _n: Piece("Two days.", usage=(("input_tokens", None),)),  # type: ignore[arg-type]
}
COUNTERS: dict[str, Callable[[int], Any]] = {
    "raises": broken,
    "gives nothing": lambda _n: None,
    "below zero": lambda _n: -1,
    "halves": lambda n: n / 2,
    "words": str,
    "truths": lambda _n: True,
}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "GRACE", 0.05)


def opened(settings: dict[str, Any] | None = None, **parts: Any) -> loadsheet.Agent:
    given = {"seconds": 0.5, "embedder": "none", **(settings or {})}
    chosen = loadsheet.Settings(_file=None, **given)
    return loadsheet.Agent.open(":memory:", settings=chosen, **parts)


async def told(agent: loadsheet.Agent) -> list[str]:
    """The story of a turn that was answered."""
    answer = await agent.ask(QUESTION)
    assert answer.outcome == "answered"
    page = await agent.store.page("default", answer.turn_id)
    assert page is not None
    return story(page)


@pytest.mark.parametrize("way", EMBEDDERS)
async def test_an_embedder_that_misbehaves_is_a_source_that_is_missing_and_the_words_are_found(
    way: str,
) -> None:
    good = loadsheet.HashingEmbedder()
    part = Part(EMBEDDERS[way], good.name)
    async with opened(embedder=part) as agent:
        await agent.add_documents(DOCUMENTS)
        with pytest.raises(ModelError, match="the embedder 'hashing-256'"):
            await agent.embed()
        part.embed = good.embed  # type: ignore[method-assign]
        await agent.embed()
        part.embed = Part(EMBEDDERS[way]).embed  # type: ignore[method-assign]
        said = await told(agent)
        assert any(line.lstrip().startswith("signal: vectors: ") for line in said)


@pytest.mark.parametrize("way", RERANKERS)
async def test_a_reranker_that_misbehaves_leaves_the_order_as_it_was_and_is_named(way: str) -> None:
    async with opened({"rerank_below": 1.01}, reranker=Part(RERANKERS[way])) as agent:
        await agent.add_documents(DOCUMENTS)
        said = await told(agent)
        assert any("the order stays as it was" in line for line in said)


@pytest.mark.parametrize("way", MODELS)
async def test_a_model_that_misbehaves_is_an_error_that_names_it(way: str) -> None:
    async with opened(model=Part(MODELS[way])) as agent:
        await agent.add_documents(DOCUMENTS)
        with pytest.raises(ModelError, match="the model 'own@1'"):
            await agent.ask(QUESTION)


async def test_a_model_whose_stream_is_no_stream_is_an_error_that_names_it() -> None:
    async with opened(model=Mute()) as agent:
        await agent.add_documents(DOCUMENTS)
        with pytest.raises(ModelError, match="the model 'own@1' failed"):
            await agent.ask(QUESTION)


@pytest.mark.parametrize("way", [broken, hangs, cancels])
@pytest.mark.parametrize("last", [Piece(" [1]"), None])
async def test_a_model_whose_cleaning_up_misbehaves_is_an_error_that_names_it(
    way: Callable[[int], Any], last: Piece | None
) -> None:
    model = Untidy(Piece("14 days."), last, tidies=way)
    async with opened(model=model) as agent:
        await agent.add_documents(DOCUMENTS)
        with pytest.raises(ModelError, match="the model 'own@1'"):
            await agent.ask(QUESTION)


@pytest.mark.parametrize("way", [broken, hangs])
async def test_a_turn_that_is_cancelled_ends_whatever_the_model_does(
    way: Callable[[int], Any], caplog: pytest.LogCaptureFixture
) -> None:
    model = Untidy(tidies=way)
    model.pieces = repeat(Piece("14 days. "))
    async with opened({"seconds": 60.0}, model=model) as agent:
        await agent.add_documents(DOCUMENTS)
        said = asyncio.Event()
        turn = asyncio.create_task(agent.ask(QUESTION, say=lambda _text: said.set()))
        await said.wait()
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn
    assert "the model 'own@1' was to end and" in caplog.text


async def test_a_part_that_a_model_opens_may_span_its_whole_stream() -> None:
    class Timed(Untidy):
        async def stream(self, prompt: object, *, max_tokens: int) -> AsyncIterator[Any]:
            async with asyncio.timeout(30), asyncio.TaskGroup():
                async for piece in super().stream(prompt, max_tokens=max_tokens):
                    yield piece

    async with opened(model=Timed(Piece("14 days. [1]"), tidies=lambda _n: None)) as agent:
        await agent.add_documents(DOCUMENTS)
        assert (await agent.ask(QUESTION)).text == "14 days. [1]"


@pytest.mark.parametrize("way", MODELS)
@pytest.mark.parametrize("task", ["expand", "propose", "extract"])
async def test_a_model_with_a_task_beside_answering_that_misbehaves_is_refused_by_name(
    way: str, task: str
) -> None:
    quiet = loadsheet.ScriptedModel(["14 days. [1]", "14 days. [1]"], name="own@1")
    part = Part(MODELS[way])
    async with opened({task: "own@1", "route": "rules"}, model=part) as agent:
        await agent.add_documents(DOCUMENTS)

        def stream(prompt: loadsheet.artifacts.Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:  # type: ignore[name-defined]
            answering = "<question>" in prompt.messages[-1]["content"]
            return (quiet if answering else Part(MODELS[way])).stream(prompt, max_tokens=max_tokens)

        part.stream = stream  # type: ignore[method-assign, assignment]
        await agent.ask(QUESTION)
        answer = await agent.ask(
            "And what about the UK? I live in Porto." if task == "extract" else "And for the UK?"
        )
        page = await agent.store.page("default", answer.turn_id)
        assert page is not None
        assert any("own@1" in line and "signal" in line for line in story(page))


@pytest.mark.parametrize("way", COUNTERS)
def test_a_counter_that_misbehaves_is_an_error_that_names_it(way: str) -> None:
    counter: Any = Part(COUNTERS[way])
    manager = loadsheet.ContextManager(counter=counter)
    with pytest.raises(ModelError, match="the counter 'own@1'"):
        manager.fit_to_budget("Be brief.", None, "Task.", [], [], [], 400)


def test_a_counter_may_count_with_numpy() -> None:
    counter: Any = Part(np.int64)
    manager = loadsheet.ContextManager(counter=counter)
    fitted = manager.fit_to_budget("Be brief.", None, "Task.", [], [], [], 400)
    assert type(fitted.estimated_tokens) is int


@pytest.mark.parametrize(
    ("part", "given"),
    [("clock", None), ("clock", datetime(2026, 1, 1)), ("ids", None), ("ids", "")],
)
async def test_a_clock_without_zone_and_ids_that_are_none_are_named(part: str, given: Any) -> None:
    def gives(*_given: str) -> Any:
        return given

    parts: dict[str, Any] = {part: gives}
    with pytest.raises(SettingsError, match=part):
        async with opened(**parts) as agent:
            await agent.ask(QUESTION)


@pytest.mark.parametrize("part", ["model", "embedder", "reranker"])
@pytest.mark.parametrize("given", [object(), Part(broken, name=None)])
def test_what_is_no_part_of_that_kind_is_refused_at_once(part: str, given: Any) -> None:
    with pytest.raises(SettingsError, match=f"^{part} = "):
        opened(None, **{part: given})


@pytest.mark.parametrize("way", SHARED)
async def test_a_source_that_misbehaves_is_named_and_the_others_are_asked(way: str) -> None:
    class Own:
        name = "own"

        async def find(self, queries: object, /) -> Any:
            made = SHARED[way](1)
            return await made if asyncio.iscoroutine(made) else made

    async with opened() as agent:
        await agent.add_documents(DOCUMENTS)
        retrieve = agent.pipeline.retrieve
        sources = (*retrieve.sources, Own())
        agent.pipeline = replace(
            agent.pipeline, retrieve=replace(retrieve, sources=sources, seconds=0.2)
        )
        assert any("signal: own: " in line for line in await told(agent))


async def test_vectors_of_another_length_under_one_name_are_no_damage(tmp_path: Path) -> None:
    chosen, other = loadsheet.Settings(_file=None), loadsheet.HashingEmbedder(128)
    first = loadsheet.HashingEmbedder(64)
    async with loadsheet.Agent.open(tmp_path, settings=chosen, embedder=first) as agent:
        await agent.add_documents(DOCUMENTS)
        await agent.embed()
    other.name = first.name
    async with loadsheet.Agent.open(tmp_path, settings=chosen, embedder=other) as agent:
        said = await told(agent)
    assert any("give another embedder another name" in line for line in said)
