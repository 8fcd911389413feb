"""Who asks what is indexed is told, with a model and without one, under both routes."""

from __future__ import annotations

import pytest

from loadsheet import Agent, Document, ScriptedModel

DOCUMENTS = [
    Document(id="dogs.md", text="Dogs are allowed on Tuesdays.", title="Dogs in the office"),
    Document(id="leave.md", text="Everybody has 30 days of leave."),
]


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize("replies", [None, ["The model spoke."]])
@pytest.mark.parametrize(
    "question",
    ["What documents do you have?", "List all documents.", "Welche Dokumente gibt es?"],
)
async def test_who_asks_what_is_indexed_is_told(
    question: str, replies: list[str] | None, route: str
) -> None:
    model = ScriptedModel(replies) if replies else None
    settings = {"embedder": "none", "route": route}
    async with Agent.open(":memory:", settings=settings, model=model) as agent:
        empty = await agent.ask(question)
        assert (empty.outcome, empty.text) == ("answered", "Nothing is indexed yet.")
        await agent.add_documents(DOCUMENTS)
        answer = await agent.ask(question)
        assert answer.outcome == "answered"
        assert answer.text == "2 documents are indexed:\n- dogs.md: Dogs in the office\n- leave.md"


@pytest.mark.parametrize("route", ["fixed", "rules"])
@pytest.mark.parametrize(
    "question", ["Which documents do I need for a passport?", "What sources say that dogs bite?"]
)
async def test_a_question_about_documents_of_the_world_is_looked_up(
    question: str, route: str
) -> None:
    settings = {"embedder": "none", "route": route}
    async with Agent.open(":memory:", settings=settings) as agent:
        await agent.add_documents(DOCUMENTS)
        assert (await agent.ask(question)).outcome == "insufficient_evidence"
