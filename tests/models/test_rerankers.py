from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from tests.models.graphs import WORDS, cross_encoder

from loadsheet.errors import ModelError, SettingsError
from loadsheet.models import onnx_folder, rerank_local
from loadsheet.models.rerank_local import LocalReranker

needs_runtime = pytest.mark.skipif(
    not onnx_folder.installed(), reason="the extra `local` is not installed"
)

QUESTION = "How long?"


def likely(logit: float) -> float:
    return round(1 / (1 + math.exp(-logit)), 6)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> LocalReranker:
    return LocalReranker(cross_encoder(tmp_path_factory.mktemp("model") / "tiny"), threads=3)


@needs_runtime
@pytest.mark.parametrize("classes", [1, 2])
async def test_a_score_is_the_probability_of_what_the_model_says(
    tmp_path: Path, classes: int
) -> None:
    tiny = LocalReranker(cross_encoder(tmp_path / "tiny", classes))
    found = await tiny.score(QUESTION, ["Refunds take two days", "lunch", "How long?", ""])
    assert found == [likely(1.75), likely(-2), likely(16), 0.5]


@needs_runtime
@examples(max_examples=25)
@given(passages=st.lists(st.lists(st.sampled_from(sorted(WORDS.keys() - {"bad"}))).map(" ".join)))
async def test_a_score_is_the_same_in_any_company(
    model: LocalReranker, passages: list[str]
) -> None:
    together = await model.score(QUESTION, passages)
    assert together == [(await model.score(QUESTION, [one]))[0] for one in passages]
    assert all(0 <= one <= 1 for one in together)


@needs_runtime
async def test_of_a_passage_the_end_is_not_read_and_of_a_question_what_leaves_it_no_room(
    tmp_path: Path,
) -> None:
    small = LocalReranker(cross_encoder(tmp_path / "small", tokens=10))
    # Ten tokens: three marks, two words of the question, five of the passage.
    assert await small.score("how long", ["two " * 5, "two " * 9]) == [likely(5), likely(5)]
    assert await small.score("how " * 400, ["two " * 9, ""]) == [likely(2), 0.5]


@needs_runtime
@pytest.mark.parametrize(
    ("made", "passage", "says"),
    [
        ({"classes": 3}, "two", "gives 3 classes"),
        ({"pooled": False}, "two", "gives logits: a cross-encoder gives logits for a pair"),
        ({}, "bad", "a score that is no number"),
    ],
)
async def test_a_model_of_another_make_is_an_error_that_says_what_it_gives(
    tmp_path: Path, made: dict[str, Any], passage: str, says: str
) -> None:
    other = LocalReranker(cross_encoder(tmp_path / "other", **made))
    with pytest.raises(ModelError, match=f"reranker other.* {says}"):
        await other.score(QUESTION, [passage])


@needs_runtime
async def test_weights_that_are_none_are_an_error_that_names_the_file(tmp_path: Path) -> None:
    folder = cross_encoder(tmp_path / "broken")
    (folder / "onnx" / "model.onnx").write_bytes(b"weights")
    with pytest.raises(ModelError, match=r"reranker broken at .*model\.onnx' cannot be opened"):
        await LocalReranker(folder).score(QUESTION, ["two"])


def without(name: str) -> Callable[[Path], object]:
    return lambda folder: (folder / name).unlink()


def no_json(folder: Path) -> None:
    (folder / "config.json").write_text("{")


@needs_runtime
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (without("tokenizer.json"), r"no tokenizer\.json"),
        (without("onnx/model.onnx"), r"must hold model\.onnx .* holds none"),
        (no_json, "is not JSON"),
    ],
)
def test_a_folder_without_its_files_is_refused_at_once(
    tmp_path: Path, spoil: Callable[[Path], object], says: str
) -> None:
    folder = cross_encoder(tmp_path / "m")
    spoil(folder)
    with pytest.raises(SettingsError, match=f"the reranker's .*{says}"):
        LocalReranker(folder)


@needs_runtime
def test_a_folder_of_an_embedder_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"holds BertModel, .*ForSequenceClassification"):
        LocalReranker(cross_encoder(tmp_path / "m", kind="BertModel"))
    with pytest.raises(SettingsError, match="does not exist"):
        LocalReranker(tmp_path / "nowhere")


def test_a_missing_library_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rerank_local, "installed", lambda: False)
    with pytest.raises(SettingsError, match=r"pip install 'loadsheet\[local\]'"):
        LocalReranker(tmp_path)


@needs_runtime
def test_other_weights_are_another_name(tmp_path: Path) -> None:
    folder = cross_encoder(tmp_path / "m")
    before = LocalReranker(folder).name
    assert LocalReranker(folder).name == before
    (folder / "onnx" / "model.onnx").write_bytes(b"other weights")
    assert LocalReranker(folder).name != before


@needs_runtime
async def test_one_that_is_cancelled_reads_no_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny = LocalReranker(cross_encoder(tmp_path / "tiny"), threads=1)
    await tiny.score(QUESTION, [])
    read: list[str] = []
    first, go_on = threading.Event(), threading.Event()

    def slow(_self: object, _question: str, passage: str) -> float:
        read.append(passage)
        first.set()
        go_on.wait(5)
        return 0.0

    monkeypatch.setattr(rerank_local._OpenReranker, "score", slow)
    asked = asyncio.create_task(tiny.score(QUESTION, ["one", "two", "three"]))
    await asyncio.to_thread(first.wait, 5)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    go_on.set()
    await asyncio.get_running_loop().shutdown_default_executor()
    assert read == ["one"]
