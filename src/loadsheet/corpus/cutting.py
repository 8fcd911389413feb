"""Documents in, their passages out: cut by this process and, where there are many, by others beside it.

Each has a core to itself, which threads of one Python have not. Whoever cuts them, the passages are the same.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING

from loadsheet.corpus.child import Child, receive, send, streams
from loadsheet.corpus.chunk import chunks, passages, rows

if TYPE_CHECKING:
    from loadsheet.artifacts import Chunk, Document
    from loadsheet.ports import Counter

    Passages = list[list[Chunk]]
    Cutter = Callable[[Sequence[Document]], Passages | None]
    """Gives the passages of documents, or None where its process has ended."""

# No counter is known here; the one that is meant is found again by its name.
CHILD = (
    "from loadsheet.corpus.cutting import serve; from loadsheet.models.counters import counter; "
    "serve(counter)"
)
MANY = 300_000
"""Characters with which the others are started: about as much as is cut until they are there."""

BESIDE = 2
"""Processes beside this one, at the most: to store what they cut takes this one as long as that."""


class Cutting:
    """Cuts documents until it is closed, called from several threads.

    This process does it for as long as there is no other: then it has enough to do with storing what they cut.
    """

    def __init__(
        self, counter: Counter, target: int, *, width: int | None = None, many: int | None = None
    ) -> None:
        """With up to `width` processes, by default as there are cores for them, once there are `many` characters."""
        self._counter, self._target = counter, target
        self.width = 1 + min(BESIDE, cores() - 1) if width is None else width
        """How many batches can be cut at a time."""
        self._many = MANY if many is None else many
        self._free: SimpleQueue[Cutter] = SimpleQueue()
        self._free.put(self._here)
        self._others: set[Cutter] = set()
        self._given = 0
        self._counting = Lock()
        self.children: list[Child] = []
        """The processes that were started."""
        self._hiring: list[Thread] = []
        self._closed = False
        self._joined: Callable[[], object] = lambda: None

    def when_joined(self, tell: Callable[[], object]) -> None:
        """Have `tell` called for each process that begins to cut, on a thread of its own."""
        self._joined = tell

    def close(self) -> None:
        """End the others."""
        self._closed = True
        for child in self.children:
            child.kill()
        for thread in self._hiring:
            thread.join()
        for child in self.children:
            child.close()

    @property
    def beside(self) -> int:
        """How many processes cut beside this one now."""
        return len(self._others)

    def cut(self, documents: Sequence[Document]) -> Passages:
        """The passages of each document. When they have become many the others are started, and join in."""
        with self._counting:
            self._given += sum(len(document.text) for document in documents)
            if self._given >= self._many and not self._hiring:
                for _ in range(self.width - 1):
                    thread = Thread(target=self._hire)
                    with contextlib.suppress(RuntimeError):  # the system has no more of them
                        thread.start()
                        self._hiring.append(thread)
        while True:
            cutter = self._free.get()
            try:
                made = cutter(documents)
            except BaseException:
                self._free.put(cutter)
                raise
            if made is not None:
                if cutter in self._others or not self._others:
                    self._free.put(cutter)
                return made
            self._others.discard(cutter)
            if not self._others:
                self._free.put(self._here)

    def _here(self, documents: Sequence[Document]) -> Passages:
        return chunks(documents, self._counter, target=self._target)

    def _hire(self) -> None:
        """Start a process; it is free once it has said that it is ready."""
        with contextlib.suppress(OSError, EOFError):
            child = Child(CHILD)
            self.children.append(child)
            child.tell(json.dumps([self._counter.name, self._target]).encode())
            if not self._closed and child.heard():
                cutter = partial(_beside, child)
                self._others.add(cutter)
                self._free.put(cutter)
                self._joined()


def _beside(child: Child, documents: Sequence[Document]) -> Passages | None:
    try:
        child.tell(json.dumps([(d.text, d.path or d.id) for d in documents]).encode())
        made = json.loads(child.heard())
    except EOFError:
        return None
    return [
        passages(document, [(start, end, tuple(path), *rest) for start, end, path, *rest in found])
        for document, found in zip(documents, made, strict=True)
    ]


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# ---------------------------------------------------------------- the child


def serve(counter: Callable[[str], Counter]) -> None:
    """Cut what is asked for until nobody asks any more."""
    questions, answers = streams()
    with contextlib.suppress(EOFError, BrokenPipeError):
        name, target = json.loads(receive(questions))
        known = counter(name)
        known.count("ready")
        send(answers, b"ready")
        while True:
            texts = json.loads(receive(questions))
            send(answers, json.dumps(rows(texts, known, target=target)).encode())
