"""A question that names a date, and the texts of that date and of others."""

from __future__ import annotations

import asyncio

import pytest
from tests.funnel.made import candidate

import loadsheet
from loadsheet.artifacts import CandidateList
from loadsheet.corpus.dates import time_called
from loadsheet.funnel.dated import asked_for
from loadsheet.stages.reduce import Found, Reduce

WINTER = {"title": "Minutes of the club, 9 January 2024", "text": "Present: Lea, Tom."}
SPRING = {"title": "Minutes of the club, 2 April 2024", "text": "Present: Lea, Uma."}


def left(question: str, *texts: dict[str, str]) -> tuple[list[str], list[str]]:
    rows = [
        candidate(str(n), text=one["text"]).model_copy(update={"title": one.get("title", "")})
        for n, one in enumerate(texts)
    ]
    weights = tuple((word, 0.9) for word in ("present", "january", "april", "club", "2024"))
    found = CandidateList(candidates=tuple(rows), weights=weights, documents=len(rows))
    made = Reduce()(Found(question=question, candidates=found))
    kept = [item.candidate.text for item in made.evidence]
    return kept, [row.id for row in made.left_out if row.rule == "other_date"]


@pytest.mark.parametrize(
    ("question", "kept", "gone"),
    [
        ("Who was present in January?", ["Present: Lea, Tom."], ["1"]),
        ("Who was present on 2 April?", ["Present: Lea, Uma."], ["0"]),
        ("Who was present according to the April minutes?", ["Present: Lea, Uma."], ["0"]),
    ],
)
def test_a_question_that_names_a_date_gets_the_passages_of_texts_of_that_date(
    question: str, kept: list[str], gone: list[str]
) -> None:
    assert left(question, WINTER, SPRING) == (kept, gone)


@pytest.mark.parametrize(
    "question",
    [
        "Who was present?",
        "Who was present in June?",
        "Who was present in 2024?",
        "Who was present since January?",
    ],
)
def test_without_a_date_or_a_text_of_it_no_text_is_of_another(question: str) -> None:
    kept, gone = left(question, WINTER, SPRING)
    assert sorted(kept) == ["Present: Lea, Tom.", "Present: Lea, Uma."]
    assert gone == []


PRICES = loadsheet.Document(id="prices-2026-01-15.md", text="The entry fee for adults is 9 euros.")
LETTER = loadsheet.Document(
    id="letter-2026-05-01.md", text="The garden opens again, and we thank all helpers."
)


@pytest.mark.parametrize("when", ["on 1 May 2026", "in May"])
def test_the_date_of_what_is_asked_takes_no_text_away_that_speaks_of_it(when: str) -> None:
    async def asked() -> loadsheet.Answer:
        async with loadsheet.Agent.open(":memory:", settings={"embedder": "none"}) as agent:
            await agent.add_documents([PRICES, LETTER])
            return await agent.ask(f"What is the entry fee for adults {when}?")

    assert asyncio.run(asked()).text == "The entry fee for adults is 9 euros. [1]"


def test_what_has_no_date_and_what_names_the_date_itself_stays() -> None:
    undated = {"text": "Present are all who sign."}
    naming = {"title": "Minutes, 2 April 2024", "text": "Present on 9 January was Lea."}
    kept, gone = left("Who was present in January?", WINTER, undated, naming)
    assert len(kept) == 3
    assert gone == []


def test_may_and_march_are_months_only_where_they_are_written_or_led_like_one() -> None:
    assert asked_for("May I march in?") == []
    assert asked_for("What may Ada do?") == []
    assert asked_for("Which team does April Jones lead?") == []
    assert asked_for("Which team does April lead?") == []
    assert asked_for("What is in April Jones's office?") == []
    assert [day.month for day in asked_for("Who came in may, and to the March meeting?")] == [
        "5",
        "3",
    ]


@pytest.mark.parametrize(
    ("names", "day"),
    [
        (("Minutes, 9 January 2024", "notes"), "2024-01-09"),
        (("Minutes", "2024-04-02_board"), "2024-04-02"),
        (("Minutes of May 2024", "notes"), None),
        (("Rules of 1984", "notes"), None),
        (("Call of 31 February 2024", "notes"), None),
    ],
)
def test_a_document_is_of_the_whole_date_that_it_is_called_by(
    names: tuple[str, ...], day: str | None
) -> None:
    time = time_called(*names)
    assert (time.date().isoformat() if time else None) == day
