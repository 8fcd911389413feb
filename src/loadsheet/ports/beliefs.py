"""What memory believes beside its records, and the vectors by which all of it is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from loadsheet.artifacts import Belief, MemoryRecord

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Held:
    """What a workspace holds while nobody else may write."""

    beliefs: Sequence[Belief]
    """Every hypothesis and episode, in the order of their writing."""
    records: Callable[[], Sequence[MemoryRecord]]
    """Every record; read when it is asked for."""


@dataclass(frozen=True, slots=True)
class Revised:
    """What becomes of what is held."""

    beliefs: Sequence[Belief] = ()
    """Those that are new or changed."""
    records: Sequence[MemoryRecord] = ()
    """Those that are changed."""
    gone: Sequence[str] = ()
    """The ids of records and beliefs that are there no more; of a record the id and the time stay."""


Revision = Callable[[Held], Revised]
"""What is held in, what becomes of it out; what it raises, the store raises, and nothing is written."""


class BeliefStore(Protocol):
    """The hypotheses and episodes of every workspace; every method sees one workspace only."""

    async def beliefs(self, workspace: str) -> Sequence[Belief]:
        """Every hypothesis and episode, in the order of their writing."""
        ...

    async def revise(self, workspace: str, revision: Revision, at: datetime) -> Revised:
        """Look at what is held and write what is revised, at `at`, in one transaction; returns what was revised."""
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
