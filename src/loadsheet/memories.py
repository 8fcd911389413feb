"""What an agent remembers, for its host: records to list, read, write, settle, carry elsewhere and forget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args, overload

from loadsheet.artifacts import (
    Belief,
    Episode,
    EpisodeStatus,
    ForgetReport,
    Hypothesis,
    HypothesisStatus,
    MemoryRecord,
    MemoryType,
    RecordStatus,
    Scope,
    Source,
    WriteReceipt,
    digest,
    given_text,
    given_time,
)
from loadsheet.beliefs import Beliefs
from loadsheet.context import ContextManager, FittedContext
from loadsheet.errors import InputError, UnknownError
from loadsheet.facade import done_by
from loadsheet.finding import Finder
from loadsheet.memory.beliefs.bearing import bearing_on, text_of
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import normal
from loadsheet.memory.recall.status import GONE, as_shown, known
from loadsheet.memory.writing.provenance import documents_of, lost
from loadsheet.memory.writing.review import Verdict, settled
from loadsheet.packages import Packages
from loadsheet.ports import Counter, Embedder, Review, Store
from loadsheet.stages.believing import beliefs_now
from loadsheet.stages.memory_writer import Memory

STATUSES: dict[str, tuple[str, ...]] = {
    "hypothesis": get_args(HypothesisStatus),
    "episode": get_args(EpisodeStatus),
}
"""The classes of what is no record, with the states of each."""


def class_of(status: str | None) -> str | None:
    """What alone can have a status; None for one of a record, or of nothing."""
    return next((name for name, states in STATUSES.items() if status in states), None)


Listed = MemoryType | Literal["hypothesis", "episode"]
"""What can be listed."""


@dataclass(frozen=True, slots=True)
class MemoryManager:
    """The memory of one workspace."""

    memory: Memory
    workspace: str
    counter: Counter
    store: Store
    embedder: Embedder | None = field(default=None, kw_only=True)
    """What finds by meaning; None finds by words alone."""

    def _finder(self) -> Finder:
        return Finder(self.workspace, self.store, self.memory.clock, self.embedder)

    def _beliefs(self) -> Beliefs:
        return Beliefs(self.memory, self.workspace, self.store, self._finder())

    def _packages(self) -> Packages:
        return Packages(self.memory, self.workspace, self.store)

    # ------------------------------------------------------------ reading

    @overload
    async def list(
        self, status: str | None = None, *, type: Literal["hypothesis"]
    ) -> Sequence[Hypothesis]: ...

    @overload
    async def list(
        self, status: str | None = None, *, type: Literal["episode"]
    ) -> Sequence[Episode]: ...

    @overload
    async def list(
        self, status: str | None = None, *, type: MemoryType | None = None
    ) -> Sequence[MemoryRecord]: ...

    @overload
    async def list(
        self, status: str | None = None, *, type: Listed | None
    ) -> Sequence[MemoryRecord] | Sequence[Belief]: ...

    async def list(
        self, status: str | None = None, *, type: str | None = None
    ) -> Sequence[MemoryRecord] | Sequence[Belief]:
        """The records, or the hypotheses or episodes where these are asked for, in the order of their writing.

        A record whose interval is over has the status `expired`. Raises `InputError` for a status or a type that there
        is not.
        """
        _one_of("type", type, (*get_args(MemoryType), *STATUSES))
        _known_status(status, type)
        if type == "hypothesis":
            return [h for h in await self._beliefs().hypotheses() if status in (None, h.status)]
        if type == "episode":
            held = await self.store.beliefs(self.workspace)
            episodes = [b for b in held if isinstance(b, Episode)]
            return [e for e in episodes if status in (None, e.status)]
        found = await self.store.records(self.workspace)
        now = self.memory.clock()
        shown = (as_shown(record, now) for record in found)
        return [r for r in shown if status in (None, r.status) and type in (None, r.type)]

    async def get(self, id: str) -> MemoryRecord | Belief:
        """One record, hypothesis or episode. Raises `UnknownError`."""
        found = await self.store.records(self.workspace, ids=[id])
        if found:
            return as_shown(found[0], self.memory.clock())
        held = [b for b in await self.store.beliefs(self.workspace) if b.id == id]
        if not held:
            raise UnknownError(
                f"no record, hypothesis or episode {id!r} in workspace {self.workspace!r}"
            )
        return await self._beliefs().hypothesis(id) if isinstance(held[0], Hypothesis) else held[0]

    async def history(self, subject: str, key: str) -> Sequence[MemoryRecord]:
        """Every record of a key, in the order of the time from which it holds. Raises `UnknownError`."""
        found = await self.store.records(self.workspace, subject=subject, key=key)
        if not found:
            raise UnknownError(await self._no_key(subject, key))
        return sorted(found, key=lambda r: (r.valid_from or r.recorded_at, r.recorded_at))

    async def _no_key(self, subject: str, key: str) -> str:
        of_it = await self.store.records(self.workspace, subject=subject)
        if not of_it:
            return (
                f"nothing is remembered of '{subject}' in workspace {self.workspace!r}: "
                "`loadsheet memory list` names the subjects"
            )
        keys = ", ".join(repr(name) for name in sorted({record.key for record in of_it}))
        return f"nothing is remembered of '{subject}' under the key '{key}'; its keys are: {keys}"

    async def as_of(
        self, at: datetime, *, known_at: datetime | None = None, subject: str | None = None
    ) -> Sequence[MemoryRecord]:
        """What was true at `at`, as it is known now, or as it was known at `known_at`.

        Raises `InputError` for what is no time, and for a time without a zone.
        """
        when = given_time(at, "at")
        then = None if known_at is None else given_time(known_at, "known_at")
        found = await self.store.records(self.workspace, subject=subject)
        return [r for r in (known(record, then) for record in found) if r and r.holds_at(when)]

    recall = done_by(_finder, Finder.recall)

    async def assemble_context(
        self, system_prompt: str, task_state: str, query: str, budget: int
    ) -> FittedContext:
        """A prompt within `budget` for a query, with what memory recalls of it; `ContextManager` fits it.

        Records and accepted episodes are memory, hypotheses that bear on the query beliefs, each labelled with its
        state and confidence. What an episode was made of does not stand beside it. The query is part of the core.
        Raises `BudgetError` where the core does not fit.
        """
        now = self.memory.clock()
        held = await self.store.beliefs(self.workspace)
        hypotheses = (await beliefs_now(self.store, self.workspace, now, held)).hypotheses
        near = await self._finder().near(query, {h.id: text_of(h) for h in hypotheses})
        hits = await self.recall(query)
        found = {hit.record for hit in hits}
        episodes = [one for one in held if isinstance(one, Episode) and one.id in found]
        told = {source.record for one in episodes for source in one.sources}
        return ContextManager(counter=self.counter).fit_recalled(
            system_prompt,
            task_state,
            query,
            [hit for hit in hits if hit.record not in told],
            [h for h, _ in bearing_on(query, hypotheses, near)],
            budget,
        )

    # ------------------------------------------------------------ writing

    async def record(
        self, content: str, session: str | None = None, run: str | None = None
    ) -> WriteReceipt:
        """Keep an observation of the host's as an episodic record. Raises `InputError` for one that says nothing."""
        if not given_text(content, "the observation").strip():
            raise InputError("the observation is empty: say what happened")
        now, scope = self.memory.clock(), self._scope(session, run)
        made = MemoryRecord(
            id="",
            scope=scope,
            type="episodic",
            subject=scope.run,
            key=f"observation: {digest(content)[:12]}",
            multi=True,
            value=content,
            text=content,
            said_at=now,
            valid_from=now,
            recorded_at=now,
            confirmed_by="host",
            trigger="words",
            expiry="never",
            sources=(Source(session=scope.session, start=0, end=len(content)),),
        )
        return (await self.memory.write(self.workspace, [made]))[0]

    async def reviews(self, *, settled: bool = False) -> Sequence[Review]:
        """The conflicts that wait for a person; with `settled`, those that were decided too."""
        found = await self.store.reviews(self.workspace)
        rows = await self.store.records(self.workspace, status="disputed")
        disputed = {row.id for row in rows}
        waiting = {r.id for r in found if r.decision is None and r.record in disputed}
        return [r for r in found if r.id in waiting or (settled and r.decision is not None)]

    async def settle(self, review: int, verdict: Verdict, value: str | None = None) -> MemoryRecord:
        """Decide a conflict: `accept` the record, `reject` it for what it contradicts, or `edit` its value.

        Raises `UnknownError` for a review that waits for nobody, and `InputError` for another verdict and an edit
        without a value.
        """
        _one_of("verdict", verdict, get_args(Verdict))
        waiting = {found.id: found for found in await self.reviews()}
        if review not in waiting:
            raise UnknownError(f"no open review {review}: list them with `loadsheet memory review`")
        (record,) = await self.store.records(self.workspace, ids=[waiting[review].record])
        others = await self.store.records(self.workspace, ids=record.disputes)
        if verdict == "edit" and not (value or "").strip():
            raise InputError("an edit needs a value: say what is true")
        now = self.memory.clock()
        writes = settled(record, others, verdict, value or "", now)
        await self.store.settle(self.workspace, review, verdict, now, writes)
        return writes[0]

    async def refresh(self) -> Sequence[WriteReceipt]:
        """End the facts whose document says them no more; returns a receipt for each.

        Called by the agent whenever documents change.
        """
        store = self.store
        found = await store.records(self.workspace, confirmed_by="document")
        named = documents_of(found)
        if not named:
            return []
        current = {row.id for row in await self.store.documents(self.workspace)}
        texts = {
            name: await self.store.text(self.workspace, name) if name in current else None
            for name in named
        }
        return await self.memory.end(self.workspace, lost(found, texts), GONE)

    # ------------------------------------------------------------ hypotheses and episodes

    record_belief = done_by(_beliefs, Beliefs.record_belief)
    close_experiment = done_by(_beliefs, Beliefs.close_experiment)
    reverify_hypothesis = done_by(_beliefs, Beliefs.reverify_hypothesis)
    validate_approach = done_by(_beliefs, Beliefs.validate_approach)
    consolidate_run = done_by(_beliefs, Beliefs.consolidate_run)
    accept = done_by(_beliefs, Beliefs.accept)

    # ------------------------------------------------------------ packages

    export = done_by(_packages, Packages.export)
    import_package = done_by(_packages, Packages.import_package)
    remove_package = done_by(_packages, Packages.remove_package)

    # ------------------------------------------------------------ forgetting

    async def forget(
        self, *, record: str | None = None, subject: str | None = None
    ) -> ForgetReport:
        """Take a record with all that it replaced, or everything about a subject, out of every place of the state.

        The place stays: a redacted message says `[forgotten]`, a redacted turn replays as forgotten. Raises
        `UnknownError` for a record that is not there, and for a subject who said nothing and of whom nothing is
        remembered, `InputError` for neither or both.
        """
        if (record is None) == (subject is None):
            raise InputError("say what to forget: a record or a subject")
        if subject is not None:
            given_text(subject, "the subject")
        ids = [(await self.get(record)).id] if record is not None else []
        now = self.memory.clock()
        done = await self.store.erase(self.workspace, self.counter, now, ids=ids, subject=subject)
        if (
            subject is not None
            and normal(subject) != USER
            and not any((done.records, done.messages))
        ):
            raise UnknownError(
                f"nothing is remembered of '{subject}', and nobody of that name has spoken: "
                "`loadsheet memory list` names the subjects"
            )
        return done

    def _scope(self, session: str | None, run: str | None) -> Scope:
        name = session or "main"
        return Scope(workspace=self.workspace, session=name, run=run or name)


def _known_status(status: str | None, type: str | None) -> None:
    """Raises `InputError` for what is no status of what is listed; where that is not said it names all there are."""
    records = get_args(RecordStatus)
    if type is not None or status in (None, *records):
        _one_of("status", status, STATUSES.get(type or "", records))
        return
    others = "; ".join(f"{name}: {', '.join(states)}" for name, states in STATUSES.items())
    raise InputError(f"no status {status!r}; there are: {', '.join(records)}; {others}")


def _one_of(name: str, value: str | None, allowed: Sequence[str]) -> None:
    if value is not None and value not in allowed:
        raise InputError(f"no {name} {value!r}; there are: {', '.join(allowed)}")
