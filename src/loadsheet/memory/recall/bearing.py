"""Records that bear on a question in; those that are read of them, each once, out. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loadsheet.artifacts import EvidenceSet, MemoryRecord
from loadsheet.memory.language.text import normal

NEAR = 0.75
"""Records that answer so much of what the best one answers are read beside it."""

FORMER = "former"
"""The rule by which what was so before is read, where it is asked for."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """A record that bears on the question, how much, and why."""

    record: MemoryRecord
    score: float
    rule: str
    """`key_match`, `subject_match`, `chain`, `slot_needed`, `preference`, `standing_instruction`."""
    exact: bool = False
    """Whether the key alone says all that the question asks of the subject."""
    alias: str = ""
    """What the question calls the subject, where that is another name."""


def in_evidence(record: MemoryRecord, evidence: EvidenceSet) -> bool:
    """Whether the passage that a record was made of is evidence of this turn: there it can be cited."""
    spans = [item.candidate for item in evidence.evidence]
    return record.confirmed_by == "document" and any(
        source.document == span.document and span.start <= (source.start or 0) < span.end
        for source in record.sources
        for span in spans
    )


def kept(found: Sequence[Bearing]) -> list[Bearing]:
    """The bearings that answer nearly as much as the best one; of a subject whose key is asked for, nothing else."""
    best = max((b.score for b in found if b.rule == "key_match"), default=0.0)
    answered = {normal(b.record.subject) for b in found if b.rule == "key_match"}
    return [
        b
        for b in found
        if (b.rule != "key_match" or b.score >= NEAR * best)
        and (b.rule != "subject_match" or normal(b.record.subject) not in answered)
    ]


def once(found: Sequence[Bearing]) -> list[Bearing]:
    """The bearings without those whose sentence another one shows already."""
    seen: dict[str, Bearing] = {}
    for bearing in found:
        seen.setdefault(bearing.record.text, bearing)
    return list(seen.values())


def merged(chain: Sequence[Bearing], facts: Sequence[Bearing]) -> list[Bearing]:
    """The chain first, then the facts that are not in it."""
    ids = {b.record.id for b in chain}
    return [*chain, *(b for b in facts if b.record.id not in ids)]
