"""A plan and what it found go in; whether to try once more, why, and the second and last plan come out.

The cheap way goes first: one search for the question as a whole, or none. What the first plan left unsearched is
searched where its findings call for it, by triggers that are named in the trace; what it found stays beside that. With
routing off the parts of a question are searched where the whole found too little.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import (
    Alternative,
    Artifact,
    CandidateList,
    EvidenceSet,
    Heard,
    MemorySlice,
    Origin,
    Query,
    RoutePlan,
)
from loadsheet.intent.language import words
from loadsheet.intent.parts import parts
from loadsheet.intent.rules.answer_format import form_of
from loadsheet.stages.route import AS_WRITTEN, Route, queries_of, readings_of
from loadsheet.stages.route_features import Sight
from loadsheet.trace import StageReport

RULE = "reroute_once"
"""The rule of the second plan of a turn."""

WORDS_SUFFICE = 0.99
"""Confidence of what words alone found from which nothing costlier is searched. It says that the words of the question
are there, and little of whether vectors would find better: on mtrag a third of the searches end here, which keeps .92
(clapnq) and .85 (fiqa) of the recall."""


class Misrouted(Artifact):
    """A turn with the plan that did not find enough."""

    heard: Heard
    plan: RoutePlan
    evidence: EvidenceSet
    memory: MemorySlice = MemorySlice()
    candidates: CandidateList = CandidateList()


@dataclass(frozen=True, slots=True)
class Reroute:
    """Make the second and last plan of a turn, where one is wanted."""

    name: ClassVar[str] = "reroute"
    words_suffice: float = WORDS_SUFFICE

    def wanted(self, given: Misrouted) -> bool:
        """Whether a plan did not find enough, and there is something to search for that it left unsearched."""
        return bool(trigger(given, self.words_suffice)) and bool(_unsearched(given))

    def __call__(self, given: Misrouted, /) -> RoutePlan:
        """The plan to try once after the first: the documents, with what of the question was not searched there."""
        heard, made = given.heard, given.plan
        queries = queries_of(heard, made.queries.limit, _unsearched(given), made.granularity)
        return made.model_copy(
            update={
                "source": Origin.INTERNAL_CORPUS,
                "rule": RULE,
                "confidence": 0.5,
                "queries": queries,
                "triggers": (*made.triggers, trigger(given, self.words_suffice)),
                "alternatives": (Alternative(rule=made.rule, source=made.source, score=0.0),),
            }
        )

    def report(self, given: Misrouted, gave: RoutePlan, /) -> StageReport:
        """Says what the second plan answers to."""
        return Route().report(given.heard, gave)


def trigger(given: Misrouted, words_suffice: float = WORDS_SUFFICE) -> str:
    """Why another search is called for; empty where none is."""
    made, found = given.plan, given.evidence
    if made.rule == RULE or made.source is Origin.NONE or given.memory.sufficient:
        return ""
    by = f"from {made.source} by rule {made.rule}"
    if not found.sufficient and (borrowed := borrowed_in_vain(given)):
        return f"borrowed_in_vain {by}: no passage holds {', '.join(borrowed)}"
    if made.rule == "fixed" and (found.sufficient or not _parts(given)):
        return ""
    if not found.sufficient:
        return f"{'low_evidence_relevance' if found.evidence or found.left_out else 'empty_retrieval'} {by}"
    if made.queries.cheap and found.confidence < words_suffice:
        sure = f"{found.confidence:.2f} is below {words_suffice:g}"
        return f"low_confidence {by}: that what words found suffices, {sure}"
    bare = _bare(given)
    return f"part_uncovered {by}: {'; '.join(bare)}" if bare else ""


def borrowed_in_vain(given: Misrouted) -> tuple[str, ...]:
    """The words that a question without a subject took from the conversation, where no passage that was found holds any
    of them: then they are no part of what is asked of the documents."""
    turn = given.heard.turn
    asked = Sight(given.heard).written
    if turn.form != "aspect" or any(query.text == asked for query in given.plan.queries.queries):
        return ()
    borrowed = words.stems(turn.query) - words.stems(asked)
    held = words.stems(
        " ".join(term for row in given.candidates.candidates for term in row.matched)
    )
    return () if borrowed & held else tuple(sorted(borrowed))


def _unsearched(given: Misrouted) -> tuple[Query, ...]:
    """The readings of the question and its parts, as far as they were not searched by all that there is.

    Where there is enough for the whole, only those parts are wanted on which nothing of it bears.
    """
    before = given.plan.queries
    again = before.queries if before.cheap else ()
    searched = {query.text for query in before.queries}
    if not given.evidence.sufficient and borrowed_in_vain(given):
        return (*again, Query(text=Sight(given.heard).written, purpose=AS_WRITTEN))
    wanted = _bare(given) if given.evidence.sufficient else _parts(given)
    split = (
        Query(text=part, purpose=f"part {number}")
        for number, part in enumerate(_parts(given), start=1)
        if part in wanted
    )
    asked = (*readings_of(Sight(given.heard)), *split)
    # How the answer is to look is not searched for.
    return (*again, *(query for query in asked if form_of(query.text)[1] not in searched))


def _parts(given: Misrouted) -> tuple[str, ...]:
    """The parts of the question; a plan that searches it as a whole has none, and they count where that finds too
    little or routing is off."""
    turn, off = given.heard.turn, given.plan.rule == "fixed"
    found = given.plan.parts
    return found or (
        parts(turn.query or turn.question) if off or not given.evidence.sufficient else ()
    )


def _bare(given: Misrouted) -> list[str]:
    """The parts of the question on which none of its evidence bears."""
    held = {part for row in given.evidence.evidence for part in row.parts}
    return [part for part in given.plan.parts if part not in held]
