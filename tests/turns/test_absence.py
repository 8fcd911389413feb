"""Without sufficient evidence the answer says so, whatever was asked and whatever is indexed."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.turns.acting import DOCUMENTS, agent

import loadsheet
from loadsheet.intent.language.translations import everywhere

STRANGE = st.text(alphabet="qxzjvkw", min_size=3, max_size=9)
"""Words that no document here holds."""

ANYTHING = st.text(min_size=1, max_size=60).filter(
    lambda text: text.strip() != "" and text.encode("utf-8", "ignore").decode() == text
)


def asked(
    question: str, documents: tuple[loadsheet.Document, ...]
) -> tuple[loadsheet.Answer, loadsheet.ScriptedModel]:
    """The answer to a question, and the model that could have been asked."""
    model = loadsheet.ScriptedModel([])

    async def whole() -> loadsheet.Answer:
        async with agent(model) as open_agent:
            await open_agent.add_documents(documents)
            return await open_agent.ask(question)

    return asyncio.run(whole()), model


@settings(max_examples=25)
@given(ANYTHING)
def test_an_empty_index_answers_nothing_and_asks_nobody(question: str) -> None:
    answer, model = asked(f"{question}?", ())
    assert answer.outcome == "insufficient_evidence"
    assert answer.text.startswith(everywhere("not_enough"))
    assert any(phrase in answer.text for phrase in everywhere("empty_index"))
    assert (answer.citations, answer.confidence, model.prompts) == ((), 0.0, [])
    assert not [entry for entry in answer.manifest.entries if entry.kind == "evidence"]


@settings(max_examples=25)
@given(st.lists(STRANGE, min_size=1, max_size=6))
def test_a_question_that_no_document_speaks_of_says_what_was_searched(words: list[str]) -> None:
    answer, model = asked(f"What is {' '.join(words)}?", DOCUMENTS)
    assert answer.outcome == "insufficient_evidence"
    assert "2 documents searched" in answer.text
    assert (answer.citations, model.prompts) == ((), [])


CONTACTS = """# Contacts

- Payroll: Hannah Brandt, ext. 4425
- Facilities: Rosa Blum, ext. 4430
- Head of Legal: Dr. Imre Vas
- Decision: we keep the old logo.
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who do I call for payroll?", "Payroll: Hannah Brandt, ext. 4425 [1]"),
        ("Who is responsible for facilities?", "Facilities: Rosa Blum, ext. 4430 [1]"),
        ("Who runs legal?", "Head of Legal: Dr. Imre Vas [1]"),
        ("What was decided about the logo?", "Decision: we keep the old logo. [1]"),
        ("Who is responsible for parking?", None),
        ("What was decided about the budget?", None),
    ],
)
def test_a_word_that_asks_whom_to_turn_to_is_missed_in_no_list_of_names(
    question: str, said: str | None
) -> None:
    async def whole() -> loadsheet.Answer:
        async with loadsheet.Agent.open(":memory:", settings={"embedder": "none"}) as agent:
            await agent.add_documents([loadsheet.Document(id="contacts.md", text=CONTACTS)])
            return await agent.ask(question)

    answer = asyncio.run(whole())
    assert answer.text == said if said else answer.outcome == "insufficient_evidence"
