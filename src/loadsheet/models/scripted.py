"""A prompt in, the next reply of a script out: how examples run, and how you test your own
agent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

import regex

from loadsheet.artifacts import Prompt
from loadsheet.errors import ModelError
from loadsheet.ports import Piece

WORD = regex.compile(r"\s*\S+\s*$|\s*\S+|\s+")
"""What is streamed at once: a word with the space before it."""


class ScriptedModel:
    """A chat model that gives `replies` in their order and keeps the prompts that it was asked.

    A reply that is an exception is raised in its turn, so that a test can play a server that fails:

        ScriptedModel(["Two days. [1]", WindowError("prompt too long"), "Shorter, then. [1]"])
    """

    def __init__(self, replies: Iterable[str | Exception], *, name: str = "scripted") -> None:
        self.name: str = name
        self.prompts: list[Prompt] = []
        self._replies: list[str | Exception] = list(replies)

    async def stream(self, prompt: Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
        """The next reply, in pieces of a word; a script that has ended is a `ModelError`."""
        self.prompts.append(prompt)
        asked = len(self.prompts)
        if asked > len(self._replies):
            raise ModelError(
                f"scripted model was asked {asked} times and has {len(self._replies)} replies: "
                "give it another one"
            )
        reply = self._replies[asked - 1]
        if isinstance(reply, Exception):
            raise reply
        for word in WORD.findall(reply):
            yield Piece(word)
