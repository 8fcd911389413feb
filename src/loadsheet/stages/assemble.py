"""Every artifact of the turn goes in as materials; the prompt and its manifest come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import (
    Artifact,
    Block,
    Budget,
    Context,
    Demand,
    EvidenceSet,
    Heard,
    Loading,
    Materials,
    MemoryRecord,
    MemorySlice,
    Message,
)
from loadsheet.assembly import assemble, demand
from loadsheet.assembly.blocks import block
from loadsheet.ports import Counter
from loadsheet.stages import intake, offer
from loadsheet.stages.past import as_it_stands, asks_what_was_said
from loadsheet.trace import Report


class Gathering(Artifact):
    """What the producers of a turn made, and the newest messages of the session."""

    heard: Heard
    evidence: EvidenceSet
    memory: MemorySlice
    messages: tuple[Message, ...] = ()
    told: tuple[MemoryRecord, ...] = ()
    """The records that these gave, whatever became of them."""
    before: int = 0
    """How many older messages were kept back."""
    first: str | None = None
    """The id of the oldest of those kept back."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gather:
    """Let every producer make its blocks, counted; here nothing is chosen yet."""

    name: ClassVar[str] = "gather"
    instructions: str
    counter: Counter

    def __call__(self, given: Gathering, /) -> Materials:
        """The blocks of every producer, with what the stages before left out."""
        evidence, memory = given.evidence, given.memory
        now = given.heard.turn.turn.asked_at
        told = () if asks_what_was_said(given.heard.turn.question) else given.told
        history, over = as_it_stands(given.messages, told, now, self.counter)
        return Materials(
            blocks=(
                *system_blocks(self.instructions, self.counter),
                *intake.blocks_of(given.heard, self.counter),
                *memory.blocks,
                *offer.blocks_of(evidence, self.counter, dict(memory.conflicts)),
            ),
            history=history,
            history_before=given.before,
            history_first=given.first,
            left_out=(*evidence.left_out, *memory.left_out, *over),
            notes=given.notes,
        )

    def report(self, _given: Gathering, gave: Materials, /) -> Report:
        """Says how much there is to choose from."""
        messages = len(gave.history) + gave.history_before
        return Report(decisions=(f"{len(gave.blocks)} blocks and {messages} messages are offered",))


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
