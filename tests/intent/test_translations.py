"""Fixed phrases are there in every language, and what a user reads is in the language of the turn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import loadsheet
from loadsheet.intent.language.translations import LANGUAGES, everywhere, names, say, translated
from loadsheet.intent.language.words import language
from loadsheet.stages.canned_replies import says_nothing

FIELD = re.compile(r"\{\}")


@pytest.mark.parametrize("name", names())
def test_a_phrase_is_there_in_every_language_and_speaks_of_as_much(name: str) -> None:
    said = everywhere(name)
    assert len(said) == len(LANGUAGES)
    assert all(said)
    assert len({len(FIELD.findall(phrase)) for phrase in said}) == 1


def test_a_language_without_phrases_is_spoken_to_in_english() -> None:
    assert say("fine", "ko") == say("fine", "en") == "All right."
    assert translated("All right.", "de") == "In Ordnung."
    assert translated("Whatever else.", "de") == "Whatever else."


@pytest.mark.parametrize("name", ["no_answer", "noted", "welcome", "set", "not_enough"])
def test_a_fixed_phrase_says_nothing_of_the_subject_in_any_language(name: str) -> None:
    assert all(says_nothing(phrase) for phrase in everywhere(name))


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("How high is the tower of the church?", "en"),
        ("Wie hoch ist der Turm der Kirche?", "de"),
        ("Quelle est la hauteur de la tour ?", "fr"),
        ("¿Cuál es la altura de la torre?", "es"),
        ("Qual è l'altezza della torre?", "it"),
        ("Qual é a altura da torre e quem a construiu?", "pt"),
        ("Hoe hoog is de toren van het dorp?", "nl"),
        ("塔有多高？", "zh"),
        ("塔の高さはどれくらいですか？", "ja"),
    ],
)
async def test_a_refusal_is_in_the_language_of_the_question(
    tmp_path: Path, asked: str, code: str
) -> None:
    assert language(asked) == code
    async with loadsheet.Agent.open(tmp_path, settings={"embedder": "none"}) as agent:
        answer = await agent.ask(asked)
    assert answer.outcome == "insufficient_evidence"
    assert answer.text.startswith(say("not_enough", code))
    assert say("empty_index", code) in answer.text
