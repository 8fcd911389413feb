"""The normalized turn goes in; the plan of the turn and its queries come out.

Routing is off in this version: the plan is fixed, and says so by its rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import (
    Granularity,
    Heard,
    IntentVector,
    MemoryRead,
    Origin,
    Query,
    QuerySet,
    RoutePlan,
)
from loadsheet.trace import Report

SET = 0.5
"""The score from which a flag counts as set."""


@dataclass(frozen=True, slots=True)
class Route:
    """Send every turn to the corpus, with the question as the only query."""

    name: ClassVar[str] = "route"
    limit: int = 40

    def __call__(self, given: Heard, /) -> RoutePlan:
        """The fixed plan."""
        return RoutePlan(
            source=Origin.INTERNAL_CORPUS,
            granularity="raw_passage",
            effort="single_shot",
            memory_read=MemoryRead(),
            confidence=1.0,
            rule="fixed",
            intent=IntentVector(),
            queries=QuerySet(
                workspace=given.turn.turn.scope.workspace,
                queries=(Query(text=given.turn.question),),
                limit=self.limit,
            ),
        )

    def report(self, _given: Heard, gave: RoutePlan, /) -> Report:
        """Names the rule."""
        return Report(decisions=(f"{gave.source} by rule {gave.rule}", "memory is not read"))


def route_granularity(intent: IntentVector) -> Granularity:
    """The retrieval operator for an intent: verbatim wording outranks a summary, and a fact is the default."""
    if intent.fine_grained >= SET:
        return "raw_passage"
    if intent.abstract >= SET or intent.event_level >= SET:
        return "episodic_summary"
    return "fact_lookup"
