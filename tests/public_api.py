"""The code of the pages, for the type checker to read: what a host writes has types without a word of its own.

It is never run; the pages themselves are.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import ClassVar

import loadsheet
from loadsheet import BudgetError, ContextManager
from loadsheet.artifacts import ModelChoice
from loadsheet.artifacts.assembly import Demand
from loadsheet.stages.select_model import SelectModel
from loadsheet.trace import StageReport


async def agent() -> None:
    async with loadsheet.Agent.open("state/", settings={"budget": 2000}) as agent:
        text = "# Leave\n\nEverybody has 30 days of leave a year."
        await agent.add_documents([loadsheet.Document(id="leave.md", text=text)])
        await agent.constrain("Answer in one sentence.")
        answer = await agent.ask("How many days of leave do I have a year?")
        print(answer.text)
        for entry in answer.manifest.entries:
            print(entry.kind, entry.producer, entry.rule, entry.tokens)
        again = await agent.replay(answer.turn_id)
        assert again.serialized() == answer.prompt.serialized()


def fitting() -> None:
    manager = ContextManager()
    fitted = manager.fit_to_budget(
        system_prompt="You help with refunds.",
        skill_body=None,
        task_state="Answer the customer of order 7.",
        episodes=["In May the customer asked about order 6. It was refunded after 9 days."] * 40,
        case_file_entries=["Order 7 was delivered on 3 June."],
        beliefs=["The customer may want a voucher."],
        budget=400,
        strategy="auto",
    )
    print(fitted.estimated_tokens, fitted.budget_exceeded)  # within 400; True: something left out
    print(fitted.dropped, fitted.summarized, fitted.demoted)

    try:
        manager.fit_to_budget("A rule. " * 500, None, "Task.", [], [], [], budget=400)
    except BudgetError as error:
        print(error.blocks)  # the size of each block that must be aboard


async def memory() -> None:
    async with loadsheet.Agent.open(":memory:") as agent:
        for text in ("I'm vegetarian.", "I had steak for dinner."):
            await agent.ask(text)
        for record in await agent.memory.list():
            print(record.status, record.key, record.value)
        (review,) = await agent.memory.reviews()
        kept = await agent.memory.settle(review.id, "reject")
        assert kept.status == "superseded"


async def beliefs() -> None:
    async with loadsheet.Agent.open(":memory:") as agent:
        memory = agent.memory
        seen = await memory.record("Retries tripled after deploy 41.", run="incident 7")
        episode = await memory.accept((await memory.consolidate_run("incident 7")).id)
        cause = await memory.record_belief(
            "Deploy 41 broke the retries.", supports=[seen.record or "", episode.id], confidence=0.7
        )
        cure = await memory.record_belief("Rolling back deploy 41 helps.", supports=[cause.id])
        await memory.close_experiment(cause.id, "falsified", "they went on after a rollback")
        for doubted in await memory.validate_approach("Roll back deploy 41."):
            print(doubted.status, doubted.unsupported, doubted.content)
        assert (await memory.list("pending", type="hypothesis"))[0].id == cure.id
        fitted = await memory.assemble_context(
            "You help with incidents.", "Find the cause.", "Did deploy 41 break the retries?", 400
        )
        print(fitted.messages[-1]["content"])


class Echo:
    name = "echo"

    async def stream(
        self, prompt: loadsheet.Prompt, *, max_tokens: int
    ) -> AsyncIterator[loadsheet.Piece]:
        question = prompt.messages[-1]["content"].splitlines()[-2]
        yield loadsheet.Piece(f"You asked: {question}")
        yield loadsheet.Piece(" [1]", usage=(("output_tokens", 5),))


async def with_model() -> None:
    async with loadsheet.Agent.open(":memory:", model=Echo()) as agent:
        text = "# Tea\n\nTea is served at four o'clock."
        await agent.add_documents([loadsheet.Document(id="tea.md", text=text)])
        answer = await agent.ask("When is tea served?", session="work")
        print(answer.text)
        print(answer.citations[0].source.document, answer.confidence)


def weather(city: str) -> str:
    return f"{city}: 21 degrees, dry"


async def with_tools() -> None:
    async with loadsheet.Agent.open(":memory:") as agent:
        call = {"name": "weather", "arguments": json.dumps({"city": "Bonn"})}
        await agent.observe(
            [
                {"role": "user", "content": "Is it warm in Bonn?"},
                {"role": "assistant", "tool_calls": [{"id": "c1", "function": call}]},
                {"role": "tool", "tool_call_id": "c1", "content": weather("Bonn")},
                {"role": "assistant", "content": "It is warm there: 21 degrees."},
            ],
            session="trip",
        )
        ready = await agent.prepare("And is it dry?", session="trip", budget=2000)
        for message in ready.prompt.messages:
            print(message["role"], len(message["content"]))
        print(ready.manifest.total_tokens, ready.outcome)


def with_retrieval() -> None:
    manager = loadsheet.ContextManager()
    fitted = manager.fit_to_budget(
        system_prompt="You help with refunds.",
        skill_body=None,
        task_state="Answer the customer of order 7.",
        episodes=[f"In week {week} the customer wrote about order {week}." for week in range(40)],
        case_file_entries=["Order 7 was delivered on 3 June."],
        beliefs=["The customer may want a voucher."],
        budget=300,
    )
    for row in fitted.manifest.left_out[:2]:
        print(row.id, row.stage, row.rule, row.reason)
    for message in fitted.messages:
        print(message["role"], len(message["content"]))


async def with_record() -> None:
    model = loadsheet.ScriptedModel(["At four. [1]", "I do not know."])
    async with loadsheet.Agent.open(":memory:", model=model) as agent:
        text = "# Tea\n\nTea is served at four o'clock."
        await agent.add_documents([loadsheet.Document(id="tea.md", text=text)])
        answer = await agent.ask("When is tea served?")
        page = await agent.trace(answer.turn_id)
        for event in page.events:
            print(event.stage, event.seconds, *event.decisions, event.failure or "")
        again = await agent.replay(answer.turn_id)
        assert again.serialized() == answer.prompt.serialized()
        report = await agent.check()
        assert not report.drift


@dataclass(frozen=True, slots=True)
class Cheapest(SelectModel):
    name: ClassVar[str] = "select_model"

    def __call__(self, given: Demand, /) -> ModelChoice:
        cheap = sorted(self.candidates, key=lambda model: model.price_in or 0.0)
        return SelectModel(tuple(cheap[:1]), self.policy)(given)

    def report(self, given: Demand, gave: ModelChoice, /) -> StageReport:
        return StageReport(decisions=(f"{gave.model.name} is the cheapest",))


async def with_stage() -> None:
    async with loadsheet.Agent.open(":memory:") as agent:
        before = agent.pipeline.select_model
        chosen = Cheapest(before.candidates, before.policy)
        agent.pipeline = replace(agent.pipeline, select_model=chosen)
        answer = await agent.ask("Is there tea?")
        events = (await agent.trace(answer.turn_id)).events
        print(next(event.decisions for event in events if event.stage == "select_model"))


def host() -> None:
    asyncio.run(agent())
    asyncio.run(memory())
    fitting()
