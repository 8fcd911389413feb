"""The code of the pages, for the type checker to read: what a host writes has types without a word of its own.

It is never run; the pages themselves are.
"""

from __future__ import annotations

import asyncio

import loadsheet
from loadsheet import BudgetError, ContextManager


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
    print(fitted.estimated_tokens, fitted.budget_exceeded)  # within 400; True: not all of it fitted
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


def host() -> None:
    asyncio.run(agent())
    asyncio.run(memory())
    fitting()
