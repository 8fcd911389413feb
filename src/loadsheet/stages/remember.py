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
    Source,
    WriteReceipt,
    WriteReceipts,
)
from loadsheet.intent.proposals import Refused
from loadsheet.memory.extract import Speech, candidates, refused
from loadsheet.memory.grammar import USER
from loadsheet.memory.policy import WritePolicy
from loadsheet.memory.proposals import TASK, Proposed, read
from loadsheet.memory.resolve import just_said, resolved, same_name
from loadsheet.memory.text import terms
from loadsheet.ports import ChatModel, Clock, Ids, PassageStore, RecordStore
from loadsheet.stages import reduce
from loadsheet.stages.intake import message_id
from loadsheet.stages.propose import asked
from loadsheet.trace import Report

REFUSED = "no memory is kept: the conversation is in the transcript only"

MOST_FACTS = 3
"""Facts that one cited passage may give: an answer rests on few."""

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
        return await self.store.write(
            workspace, named, WritePolicy(self.ids, now, self.secrets, self.days)
        )

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
            return just_said(candidate, await self.store.records(workspace, status="active"))
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
        found = [c for c in spoken(given, self.memory.zone) if is_first(c)]
        workspace = given.turn.turn.scope.workspace
        return WriteReceipts(receipts=tuple(await self.memory.write(workspace, found)))

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
    return candidate.correction or candidate.type == "procedural"


def lines(gave: WriteReceipts, nothing: str) -> tuple[str, ...]:
    """What a trace says of the receipts."""
    if gave.reason:
        return (gave.reason,)
    rows = tuple(f"{row.status}: {row.reason}" for row in gave.receipts) or (nothing,)
    return (*gave.notes, *rows)


def spoken(heard: Heard, zone: tzinfo) -> list[MemoryRecord]:
    """The candidates of what the user said in this turn."""
    return candidates(speech_of(heard, zone))


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
    """What became of a message of another program's conversation; only those of people give anything."""
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
    return [*await memory.write(workspace, order), *turned_down]


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
            source=reduce.source_of(passage),
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
