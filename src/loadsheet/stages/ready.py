"""What the stages up to assembly gave; whether it is enough to answer from, how sure that is, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass

from loadsheet.artifacts import (
    CandidateList,
    Context,
    EvidenceSet,
    Heard,
    Loading,
    MemorySlice,
    ModelChoice,
    Origin,
    Outcome,
    Reply,
    RoutePlan,
    WriteReceipts,
)
from loadsheet.intent.language.match import telling
from loadsheet.intent.language.translations import everywhere
from loadsheet.stages.score import Done

ANSWER_NOTHING = frozenset({"standing_instruction", "belief"})
"""The rules of what memory offers that is no answer to a question."""

NOTHING_KEPT = "nothing of the kind is remembered yet"
"""Why a question for all that is remembered gets no answer."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A turn up to and with assembly."""

    heard: Heard
    plan: RoutePlan
    found: CandidateList
    evidence: EvidenceSet
    memory: MemorySlice
    loading: Loading
    choice: ModelChoice
    context: Context

    @property
    def looked_up(self) -> bool:
        """Whether the turn needs evidence at all, or may need it."""
        searches = self.plan.source is not Origin.NONE or bool(self.plan.queries.queries)
        return searches and not self.listed

    @property
    def listed(self) -> bool:
        """Whether all that is remembered was asked for, and something is."""
        return self.memory.listing and self.memory.sufficient

    @property
    def searched(self) -> str:
        """What was searched, for an answer that has to say that it was in vain."""
        return NOTHING_KEPT if self.memory.listing else self.evidence.searched

    @property
    def sufficient(self) -> bool:
        """Whether there is enough to answer from; what the user pasted is evidence."""
        held = any((self.evidence.sufficient, self.memory.sufficient, self.heard.turn.reads_pasted))
        return held or not self.looked_up

    @property
    def confidence(self) -> float:
        """How sure we are that there is enough to answer from: of the evidence, of a record that answers by itself, or
        of what the user pasted. An instruction answers nothing, nor does a belief.

        A turn that needs none has the route's own.
        """
        if self.replied or not self.looked_up:
            return self.plan.confidence
        told = self.memory.blocks if self.memory.sufficient else ()
        held = [block.score for block in told if block.rule not in ANSWER_NOTHING]
        pasted = [e.score for e in self.context.manifest.entries if e.kind == "attachment"]
        return min(1.0, max(self.evidence.confidence, *filter(None, (*held, *pasted)), 0.0))

    @property
    def outcome(self) -> Outcome:
        """What the turn comes to, before a model has spoken."""
        if self.plan.outcome == "clarify" and not self.listed:
            return "clarify"
        return "answered" if self.sufficient or self.replied else "insufficient_evidence"

    @property
    def replied(self) -> bool:
        """Whether the plan's own words are the answer; where something is looked up, that goes first."""
        asks_back = self.plan.outcome == "clarify"
        answers = self.looked_up and self.sufficient and not (self._told and not self._borne_out)
        return bool(self.plan.reply) and not self.listed and (asks_back or not answers)

    @property
    def _told(self) -> bool:
        """Whether the turn only tells something, which is acknowledged."""
        turn = self.heard.turn
        held = turn.correction or turn.reads_pasted or self.memory.sufficient
        return self.plan.reply in everywhere("noted") and not held

    @property
    def _borne_out(self) -> bool:
        """Whether one passage speaks of all that a turn names, and of no single word of it: `I lost my key.` bears
        strongly on what a lost key costs, `I'd rather have soup.` on no price of it."""
        named = frozenset(telling(self.heard.turn.question))
        found = (item.candidate for item in self.evidence.evidence)
        said = (frozenset(telling(f"{one.label} {one.text}")) for one in found)
        return len(named) > 1 and any(named <= one for one in said)

    def done(self, context: Context, reply: Reply, receipts: WriteReceipts) -> Done:
        """Everything that the stages of the turn gave, for scoring."""
        return Done(
            heard=self.heard,
            plan=self.plan,
            found=self.found,
            evidence=self.evidence,
            memory=self.memory,
            choice=self.choice,
            manifest=context.manifest,
            reply=reply,
            receipts=receipts,
        )
