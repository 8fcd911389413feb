"""A long turn in one paragraph: the question stays whole, and the work does not grow with what was pasted."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.turns.test_memory import Day, held, recalled, remembering

from loadsheet.artifacts import Scope
from loadsheet.intent.pasted import split
from loadsheet.memory.extraction.extract import candidates, refused
from loadsheet.memory.extraction.speech import MOST_SENTENCES, Speech
from loadsheet.memory.recall.asking import READ, bounded

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
LOG = " ".join(
    f"2024-01-01 10:00:{n % 60:02d} worker {n} processed job {7 * n}" for n in range(1300)
)
PROSE = " ".join(f"The worker saw the lake, number {n}." for n in range(100))


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (f"why does it crash? {LOG}", "why does it crash?"),
        (f"{LOG}. Why does it crash?", "Why does it crash?"),
        (f"Summarise this: {PROSE}", "Summarise this:"),
    ],
)
async def test_an_unbroken_paste_is_an_attachment_and_the_sentence_that_asks_is_the_question(
    text: str, question: str
) -> None:
    asked, pasted = split(text)
    (span,) = pasted
    assert asked == question
    assert f"{text[: span.start]}{text[span.end :]}".strip() == question
    async with remembering(Day(MONDAY)) as agent:
        answer = await agent.prepare(text, budget=3000)
        assert answer.manifest.total_tokens <= 3000
        (entry,) = [e for e in answer.manifest.entries if e.kind == "question"]
        assert f"\n{question}\n" in answer.prompt.messages[entry.message]["content"]


@pytest.mark.parametrize("opening", ["", "Here is all about me: "])
def test_what_somebody_tells_of_themselves_at_length_is_no_paste(opening: str) -> None:
    told = opening + "I live in Rome and I work at Acme. " * 60
    assert split(told) == (told, ())


def test_of_a_message_of_many_sentences_the_first_are_read_and_the_rest_is_on_record() -> None:
    text = " ".join(f"My badge number {n} is {n}00." for n in range(MOST_SENTENCES + 60))
    speech = Speech(text=text, scope=Scope(), said_at=MONDAY, message="m")
    assert len(candidates(speech)) == MOST_SENTENCES
    (receipt,) = refused(speech)
    assert receipt.status == "refused"
    assert receipt.reason == "60 sentences were not read: of one message the first 40 are"
    assert receipt.text == f"My badge number {MOST_SENTENCES} is {MOST_SENTENCES}00."


async def test_a_question_without_an_end_is_read_by_its_beginning_and_its_end() -> None:
    long = f"What is my locker number {'and so on ' * 2000}?"
    read = bounded(long)
    assert len(read) <= READ + 5
    assert (read[:24], read[-5:]) == (long[:24], long[-5:])
    async with remembering(Day(MONDAY)) as agent:
        await agent.ask("My locker number is 31.")
        answer = await agent.ask(long, session="other", budget=20_000)
        assert recalled(answer) == ["My locker number is 31."]
        assert len(await held(agent)) == 1


def test_of_a_long_question_what_is_blank_is_not_read() -> None:
    assert bounded(f"{' ' * READ}What is due?") == "What is due?"
    assert bounded(f"What is due?{' ' * READ}") == "What is due?"
