"""A recorded conversation goes in; a case with what each stage gave, to compare another run with, comes out. Pure.

Ids, times and sizes that differ between two runs of the same code are left away: what stays is the same while the code,
the settings and the documents are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from loadsheet.artifacts import Document, MemoryRecord, Source, Value
from loadsheet.assembly.citing import unmarked
from loadsheet.evals.case import Case, CaseTurn, Frozen
from loadsheet.evals.recorded import Recorded
from loadsheet.evals.sought import Issue

SAME = "same_"
"""How the metrics begin that say how much of a stage is as it was frozen."""


STAGES = tuple(Frozen.model_fields)
"""What is compared, in the order of the way."""

METRICS = tuple(f"{SAME}{stage}" for stage in STAGES)
"""The names by which gates ask for it."""


class StageChange(Value):
    """A stage that gave something else than when the turn was frozen."""

    stage: str
    same: float
    """The part of the lines of both runs that is in both."""
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()

    @property
    def metric(self) -> str:
        """The metric that says how much is the same."""
        return f"{SAME}{self.stage}"


@dataclass(frozen=True, slots=True)
class FrozenSession:
    """A conversation as a case, and what bore on it that the case does not hold."""

    case: Case
    notes: tuple[str, ...] = ()


def kept(
    session: str,
    turns: Sequence[Recorded],
    issues: Sequence[Issue],
    records: Sequence[MemoryRecord],
    budget: int,
) -> FrozenSession:
    """A conversation, oldest turn first, as its traces have it: what was asked over what, and what each stage gave.

    `budget` is that of the settings: a turn that was asked with another one keeps it. Of the `records` of the workspace
    those go along that were there before the first turn and that a prompt held.
    """
    asked: list[CaseTurn] = []
    held = [_live(issues, turn.turn.asked_at) for turn in turns]
    for turn, now, before in zip(turns, held, (held[0], *held), strict=False):
        had = turn.reading.tokens if turn.reading else budget
        asked.append(
            CaseTurn(
                question=turn.heard.turn.turn.text if turn.heard else turn.turn.question,
                budget=had if had != budget else None,
                frozen=frozen(turn) if turn.reply else None,
                added=tuple(d for name, d in now.items() if before.get(name) != d),
                removed=tuple(name for name in before if name not in now),
            )
        )
    case = Case(
        id=session,
        documents=tuple(held[0].values()),
        records=tuple(_before(turns, records)),
        turns=tuple(asked),
    )
    return FrozenSession(case, tuple(note for turn in turns for note in _beyond(session, turn)))


def _live(issues: Sequence[Issue], time: datetime) -> dict[str, Document]:
    return {issue.document.id: issue.document for issue in issues if issue.live_at(time)}


def _before(turns: Sequence[Recorded], records: Sequence[MemoryRecord]) -> Iterator[MemoryRecord]:
    """What the prompts held of what memory had before, as it was then: what a turn of theirs ended is not ended yet."""
    begun = turns[0].turn.asked_at
    read = {source.record for turn in turns for source in _sources(turn) if source.record}
    for record in records:
        if record.id not in read or record.recorded_at >= begun:
            continue
        if record.superseded_at is None or record.superseded_at < begun:
            yield record
        else:
            update = {"status": "active", "superseded_at": None, "superseded_by": None}
            yield record.model_copy(update=update)


def _sources(turn: Recorded) -> Iterator[Source]:
    entries = turn.context.manifest.entries if turn.context else ()
    return (source for entry in entries for source in entry.sources)


def _beyond(session: str, turn: Recorded) -> list[str]:
    """What of a prompt was read in the transcripts of other sessions, which a case does not hold."""
    entries = turn.context.manifest.entries if turn.context else ()
    plain = (entry for entry in entries if not any(s.record for s in entry.sources))
    sessions = {s.session for entry in plain for s in entry.sources if s.session}
    return [
        f"turn {turn.turn.id} read what was said in session {other!r}, which the file does not hold"
        for other in sorted(sessions - {session})
    ]


def frozen(recorded: Recorded) -> Frozen:
    """A turn, to be compared with another run of it."""
    plan, reply = recorded.plan, recorded.reply
    entries = recorded.context.manifest.entries if recorded.context else ()
    route = (
        (plan.source.value, plan.granularity, plan.effort, f"memory {recorded.memory.fired}")
        if plan
        else ()
    )
    found = recorded.found.candidates.candidates
    answer = (
        (
            reply.outcome,
            _nameless(unmarked(reply.text), recorded),
            *(f"cites {_place(c.source)}" for c in reply.citations),
        )
        if reply
        else ()
    )
    return Frozen(
        route=route,
        candidates=_lines(_place(row.source) for row in found),
        evidence=_lines(_place(item.candidate.source) for item in recorded.evidence.evidence),
        memory=_lines(f"{block.kind} {block.rule}" for block in recorded.memory.blocks),
        manifest=_lines(
            " ".join((e.kind, e.rule, e.rendition, *(_place(s) for s in e.sources)))
            for e in entries
        ),
        answer=answer,
    )


def differences(before: Frozen, after: Frozen) -> list[StageChange]:
    """How much of each stage is the same, stage by stage in the order of the way."""
    return [_difference(name, getattr(before, name), getattr(after, name)) for name in STAGES]


def _difference(stage: str, before: tuple[str, ...], after: tuple[str, ...]) -> StageChange:
    old, new = set(before), set(after)
    both = len(old & new) / len(old | new) if old | new else 1.0
    return StageChange(
        stage=stage,
        same=both,
        gone=tuple(row for row in before if row not in new),
        new=tuple(row for row in after if row not in old),
    )


def _lines(rows: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rows))


def _nameless(text: str, recorded: Recorded) -> str:
    """A reply without the ids of the records that its turn wrote or ended: a command in it may name one."""
    written = (receipt.record for made in recorded.receipts for receipt in made.receipts)
    for name in filter(None, written):
        text = text.replace(name, "RECORD")
    return text


def _place(source: Source) -> str:
    """Where a text stands in a document; what has a name of its own in each run is called by its class."""
    if source.document is not None:
        return f"{source.document} {source.start}–{source.end}"
    return "record" if source.record is not None else "message"
