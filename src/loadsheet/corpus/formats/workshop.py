"""Files that need a parser in; what was taken out of them out, whatever the parser does.

Each is taken apart in a child process, one after another. One that takes too long is ended, one that crashes or runs
out of memory takes nothing else with it, and the next file gets a fresh child.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict
from typing import Any

from loadsheet.corpus.child import Child, receive, send, streams
from loadsheet.corpus.formats import EXTRA, Extracted, Limits, TooLong, Unreadable, too_long

CHILD = "from loadsheet.corpus.formats.workshop import serve; serve()"


class Workshop:
    """Takes files apart in a process of its own, which is started with the first of them."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._child: Child | None = None

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def read(self, kind: str, data: bytes) -> Extracted | Unreadable:
        """The text of a file of that format."""
        fresh = self._child is None
        try:
            child = self._child = self._child or Child(CHILD)
        except OSError as error:
            return Unreadable(f"cannot be read: no process can be started ({error})", passing=True)
        late = threading.Event()

        def end() -> None:
            late.set()
            child.kill()

        timer = threading.Timer(self.limits.seconds, end)
        timer.start()
        try:
            if fresh:
                child.tell(json.dumps(asdict(self.limits)).encode())
            child.tell(kind.encode(), data)
            answer = child.heard()
        except EOFError:
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
            return Unreadable(
                f"took longer than {self.limits.seconds:g} seconds; see the setting file_seconds",
                passing=True,
            )
        return Unreadable("made its parser crash")


def _answer(given: dict[str, Any]) -> Extracted | Unreadable:
    if "reason" in given:
        return Unreadable(**given)
    given["pages"], given["notes"] = tuple(given["pages"]), tuple(given["notes"])
    return Extracted(**given)


# ---------------------------------------------------------------- the child


def serve() -> None:
    """Answer until nobody asks any more."""
    questions, answers = streams()
    try:
        limits = Limits(**json.loads(receive(questions)))
        _bound(limits.megabytes)
        while True:
            kind, data = receive(questions).decode(), receive(questions)
            send(answers, json.dumps(asdict(take_apart(kind, data, limits))).encode())
    except (EOFError, BrokenPipeError):
        return


def _bound(megabytes: int) -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1_000_000, megabytes * 1_000_000))
    except (ImportError, ValueError, OSError):
        return  # a system that cannot hold to it


def take_apart(kind: str, data: bytes, limits: Limits) -> Extracted | Unreadable:
    """The text of a file, by the reader of its format; whatever a parser raises becomes a reason."""
    from importlib import import_module

    try:
        reader = import_module(f"loadsheet.corpus.formats.{kind}")
        return reader.read(data, limits)
    except ImportError:
        return Unreadable(EXTRA, passing=True)
    except TooLong:
        return too_long(limits)
    except MemoryError:
        return Unreadable(f"needs more than {limits.megabytes:,} MB of memory")
    except RecursionError:
        return Unreadable("is nested too deeply")
    except Exception as error:
        said = " ".join(str(error).split())[:100]
        return Unreadable(f"cannot be parsed ({type(error).__name__}{': ' if said else ''}{said})")
