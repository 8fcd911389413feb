"""How long a turn takes when no model is asked: from the question to the kept trace."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from figures import Bench, median, percentile
from loadsheet.agent import Agent
from texts import questions

QUESTIONS = 240
PER_SESSION = 8
"""Turns of one conversation, so that history is aboard as it is in use."""


def run(folder: Path) -> Bench:
    """Ask questions made from the folder's own headings and sentences, in conversations of a few turns."""
    return asyncio.run(_run(folder))


async def _run(folder: Path) -> Bench:
    bench = Bench("turns")
    asked = questions(folder, QUESTIONS)
    seconds: list[float] = []
    stages: dict[str, list[float]] = defaultdict(list)
    outcomes: dict[str, int] = defaultdict(int)
    tokens: list[int] = []
    with tempfile.TemporaryDirectory() as state:
        async with Agent.open(state, settings={}) as agent:
            await agent.add(folder)
            for number, question in enumerate(asked):
                session = f"s{number // PER_SESSION}"
                began = time.perf_counter()
                answer = await agent.ask(question, session=session)
                seconds.append(time.perf_counter() - began)
                outcomes[answer.outcome] += 1
                tokens.append(answer.manifest.total_tokens)
                page = await agent.trace(answer.turn_id)
                for event in page.events:
                    stages[event.stage].append(event.seconds)
    milliseconds = [value * 1000 for value in seconds]
    bench.add("turn, p50", median(milliseconds), "ms")
    bench.add("turn, p95", percentile(milliseconds, 0.95), "ms")
    bench.add("turn, slowest", max(milliseconds), "ms")
    staged = {name: median(values) * 1000 for name, values in stages.items()}
    for name, value in sorted(staged.items(), key=lambda pair: -pair[1])[:5]:
        bench.add(f"stage {name}, p50", value, "ms")
    said = ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items()))
    bench.notes.append(f"{len(asked)} questions in conversations of {PER_SESSION} turns: {said}")
    bench.notes.append(
        f"prompts of {median(tokens):.0f} tokens at the median, {max(tokens)} at the most"
    )
    bench.notes.append(
        "what a turn takes beyond its stages is keeping the trace and the transcript"
    )
    return bench
