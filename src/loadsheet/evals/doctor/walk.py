"""A stage of an examined turn goes in; the sentence that says how what was needed passed it comes out. Pure."""

from __future__ import annotations

from collections.abc import Callable

from loadsheet.evals.doctor.examined import Examined
from loadsheet.evals.sought import says

STAGES = (
    "corpus",
    "remember",
    "intake",
    "route",
    "retrieve",
    "reduce",
    "recall",
    "select_model",
    "assemble",
    "generate",
    "score",
)
"""The way from the source to the answer. `remember` stands where what was written can be read: before the turn."""

_WITHIN = {
    "correct": "remember",
    "pick": "route",
    "expand": "route",
    "reroute": "route",
    "rerank": "retrieve",
}


def place_of(stage: str) -> str:
    """The place on the way where a stage of a trace belongs; `generate` for one that has none of its own."""
    return _WITHIN.get(stage, stage if stage in STAGES else "generate")


def passed(seen: Examined, stage: str) -> str:
    """What is right at a stage; empty where it had nothing to do with what was needed."""
    return _SAYS[stage](seen) if stage in _SAYS else ""


def _corpus(seen: Examined) -> str:
    places = [place for fact in seen.facts for place in seen.usable(fact)]
    if not places:
        return ""
    first = places[0]
    more = f", and {len(places) - 1} places more" if len(places) > 1 else ""
    at = f"{first.document} v{first.version} {first.span.start}–{first.span.end}"
    return f"{at} says it{more}"


def _remember(seen: Examined) -> str:
    known = [record for fact in seen.facts for record in seen.known(fact)]
    return f"record {known[0].id} says it, {known[0].status}" if known else ""


def _intake(seen: Examined) -> str:
    heard = seen.recorded.heard
    return f"read as “{heard.turn.query or heard.turn.question}”" if heard else ""


def _route(seen: Examined) -> str:
    plan = seen.recorded.plan
    return f"{plan.source.value} by rule {plan.rule}" if plan else ""


def _retrieve(seen: Examined) -> str:
    if not seen.facts:
        count = len({row.passage_id for row in seen.recorded.found.candidates.candidates})
        return f"{count} candidates" if count else ""
    found = [row for fact in seen.facts for row in seen.candidates(fact)]
    return f"found by {found[0].found_by}, rank {found[0].rank}" if found else ""


def _reduce(seen: Examined) -> str:
    if not seen.facts:
        count = len(seen.recorded.evidence.evidence)
        return f"{count} passages are evidence" if count else ""
    kept = [item for fact in seen.facts for item in seen.kept(fact)]
    return f"kept, relevance {kept[0].score:.2f}" if kept else ""


def _recall(seen: Examined) -> str:
    memory = seen.recorded.memory
    return f"{len(memory.blocks)} blocks read on {memory.trigger}" if memory.blocks else ""


def _select_model(seen: Examined) -> str:
    choice = seen.recorded.choice
    return f"{choice.model.name} {choice.reason}" if choice else ""


def _assemble(seen: Examined) -> str:
    context = seen.recorded.context
    if context is None:
        return ""
    if not seen.facts:
        return f"{len(seen.entries)} entries, coverage {context.manifest.coverage:.0%}"
    aboard = [entry for fact in seen.facts for entry in seen.aboard(fact)]
    return f"aboard as {aboard[0].id}, {aboard[0].rendition}" if aboard else ""


def _generate(seen: Examined) -> str:
    reply = seen.recorded.reply
    if reply is None:
        return ""
    if not seen.facts:
        return f"{reply.outcome} by {reply.model or 'the plan'}{_cited(seen)}"
    texts = [fact.text for fact in seen.facts if fact.text]
    return "the answer says it" if texts and all(says(reply.text, t) for t in texts) else ""


def _cited(seen: Examined) -> str:
    """What an answer cites, and which words of the question are not in it."""
    reply = seen.recorded.reply
    labels = ", ".join(dict.fromkeys(row.label for row in reply.citations)) if reply else ""
    lacks = ", ".join(f"“{word}”" for word in seen.unnamed)
    return f", citing {labels}{f', which does not say {lacks}' if lacks else ''}" if labels else ""


_SAYS: dict[str, Callable[[Examined], str]] = {
    "corpus": _corpus,
    "remember": _remember,
    "intake": _intake,
    "route": _route,
    "retrieve": _retrieve,
    "reduce": _reduce,
    "recall": _recall,
    "select_model": _select_model,
    "assemble": _assemble,
    "generate": _generate,
}
