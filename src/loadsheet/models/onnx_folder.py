"""A folder of an ONNX model in; where its files are, what they say, and a fingerprint of them out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from loadsheet.errors import SettingsError

INSTALL = "pip install 'loadsheet[local]'"

USUAL_TOKENS = 512
"""What a folder's model reads where the folder does not say: what models of BERT's make can."""

SAMPLES = 64
"""Places of a weights file that its fingerprint looks at."""


def installed() -> bool:
    """Whether the libraries that a local model needs are there."""
    return all(find_spec(name) is not None for name in ("onnxruntime", "tokenizers"))


def tokenizer_of(folder: Path, kind: str) -> Path:
    """The tokenizer's file. Raises `SettingsError` where the folder, or the file in it, is not there."""
    if not folder.is_dir():
        raise SettingsError(f"the {kind}'s folder '{folder}' does not exist")
    tokenizer = folder / "tokenizer.json"
    if not tokenizer.is_file():
        raise SettingsError(
            f"the {kind}'s folder '{folder}' has no tokenizer.json: export it again"
        )
    return tokenizer


def weights_of(folder: Path, kind: str) -> Path:
    """The one file of weights in a folder, by the names of exports. Raises `SettingsError` where there is none."""
    found = sorted([*folder.glob("*.onnx"), *folder.glob("onnx/*.onnx")])
    plain = [path for path in found if path.name == "model.onnx"]
    if plain:
        return plain[0]
    if len(found) == 1:
        return found[0]
    said = f"several ({', '.join(path.name for path in found)})" if found else "none"
    raise SettingsError(
        f"the {kind}'s folder '{folder}' must hold model.onnx or one other .onnx file, and holds {said}"
    )


def tokens_of(*configs: Mapping[str, Any]) -> int:
    """The least that any of the folder's files allows; a tokenizer that knows no bound writes a huge number."""
    config, sentence, tokenizer = configs
    sizes = (
        sentence.get("max_seq_length"),
        tokenizer.get("model_max_length"),
        config.get("max_position_embeddings"),
    )
    known = [int(size) for size in sizes if isinstance(size, int | float) and 2 < size < 1_000_000]
    return min(known, default=USUAL_TOKENS)


def table_of(path: Path, kind: str) -> dict[str, Any]:
    """What a JSON file of the folder says; nothing where there is none. Raises `SettingsError` for what is no JSON."""
    if not path.is_file():
        return {}
    try:
        made: object = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"the {kind}'s file '{path}' is not JSON: {error}") from error
    return cast("dict[str, Any]", made) if isinstance(made, dict) else {}


def fingerprint(facts: Iterable[object], files: Iterable[Path]) -> str:
    """Eight signs for all that decides on what a model gives: facts about its use, and its files."""
    seen = hashlib.sha256()
    for fact in facts:
        seen.update(repr(fact).encode())
    for path in files:
        _sample(path, seen)
    return seen.hexdigest()[:8]


def files_of(model: Path) -> list[Path]:
    """The file of weights with those that lie beside it, since large ones are kept in parts."""
    return sorted(model.parent.glob(f"{model.name}*"))


def _sample(path: Path, seen: Any) -> None:
    """Let the file's size and places spread over it speak for its bytes: weights may be gigabytes."""
    size = path.stat().st_size
    seen.update(f"{size};".encode())
    with path.open("rb") as file:
        for number in range(SAMPLES + 1):
            file.seek(max(0, size - 4096) * number // SAMPLES)
            seen.update(file.read(4096))
