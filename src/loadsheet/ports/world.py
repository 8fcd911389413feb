"""What the core asks of the world beside stores: a clock, ids, a token counter, models that embed, rank, chat."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from loadsheet.artifacts import ChatMessage, Prompt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Clock = Callable[[], datetime]
"""Now, as an aware time."""


Ids = Callable[[str], str]
"""A new id that begins with the given prefix; ids made later sort later."""


class Counter(Protocol):
    """Counts tokens as one model's tokenizer does, or estimates them and says so."""

    @property
    def name(self) -> str:
        """The name that manifests carry."""
        ...

    @property
    def exact(self) -> bool:
        """Whether the counts are those of the model's own tokenizer."""
        ...

    def count(self, text: str) -> int:
        """The tokens of `text` alone; never fewer than the model would count where `exact` is False."""
        ...

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        """The tokens around and between the contents of `messages`, the opening of the reply included."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of unit length, so that their product is their cosine."""

    @property
    def name(self) -> str:
        """The model with its revision; vectors of different names are never compared."""
        ...

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        """A row for each text, the same whatever else is in the batch; all of one length. Raises `ModelError`.

        With `as_query` the texts are what is searched for, which some models read otherwise than what is found.
        """
        ...


class Reranker(Protocol):
    """Reads a question and a passage together, and says how well the one answers the other."""

    @property
    def name(self) -> str:
        """The model with its revision; scores of different names are never compared."""
        ...

    async def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """A score from 0 to 1 for each passage, the same whatever else is in the batch. Raises `ModelError`.

        One that is cancelled stops working soon.
        """
        ...


class ChatModel(Protocol):
    """Answers a prompt in pieces of text."""

    @property
    def name(self) -> str:
        """The name that answers and traces carry."""
        ...

    def stream(self, prompt: Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
        """The answer as it comes. Raises `ModelError`, or `WindowError` when the prompt is too long."""
        ...


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an answer; the last one may carry what the provider counted."""

    text: str = ""
    usage: tuple[tuple[str, int], ...] = ()
