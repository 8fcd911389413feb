"""All materials over as many prompts as they need: each slice has the whole core, and each item stands in one.

An item that is larger than a slice gets one of its own, in which `assemble` shortens it or leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import AssemblyPolicy, Block, Budget, Manifest, Materials, Message, Prompt
from loadsheet.assembly.admit import units_backwards
from loadsheet.assembly.engine import Sizes, assemble, core_size
from loadsheet.assembly.offer import offer
from loadsheet.ports import Counter


def decompose(
    materials: Materials, budget: Budget | int, policy: AssemblyPolicy, counter: Counter
) -> list[tuple[Prompt, Manifest]]:
    """A prompt for each slice, in the order of the items: blocks as they are given, then history by its units.

    Raises `BudgetError` when the core alone is larger than the budget. The answers are the caller's to merge.
    """
    limits = Budget(prompt_tokens=budget) if isinstance(budget, int) else budget
    core = offer(materials, policy).core
    room = limits.prompt_tokens - core_size(core, limits, policy, counter)
    return [
        assemble(part, limits, policy, counter) for part in slices(materials, core, room, counter)
    ]


def slices(
    materials: Materials, core: Sequence[Block], room: int, counter: Counter
) -> list[Materials]:
    """The materials in their order, as many in each slice as `room` holds beside the core."""
    pinned = {block.id for block in core}
    parts: list[list[SliceUnit]] = [[]]
    used = 0
    for unit in _units([b for b in materials.blocks if b.id not in pinned], materials, counter):
        if used + unit.tokens > room and parts[-1]:
            parts.append([])
            used = 0
        parts[-1].append(unit)
        used += unit.tokens
    return [_slice(materials, core, part) for part in parts]


@dataclass(frozen=True, slots=True)
class SliceUnit:
    """What stays together in a slice."""

    tokens: int
    blocks: tuple[Block, ...] = ()
    history: tuple[Message, ...] = ()


def _slice(materials: Materials, core: Sequence[Block], part: Sequence[SliceUnit]) -> Materials:
    blocks = tuple(block for unit in part for block in unit.blocks)
    history = tuple(message for unit in part for message in unit.history)
    return materials.model_copy(update={"blocks": (*core, *blocks), "history": history})


def _units(blocks: Sequence[Block], materials: Materials, counter: Counter) -> Iterator[SliceUnit]:
    """The blocks one by one, then the history by its units, the oldest first."""
    for made in blocks:
        yield SliceUnit(made.tokens, blocks=(made,))
    history = materials.history
    ends = [len(history)]
    units: list[SliceUnit] = []
    for start, tokens in units_backwards(history, Sizes(counter).of, 0):
        units.append(SliceUnit(tokens, history=history[start : ends[-1]]))
        ends.append(start)
    yield from reversed(units)
