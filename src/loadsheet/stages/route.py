"""The turn as it was heard goes in; the plan of the turn and its queries come out. No model is asked.

Each field of the plan is decided by a table of rules, read from the top: the first rule whose condition holds decides,
and its id stands in the plan. The rules see the flags of the intent vector, how the turn leans on the conversation,
and which verified rows and records bear on it; never a wording of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from loadsheet.artifacts import (
    CONTEXT,
    OWN_TRIGGERS,
    SET,
    Alternative,
    Artifact,
    Granularity,
    Heard,
    IntentVector,
    MemoryRead,
    MemoryType,
    Origin,
    Query,
    QuerySet,
    RoutePlan,
)
from loadsheet.intent.classifier.continuity import LEANS
from loadsheet.intent.classifier.features import with_source
from loadsheet.intent.classifier.weights import SOURCE, TRIGGER
from loadsheet.intent.language import words
from loadsheet.intent.language.translations import translated
from loadsheet.intent.parts import parts
from loadsheet.intent.rules.answer_format import form_of
from loadsheet.stages.canned_replies import (
    FINE,
    NOTED,
    TOLD,
    asked_back,
    certain,
    declares,
    of_documents,
    of_rules,
    spoken,
    states,
    tells,
)
from loadsheet.stages.route_features import Sight
from loadsheet.trace import StageReport

SURE = 0.95
"""Confidence of a row or a record below which the documents are searched as well: in the conversations of two authors
that the weights were not fitted on, two of 110 surer ones were wrong, and none of them wanted documents."""

OFFERED = 3
"""Alternatives that a plan shows."""

RuleOutcome = Literal["answer", "clarify", "none_needed"]
Condition = Callable[[Sight], bool]


@dataclass(frozen=True, slots=True)
class SourceRule:
    """Where a turn's answer is looked for, if the condition holds; of a rule that is weighed, a table says how sure."""

    id: str
    when: Condition
    source: Origin
    confidence: float = 0.0
    outcome: RuleOutcome = "answer"


SOURCES: tuple[SourceRule, ...] = (
    SourceRule("courtesy", lambda s: s.chatting, Origin.NONE, 0.95, "none_needed"),
    SourceRule(
        "corrected_value", lambda s: s.turn.correction == "value", Origin.STRUCTURED_STORE, 0.9
    ),
    SourceRule("collection", lambda s: s.asks_documents, Origin.NONE, 0.95),
    SourceRule("instruction", lambda s: s.only_instructs, Origin.NONE, 0.9, "none_needed"),
    SourceRule("underspecified", lambda s: s.underspecified, Origin.NONE, 0.7, "clarify"),
    SourceRule("told", lambda s: s.tells, Origin.NONE, 0.8, "none_needed"),
    SourceRule("forbids_once", lambda s: s.forbids, Origin.NONE, 0.8, "none_needed"),
    SourceRule("conversation", lambda s: s.intent.has("conversation"), Origin.NONE, 0.9),
    SourceRule("arithmetic", lambda s: s.computes, Origin.NONE, 0.9),
    SourceRule("last_answer", lambda s: s.reworks, Origin.NONE, 0.85),
    SourceRule("own_text", lambda s: s.drafts_freely, Origin.NONE, 0.75),
    SourceRule("pasted_text", lambda s: s.asks_of_pasted, Origin.NONE, 0.8),
)
"""Turns that look nothing up, and the value that was just corrected; read from the top."""

WEIGHED: tuple[SourceRule, ...] = (
    SourceRule("documents", lambda _: True, Origin.INTERNAL_CORPUS),
    SourceRule(
        "verified_row", lambda s: s.may_answer(Origin.STRUCTURED_STORE), Origin.STRUCTURED_STORE
    ),
    SourceRule("remembered", lambda s: s.may_answer(Origin.MEMORY), Origin.MEMORY),
    SourceRule("at_hand", lambda s: not s.intent.has("drafting"), Origin.NONE),
    SourceRule("remark", lambda s: s.may_remark, Origin.NONE, outcome="none_needed"),
)
"""The rules of all other turns: those whose condition holds are weighed against one another by the table `SOURCE`."""

