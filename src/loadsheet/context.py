"""The fitting interfaces of the specification: texts and a budget go in, bounded messages with their losses come out.

They run on the assembly engine: each call makes blocks, hands them to `assemble` and reads the
manifest. A smaller prompt
is no proof of an equal answer, and no form here claims that all detail survives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, Protocol

from loadsheet.artifacts import (
    AssemblyPolicy,
    Block,
    Budget,
    ChatMessage,
    Hypothesis,
    Manifest,
    Materials,
    Message,
    Prompt,
    Rendition,
    Source,
    Span,
    Tier,
    ToolCall,
    Value,
)
from loadsheet.assembly import assemble
from loadsheet.assembly.blocks import block
from loadsheet.assembly.engine import NO_ROOM, core_size
from loadsheet.assembly.ladder import ladder, unsupported
from loadsheet.assembly.policy import DEFAULT
from loadsheet.assembly.render import chat_message
from loadsheet.corpus.sentences import split
from loadsheet.errors import BudgetError, InputError
from loadsheet.ports import Counter

FitStrategy = Literal["select", "truncate", "summarize", "demote", "auto", "error", "decompose"]

SUMMARY_SHARE = 0.2
"""The part of the room that is kept free for summaries: long enough to hold what five times as much text said."""

SHORTENED = frozenset({"half", "quarter", "summary", "cut"})


class ContextItem(Value):
    """A text for a prompt, with its tier and role; tool items carry the fields of the OpenAI form."""

    tier: Tier
    role: Literal["system", "user", "assistant", "tool"]
    content: str
    id: str | None = None
    name: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


class FittedContext(Value):
    """Messages within a budget, and what it took: of the items given, those not counted here are aboard whole."""

    messages: tuple[ChatMessage, ...]
    estimated_tokens: int
    """The whole prompt with framing."""
    dropped: int
    summarized: int
    """Items in a shortened form, a cut one too; every item under one summary counts."""
    demoted: int
    """Items of which only a reference is aboard."""
    budget_exceeded: bool
    """Whether something was dropped."""
    slice: int = 0
    slices: int = 1
    manifest: Manifest


class DecomposedContext(Value):
    """All items over as many prompts as they need; each has the whole core."""

    slices: tuple[FittedContext, ...]
    dropped: int
    summarized: int
    demoted: int


class SummaryProvider(Protocol):
    """Writes one summary of several texts; it may drop any of their detail."""

    async def summarize(self, texts: list[str]) -> str:
        """The summary."""
        ...


@dataclass(frozen=True, slots=True)
class Items:
    """What a call gave, as materials: the core, the blocks that may shrink, the history."""

    core: tuple[Block, ...]
    blocks: tuple[Block, ...] = ()
    history: tuple[Message, ...] = ()


class ContextManager:
    """Fits instructions, memory and background into a budget of tokens.

    Without `policy` the default one is used, without steps in history. Without `counter` tokens are those of
    `o200k_base`, the encoding of current OpenAI models.
    """

    def __init__(
        self, policy: AssemblyPolicy | None = None, counter: Counter | None = None
    ) -> None:
        self.policy = policy or DEFAULT.model_copy(update={"name": "fit", "history_step": 1})
        self.counter = counter or _default_counter()

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
        items = self._items(
            system_prompt, skill_body, task_state, episodes, case_file_entries, beliefs
        )
        return self._fit(items, budget, strategy)

    def fit_to_budget_tiered(
        self, items: Sequence[ContextItem], budget: int, strategy: FitStrategy = "auto"
    ) -> FittedContext | DecomposedContext:
        """The same for items with a tier each.

        Core items of the system are instructions, other core items task state; recall is memory; archival items of the
        system or user are background, those of the assistant and of tools history. Order within a kind and roles stay.
        """
        return self._fit(self._tiered(items), budget, strategy)

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
        items = self._items(
            system_prompt, skill_body, task_state, episodes, case_file_entries, beliefs
        )
        return await self._summarized(items, budget, summary_provider)

    # ------------------------------------------------------------ items

    def _items(
        self,
        system_prompt: str,
        skill_body: str | None,
        task_state: str,
        episodes: Sequence[str],
        case_file_entries: Sequence[str],
        beliefs: Sequence[str | Hypothesis],
    ) -> Items:
        core = (
            self._core("instructions", system_prompt),
            self._core("skill", skill_body or ""),
            self._core("task_state", task_state),
        )
        recalled = [self._episode(number, text) for number, text in enumerate(episodes, start=1)]
        believed = [self._belief(number, belief) for number, belief in enumerate(beliefs, start=1)]
        # Both lists stand best first and share one kind: taking turns drops each of them from its own end.
        memory = [made for pair in zip_longest(recalled, believed) for made in pair if made]
        background = [
            self._block(
                "background", f"case_file:{number}", text, "case_file", {"id": f"c{number}"}
            )
            for number, text in enumerate(case_file_entries, start=1)
        ]
        return Items(tuple(made for made in core if made), (*memory, *background))

    def _tiered(self, items: Sequence[ContextItem]) -> Items:
        core: list[Block] = []
        blocks: list[Block] = []
        history: list[Message] = []
        for number, item in enumerate(items):
            name = item.id or f"item:{number}"
            if item.tier == "core":
                kind = "instructions" if item.role == "system" else "task_state"
                made = self._core(kind, item.content, name)
                core += [made] if made else []
            elif item.tier == "archival" and item.role in {"assistant", "tool"}:
                history.append(self._message(name, item))
            else:
                kind = "memory" if item.tier == "recall" else "background"
                blocks.append(self._block(kind, name, item.content, item.role, {"id": name}))
        return Items(tuple(core), tuple(blocks), tuple(history))

    def _core(self, kind: str, text: str, name: str | None = None) -> Block | None:
        if not text:
            return None
        return block(
            kind,
            name or kind,
            text,
            counter=self.counter,
            producer="caller",
            rule="always",
            reason="the caller gave it as part of the core",
        )

    def _episode(self, number: int, text: str) -> Block:
        labels = {"id": f"e{number}", "type": "episode"}
        return self._block("memory", f"episode:{number}", text, "episodes", labels)

    def _belief(self, number: int, belief: str | Hypothesis) -> Block:
        labels = {"id": f"b{number}", "type": "belief"}
        if isinstance(belief, str):
            return self._block(
                "memory", f"belief:{number}", belief, "beliefs", {**labels, "status": "unverified"}
            )
        status = f"{belief.status}, unsupported" if belief.unsupported else belief.status
        labels |= {"status": status, "confidence": f"{belief.confidence:g}"}
        return self._block("memory", belief.id, belief.content, "beliefs", labels)

    def _block(
        self, kind: str, name: str, text: str, given_as: str, labels: dict[str, str]
    ) -> Block:
        return block(
            kind,
            name,
            text,
            counter=self.counter,
            producer="caller",
            rule="given",
            reason=f"the caller gave it as {given_as}",
            attributes=labels,
            shorter=ladder(text, ""),
            referable=True,
            sources=(Source(record=name, start=0, end=len(text)),),
        )

    def _message(self, name: str, item: ContextItem) -> Message:
        message = Message(
            id=name,
            session="",
            role=item.role,
            content=item.content,
            name=item.name,
            tool_calls=item.tool_calls,
            tool_call_id=item.tool_call_id,
        )
        sizes = tuple(self.counter.count(text) for _, text in message.parts())
        return message.model_copy(update={"tokens": sizes})

    # ------------------------------------------------------------ fitting

    def _fit(
        self, items: Items, budget: int, strategy: FitStrategy
    ) -> FittedContext | DecomposedContext:
        if budget < 0:
            raise InputError(f"the budget is {budget} tokens: give 0 or more")
        if strategy == "decompose":
            return self._decomposed(items, budget)
        if strategy == "truncate":
            items = self._with_cut(items, budget)
        try:
            return self._assembled(items, budget, strategy)
        except BudgetError as error:
            if strategy != "error" or error.fitted is None:
                raise
            fitted = self._assembled(items, budget, "select")
            raise BudgetError(str(error), blocks=error.blocks, fitted=fitted) from error

    def _assembled(
        self, items: Items, budget: int, strategy: str, notes: tuple[str, ...] = ()
    ) -> FittedContext:
        materials = Materials(
            blocks=(*items.core, *items.blocks), history=items.history, notes=notes
        )
        policy = self.policy.model_copy(update={"strategy": strategy})
        prompt, manifest = assemble(materials, Budget(prompt_tokens=budget), policy, self.counter)
        return fitted_context(prompt, manifest)

    def _with_cut(self, items: Items, budget: int) -> Items:
        """The items, with a cut form of the first block that does not fit whole, for the room that is left.

        The cut is at the last sentence border that fits, at a grapheme border where there is none.
        """
        try:
            fitted = self._assembled(items, budget, "select")
        except BudgetError:
            return items
        left = budget - fitted.estimated_tokens
        ashore = {row.id for row in fitted.manifest.left_out}
        blocks: list[Block] = []
        first = next((made for made in items.blocks if made.id in ashore), None)
        for made in items.blocks:
            shorter = self._cut(made, left) if made is first else None
            blocks.append(_with_form(made, shorter) if shorter else made)
        return Items(items.core, tuple(blocks), items.history)

    def _cut(self, made: Block, room: int) -> Rendition | None:
        """The longest beginning of a block that fits in `room`, or None when none does."""
        body = _body(made)
        for borders in (sentence_ends(body), grapheme_ends(body)):
            best = self._longest(made, body, borders, room)
            if best is not None:
                return best
        return None

    def _longest(
        self, made: Block, body: str, borders: Sequence[int], room: int
    ) -> Rendition | None:
        """The cut at the last of `borders` that fits, found by halving."""
        best: Rendition | None = None
        low, high = 0, len(borders) - 1
        while low <= high:
            middle = (low + high) // 2
            form = self._cut_at(made, body, borders[middle])
            if form.tokens <= room:
                best, low = form, middle + 1
            else:
                high = middle - 1
        return best

    def _cut_at(self, made: Block, body: str, end: int) -> Rendition:
        text = _framed_like(made, body[:end])
        dropped = (Span(start=end, end=len(body)),)
        return Rendition(name="cut", text=text, tokens=self.counter.count(text), dropped=dropped)

    def _decomposed(self, items: Items, budget: int) -> DecomposedContext:
        room = budget - core_size(
            items.core, Budget(prompt_tokens=budget), self.policy, self.counter
        )
        parts = self._slices(items, room)
        made = [
            self._assembled(part, budget, "auto").model_copy(
                update={"slice": number, "slices": len(parts)}
            )
            for number, part in enumerate(parts)
        ]
        return DecomposedContext(
            slices=tuple(made),
            dropped=sum(fitted.dropped for fitted in made),
            summarized=sum(fitted.summarized for fitted in made),
            demoted=sum(fitted.demoted for fitted in made),
        )

    def _slices(self, items: Items, room: int) -> list[Items]:
        """The items in their order, as many in each slice as fit; one that is larger than a slice gets its own."""
        sizer = _Sizer(self.counter)
        parts: list[Items] = []
        blocks: list[Block] = []
        history: list[Message] = []
        used = 0

        def close() -> None:
            nonlocal used
            if blocks or history:
                parts.append(Items(items.core, tuple(blocks), tuple(history)))
            blocks.clear()
            history.clear()
            used = 0

        for unit in sizer.units(items):
            if used + unit.tokens > room:
                close()
            blocks.extend(unit.blocks)
            history.extend(unit.history)
            used += unit.tokens
        close()
        return parts or [Items(items.core)]

    # ------------------------------------------------------------ written summaries

    async def _summarized(
        self, items: Items, budget: int, provider: SummaryProvider
    ) -> FittedContext:
        whole = self._assembled(items, budget, "select")
        if not whole.dropped:
            return whole
        core = core_size(items.core, Budget(prompt_tokens=budget), self.policy, self.counter)
        reserve = int((budget - core) * SUMMARY_SHARE)
        kept = self._assembled(items, budget - reserve, "select")
        ashore = {row.id for row in kept.manifest.left_out if row.rule in NO_ROOM}
        lost = [made for made in items.blocks if made.id in ashore]
        summary = await self._ask(lost, reserve, provider)
        if isinstance(summary, str):
            return self._assembled(items, budget, "summarize", (summary,))
        rest = tuple(made for made in items.blocks if made.id not in ashore)
        with_summary = Items(items.core, (*rest, summary), items.history)
        fitted = self._assembled(with_summary, budget, "select")
        if any(row.id == summary.id for row in fitted.manifest.left_out):
            note = "the written summary did not fit; extractive forms stand in its place"
            return self._assembled(items, budget, "summarize", (note,))
        return fitted.model_copy(update={"summarized": len(lost)})

    async def _ask(
        self, lost: Sequence[Block], reserve: int, provider: SummaryProvider
    ) -> Block | str:
        """The summary as a block, or the reason why there is none."""
        texts = [_body(made) for made in lost]
        try:
            summary = (await provider.summarize(texts)).strip()
        except (
            Exception
        ) as error:  # the provider is the caller's: whatever it raises is a loss on record
            return f"the summary provider failed ({type(error).__name__}: {error}); extractive forms stand in its place"
        if not summary:
            return "the summary provider returned nothing; extractive forms stand in its place"
        kind = "memory" if any(made.kind == "memory" for made in lost) else "background"
        made = self._summary_block(kind, summary, lost, texts)
        if made.tokens > reserve:
            return (
                f"the summary takes {made.tokens} tokens, the room for it is {reserve}; "
                "extractive forms stand in its place"
            )
        return made

    def _summary_block(
        self, kind: str, summary: str, lost: Sequence[Block], texts: Sequence[str]
    ) -> Block:
        made = block(
            kind,
            "summary",
            summary,
            counter=self.counter,
            producer="summary_provider",
            rule="written_summary",
            reason=f"stands for {len(lost)} items that do not fit",
            attributes={"id": "summary", "of": str(len(lost))},
            sources=tuple(source for given in lost for source in given.sources[:1]),
        )
        dropped = tuple(
            Span(start=span.start, end=span.end, source=number)
            for number, text in enumerate(texts)
            for span in unsupported(text, summary)
        )
        form = made.renditions[0].model_copy(update={"name": "summary", "dropped": dropped})
        return made.model_copy(update={"renditions": (form,)})


def fitted_context(prompt: Prompt, manifest: Manifest) -> FittedContext:
    """A prompt with its losses counted from the manifest."""
    kinds = [
        (entry.rendition, entry.sources[0].count or 1 if entry.sources else 1)
        for entry in manifest.entries
    ]
    referred = sum(
        count
        for (form, count), entry in zip(kinds, manifest.entries, strict=True)
        if form == "reference" and entry.kind == "history"
    )
    trimmed = sum(row.count or 0 for row in manifest.left_out if row.kind == "history")
    dropped = sum(row.kind != "history" for row in manifest.left_out) + trimmed - referred
    return FittedContext(
        messages=prompt.messages,
        estimated_tokens=manifest.total_tokens,
        dropped=dropped,
        summarized=sum(form in SHORTENED for form, _ in kinds),
        demoted=sum(count for form, count in kinds if form == "reference"),
        budget_exceeded=dropped > 0,
        manifest=manifest,
    )


@dataclass(frozen=True, slots=True)
class Unit:
    """What stays together in a slice."""

    tokens: int
    blocks: tuple[Block, ...] = ()
    history: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class _Sizer:
    """What items cost in a prompt."""

    counter: Counter

    def units(self, items: Items) -> Iterable[Unit]:
        """The blocks one by one, then the history by its units."""
        for made in items.blocks:
            yield Unit(made.tokens, blocks=(made,))
        pending: list[Message] = []
        for message in items.history:
            if pending and message.role != "tool":
                yield self._unit(pending)
                pending = []
            pending.append(message)
        if pending:
            yield self._unit(pending)

    def _unit(self, messages: Sequence[Message]) -> Unit:
        empty = self.counter.framing([])
        tokens = sum(
            sum(message.tokens) + self.counter.framing([chat_message(message, bare=True)]) - empty
            for message in messages
        )
        return Unit(tokens, history=tuple(messages))


def sentence_ends(text: str) -> list[int]:
    """Where a sentence of `text` ends, the last one left away."""
    return [span.end for span in split(text) if span.end < len(text)]


def grapheme_ends(text: str) -> list[int]:
    """Where a grapheme cluster of `text` ends, the last one left away."""
    import regex

    return [found.end() for found in regex.finditer(r"\X", text)][:-1]


def _body(made: Block) -> str:
    """The text of a block's fullest form, without its borders."""
    return made.renditions[0].text.split("\n", 1)[1].rsplit("\n", 2)[0]


def _framed_like(made: Block, body: str) -> str:
    """`body` between the borders of a block's fullest form."""
    text = made.renditions[0].text
    opening = text.split("\n", 1)[0]
    return f"{opening}\n{body}\n</{made.kind}>\n"


def _with_form(made: Block, form: Rendition) -> Block:
    return made.model_copy(update={"renditions": (made.renditions[0], form)})


def _default_counter() -> Counter:
    from loadsheet.models.counters import counter

    return counter("o200k")
