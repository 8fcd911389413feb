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
    ModelChoice,
)
from loadsheet.assembly import assemble, demand
from loadsheet.assembly.blocks import block
from loadsheet.assembly.cut import with_cut
from loadsheet.assembly.engine import core_size
from loadsheet.assembly.offer import offer
from loadsheet.errors import BudgetError
from loadsheet.ports import Counter
from loadsheet.stages import evidence_blocks, intake
from loadsheet.stages.ended_history import as_it_stands, asks_what_was_said
from loadsheet.trace import StageReport


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
        recalled = given.heard.turn.recalled
        history, over = as_it_stands(given.messages, told, now, self.counter, recalled)
        return Materials(
            blocks=(
                *system_blocks(self.instructions, self.counter),
                *intake.blocks_of(given.heard, self.counter),
                *memory.blocks,
                *evidence_blocks.blocks_of(evidence, self.counter, dict(memory.conflicts)),
            ),
            history=history,
            history_before=given.before,
            history_first=given.first,
            left_out=(*evidence.left_out, *memory.left_out, *over),
            notes=given.notes,
        )

    def report(self, _given: Gathering, gave: Materials, /) -> StageReport:
        """Says how much there is to choose from."""
        messages = len(gave.history) + gave.history_before
        return StageReport(
            decisions=(f"{len(gave.blocks)} blocks and {messages} messages are offered",)
        )


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

    def report(self, given: Loading, gave: Context, /) -> StageReport:
        """The failure signal is a character that no entry owns."""
        manifest = gave.manifest
        failure = None if manifest.coverage == 1.0 else f"coverage is {manifest.coverage:.4f}"
        model = given.model.model.name if given.model else "any model"
        return StageReport(
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


def loaded_for(loading: Loading, choice: ModelChoice, budget: Budget, counter: Counter) -> Loading:
    """The loading for the chosen model, its budget lowered to the model's window."""
    model = choice.model
    limits = within(budget, model.window, model.output_limit)
    materials = loading.materials
    if loading.policy.strategy == "truncate":
        materials = with_cut(materials, limits, loading.policy, counter)
    return loading.model_copy(update={"materials": materials, "model": choice, "budget": limits})


def holds_core(loading: Loading, tokens: int, counter: Counter) -> bool:
    """Whether a prompt of so many tokens holds what is never cut."""
    budget = loading.budget.model_copy(update={"prompt_tokens": tokens})
    try:
        core_size(offer(loading.materials, loading.policy).core, budget, loading.policy, counter)
    except BudgetError:
        return False
    return True


def again(
    loading: Loading, choice: ModelChoice, tokens: int, note: str, counter: Counter
) -> Loading:
    """The same materials for another model or a smaller budget, with a note that names the prompt before."""
    materials = loading.materials
    budget = loading.budget.model_copy(update={"prompt_tokens": tokens})
    noted = materials.model_copy(update={"notes": (*materials.notes, note)})
    return loaded_for(loading.model_copy(update={"materials": noted}), choice, budget, counter)
