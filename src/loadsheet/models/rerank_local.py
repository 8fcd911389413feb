"""A question and passages in; how well each answers, by a cross-encoder on this machine, out.

Each pair is read by itself on one thread, and pairs side by side on several, so that a score never depends on what
else was asked for. Of a passage that is too long the end is not read; of a question, what lies beyond half the room.
"""

from __future__ import annotations

import asyncio
import math
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, cast

from loadsheet.errors import ModelError, SettingsError
from loadsheet.models.onnx_folder import (
    INSTALL,
    files_of,
    fingerprint,
    installed,
    table_of,
    tokenizer_of,
    tokens_of,
    weights_of,
)
from loadsheet.models.onnx_session import Once, Session, clean, opened, shared

if TYPE_CHECKING:
    from tokenizers import Tokenizer

KIND = "reranker"
"""What errors call such a model."""

FORM = "pair"
"""How a question and a passage are put together; another way is another revision."""


@dataclass(frozen=True, slots=True)
class RerankerFolder:
    """What a cross-encoder's folder says: where its files are, and how much it reads at once."""

    name: str
    model: Path
    tokenizer: Path
    tokens: int

    @property
    def revision(self) -> str:
        """A fingerprint of all that decides on a score."""
        return fingerprint((FORM, self.tokens), (self.tokenizer, *files_of(self.model)))


def read(folder: Path) -> RerankerFolder:
    """What the folder says of itself. Raises `SettingsError` for one that holds no cross-encoder."""
    tokenizer = tokenizer_of(folder, KIND)
    config = table_of(folder / "config.json", KIND)
    made = cast("list[str]", config.get("architectures") or [])
    if made and not any(name.endswith("ForSequenceClassification") for name in made):
        raise SettingsError(
            f"the reranker's folder '{folder}' holds {', '.join(made)}, which reads one text: "
            "a cross-encoder ends in ForSequenceClassification"
        )
    sentence, words = (
        table_of(folder / name, KIND)
        for name in ("sentence_bert_config.json", "tokenizer_config.json")
    )
    return RerankerFolder(
        name=folder.resolve().name,
        model=weights_of(folder, KIND),
        tokenizer=tokenizer,
        tokens=tokens_of(config, sentence, words),
    )


class LocalReranker:
    """The cross-encoder of a folder; the files are opened with the first question."""

    def __init__(self, folder: str | os.PathLike[str], threads: int | None = None):
        """Raises `SettingsError` where the extra is not installed, and for a folder without such a model."""
        if not installed():
            raise SettingsError(f"a local reranker needs an extra: {INSTALL}")
        self.folder: RerankerFolder = read(Path(folder).expanduser())
        self.name: str = f"{self.folder.name}@{self.folder.revision}"
        self.threads: int = threads or os.cpu_count() or 1
        self._model: Once[_OpenReranker] = shared(
            self.name, self.folder.model, partial(_open, self.folder)
        )

    async def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """The probability that each passage answers, as the model has learnt it; six digits are kept."""
        stop = Event()
        try:
            return await asyncio.to_thread(self._score, question, passages, stop)
        finally:
            # A thread cannot be cancelled: it looks up after each pair.
            stop.set()

    def _score(self, question: str, passages: Sequence[str], stop: Event) -> list[float]:
        model = self._model()

        def one(passage: str) -> float:
            return 0.0 if stop.is_set() else model.score(asked, passage)

        try:
            asked = model.asked(question)
            with ThreadPoolExecutor(min(self.threads, max(1, len(passages)))) as pool:
                return list(pool.map(one, passages))
        except ModelError:
            raise
        except Exception as error:
            raise ModelError(f"reranker {self.name} failed ({error}): check its folder") from error


@dataclass(frozen=True, slots=True)
class _OpenReranker:
    """An open model."""

    session: Session
    tokenizer: Tokenizer
    output: str
    tokens: int

    def asked(self, question: str) -> str:
        """As much of the question as half of the room holds, so that something of a passage is always read."""
        whole = clean(question)
        # As the second of a pair it is cut where it is too long.
        read = self.tokenizer.encode("", whole)
        ends = [end for (_, end), of in zip(read.offsets, read.sequence_ids, strict=True) if of]
        room = self.tokens // 2
        return whole[: ends[room - 1]] if len(ends) > room else whole

    def score(self, question: str, passage: str) -> float:
        """The score of one pair."""
        pair = self.tokenizer.encode(question, clean(passage))
        logits = [float(x) for x in self.session.run(self.output, pair)]
        if len(logits) not in {1, 2}:
            raise ModelError(
                f"{self.session.name} gives {len(logits)} classes: one that reranks gives one score, or no and yes"
            )
        # The softmax of no and yes is the logistic function of their difference.
        value = logits[-1] - (logits[0] if len(logits) == 2 else 0.0)
        if not math.isfinite(value):
            raise ModelError(f"{self.session.name} gives a score that is no number")
        return round((1 + math.tanh(value / 2)) / 2, 6)


def _open(folder: RerankerFolder) -> _OpenReranker:
    name = f"reranker {folder.name}"
    session, tokenizer = opened(name, folder.model, folder.tokenizer)
    flat = [output for output, axes in session.outputs.items() if axes == 2]
    output = "logits" if "logits" in flat else next(iter(flat), "")
    if not output:
        raise ModelError(
            f"{name} gives {', '.join(session.outputs)}: a cross-encoder gives logits for a pair of texts"
        )
    tokenizer.enable_truncation(  # pyright: ignore[reportUnknownMemberType]
        max_length=folder.tokens, strategy="only_second"
    )
    return _OpenReranker(session, tokenizer, output, folder.tokens)
