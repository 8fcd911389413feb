"""A recorded turn goes in; what each stage gave comes out in words that another run can be compared with. Pure.

Ids, times and sizes that differ between two runs of the same code are left away: what stays is the same while the code,
the settings and the documents are.
"""

from __future__ import annotations

from collections.abc import Iterable

from loadsheet.artifacts import Source, Value
from loadsheet.assembly.citing import unmarked
from loadsheet.evals.recorded import Recorded

SAME = "same_"
"""How the metrics begin that say how much of a stage is as it was frozen."""


class Frozen(Value):
    """What the stages of a turn gave, in the order of the way; each a set of lines."""

    route: tuple[str, ...] = ()
    """Source, granularity, effort, and whether memory was read."""
    candidates: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    memory: tuple[str, ...] = ()
    """The rules by which blocks were read."""
    manifest: tuple[str, ...] = ()
    """Each entry: its kind, rule and form, and where its text stands."""
    answer: tuple[str, ...] = ()
    """How it ended, what it says, what it cites."""


STAGES = tuple(Frozen.model_fields)
"""What is compared, in the order of the way."""

METRICS = tuple(f"{SAME}{stage}" for stage in STAGES)
"""The names by which gates ask for it."""


class Difference(Value):
    """A stage that gave something else than when the turn was frozen."""

    stage: str
    same: float
    """The part of the lines of both runs that is in both."""
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()

    @property
    def metric(self) -> str:
        """The metric that says how much is the same."""
        return f"{SAME}{self.stage}"


def frozen(recorded: Recorded) -> Frozen:
    """A turn, to be compared with another run of it."""
    plan, reply = recorded.plan, recorded.reply
    entries = recorded.context.manifest.entries if recorded.context else ()
    route = (
        (plan.source.value, plan.granularity, plan.effort, f"memory {recorded.memory.fired}")
        if plan
        else ()
    )
    found = recorded.found.candidates.candidates
    answer = (
        (
            reply.outcome,
            unmarked(reply.text),
            *(f"cites {_place(c.source)}" for c in reply.citations),
        )
        if reply
        else ()
    )
    return Frozen(
        route=route,
        candidates=_lines(_place(row.source) for row in found),
        evidence=_lines(_place(item.candidate.source) for item in recorded.evidence.evidence),
        memory=_lines(f"{block.kind} {block.rule}" for block in recorded.memory.blocks),
        manifest=_lines(
            " ".join((e.kind, e.rule, e.rendition, *(_place(s) for s in e.sources)))
            for e in entries
        ),
        answer=answer,
    )


def differences(before: Frozen, after: Frozen) -> list[Difference]:
    """How much of each stage is the same, stage by stage in the order of the way."""
    return [_difference(name, getattr(before, name), getattr(after, name)) for name in STAGES]


def _difference(stage: str, before: tuple[str, ...], after: tuple[str, ...]) -> Difference:
    old, new = set(before), set(after)
    both = len(old & new) / len(old | new) if old | new else 1.0
    return Difference(
        stage=stage,
        same=both,
        gone=tuple(row for row in before if row not in new),
        new=tuple(row for row in after if row not in old),
    )


def _lines(rows: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rows))


def _place(source: Source) -> str:
    """Where a text stands in a document; what has a name of its own in each run is called by its class."""
    if source.document is not None:
        return f"{source.document} {source.start}–{source.end}"
    return "record" if source.record is not None else "message"
