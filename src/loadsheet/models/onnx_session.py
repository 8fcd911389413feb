"""A model's file in; an open session that reads the tokens of one text, or of one pair, out.

Each run is of one text on one thread, so that what comes out never depends on what else was asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast
from weakref import WeakValueDictionary

from loadsheet.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Encoding, Tokenizer

Model = TypeVar("Model")

KNOWN = ("attention_mask", "input_ids", "position_ids", "token_type_ids")
"""What a text model's graph may ask for."""


class Once(Generic[Model]):
    """What is opened by the first who asks for it, once, whatever threads ask."""

    def __init__(self, opening: Callable[[], Model]) -> None:
        self._opening = opening
        self._opened: Model | None = None
        self._lock = Lock()

    def __call__(self) -> Model:
        """The open model. Raises what opening it raises, and tries again the next time."""
        with self._lock:
            if self._opened is None:
                self._opened = self._opening()
            return self._opened


_OPEN: WeakValueDictionary[tuple[str, Path], Once[Any]] = WeakValueDictionary()
_OPENING = Lock()


def shared(name: str, file: Path, opening: Callable[[], Model]) -> Once[Model]:
    """The model of a file, opened once for all who use it in this process and given back with the last of them.

    `name` holds its revision: other weights under the same path are another model. An agent is freed by the garbage
    collector, to which a hundred megabytes outside of Python are nothing; a host that opens many would fill the memory.
    """
    with _OPENING:
        return cast("Once[Model]", _OPEN.setdefault((name, file), Once(opening)))


@dataclass(frozen=True, slots=True)
class Session:
    """An open graph; `name` is the model with its kind, for errors."""

    name: str
    raw: Any
    inputs: tuple[str, ...]
    outputs: dict[str, int]
    """The name of each output, with the number of its axes."""

    def run(self, output: str, tokens: Encoding) -> NDArray[np.float32]:
        """An output of the graph for one text, without the axis of the batch."""
        import numpy as np

        ids = np.array([tokens.ids], np.int64)
        offered = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.array([tokens.type_ids], np.int64),
            "position_ids": np.arange(ids.shape[1], dtype=np.int64)[None],
        }
        return self.raw.run([output], {name: offered[name] for name in self.inputs})[0][0]


def opened(name: str, model: Path, tokenizer: Path) -> tuple[Session, Tokenizer]:
    """The graph and its tokenizer, without padding. Raises `ModelError` for files of something else."""
    try:
        import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
        from tokenizers import Tokenizer

        reader = Tokenizer.from_file(str(tokenizer))
        reader.no_padding()
        runtime = cast("Any", onnxruntime)
        options = runtime.SessionOptions()
        # One thread for each text; see the top of this file.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_mem_pattern = False
        # Where a processor has no 8-bit dot product, the faster way of an 8-bit model overflows, and its vectors are
        # worse than on the next machine; this way is exact on all of them.
        options.add_session_config_entry("session.x64quantprecision", "1")
        options.log_severity_level = 3
        raw: Any = runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelError(
            f"{name} at '{model}' cannot be opened ({error}): check the file"
        ) from error
    inputs: tuple[str, ...] = tuple(str(row.name) for row in raw.get_inputs())
    if "input_ids" not in inputs or not set(KNOWN).issuperset(inputs):
        raise ModelError(f"{name} takes {', '.join(inputs)}: a text model takes {', '.join(KNOWN)}")
    outputs = {str(row.name): len(row.shape) for row in raw.get_outputs()}
    return Session(name, raw, inputs, outputs), reader


def clean(text: str) -> str:
    """The text as a tokenizer takes it: without half of a pair of code units."""
    return text.encode("utf-8", "replace").decode()
