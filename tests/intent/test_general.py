"""A plain request is a rule where it is of answers in general, and none where it is of one thing or of a life."""

from __future__ import annotations

import pytest

from loadsheet.intent.rules.constraints import rules


@pytest.mark.parametrize(
    "said",
    [
        "Please give all weights in grams.",
        "Name the page whenever you quote the manual.",
        "Keep answers under three lines, please.",
        "Use British spelling.",
        "Quote prices with tax.",
        "Show every temperature in Celsius.",
        "Put the source behind each claim.",
        "Write dates day first.",
        "Please use plain English, I'm not a lawyer.",
        "I'd like my answers without footnotes.",
        "I want short sentences, my eyesight is poor.",
        "Please round all amounts to whole euros.",
        "Spell out abbreviations.",
        "Tell me which file each answer comes from.",
        "Sums always with the currency, thanks.",
        "If a number is an estimate, say so.",
        "Leave prices out of your answers.",
        "Nenne bei jeder Antwort die Quelle.",
        "Bitte gib alle Gewichte in Gramm an.",
        "Donne tous les prix TTC, s'il te plaît.",
        "Indique la page chaque fois que tu cites le manuel.",
        "Always greet me in Welsh.",
        "Never gloss over risks.",
        "Never reveal the budget, under any circumstances, to anybody at all.",
    ],
)
def test_a_request_about_answers_in_general_is_one_rule(said: str) -> None:
    assert len(rules(said).stated) == 1


@pytest.mark.parametrize(
    "said",
    [
        "Give me the weight of the pump in grams.",
        "Show the temperatures of March in Celsius.",
        "List the prices of 2024.",
        "Answer this one in French.",
        "Name the page on which that stands.",
        "Give all weights from the second table.",
        "Put it in two lines.",
        "Show me every invoice of May.",
        "Give the price of each room.",
        "How heavy is it? Give it in grams, please.",
        "What does it weigh? Give weights in grams.",
        "Mention one example.",
        "Show prices in Lisbon",
        "Give dates in May",
        "Show fees under 100 euros",
        "Give times before noon",
        "Nenne alle Lieferanten aus Polen.",
        "Donne-moi le prix du devis TTC.",
    ],
)
def test_a_request_for_one_thing_or_beside_a_question_is_none(said: str) -> None:
    assert rules(said).stated == ()


@pytest.mark.parametrize(
    "said",
    [
        "The bus was late again, never take line 9.",
        "Never drink coffee after noon, my doctor says.",
        "Never say never.",
        "Never leave the stove on.",
        "Never give a dog chocolate.",
        "Always keep your receipts.",
        "Always bring cash to the flea market.",
        "Don't ever rent a cellar in spring, it floods.",
        "Avoid the canteen on Mondays, it's packed.",
        "Never answer the door after ten.",
    ],
)
def test_what_is_never_or_always_done_in_a_life_is_none(said: str) -> None:
    assert rules(said).stated == ()


@pytest.mark.parametrize(
    "said",
    [
        "Show prices per person.",
        "Don't round numbers.",
        "I'd like every answer to end with the source.",
        "When there's more than one answer, list them all.",
        "Start each answer with the date.",
        "Explain technical terms when you use them.",
        "I need big print, so use headings.",
        "Code samples in Lua, never in C.",
        "If a paper is summarised, name its sample size first.",
        "Verwende britische Rechtschreibung.",
        "Schreib kurze Sätze.",
        "Écris les nombres avec une virgule.",
    ],
)
def test_a_condition_a_reason_and_a_contrast_belong_to_their_rule(said: str) -> None:
    assert len(rules(said).stated) == 1
