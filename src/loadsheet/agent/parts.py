"""What the rooms of an agent share: its workspace in a store, the pipeline, and the parts around both."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from loadsheet.artifacts import given_text
from loadsheet.documents.library import Library
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
    """The parts of an agent. Whoever hands in another one, as a pipeline, changes it for every room."""

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
    locks: dict[str, asyncio.Lock] = field(default_factory=dict[str, asyncio.Lock], repr=False)
    """One for each session: its turns follow one another."""

    @property
    def memory(self) -> MemoryManager:
        """What the agent remembers in this workspace, for the host to read, write, correct and forget."""
        memory = self.pipeline.remember.memory or Memory(self.store, self.clock, self.ids)
        embedder = self.embedding.embedder if self.embedding else None
        return MemoryManager(memory, self.workspace, self.counter, self.store, embedder=embedder)

    @property
    def library(self) -> Library:
        """The documents of this workspace."""
        return Library(
            self.store,
            self.workspace,
            self.counter,
            self.settings,
            self.clock,
            self.memory.refresh,
            self.embedding,
            self.wording,
        )


def given_name(given: object, what: str) -> str:
    """The name that a host gives to a session or a workspace. Raises `InputError` for what is none."""
    name = given_text(given, f"the {what}'s name")
    if not name.strip():
        raise InputError(f"the {what}'s name is empty: give it one, for instance 'work'")
    return name
