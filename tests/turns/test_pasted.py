"""What a user pastes along with a question: the question stays as it is, and the lines that answer it go aboard."""

from __future__ import annotations

import pytest
from tests.turns.acting import agent

import loadsheet

LOG = [f"2031-04-0{i % 9 + 1} 10:{i % 60:02d} worker {i} took job {i * 7}" for i in range(600)]
CRASHES = "Why does it crash?"

PASTES = [
    pytest.param(
        CRASHES,
        [*LOG, "Traceback (most recent call last):", "ZeroDivisionError: division by zero"],
        "ZeroDivisionError: division by zero",
        id="python",
    ),
    pytest.param(
        "What went wrong here?",
        [
            *LOG,
            'Exception in thread "main" java.lang.IllegalStateException: queue is closed',
            "    at com.acme.Queue.take(Queue.java:81)",
        ],
        "IllegalStateException: queue is closed",
        id="java",
    ),
    pytest.param(
        "Why did the build fail?",
        [*LOG, "panic: runtime error: index out of range [5] with length 3", "goroutine 1:"],
        "index out of range [5]",
        id="go",
    ),
    pytest.param(
        "It doesn't start any more. What is the cause?",
        [
            *LOG[:300],
            "TypeError: ports is not iterable",
            "    at boot (server.js:12:9)",
            *LOG[300:],
        ],
        "TypeError: ports is not iterable",
        id="node, in the middle",
    ),
    pytest.param(
        "Warum stürzt das ab?",
        [*LOG, "thread 'main' panicked at src/main.rs:4:17: called unwrap on a None value"],
        "called unwrap on a None value",
        id="rust, asked in German",
    ),
    pytest.param(
        "Why does it hang?",
        [*LOG, "waiting for the lock of shard 4"],
        "waiting for the lock of shard 4",
        id="the last line alone",
    ),
    pytest.param(
        "Which port does the replica listen on?",
        [*(f"service_{i}.timeout_seconds: {i}" for i in range(600)), "replica.port: 6543", *LOG],
        "replica.port: 6543",
        id="config",
    ),
    pytest.param(
        "What did Ortwin order in March?",
        [
            "name,month,item",
            *(f"Berta,May,crate {i}" for i in range(900)),
            "Ortwin,March,bellows",
            *(f"Claus,June,drum {i}" for i in range(300)),
        ],
        "Ortwin,March,bellows",
        id="csv",
    ),
    pytest.param(
        "Who agreed to pay the deposit?",
        [
            *(f"> On Monday Gerd wrote: the van number {i} is washed." for i in range(400)),
            "From: Hilde",
            "I agree to pay the deposit.",
            *(f"> On Tuesday Gerd wrote: the van number {i} is dry." for i in range(300)),
        ],
        "I agree to pay the deposit.",
        id="mail",
    ),
    pytest.param(
        "When is the rehearsal?",
        [
            *(f"Ada: who fed the hens of pen {i}?" for i in range(500)),
            "Bruno: the rehearsal is on Friday at seven",
            *(f"Ada: and the geese of pen {i}?" for i in range(300)),
        ],
        "the rehearsal is on Friday at seven",
        id="chat",
    ),
]


@pytest.mark.parametrize("budget", [900, 4000])
@pytest.mark.parametrize(("question", "lines", "answer"), PASTES)
async def test_the_line_that_answers_is_aboard_whatever_was_pasted(
    question: str, lines: list[str], answer: str, budget: int
) -> None:
    async with agent(loadsheet.ScriptedModel([])) as open_agent:
        pasted = "\n".join(lines)
        for text in (f"{question}\n\n```\n{pasted}\n```", f"{pasted}\n\n{question}"):
            ready = await open_agent.prepare(text, budget=budget)
            last = ready.prompt.messages[-1]["content"]
            assert answer in last
            assert last.rstrip().endswith(f"{question}\n</question>")
            assert ready.manifest.total_tokens <= budget
            assert {
                entry.message for entry in ready.manifest.entries if entry.kind == "attachment"
            } == {1}


async def test_a_short_paste_between_fences_is_evidence_by_which_a_model_is_asked() -> None:
    model = loadsheet.ScriptedModel(["`count` is zero."])
    async with agent(model) as open_agent:
        answer = await open_agent.ask(
            "Why does it crash?\n\n```\ntotal / count\nZeroDivisionError\n```"
        )
        assert answer.outcome == "answered"
        assert answer.confidence > 0
        assert [e.kind for e in answer.manifest.entries if e.kind == "attachment"] == ["attachment"]
