"""What memory believes beside its records, and the vectors by which all of it is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from loadsheet.artifacts import Belief, MemoryRecord

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Revision = Callable[[Sequence[Belief]], Sequence[Belief]]
"""All beliefs in, those that are new or changed out; what it raises, the store raises, and nothing is written."""


class BeliefStore(Protocol):
    """The hypotheses and episodes of every workspace; every method sees one workspace only."""

    async def beliefs(self, workspace: str) -> Sequence[Belief]:
        """Every hypothesis and episode, in the order of their writing."""
        ...

    async def revise(self, workspace: str, revision: Revision) -> Sequence[Belief]:
        """Look at all beliefs and write what is revised, in one transaction; returns what was written."""
        ...

    async def take_out(
        self,
        workspace: str,
        ids: Sequence[str],
        records: Sequence[MemoryRecord],
        beliefs: Sequence[Belief],
        at: datetime,
    ) -> None:
        """Remove records and beliefs by their ids, and write those that this changes, in one transaction."""
        ...

    async def identity(self, workspace: str) -> str:
        """What tells a workspace from one of its name in another state: made once, and empty where nothing was stored
        yet, or nothing may be.
        """
        ...

    async def lacking(
        self, workspace: str, embedder: str, texts: Mapping[str, str]
    ) -> Sequence[str]:
        """Of ids with their texts those that have no vector of this model, or one of another text."""
        ...

    async def keep_memory_vectors(
        self,
        workspace: str,
        embedder: str,
        texts: Mapping[str, str],
        rows: NDArray[np.float32],
    ) -> None:
        """Store the vector of each text under its id; vectors of other models go."""
        ...

    async def likenesses(
        self, workspace: str, embedder: str, ids: Sequence[str], vector: NDArray[np.float32]
    ) -> Mapping[str, float]:
        """How near what each id says lies to a vector; an id without one of the same length is left away."""
        ...
