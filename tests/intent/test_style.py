"""Instructions about how to answer, and which of them replace or end one another."""

from __future__ import annotations

import pytest

from loadsheet.intent.rules.constraints import rules
from loadsheet.intent.rules.lifting import lifted, superseded
from loadsheet.intent.rules.style import ends, manner


def replaces(new: str, old: str) -> bool:
    made, before = manner(new), manner(old)
    return made is not None and before is not None and ends(made, before)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Reply in Spanish.", "Reply in Dutch from now on."),
        ("Always write in Polish.", "Switch to Italian."),
        ("Antworte auf Englisch.", "Antworte auf Deutsch."),
        ("Keep your answers brief.", "Give me detailed answers from now on."),
        ("Use at most 80 words.", "Answer in no more than 40 words."),
        ("Use at most 80 words.", "Never use more than 40 words."),
        ("Always use bullet points.", "Answer in a table."),
        ("Use metric units.", "Use imperial units instead."),
        ("Temperatures in Celsius, please.", "Use Fahrenheit."),
        ("Be formal.", "Keep the tone casual."),
        ("Use British spelling.", "Use American spelling."),
        ("Call me Doctor Lee.", "Call me Ann."),
        ("Only use the 2023 handbook.", "Only use the 2025 handbook."),
        ("Never recommend Oracle.", "Always recommend Oracle."),
    ],
)
def test_another_value_of_one_attribute_replaces_the_one_before(old: str, new: str) -> None:
    assert replaces(new, old)
    assert superseded(new, [("a", "Never mention my ex."), ("b", old)]) == ("b",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Reply in Spanish.", "Don't reply in Spanish."),
        ("Reply in Spanish.", "You may reply in English now."),
        ("Reply in Spanish.", "Spanish is no longer needed."),
        ("Always answer in Dutch.", "Stop answering in Dutch."),
        ("Always answer in Dutch.", "You don't have to answer in Dutch any more."),
        ("Keep it short.", "You can go into more detail again."),
        ("Use at most 80 words.", "You can go into more detail again."),
        ("Answer in bullet points.", "No more bullet points, please."),
        ("Answer in bullet points.", "Prose is fine."),
        ("Only cite the handbook.", "You can use other sources too."),
        ("Only cite the handbook.", "You needn't stick to the handbook."),
        ("Never recommend Oracle.", "You can recommend Oracle."),
        ("Avoid Oracle.", "Feel free to mention Oracle."),
        ("Don't mention prices.", "Prices are fine now."),
        ("Always quote paragraphs.", "No need to quote paragraphs any more."),
    ],
)
def test_a_denial_or_a_permission_lifts_what_says_otherwise(old: str, new: str) -> None:
    in_force = (("a", "Never call me before noon."), ("b", old))
    found = rules(new, tuple(text for _, text in in_force))
    assert (found.stated, len(found.withdrawn)) == ((), 1)
    assert lifted(found.withdrawn[0], in_force) == ("b",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Reply in Spanish.", "Don't reply in Dutch."),
        ("Reply in Spanish.", "Keep it short."),
        ("Write emails in Spanish.", "Reply in Dutch."),
        ("Use metric units for recipes.", "Use imperial units for flights."),
        ("Use Celsius.", "Use miles."),
        ("Never recommend Oracle.", "You may recommend Postgres."),
        ("Use at most 80 words.", "Answer in no more than two sentences."),
        ("Keep it below 60 words.", "Give me up to 4 bullets."),
        ("Call me Ada.", "Always call me after lunch."),
        ("Call me Ada.", "Call me 10 minutes before the meeting."),
        ("Call me Ada.", "Never call me at weekends."),
        ("Keep answers detailed.", "Recommend brief videos when I write."),
        ("Keep answers detailed.", "Recommend short books when I explain my mood."),
        ("Never recommend Oracle or Sybase.", "You may recommend Oracle."),
        ("Never recommend hotels with pools.", "Always recommend hotels."),
        ("Don't mention games about war.", "From now on, always mention games."),
        ("Never recommend French wine.", "Answer in French."),
        ("Keep answers short.", "Suggest short hikes."),
    ],
)
def test_what_is_of_another_attribute_value_or_scope_stays(old: str, new: str) -> None:
    assert not replaces(new, old)
