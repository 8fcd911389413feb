"""What a model says sections are about: asked once, checked, searched, and never shown as evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from loadsheet import Agent
from loadsheet.artifacts import Candidate, Document, Partial, Query, QuerySet
from loadsheet.errors import ModelError, SettingsError
from loadsheet.intent.proposals import Refused, summarized
from loadsheet.models.scripted import ScriptedModel

PARA = (
    "The committee met in the old library and spoke of the roof, the boiler and the long corridor. "
)
SECTIONS = {
    "Meeting": PARA * 8,
    "Canteen": "Soup and bread are served from noon, and on Fridays fish comes from the harbour. "
    * 9,
    "Short": "One line says it.",
}
TEXT = "# House\n\n" + "\n\n".join(f"## {name}\n\n{text}" for name, text in SECTIONS.items())
RULES: dict[str, Any] = {"route": "rules", "outline": "scripted"}


def opened(model: ScriptedModel, state: Path | str = ":memory:") -> Any:
    return Agent.open(state, settings=RULES, model=model)


async def overview(agent: Agent, query: str) -> tuple[Candidate, ...]:
    queries = QuerySet(workspace=agent.workspace, queries=(Query(text=query),), limit=9)
    return (await agent.store.overview(queries)).candidates


async def test_a_question_in_other_words_than_the_section_finds_it_by_what_a_model_said_of_it() -> (
    None
):
    said = ["About a house.", "Repairs and maintenance of the building.", "Lunch and catering."]
    async with opened(ScriptedModel(said)) as agent:
        await agent.add_documents([Document(id="house.md", text=TEXT)])
        assert await agent.summarize() == Partial(source="summaries", have=3, of=3)
        hits = await overview(agent, "maintenance of the building")
        assert {c.headings[-1] for c in hits} == {"Meeting"}
        assert all(c.text == TEXT[c.start : c.end] for c in hits)
        assert (await agent.check()).drift == ()


async def test_each_section_is_asked_for_once_with_its_path_and_its_text_and_a_short_one_never() -> (
    None
):
    model = ScriptedModel(["A house.", "Repairs.", "Lunch."])
    async with opened(model) as agent:
        await agent.add_documents([Document(id="house.md", text=TEXT, title="House")])
        seen: list[Partial] = []
        await agent.summarize(seen.append)
        await agent.summarize()
        told = [prompt.messages[1]["content"] for prompt in model.prompts]
        assert [text.partition("\n\n")[0] for text in told] == [
            "House",
            "House › House › Meeting",
            "House › House › Canteen",
        ]
        assert "served from noon" in told[2]
        assert "committee" not in told[2]
        assert [(state.have, state.of) for state in seen] == [(0, 3), (3, 3)]


async def test_what_was_said_before_a_model_failed_is_kept_and_the_next_run_goes_on(
    tmp_path: Path,
) -> None:
    model = ScriptedModel(["A house.", ModelError("the server is gone")])
    async with opened(model, tmp_path) as agent:
        await agent.add_documents([Document(id="house.md", text=TEXT)])
        with pytest.raises(ModelError, match="the server is gone"):
            await agent.summarize()
    again = ScriptedModel(["Repairs.", "Lunch."])
    async with opened(again, tmp_path) as agent:
        assert (await agent.summarize()).have == 3
        assert len(again.prompts) == 2


async def test_a_document_that_changes_is_asked_for_again_and_one_that_goes_is_not(
    tmp_path: Path,
) -> None:
    model = ScriptedModel(["A house.", "Repairs.", "Lunch.", "A ship.", "Its cargo."])
    async with opened(model, tmp_path) as agent:
        await agent.add_documents([Document(id="house.md", text=TEXT)])
        await agent.summarize()
        ship = "# Ship\n\n" + "The ship carries grain and timber over the lake in autumn. " * 20
        await agent.add_documents([Document(id="house.md", text=ship)])
        assert (await agent.summarize()).have == 1
        await agent.remove("house.md")
        assert await agent.summarize() == Partial(source="summaries", have=0, of=0)


@pytest.mark.parametrize(
    ("proposal", "reason"),
    [
        ("The canteen opens at 11:30.", "it adds the number 11:30"),
        ("It is led by Marta Quill.", "it adds the name Marta Quill"),
        ("They called it “a ruin beyond repair”.", "it adds the quotation “a ruin beyond repair”"),
        ("   ", "it is empty"),
        ("It speaks of the roof. " * 60, "it is longer than a summary"),
    ],
)
def test_a_summary_that_says_more_than_the_text_is_refused(proposal: str, reason: str) -> None:
    found = summarized(TEXT, proposal)
    assert isinstance(found, Refused)
    assert found.reason == reason


async def test_a_refused_summary_is_not_searched_and_not_asked_for_again() -> None:
    model = ScriptedModel(["A house of 1875.", "Repairs led by Marta Quill.", "Lunch."])
    async with opened(model) as agent:
        await agent.add_documents([Document(id="house.md", text=TEXT)])
        assert (await agent.summarize()).have == 3
        said = await agent.summarize()
        assert said.have == 3
        assert said.refused == (
            "house.md: it adds the number 1875",
            "house.md › House › Meeting: it adds the name Repairs",
            "house.md › House › Canteen: it adds the name Lunch",
        )
        assert await overview(agent, "repairs") == ()


def test_a_model_for_summaries_needs_routing() -> None:
    with pytest.raises(SettingsError, match=r"outline = 'scripted' needs route = 'rules'"):
        Agent.open(":memory:", settings={"outline": "scripted", "route": "fixed"})
