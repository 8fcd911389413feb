"""Who goes aboard: blocks and a room in tokens go in; a choice of renditions and the ledger come out.

The core is aboard before this begins. Then three passes: each kind inside its share, in order of precedence; what
kinds left over, offered in the same order; and, while evidence above its floor is still ashore, the kinds that give
way, down to their minimum.

Within a kind the best block is served first, in the fullest form that fits, and the first block that fits in no form
ends the serving: what is worse than a block ashore is ashore too. So with whole blocks less room never swaps them, it
only takes the last ones away. There are two exceptions. A block that leaves, or takes a shorter form, leaves at once,
and what it no longer needs may hold a worse block of its kind, or one of a kind that is served after it. With what
others left over the best block grows first, by as much as leaves those aboard their shortest form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from loadsheet.artifacts import AssemblyPolicy, Block, LedgerRow, Message
from loadsheet.assembly.policy import accounts


@dataclass(slots=True)
class Load:
    """What one kind has aboard: for each block its rendition's index, or the start of the history that stays."""

    used: int = 0
    chosen: list[tuple[Block, int]] = field(default_factory=list[tuple[Block, int]])
    ashore: int = 0
    shortened: int = 0
    start: int = 0
    """History only: the first message aboard."""

    @property
    def complete(self) -> bool:
        """Whether everything is aboard in full."""
        return not self.ashore and not self.shortened


@dataclass(slots=True)
class Admitted:
    """The choice for every kind, and its account."""

    loads: dict[str, Load]
    ledger: tuple[LedgerRow, ...]


Serve = Callable[[int, int], Load]
"""What one kind takes aboard when it is given that many tokens, and how many of its best must be among it."""


def admit(servers: dict[str, Serve], room: int, policy: AssemblyPolicy) -> Admitted:
    """Share out `room` tokens between the kinds that have something to offer."""
    order = accounts(policy)
    shares = {kind: int(room * policy.of(kind).share) for kind in order}
    serving = [kind for kind in order if kind in servers]
    loads = {kind: servers[kind](shares[kind], 0) for kind in serving}
    _offer_pool(servers, loads, serving, room)
    _give_way(servers, loads, room, policy)
    return Admitted(loads, tuple(_account(k, shares[k], loads.get(k)) for k in order))


def _offer_pool(
    servers: dict[str, Serve], loads: dict[str, Load], serving: Sequence[str], room: int
) -> None:
    """Let each kind that is not complete take from what all of them left over."""
    for kind in serving:
        if not loads[kind].complete:
            pool = room - sum(load.used for load in loads.values())
            loads[kind] = servers[kind](loads[kind].used + pool, len(loads[kind].chosen))


def _give_way(
    servers: dict[str, Serve], loads: dict[str, Load], room: int, policy: AssemblyPolicy
) -> None:
    """While a kind that others make room for has blocks ashore, let those others shrink to their minimum."""
    for kind in (k for k in policy.precedence if k in policy.makes_room_for and k in loads):
        for giver in (g for g in policy.gives_way if g in loads):
            if not loads[kind].ashore:
                break
            before = loads[giver].used
            loads[giver] = servers[giver](min(before, int(room * policy.of(giver).minimum)), 0)
            loads[kind] = servers[kind](room - _others(loads, kind), len(loads[kind].chosen))
            if not loads[kind].ashore:
                loads[giver] = servers[giver](min(before, room - _others(loads, giver)), 0)


def _others(loads: dict[str, Load], kind: str) -> int:
    return sum(load.used for name, load in loads.items() if name != kind)


def _account(kind: str, share: int, load: Load | None) -> LedgerRow:
    load = load or Load()
    return LedgerRow(
        kind=kind,
        share=share,
        used=load.used,
        given=max(0, share - load.used),
        taken=max(0, load.used - share),
        ashore=load.ashore,
    )


