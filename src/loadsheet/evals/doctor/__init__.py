"""A recorded turn, what it should have said, and the stores of today go in; the stage at fault comes out. Pure.

Every check is a row of `CHECKS`, in the order of the way from the source to the answer. The first that finds something
names the stage at fault; the others are named beside it. Without an expectation, the stages' own signals are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from loadsheet.evals.doctor import looking, prompting, sources
from loadsheet.evals.doctor.diagnosis import Bug, Clue, Diagnosis, Finding, WalkStep
from loadsheet.evals.doctor.examined import Examined, Stores
from loadsheet.evals.doctor.walk import STAGES, passed
from loadsheet.evals.sought import Fact
from loadsheet.ports import StoredEvent
from loadsheet.stages.generate import ANSWERING

OfFact = Callable[[Examined, Fact], Finding | None]
OfTurn = Callable[[Examined], Finding | None]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that may be wrong at a stage."""

    id: str
    """The id of its findings; `*` stands for the rule by which a stage left something out."""
    fact: OfFact | None = None
    """What looks at each thing that was expected, ..."""
    turn: OfTurn | None = None
    """... or at the turn as a whole."""

    @property
    def stage(self) -> str:
        """Where it looks."""
        return self.id.partition(".")[0]

    def findings(self, seen: Examined) -> Iterator[Finding]:
        """What it finds."""
        made = [self.turn(seen)] if self.turn else []
        if self.fact:
            made += [self.fact(seen, fact) for fact in seen.sought]
        return (finding for finding in made if finding is not None)


CHECKS = (
    Check("corpus.unsynced", fact=sources.unsynced),
    Check("corpus.nowhere", fact=sources.nowhere),
    Check("corpus.version", fact=sources.not_current),
    Check("corpus.drift", fact=sources.drifted),
    Check("remember.two_truths", turn=sources.two_truths),
    Check("remember.unwritten", fact=sources.unwritten),
    Check("remember.unread", fact=sources.unread),
    Check("intake.session", fact=looking.wrong_session),
    Check("intake.referent", fact=looking.wrong_referent),
    Check("intake.constraint", turn=looking.lost_constraint),
    Check("route.source", fact=looking.wrong_source),
    Check("route.memory_shut", fact=looking.memory_shut),
    Check("retrieve.source", fact=looking.source_silent),
    Check("retrieve.words", fact=looking.not_found),
    Check("reduce.*", fact=looking.reduced_away),
    Check("reduce.sufficient", fact=looking.insufficient),
    Check("reduce.compress", fact=looking.compressed),
    Check("recall.*", fact=looking.not_recalled),
    Check("select_model.window", fact=prompting.window),
    Check("assemble.*", fact=prompting.left_ashore),
    Check("assemble.constraint", turn=prompting.constraint_missing),
    Check("assemble.coverage", turn=prompting.uncovered),
    Check("generate.failed", turn=prompting.failed),
    Check("generate.excluded", turn=prompting.said_unwanted),
    Check("generate.constraint", turn=prompting.unheeded),
    Check("generate.unused", fact=prompting.unused),
    Check("generate.cites", fact=prompting.cites_wrongly),
)
"""Everything that is looked at, in the order of the way from the source to the answer."""

WHOLE_TURN = frozenset(
    {"remember.two_truths", "intake.constraint", "assemble.constraint", "assemble.coverage"}
)
"""What is wrong even where the answer happens to be right."""


def diagnose(seen: Examined) -> Diagnosis:
    """The first stage at fault, with what was found at every other one."""
    found = sorted(_found(seen), key=lambda f: STAGES.index(f.stage))
    signals = () if seen.facts else tuple(_signals(seen, found))
    ended = [why for fact in seen.facts if (why := looking.rightly_out(seen, fact))]
    at_fault = [*found, *sorted(signals, key=lambda f: STAGES.index(f.stage))]
    first = at_fault[0] if at_fault else None
    walk = tuple(_step(seen, stage, at_fault) for stage in STAGES)
    before = STAGES.index(first.stage) if first else 0
    return Diagnosis(
        turn=seen.recorded.turn.id,
        question=seen.recorded.turn.question,
        answer=seen.answer,
        expected=tuple(fact.name for fact in seen.facts),
        bug=_bug(seen, first, found),
        verdict=_verdict(seen, first, found, ended),
        finding=first,
        others=tuple(at_fault[1:]),
        walk=walk,
        ruled_out=tuple(
            f"{step.stage}: {step.said}" for step in walk[:before] if step.mark == "sound"
        ),
        stands_in=tuple(place.source for fact in seen.facts for place in fact.places),
    )


def _found(seen: Examined) -> Iterator[Finding]:
    if raised := prompting.failed(seen):  # a turn that raised has one cause: nothing behind it ran
        yield raised
        return
    for check in CHECKS:
        for finding in check.findings(seen):
            by_itself = finding.check in WHOLE_TURN or finding.check.startswith("generate.")
            if by_itself or not seen.right:
                yield finding


