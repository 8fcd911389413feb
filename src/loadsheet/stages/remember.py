"""What was heard, or the whole exchange, goes in; receipts of what memory did with it come out.

There are two moments. Before anything is looked up, corrections and standing instructions of the turn are written, so
that the turn itself reads what it corrects. After the answer, the facts of the exchange are: what the user said, and
what the cited passages say. What was recalled, what the instructions say and what the assistant proposed is never
looked at, so it cannot be written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import ClassVar

from loadsheet.artifacts import (
    Artifact,
    Candidate,
    EvidenceSet,
    Heard,
    MemoryRecord,
    MemoryType,
    Message,
    Query,
    QuerySet,
    Reply,
    Scope,
    SessionState,
    Source,
    WriteReceipt,
    WriteReceipts,
)
from loadsheet.intent.forgetting import Request
from loadsheet.intent.proposals import Refused
from loadsheet.memory.extract import candidates, refused
from loadsheet.memory.phrases import USER
from loadsheet.memory.policy import CURRENT, WritePolicy
from loadsheet.memory.proposals import TASK, Proposed, read
from loadsheet.memory.provenance import Invalidate, Release
from loadsheet.memory.recall import subjects
from loadsheet.memory.resolve import instead_of, just_said, old_value, resolved, same_name
from loadsheet.memory.speech import Speech
from loadsheet.memory.text import normal, terms
from loadsheet.memory.withdraw import (
    DONE,
    LIFTED,
    RETRACTED,
    Forgotten,
    asked_to_forget,
    finished,
    lifted,
    meant,
    reply,
    rest_of,
)
from loadsheet.ports import ChatModel, Clock, Ids, PassageStore, RecordStore
from loadsheet.stages.intake import message_id, withdraw
from loadsheet.stages.propose import asked
from loadsheet.trace import Report

REFUSED = "no memory is kept: the conversation is in the transcript only"

ELSEWHERE = "another session"
"""Who withdrew a constraint, where no message of its own session did."""

MOST_FACTS = 3
"""Facts that one cited passage may give: an answer rests on few."""

MOST_FORGOTTEN = 200
"""Records that one request to forget may end: those that speak most of it."""

MOST_CORRECTED = 10
"""Passages that are looked at for what a correction corrects."""

MOST_READ = 8000
"""Characters of a message that a model reads for what to remember."""

ANSWER = 1000
"""Tokens that its answer may take."""

QUOTED = 0.6
"""The part of a sentence's words that the answer must repeat for the sentence to be cited."""


UNDATED = 0.9
"""The confidence of a fact from a document without a date: it never outranks what the user said."""


class Exchange(Artifact):
    """The turn as it was heard, the answer that it got, and the evidence that the answer could cite."""

    heard: Heard
    reply: Reply
    evidence: EvidenceSet = EvidenceSet()


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

    async def write(self, workspace: str, found: Sequence[MemoryRecord]) -> Sequence[WriteReceipt]:
        """Let the policy decide of each candidate; a correction first finds what it corrects."""
        now = self.clock()
        named = [await self._resolved(workspace, candidate) for candidate in found]
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
        return await self.store.records(workspace, ids=sides) if sides else []

    async def withdrawn(
        self, workspace: str, speech: Speech
    ) -> tuple[Sequence[WriteReceipt], tuple[str, ...]]:
        """End the standing instructions that a message lifts; the receipts, and the words that did."""
        known = await self.store.about(
            workspace, [speech.speaker], speech.said_at, types=("procedural",)
        )
        before = [record for record in known if record.said_at <= speech.said_at]
        ending = lifted(speech, before)
        receipts: list[WriteReceipt] = []
        for record in before:
            if record.id in ending:
                receipts += await self.end(workspace, [record], f"{LIFTED}“{ending[record.id]}”")
        return receipts, tuple(dict.fromkeys(ending.values()))

    async def lifted_elsewhere(self, workspace: str, state: SessionState) -> tuple[str, ...]:
        """The constraints in force in a session whose rule was lifted in another one."""
        pinned = [one for one in state.constraints if one.in_force]
        if not pinned:
            return ()
        over = await self.store.records(workspace, status="expired", subject=USER)
        rules = {
            (source.message, normal(record.text))
            for record in over
            if record.type == "procedural" and record.expiry.startswith(LIFTED)
            for source in record.sources
        }
        return tuple(one.id for one in pinned if (one.message, normal(one.text)) in rules)

    async def forgotten(
        self, workspace: str, speech: Speech
    ) -> tuple[Sequence[WriteReceipt], tuple[Forgotten, ...]]:
        """End what a message asks to forget; the receipts, and what became of each request."""
        receipts: list[WriteReceipt] = []
        done: list[Forgotten] = []
        for words, request in asked_to_forget(speech):
            known = await self._known_of(workspace, request, speech)
            found = meant(request, known, speech)
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

    async def _resolved(self, workspace: str, candidate: MemoryRecord) -> MemoryRecord:
        if not candidate.correction or candidate.type != "fact":
            return candidate
        if not candidate.key:
            active = await self.store.records(workspace, status="active")
            named = instead_of(candidate, active)
            # What names the value before it is no value alone: it corrects what had that value, or nothing.
            switched = old_value(candidate.text) and not old_value(candidate.value)
            return named if named.key or switched else just_said(candidate, active)
        text = f"{candidate.subject} {candidate.key}"
        known = await self.store.find(
            workspace, text, at=candidate.recorded_at, limit=20, types=("fact",)
        )
        named = resolved(candidate, known)
        if named != candidate or any(same_name(candidate, record) for record in known):
            return named
        return resolved(candidate, await self._stated(workspace, text, candidate))

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


