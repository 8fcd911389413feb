"""Fit the same conversation into the same budget, by the same exact counter, in one process, taking turns.

Runs in the environment that the package beside it makes; prints its figures as one line of JSON.
"""

# The libraries compared with are not installed where types are checked.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportUntypedBaseClass=false

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import cache, partial
from typing import Any

from haystack.dataclasses import ChatMessage as HaystackMessage
from haystack.hooks.compaction import SlidingWindowCompactor
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, trim_messages
from llama_index.core.llms import ChatMessage as LlamaMessage
from llama_index.core.memory import Memory

from assembling import history, materials
from figures import Bench, interleaved, median, shown
from loadsheet.artifacts import Materials
from loadsheet.assembly import assemble
from loadsheet.assembly.policy import DEFAULT
from loadsheet.models.counters import BpeCounter
from texts import messages

BUDGET = 8_000
SIZES = (100, 1_000, 10_000)
ROUNDS = {100: 15, 1_000: 9, 10_000: 5}
PER_MESSAGE = 4
"""What a message costs beside its content, the same for every peer: its delimiters and its role."""
GOAL = 50
"""How many times faster than trim_messages Loadsheet has to be at the longest history."""

COUNTER = BpeCounter("o200k_base")


def main() -> None:
    """Compare at every size."""
    logging.disable(logging.WARNING)
    bench = Bench("peers")
    for size in SIZES:
        compare(size, bench)
    bench.notes += [
        f"budget {BUDGET:,} tokens, o200k_base counted exactly by the same function for each; medians, ways take turns",
        "Loadsheet counts a message once, when it is stored; each turn gives prompt, manifest and left-out list",
        "trim_messages counts the whole history several times at each turn; 'counts cached' hands it a counter that "
        "has seen every text before",
        "Memory trims when a message is put, with its history share set to 1; a turn is its put of a question and of "
        "an answer, and its get, on its own in-memory SQLite",
        "haystack's is SlidingWindowCompactor.compact alone, without the hook that decides whether to call it",
    ]
    print(json.dumps({"figures": [asdict(row) for row in bench.figures], "notes": bench.notes}))


def compare(size: int, bench: Bench) -> None:
    """One size: each way's time for a turn, how much it keeps, and what was paid once before."""
    texts = messages(size)
    COUNTER.count("opened")
    began = time.perf_counter()
    for text in texts:
        COUNTER.count(text)
    counting = time.perf_counter() - began
    given = materials([], history(size, COUNTER), COUNTER)
    chain = [(AIMessage if n % 2 else HumanMessage)(content=text) for n, text in enumerate(texts)]
    hay = [
        HaystackMessage.from_assistant(text) if n % 2 else HaystackMessage.from_user(text)
        for n, text in enumerate(texts)
    ]
    hay.append(HaystackMessage.from_user("How long is the refund window after delivery?"))
    loop = asyncio.new_event_loop()
    began = time.perf_counter()
    memory = loop.run_until_complete(_memory(texts))
    filling = time.perf_counter() - began
    ways: dict[str, Callable[[], Any]] = {
        "loadsheet assemble": partial(_loadsheet, given),
        "loadsheet, counting all anew": partial(_uncounted, texts),
        "langchain trim_messages": partial(_trim, chain, _chain_tokens),
        "langchain, counts cached": partial(_trim, chain, _cached_tokens),
        "haystack SlidingWindowCompactor": partial(_compact, hay),
        "llama-index Memory": lambda: loop.run_until_complete(_remember(memory)),
    }
    kept = {name: way() for name, way in ways.items()}
    repeat = {"loadsheet assemble": 5, "llama-index Memory": 2}
    seconds = {
        name: median(values) for name, values in interleaved(ways, ROUNDS[size], repeat).items()
    }
    loop.close()
    ours = seconds["loadsheet assemble"]
    for name, value in seconds.items():
        times = f", {shown(value / ours)} × loadsheet" if name != "loadsheet assemble" else ""
        bench.add(
            f"{size:,}: {name}", value * 1000, "ms", note=f"keeps {kept[name]} messages{times}"
        )
    bench.add(f"{size:,}: counting, once per message", counting / size * 1e6, "µs")
    bench.add(f"{size:,}: llama-index, put of all, once", filling * 1000, "ms")
    if size == SIZES[-1]:
        bench.add(
            "times faster than trim_messages",
            seconds["langchain trim_messages"] / ours,
            "×",
            at_least=GOAL,
        )
        bench.add(
            "times faster than trim_messages, its counts cached",
            seconds["langchain, counts cached"] / ours,
            "×",
        )


def _loadsheet(given: Materials) -> int:
    prompt, _ = assemble(given, BUDGET, DEFAULT, COUNTER)
    return len(prompt.messages) - 2


def _uncounted(texts: Sequence[str]) -> int:
    """What Loadsheet would cost if no count were stored: every message counted, then assembled."""
    return _loadsheet(materials([], history(len(texts), COUNTER), COUNTER))


def _chain_tokens(given: list[BaseMessage]) -> int:
    return sum(COUNTER.count(str(message.content)) + PER_MESSAGE for message in given)


@cache
def _known(text: str) -> int:
    return COUNTER.count(text)


def _cached_tokens(given: list[BaseMessage]) -> int:
    return sum(_known(message.content) + PER_MESSAGE for message in given)  # type: ignore[arg-type]


def _trim(given: list[BaseMessage], counter: Callable[[list[BaseMessage]], int]) -> int:
    return len(trim_messages(given, max_tokens=BUDGET, token_counter=counter, strategy="last"))


class _HaystackCounter:
    """The same count in haystack's form."""

    def count(self, messages: list[HaystackMessage], tools: Any = None) -> int:
        return sum(COUNTER.count(message.text or "") + PER_MESSAGE for message in messages)

    def to_dict(self) -> dict[str, Any]:
        return {}


def _compact(given: list[HaystackMessage]) -> int:
    made = SlidingWindowCompactor().compact(
        messages=given, target_tokens=BUDGET, token_counter=_HaystackCounter()
    )
    return len(given if made is None else made) - 1


async def _memory(texts: Sequence[str]) -> Memory:
    memory = Memory.from_defaults(
        token_limit=BUDGET,
        chat_history_token_ratio=1.0,
        tokenizer_fn=_tokens,
    )
    await memory.aput_messages(
        [
            LlamaMessage(role="assistant" if n % 2 else "user", content=text)
            for n, text in enumerate(texts)
        ]
    )
    return memory


async def _remember(memory: Memory) -> int:
    await memory.aput(LlamaMessage(role="user", content="How long is the refund window?"))
    await memory.aput(LlamaMessage(role="assistant", content="It is 14 days from delivery."))
    return len(await memory.aget())


def _tokens(text: str) -> range:
    """Memory takes the length of what its tokenizer gives; a range of that length costs nothing more."""
    return range(COUNTER.count(text))


if __name__ == "__main__":
    main()
