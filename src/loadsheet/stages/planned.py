"""A plan goes in; what becomes of it comes out: opened for recall, answered by memory, picked, settled."""

from __future__ import annotations

from loadsheet.artifacts import Heard, MemoryRead, Origin, RoutePlan, SessionState, WriteReceipts
from loadsheet.intent.proposals import Refused, picked
from loadsheet.stages.route import plan

STATE_TITLE = 200
"""Characters of a question that the state keeps as pending."""


def opened(made: RoutePlan) -> RoutePlan:
    """The plan as recall reads it: verified rows are kept with memory, and read without a trigger of its own."""
    if made.source is not Origin.STRUCTURED_STORE or made.memory_read.fire:
        return made
    rows = MemoryRead(fire=True, types=("fact",), trigger="verified_row")
    return made.model_copy(update={"memory_read": rows})


def replied(made: RoutePlan, corrected: WriteReceipts) -> RoutePlan:
    """The plan of a turn that memory has answered: what it says looks nothing up, but what else is asked is."""
    if not corrected.reply or corrected.rest:
        return made
    return RoutePlan(
        source=Origin.NONE,
        granularity="fact_lookup",
        effort="single_shot",
        memory_read=MemoryRead(),
        confidence=1.0,
        rule=corrected.rule,
        intent=made.intent,
        queries=made.queries.model_copy(update={"queries": (), "keys": ()}),
        outcome="none_needed",
        reply=corrected.reply,
    )


def offered(made: RoutePlan) -> dict[str, Origin]:
    """The sources that a model may choose from, by rule: that of the plan first, then each other one once."""
    found = {made.rule: made.source}
    for row in made.alternatives:
        if row.source not in found.values():
            found[row.rule] = row.source
    return found


def adopted(heard: Heard, made: RoutePlan, answer: str | Refused) -> RoutePlan:
    """The plan of the rule that a model picked by its number among those offered, the rules' own first.

    A pick that was not offered is refused, on record, and the plan of the rules stands.
    """
    choice = answer if isinstance(answer, Refused) else picked(answer, tuple(offered(made)))
    if isinstance(choice, Refused):
        refusal = f"hypothesis {choice.proposal!r} refused: {choice.reason}"
        return made.model_copy(update={"triggers": (*made.triggers, refusal)})
    if choice == made.rule:
        return made
    return plan(heard, made.queries.limit, choice).model_copy(
        update={"rule": f"hypothesis:{choice}"}
    )


def settled(state: SessionState, made: RoutePlan, question: str) -> SessionState:
    """The next state with what the plan adds to it: the route, a question that waits, one that was answered."""
    if made.rule == "fixed":
        return state
    if made.outcome == "clarify":
        return state.model_copy(update={"pending": question[:STATE_TITLE]})
    if made.source is Origin.NONE:
        return state
    asked = (
        (*state.answered, state.subject)[-12:] if made.rule != "corrected_value" else state.answered
    )
    return state.model_copy(
        update={"last_route": f"{made.source}/{made.granularity}", "answered": asked}
    )
