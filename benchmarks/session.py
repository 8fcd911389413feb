"""Whether a turn gets slower as its session grows: one conversation of a thousand turns, on disk."""

from __future__ import annotations

import asyncio
import tempfile
import time
from importlib import resources

from figures import Bench, median
from loadsheet.agent import Agent

TURNS = 1000
PART = 100
"""Turns at the beginning and at the end that are compared; the first few, which fill the budget, are left out."""

FILLED = 50
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
    milliseconds: list[float] = []
    documents = resources.files("loadsheet") / "examples" / "refunds"
    with tempfile.TemporaryDirectory() as state, resources.as_file(documents) as folder:
        async with Agent.open(state, settings={"budget": BUDGET}) as agent:
            await agent.add(folder)
            await agent.constrain("Never suggest store credit.")
            for number in range(TURNS):
                began = time.perf_counter()
                answer = await agent.ask(QUESTIONS[number % len(QUESTIONS)])
                milliseconds.append((time.perf_counter() - began) * 1000)
                assert answer.manifest.total_tokens <= BUDGET
    first = median(milliseconds[FILLED : FILLED + PART])
    last = median(milliseconds[-PART:])
    bench.add(f"turns {FILLED} to {FILLED + PART}, p50", first, "ms")
    bench.add(f"the last {PART} of {TURNS} turns, p50", last, "ms")
    bench.add("last over first", last / first, "×", at_most=1.2)
    return bench
