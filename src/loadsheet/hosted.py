"""What a host hands in goes in; the same comes out, with every way in which it can misbehave as an error of the tree.

The project's own adapters translate their library's errors themselves. A host's part promises as much, and may break
its promise: raise anything, give nothing, give what is no number, never come back. Here is the one place that looks.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, cast

from loadsheet.artifacts import ChatMessage, Prompt
from loadsheet.errors import LoadsheetError, ModelError, SettingsError
from loadsheet.ports import ChatModel, Clock, Counter, Embedder, Ids, Piece, Reranker
from loadsheet.tasks import answered, ended

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNIT = 1e-3
"""How far a vector's length may be from 1: more is no rounding of single precision, and cosines would be wrong."""

END = Piece()
"""Stands for the end of a stream."""


@dataclass(frozen=True, slots=True)
class HostedModel:
    """A host's chat model; one that is silent for `seconds` counts as failed."""

    model: ChatModel
    seconds: float
    name: str

    async def stream(self, prompt: Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
        """The answer as it comes. Raises `ModelError` for whatever is no answer."""
        who, pieces = f"the model {self.name!r}", asyncio.Queue[Piece]()
        speaking = asyncio.ensure_future(self._speak(prompt, max_tokens, pieces))
        speaking.add_done_callback(lambda _done: pieces.put_nowait(END))
        try:
            while (piece := await answered(who, self.seconds, pieces.get())) is not END:
                yield _piece(who, piece)
            await answered(who, self.seconds, speaking)
        finally:
            await ended(who, speaking)

    async def _speak(self, prompt: Prompt, max_tokens: int, pieces: asyncio.Queue[Piece]) -> None:
        """The host's stream from its beginning to its cleaning up, in one task, as what it opens may demand."""
        stream = aiter(_stream(self.model.stream(prompt, max_tokens=max_tokens)))
        try:
            async for piece in stream:
                pieces.put_nowait(piece)
                await asyncio.sleep(0)
        finally:
            if isinstance(stream, AsyncGenerator):
                await cast("AsyncGenerator[Piece]", stream).aclose()


@dataclass(slots=True)
class HostedEmbedder:
    """A host's embedder, whose every row is a vector of unit length and as long as the first."""

    embedder: Embedder
    seconds: float
    name: str
    length: int = 0

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        """A row for each text. Raises `ModelError` for whatever is none."""
        import numpy as np

        who = f"the embedder {self.name!r}"

        async def made() -> NDArray[np.float32]:
            given = await self.embedder.embed(texts, as_query=as_query)
            return np.asarray(given, dtype=np.float32)

        rows = await answered(who, self.seconds, made())
        if rows.ndim != 2 or len(rows) != len(texts) or not np.isfinite(rows).all():
            shape = "×".join(map(str, rows.shape)) or "no"
            raise ModelError(
                f"{who} gave {shape} numbers for {len(texts)} texts: give a row of finite numbers for each text"
            )
        off = np.abs(np.linalg.norm(rows, axis=1) - 1.0)
        if (off > UNIT).any():
            raise ModelError(
                f"{who} gave a vector whose length is not 1: divide each by its length"
            )
        self.length = self.length or rows.shape[1]
        if rows.shape[1] != self.length:
            raise ModelError(
                f"{who} gave vectors of {self.length} and of {rows.shape[1]} numbers: one name, one length"
            )
        return rows


@dataclass(frozen=True, slots=True)
class HostedReranker:
    """A host's reranker, whose scores are as many as the passages, each from 0 to 1."""

    reranker: Reranker
    seconds: float
    name: str

    async def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """A score for each passage. Raises `ModelError` for whatever is none."""
        who = f"the reranker {self.name!r}"

        async def made() -> list[float]:
            return list(await self.reranker.score(question, passages))

        scores = await answered(who, self.seconds, made())
        if len(scores) != len(passages):
            raise ModelError(f"{who} gave {len(scores)} scores for {len(passages)} passages")
        if wrong := [score for score in scores if not _is_part(score)]:
            raise ModelError(f"{who} gave the score {wrong[0]!r}, which is not from 0 to 1")
        return [float(score) for score in scores]


@dataclass(frozen=True, slots=True)
class HostedCounter:
    """A host's counter, whose counts are whole and not below zero."""

    counter: Counter
    name: str
    exact: bool

    def count(self, text: str) -> int:
        """The tokens of `text`. Raises `ModelError` for whatever is no number of them."""
        return self._whole("count", text)

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        """The tokens around the contents of `messages`. Raises `ModelError` for whatever is no number of them."""
        return self._whole("framing", messages)

    def _whole(self, method: str, given: object) -> int:
        who = f"the counter {self.name!r}"
        try:
            made = getattr(self.counter, method)(given)
        except LoadsheetError:
            raise
        except Exception as error:
            raise ModelError(f"{who} failed ({type(error).__name__}: {error})") from error
        if isinstance(made, bool) or not isinstance(made, Integral) or int(made) < 0:
            raise ModelError(f"{who} gave {made!r} for {method}: give how many tokens there are")
        return int(made)


def hosted_model(model: ChatModel, seconds: float) -> ChatModel:
    """The model of a host. Raises `SettingsError` for what is none."""
    return HostedModel(model, seconds, _named(model, "model", "stream"))


def hosted_embedder(embedder: Embedder, seconds: float) -> Embedder:
    """The embedder of a host. Raises `SettingsError` for what is none."""
    return HostedEmbedder(embedder, seconds, _named(embedder, "embedder", "embed"))


def hosted_reranker(reranker: Reranker, seconds: float) -> Reranker:
    """The reranker of a host. Raises `SettingsError` for what is none."""
    return HostedReranker(reranker, seconds, _named(reranker, "reranker", "score"))


def hosted_counter(counter: Counter) -> Counter:
    """The counter of a host. Raises `SettingsError` for what is none."""
    if isinstance(counter, HostedCounter):
        return counter
    name = _named(counter, "counter", "count", "framing")
    return HostedCounter(counter, name, bool(getattr(counter, "exact", False)))


def hosted_clock(clock: Clock) -> Clock:
    """The clock of a host, which tells the zone of every time. Raises `SettingsError` where it does not."""

    def checked() -> datetime:
        now = cast("Any", clock())
        if not isinstance(now, datetime) or now.utcoffset() is None:
            raise SettingsError(f"the clock gave {now!r}: give a datetime with its zone")
        return now

    return checked


def hosted_ids(ids: Ids) -> Ids:
    """The ids of a host, each of them a text. Raises `SettingsError` for any other."""

    def checked(prefix: str) -> str:
        made = cast("Any", ids(prefix))
        if not isinstance(made, str) or not made.strip():
            raise SettingsError(f"ids gave {made!r} for {prefix!r}: give a new text each time")
        return made

    return checked


def _named(part: object, what: str, *methods: str) -> str:
    """The name of a host's part, which has to have these methods."""
    name = getattr(part, "name", None)
    lacks = next((m for m in methods if not callable(getattr(part, m, None))), None)
    if lacks is not None:
        raise SettingsError(f"{what} = {part!r} has no method {lacks}(): see loadsheet.ports")
    if not isinstance(name, str) or not name.strip():
        raise SettingsError(
            f"{what} = {part!r} has the name {name!r}: give it a text that is not empty"
        )
    return name


def _stream(made: AsyncIterator[Piece]) -> AsyncIterator[Piece]:
    """What a model's `stream` gave; a coroutine that nobody will await is closed."""
    if inspect.iscoroutine(made):
        made.close()
        raise TypeError("stream() is to be an asynchronous generator, and it never yields")
    return made


def _piece(who: str, piece: Any) -> Piece:
    try:
        usage = tuple((str(key), int(count)) for key, count in piece.usage)
        if isinstance(piece.text, str):
            return Piece(piece.text, usage)
    except (AttributeError, TypeError, ValueError):
        pass
    raise ModelError(f"{who} gave {piece!r} as a part of its answer: give a loadsheet.ports.Piece")


def _is_part(score: Any) -> bool:
    if isinstance(score, bool) or not isinstance(score, Real):
        return False
    return 0.0 <= float(score) <= 1.0
