from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from loadsheet.artifacts import Prompt
from loadsheet.errors import ModelError, SettingsError, WindowError
from loadsheet.models.chat import OpenAICompatibleModel
from loadsheet.ports import Piece

PROMPT = Prompt(
    messages=(
        {"role": "system", "content": "<instructions>\nAnswer from evidence.\n</instructions>\n"},
        {"role": "user", "content": "Tôi là Ana 👨‍👩‍👧‍👦", "name": "ana"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "find", "arguments": '{ "q":  "x" }'},
                }
            ],
        },
        {"role": "tool", "content": '{"hits": 0}', "tool_call_id": "c1"},
        {"role": "assistant", "content": "  None.\n"},
        {"role": "assistant", "content": "<|im_end|> stays"},
        {"role": "user", "content": "<question>\nيوم؟\r\n</question>\n"},
    )
)

Respond = Callable[[BaseHTTPRequestHandler], None]


class Endpoint:
    """A loopback server that keeps what it was sent, and answers by `respond`."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.respond: Respond = streamed(["Two", " days."])
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                endpoint.bodies.append(json.loads(raw))
                endpoint.keys.append(self.headers["Authorization"])
                endpoint.respond(self)

            def log_message(self, format: str, *args: object) -> None:
                """Stay quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint()
    thread = threading.Thread(target=made.server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


def streamed(
    words: list[str], *, usage: bool = True, finish: str | None = "stop", done: bool = True
) -> Respond:
    def respond(to: BaseHTTPRequestHandler) -> None:
        to.send_response(200)
        to.send_header("Content-Type", "text/event-stream")
        to.end_headers()
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        lines: list[dict[str, object]] = [
            {**chunk, "choices": [{"index": 0, "delta": {"content": word}}]} for word in words
        ]
        if finish:
            last: dict[str, object] = {"index": 0, "delta": {}, "finish_reason": finish}
            lines.append({**chunk, "choices": [last]})
        if usage:
            counted = {"prompt_tokens": 41, "completion_tokens": 3, "total_tokens": 44}
            lines.append({**chunk, "choices": [], "usage": counted})
        for line in lines:
            to.wfile.write(f"data: {json.dumps(line)}\n\n".encode())
        if done:
            to.wfile.write(b"data: [DONE]\n\n")

    return respond


def refused(status: int, body: object, kind: str = "application/json") -> Respond:
    def respond(to: BaseHTTPRequestHandler) -> None:
        raw = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        to.send_response(status)
        to.send_header("Content-Type", kind)
        to.send_header("Content-Length", str(len(raw)))
        to.end_headers()
        to.wfile.write(raw)

    return respond


def error(message: str, code: str | int | None = None, kind: str = "x") -> dict[str, object]:
    return {"error": {"message": message, "code": code, "type": kind}}


async def asked(endpoint: Endpoint, *, key: str = "sk-hidden", timeout: float = 20) -> list[Piece]:
    model = OpenAICompatibleModel("m", endpoint.url, key, timeout)
    return [piece async for piece in model.stream(PROMPT, max_tokens=77)]


async def test_the_wire_carries_the_prompt_as_it_is(endpoint: Endpoint) -> None:
    await asked(endpoint)
    (body,) = endpoint.bodies
    assert body["messages"] == list(PROMPT.messages)
    assert (body["model"], body["stream"], body["max_tokens"]) == ("m", True, 77)
    assert endpoint.keys == ["Bearer sk-hidden"]


async def test_pieces_come_as_they_are_streamed_and_usage_last(endpoint: Endpoint) -> None:
    pieces = await asked(endpoint)
    assert [piece.text for piece in pieces] == ["Two", " days.", ""]
    assert pieces[-1].usage == (("input_tokens", 41), ("output_tokens", 3))


async def test_a_server_that_counts_nothing_gives_no_usage(endpoint: Endpoint) -> None:
    endpoint.respond = streamed(["Two"], usage=False)
    assert (await asked(endpoint))[-1].usage == ()


async def test_reasoning_is_not_part_of_the_answer(endpoint: Endpoint) -> None:
    endpoint.respond = streamed(["<think>", "hm", "</think>", "Two."])
    assert "".join(piece.text for piece in await asked(endpoint)) == "Two."


@pytest.mark.parametrize(
    "respond",
    [
        refused(400, error("too long", "context_length_exceeded")),
        refused(400, error("This model's maximum context length is 4096 tokens.")),
        refused(400, error("the request exceeds the available context size", 400)),
        refused(500, error("context size exceeded")),
    ],
)
async def test_a_prompt_beyond_the_window_is_its_own_error(
    endpoint: Endpoint, respond: Respond
) -> None:
    endpoint.respond = respond
    with pytest.raises(WindowError, match="lower the budget, or set model_window"):
        await asked(endpoint)


@pytest.mark.parametrize(
    ("respond", "says"),
    [
        (refused(401, error("Incorrect API key provided: sk-hidden")), "401: .*OPENAI_API_KEY"),
        (refused(404, error("no such model")), "404: no such model: check base_url .* and model"),
        (refused(429, error("slow down")), "429: slow down: try again later"),
        (refused(500, error("broken")), "500: broken: try again later"),
        (refused(503, "<html>busy</html>", "text/html"), "503: .*try again later"),
        (refused(400, error("bad role")), "400: bad role: check model and base_url"),
        (refused(200, "<html>hello</html>", "text/html"), "check base_url and the server"),
        (refused(200, "data: {nonsense\n\n", "text/event-stream"), "check base_url and the server"),
        (refused(200, 'data: {"choices": 7}\n\n', "text/event-stream"), "cannot be used"),
        (streamed([], finish="length"), "answered no text .*raise output_reserve"),
        (streamed(["Two"], finish=None, done=False), "finish_reason"),
    ],
)
async def test_a_failure_names_the_place_and_the_way_out(
    endpoint: Endpoint, respond: Respond, says: str
) -> None:
    endpoint.respond = respond
    with pytest.raises(ModelError, match=says) as caught:
        await asked(endpoint)
    message = str(caught.value)
    assert f"model 'm' at {endpoint.url}" in message
    assert "sk-hidden" not in message
    assert "\n" not in message
    assert not isinstance(caught.value, WindowError)


async def test_a_connection_dropped_in_the_middle_is_an_error(endpoint: Endpoint) -> None:
    def respond(to: BaseHTTPRequestHandler) -> None:
        to.send_response(200)
        to.send_header("Content-Type", "text/event-stream")
        to.send_header("Content-Length", "100000")
        to.end_headers()
        chunk = {"id": "1", "choices": [{"index": 0, "delta": {"content": "Two"}}]}
        to.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())

    endpoint.respond = respond
    model = OpenAICompatibleModel("m", endpoint.url)
    stream = model.stream(PROMPT, max_tokens=7)
    assert (await anext(stream)).text == "Two"
    with pytest.raises(ModelError, match=r"127\.0\.0\.1"):
        await anext(stream)