@dataclass(frozen=True, slots=True)
class Correct:
    """The first moment: corrections and standing instructions of the turn, before anything is looked up."""

    name: ClassVar[str] = "correct"
    memory: Memory | None = None

    async def __call__(self, given: Heard, /) -> WriteReceipts:
        """Writes what corrects, and what is asked for from now on."""
        if self.memory is None:
            return WriteReceipts(reason=REFUSED)
        workspace = given.turn.turn.scope.workspace
        speech = speech_of(given, self.memory.zone)
        elsewhere = await self.memory.lifted_elsewhere(workspace, given.state)
        forgot, requests = await self.memory.forgotten(workspace, speech)
        found = [c for c in candidates(speech) if is_first(c)]
        receipts, words = await heeded(self.memory, workspace, speech, found)
        return WriteReceipts(
            receipts=(*forgot, *receipts),
            lifted=words,
            elsewhere=elsewhere,
            task=await self.memory.task_of(speech.scope),
            reply=reply([one for one in requests if one.plain or one.records]),
            rest=rest_of(speech) if requests else "",
        )

    def report(self, _given: Heard, gave: WriteReceipts, /) -> Report:
        """Names what was written."""
        return Report(decisions=lines(gave, "nothing to correct"))


@dataclass(frozen=True, slots=True)
class Remember:
    """The second moment: facts of the exchange, after the answer."""

    name: ClassVar[str] = "remember"
    memory: Memory | None = None

    async def __call__(self, given: Exchange, /) -> WriteReceipts:
        """Writes what the user stated, and what the cited passages state."""
        if self.memory is None:
            return WriteReceipts(reason=REFUSED)
        speech = speech_of(given.heard, self.memory.zone)
        found, turned_down, notes = await told(self.memory, speech)
        found = beside(found, given.heard.turn.lifted)
        found += cited(given, self.memory.zone)
        workspace = given.heard.turn.turn.scope.workspace
        receipts = await self.memory.write(workspace, found)
        return WriteReceipts(receipts=(*receipts, *turned_down), notes=notes)

    def report(self, _given: Exchange, gave: WriteReceipts, /) -> Report:
        """Names what was written."""
        failure = next((note for note in gave.notes if "invalid" in note), None)
        return Report(failure=failure, decisions=lines(gave, "nothing to remember"))


async def told(
    memory: Memory, speech: Speech
) -> tuple[list[MemoryRecord], Sequence[WriteReceipt], tuple[str, ...]]:
    """The candidates of the second moment, what was refused before the policy saw it, and notes on who proposed.

    Where a model is set and its answer holds, its proposals take the place of the deterministic ones, but for what the
    first moment has written already. Where its answer is invalid the deterministic ones stand, on record.
    """
    heard, unsaid = candidates(speech), refused(speech)
    rest = [c for c in heard if not is_first(c)]
    made = await memory.proposed(speech)
    if memory.model is None:
        return rest, unsaid, ()
    if made.invalid:
        return (
            rest,
            unsaid,
            (f"{memory.model.name}: invalid, the forms of statements stand: {made.invalid}",),
        )
    done = [source for c in heard if is_first(c) for source in c.sources]
    new = [c for c in made.candidates if not any(_overlap(c.sources[0], one) for one in done)]
    count = len(new) + len(made.refused)
    return new, made.refused, (f"{memory.model.name} proposed {count}",)


def _overlap(one: Source, other: Source) -> bool:
    return (one.start or 0) < (other.end or 0) and (other.start or 0) < (one.end or 0)


def is_first(candidate: MemoryRecord) -> bool:
    """Whether a candidate is written before the turn is looked up."""
    return candidate.correction or candidate.type in {"procedural", "task_state"}


def lines(gave: WriteReceipts, nothing: str) -> tuple[str, ...]:
    """What a trace says of the receipts."""
    if gave.reason:
        return (gave.reason,)
    rows = tuple(f"{row.status}: {row.reason}" for row in gave.receipts) or (nothing,)
    return (*gave.notes, *rows)