def serve_blocks(blocks: Sequence[Block], allowed: Mapping[str, AbstractSet[str]]) -> Serve:
    """Serve blocks best first; `allowed` are the renditions of each kind, and the first one always is.

    Of those that must be among it, a better one grows only by what the worse ones leave in their shortest form.
    """

    def serve(tokens: int, keep: int) -> Load:
        load = Load()
        kept = sum(_shortest(block, allowed[block.kind]) for block in blocks[:keep])
        for position, block in enumerate(blocks):
            if position < keep:
                kept -= _shortest(block, allowed[block.kind])
            form = _fullest(block, tokens - load.used - kept, allowed[block.kind])
            if form is None:
                load.ashore = len(blocks) - position
                break
            load.chosen.append((block, form))
            load.used += block.renditions[form].tokens
            load.shortened += form > 0
        return load

    return serve


def _fullest(block: Block, room: int, allowed: AbstractSet[str]) -> int | None:
    """The index of the fullest rendition that is allowed and fits, or None."""
    for index, rendition in enumerate(block.renditions):
        if rendition.tokens <= room and (index == 0 or rendition.name in allowed):
            return index
    return None


def _shortest(block: Block, allowed: AbstractSet[str]) -> int:
    """The tokens of the shortest rendition that is allowed."""
    forms = enumerate(block.renditions)
    return min(form.tokens for index, form in forms if index == 0 or form.name in allowed)


def serve_history(
    messages: Sequence[Message],
    sizes: Callable[[Message], int],
    *,
    before: int,
    step: int,
    refer: Callable[[int], Block] | None = None,
) -> Serve:
    """Serve the newest messages, whole units only; `before` older ones exist that were not given.

    A tool call and its results are one unit. When not all fits, the first message aboard is at a
    multiple of `step` in the whole session, so that the prompt's beginning stays the same for several
    turns and a cache hits; where that would leave nothing, the newest units that fit stay. `refer` makes
    the reference to the messages before a start, which goes aboard where there is room for it. More tokens never
    put a unit ashore that was aboard, so that nothing need be kept.
    """

    def serve(tokens: int, keep: int) -> Load:
        whole = _newest(messages, sizes, tokens, before)
        if whole.complete and not before:
            return whole
        reference = refer(len(messages)) if refer else None
        room = tokens - reference.tokens if reference and reference.tokens <= tokens else tokens
        load = _newest(messages, sizes, room, before)
        if not load.starts:  # a message says more than a reference to it
            load = whole
        if load.starts:
            load.start, load.used = _first_on_step(load.starts, load.older, before, max(step, 1))
        load.ashore = load.start + before
        return _referring(load, refer, tokens)

    return serve


@dataclass(slots=True)
class _Tail(Load):
    """The newest units that fit: where each could start with the sum up to it, and the unit that did not fit."""

    starts: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    older: int = -1


def _newest(
    messages: Sequence[Message], sizes: Callable[[Message], int], tokens: int, before: int
) -> _Tail:
    tail = _Tail(start=len(messages))
    for start, size in units_backwards(messages, sizes, before):
        if tail.used + size > tokens:
            tail.older = start
            break
        tail.used += size
        tail.start = start
        tail.starts.append((start, tail.used))
    tail.ashore = tail.start
    return tail


def _referring(load: Load, refer: Callable[[int], Block] | None, tokens: int) -> Load:
    """The load with a reference to what is not aboard, where that fits."""
    if refer is None or not load.ashore:
        return load
    reference = refer(load.start)
    if load.used + reference.tokens <= tokens:
        load.chosen.append((reference, 0))
        load.used += reference.tokens
    return load


def _first_on_step(
    starts: Sequence[tuple[int, int]], older: int, before: int, step: int
) -> tuple[int, int]:
    """The oldest start that begins a step, else the oldest one; `older` is the unit before all of them.

    A start begins a step when a multiple of `step` lies in its unit's gap to the one before.
    """
    for start, used in reversed(starts):
        if (before + start) // step > (before + older) // step:
            return start, used
        older = start
    return starts[-1]


def units_backwards(
    messages: Sequence[Message], sizes: Callable[[Message], int], before: int
) -> Iterator[tuple[int, int]]:
    """(index of the first message, size) of each unit, the newest first.

    A unit is a message, or an assistant's tool calls with every result that follows them. Results at the very
    beginning are none where `before` messages were kept back: the call is one of those.
    """
    end = len(messages)
    while end > 0:
        start = end - 1
        while start > 0 and messages[start].role == "tool":
            start -= 1
        if before and messages[start].role == "tool":
            return
        yield start, sum(sizes(message) for message in messages[start:end])
        end = start