def _signals(seen: Examined, found: list[Finding]) -> Iterator[Finding]:
    """What the stages themselves said was off, in the order of the way."""
    refused = list(_refused(seen))
    yield from refused
    named = {finding.stage for finding in (*found, *refused)}
    for event in seen.recorded.events:
        stage = "remember" if event.stage == "correct" else event.stage
        if event.failure and stage in STAGES and stage not in named and _counts(seen, event):
            named.add(stage)
            yield Finding(
                check=f"{stage}.signal",
                stage=stage,
                said=event.failure,
                clues=tuple(Clue(name="decision", value=line) for line in event.decisions),
                do=(
                    f"loadsheet trace {seen.recorded.turn.id} --stage {event.stage}",
                    "name what should have been said: loadsheet doctor --expected TEXT",
                ),
            )


def _refused(seen: Examined) -> Iterator[Finding]:
    """A turn that was refused with passages aboard: whether one of them holds the answer is not known."""
    reply, asking = seen.recorded.reply, seen.recorded.asking
    aboard = [e for e in seen.entries if e.kind in ANSWERING and e.rendition != "reference"]
    if not aboard or asking is None or reply is None or reply.outcome != "insufficient_evidence":
        return
    stage = "generate" if asking.sufficient else "reduce"
    sure = f"confidence {seen.recorded.evidence.confidence:.2f}"
    said = (
        f"{reply.model} found no answer in what was judged to suffice, {sure}"
        if asking.sufficient
        else f"passages are aboard, and {sure} was too low to answer"
    )
    yield Finding(
        check=f"{stage}.signal",
        stage=stage,
        said=said,
        clues=tuple(Clue(name=e.id, value=f"score {e.score or 0:.2f}") for e in aboard),
        sources=aboard[0].sources,
        do=(
            "name what should have been said: loadsheet doctor --expected TEXT",
            "loadsheet manifest",
        ),
    )


def _counts(seen: Examined, event: StoredEvent) -> bool:
    """Whether a signal says that something is off: a search in vain does not where the turn was answered without it,
    nor does an answer without a marker where memory, which has none, answers."""
    reply = seen.recorded.reply
    if reply is None or reply.outcome != "answered":
        return True
    if event.stage in {"retrieve", "reduce", "recall"}:
        return False
    if event.stage == "generate" and not reply.invalid_markers:
        told = [e for e in seen.entries if e.kind in {"memory", "structured_state"}]
        return not told and not seen.recorded.memory.listing
    return True


def _step(seen: Examined, stage: str, found: list[Finding]) -> WalkStep:
    wrong = next((finding for finding in found if finding.stage == stage), None)
    if wrong is not None:
        mark = "signal" if wrong.check.endswith(".signal") else "fault"
        return WalkStep(stage=stage, mark=mark, said=wrong.said, check=wrong.check)
    said = passed(seen, stage)
    return WalkStep(stage=stage, mark="sound" if said else "unasked", said=said or "not concerned")


def _raised(finding: Finding) -> bool:
    return finding.check.endswith(".failed")


def _bug(seen: Examined, first: Finding | None, found: list[Finding]) -> Bug:
    if first is None:
        return "none"
    if not found or (_raised(first) and seen.recorded.reply is not None):
        return "unknown"
    return "model" if first.stage == "generate" else "context"


def _verdict(seen: Examined, first: Finding | None, found: list[Finding], ended: list[str]) -> str:
    if first is None:
        if ended:
            return f"Nothing at fault: {ended[0]}."
        if seen.right:
            return "Nothing at fault: the answer is right."
        return "No stage gave a signal, which proves nothing: name what should have been said with --expected TEXT."
    if not found:
        return f"No fault is proven; {first.stage} gave a signal: {first.said}."
    if _raised(first):
        when = "after the answer was given" if seen.recorded.reply else "and there is no answer"
        return f"A stage failed, {when}: {first.said}."
    luck = "The answer is right, by luck. " if seen.right else ""
    if first.stage == "generate":
        reached = "what was needed was in the prompt. " if seen.facts and not seen.lost else ""
        return f"{luck}Model bug: {reached}{first.said}."
    beside = ", beside what contradicts it" if first.check == "remember.two_truths" else ""
    where = "never reached the prompt" if seen.lost else f"reached the prompt{beside}"
    what = f"what was needed {where}" if seen.facts else "the prompt was not what it should be"
    return f"{luck}Context bug: {what}. {first.stage} is at fault: {first.said}."


__all__ = [
    "CHECKS",
    "STAGES",
    "Check",
    "Clue",
    "Diagnosis",
    "Examined",
    "Finding",
    "Stores",
    "WalkStep",
    "diagnose",
]
