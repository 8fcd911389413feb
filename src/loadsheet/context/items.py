"""What a caller gives to the fitting interfaces, as blocks and messages of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from loadsheet.artifacts import (
    Block,
    Hypothesis,
    Materials,
    MemoryHit,
    Message,
    Source,
    Tier,
    ToolCall,
    Value,
    given_text,
    given_texts,
)
from loadsheet.assembly.blocks import block
from loadsheet.assembly.ladder import ladder
from loadsheet.ports import Counter


class ContextItem(Value):
    """A text for a prompt, with its tier and role; tool items carry the fields of the OpenAI form."""

    tier: Tier
    role: Literal["system", "user", "assistant", "tool"]
    content: str
    id: str | None = None
    name: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True)
class Items:
    """What a call gave, as materials: the core, the blocks that may shrink, the history."""

    core: tuple[Block, ...]
    blocks: tuple[Block, ...] = ()
    history: tuple[Message, ...] = ()
    pinned: frozenset[str] = frozenset()
    """The messages of history that are core: without one of them there is no prompt."""

    def materials(self, notes: tuple[str, ...] = ()) -> Materials:
        """The items as assembly takes them."""
        blocks = (*self.core, *self.blocks)
        return Materials(blocks=blocks, history=self.history, notes=notes)


@dataclass(frozen=True, slots=True)
class ItemMaker:
    """Makes items, counted by `counter`; with `shorten` they have the forms that some strategies choose from."""

    counter: Counter
    shorten: bool = True

    def parts(
        self,
        system_prompt: str,
        skill_body: str | None,
        task_state: str,
        episodes: Sequence[str | MemoryHit],
        case_file_entries: Sequence[str],
        beliefs: Sequence[str | Hypothesis],
        question: str = "",
    ) -> Items:
        """The parts of `fit_to_budget`: instructions, skill, task state and a question are the core.

        Raises `InputError` for a list that is none, and for a text that is none.
        """
        for name, given in (
            ("episodes", episodes), ("case_file_entries", case_file_entries), ("beliefs", beliefs)
        ):  # fmt: skip
            given_texts(given, name)
        core = (
            self._core("instructions", system_prompt),
            self._core("skill", skill_body or ""),
            self._core("task_state", task_state),
            self._core("question", question),
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

    def tiered(self, items: Sequence[ContextItem]) -> Items:
        """The items of `fit_to_budget_tiered`, each as the kind that its tier and role stand for."""
        core: list[Block] = []
        blocks: list[Block] = []
        history: list[Message] = []
        pinned: set[str] = set()
        for number, item in enumerate(items):
            given_text(item.content, f"item {number}")
            name = item.id or f"item:{number}"
            if _is_spoken(item):
                history.append(self._message(name, item))
                pinned |= {name} if item.tier == "core" else set()
            elif item.tier == "core":
                kind = "instructions" if item.role == "system" else "task_state"
                made = self._core(kind, item.content, name)
                core += [made] if made else []
            else:
                kind = "memory" if item.tier == "recall" else "background"
                blocks.append(self._block(kind, name, item.content, item.role, {"id": name}))
        return Items(tuple(core), tuple(blocks), tuple(history), frozenset(pinned))

    def _core(self, kind: str, text: str, name: str | None = None) -> Block | None:
        if not text:
            return None
        return block(
            kind,
            name or kind,
            given_text(text, f"the {kind.replace('_', ' ')}"),
            counter=self.counter,
            producer="caller",
            rule="always",
            reason="the caller gave it as part of the core",
        )

    def _episode(self, number: int, given: str | MemoryHit) -> Block:
        labels = {"id": f"e{number}", "type": "episode"}
        if isinstance(given, MemoryHit):
            labels["type"] = given.type
            return self._block("memory", given.record, given.text, "episodes", labels)
        return self._block("memory", f"episode:{number}", given, "episodes", labels)

    def _belief(self, number: int, belief: str | Hypothesis) -> Block:
        place = {"id": f"b{number}"}
        if isinstance(belief, Hypothesis):
            labels = {**place, **belief.labels}
            return self._block("memory", belief.id, belief.content, "beliefs", labels)
        labels = {**place, "type": "belief", "status": "unverified"}
        return self._block("memory", f"belief:{number}", belief, "beliefs", labels)

    def _block(
        self, kind: str, name: str, text: str, given_as: str, labels: dict[str, str]
    ) -> Block:
        given_text(text, f"a text of {given_as}")
        return block(
            kind,
            name,
            text,
            counter=self.counter,
            producer="caller",
            rule="given",
            reason=f"the caller gave it as {given_as}",
            attributes=labels,
            shorter=ladder(text, "") if self.shorten else (),
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


def _is_spoken(item: ContextItem) -> bool:
    """Whether it is a message of the conversation: the assistant's or a tool's, unless it is a recalled text.

    What a tool call says stands in fields that only a message has.
    """
    if item.tool_calls or item.tool_call_id is not None:
        return True
    return item.role in {"assistant", "tool"} and item.tier != "recall"
