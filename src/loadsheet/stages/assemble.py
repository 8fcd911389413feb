"""Every artifact of the turn goes in as materials; the prompt and its manifest come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import (
    Block,
    Budget,
    Context,
    Demand,
    EvidenceSet,
    Heard,
    Loading,
    Materials,
    MemorySlice,
    Message,
)
from loadsheet.assembly import assemble, demand
from loadsheet.assembly.blocks import block
from loadsheet.ports import Counter
from loadsheet.stages import intake, reduce
from loadsheet.trace import Report


@dataclass(frozen=True, slots=True)
class Transcript:
    """The newest messages of the session, and what of it was kept back."""

    messages: Sequence[Message] = ()
    before: int = 0
    first: str | None = None


@dataclass(frozen=True, slots=True)
class Assemble:
    """Put the prompt together for the chosen model."""

    name: ClassVar[str] = "assemble"
    counter: Counter

    def __call__(self, given: Loading, /) -> Context:
        """Raises `BudgetError` when the core does not fit."""
        prompt, manifest = assemble(given.materials, given.budget, given.policy, self.counter)
        if given.model is not None:
            model, reserve = given.model.model, given.budget.output_reserve
            cost = model.cost(manifest.total_tokens, min(reserve, model.output_limit))
            manifest = manifest.model_copy(update={"model": model.name, "cost": cost})
        return Context(prompt=prompt, manifest=manifest)

    def report(self, given: Loading, gave: Context, /) -> Report:
        """The failure signal is a character that no entry owns."""
        manifest = gave.manifest
        failure = None if manifest.coverage == 1.0 else f"coverage is {manifest.coverage:.4f}"
        model = given.model.model.name if given.model else "any model"
        return Report(
            tokens=manifest.total_tokens,
            failure=failure,
            decisions=(
                f"{len(manifest.entries)} entries for {model}, {manifest.total_tokens} of "
                f"{manifest.budget.prompt_tokens} tokens, {len(manifest.left_out)} left out",
            ),
        )


def gather(
    heard: Heard,
    evidence: EvidenceSet,
    memory: MemorySlice,
    transcript: Transcript,
    *,
    instructions: str,
    counter: Counter,
    notes: tuple[str, ...] = (),
) -> Materials:
    """The blocks of every producer, with what the stages before left out."""
    return Materials(
        blocks=(
            *system_blocks(instructions, counter),
            *intake.blocks_of(heard, counter),
            *memory.blocks,
            *contradicted(reduce.blocks_of(evidence, counter), evidence, memory),
        ),
        history=tuple(transcript.messages),
        history_before=transcript.before,
        history_first=transcript.first,
        left_out=(*evidence.left_out, *memory.left_out),
        notes=notes,
    )


def contradicted(
    blocks: Sequence[Block], evidence: EvidenceSet, memory: MemorySlice
) -> list[Block]:
    """The blocks of the evidence, in the group of the record that they contradict."""
    groups = dict(memory.conflicts)
    names = [groups.get(item.candidate.passage_id) for item in evidence.evidence]
    return [
        made if group is None else made.model_copy(update={"conflict": group})
        for made, group in zip(blocks, names, strict=True)
    ]


def system_blocks(instructions: str, counter: Counter) -> list[Block]:
    """The instructions of the settings, or nothing where they are empty."""
    if not instructions.strip():
        return []
    return [
        block(
            "instructions",
            "instructions",
            instructions,
            counter=counter,
            producer="settings",
            rule="always",
            reason="how the agent is to answer",
        )
    ]


def demand_of(loading: Loading, counter: Counter) -> Demand:
    """What everything eligible would take, under the user's budget."""
    budget = loading.budget
    tokens = demand(loading.materials, budget.prompt_tokens, loading.policy, counter)
    return Demand(tokens=tokens, output_reserve=budget.output_reserve)


def within(budget: Budget, window: int, output_limit: int) -> Budget:
    """The budget, lowered to what a window leaves beside the reply."""
    reserve = min(budget.output_reserve, output_limit)
    return budget.model_copy(update={"prompt_tokens": min(budget.prompt_tokens, window - reserve)})
