"""Questions that want an overview, from the question to the prompt."""

from __future__ import annotations

import pytest
from tests.turns.acting import agent, story

import loadsheet
from loadsheet.models.embed_hashing import HashingEmbedder
from loadsheet.ports import Embedder

TRAVEL = """# Travel policy

## Flights

The travel desk books all flights of staff. Flights of more than six hours are booked in premium class by the desk.

## Hotels

The travel desk books hotels for staff. A night in a hotel may cost 140 euros, breakfast not included.

## Meals

Staff are paid 42 euros for meals on each day of travel. Receipts for meals are not needed by the travel desk.
"""
REST = """# Canteen

The canteen is open from noon. An overview of its prices hangs at the door, in general they are low.
"""
MOVING = """# Coming to us

## What we do

Relocation support is for everybody who joins from another country.

## Movers

A firm packs and ships household goods up to 40 cubic metres.

## Visas

A lawyer files the papers with the authorities and goes along.
"""
DOCUMENTS = (
    loadsheet.Document(id="moving.md", text=MOVING),
    loadsheet.Document(id="travel.md", text=TRAVEL),
    loadsheet.Document(id="canteen.md", text=REST),
    *(
        loadsheet.Document(id=f"{name}.md", text=f"# {name}\n\nThe {name} is kept in room {n}.")
        for n, name in enumerate(
            ("printer", "ladder", "kettle", "projector", "piano", "scale", "safe", "drill")
        )
    ),
)


async def asked(question: str, embedder: Embedder | None = None) -> tuple[list[str], list[str]]:
    """The sections in the prompt, best first, and the lines of retrieval."""
    settings = {"route": "rules"}
    async with agent(settings=settings, embedder=embedder) as talk:
        await talk.add_documents(DOCUMENTS)
        await talk.embed()
        answer = await talk.ask(question)
        page = await talk.trace(answer.turn_id)
        replayed = await talk.replay(answer.turn_id)
    assert replayed == answer.prompt
    assert answer.manifest is not None
    blocks = [entry for entry in answer.manifest.entries if entry.kind == "evidence"]
    texts = {document.id: document.text for document in DOCUMENTS}
    spans = {
        (s.document, s.start, s.end): texts[s.document or ""][s.start : s.end]
        for entry in blocks
        for s in entry.sources
    }
    order = sorted(blocks, key=lambda entry: entry.id)
    titles = ("Flights", "Hotels", "Meals", "canteen", "Relocation", "Movers", "Visas")
    said = [" ".join(spans[s.document, s.start, s.end] for s in entry.sources) for entry in order]
    sections = [next((t for t in titles if t in text), text) for text in said]
    return sections, [line for line in story(page) if line.startswith("retrieve")]


@pytest.mark.parametrize("embedder", [None, HashingEmbedder(64)])
async def test_an_overview_brings_passages_of_several_sections_the_best_ones_first(
    embedder: Embedder | None,
) -> None:
    sections, (line,) = await asked("Give me an overview of the travel policy", embedder)
    assert set(sections[:3]) == {"Flights", "Hotels", "Meals"}
    assert "summaries: 3" in line


async def test_an_overview_brings_sections_that_never_say_its_word() -> None:
    sections, _ = await asked("Give me an overview of our relocation support")
    assert sections[0] == "Relocation"
    assert {"Movers", "Visas"} <= set(sections)
    fact, _ = await asked("Who gets relocation support?")
    assert "Visas" not in fact


async def test_a_question_for_a_fact_does_not_search_summaries_and_says_so() -> None:
    sections, (line,) = await asked("How much may a night in a hotel cost?")
    assert sections[0] == "Hotels"
    assert "summaries: not searched for fact_lookup" in line
