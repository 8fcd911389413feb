"""Whole turns with a real language model behind a real server: plumbing, not wit."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.turns import serving
from tests.turns.acting import DOCUMENTS, agent

import loadsheet

WINDOW = 1024
QUESTION = "What is the refund window for EU customers?"

pytestmark = [
    pytest.mark.xdist_group("local model"),
    pytest.mark.skipif(serving.missing() is not None, reason=str(serving.missing())),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the model answers, for as long as the tests of this module run."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.turns.serving", str(WINDOW)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.stdin.close()
    process.wait(timeout=60)
    process.stdout.close()


def talking(address: str, **settings: object) -> loadsheet.Agent:
    """An agent that speaks to the server."""
    return agent(
        settings={
            "model": "smollm2",
            "base_url": f"{address}/v1",
            "model_window": WINDOW,
            "output_reserve": 48,
            "seconds": 300,
            **settings,
        }
    )


async def test_a_turn_is_answered_by_the_model_and_replays(address: str) -> None:
    async with talking(address) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        parts = [part async for part in open_agent.stream(QUESTION)]
        answer = parts[-1]
        assert isinstance(answer, loadsheet.Answer)
        assert answer.text.strip()
        assert len(parts) > 2, "the text comes in pieces"
        assert (await open_agent.replay(answer.turn_id)).serialized() == answer.prompt.serialized()


async def test_the_estimate_is_an_upper_bound_of_what_the_server_counted(address: str) -> None:
    async with talking(address) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        answer = await open_agent.ask(QUESTION)
        assert not answer.manifest.counter.exact
        events = (await open_agent.trace(answer.turn_id)).events
        generate = [event for event in events if event.stage == "generate"][-1]
        counted = re.search(r"the server counted (\d+) tokens read", " ".join(generate.decisions))
        assert counted is not None
        assert 0 < int(counted[1]) <= answer.manifest.total_tokens


async def test_a_prompt_beyond_the_real_window_is_sent_again_smaller_on_record(
    address: str,
) -> None:
    facts = "\n\n".join(
        f"## Shop {n}\n\nThe refund window of shop {n} is {n} days from delivery, and EU customers "
        f"of shop {n} pay the postage themselves."
        for n in range(1, 60)
    )
    async with talking(address, model_window=8192, budget=1500) as open_agent:
        await open_agent.add_documents([loadsheet.Document(id="shops.md", text=facts)])
        answer = await open_agent.ask("What is the refund window for EU customers of a shop?")
        assert answer.text.strip()
        assert answer.manifest.budget.prompt_tokens < 1500
        assert any("too long" in note for note in answer.manifest.notes)
