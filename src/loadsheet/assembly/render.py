"""The order of blocks in the messages, and messages in the form of the OpenAI API."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from loadsheet.artifacts import AssemblyPolicy, Block, ChatMessage, Message

Chosen = tuple[Block, int]
"""A block with the index of its rendition."""


def render(
    chosen: Iterable[Chosen], history: Sequence[Message], policy: AssemblyPolicy
) -> tuple[list[Chosen], Sequence[Message], list[Chosen]]:
    """The blocks of the system message, the messages between, the blocks of the last user message.

    Kinds stand in the policy's order. Within a kind the given order holds, turned around where the best stands last.
    """
    groups: dict[str, list[Chosen]] = {}
    for pair in chosen:
        groups.setdefault(policy.of(pair[0].kind).account or pair[0].kind, []).append(pair)
    system: list[Chosen] = []
    last: list[Chosen] = groups.pop("history", [])
    for row in policy.kinds:
        blocks = together(groups.get(row.kind, []))
        ordered = blocks[::-1] if row.best_last else blocks
        (system if row.place == "system" else last).extend(ordered)
    return system, history, last


def together(blocks: Sequence[Chosen]) -> list[Chosen]:
    """The blocks in their order, but each group in one piece, where its first block stands."""
    place = {block.group: number for number, (block, _) in reversed(list(enumerate(blocks)))}
    return sorted(blocks, key=lambda pair: place[pair[0].group])


def chat_message(message: Message, *, bare: bool = False) -> ChatMessage:
    """A transcript message as it is sent; `bare` leaves its texts away, for the size of its framing."""
    made: ChatMessage = {"role": message.role, "content": "" if bare else message.content}
    if message.name is not None:
        made["name"] = "" if bare else message.name
    if message.tool_calls:
        made["tool_calls"] = [
            {
                "id": "" if bare else call.id,
                "type": "function",
                "function": {
                    "name": "" if bare else call.name,
                    "arguments": "" if bare else call.arguments,
                },
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        made["tool_call_id"] = "" if bare else message.tool_call_id
    return made
