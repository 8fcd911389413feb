"""Questions in, answers out, by a process of its own: what it does harms nothing else, and it has a core to itself."""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import sys
from collections.abc import Generator
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

LENGTH = struct.Struct(">Q")

CHILD = "import sys; sys.path[:] = sys.argv[1:]; "
"""The child imports from where its parent does, and nothing from the folder that it is started in."""


HOME = os.path.abspath(os.path.join(__file__, *[os.pardir] * 3))
"""Where this package lies."""


class Child:
    """A process that answers one question after another; it ends with its parent."""

    def __init__(self, code: str) -> None:
        import subprocess  # here, as a child starts none

        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            [sys.executable, "-c", CHILD + code, *places()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def tell(self, *parts: bytes) -> None:
        """Send it something. Raises `EOFError` where it has ended."""
        assert self._process.stdin is not None
        with _there():
            send(self._process.stdin, *parts)

    def heard(self) -> bytes:
        """What it says. Raises `EOFError` where it has ended."""
        assert self._process.stdout is not None
        with _there():
            return receive(self._process.stdout)

    @property
    def ended(self) -> bool:
        """Whether it is there no more."""
        return self._process.poll() is not None

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


def places() -> list[str]:
    """Where the child looks for modules: where its parent does, but for the current folder.

    That one may be full of somebody's documents; it stays where this package itself lies there.
    """
    here = None
    with contextlib.suppress(OSError):  # a folder that is gone
        here = os.getcwd()
    found = [os.path.abspath(place) for place in sys.path if place or here]
    return [place for place in found if place != here or place == HOME]


@contextlib.contextmanager
def _there() -> Generator[None]:
    """Whatever a pipe says about its other end being gone, or another thread's closing it, as one error."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise EOFError from error


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