AS_WRITTEN = "as_written"
"""The purpose of a query that holds the words of the turn and no others."""

DOUBTED = frozenset({"told", "at_hand", "remark"})
"""The rules that the weights of signs decide: where they are not sure, the documents are searched all the same."""

TYPES: Mapping[str, Callable[[Sight], tuple[MemoryType, ...]]] = {
    "key_match": lambda _: ("fact",),
    "prior_constraint": lambda s: s.leaning_types,
    "slot_needed": lambda s: s.slot_types,
    "standing_instruction": lambda _: ("procedural",),
    "preference_bears": lambda s: s.taste_types,
    "subject_match": lambda s: s.remembered_types,
}
"""Which records each trigger reads."""


@dataclass(frozen=True, slots=True)
class Route:
    """Decide what kind of question a turn is, or send every turn to the documents where routing is off."""

    name: ClassVar[str] = "route"
    limit: int = 40
    mode: Literal["fixed", "rules"] = "fixed"
    cheap_first: bool = False
    """Whether there is something costlier than words to search by, kept by the rules for what words do not settle."""

    def __call__(self, given: Heard, /) -> RoutePlan:
        """The plan of the turn, with what it says itself in the language of the turn."""
        made = self._plan(given)
        return with_reply(made, translated(made.reply, given.turn.language))

    def _plan(self, given: Heard) -> RoutePlan:
        """The plan of the turn, with the reply to one that asks nothing, for when the search finds nothing.

        With routing off nothing is searched only where it is certain that nothing is asked, or that the last answer is
        wanted in another form.
        """
        idle = plan(given, self.limit)
        if idle.rule == "last_answer":
            return unsearched(idle)
        made = self._cheap(idle) if self.mode == "rules" else fixed(given, self.limit)
        says = idle.source is Origin.NONE and idle.outcome != "clarify" and idle.reply
        if says and (idle.rule in {"forbids_once", "collection"} or certain(given)):
            return unsearched(idle)
        told = TOLD in given.turn.intent.signals or (given.turn.correction and given.state.turns)
        if says and (told or idle.rule not in DOUBTED):
            return with_reply(made, idle.reply)
        asks = made.reply or given.turn.reads_pasted or given.turn.intent.has("question")
        if asks or not made.queries.queries or not (tells(given) or states(given)):
            return made
        return noted(given, self.limit) if declares(given) else with_reply(made, NOTED)

    def _cheap(self, made: RoutePlan) -> RoutePlan:
        """The plan with words searched first, unless it is in doubt already."""
        if not self.cheap_first or made.triggers:
            return made
        return made.model_copy(update={"queries": made.queries.model_copy(update={"cheap": True})})

    def report(self, _given: Heard, gave: RoutePlan, /) -> StageReport:
        """Names the rule and what memory is read for; the failure signal is that a question stays unclear."""
        memory = gave.memory_read
        read = f"memory is read on {memory.trigger}" if memory.fire else "memory is not read"
        if memory.open:
            read = "memory is left to its own triggers"
        lines = [f"{gave.source} by rule {gave.rule}", read]
        if gave.rule != "fixed":
            lines.insert(1, f"{gave.granularity}, {gave.effort}, confidence {gave.confidence:.2f}")
            lines += [f"signals: {', '.join(gave.intent.signals)}"] if gave.intent.signals else []
        lines += [f"trigger: {trigger}" for trigger in gave.triggers]
        return StageReport(
            failure="the question is unclear" if gave.outcome == "clarify" else None,
            decisions=tuple(lines),
        )


def unsearched(made: RoutePlan) -> RoutePlan:
    """The plan with nothing to search for."""
    queries = made.queries.model_copy(update={"queries": ()})
    return made.model_copy(update={"queries": queries, "triggers": ()})


