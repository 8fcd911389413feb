"""Candidates go in; the evidence comes out, best first, with a record of every candidate that did not make it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import (
    Artifact,
    Block,
    Candidate,
    CandidateList,
    Evidence,
    EvidenceSet,
    FunnelStep,
    LeftOut,
    Query,
    Source,
    digest,
)
from loadsheet.assembly.blocks import block
from loadsheet.assembly.ladder import ladder
from loadsheet.ports import Counter
from loadsheet.trace import Report


class Found(Artifact):
    """The candidates, and the question that evidence is to answer."""

    question: str
    candidates: CandidateList
    queries: tuple[Query, ...] = ()
    """What was searched: the question as a whole, then each of its parts where it has several."""


@dataclass(frozen=True, slots=True)
class Reduce:
    """Merge equal passages, score the rest by how much of the question they speak of, drop what
    lies below the floor."""

    name: ClassVar[str] = "reduce"
    floor: float = 0.35
    """Relevance from which a passage is evidence: it speaks of a third of what the question says."""
    sufficient: float = 0.5
    """Relevance that the best passage needs for an answer."""

    def __call__(self, given: Found, /) -> EvidenceSet:
        """The evidence, in the order of its relevance."""
        found = given.candidates
        merged, repeated = deduplicate(found.candidates)
        scored = score(merged, dict(found.weights))
        kept = [item for item in scored if item.score >= self.floor]
        confidence = max(
            (coverage(item.candidate, dict(found.weights)) for item in kept), default=0.0
        )
        return EvidenceSet(
            evidence=tuple(_with_forms(item, given.question) for item in kept),
            steps=(
                FunnelStep(name="deduplicate", given=len(found.candidates), kept=len(merged)),
                FunnelStep(name="threshold", given=len(scored), kept=len(kept)),
            ),
            left_out=(*repeated, *(_below(item, self.floor) for item in scored[len(kept) :])),
            sufficient=confidence >= self.sufficient,
            confidence=round(confidence, 4),
            searched=searched(found),
        )

    def report(self, given: Found, gave: EvidenceSet, /) -> Report:
        """The failure signal is that nothing is left of what was found."""
        lost = given.candidates.candidates and not gave.evidence
        return Report(
            tokens=sum(item.candidate.tokens for item in gave.evidence),
            failure="nothing relevant among the candidates" if lost else None,
            decisions=tuple(f"{step.name}: {step.given} → {step.kept}" for step in gave.steps),
        )


def deduplicate(
    candidates: Iterable[Candidate],
) -> tuple[list[tuple[Candidate, tuple[str, ...]]], list[LeftOut]]:
    """Each text once, with the passages that repeat it; the repeated ones as left out."""
    first: dict[str, Candidate] = {}
    repeats: dict[str, list[str]] = {}
    gone: list[LeftOut] = []
    for candidate in candidates:
        key = digest(" ".join(candidate.text.split()))
        if key not in first:
            first[key] = candidate
            repeats[key] = []
        elif first[key].passage_id != candidate.passage_id:
            repeats[key].append(candidate.passage_id)
            gone.append(
                _left_out(candidate, "duplicate", f"the same text as {first[key].passage_id}")
            )
    return [(candidate, tuple(repeats[key])) for key, candidate in first.items()], gone


def score(
    merged: Iterable[tuple[Candidate, tuple[str, ...]]], weights: dict[str, float]
) -> list[Evidence]:
    """Relevance from 0 to 1, best first: the covered part of the question, times the passage's part of the best score.

    The source's own score tells passages apart that cover the same words. Ties break on the passage id.
    """
    pairs = list(merged)
    best = max((candidate.score for candidate, _ in pairs), default=0.0)
    made = [
        Evidence(
            candidate=candidate,
            score=round(coverage(candidate, weights) * _part(candidate.score, best), 4),
            corroborated_by=repeats,
        )
        for candidate, repeats in pairs
    ]
    return sorted(made, key=lambda item: (-item.score, item.candidate.passage_id))


def coverage(candidate: Candidate, weights: dict[str, float]) -> float:
    """How much of the query's meaning the passage holds: its matched terms by weight, over all of them."""
    total = sum(weights.values())
    if not total:
        return 0.0
    return sum(weights.get(term, 0.0) for term in set(candidate.matched)) / total


def searched(found: CandidateList) -> str:
    """What was searched, for an answer that has to say so."""
    if found.missing:
        return "; ".join(f"{row.source} did not answer ({row.reason})" for row in found.missing)
    if not found.documents:
        return "nothing is indexed yet"
    documents = "1 document" if found.documents == 1 else f"{found.documents} documents"
    return f"{documents} searched, {len(found.candidates)} passages looked at"


def blocks_of(evidence: EvidenceSet, counter: Counter) -> list[Block]:
    """A numbered block for each piece of evidence; the number is what an answer cites."""
    made: list[Block] = []
    for number, item in enumerate(evidence.evidence, start=1):
        candidate = item.candidate
        attributes = {"id": str(number), "source": candidate.label}
        if candidate.timestamp is not None:
            attributes["date"] = candidate.timestamp.date().isoformat()
        if item.parts:
            attributes["for"] = " | ".join(item.parts)
        made.append(
            block(
                "evidence",
                f"evidence:{number}",
                candidate.text,
                counter=counter,
                producer="reduce",
                rule="above_floor",
                reason=f"{candidate.label} speaks of {', '.join(candidate.matched) or 'the question'}",
                attributes=attributes,
                shorter=item.shorter,
                referable=True,
                score=item.score,
                sources=(source_of(candidate),),
                group=item.parts[0] if item.parts else "",
            )
        )
    return made


def source_of(candidate: Candidate) -> Source:
    """Where a candidate stands."""
    return Source(
        document=candidate.document,
        version=candidate.version,
        start=candidate.start,
        end=candidate.end,
    )


def _with_forms(item: Evidence, question: str) -> Evidence:
    forms = ladder(item.candidate.text, question, offset=item.candidate.start)
    return item.model_copy(update={"shorter": forms})


def _part(value: float, best: float) -> float:
    return max(0.0, value / best) if best > 0 else 0.0


def _below(item: Evidence, floor: float) -> LeftOut:
    reason = f"relevance {item.score:.2f} is below the floor {floor:g}"
    return _left_out(item.candidate, "below_floor", reason, item.score)


def _left_out(candidate: Candidate, rule: str, reason: str, score: float | None = None) -> LeftOut:
    return LeftOut(
        id=candidate.passage_id,
        kind="evidence",
        stage="reduce",
        rule=rule,
        reason=reason,
        tokens=candidate.tokens,
        score=score,
        sources=(source_of(candidate),),
    )
