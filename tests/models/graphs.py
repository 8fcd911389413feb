"""Cross-encoders of a few words: a real ONNX file, written byte by byte, and a real tokenizer beside it.

A score is the sum of what the words of the passage count, so that a test can say what it must be.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

WORDS = {
    **dict.fromkeys(("[PAD]", "[UNK]", "[CLS]", "[SEP]", "take"), 0.0),
    **{"two": 1.0, "days": 0.5, "refunds": 0.25, "lunch": -2.0},
    **{"how": 8.0, "long": 8.0, "bad": float("inf")},
}
"""What each word counts in a passage; in a question it counts nothing."""

FLOAT, INT64 = 1, 7
"""The types of ONNX's tensors."""


def number(value: int) -> bytes:
    """A whole number as protobuf writes it."""
    value &= (1 << 64) - 1
    made = bytearray()
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*made, value])


def field(place: int, value: int | str | bytes) -> bytes:
    """A field of a message: a number, or a text or another message with its length."""
    if isinstance(value, int):
        return number(place << 3) + number(value)
    raw = value.encode() if isinstance(value, str) else value
    return number(place << 3 | 2) + number(len(raw)) + raw


def node(kind: str, inputs: Sequence[str], output: str, **attributes: int | list[int]) -> bytes:
    """A step of a graph."""
    made = b"".join(field(1, name) for name in inputs) + field(2, output) + field(4, kind)
    for name, value in attributes.items():
        several = isinstance(value, list)
        rows = b"".join(field(8, one) for one in value) if several else field(3, value)
        made += field(5, field(1, name) + rows + field(20, 7 if several else 2))
    return made


def shown(name: str, kind: int, axes: Iterable[str | int]) -> bytes:
    """An input or an output of a graph."""
    sizes = b"".join(field(1, field(2 if isinstance(axis, str) else 1, axis)) for axis in axes)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, sizes)))


def table(name: str, rows: Sequence[Sequence[float]]) -> bytes:
    """A constant of two axes."""
    flat = [value for row in rows for value in row]
    raw = struct.pack(f"<{len(flat)}f", *flat)
    return b"".join(
        (field(1, len(rows)), field(1, len(rows[0])), field(2, FLOAT), field(8, name))
    ) + (field(9, raw))


def model(classes: int = 1, *, pooled: bool = True) -> bytes:
    """A graph that adds up what the words of the second text count, in the last class; with `pooled=False` it does not
    add them up, as an embedder's does not."""
    rows = [[*[0.0] * (classes - 1), weight] for weight in WORDS.values()]
    nodes = [
        node("Gather", ["table", "input_ids"], "counts"),
        node("Cast", ["token_type_ids"], "second", to=FLOAT),
        node("Unsqueeze", ["second"], "mask", axes=[2]),
        node("Mul", ["counts", "mask"], "own" if pooled else "logits"),
    ]
    if pooled:
        nodes.append(node("ReduceSum", ["own"], "logits", axes=[1], keepdims=0))
    axes = ["batch", classes] if pooled else ["batch", "length", classes]
    graph = (
        b"".join(field(1, one) for one in nodes) + field(2, "pair") + field(5, table("table", rows))
    )
    for name in ("input_ids", "token_type_ids"):
        graph += field(11, shown(name, INT64, ["batch", "length"]))
    graph += field(12, shown("logits", FLOAT, axes))
    return field(1, 7) + field(7, graph) + field(8, field(1, "") + field(2, 11))


def tokenizer(words: Iterable[str] = WORDS) -> Mapping[str, object]:
    """A tokenizer that knows the words, and marks the two texts of a pair."""
    ids = {word: place for place, word in enumerate(words)}
    marks = {
        name: {"id": name, "ids": [ids[name]], "tokens": [name]} for name in ("[CLS]", "[SEP]")
    }

    def mark(name: str, kind: int) -> dict[str, object]:
        return {"SpecialToken": {"id": name, "type_id": kind}}

    def text(name: str, kind: int) -> dict[str, object]:
        return {"Sequence": {"id": name, "type_id": kind}}

    single = [mark("[CLS]", 0), text("A", 0), mark("[SEP]", 0)]
    return {
        "version": "1.0",
        "truncation": None,
        "padding": {
            "strategy": {"Fixed": 12},
            "direction": "Right",
            "pad_to_multiple_of": None,
            "pad_id": 0,
            "pad_type_id": 0,
            "pad_token": "[PAD]",
        },
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": single,
            "pair": [*single, text("B", 1), mark("[SEP]", 1)],
            "special_tokens": marks,
        },
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": ids, "unk_token": "[UNK]"},
    }


def cross_encoder(
    folder: Path, classes: int = 1, *, pooled: bool = True, tokens: int = 512, kind: str = ""
) -> Path:
    """The folder of such a model, as an export lays it out."""
    (folder / "onnx").mkdir(parents=True)
    (folder / "onnx" / "model.onnx").write_bytes(model(classes, pooled=pooled))
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer()))
    named = [kind or "BertForSequenceClassification"]
    config = {"architectures": named, "max_position_embeddings": tokens}
    (folder / "config.json").write_text(json.dumps(config))
    return folder
