"""Questions in, answers out, by a process of its own: what it does harms nothing else, and it has a core to itself."""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import subprocess
import sys
from typing import IO

LENGTH = struct.Struct(">Q")

CHILD = "import sys; sys.path[:] = sys.argv[1:]; "
"""The child imports from where its parent does, and nothing from the folder that it is started in."""


class Child:
    """A process that answers one question after another; it ends with its parent."""

    def __init__(self, code: str) -> None:
        path = [os.path.abspath(place) for place in sys.path]
        self._process = subprocess.Popen(
            [sys.executable, "-c", CHILD + code, *path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def tell(self, *parts: bytes) -> None:
        """Send it something. Raises `OSError` where it has ended."""
        assert self._process.stdin is not None
        send(self._process.stdin, *parts)

    def heard(self) -> bytes:
        """What it says. Raises `OSError` or `EOFError` where it has ended."""
        assert self._process.stdout is not None
        return receive(self._process.stdout)

    def kill(self) -> None:
        """End it, whatever it is doing."""
        self._process.kill()

    def close(self) -> None:
        """End it, and leave nothing of it."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            # What was not sent to it goes nowhere.
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def send(stream: IO[bytes], *parts: bytes) -> None:
    """Write each part with its length before it."""
    for part in parts:
        stream.write(LENGTH.pack(len(part)))
        stream.write(part)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """The next part that was sent. Raises `EOFError` where nothing more comes."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return body


def streams() -> tuple[IO[bytes], IO[bytes]]:
    """In the child: where questions come from and answers go to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # What is printed must not be printed into an answer.
    os.dup2(2, 1)
    return sys.stdin.buffer, answers
