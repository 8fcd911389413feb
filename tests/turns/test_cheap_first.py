"""With routing by rules words are searched first; vectors and a reranker are asked where those do not settle it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.turns.acting import DOCUMENTS, agent, story

from loadsheet import HashingEmbedder
from loadsheet.ports import TracePage

RULES = {"route": "rules"}
SETTLED = "What is the refund window for EU customers?"
UNSETTLED = "How long may somebody in France send a parcel back?"


class Read:
    """A reranker that keeps what it was asked."""

    name: str = "read@1"

    def __init__(self) -> None:
        self.questions: list[str] = []

    async def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        self.questions.append(question)
        return [0.5] * len(passages)


async def asked(question: str, **settings: str | float) -> tuple[TracePage, list[str]]:
    """The turn of a question over documents that have vectors, and what the reranker was asked in it."""
    reranker = Read()
    async with agent(
        settings={**RULES, **settings}, embedder=HashingEmbedder(), reranker=reranker
    ) as open_agent:
        await open_agent.add_documents(DOCUMENTS)
        await open_agent.embed()
        answer = await open_agent.ask(question)
        page = await open_agent.store.page("default", answer.turn_id)
        replayed = await open_agent.replay(answer.turn_id)
    assert replayed.serialized() == answer.prompt.serialized()
    assert page is not None
    return page, reranker.questions


def retrieved(page: TracePage) -> list[str]:
    """What each search of a turn says."""
    return [line for line in story(page) if line.startswith("retrieve:")]


async def test_what_words_settle_is_searched_by_words_alone() -> None:
    page, read = await asked(SETTLED)
    assert retrieved(page) == [
        "retrieve: 2 candidates from 2 documents; summaries: not searched for fact_lookup; "
        "vectors: not searched before words have been"
    ]
    assert read == []


async def test_what_words_do_not_settle_is_searched_once_more_by_all_that_there_is() -> None:
    page, read = await asked(UNSETTLED)
    first, second = retrieved(page)
    assert first.startswith("retrieve: 0 candidates")
    assert first.endswith("vectors: not searched before words have been")
    assert second.startswith("retrieve: 2 candidates")
    assert "vectors: not searched" not in second
    assert read == [UNSETTLED]
    triggers = [line for line in story(page) if line.startswith("reroute:")]
    assert len(triggers) == 1
    assert "trigger: " in triggers[0]


async def test_words_that_suffice_by_themselves_but_not_surely_name_their_confidence() -> None:
    page, _ = await asked(SETTLED, words_suffice=1.01)
    (line,) = (line for line in story(page) if line.startswith("reroute:"))
    assert "low_confidence from internal_corpus by rule documents" in line
    assert "is below 1.01" in line
    assert len(retrieved(page)) == 2


@pytest.mark.parametrize("question", [SETTLED, UNSETTLED])
async def test_a_fixed_route_asks_them_in_every_search(question: str) -> None:
    page, _ = await asked(question, route="fixed")
    (line,) = retrieved(page)
    assert line.startswith("retrieve: 2 candidates")
    assert "not searched" not in line
