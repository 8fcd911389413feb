"""The agent: documents in, questions in, answers out, and the record of every prompt."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from types import TracebackType
from typing import Any, Self

from loadsheet.app import build, counter_named
from loadsheet.artifacts import (
    AddReport,
    Answer,
    Budget,
    CheckReport,
    Context,
    Document,
    Excerpt,
    Hit,
    Manifest,
    Partial,
    Pinned,
    Prepared,
    Prompt,
    Query,
    QuerySet,
    Scope,
    SessionState,
    Turn,
    WriteReceipts,
)
from loadsheet.documents import Library, Progress
from loadsheet.embedding import Embedding
from loadsheet.embedding import Progress as Embedded
from loadsheet.errors import ForgottenError, InputError, UnknownError
from loadsheet.funnel.rank import ranked
from loadsheet.memories import MemoryManager
from loadsheet.memory.keeping.forget import FORGOTTEN_TURN
from loadsheet.pipeline import Pipeline, Replayed, replay
from loadsheet.ports import (
    ChatModel,
    Clock,
    Counter,
    Embedder,
    ErasedDocuments,
    Ids,
    Reranker,
    SessionSummary,
    Store,
    TracePage,
    TurnRecord,
)
from loadsheet.settings import Settings
from loadsheet.stages.generate import Say
from loadsheet.stages.intake import pin, withdraw
from loadsheet.stages.keeping import Memory
from loadsheet.stages.observe import messages_from, remembered
from loadsheet.stages.route import Routed
from loadsheet.tasks import to_its_end
from loadsheet.trace import Recorder, unpack
from loadsheet.wording import Progress as Worded
from loadsheet.wording import Wording

MAIN_SESSION = "main"


@dataclass(slots=True)
class Agent:
    """Answers questions over a person's documents through a long conversation, and keeps the record of each prompt.

    Make one with `Agent.open`; it belongs to one workspace, and may be used by many tasks at once.
    """

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

        Raises `SettingsError` for bad settings, and for a state file that cannot be used.
        """
        parts = build(state, settings, model, embedder, reranker, clock, ids)
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

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
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

    # ------------------------------------------------------------ documents

    async def add(
        self, *paths: str | os.PathLike[str], progress: Progress | None = None
    ) -> AddReport:
        """Add files, folders and patterns; what is gone from them goes, what is unchanged costs nothing.

        A file that cannot be read is named in `skipped`. Raises `InputError` for a path that does not exist, and when
        nothing at all could be added; both change nothing.
        """
        report = await self.library.add(paths, progress)
        return await self._changed(report)

    async def sync(
        self, *paths: str | os.PathLike[str], progress: Progress | None = None
    ) -> AddReport:
        """Bring the documents up to date with the paths; without any, with every path that was ever added.

        Unlike `add` it removes the documents of a folder that has become empty, or is gone.
        """
        report = await self.library.sync(paths, progress)
        return await self._changed(report)

    async def add_documents(self, documents: Iterable[Document]) -> AddReport:
        """Add texts that are in memory; an id that is there already is replaced."""
        report = await self.library.add_documents(documents)
        return await self._changed(report)

    async def add_bytes(self, data: bytes, *, name: str) -> AddReport:
        """Add what a file of that name would hold. Raises `InputError` when it is no document."""
        report = await self.library.add_bytes(data, name)
        return await self._changed(report)

    async def _changed(self, report: AddReport) -> AddReport:
        """What follows when documents have changed: records that rest on them, and vectors."""
        await self.memory.refresh()
        if self.embedding:
            self.embedding.begin()
        return report

    async def show(
        self,
        document: str,
        *,
        version: int | None = None,
        start: int | None = None,
        end: int | None = None,
    ) -> Excerpt:
        """A part of any version of a document, and what became of that version; all of the newest by default."""
        return await self.library.show(document, version, start, end)

    async def check(self, *, repair: bool = False) -> CheckReport:
        """What does not agree between documents, text index, vectors and summaries; with `repair` it is put right."""
        report = await self.library.check(repair=repair)
        if self.embedding is None:
            return report
        if repair:
            self.embedding.begin()
        state = await self.store.embedded(self.workspace, self.embedding.name)
        return report.model_copy(update={"waiting": state.of - state.have})

    @property
    def library(self) -> Library:
        """The documents of this workspace."""
        return Library(self.store, self.workspace, self.counter, self.settings, self.clock)

    async def embed(self, progress: Embedded | None = None) -> Partial:
        """Wait until every passage has its vector, and say how many there are; none without an embedder.

        `add` and `add_documents` begin with it in the background, and what was stopped goes on here. Raises
        `ModelError` when the embedder fails; what it made until then is kept.
        """
        if self.embedding:
            return await self.embedding.finish(progress)
        passages = sum(row.chunks for row in await self.store.documents(self.workspace))
        return Partial(source="vectors", have=0, of=passages)

    async def summarize(self, progress: Worded | None = None) -> Partial:
        """Make the summaries that overviews are found by, and say how many there are; none with `route = "fixed"`.

        With the setting `outline` a model is asked, once for each section, what it is about: `progress` is told
        how far it is. Raises `ModelError` when it fails; what it said until then is kept, and the next call goes on.
        """
        if self.settings.route == "fixed":
            return Partial(source="summaries", have=0, of=0)
        while (made := await self.store.summarize(self.workspace)).have < made.of:
            pass
        return await self.wording.finish(progress) if self.wording else made

    async def remove(self, ids: str | Sequence[str]) -> Sequence[str]:
        """Remove documents from search; returns those that were there. Raises `UnknownError` when none was."""
        wanted = [ids] if isinstance(ids, str) else ids
        gone = await self.store.remove(self.workspace, wanted, self.clock())
        await self.memory.refresh()
        if wanted and not gone:
            raise UnknownError(
                f"no document has the id {wanted[0]!r} in workspace {self.workspace!r}"
            )
        return gone

    async def erase(self, ids: str | Sequence[str]) -> ErasedDocuments:
        """Remove documents for good, also such as were removed before, and report what was reached.

        Nothing of any version stays in a table, index or file of the state. Turns that read them cannot be replayed,
        their answers say `[forgotten]`, and what memory took from them goes. Raises `UnknownError` when there was never
        one of these ids.
        """
        wanted = [ids] if isinstance(ids, str) else ids
        # An `add` that read a file before it was erased must not store it afterwards.
        async with self.store.adding():
            done = await self.store.erase_documents(
                self.workspace, wanted, self.counter, self.clock()
            )
        if wanted and not done.documents:
            raise UnknownError(
                f"no document ever had the id {wanted[0]!r} in workspace {self.workspace!r}"
            )
        return done

    async def search(self, query: str, *, session: str | None = None, limit: int = 10) -> list[Hit]:
        """The passages that speak most of `query`, best first. `session` is not searched yet and may be left out."""
        queries = QuerySet(
            workspace=self.workspace, queries=(Query(text=query),), limit=max(limit, 1)
        )
        found = await self.pipeline.retrieve(queries)
        return [
            Hit(
                document=item.candidate.document,
                start=item.candidate.start,
                end=item.candidate.end,
                score=item.bearing.relevance,
                text=item.candidate.text,
                version=item.candidate.version,
                label=item.candidate.label,
            )
            for item in ranked(found, self.pipeline.reduce.weights)[:limit]
        ]

    # ------------------------------------------------------------ conversation

    async def ask(
        self,
        question: str,
        *,
        session: str = MAIN_SESSION,
        budget: int | None = None,
        say: Say = lambda _piece: None,
    ) -> Answer:
        """Answer a question in a session; `budget` bounds the whole prompt, without the output reserve.

        `say` gets the text as it comes. Raises `InputError` for an empty question and for a state that may only be
        read, `BudgetError` when the core does not fit, and `ModelError` when no model answers. The trace of such a
        turn, and of a cancelled one, is kept too.
        """
        self.store.claim()
        async with self._lock(session):
            scope, state = await self._session(session)
            turn = Turn(id=self.ids("t"), scope=scope, text=question, asked_at=self.clock())
            recorder = Recorder(self.clock, self._budget(budget))
            outcome = "failed"
            try:
                answer = await self.pipeline.answer(turn, state, recorder, say)
                outcome = answer.outcome
            finally:
                await to_its_end(self._keep(turn, outcome, recorder))
            return answer

    async def stream(
        self, question: str, *, session: str = MAIN_SESSION, budget: int | None = None
    ) -> AsyncGenerator[str | Answer]:
        """The answer's text as it comes; the last part is the `Answer`. Raises what `ask` raises."""
        parts: asyncio.Queue[str | None] = asyncio.Queue()

        async def run() -> Answer:
            try:
                return await self.ask(
                    question, session=session, budget=budget, say=parts.put_nowait
                )
            finally:
                parts.put_nowait(None)

        task = asyncio.create_task(run())
        try:
            while (part := await parts.get()) is not None:
                yield part
            yield await task
        finally:
            task.cancel()
            await asyncio.wait([task])

    async def prepare(
        self, question: str, *, session: str = MAIN_SESSION, budget: int | None = None
    ) -> Prepared:
        """The turn up to and with assembly: nothing is written and no model is asked."""
        scope, state = await self._session(session)
        turn = Turn(id=self.ids("t"), scope=scope, text=question, asked_at=self.clock())
        return await self.pipeline.prepare(turn, state, Recorder(self.clock, self._budget(budget)))

    async def plan(self, question: str, *, session: str = MAIN_SESSION) -> Routed:
        """How the rules would route a question in a session, and why; nothing is looked up or written."""
        scope, state = await self._session(session)
        turn = Turn(id=self.ids("t"), scope=scope, text=question, asked_at=self.clock())
        return await self.pipeline.plan(turn, state)

    async def observe(
        self, messages: Iterable[Mapping[str, Any]], *, session: str = MAIN_SESSION
    ) -> WriteReceipts:
        """Take another program's conversation into the transcript of `session`; answers nothing.

        Raises `InputError` that names the first message which is not of the OpenAI form, and writes nothing then.
        """
        async with self._lock(session):
            _, state = await self._session(session)
            made = messages_from(
                messages, session=session, counter=self.counter, ids=self.ids, now=self.clock()
            )
            await self.store.append(self.workspace, made, state, state)
        return await remembered(self.pipeline.remember.memory, made, self.workspace)

    async def constrain(
        self, text: str, *, session: str = MAIN_SESSION, supersedes: str | None = None
    ) -> Sequence[Pinned]:
        """Pin a constraint to a session, as a host does for a rule that the user set elsewhere.

        It stands word for word in every prompt until it is withdrawn. Returns the constraints in force. `supersedes`
        names one that the new constraint replaces. Raises `BudgetError` where all of them would exceed their cap.
        """
        async with self._lock(session):
            _, state = await self._session(session)
            name = self.ids("c")
            pinned = pin(state, text, id=name, message=name, supersedes=supersedes)
            self.pipeline.afford(pinned, state, self._budget(None))
            return await self._replace(pinned, state)

    async def withdraw(self, id: str, *, session: str = MAIN_SESSION) -> Sequence[Pinned]:
        """End a constraint; returns those still in force. Raises `UnknownError` when it is not in force."""
        async with self._lock(session):
            _, state = await self._session(session)
            return await self._replace(withdraw(state, id, message=self.ids("c")), state)

    async def _replace(self, state: SessionState, base: SessionState) -> Sequence[Pinned]:
        await self.store.append(self.workspace, (), state, base)
        return [pinned for pinned in state.constraints if pinned.in_force]

    async def sessions(self) -> Sequence[SessionSummary]:
        """Every session of the workspace, the one used last first."""
        return await self.store.sessions(self.workspace)

    @property
    def memory(self) -> MemoryManager:
        """What the agent remembers in this workspace, for the host to read, write, correct and forget."""
        memory = self.pipeline.remember.memory or Memory(self.store, self.clock, self.ids)
        return MemoryManager(memory, self.workspace, self.counter, self.store)

    # ------------------------------------------------------------ the record

    async def turns(self, session: str | None = None) -> Sequence[TurnRecord]:
        """The stored turns, newest first."""
        return await self.store.turns(self.workspace, session)

    async def trace(self, turn: str | None = None) -> TracePage:
        """The record of a turn, by its id or an unambiguous beginning or end of it; the last turn by default."""
        turns = await self.turns()
        page = await self.store.page(self.workspace, _find(turns, turn))
        if page is None:
            raise UnknownError(f"the trace of turn {turn!r} is not kept any more")
        return page

    async def context(self, turn: str | None = None) -> Context:
        """The prompt that a turn was answered from, with its manifest; by default of the last turn that had one."""
        if turn is None:
            turn = next((t.id for t in await self.turns() if t.outcome != "failed"), None)
        page = _kept(await self.trace(turn))
        last = next((e for e in reversed(page.events) if e.stage == "assemble" and e.gave), None)
        if last is None or last.gave is None:
            raise UnknownError(f"turn {page.record.id} failed before a prompt was assembled")
        return Context.model_validate(unpack(last.gave, page.bodies))

    async def manifest(self, turn: str | None = None) -> Manifest:
        """The manifest of a turn, the last one by default."""
        return (await self.context(turn)).manifest

    async def replayed(self, turn: str) -> Replayed:
        """A turn assembled again from its trace, beside what was sent.

        It counts as the turn counted, whatever the settings say now. Raises `SettingsError` where that counter, a file
        of a tokenizer, is not there any more.
        """
        page = _kept(await self.trace(turn))
        made = replay(page, counter_named)
        if made is None:
            raise UnknownError(f"turn {page.record.id} failed before a prompt was assembled")
        return made

    async def replay(self, turn: str) -> Prompt:
        """The prompt of a turn again, byte for byte, from its trace alone."""
        return (await self.replayed(turn)).made

    # ------------------------------------------------------------ inside

    def _lock(self, session: str) -> asyncio.Lock:
        return self._locks.setdefault(session, asyncio.Lock())

    async def _session(self, session: str) -> tuple[Scope, SessionState]:
        if not session.strip():
            raise InputError(
                "the session's name is empty: give it one, for instance --session work"
            )
        scope = Scope(workspace=self.workspace, session=session, run=session)
        state = await self.store.state(self.workspace, session)
        return scope, state or SessionState(scope=scope)

    def _budget(self, tokens: int | None) -> Budget:
        chosen = self.settings
        if tokens is not None and tokens < 1:
            raise InputError(f"the budget is {tokens} tokens: give a positive number")
        return Budget(
            prompt_tokens=chosen.budget if tokens is None else tokens,
            output_reserve=chosen.output_reserve,
            seconds=chosen.seconds,
            cost=chosen.cost,
        )

    async def _keep(self, turn: Turn, outcome: str, recorder: Recorder) -> None:
        record = TurnRecord(
            id=turn.id,
            session=turn.scope.session,
            question=turn.text,
            outcome=outcome,
            asked_at=turn.asked_at,
        )
        page = TracePage(record=record, events=tuple(recorder.events), bodies=recorder.bodies)
        await self.store.keep(self.workspace, page)

    async def _prune(self) -> None:
        await self.store.prune(
            self.workspace,
            before=self.clock() - timedelta(days=self.settings.trace_days),
            bytes_limit=self.settings.trace_megabytes * 1_000_000,
        )


def _kept(page: TracePage) -> TracePage:
    """The page, unless what it held was forgotten."""
    if page.record.outcome == FORGOTTEN_TURN:
        raise ForgottenError(
            f"turn {page.record.id} is forgotten: it held what was to be forgotten"
        )
    return page


def _find(turns: Sequence[TurnRecord], wanted: str | None) -> str:
    """The id of the one turn that `wanted` names; raises `UnknownError` for none or several."""
    if wanted is None:
        if not turns:
            raise UnknownError("no turn is stored yet: ask something first")
        return turns[0].id
    ids = [turn.id for turn in turns]
    if wanted in ids:
        return wanted
    found = [name for name in ids if name.startswith(wanted) or name.endswith(wanted)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UnknownError(f"no turn {wanted!r}: list them with `loadsheet trace --list`")
    raise UnknownError(
        f"{wanted!r} names {len(found)} turns, {found[0]} among them: write more of it"
    )
