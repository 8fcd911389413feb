from __future__ import annotations

from loadsheet import Agent, Document


async def test_what_the_author_of_a_document_says_of_theirs_is_no_fact_of_the_user() -> None:
    page = "# Café\n\nOur guests prefer oat milk. The office manager is Dana Fox."
    async with Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        await agent.add_documents([Document(id="cafe.md", text=page)])
        await agent.ask("What do guests prefer?")
        await agent.ask("Who is the office manager?")
        held = [record.subject for record in await agent.memory.list()]
    assert held == ["office manager"]