def corrected_by(heard: Heard, corrected: WriteReceipts) -> Heard:
    """The turn with what memory says of its withdrawals, and of the work in hand from the next turn on.

    What it asked to forget is asked no more: the rest is what is looked up.
    """
    words = tuple(dict.fromkeys((*heard.turn.lifted, *corrected.lifted)))
    turn = heard.turn.model_copy(update={"lifted": words})
    if corrected.reply and corrected.rest:
        alone = turn.query in {"", turn.question}
        query = corrected.rest if alone else turn.query
        turn = turn.model_copy(update={"question": corrected.rest, "query": query})
    if corrected.reason:
        return heard.model_copy(update={"turn": turn})
    after = heard.next_state.model_copy(update={"task_state": corrected.task})
    before, after = (without(state, corrected.elsewhere) for state in (heard.state, after))
    return heard.model_copy(update={"turn": turn, "state": before, "next_state": after})


def without(state: SessionState, lifted: Sequence[str]) -> SessionState:
    """The state without the constraints that were lifted in another session."""
    for name in lifted:
        if any(one.id == name and one.in_force for one in state.constraints):
            state = withdraw(state, name, message=ELSEWHERE)
    return state


def speech_of(heard: Heard, zone: tzinfo) -> Speech:
    """What the user said in this turn; what they pasted is not theirs."""
    turn = heard.turn.turn
    return Speech(
        text=turn.text,
        scope=turn.scope,
        said_at=turn.asked_at,
        zone=zone,
        message=message_id(turn),
        pasted=heard.turn.attachments,
    )


async def observed(memory: Memory, message: Message, workspace: str) -> Sequence[WriteReceipt]:
    """What became of a message of another program's conversation; only those of people give anything.

    What it asks to forget was asked of somebody else: it is refused with a receipt.
    """
    if message.role != "user" or message.timestamp is None:
        return []
    speech = Speech(
        text=message.content,
        scope=Scope(workspace=workspace, session=message.session, run=message.session),
        said_at=message.timestamp,
        zone=memory.zone,
        speaker=message.name or USER,
        message=message.id,
    )
    first = [c for c in candidates(speech) if is_first(c)]
    rest, turned_down, _ = await told(memory, speech)
    order = [*first, *rest] if memory.model else candidates(speech)
    receipts, _ = await heeded(memory, workspace, speech, order)
    return [*receipts, *turned_down]


async def heeded(
    memory: Memory, workspace: str, speech: Speech, found: Sequence[MemoryRecord]
) -> tuple[Sequence[WriteReceipt], tuple[str, ...]]:
    """Write the candidates of a message after what it lifts and what it says is done; the words that lift, too."""
    ended, words = await memory.withdrawn(workspace, speech)
    done = await memory.finished(workspace, speech)
    receipts = await memory.write(workspace, beside(found, words))
    return [*ended, *done, *receipts], words


def beside(found: Sequence[MemoryRecord], lifting: Sequence[str]) -> list[MemoryRecord]:
    """The candidates without those of words that lift an instruction: `AWS is fine now` is no fact of AWS."""
    return [c for c in found if not any(text.rstrip(".!") in c.text for text in lifting)]


def cited(given: Exchange, zone: tzinfo) -> list[MemoryRecord]:
    """The candidates of the cited passages: facts of the sentences that the answer repeats."""
    turn, found = given.heard.turn.turn, list[MemoryRecord]()
    said = set(terms(given.reply.text))
    passages = {passage_key(e.candidate): e.candidate for e in given.evidence.evidence}
    for citation in given.reply.citations:
        source = citation.source
        passage = passages.get((source.document, source.version, source.start, source.end))
        if passage is None:
            continue
        made = written(passage, turn.scope, turn.asked_at, zone)
        repeated = [
            c for c in made if c.type == "fact" and c.subject != USER and _repeated(c, said)
        ]
        found += repeated[:MOST_FACTS]
    return found


def written(passage: Candidate, scope: Scope, at: datetime, zone: tzinfo) -> list[MemoryRecord]:
    """What a passage states; a document without a date is surer of nothing than the user is."""
    made = candidates(
        Speech(
            text=passage.text,
            scope=scope,
            said_at=passage.timestamp or at,
            zone=zone,
            source=passage.source,
        )
    )
    dated = passage.timestamp is not None
    return made if dated else [c.model_copy(update={"confidence": UNDATED}) for c in made]


def passage_key(candidate: Candidate) -> tuple[str | None, int | None, int | None, int | None]:
    """Where a passage stands, in the form of a source."""
    return candidate.document, candidate.version, candidate.start, candidate.end


def _repeated(candidate: MemoryRecord, said: set[str]) -> bool:
    held = set(terms(candidate.text))
    return bool(held) and len(held & said) >= QUOTED * len(held)


def refusal(message: Message, reason: str) -> WriteReceipt:
    """The receipt of a message that nothing was written of."""
    return WriteReceipt(status="refused", reason=reason, text=message.content[:200])
