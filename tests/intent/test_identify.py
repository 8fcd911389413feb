"""The language of a turn, as people type it: short, in haste, with names of elsewhere in it."""

from __future__ import annotations

import pytest

from loadsheet import Agent, Document
from loadsheet.intent.language.identify import evident, language

TURNS = {
    "de": [
        "Ich wohne in Rom.",
        "Antworte kurz.",
        "Kündigungsfrist?",
        "Ohne Fleisch.",
        "welche Fristen gelten",
        "Bis Freitag bin ich in Wien.",
    ],
    "fr": [
        "J'habite à Rome.",
        "Propose-moi un dîner.",
        "Recommande un livre.",
        "Donne-moi un plan.",
        "Merci beaucoup",
        "Sans viande.",
        "Oublie ça.",
    ],
    "es": [
        "Vivo en Roma.",
        "Me llamo Ana.",
        "Cuanto cuesta un visado",
        "Y la tarifa?",
        "Cita la página",
        "Tengo dos gatos.",
    ],
    "it": [
        "Abito a Roma.",
        "Mi chiamo Luca.",
        "Suggerisci una cena",
        "Spiega la clausola",
        "Lavoro a Milano.",
        "Niente tabelle.",
    ],
    "pt": ["Moro em Lisboa.", "Quanto custa o visto?"],
    "nl": ["Ik woon in Rome.", "Wie is mijn baas?"],
    "en": [
        "No jargon, please.",
        "Remember: no tables.",
        "im late",
        "bolts",
        "refund policy eu",
        "Tell me about El Paso",
        "La Paz office address",
        "Mon 3pm or Tue 4pm?",
        "Non-EU customers?",
        "Who is Juan de la Cruz?",
    ],
}


@pytest.mark.parametrize(
    ("code", "said"), [(code, said) for code, turns in TURNS.items() for said in turns]
)
def test_a_short_turn_is_known_by_its_language(code: str, said: str) -> None:
    assert language(said) == code


@pytest.mark.parametrize("said", ["Bob", "4471", "QX?"])
def test_a_name_tells_of_no_language(said: str) -> None:
    assert evident(said) == ""


async def test_a_turn_that_tells_no_language_is_answered_in_that_of_the_turn_before() -> None:
    async with Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        await agent.add_documents([Document(id="a", text="Der Reifenwechsel kostet 40 Euro.")])
        await agent.ask("Was kostet der Reifenwechsel?")
        said = (await agent.ask("QX7?")).text
        assert said.startswith("Die Belege reichen nicht")
        assert "1 Dokument durchsucht" in said


def test_how_words_are_spelled_is_no_evidence_beside_words_that_are_known() -> None:
    assert evident("Grrzz pizzeria?", spelled=False) == ""
    assert evident("Wie hoch ist das?", spelled=False) == "de"
    assert evident("Kündigungsfrist?") == "de"