def with_reply(made: RoutePlan, reply: str) -> RoutePlan:
    """The plan with what is said where nothing is found."""
    return made.model_copy(update={"reply": reply})


def noted(heard: Heard, limit: int) -> RoutePlan:
    """Nothing is looked up for what somebody tells, and asks nothing."""
    return RoutePlan(
        source=Origin.NONE,
        granularity="fact_lookup",
        effort="single_shot",
        memory_read=MemoryRead(),
        confidence=0.8,
        rule="told",
        intent=heard.turn.intent,
        queries=queries_of(heard, limit, ()),
        outcome="none_needed",
        reply=NOTED,
    )


class Routed(Artifact):
    """A turn with its plan, for whoever explains it."""

    heard: Heard
    plan: RoutePlan


def fixed(heard: Heard, limit: int) -> RoutePlan:
    """Every turn to the documents, with the readings of the question as the queries."""
    return RoutePlan(
        source=Origin.INTERNAL_CORPUS,
        granularity="raw_passage",
        effort="single_shot",
        memory_read=MemoryRead(trigger=OWN_TRIGGERS),
        confidence=1.0,
        rule="fixed",
        intent=IntentVector(),
        queries=queries_of(heard, limit, readings_of(Sight(heard))),
    )


def plan(heard: Heard, limit: int, chosen: str = "") -> RoutePlan:
    """What the tables say of a turn; `chosen` is a rule to follow in the place of the one that they favour."""
    sight = Sight(heard)
    held = rules_for(sight)
    rule = next((rule for rule in held if rule.id == chosen), held[0])
    source, asks = rule.source, rule.outcome == "answer"
    of_documents = source is Origin.INTERNAL_CORPUS
    intent, corrects = sight.intent, rule.id == "corrected_value"
    looked_up = asks and source is not Origin.NONE and not corrects
    sure = max(rule.confidence, intent.statement if rule.id == "told" else 0.0)
    unsure = (looked_up or rule.id in DOUBTED) and sure < SURE
    readings = readings_of(sight) if of_documents or unsure else ()
    granularity = route_granularity(intent) if looked_up else "fact_lookup"
    memory = _memory(sight, source) if asks and not corrects else MemoryRead()
    several = looked_up and sight.many
    triggers = {
        "unresolved_referent": looked_up and bool(heard.turn.unresolved),
        "low_confidence": unsure and not of_documents,
    }
    return RoutePlan(
        source=source,
        granularity=granularity,
        effort="multi_step" if several else "single_shot",
        memory_read=memory,
        confidence=_confidence(rule, heard),
        rule=rule.id,
        intent=intent,
        queries=queries_of(heard, limit, readings, granularity, keyed=not of_documents),
        parts=parts(heard.turn.query or heard.turn.question) if several else (),
        outcome=rule.outcome,
        reply=_reply(rule, heard),
        alternatives=_alternatives(held, rule),
        reasons=_reasons(sight, rule, memory),
        triggers=tuple(name for name, holds in triggers.items() if holds),
    )


def _alternatives(held: Sequence[SourceRule], taken: SourceRule) -> tuple[Alternative, ...]:
    """The other rules that hold, those first that would have been followed next."""
    others = [rule for rule in held if rule is not taken]
    return tuple(
        Alternative(rule=rule.id, source=rule.source, score=rule.confidence)
        for rule in others[:OFFERED]
    )


def _reply(rule: SourceRule, heard: Heard) -> str:
    """What the plan itself says: the question that goes back, or the reply to what asks nothing."""
    if rule.outcome == "clarify":
        return asked_back(heard)
    if rule.id == "forbids_once":
        return FINE
    if rule.id == "collection":
        return of_documents(heard.turn.documents or ())
    return spoken(heard) or (of_rules(heard) or NOTED if rule.outcome == "none_needed" else "")


