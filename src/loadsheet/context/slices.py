"""Items over several prompts: as many in each as fit, all of them in one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import Block, Message
from loadsheet.assembly.render import chat_message
from loadsheet.context.items import Items
from loadsheet.ports import Counter


def sliced(items: Items, room: int, counter: Counter) -> list[Items]:
    """The items in their order, as many in each slice as `room` holds; a larger one gets a slice of its own."""
    parts: list[list[Unit]] = [[]]
    used = 0
    for unit in _units(items, counter):
        if used + unit.tokens > room and parts[-1]:
            parts.append([])
            used = 0
        parts[-1].append(unit)
        used += unit.tokens
    return [
        Items(
            items.core,
            tuple(made for unit in part for made in unit.blocks),
            tuple(message for unit in part for message in unit.history),
        )
        for part in parts
    ]


@dataclass(frozen=True, slots=True)
class Unit:
    """What stays together in a slice."""

    tokens: int
    blocks: tuple[Block, ...] = ()
    history: tuple[Message, ...] = ()


def _units(items: Items, counter: Counter) -> Iterator[Unit]:
    """The blocks one by one, then the history by its units."""
    for made in items.blocks:
        yield Unit(made.tokens, blocks=(made,))
    pending: list[Message] = []
    for message in items.history:
        if pending and message.role != "tool":
            yield _unit(pending, counter)
            pending = []
        pending.append(message)
    if pending:
        yield _unit(pending, counter)


def _unit(messages: Sequence[Message], counter: Counter) -> Unit:
    empty = counter.framing([])
    tokens = sum(
        sum(message.tokens) + counter.framing([chat_message(message, bare=True)]) - empty
        for message in messages
    )
    return Unit(tokens, history=tuple(messages))
