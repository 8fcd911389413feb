"""What may be wrong before a turn begins: in the documents, and in what memory wrote. Pure."""

from __future__ import annotations

from itertools import combinations

from loadsheet.artifacts import MemoryRecord
from loadsheet.evals.doctor.diagnosis import Clue, Finding
from loadsheet.evals.doctor.examined import Examined
from loadsheet.evals.sought import Fact, Place
from loadsheet.memory.recall.select import bearings
from loadsheet.memory.writing.compatible import judge


def unsynced(seen: Examined, fact: Fact) -> Finding | None:
    """A file says it and is not indexed as it is."""
    if not seen.sourceless(fact) or not fact.unsynced:
        return None
    return Finding(
        check="corpus.unsynced",
        stage="corpus",
        said=f"{fact.name} stands in a file that is not indexed as it is now",
        clues=tuple(Clue(name="file", value=path) for path in fact.unsynced),
        do=("loadsheet sync",),
    )


def nowhere(seen: Examined, fact: Fact) -> Finding | None:
    """No version of a document, no record and no message says it."""
    if fact.places or fact.records or fact.told or not seen.sourceless(fact):
        return None
    unread = seen.stores.unread
    if unread:
        return Finding(
            check="corpus.skipped",
            stage="corpus",
            said=f"{fact.name} is in no document, and files that were added could not be read",
            clues=tuple(Clue(name="skipped", value=line) for line in unread),
            do=("give those files in a form that can be read, then loadsheet sync",),
        )
    return Finding(
        check="corpus.nowhere",
        stage="corpus",
        said=f"{fact.name} is in no document, no version of one, and no record",
        clues=(Clue(name="documents", value=str(seen.recorded.found.candidates.documents)),),
        do=("loadsheet add PATH, with a file that says it",),
    )


def not_current(seen: Examined, fact: Fact) -> Finding | None:
    """Documents say it, and none of them did when the turn was asked."""
    if not fact.places or fact.told or fact.spoken or not seen.sourceless(fact):
        return None
    at = seen.recorded.turn.asked_at
    later = [p for p in fact.places if p.added_at is not None and p.added_at > at]
    if later:
        return _of_versions("later", later, "was indexed after the turn: ask again")
    replaced = [p for p in fact.places if p.ended_by is not None]
    if replaced:
        said = "stands only in a version that was superseded before the turn"
        return _of_versions("older_version", replaced, said)
    said = "stands only in a document that was removed before the turn"
    return _of_versions("removed", fact.places, said)


def _of_versions(kind: str, places: list[Place] | tuple[Place, ...], said: str) -> Finding:
    first = places[0]
    fate = f"superseded by v{first.ended_by}" if first.ended_by else "removed"
    return Finding(
        check=f"corpus.{kind}",
        stage="corpus",
        said=f"what was expected {said}",
        clues=tuple(
            Clue(name="version", value=f"{p.document} v{p.version}, added {p.added_at:%Y-%m-%d}")
            for p in places
        )
        + ((Clue(name="fate", value=fate),) if first.ended_at else ()),
        sources=tuple(p.source for p in places),
        do=(
            "ask the question again"
            if kind == "later"
            else f"loadsheet show {first.document}, and add the text that is right",
        ),
    )


def drifted(seen: Examined, fact: Fact) -> Finding | None:
    """A current document says it, its own words do not find it, and the check says why."""
    usable = seen.usable(fact)
    if not usable or not seen.stores.drift or seen.candidates(fact):
        return None
    found = seen.stores.by_own_words.candidates
    if any(place.in_source(row.source) for place in usable for row in found):
        return None
    return Finding(
        check="corpus.drift",
        stage="corpus",
        said=f"{usable[0].document} says it, and the index does not hold that passage",
        clues=tuple(Clue(name="check", value=line) for line in seen.stores.drift),
        sources=tuple(place.source for place in usable),
        do=("loadsheet check --repair",),
    )


