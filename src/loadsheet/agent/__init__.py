"""The agent: documents in, questions in, answers out, and the record of every prompt."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

from loadsheet.agent.conversation import Conversations
from loadsheet.agent.examination import Examination
from loadsheet.agent.parts import AgentParts, given_name
from loadsheet.agent.record import Record
from loadsheet.app import build
from loadsheet.documents.library import Library
from loadsheet.documents.taking_in import TakingIn
from loadsheet.documents.upkeep import Upkeep
from loadsheet.documents.versions import Versions
from loadsheet.embedding import Embedding
from loadsheet.facade import done_by
from loadsheet.ports import ChatModel, Clock, Embedder, Ids, Reranker
from loadsheet.settings import Settings
from loadsheet.wording import Wording


def _library(parts: AgentParts) -> Library:
    return parts.library


def _taking_in(parts: AgentParts) -> TakingIn:
    return TakingIn(parts.library)


def _versions(parts: AgentParts) -> Versions:
    return Versions(parts.library)


def _upkeep(parts: AgentParts) -> Upkeep:
    return Upkeep(parts.library)


@dataclass(slots=True)
class Agent(AgentParts):
    """Answers questions over a person's documents through a long conversation, and keeps the record of each prompt.

    Make one with `Agent.open`; it belongs to one workspace, and may be used by many tasks at once.
    """

    add = done_by(_taking_in, TakingIn.add)
    sync = done_by(_taking_in, TakingIn.sync)
    add_documents = done_by(_taking_in, TakingIn.add_documents)
    add_bytes = done_by(_taking_in, TakingIn.add_bytes)
    show = done_by(_versions, Versions.show)
    versions = done_by(_versions, Versions.versions)
    outdated = done_by(_versions, Versions.outdated)
    check = done_by(_upkeep, Upkeep.check)
    embed = done_by(_upkeep, Upkeep.embed)
    summarize = done_by(_upkeep, Upkeep.summarize)
    remove = done_by(_library, Library.remove)
    erase = done_by(_library, Library.erase)

    ask = done_by(Conversations, Conversations.ask)
    stream = done_by(Conversations, Conversations.stream)
    prepare = done_by(Conversations, Conversations.prepare)
    plan = done_by(Conversations, Conversations.plan)
    observe = done_by(Conversations, Conversations.observe)
    search = done_by(Conversations, Conversations.search)
    sessions = done_by(Conversations, Conversations.sessions)
    constrain = done_by(Conversations, Conversations.constrain)
    constraints = done_by(Conversations, Conversations.constraints)
    withdraw = done_by(Conversations, Conversations.withdraw)

    turns = done_by(Record, Record.turns)
    trace = done_by(Record, Record.trace)
    context = done_by(Record, Record.context)
    signed = done_by(Record, Record.signed)
    manifest = done_by(Record, Record.manifest)
    recorded = done_by(Record, Record.recorded)
    replay = done_by(Record, Record.replay)
    replayed = done_by(Record, Record.replayed)

    diagnose = done_by(Examination, Examination.diagnose)
    contribution = done_by(Examination, Examination.contribution)
    frozen = done_by(Examination, Examination.frozen)
    restore = done_by(Examination, Examination.restore)

    _closed: bool = False

    @classmethod
    def open(
        cls,
        state: str | os.PathLike[str] | None = None,
        *,
        workspace: str | None = None,
        settings: Settings | Mapping[str, Any] | str | os.PathLike[str] | None = None,
        clock: Clock | None = None,
        ids: Ids | None = None,
        model: ChatModel | None = None,
        embedder: Embedder | None = None,
        reranker: Reranker | None = None,
    ) -> Self:
        """Open the state folder, making it where it is new; `:memory:` keeps everything in memory.

        Raises `SettingsError` for bad settings, and for a state file that cannot be used; `InputError` for a workspace
        that is no text or an empty one, which is nobody's.
        """
        if workspace is not None:
            workspace = given_name(workspace, "workspace")
        parts = build(
            state,
            settings,
            model=model,
            embedder=embedder,
            reranker=reranker,
            clock=clock,
            ids=ids,
        )
        named = workspace or parts.settings.workspace
        reader = parts.embedder
        return cls(
            store=parts.store,
            settings=parts.settings,
            workspace=named,
            counter=parts.counter,
            pipeline=parts.pipeline,
            clock=parts.clock,
            ids=parts.ids,
            embedding=Embedding(parts.store, reader, named) if reader else None,
            wording=Wording(parts.store, parts.wording, named) if parts.wording else None,
        )

    async def __aenter__(self) -> Self:
        """The agent itself."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the agent."""
        await self.close()

    async def close(self) -> None:
        """Stop building vectors, drop traces that are past their keeping, and close the state file.

        Closing again does nothing.
        """
        if self._closed:
            return
        self._closed = True
        try:
            if self.embedding:
                await self.embedding.stop()
            await self._prune()
        finally:
            await self.store.close()

    async def _prune(self) -> None:
        await self.store.prune(
            self.workspace,
            before=self.clock() - timedelta(days=self.settings.trace_days),
            bytes_limit=self.settings.trace_megabytes * 1_000_000,
        )
