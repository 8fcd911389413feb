"""Vectors in; the ones that lie nearest to another vector out. Exact, in memory."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 8192
"""Rows that memory is taken for at once beyond those that are known to come: a matrix grows without being copied."""

DIGITS = 6
"""Scores are rounded to so many. A product in single precision is right to about seven, and what it is in the last one
depends on where in the matrix a row stands."""

SLACK = 1e-5
"""How far the first product of a row may be off. Rows so near to the last place are multiplied again, exactly."""


@dataclass(slots=True)
class Matrix:
    """The vectors of one workspace and one model, as they were when the store counted `changes`."""

    dimensions: int = 0
    changes: int = -1
    last: int = 0
    """The number of the newest link that is in it."""
    count: int = 0
    """Rows that were ever added."""
    blocks: list[NDArray[np.float32]] = field(default_factory=list["NDArray[np.float32]"])
    starts: list[int] = field(default_factory=list[int])
    """The place of each block's first row."""
    passages: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    alive: NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, np.bool_))
    living: int = 0
    """How many passages can be found."""

    @property
    def bytes(self) -> int:
        """The memory that it takes."""
        return sum(block.nbytes for block in self.blocks) + self.passages.nbytes

    def add(self, passages: Sequence[int], bodies: Sequence[bytes], coming: int = 0) -> None:
        """Add rows. One of another length than the first is damaged: it is left out, and never found.

        `coming` is how many rows there will be in all: they get memory in one piece, which a product is fastest over.
        """
        taken: list[int] = []
        for passage, body in zip(passages, bodies, strict=True):
            self.dimensions = self.dimensions or len(body) // 4
            if not body or len(body) != 4 * self.dimensions:
                continue
            if not self.blocks or self.count - self.starts[-1] == len(self.blocks[-1]):
                rows = max(BLOCK, coming - self.count)
                self.blocks.append(np.empty((rows, self.dimensions), np.float32))
                self.starts.append(self.count)
            self.blocks[-1][self.count - self.starts[-1]] = np.frombuffer(body, "<f4")
            self.count += 1
            taken.append(passage)
        self.passages = np.concatenate([self.passages, np.array(taken, np.int64)])
        self.alive = np.concatenate([self.alive, np.ones(len(taken), np.bool_)])
        self.living += len(taken)

    def keep(self, passages: Collection[int]) -> None:
        """Find only these from now on."""
        held = np.fromiter(passages, np.int64, len(passages))
        self.alive &= np.isin(self.passages, held)
        self.living = int(self.alive.sum())

    def nearest(self, query: NDArray[np.float32], limit: int) -> list[tuple[int, float]]:
        """The passages with the highest scores, best first, and every one that ties with the last of them."""
        if not self.living:
            return []
        scores = self._products(query)
        if self.living > limit:
            bound = np.partition(scores, -limit)[-limit] - SLACK
            (places,) = np.nonzero(scores >= bound)
        else:
            (places,) = np.nonzero(self.alive)
        exact = query.astype(np.float64)
        found = [
            (round(float(self._row(place).astype(np.float64) @ exact), DIGITS), place)
            for place in places.tolist()
        ]
        found.sort(key=lambda pair: -pair[0])
        last = found[min(limit, len(found)) - 1][0]
        return [(int(self.passages[place]), score) for score, place in found if score >= last]

    def _products(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        made = np.empty(self.count, np.float32)
        for start, block in zip(self.starts, self.blocks, strict=True):
            part = made[start : start + len(block)]
            np.matmul(block[: len(part)], query, out=part)
        if self.living < self.count:
            made[~self.alive] = -np.inf
        return made

    def _row(self, place: int) -> NDArray[np.float32]:
        number = bisect_right(self.starts, place) - 1
        return self.blocks[number][place - self.starts[number]]
