"""What was heard, or the whole exchange, goes in; receipts of what memory did with it come out.

There are two moments. Before anything is looked up, corrections and standing instructions of the turn are written, so
that the turn itself reads what it corrects. After the answer, the facts of the exchange are: what the user said, and
what the cited passages say. What was recalled, what the instructions say and what the assistant proposed is never
looked at, so it cannot be written.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import (
    Artifact,
    EvidenceSet,
    Heard,
    MemoryRecord,
    NormalizedTurn,
    Pinned,
    Reply,
    SessionState,
    Source,
    WriteReceipt,
    WriteReceipts,
)
from loadsheet.memory.extraction.cited import cited
from loadsheet.memory.extraction.extract import candidates, refused
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.recall.asking import NAME
from loadsheet.memory.recall.named import asked, by_name
from loadsheet.memory.writing.withdraw import reply, rest_of
from loadsheet.stages.intake import dropped, withdraw
from loadsheet.stages.memory_writer import REFUSED, Memory
from loadsheet.stages.speech import speech_of
from loadsheet.trace import StageReport

SECRET = (
    "That looks like a secret, so it is not remembered; it stands in the transcript of this conversation only. "
    "`keep_secrets` allows memory to keep it."
)
"""What is said to who tells a password or a key."""

ELSEWHERE = "another session"
"""Who withdrew a constraint, where no message of its own session did."""


class Exchange(Artifact):
    """The turn as it was heard, the answer that it got, and the evidence that the answer could cite."""

    heard: Heard
    reply: Reply
    evidence: EvidenceSet = EvidenceSet()


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
        speech = await speech_of(given, self.memory.store, self.memory.zone)
        before = given.state.questions[-1] if given.state.questions else ""
        forgot, requests = await self.memory.forgotten(workspace, speech, before)
        elsewhere = await self.memory.lifted_elsewhere(workspace, given.state)
        made = candidates(speech)
        receipts, words = await heeded(
            self.memory, workspace, speech, [c for c in made if is_first(c)], dropped(given)
        )
        said = reply([one for one in requests if one.plain or one.records])
        told = not said and self.memory.refuses(*(c.text for c in made))
        return WriteReceipts(
            receipts=(*forgot, *receipts),
            lifted=words,
            elsewhere=elsewhere,
            task=await self.memory.task_of(speech.scope),
            named=() if made else await self.memory.names(given.turn),
            reply=SECRET if told else said,
            rule="secret_refused" if told else "forget_request" if said else "",
            rest=rest_of(speech) if requests or told else "",
        )

    async def in_force(self, given: Heard) -> Heard:
        """The turn without the constraints that were lifted in another session, and with the names that memory has for
        what it calls the user's; nothing is written."""
        if self.memory is None:
            return given
        workspace = given.turn.turn.scope.workspace
        lifted = await self.memory.lifted_elsewhere(workspace, given.state)
        states = {
            "state": without(given.state, lifted),
            "next_state": without(given.next_state, lifted),
        }
        named = await self.memory.names(given.turn)
        return given.model_copy(update=states | {"turn": called(given.turn, named)})

    def report(self, _given: Heard, gave: WriteReceipts, /) -> StageReport:
        """Names what was written."""
        read = tuple(
            f"read “{what}” as “{name}”: memory has a name for it" for what, name in gave.named
        )
        return StageReport(decisions=(*lines(gave, "nothing to correct"), *read))


@dataclass(frozen=True, slots=True)
class Remember:
    """The second moment: facts of the exchange, after the answer."""

    name: ClassVar[str] = "remember"
    memory: Memory | None = None

    async def __call__(self, given: Exchange, /) -> WriteReceipts:
        """Writes what the user stated, and what the cited passages state."""
        if self.memory is None:
            return WriteReceipts(reason=REFUSED)
        speech = await speech_of(given.heard, self.memory.store, self.memory.zone)
        found, turned_down, notes = await told(self.memory, speech)
        turn = given.heard.turn.turn
        found = beside(found, given.heard.turn.lifted)
        found = [*await self.memory.untold(turn.scope, found)]
        found += cited(turn, given.reply, given.evidence, self.memory.zone)
        workspace = turn.scope.workspace
        receipts = await self.memory.write(workspace, found)
        return WriteReceipts(receipts=(*receipts, *turned_down), notes=notes)

    def report(self, _given: Exchange, gave: WriteReceipts, /) -> StageReport:
        """Names what was written."""
        failure = next((note for note in gave.notes if "invalid" in note), None)
        return StageReport(failure=failure, decisions=lines(gave, "nothing to remember"))


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
        turn = turn.model_copy(update={"question": corrected.rest, "asked": "", "query": query})
    turn = called(turn, corrected.named)
    if corrected.reason:
        return heard.model_copy(update={"turn": turn})
    after = heard.next_state.model_copy(update={"task_state": corrected.task})
    before, after = (without(state, corrected.elsewhere) for state in (heard.state, after))
    return heard.model_copy(update={"turn": turn, "state": before, "next_state": after})


def called(turn: NormalizedTurn, names: Sequence[tuple[str, str]]) -> NormalizedTurn:
    """The turn read with the names that memory has for what it calls the user's."""
    if not names:
        return turn
    return turn.model_copy(
        update={
            "query": by_name(asked(turn), names),
            "resolved": (*turn.resolved, *names),
            "reason": turn.reason or "memory has a name for it",
        }
    )


def without(state: SessionState, lifted: Sequence[str]) -> SessionState:
    """The state without the constraints that were lifted in another session."""
    for name in lifted:
        if any(one.id == name and one.in_force for one in state.constraints):
            state = withdraw(state, name, message=ELSEWHERE)
    return state


async def heeded(
    memory: Memory,
    workspace: str,
    speech: Speech,
    found: Sequence[MemoryRecord],
    gone: Collection[Pinned] = (),
) -> tuple[Sequence[WriteReceipt], tuple[str, ...]]:
    """Write the candidates of a message after what it lifts and what it says is done; the words that lift, too."""
    ended, words = await memory.withdrawn(workspace, speech, gone)
    done = await memory.finished(workspace, speech)
    receipts = await memory.write(workspace, beside(found, words), speech.asked)
    changed = () if words else await memory.changed(workspace, speech)
    return [*ended, *done, *receipts, *changed], words


def beside(found: Sequence[MemoryRecord], lifting: Sequence[str]) -> list[MemoryRecord]:
    """The candidates without those of words that lift an instruction: `AWS is fine now` is no fact of AWS.

    `Stop calling me Ed` lifts what asked for it, and says that it is no name of the user's.
    """
    said = [text.rstrip(".!") for text in lifting]
    return [c for c in found if c.key == NAME or not any(text in c.text for text in said)]
