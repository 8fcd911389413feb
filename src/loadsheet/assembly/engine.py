"""Artifacts, a budget, a policy and a counter go in; the prompt and its manifest come out.

Pure: the same arguments give the same bytes in any process. It chooses among the renditions that producers made,
puts them in order, and writes down what it did. It makes no content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from loadsheet.artifacts import (
    AssemblyPolicy,
    Block,
    Budget,
    ChatMessage,
    LeftOut,
    Manifest,
    Materials,
    Message,
    Prompt,
    Source,
)
from loadsheet.assembly.admit import Admitted, Load, Serve, admit, serve_blocks, serve_history
from loadsheet.assembly.blocks import block as new_block
from loadsheet.assembly.manifest import Sheet, manifest_of
from loadsheet.assembly.offer import STAGE, Offered, left_out, offer
from loadsheet.assembly.policy import RENDITIONS_OF, accounts
from loadsheet.assembly.render import chat_message, render
from loadsheet.errors import BudgetError
from loadsheet.hosted import hosted_counter
from loadsheet.ports import Counter

NO_ROOM = frozenset({"no_room", "trimmed"})
"""The rules that leave something out for want of room alone."""


def assemble(
    artifacts: Materials, budget: Budget | int, policy: AssemblyPolicy, counter: Counter
) -> tuple[Prompt, Manifest]:
    """The prompt that `budget` allows, and the record of how it came about.

    `budget` is the whole prompt with framing, in tokens, without the output reserve. Raises `BudgetError` with the
    size of each block when the core alone is larger, when constraints exceed their cap, or when the
    strategy is `error` and
    something is not aboard in full.
    """
    limits = Budget(prompt_tokens=budget) if isinstance(budget, int) else budget
    offered = offer(artifacts, policy)
    counter = hosted_counter(counter)
    sizes = Sizes(counter)
    others = [block for blocks in offered.accounts.values() for block in blocks]
    core_tokens = _core(offered.core, limits, policy, sizes, others)
    room = limits.prompt_tokens - core_tokens
    while True:
        admitted = admit(_servers(offered, artifacts, policy, sizes), room, policy)
        sheet = _sheet(offered, artifacts, admitted, policy)
        prompt, manifest = manifest_of(sheet, limits, policy, counter)
        excess = manifest.total_tokens - limits.prompt_tokens
        if excess <= 0:
            break
        if room <= 0:
            raise BudgetError(
                _too_large(offered.core, manifest.total_tokens, limits.prompt_tokens),
                blocks=_block_sizes(offered.core),
            )
        room = max(0, room - excess)
    if policy.strategy == "error":
        _refuse_losses(prompt, manifest)
    return prompt, manifest


def demand(artifacts: Materials, budget: int, policy: AssemblyPolicy, counter: Counter) -> int:
    """The tokens of everything above its floor in full, and of the core, but at most `budget`."""
    offered = offer(artifacts, policy)
    sizes = Sizes(counter)
    every = [*offered.core, *(block for blocks in offered.accounts.values() for block in blocks)]
    total = sizes.frame_of(every, policy) + sum(block.tokens for block in every)
    for message in reversed(artifacts.history):
        if total >= budget:
            break
        total += sizes.of(message)
    return min(total, budget)


def core_size(
    core: Sequence[Block], budget: Budget, policy: AssemblyPolicy, counter: Counter
) -> int:
    """The tokens of the core with its framing. Raises `BudgetError` when it is larger than the budget."""
    return _core(core, budget, policy, Sizes(counter), None)


class Sizes:
    """What messages cost in a prompt: their counted parts and their framing."""

    def __init__(self, counter: Counter) -> None:
        self.counter = counter
        self.empty = counter.framing([])
        self._framings: dict[tuple[str, bool, int, bool], int] = {}

    def frame_of(
        self, blocks: Iterable[Block], policy: AssemblyPolicy, *, last: bool = False
    ) -> int:
        """The framing of the reply, and of the messages that blocks stand in; with `last` of the last one anyway."""
        places = {policy.of(block.kind).place for block in blocks}
        total = self.empty
        if last or "last" in places:
            total += self._framing({"role": "user", "content": ""})
        if "system" in places:
            total += self._framing({"role": "system", "content": ""})
        return total

    def of(self, message: Message) -> int:
        """One message of history, with its framing."""
        form = (
            message.role,
            message.name is not None,
            len(message.tool_calls),
            message.tool_call_id is not None,
        )
        if form not in self._framings:
            self._framings[form] = self._framing(chat_message(message, bare=True))
        return sum(message.tokens) + self._framings[form]

    def _framing(self, message: ChatMessage) -> int:
        return self.counter.framing([message]) - self.empty


def _core(
    core: Sequence[Block],
    limits: Budget,
    policy: AssemblyPolicy,
    sizes: Sizes,
    others: Sequence[Block] | None,
) -> int:
    """The tokens of the core with its framing; raises when they exceed what they may take.

    The framing is that of the messages which the core and `others` stand in, of both where these are not known.
    """
    constraints = {block.id: block.tokens for block in core if block.kind == "constraint"}
    if sum(constraints.values()) > policy.constraint_cap:
        raise BudgetError(
            f"the constraints take {sum(constraints.values())} tokens, their cap is {policy.constraint_cap}: "
            "withdraw one or raise `constraint_cap`",
            blocks=constraints,
        )
    total = sizes.frame_of([*core, *(others or ())], policy, last=others is None)
    total += sum(block.tokens for block in core)
    if total > limits.prompt_tokens:
        raise BudgetError(_too_large(core, total, limits.prompt_tokens), blocks=_block_sizes(core))
    return total


def _block_sizes(core: Iterable[Block]) -> dict[str, int]:
    return {block.id: block.tokens for block in core}


def _too_large(core: Iterable[Block], total: int, budget: int) -> str:
    parts = ", ".join(f"{block.id} {block.tokens}" for block in core)
    if not parts:
        return f"a prompt without any text takes {total} tokens, the budget is {budget}: raise it"
    return f"the core needs {total} tokens ({parts}), the budget is {budget}: raise it or shorten one of them"


def _servers(
    offered: Offered, artifacts: Materials, policy: AssemblyPolicy, sizes: Sizes
) -> dict[str, Serve]:
    allowed = RENDITIONS_OF[policy.strategy]
    forms = {row.kind: allowed & set(row.renditions) for row in policy.kinds}
    servers = {
        kind: serve_blocks(blocks, forms) for kind, blocks in offered.accounts.items() if blocks
    }
    if (artifacts.history or artifacts.history_before) and "history" in accounts(policy):
        servers["history"] = serve_history(
            artifacts.history,
            sizes.of,
            before=artifacts.history_before,
            step=policy.history_step,
            refer=_referrer(offered, artifacts, policy, sizes.counter),
        )
    return servers


def _referrer(
    offered: Offered, artifacts: Materials, policy: AssemblyPolicy, counter: Counter
) -> Callable[[int], Block] | None:
    """Makes the reference to the messages before a start, where policy and strategy allow references.

    It stands beside other blocks: a prompt of history alone gets no message that nobody said.
    """
    allowed = RENDITIONS_OF[policy.strategy] & set(policy.of("history").renditions)
    blocks = (*offered.core, *(block for found in offered.accounts.values() for block in found))
    if "reference" not in allowed or all(policy.of(b.kind).place != "last" for b in blocks):
        return None

    def refer(start: int) -> Block:
        first, until, count = _run(artifacts, start)
        attributes = {"from": first, **({"until": until} if until else {}), "messages": str(count)}
        return new_block(
            "history",
            f"history:{first}",
            "",
            counter=counter,
            producer="transcript",
            rule="reference_to_range",
            reason="older messages, said to exist but not sent",
            attributes=attributes,
            only_reference=True,
            sources=(Source(message=first, until=until, count=count),),
        )

    return refer


def _run(artifacts: Materials, start: int) -> tuple[str, str | None, int]:
    """The first and the last id of the messages before `start`, and how many they are.

    The last is not known where all of several were kept back.
    """
    history = artifacts.history
    count = artifacts.history_before + start
    first = artifacts.history_first or (history[0].id if history else "")
    until = history[start - 1].id if start else first if count == 1 else None
    return first, until, count


def _sheet(
    offered: Offered, artifacts: Materials, admitted: Admitted, policy: AssemblyPolicy
) -> Sheet:
    """Everything that the manifest is written from."""
    refused = [*artifacts.left_out, *offered.refused]
    for kind, blocks in offered.accounts.items():
        load = admitted.loads.get(kind, Load())
        first = len(load.chosen)
        if first < len(blocks):
            reasons = _why_ashore(kind, admitted)
            refused += [
                left_out(block, "no_room", reasons[number > 0])
                for number, block in enumerate(blocks[first:])
            ]
    history = admitted.loads.get("history", Load(start=len(artifacts.history)))
    refused += _older(artifacts, history.start)
    chosen = [pair for load in admitted.loads.values() for pair in load.chosen]
    chosen += [(block, 0) for block in offered.core]
    system, between, last = render(chosen, artifacts.history[history.start :], policy)
    return Sheet(system, between, last, refused, admitted.ledger, artifacts.notes)


def _why_ashore(kind: str, admitted: Admitted) -> tuple[str, str]:
    """Why the best block ashore is there, and why those after it are."""
    row = next(row for row in admitted.ledger if row.kind == kind)
    used = f"{kind} used {row.used} tokens (share {row.share}, taken {row.taken})"
    return f"{used}; no form of this block fits", f"{used}; a better block is ashore"


def _older(artifacts: Materials, start: int) -> list[LeftOut]:
    """One row for the run of history that is not aboard."""
    first, until, count = _run(artifacts, start)
    if not count:
        return []
    return [
        LeftOut(
            id=f"history:{first}",
            kind="history",
            stage=STAGE,
            rule="trimmed",
            reason="older than what the room of history holds",
            message=first,
            until=until,
            count=count,
        )
    ]


def _refuse_losses(prompt: Prompt, manifest: Manifest) -> None:
    """Strategy `error`: raise when something is not aboard in full."""
    lost = {row.id: row.tokens or 0 for row in manifest.left_out if row.rule in NO_ROOM}
    if lost:
        names = ", ".join(list(lost)[:5])
        raise BudgetError(
            f"{len(lost)} blocks do not fit {manifest.budget.prompt_tokens} tokens ({names}) "
            "and the strategy is `error`: raise the budget or choose another strategy",
            blocks=lost,
            fitted=(prompt, manifest),
        )
