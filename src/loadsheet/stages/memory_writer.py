"""What a message gives to remember goes to the store, with what it ends; receipts of what became of each come out.

Here is all that waits for the store or a model; what is decided of a record is decided in `memory`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, tzinfo

from loadsheet.artifacts import (
    CURRENT,
    MemoryRecord,
    MemoryType,
    NormalizedTurn,
    Pinned,
    Query,
    QuerySet,
    Scope,
    SessionState,
    WriteReceipt,
)
from loadsheet.intent.proposals import Refused
from loadsheet.intent.rules.forgetting import Request
from loadsheet.memory.extraction.cited import written
from loadsheet.memory.extraction.proposals import TASK, Proposed, read
from loadsheet.memory.extraction.resolve import (
    instead_of,
    just_said,
    old_value,
    resolved,
    same_name,
)
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.extraction.unsupported import is_secret
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import normal
from loadsheet.memory.recall.asking import subjects
from loadsheet.memory.recall.named import asked as asked_of
from loadsheet.memory.recall.named import names_of, owned
from loadsheet.memory.recall.status import DONE, LIFTED, RETRACTED
from loadsheet.memory.writing.answered import answered, answers
from loadsheet.memory.writing.otherwise import changing, otherwise
from loadsheet.memory.writing.policy import WritePolicy
from loadsheet.memory.writing.provenance import Invalidate, Release
from loadsheet.memory.writing.withdraw import (
    Forgotten,
    asked_to_forget,
    finished,
    lifted,
    meant,
)
from loadsheet.ports import ChatModel, Clock, Ids, PassageStore, RecordStore
from loadsheet.stages.propose import asked
from loadsheet.stages.speech import LATEST

REFUSED = "no memory is kept: the conversation is in the transcript only"

MOST_FORGOTTEN = 200
"""Records that one request to forget may end: those that speak most of it."""

MOST_CORRECTED = 10
"""Passages that are looked at for what a correction corrects."""

MOST_READ = 8000
"""Characters of a message that a model reads for what to remember."""

ANSWER = 1000
"""Tokens that its answer may take."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Where records are written, and by which clock and names."""

    store: RecordStore
    clock: Clock
    ids: Ids
    zone: tzinfo = UTC
    days: Mapping[MemoryType, int] = field(default_factory=dict[MemoryType, int])
    """How long records of a type are kept."""
    secrets: bool = False
    """Whether passwords and keys may be kept."""
    model: ChatModel | None = None
    """Who proposes what to remember of a message, beside the deterministic extractor."""
    seconds: float = 20.0
    """When that model counts as silent."""
    documents: PassageStore | None = None
    """Where a correction finds what it corrects, if no record says it yet."""

    def refuses(self, *texts: str) -> bool:
        """Whether one of the texts tells a secret, and none may be kept."""
        return not self.secrets and any(map(is_secret, texts))

    async def write(
        self, workspace: str, found: Sequence[MemoryRecord], asked: str = ""
    ) -> Sequence[WriteReceipt]:
        """Let the policy decide of each candidate; a correction first finds what it corrects.

        `asked` is the question that was answered just before: a value alone may be another answer to it.
        """
        now = self.clock()
        named = [await self._resolved(workspace, candidate, asked) for candidate in found]
        receipts = await self.store.write(
            workspace, named, WritePolicy(self.ids, now, self.secrets, self.days)
        )
        replaced = [row.record for row in receipts if row.status == "superseded" and row.record]
        if replaced:
            new = await self.store.records(workspace, ids=replaced)
            if old := [id for record in new for id in record.supersedes]:
                gone = await self.store.records(workspace, ids=old)
                released = Release(frozenset(record.id for record in gone))
                sides = await self._sides(workspace, gone)
                receipts = [*receipts, *await self.store.write(workspace, sides, released)]
        return receipts

    async def changed(self, workspace: str, speech: Speech) -> Sequence[WriteReceipt]:
        """End what a message says in other words to be so no more, with what is so instead in its place."""
        made = [
            record
            for candidate in changing(speech)
            for record in await self._otherwise(workspace, candidate, speech.about)
        ]
        return await self.write(workspace, made) if made else ()

    async def _otherwise(
        self, workspace: str, candidate: MemoryRecord, about: str = ""
    ) -> Sequence[MemoryRecord]:
        """The candidate in the place of what it says in other words to be so no more."""
        named, at = [*subjects(candidate.text), USER], candidate.said_at
        held = [
            *await self.store.about(workspace, named, at, types=("fact",)),
            *await self.store.find(workspace, candidate.text, at=at, limit=20, types=("fact",)),
        ]
        told = {source.message for source in candidate.sources}
        known = {r.id: r for r in held if all(s.message not in told for s in r.sources)}
        return otherwise(candidate, list(known.values()), about)

    async def untold(self, scope: Scope, found: Sequence[MemoryRecord]) -> Sequence[MemoryRecord]:
        """The candidates whose sentences have not been written as a change of what they name in other words."""
        messages = sorted({s.message for c in found for s in c.sources if s.message})
        told = await self.store.told(scope.workspace, scope.session, messages) if messages else ()
        texts = {record.text for record in told if record.correction and record.supersedes}
        return [candidate for candidate in found if candidate.text not in texts]

    async def end(
        self, workspace: str, records: Sequence[MemoryRecord], reason: str
    ) -> Sequence[WriteReceipt]:
        """End records without another one in their place; what they contradicted is plain again."""
        ended = frozenset(record.id for record in records)
        sides = await self._sides(workspace, records)
        ending = Invalidate(ended, self.clock(), reason)
        return await self.store.write(workspace, [*records, *sides], ending)

    async def _sides(self, workspace: str, gone: Sequence[MemoryRecord]) -> Sequence[MemoryRecord]:
        """The records that others contradict which are gone now."""
        ended = {record.id for record in gone}
        sides = sorted({id for record in gone for id in record.disputes} - ended)
        return await self.store.records(workspace, ids=sides)

    async def withdrawn(
        self, workspace: str, speech: Speech, dropped: Collection[Pinned] = ()
    ) -> tuple[Sequence[WriteReceipt], tuple[str, ...]]:
        """End the standing instructions that a message lifts; the receipts, and the words that did.

        `dropped` are the constraints of its session that it ended: as records they end with it.
        """
        known = await self.store.about(
            workspace, [speech.speaker], speech.said_at, types=("procedural",)
        )
        before = [record for record in known if record.said_at <= speech.said_at]
        gone = {(one.message, normal(one.text)) for one in dropped}
        ending = lifted(speech, before)
        words = tuple(dict.fromkeys(ending.values()))
        for record in before:
            if any((source.message, normal(record.text)) in gone for source in record.sources):
                ending.setdefault(record.id, speech.text.strip())
        receipts: list[WriteReceipt] = []
        for record in before:
            if record.id in ending:
                receipts += await self.end(workspace, [record], f"{LIFTED}“{ending[record.id]}”")
        return receipts, words

    async def lifted_elsewhere(self, workspace: str, state: SessionState) -> tuple[str, ...]:
        """The constraints in force in a session whose rule was lifted in another one, or is to be forgotten."""
        pinned = [one for one in state.constraints if one.in_force]
        if not pinned:
            return ()
        over = await self.store.records(workspace, status="expired", subject=USER)
        rules = {
            (source.message, normal(record.text))
            for record in over
            if record.type == "procedural" and record.expiry.startswith((LIFTED, RETRACTED))
            for source in record.sources
        }
        return tuple(one.id for one in pinned if (one.message, normal(one.text)) in rules)

    async def forgotten(
        self, workspace: str, speech: Speech, before: str = ""
    ) -> tuple[Sequence[WriteReceipt], tuple[Forgotten, ...]]:
        """End what a message asks to forget, `before` being what was said last; what became of each request."""
        receipts: list[WriteReceipt] = []
        done: list[Forgotten] = []
        for words, request in asked_to_forget(speech):
            known = await self._known_of(workspace, request, speech)
            found = meant(request, known, speech, before)
            told = [record for record in found if record.confirmed_by != "document"]
            documents = {
                source.document: None
                for record in found
                if record.confirmed_by == "document"
                for source in record.sources
                if source.document
            }
            receipts += await self.end(workspace, told, RETRACTED) if told else []
            done.append(Forgotten(words, request.plain, tuple(told), tuple(documents)))
        return receipts, tuple(done)

    async def finished(self, workspace: str, speech: Speech) -> Sequence[WriteReceipt]:
        """End the tasks that a message says are done."""
        tasks = await self.store.about(
            workspace, [speech.speaker], speech.said_at, types=("task_state",)
        )
        ending = finished(speech, tasks) if tasks else []
        return await self.end(workspace, ending, DONE) if ending else ()

    async def task_of(self, scope: Scope) -> str:
        """What the user has in hand in a session; empty where nothing is known."""
        tasks = await self.store.about(scope.workspace, [USER], self.clock(), types=("task_state",))
        return next((task.text for task in tasks if task.scope.session == scope.session), "")

    async def names(self, turn: NormalizedTurn) -> tuple[tuple[str, str], ...]:
        """By which name memory knows what a question calls the user's: `my doctor` is Dr Lund."""
        question = asked_of(turn)
        things = owned(question)
        if not things:
            return ()
        subjects = [USER, *(f"{USER}'s {what}" for what in things)]
        scope, at = turn.turn.scope, turn.turn.asked_at
        known = await self.store.about(scope.workspace, subjects, at, types=("fact",))
        return names_of(question, [record for record in known if not record.expired_at(at)])

    async def _known_of(
        self, workspace: str, request: Request, speech: Speech
    ) -> Sequence[MemoryRecord]:
        """The current records that a request to forget may mean."""
        if request.words:
            named = [*subjects(request.words), speech.speaker]
            found = [
                *await self.store.about(workspace, named, speech.said_at),
                *await self.store.find(
                    workspace, request.words, at=speech.said_at, limit=MOST_FORGOTTEN
                ),
            ]
        else:
            every = await self.store.records(workspace)
            found = [record for record in every if record.status in CURRENT]
        rows = {record.id: record for record in found if record.said_at <= speech.said_at}
        return list(rows.values())

    async def proposed(self, speech: Speech) -> Proposed:
        """What the model proposes to remember of a message; nothing where none is set or nothing is said."""
        if self.model is None or not speech.text.strip():
            return Proposed()
        answer = await asked(self.model, TASK, speech.text[:MOST_READ], ANSWER, self.seconds)
        if isinstance(answer, Refused):
            return Proposed(invalid=answer.reason)
        return read(answer, speech)

    async def _resolved(self, workspace: str, candidate: MemoryRecord, asked: str) -> MemoryRecord:
        if not candidate.correction or candidate.type != "fact" or _named(candidate):
            return candidate
        if not candidate.key:
            return await self._of_value(workspace, candidate, asked)
        if asked:  # `the window` is the one that was asked for
            held = answers(asked, await self._known(workspace, asked, candidate), candidate.said_at)
            if (named := resolved(candidate, held)) != candidate:
                return named
        text = f"{candidate.subject} {candidate.key}"
        known = await self.store.find(
            workspace, text, at=candidate.recorded_at, limit=20, types=("fact",)
        )
        named = resolved(candidate, known)
        if named == candidate and old_value(candidate.text):
            active = await self.store.records(workspace, status="active")
            named = instead_of(candidate, active)
        if named != candidate or any(same_name(candidate, record) for record in known):
            return named
        named = resolved(candidate, await self._stated(workspace, text, candidate))
        if named == candidate and candidate.confirmed_by == "user":
            return next(iter(await self._otherwise(workspace, candidate)), candidate)
        return named

    async def _of_value(self, workspace: str, candidate: MemoryRecord, asked: str) -> MemoryRecord:
        """A value alone under the name of what it is of: what had the value that it names, or what was said last.

        What was said last is the answer to a question, unless the user has told something since.
        """
        old = old_value(candidate.text)
        active = await self.store.records(workspace, status="active") if old else ()
        named = instead_of(candidate, active)
        if named.key:
            return named
        if asked:
            named = answered(candidate, asked, await self._known(workspace, asked, candidate))
        # What names the value before it is no value alone: it corrects what had that value, or nothing.
        if named.key or (old and not old_value(candidate.value)):
            return named
        return just_said(
            candidate, await self.store.latest(workspace, candidate.scope.session, LATEST)
        )

    async def _known(
        self, workspace: str, asked: str, candidate: MemoryRecord
    ) -> Sequence[MemoryRecord]:
        """What memory and the documents say of a question."""
        named = [*subjects(asked), USER]
        held = await self.store.about(workspace, named, candidate.said_at, types=("fact",))
        return [*held, *await self._stated(workspace, asked, candidate)]

    async def _stated(
        self, workspace: str, text: str, candidate: MemoryRecord
    ) -> Sequence[MemoryRecord]:
        """What the documents say of the text, as candidates."""
        if self.documents is None:
            return []
        asked = QuerySet(workspace=workspace, queries=(Query(text=text),), limit=MOST_CORRECTED)
        found = await self.documents.search(asked)
        return [
            stated
            for passage in found.candidates
            for stated in written(passage, candidate.scope, candidate.said_at, self.zone)
        ]


def _named(candidate: MemoryRecord) -> bool:
    """Whether a candidate names the record that it is said instead of."""
    return bool(candidate.supersedes or candidate.disputes)
