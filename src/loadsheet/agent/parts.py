"""What every part of an agent holds: its workspace in a store, the pipeline, and the parts around both."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from loadsheet.artifacts import (
    Budget,
    Scope,
    SessionState,
    given_tokens,
)
from loadsheet.documents import Library
from loadsheet.embedding import Embedding
from loadsheet.errors import InputError
from loadsheet.memories import MemoryManager
from loadsheet.pipeline import Pipeline
from loadsheet.ports import (
    Clock,
    Counter,
    Ids,
    Store,
)
from loadsheet.settings import Settings
from loadsheet.stages.memory_writer import Memory
from loadsheet.wording import Wording

MAIN_SESSION = "main"


@dataclass(slots=True)
class AgentParts:
    """The parts of an agent, and what each of its rooms makes of them."""

    store: Store
    settings: Settings
    workspace: str
    counter: Counter
    pipeline: Pipeline
    clock: Clock
    ids: Ids
    embedding: Embedding | None = None
    """What gives passages their vectors; None without an embedder."""
    wording: Wording | None = None
    """What has a model say what sections are about; None where the settings name none."""
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict[str, asyncio.Lock])
    _closed: bool = False

    @property
    def memory(self) -> MemoryManager:
        """What the agent remembers in this workspace, for the host to read, write, correct and forget."""
        memory = self.pipeline.remember.memory or Memory(self.store, self.clock, self.ids)
        embedder = self.embedding.embedder if self.embedding else None
        return MemoryManager(memory, self.workspace, self.counter, self.store, embedder=embedder)

    @property
    def library(self) -> Library:
        """The documents of this workspace."""
        return Library(self.store, self.workspace, self.counter, self.settings, self.clock)

    def _lock(self, session: str) -> asyncio.Lock:
        return self._locks.setdefault(session, asyncio.Lock())

    async def _session(self, session: str) -> tuple[Scope, SessionState]:
        given_name(session, "session")
        scope = Scope(workspace=self.workspace, session=session, run=session)
        state = await self.store.state(self.workspace, session)
        return scope, state or SessionState(scope=scope)

    def _budget(self, tokens: int | None) -> Budget:
        chosen = self.settings
        if tokens is not None and given_tokens(tokens) < 1:
            raise InputError(f"the budget is {tokens} tokens: give a positive number")
        return Budget(
            prompt_tokens=chosen.budget if tokens is None else tokens,
            output_reserve=chosen.output_reserve,
            seconds=chosen.seconds,
            cost=chosen.cost,
        )


def given_name(given: object, what: str) -> str:
    """The name that a host gives to a session or a workspace. Raises `InputError` for what is none."""
    name = given_text(given, f"the {what}'s name")
    if not name.strip():
        raise InputError(f"the {what}'s name is empty: give it one, for instance 'work'")
    return name


def given_text(given: object, what: str) -> str:
    """A text that a host hands in. Raises `InputError` for what is none."""
    if not isinstance(given, str):
        raise InputError(f"{what} is {given!r:.60}: give a text")
    return given