# ---------------------------------------------------------------- memory, as it was written


def two_truths(seen: Examined) -> Finding | None:
    """Two records aboard answer one key with two values, and neither supersedes or disputes the other."""
    aboard = {s.record for e in seen.entries if e.conflict is None for s in e.sources if s.record}
    records = [r for r in seen.stores.records if r.id in aboard and seen.held(r)]
    for one, other in combinations(records, 2):
        older, newer = sorted((one, other), key=lambda r: (r.said_at, r.recorded_at))
        if _append(older, newer):
            judged = judge(older, newer)
            return Finding(
                check="remember.two_truths",
                stage="remember",
                said=f"{older.subject} · {older.key} has two active values: the correction was appended",
                clues=(
                    *tuple(
                        Clue(
                            name=r.id,
                            value=f"{r.value}, said {r.said_at:%Y-%m-%d %H:%M}, {r.status}",
                        )
                        for r in (older, newer)
                    ),
                    Clue(name="write policy", value=f"{judged.verdict}: {judged.reason}"),
                ),
                sources=(*older.sources, *newer.sources),
                do=(
                    f"loadsheet memory forget --record {older.id}, if the newer one holds",
                    "mend the write policy: a correction supersedes, it does not append",
                ),
            )
    return None


def _append(older: MemoryRecord, newer: MemoryRecord) -> bool:
    linked = newer.id in (older.superseded_by, *older.disputes) or older.id in newer.disputes
    return not linked and judge(older, newer).verdict in {"supersedes", "disputed"}


def unwritten(seen: Examined, fact: Fact) -> Finding | None:
    """The user said it before, and memory kept nothing of it."""
    if not fact.told or fact.records or fact.places or seen.pasted(fact):
        return None
    receipts = [row for told in fact.told for moment in told.receipts for row in moment.receipts]
    reasons = [moment.reason for told in fact.told for moment in told.receipts if moment.reason]
    if seen.aboard(fact):
        return None
    return Finding(
        check="remember.unwritten",
        stage="remember",
        said=f"the user said {fact.name}, and memory kept no record of it",
        clues=(
            *(Clue(name="said in", value=told.message.id) for told in fact.told),
            *(Clue(name=row.status, value=row.reason) for row in receipts),
            *(Clue(name="reason", value=reason) for reason in reasons),
        ),
        do=_way_out(fact, seen),
    )


def _way_out(fact: Fact, seen: Examined) -> tuple[str, ...]:
    """What makes memory keep it: what the receipts say, or else a form that memory reads."""
    moments = [moment for told in fact.told for moment in told.receipts]
    refused = [
        row.reason for moment in moments for row in moment.receipts if row.status == "refused"
    ]
    plain = "say it as a plain statement: docs/memory.md has the forms that memory reads"
    elsewhere = [
        t.message.session for t in fact.told if t.message.session != seen.recorded.turn.session
    ]
    there = [
        f"ask in session {name!r}, whose transcript has it" for name in dict.fromkeys(elsewhere)
    ]
    off = [] if seen.stores.keeps else ["set `memory` to on: nothing is remembered while it is off"]
    return tuple(dict.fromkeys((*off, *refused, *there))) or (plain,)


def unread(seen: Examined, fact: Fact) -> Finding | None:
    """A record says it, and not even a question in its own words would read it."""
    known = seen.known(fact)
    if not known or seen.usable(fact) or seen.aboard(fact):
        return None
    at = seen.recorded.read_at
    if any(bearings(text, [r], at) for r in known for text in (r.text, f"{r.subject} {r.key}?")):
        return None
    return Finding(
        check="remember.unread",
        stage="remember",
        said=f"record {known[0].id} says it, and no trigger reads it",
        clues=tuple(Clue(name="trigger", value=f"{r.id}: {r.trigger}") for r in known),
        sources=known[0].sources,
        do=(f"loadsheet memory show {known[0].id}; forget it and say it as a plain statement",),
    )
