"""Texts in, vectors of a sentence-transformers model out, computed on this machine by onnxruntime.

A text is computed by itself, on one thread, and texts side by side on several. So a vector is the same bit for bit
whatever else was asked for and however many threads there are, nothing is spent on padding, and short texts do not wait
for long ones.

**Long texts.** A model reads so many tokens and no more. A longer text is read in as many windows as it takes, and its
vector is the mean over the tokens of all of them: no part of it is left out, though each window is read alone.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from loadsheet.errors import ModelError, SettingsError
from loadsheet.models.embed_folder import EmbedderFolder, packaged, read
from loadsheet.models.onnx_folder import INSTALL, installed
from loadsheet.models.onnx_session import Once, Session, clean, opened, shared

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Encoding, Tokenizer


class LocalEmbedder:
    """The model of a folder, or the packaged one; the files are opened with the first text."""

    def __init__(self, folder: str | os.PathLike[str] | None = None, threads: int | None = None):
        """Raises `SettingsError` where the extra is not installed, and for a folder without a model."""
        if not installed():
            raise SettingsError(f"a local embedder needs an extra: {INSTALL}")
        self.folder: EmbedderFolder = (
            packaged() if folder is None else read(Path(folder).expanduser())
        )
        self.name: str = f"{self.folder.name}@{self.folder.revision}"
        self.threads: int = threads or os.cpu_count() or 1
        self._model: Once[_OpenEmbedder] = shared(
            self.name, self.folder.model, partial(_open, self.folder)
        )

    async def embed(self, texts: Sequence[str], *, as_query: bool = False) -> NDArray[np.float32]:
        """A row of unit length for each text."""
        before = self.folder.query if as_query else self.folder.passage
        return await asyncio.to_thread(self._embed, [before + text for text in texts])

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        model = self._model()
        try:
            encodings = model.encoded(texts)
            # The longest first, so that no thread ends with one while the others have nothing left.
            order = sorted(range(len(texts)), key=lambda i: (-_length(encodings[i]), i))
            made: list[NDArray[np.float32] | None] = [None] * len(texts)
            work = (encodings[i] for i in order)
            with ThreadPoolExecutor(min(self.threads, max(1, len(texts)))) as pool:
                for index, row in zip(order, pool.map(model.vector, work), strict=True):
                    made[index] = row
        except Exception as error:
            raise ModelError(f"embedder {self.name} failed ({error}): check its folder") from error
        rows = [row for row in made if row is not None]
        return np.stack(rows) if rows else np.zeros((0, 0), np.float32)


@dataclass(frozen=True, slots=True)
class _OpenEmbedder:
    """An open model."""

    folder: EmbedderFolder
    tokenizer: Tokenizer
    session: Session
    output: str
    pooled: bool
    """Whether the output is the vector itself and not a vector for each token."""

    def encoded(self, texts: Sequence[str]) -> list[Encoding]:
        read = [clean(text) for text in texts]
        return self.tokenizer.encode_batch(
            [text.lower() for text in read] if self.folder.lower else read
        )

    def vector(self, encoding: Encoding) -> NDArray[np.float32]:
        import numpy as np

        windows = [encoding, *encoding.overflowing]
        sizes = np.array([len(window.ids) for window in windows], np.float32)
        rows = np.stack([self._window(window) for window in windows])
        mean = (rows * (sizes / sizes.sum())[:, None]).sum(axis=0)
        length = float(np.linalg.norm(mean))
        if not np.isfinite(length) or length == 0:
            raise ValueError("a vector without a direction")
        return (mean / length).astype(np.float32)

    def _window(self, window: Encoding) -> NDArray[np.float32]:
        found = self.session.run(self.output, window)
        if self.pooled:
            return found
        match self.folder.pooling:
            case "mean":
                return found.mean(axis=0)
            case "max":
                return found.max(axis=0)
            case "cls":
                return found[0]
            case "lasttoken":
                return found[-1]


def _length(encoding: Encoding) -> int:
    return len(encoding.ids) + sum(len(window.ids) for window in encoding.overflowing)


def _open(folder: EmbedderFolder) -> _OpenEmbedder:
    session, tokenizer = opened(f"embedder {folder.name}", folder.model, folder.tokenizer)
    tokenizer.enable_truncation(max_length=folder.tokens)  # pyright: ignore[reportUnknownMemberType]
    output, pooled = _output(session.outputs, folder)
    return _OpenEmbedder(folder, tokenizer, session, output, pooled)


def _output(outputs: Mapping[str, int], folder: EmbedderFolder) -> tuple[str, bool]:
    """The output to read: a vector that the export has made already, or a vector for each token."""
    for name in ("sentence_embedding", "last_hidden_state", "token_embeddings"):
        if name in outputs:
            return name, outputs[name] == 2
    for name, axes in outputs.items():
        if axes in {2, 3}:
            return name, axes == 2
    raise ModelError(
        f"embedder {folder.name} gives {', '.join(outputs)}: none is a vector of a text"
    )
