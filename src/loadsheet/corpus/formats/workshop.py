"""Files that need a parser in; what was taken out of them out, whatever the parser does.

Each is taken apart in a child process, one after another. One that takes too long is ended, one that crashes or runs
out of memory takes nothing else with it, and the next file gets a fresh child.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import struct
import subprocess
import sys
import threading
from dataclasses import asdict
from types import TracebackType
from typing import IO, Any, Self

from loadsheet.corpus.formats import EXTRA, Extracted, Limits, Refused, TooLong, too_long

LENGTH = struct.Struct(">Q")

CHILD = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from loadsheet.corpus.formats.workshop import serve; serve()"
)
"""The child imports from where its parent does, and nothing from the folder that it is started in."""


class Workshop:
    """Takes files apart in a process of its own, which is started with the first of them."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            for stream in (self._child.stdin, self._child.stdout):
                # What was not sent to it goes nowhere.
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
            self._child = None

    def read(self, kind: str, data: bytes) -> Extracted | Refused:
        """The text of a file of that format."""
        fresh = self._child is None
        child = self._child = self._child or _start()
        assert child.stdin is not None
        assert child.stdout is not None
        late = threading.Event()

        def end() -> None:
            late.set()
            child.kill()

        timer = threading.Timer(self.limits.seconds, end)
        timer.start()
        try:
            if fresh:
                _send(child.stdin, json.dumps(asdict(self.limits)).encode())
            _send(child.stdin, kind.encode(), data)
            answer = _receive(child.stdout)
        except (OSError, EOFError):
            answer = None
        except BaseException:
            # Ctrl-C between a question and its answer: the child's answer would be taken for the next one.
            self.close()
            raise
        finally:
            timer.cancel()
        if answer is not None and not late.is_set():
            return _answer(json.loads(answer))
        self.close()
        if late.is_set():
            return Refused(f"took longer than {self.limits.seconds:g} seconds", passing=True)
        return Refused("made its parser crash")


def _start() -> subprocess.Popen[bytes]:
    path = [os.path.abspath(place) for place in sys.path]
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, *path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _answer(given: dict[str, Any]) -> Extracted | Refused:
    if "reason" in given:
        return Refused(**given)
    given["pages"] = tuple(given["pages"])
    return Extracted(**given)


def _send(stream: IO[bytes], *parts: bytes) -> None:
    for part in parts:
        stream.write(LENGTH.pack(len(part)))
        stream.write(part)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes:
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return body


# ---------------------------------------------------------------- the child


def serve() -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    questions = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    # A parser that prints must not print into an answer.
    os.dup2(2, 1)
    try:
        limits = Limits(**json.loads(_receive(questions)))
        _bound(limits.megabytes)
        while True:
            kind, data = _receive(questions).decode(), _receive(questions)
            _send(answers, json.dumps(asdict(take_apart(kind, data, limits))).encode())
    except (EOFError, BrokenPipeError):
        return


def _bound(megabytes: int) -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1_000_000, megabytes * 1_000_000))
    except (ImportError, ValueError, OSError):
        return  # a system that cannot hold to it


def take_apart(kind: str, data: bytes, limits: Limits) -> Extracted | Refused:
    """The text of a file, by the reader of its format; whatever a parser raises becomes a reason."""
    from importlib import import_module

    try:
        reader = import_module(f"loadsheet.corpus.formats.{kind}")
        return reader.read(data, limits)
    except ImportError:
        return Refused(EXTRA, passing=True)
    except TooLong:
        return too_long(limits)
    except MemoryError:
        return Refused(f"needs more than {limits.megabytes:,} MB of memory")
    except RecursionError:
        return Refused("is nested too deeply")
    except Exception as error:
        said = " ".join(str(error).split())[:100]
        return Refused(f"cannot be parsed ({type(error).__name__}{': ' if said else ''}{said})")
