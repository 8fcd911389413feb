"""What the stages of a turn gave goes in; one metric for each of them comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import (
    Artifact,
    CandidateList,
    EvidenceSet,
    Heard,
    Manifest,
    MemorySlice,
    ModelChoice,
    Reply,
    RoutePlan,
    ScoredTrace,
    StageScore,
    WriteReceipts,
)
from loadsheet.trace import StageReport


class Done(Artifact):
    """Everything that a turn's stages gave."""

    heard: Heard
    plan: RoutePlan
    found: CandidateList
    evidence: EvidenceSet
    memory: MemorySlice
    choice: ModelChoice
    manifest: Manifest
    reply: Reply
    receipts: WriteReceipts


@dataclass(frozen=True, slots=True)
class Score:
    """Measure what can be measured without knowing the right answer."""

    name: ClassVar[str] = "score"

    def __call__(self, given: Done, /) -> ScoredTrace:
        """A row a stage; None where the metric does not apply to this turn."""
        rows = (
            ("intake", "rewrite_resolution_rate", resolution_rate(given.heard)),
            ("route", "confidence", given.plan.confidence),
            ("route", "escalation_rate", float(bool(given.plan.triggers))),
            ("retrieve", "dedupe_ratio", dedupe_ratio(given.evidence)),
            ("reduce", "kept_ratio", kept_ratio(given.evidence)),
            ("reduce", "dropped_span_audit", accounted(given.found, given.evidence)),
            ("recall", "triggered_read_ratio", float(given.memory.fired)),
            ("recall", "read_found", read_found(given.memory)),
            ("select_model", "fit_rate", float(given.choice.fits)),
            ("select_model", "cost_per_turn", given.manifest.cost),
            ("assemble", "manifest_coverage", given.manifest.coverage),
            ("assemble", "evidence_density", evidence_density(given.manifest)),
            ("generate", "citation_validity", given.reply.validity),
            ("remember", "refusal_rate", refusal_rate(given.receipts)),
        )
        return ScoredTrace(
            turn=given.heard.turn.turn.id,
            scores=tuple(StageScore(stage=s, metric=m, value=v) for s, m, v in rows),
        )

    def report(self, _given: Done, gave: ScoredTrace, /) -> StageReport:
        """Names what does not apply."""
        absent = [row.metric for row in gave.scores if row.value is None]
        return StageReport(decisions=(f"not applicable: {', '.join(absent)}",) if absent else ())


def resolution_rate(heard: Heard) -> float | None:
    """The resolved part of the turn's referents."""
    turn = heard.turn
    total = len(turn.resolved) + len(turn.unresolved)
    return len(turn.resolved) / total if total else None


def dedupe_ratio(evidence: EvidenceSet) -> float | None:
    """The part of the candidates that repeated another one."""
    step = next((step for step in evidence.steps if step.name == "deduplicate"), None)
    return 1 - step.kept / step.given if step and step.given else None


def kept_ratio(evidence: EvidenceSet) -> float | None:
    """The part of the candidates that became evidence."""
    if not evidence.steps or not evidence.steps[0].given:
        return None
    return len(evidence.evidence) / evidence.steps[0].given


def accounted(found: CandidateList, evidence: EvidenceSet) -> float | None:
    """The part of the candidates that are evidence, merged into some, or left out with a reason; less than all of them
    is a loss that nobody wrote down."""
    given = {row.passage_id for row in found.candidates}
    merged = (row.passage_id for item in evidence.evidence for row in item.corroborated_by)
    kept = {item.candidate.passage_id for item in evidence.evidence}
    known = kept.union(merged, (row.id for row in evidence.left_out))
    return len(given & known) / len(given) if given else None


def read_found(memory: MemorySlice) -> float | None:
    """Whether a read that fired brought something; None where none fired."""
    return float(bool(memory.blocks)) if memory.fired else None


def evidence_density(manifest: Manifest) -> float | None:
    """The tokens of evidence over those of the prompt."""
    tokens = sum(
        entry.tokens for entry in manifest.entries if entry.kind in {"evidence", "attachment"}
    )
    return tokens / manifest.total_tokens if manifest.total_tokens else None


def refusal_rate(receipts: WriteReceipts) -> float | None:
    """The part of the candidate facts that was refused."""
    rows = receipts.receipts
    return sum(row.status == "refused" for row in rows) / len(rows) if rows else None