def rules_for(sight: Sight) -> list[SourceRule]:
    """The rules that a turn may be routed by, the one that decides first.

    What is decided by precedence comes first. The rest is weighed: a source that holds nothing on the turn is not
    offered, and the documents always are.
    """
    acts = [rule for rule in SOURCES if rule.when(sight)]
    odds = SOURCE.odds(sight.signs)
    offered = [
        replace(rule, confidence=round(odds[rule.id], 2)) for rule in WEIGHED if rule.when(sight)
    ]
    return [*acts, *sorted(offered, key=lambda rule: -rule.confidence)]


def route_granularity(intent: IntentVector) -> Granularity:
    """The retrieval operator for an intent: verbatim wording outranks a summary, and a fact is the default."""
    if intent.fine_grained >= SET:
        return "raw_passage"
    if intent.abstract >= SET or intent.event_level >= SET:
        return "episodic_summary"
    return "fact_lookup"


def _memory(sight: Sight, source: Origin) -> MemoryRead:
    """The trigger that the signs speak for; a turn that memory answers reads it in any case.

    Where nothing is looked up, memory may still say how to answer: by an instruction, or to the user's taste.
    """
    if source is Origin.NONE:
        trigger = sight.manner
    else:
        trigger = TRIGGER.best(with_source(sight.signs, source))
        if trigger == "none" and source is Origin.MEMORY:
            trigger = "subject_match"
    if trigger == "none":
        return MemoryRead()
    return MemoryRead(fire=True, types=TYPES[trigger](sight) or ("fact",), trigger=trigger)


def _reasons(sight: Sight, rule: SourceRule, memory: MemoryRead) -> tuple[str, ...]:
    """The signs that spoke most for the source where it was weighed, and for reading memory."""
    if rule.id not in SOURCE.options:
        return ()
    found = [f"{rule.source}: {why}" for why in SOURCE.reasons(sight.signs, rule.id)]
    if memory.fire and rule.source is not Origin.NONE:
        signs = with_source(sight.signs, rule.source)
        found += [f"{memory.trigger}: {why}" for why in TRIGGER.reasons(signs, memory.trigger)]
    return tuple(found)


def _confidence(rule: SourceRule, heard: Heard) -> float:
    """The rule's own, lowered for what stayed unresolved and for a question that leans on the conversation."""
    lowered = 0.2 * len(heard.turn.unresolved) + (
        0.05 if heard.turn.form not in {"opening", "self_contained"} else 0.0
    )
    return round(max(0.1, rule.confidence - lowered), 2)


def readings_of(sight: Sight) -> tuple[Query, ...]:
    """What is searched in the documents first: the readings of the question as a whole, and none of its parts.

    It is read as it stands alone, as it was written, and with the words that the conversation turns on: none of them
    finds what all do together, and equal ones are searched once. As it was written, a turn that leans on what was named
    before speaks of anything of its kind; a question for the wording is searched without the words of the conversation.
    """
    turn = sight.turn
    text, written = turn.query or turn.question, sight.written
    said = written if sight.intent.has("fine_grained") else sight.context
    named = turn.form in LEANS and not {*words.names(text)} <= {*words.names(written)}
    others = {} if named else {written: AS_WRITTEN}
    others |= {said: CONTEXT} if said != written else {}
    return (
        Query(text=text),
        *(Query(text=one, purpose=name) for one, name in others.items() if one != text),
    )


def queries_of(
    heard: Heard,
    limit: int,
    texts: tuple[Query, ...],
    granularity: Granularity = "raw_passage",
    *,
    keyed: bool = False,
) -> QuerySet:
    """The query set of a turn, with the keys of what is held on it where rows or records may answer.

    How the answer is to look is not searched for.
    """
    keys = tuple(row.key for row in heard.turn.known) if keyed else ()
    once: dict[str, Query] = {}
    for query in texts:
        bare = form_of(query.text)[1]
        once.setdefault(bare, query.model_copy(update={"text": bare}))
    return QuerySet(
        workspace=heard.turn.turn.scope.workspace,
        queries=tuple(once.values()),
        limit=limit,
        granularity=granularity,
        keys=keys,
    )
