"""Whether a turn gets slower as its session grows: one conversation of a thousand turns, on disk."""

from __future__ import annotations

import asyncio
import tempfile
import time
from importlib import resources

from figures import Bench, median
from loadsheet.agent import Agent

TURNS = 1000
FILLED = 60
"""Turns of the short session beside it: enough to fill the budget with history."""

PAIRS = 100
BUDGET = 1500
QUESTIONS = (
    "What is the refund window for EU customers?",
    "And for the UK?",
    "Who pays the return postage?",
    "When is support open?",
)


def run() -> Bench:
    """Ask a thousand questions of the bundled documents in one session."""
    return asyncio.run(_run())


async def _run() -> Bench:
    bench = Bench("session")
    documents = resources.files("loadsheet") / "examples" / "refunds"
    with tempfile.TemporaryDirectory() as state, resources.as_file(documents) as folder:
        async with Agent.open(state, settings={"budget": BUDGET}) as agent:
            await agent.add(folder)
            await agent.constrain("Never suggest store credit.", session="long")
            for number in range(TURNS):
                await _timed(agent, number, "long")
            for number in range(FILLED):
                await _timed(agent, number, "short")
            # The two take turns, since the speed of a shared machine drifts within a minute.
            pairs = [
                (await _timed(agent, number, "long"), await _timed(agent, number, "short"))
                for number in range(PAIRS)
            ]
    long, short = (median(list(values)) for values in zip(*pairs, strict=True))
    bench.add(f"a turn after {TURNS} others, p50", long, "ms")
    bench.add(f"a turn after {FILLED} others, p50", short, "ms")
    bench.add("long over short", long / short, "×", at_most=1.2)
    return bench


async def _timed(agent: Agent, number: int, session: str) -> float:
    """Ask the next question, and return how many milliseconds that took."""
    began = time.perf_counter()
    answer = await agent.ask(QUESTIONS[number % len(QUESTIONS)], session=session)
    elapsed = (time.perf_counter() - began) * 1000
    if answer.manifest.total_tokens > BUDGET:
        raise AssertionError(f"turn {answer.turn_id} is over its budget")
    return elapsed
