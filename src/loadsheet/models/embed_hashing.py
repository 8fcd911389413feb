"""Texts in, vectors of hashed words and pieces of words out: how examples run, and how you test your own agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from zlib import crc32

import regex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WORD = regex.compile(r"\p{Han}|[\p{L}\p{M}\p{N}]+")
"""A word; a Han character is one by itself."""

GRAM = 3
"""Characters of a piece of a word."""


class HashingEmbedder:
    """An embedder without a model: each word, and each three characters of it, counts in a place of its own.

    Texts that share words or parts of words lie near each other, and nothing else does: it knows no meaning. The
    vectors are the same in every process and on every machine.
    """

    def __init__(self, dimensions: int = 256) -> None:
        self.name: str = f"hashing-{dimensions}"
        self.dimensions: int = dimensions

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        """A row for each text; a query is read as any other text."""
        import numpy as np

        made = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(made, texts, strict=True):
            for feature in _features(text):
                place = crc32(feature.encode("utf-8", "surrogatepass"))
                # The highest bit is a sign, so that features which share a place cancel out on the average.
                row[(place & 0x7FFFFFFF) % self.dimensions] += 1.0 if place >> 31 else -1.0
            if not row.any():
                row[0] = 1.0
        return made / np.linalg.norm(made, axis=1, keepdims=True)


def _features(text: str) -> list[str]:
    found: list[str] = []
    for word in WORD.findall(text.lower()):
        found.append(word)
        marked = f"<{word}>"
        found += [marked[i : i + GRAM] for i in range(len(marked) - GRAM + 1)]
    return found
