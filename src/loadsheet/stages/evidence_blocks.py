"""Evidence goes in; the numbered blocks that assembly may take aboard come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from loadsheet.artifacts import Block, Candidate, Evidence, EvidenceSet
from loadsheet.assembly.blocks import block
from loadsheet.ports import Counter


def groups_of(evidence: EvidenceSet, against: Mapping[str, str]) -> dict[str, str | None]:
    """The group of each passage that something contradicts; `against` names those that memory does."""
    return {
        item.candidate.passage_id: against.get(item.candidate.passage_id, item.conflict)
        for item in evidence.evidence
    }


def label_of(names: Iterable[str | None], name: str) -> str:
    """What a prompt calls a group, by the order in which the groups are named; the same in evidence and in memory."""
    return f"group {list(dict.fromkeys(filter(None, names))).index(name) + 1}"


def blocks_of(
    evidence: EvidenceSet, counter: Counter, against: Mapping[str, str] | None = None
) -> list[Block]:
    """A numbered block for each piece of evidence; the number is what an answer cites.

    `against` names the groups of passages that memory contradicts.
    """
    made: list[Block] = []
    groups = groups_of(evidence, against or {})
    for number, item in enumerate(evidence.evidence, start=1):
        candidate = item.candidate
        group = groups[candidate.passage_id]
        label = "" if group is None else label_of(groups.values(), group)
        made.append(
            block(
                "evidence",
                f"evidence:{number}",
                candidate.text,
                counter=counter,
                producer="reduce",
                rule="above_floor",
                reason=f"{candidate.label} speaks of {', '.join(candidate.matched) or 'the question'}",
                attributes=_attributes(number, item, label),
                shorter=item.shorter,
                referable=True,
                score=item.score,
                group=item.parts[0] if item.parts else "",
                sources=(candidate.source, *(row.source for row in item.corroborated_by)),
                conflict=group,
            )
        )
    return made


def _attributes(number: int, item: Evidence, disagrees: str) -> dict[str, str]:
    """What the prompt says of a piece of evidence beside its text, in this order."""
    candidate = item.candidate
    made = {"id": str(number), "source": candidate.label}
    if under := _unsaid_above(candidate):
        made["under"] = under
    if candidate.columns:
        made["columns"] = candidate.columns
    if candidate.timestamp is not None:
        made["date"] = candidate.timestamp.date().isoformat()
    if disagrees:
        made["disagrees"] = disagrees
    if item.parts:
        made["for"] = " | ".join(part.replace("|", "&#124;") for part in item.parts)
    return made


def _unsaid_above(candidate: Candidate) -> str:
    """The title and the headings that it stands under, as far as neither its text nor its label says them."""
    said = f"{candidate.label}\n{candidate.text}"
    above = dict.fromkeys((candidate.title, *candidate.headings))
    return " › ".join(heading for heading in above if heading and heading not in said)
