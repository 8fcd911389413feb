"""The fitting interfaces of the specification: texts and a budget go in, bounded messages with their losses come out.

They run on the assembly engine: each call makes blocks, hands them to `assemble` and reads the manifest. A smaller
prompt is no proof of an equal answer, and no form here claims that all detail survives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args, overload

from loadsheet.artifacts import (
    AssemblyPolicy,
    Budget,
    Hypothesis,
    MemoryHit,
    Strategy,
    given_tokens,
)
from loadsheet.assembly import assemble
from loadsheet.assembly.cut import with_cut
from loadsheet.assembly.decompose import decompose
from loadsheet.assembly.engine import NO_ROOM, core_size
from loadsheet.assembly.policy import DEFAULT
from loadsheet.context.fitted import DecomposedContext, FittedContext, fitted_context
from loadsheet.context.items import ContextItem, ItemMaker, Items
from loadsheet.context.summary import INSTEAD, SummaryProvider, summary_of
from loadsheet.errors import BudgetError, InputError
from loadsheet.hosted import hosted_counter
from loadsheet.ports import Counter

FitStrategy = Literal[Strategy, "decompose"]
STRATEGIES = get_args(FitStrategy)

SHORTENING = frozenset({"auto", "summarize", "decompose"})
"""The strategies that choose between shorter forms; for the others they are not made."""

SUMMARY_SHARE = 0.2
"""The part of the room that is kept free for a summary: enough to hold what five times as much text said."""


FIT = DEFAULT.model_copy(update={"name": "fit", "history_step": 1})
"""The default policy, for single calls: no prompt follows whose beginning a cache could keep."""


def task_last(policy: AssemblyPolicy) -> AssemblyPolicy:
    """The policy with the task at the end of the last message, where no question ends it."""
    last = [row for row in policy.kinds if row.kind in {"task_state", "question"}]
    others = [row for row in policy.kinds if row not in last]
    return policy.model_copy(update={"kinds": (*others, *last), "strategy": "auto"})


class ContextManager:
    """Fits instructions, memory and background into a budget of tokens.

    Without `policy` the default one is used, without steps in history. Without `counter` tokens are those of
    `o200k_base`, the encoding of current OpenAI models.
    """

    def __init__(
        self, policy: AssemblyPolicy | None = None, counter: Counter | None = None
    ) -> None:
        self.policy = task_last(policy or FIT)
        self.counter = hosted_counter(counter) if counter else _default_counter()

    @overload
    def fit_to_budget(
        self,
        system_prompt: str,
        skill_body: str | None,
        task_state: str,
        episodes: Sequence[str],
        case_file_entries: Sequence[str],
        beliefs: Sequence[str | Hypothesis],
        budget: int,
        strategy: Strategy = "auto",
    ) -> FittedContext: ...

    @overload
    def fit_to_budget(
        self,
        system_prompt: str,
        skill_body: str | None,
        task_state: str,
        episodes: Sequence[str],
        case_file_entries: Sequence[str],
        beliefs: Sequence[str | Hypothesis],
        budget: int,
        strategy: Literal["decompose"],
    ) -> DecomposedContext: ...

    @overload
    def fit_to_budget(
        self,
        system_prompt: str,
        skill_body: str | None,
        task_state: str,
        episodes: Sequence[str],
        case_file_entries: Sequence[str],
        beliefs: Sequence[str | Hypothesis],
        budget: int,
        strategy: FitStrategy,
    ) -> FittedContext | DecomposedContext: ...

    def fit_to_budget(
        self,
        system_prompt: str,
        skill_body: str | None,
        task_state: str,
        episodes: Sequence[str],
        case_file_entries: Sequence[str],
        beliefs: Sequence[str | Hypothesis],
        budget: int,
        strategy: FitStrategy = "auto",
    ) -> FittedContext | DecomposedContext:
        """The prompt of these parts within `budget`, the whole prompt with framing, in tokens.

        Lists stand best first, and what does not fit goes from their end. Raises `BudgetError` when system prompt,
        skill and task state alone are larger, and with `error` as soon as an item is not aboard in full; then
        `.fitted` is what would fit. `decompose` gives a `DecomposedContext`, every other strategy a `FittedContext`.
        """
        items = self._maker(strategy).parts(
            system_prompt, skill_body, task_state, episodes, case_file_entries, beliefs
        )
        return self._fit(items, budget, strategy)

    def fit_recalled(
        self,
        system_prompt: str,
        task_state: str,
        question: str,
        recalled: Sequence[MemoryHit],
        beliefs: Sequence[Hypothesis],
        budget: int,
    ) -> FittedContext:
        """The same for a question and what memory recalled of it, named by its ids; the question is core."""
        _check(budget)
        items = self._maker("auto").parts(
            system_prompt, None, task_state, recalled, [], beliefs, question
        )
        return self._assembled(items, budget, "auto")

    @overload
    def fit_to_budget_tiered(
        self, items: Sequence[ContextItem], budget: int, strategy: Strategy = "auto"
    ) -> FittedContext: ...

    @overload
    def fit_to_budget_tiered(
        self, items: Sequence[ContextItem], budget: int, strategy: Literal["decompose"]
    ) -> DecomposedContext: ...

    @overload
    def fit_to_budget_tiered(
        self, items: Sequence[ContextItem], budget: int, strategy: FitStrategy
    ) -> FittedContext | DecomposedContext: ...

    def fit_to_budget_tiered(
        self, items: Sequence[ContextItem], budget: int, strategy: FitStrategy = "auto"
    ) -> FittedContext | DecomposedContext:
        """The same for items with a tier each.

        Core items of the system are instructions, those of the user task state; recall is memory; archival items of the
        system or user are background. Items of the assistant and of tools are history, but for a recalled text. Order
        within a kind and roles stay. A core item for which history has no room is a `BudgetError` too.
        """
        return self._fit(self._maker(strategy).tiered(items), budget, strategy)

    async def fit_to_budget_with_summarization(
        self,
        system_prompt: str,
        skill_body: str | None,
        task_state: str,
        episodes: Sequence[str],
        case_file_entries: Sequence[str],
        beliefs: Sequence[str | Hypothesis],
        budget: int,
        summary_provider: SummaryProvider,
    ) -> FittedContext:
        """Like `fit_to_budget`, but `summary_provider` summarizes what does not fit; it is not asked when all fits.

        The summary's entry lists every source sentence that no sentence of it supports. A provider that raises, returns
        nothing or more than the room for it leaves the extractive forms of `summarize` in its
        place; the manifest says so.
        """
        items = self._maker("summarize").parts(
            system_prompt, skill_body, task_state, episodes, case_file_entries, beliefs
        )
        _check(budget)
        return await self._summarized(items, budget, summary_provider)

    def _maker(self, strategy: str) -> ItemMaker:
        return ItemMaker(self.counter, shorten=strategy in SHORTENING)

    def _fit(
        self, items: Items, budget: int, strategy: FitStrategy
    ) -> FittedContext | DecomposedContext:
        _check(budget)
        if strategy not in STRATEGIES:
            raise InputError(f"strategy {strategy!r} is none of {', '.join(STRATEGIES)}")
        if strategy == "decompose":
            return self._decomposed(items, budget)
        if strategy == "error":
            return self._whole(items, budget)
        return self._assembled(items, budget, strategy)

    def _whole(self, items: Items, budget: int) -> FittedContext:
        """Everything in full; a `BudgetError` carries what would fit."""
        try:
            fitted = self._assembled(items, budget, "error")
        except BudgetError as error:
            if error.fitted is None:
                raise
            fitted = self._assembled(items, budget, "select")
            raise BudgetError(str(error), blocks=error.blocks, fitted=fitted) from error
        if fitted.dropped:
            row = fitted.manifest.left_out[0]
            raise BudgetError(
                f"item {row.id!r} is not aboard ({row.reason}) and the strategy is `error`",
                blocks={row.id: row.tokens or 0},
                fitted=fitted,
            )
        return fitted

    def _assembled(
        self, items: Items, budget: int, strategy: str, notes: tuple[str, ...] = ()
    ) -> FittedContext:
        policy = self.policy.model_copy(update={"strategy": strategy})
        limits = Budget(prompt_tokens=budget)
        materials = items.materials(notes)
        if strategy == "truncate":
            materials = with_cut(materials, limits, policy, self.counter)
        fitted = fitted_context(*assemble(materials, limits, policy, self.counter))
        _keep_core(items, budget, [fitted])
        return fitted

    def _room(self, items: Items, budget: int) -> int:
        """What the core leaves of the budget."""
        limits = Budget(prompt_tokens=budget)
        return budget - core_size(items.core, limits, self.policy, self.counter)

    def _decomposed(self, items: Items, budget: int) -> DecomposedContext:
        limits = Budget(prompt_tokens=budget)
        pairs = decompose(items.materials(), limits, self.policy, self.counter)
        made = [
            fitted_context(prompt, manifest).model_copy(update={"slice": n, "slices": len(pairs)})
            for n, (prompt, manifest) in enumerate(pairs)
        ]
        _keep_core(items, budget, made)
        return DecomposedContext(
            slices=tuple(made),
            dropped=sum(fitted.dropped for fitted in made),
            summarized=sum(fitted.summarized for fitted in made),
            demoted=sum(fitted.demoted for fitted in made),
        )

    async def _summarized(
        self, items: Items, budget: int, provider: SummaryProvider
    ) -> FittedContext:
        whole = self._assembled(items, budget, "select")
        if not whole.dropped:
            return whole
        reserve = int(self._room(items, budget) * SUMMARY_SHARE)
        kept = self._assembled(items, budget - reserve, "select")
        ashore = {row.id for row in kept.manifest.left_out if row.rule in NO_ROOM}
        lost = [made for made in items.blocks if made.id in ashore]
        if not lost:
            return whole
        summary = await summary_of(lost, reserve, provider, self.counter)
        if isinstance(summary, str):
            return self._assembled(items, budget, "summarize", (summary,))
        rest = tuple(made for made in items.blocks if made.id not in ashore)
        fitted = self._assembled(
            Items(items.core, (*rest, summary), items.history), budget, "select"
        )
        if any(row.id == summary.id for row in fitted.manifest.left_out):
            note = f"the written summary did not fit; {INSTEAD}"
            return self._assembled(items, budget, "summarize", (note,))
        return fitted.model_copy(update={"summarized": len(lost)})


def _check(budget: int) -> None:
    if given_tokens(budget) < 0:
        raise InputError(f"the budget is {budget} tokens: give 0 or more")


def _keep_core(items: Items, budget: int, made: Sequence[FittedContext]) -> None:
    """Raise when a core message of history is in none of the prompts."""
    aboard = {entry.id for fitted in made for entry in fitted.manifest.entries}
    lost = {m.id: sum(m.tokens) for m in items.history if m.id in items.pinned - aboard}
    if lost:
        parts = ", ".join(f"{name} {tokens}" for name, tokens in lost.items())
        raise BudgetError(
            f"history has no room for core items ({parts}) in a budget of {budget} tokens: "
            "raise it, or shorten what stands after them",
            blocks=lost,
        )


def _default_counter() -> Counter:
    from loadsheet.models.counters import counter

    return counter("o200k")