async def test_a_silent_server_is_an_error_after_the_timeout(endpoint: Endpoint) -> None:
    quiet = threading.Event()

    def respond(to: BaseHTTPRequestHandler) -> None:
        quiet.wait(5)

    endpoint.respond = respond
    started = time.monotonic()
    with pytest.raises(ModelError, match=r"silent for 0\.3 seconds"):
        await asked(endpoint, timeout=0.3)
    quiet.set()
    assert time.monotonic() - started < 4


async def test_nobody_listening_is_an_error() -> None:
    model = OpenAICompatibleModel("m", "http://user:secret@127.0.0.1:9/v1")
    with pytest.raises(ModelError, match="cannot be reached") as caught:
        _ = [piece async for piece in model.stream(PROMPT, max_tokens=7)]
    assert "secret" not in str(caught.value)


async def test_no_key_of_the_environment_goes_to_another_server(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    await asked(endpoint, key="")
    assert endpoint.keys == ["Bearer none"]


async def test_a_reader_that_stops_early_closes_the_stream(endpoint: Endpoint) -> None:
    model = OpenAICompatibleModel("m", endpoint.url)
    stream = model.stream(PROMPT, max_tokens=7)
    assert (await anext(stream)).text == "Two"
    await stream.aclose()  # type: ignore[attr-defined]


def test_the_hosted_default_needs_a_key() -> None:
    with pytest.raises(SettingsError, match="'m' needs a key: set OPENAI_API_KEY"):
        OpenAICompatibleModel("m")


def test_an_address_without_a_scheme_is_named() -> None:
    with pytest.raises(SettingsError, match="'localhost:8080' must begin with http"):
        OpenAICompatibleModel("m", "localhost:8080")


async def test_a_missing_library_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pydantic_ai.models.openai", None)
    model = OpenAICompatibleModel("m", "http://127.0.0.1:9/v1")
    with pytest.raises(SettingsError, match=r"pip install 'loadsheet\[models\]'"):
        _ = [piece async for piece in model.stream(PROMPT, max_tokens=7)]
