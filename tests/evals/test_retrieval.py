from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import loadsheet
from loadsheet.cli.retrieval import maker
from loadsheet.errors import InputError, SettingsError
from loadsheet.evals.bench import Bench, Figure, RetrievalReport
from loadsheet.evals.judged import DisputedSet, JudgedSet, sets_of
from loadsheet.evals.ranking import ndcg, recall
from loadsheet.evals.retrieval import judged, measure
from loadsheet.models.embed_hashing import HashingEmbedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PASSAGES = {
    "harbour": "The harbour of Urland was built in 1912. Its pier is long.",
    "tower": "The tower of Urland is the oldest house of the town.",
    "fish": "Herring is what the boats bring in at dawn.",
}


def written(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def corpus(home: Path) -> None:
    written(
        home / "corpus.jsonl", [{"_id": n, "title": "", "text": t} for n, t in PASSAGES.items()]
    )


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    corpus(tmp_path / "town")
    asked = {"1": "When was the harbour built?", "2": "What do the boats bring?", "3": "Who?"}
    written(tmp_path / "town" / "queries.jsonl", [{"_id": n, "text": t} for n, t in asked.items()])
    judgements = "query-id\tcorpus-id\tscore\n1\tharbour\t2\n1\ttower\t0\n2\tfish\t1\n"
    (tmp_path / "town" / "qrels.tsv").write_text(judgements)
    return tmp_path


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    corpus(tmp_path / "talk" / "town")
    history = [
        {"speaker": "user", "text": "When was the harbour of Urland built?"},
        {"speaker": "agent", "text": "In 1912."},
    ]
    turn = {"task_id": "t1", "history": history, "question": "How long is its pier?"}
    written(tmp_path / "talk" / "turns.jsonl", [turn])
    gold = tmp_path / "talk" / "town" / "gold"
    gold.mkdir()
    (gold / "qrels.tsv").write_text("t1 0 harbour 1\n")
    return tmp_path


@pytest.fixture
def disputes(tmp_path: Path) -> Path:
    documents = [
        {"text": "The mayor of Urland is Ana Berg.", "type": "correct", "answer": "Ana Berg"},
        {"text": "The mayor of Urland is Tom Lind.", "type": "misinfo", "answer": "Tom Lind"},
        {"text": "Herring is cheap at dawn.", "type": "noise", "answer": "unknown"},
    ]
    row = {"question": "Who is the mayor of Urland?", "documents": documents}
    written(tmp_path / "disputes" / "dev.jsonl", [row])
    return tmp_path


async def measured(folder: Path) -> dict[str, float]:
    async with loadsheet.Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        report = await measure(folder, Bench(agent.store, agent.pipeline, None))
    return {row.name: row.value for row in report.figures}


def test_recall_and_gain_are_those_of_the_definition() -> None:
    grades = {"a": 1, "b": 2}
    assert recall(["b", "x", "a"], grades, 2) == 0.5
    assert ndcg(["b", "a"], grades, 10) == 1
    assert ndcg(["x", "b", "a"], grades, 10) == pytest.approx(0.6697, abs=1e-4)


@pytest.mark.usefixtures("talks", "disputes")
def test_sets_are_found_by_their_files_and_judgements_of_nothing_are_left_out(
    questions: Path,
) -> None:
    found = {one.name: one for one in sets_of(questions)}
    assert list(found) == ["disputes", "talk/town", "town"]
    town, talk = found["town"], found["talk/town"]
    assert isinstance(town, JudgedSet)
    assert [dict(probe.relevant) for probe in town.probes] == [{"harbour": 2}, {"fish": 1}]
    assert isinstance(talk, JudgedSet)
    assert talk.probes[0].history == (("When was the harbour of Urland built?", "In 1912."),)
    assert isinstance(found["disputes"], DisputedSet)


async def test_each_source_and_all_of_them_are_measured_on_the_same_candidates(
    questions: Path,
) -> None:
    found = await measured(questions)
    assert found == {
        "town/lexical/nDCG@10": 1.0,
        "town/lexical/recall@100": 1.0,
        "town/all sources/nDCG@10": 1.0,
        "town/all sources/recall@100": 1.0,
        "town/all sources, fed back/nDCG@10": 1.0,
        "town/all sources, fed back/recall@100": 1.0,
    }


async def test_a_turn_is_asked_after_its_history_and_followed_into_the_prompt(talks: Path) -> None:
    found = await measured(talks)
    assert found["talk/town/candidates/recall@5"] == 1
    assert found["talk/town/prompt of 2000/recall"] == 1
    assert found["talk/town/prompt of 2000/lost"] == 0
    assert 0 < found["talk/town/prompt of 2000/density"] < 1


@pytest.mark.usefixtures("disputes")
async def test_each_step_of_the_funnel_is_measured_with_and_without(talks: Path) -> None:
    async with loadsheet.Agent.open(
        ":memory:", settings={"embedder": "none", "skip": ["cap"]}
    ) as agent:
        report = await measure(talks, Bench(agent.store, agent.pipeline, None, steps=True))
    found = {row.name: row.value for row in report.figures}
    for step in ("with cap", "without deduplicate", "without compress"):
        assert found[f"talk/town/2000, {step}/recall"] == 1
        assert f"disputes/800, {step}/of equal tokens" in found
    assert found["disputes/8000, as set up/conflicts isolated"] == 1
    assert found["disputes/8000, without conflicts/conflicts isolated"] == 0


class Backwards:
    """A reranker that likes best what speaks least of a harbour."""

    name: str = "backwards@1"

    async def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        return [0.1 if "harbour" in text else 0.9 for text in passages]


@pytest.mark.usefixtures("talks", "disputes")
async def test_a_reranker_is_measured_beside_the_order_that_it_changes(questions: Path) -> None:
    asked = {"_id": "1", "text": "When was the harbour of Urland built?"}
    written(questions / "town" / "queries.jsonl", [asked])
    async with loadsheet.Agent.open(
        ":memory:", settings={"embedder": "none", "rerank_below": 1.01}, reranker=Backwards()
    ) as agent:
        report = await measure(questions, Bench(agent.store, agent.pipeline, None, steps=True))
    found = {row.name: row.value for row in report.figures}
    ranked = "town/all sources, fed back, reranked/nDCG@10"
    assert found["town/all sources, fed back/nDCG@10"] == 1 > found[ranked]
    assert found["talk/town/2000, without rerank/recall"] == 1
    assert found["disputes/800, without rerank/answers kept"] == 1


async def test_answers_that_are_kept_and_noise_that_is_not_are_counted(disputes: Path) -> None:
    found = await measured(disputes)
    assert found["disputes/prompt/answers kept"] == 1
    assert found["disputes/prompt/noise of the documents"] == 0
    assert found["disputes/everything/noise of the documents"] == pytest.approx(1 / 3, abs=1e-4)
    assert found["disputes/prompt/misinfo of the documents"] == 0.5


async def test_a_second_run_writes_nothing_and_a_changed_corpus_is_followed(
    questions: Path, tmp_path: Path
) -> None:
    async with loadsheet.Agent.open(tmp_path / "state", settings={"embedder": "none"}) as agent:
        bench = Bench(agent.store, agent.pipeline, None)
        await measure(questions, bench)
        written(questions / "town" / "corpus.jsonl", [{"_id": "fish", "text": PASSAGES["fish"]}])
        await measure(questions, bench)
        assert [row.id for row in await agent.store.documents("town")] == ["fish"]


def test_a_gate_names_a_figure_and_fails_below_its_threshold() -> None:
    row = Figure(set="town", way="all sources", metric="nDCG@10", value=0.4, count=2)
    report = RetrievalReport(figures=(row,))
    passed = judged(report, ["town/all sources/nDCG@10>=0.4", "town/all sources/nDCG@10>=0.5"])
    assert [result.passed for result in passed] == [True, False]
    with pytest.raises(SettingsError, match="names no metric"):
        judged(report, ["town/nothing>=0.5"])


def test_a_folder_without_sets_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no set"):
        sets_of(tmp_path)


async def test_vectors_are_made_once_and_are_a_way_of_their_own(questions: Path) -> None:
    embedder = Counting()
    async with loadsheet.Agent.open(":memory:", embedder=embedder) as agent:
        bench = Bench(agent.store, agent.pipeline, maker(agent))
        found = {row.name: row.value for row in (await measure(questions, bench)).figures}
        made = embedder.passages
        await measure(questions, bench)
    assert made == embedder.passages == len(PASSAGES)
    assert found["town/vectors/recall@100"] == 1
    assert found["town/all sources/recall@100"] == 1


@pytest.mark.parametrize(("alone", "right"), [("lexical", True), ("vectors", False)])
async def test_all_sources_count_as_the_settings_say(
    questions: Path, alone: str, right: bool
) -> None:
    weights = {"lexical": 0, "vectors": 0, alone: 1}
    async with loadsheet.Agent.open(
        ":memory:", settings={"weights": weights}, embedder=Misled()
    ) as agent:
        report = await measure(questions, Bench(agent.store, agent.pipeline, maker(agent)))
    found = {row.name: row.value for row in report.figures}
    assert (found["town/all sources/nDCG@10"] == 1) is right


class Misled(HashingEmbedder):
    """Takes every question for one about the tower."""

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        taken = ["tower" if as_query or "tower" in text else "boats" for text in texts]
        return await super().embed(taken, as_query=as_query)


class Counting(HashingEmbedder):
    """Counts the passages that it embeds."""

    passages: int = 0

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        self.passages += 0 if as_query else len(texts)
        return await super().embed(texts, as_query=as_query)
