"""Records of another workspace go in; records of this one, with their links and their origin, come out. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loadsheet.artifacts import MemoryRecord, Source, WriteReceipt
from loadsheet.ports import Decision


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
    """The record with the links that it had before, to records by their names here; others are left away."""
    return record.model_copy(
        update={
            "supersedes": _named((*before.supersedes, *record.supersedes), names),
            "superseded_by": names.get(before.superseded_by or "", record.superseded_by),
        }
    )


def _named(ids: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    here = set(names.values())
    found = (names.get(id, id if id in here else "") for id in ids)
    return tuple(dict.fromkeys(name for name in found if name))


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
