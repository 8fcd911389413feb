"""Records of another workspace go in; records of this one, with their links and their origin, come out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loadsheet.artifacts import Belief, Episode, MemoryRecord, Source, WriteReceipt
from loadsheet.memory.beliefs.episodes import without
from loadsheet.ports import Decision, Revised


def imported(record: MemoryRecord, workspace: str, origin: str) -> MemoryRecord:
    """A record of another workspace as a candidate of this one; its source names where it came from."""
    values: dict[str, Any] = {
        "scope": record.scope.model_copy(update={"workspace": workspace}),
        "status": "active",
        "disputes": (),
        "supersedes": (),
        "superseded_by": None,
        "sources": (Source(record=f"{origin}/{record.id}", status=record.status),),
    }
    return record.model_copy(update=values)


def linked(record: MemoryRecord, before: MemoryRecord, names: Mapping[str, str]) -> MemoryRecord:
    """The record with the links that it had before too, to records by their names here; others are left away."""
    former = [names[id] for id in before.supersedes if id in names]
    return record.model_copy(
        update={
            "supersedes": tuple(dict.fromkeys((*former, *record.supersedes))),
            "superseded_by": names.get(before.superseded_by or "", record.superseded_by),
        }
    )


@dataclass(frozen=True, slots=True)
class Adopt:
    """Takes history over as it was: what is superseded there is superseded here; links are to names here."""

    names: Mapping[str, str]

    def keys(self, candidate: MemoryRecord) -> Sequence[tuple[str, str]]:
        """The record's own key."""
        return ((candidate.subject, candidate.key),)

    def decide(self, candidate: MemoryRecord, existing: Sequence[MemoryRecord]) -> Decision:
        """The record under its name here, unless it was taken over before."""
        held = next((r for r in existing if set(candidate.sources) & set(r.sources)), None)
        if held is not None and held.id != candidate.id:
            receipt = WriteReceipt(status="refused", reason="imported already", record=held.id)
            return Decision(receipt)
        receipt = WriteReceipt(
            status="stored", reason="imported with its links", record=candidate.id
        )
        return Decision(receipt, (candidate,))


def carried(belief: Belief, id: str, origin: str, names: Mapping[str, str]) -> Belief:
    """A belief of another workspace under its name here; it names where it came from, and rests on names here.

    A support that is not here is named as it is there, and so stands no more.
    """
    sources = (Source(record=f"{origin}/{belief.id}", status=belief.status),)
    if isinstance(belief, Episode):
        return belief.model_copy(update={"id": id, "sources": sources, "sentences": ()})
    supports = tuple(
        tuple(names.get(member, f"{origin}/{member}") for member in alternative)
        for alternative in belief.supports
    )
    return belief.model_copy(update={"id": id, "sources": sources, "supports": supports})


def origin_of(belief: Belief, package: str) -> str:
    """The name that a belief had in a package; empty for one that did not come from it."""
    found = (_name_in(source, package) for source in belief.sources[:1])
    return next(found, "")


def _name_in(source: Source, package: str) -> str:
    origin, _, name = (source.record or "").rpartition("/")
    return name if name and origin == package and "/" in (source.record or "") else ""


def brought_by(records: Iterable[MemoryRecord], package: str) -> dict[str, str]:
    """The ids here, by those there, of the records that came with a package."""
    named = (
        (_name_in(record.sources[0], package), record.id) for record in records if record.sources
    )
    return {there: here for there, here in named if there}


def packages_of(held: Iterable[MemoryRecord | Belief]) -> list[str]:
    """The names of the packages of which something is here."""
    named = (s.record.rpartition("/")[0] for one in held for s in one.sources if s.record)
    return sorted({name for name in named if "/" in name})


def unpacked(records: Sequence[MemoryRecord], beliefs: Sequence[Belief], package: str) -> Revised:
    """What becomes of what is here when a package goes as a whole."""
    gone, kept = brought(records, package)
    left: list[Belief] = []
    for belief in beliefs:
        made = rid(belief, package, gone)
        if made is None:
            gone |= {belief.id}
        elif made != belief:
            left.append(made)
    return Revised(left, kept, sorted(gone))


def brought(
    records: Sequence[MemoryRecord], package: str
) -> tuple[frozenset[str], list[MemoryRecord]]:
    """The ids of the records that a package alone brought, and those that stay as they are without it."""
    gone = {r.id: r for r in records if r.sources and all(_name_in(s, package) for s in r.sources)}
    left = [(r, _left(r, package, gone)) for r in records if r.id not in gone]
    return frozenset(gone), [made for record, made in left if made != record]


def _left(record: MemoryRecord, package: str, gone: Mapping[str, MemoryRecord]) -> MemoryRecord:
    """A record without a package as its source; what the package had taken the place of holds again."""
    own = tuple(source for source in record.sources if not _name_in(source, package))
    lost = len(record.sources) - len(own)
    values: dict[str, Any] = {
        "sources": own,
        "confirmations": max(record.confirmations - lost, 1),
        "supersedes": tuple(id for id in record.supersedes if id not in gone),
    }
    if (by := gone.get(record.superseded_by or "")) is not None:
        ended = record.valid_to == (by.valid_from or by.recorded_at)  # not by its own words
        values |= {"status": "active", "superseded_by": None, "superseded_at": None}
        values |= {"valid_to": None if ended else record.valid_to}
        values |= {"valid_from": record.valid_from or record.said_at}
    return record.model_copy(update=values)


def rid(belief: Belief, package: str, gone: frozenset[str]) -> Belief | None:
    """A belief without what a package brought, records and beliefs; None for one that came with it."""
    if origin_of(belief, package):
        return None
    return without(belief, lambda s, _: s.record in gone) if isinstance(belief, Episode) else belief
