"""What tells how things are, and what was asked for once, begins as a rule does and is none."""

from __future__ import annotations

import pytest

from loadsheet.intent.rules.constraints import rules


@pytest.mark.parametrize(
    "said",
    [
        "Never again will I fly.",
        "Never again will my brother lend me his car.",
        "Never before has the price been this high.",
        "Always late, that train.",
        "Always complaining, my boss.",
        "Always hungry, that kid.",
        "Always on the move, those two.",
        "Always something broken in this house.",
        "Never enough time.",
        "Never again!",
        "Never works.",
        "Always rains on Sundays.",
        "Never with my luck.",
        "Never eat shellfish myself.",
        "Stop mentioning it, you'll jinx it!",
        "Immer zu spät, dieser Zug.",
        "Immer Ärger mit dem Drucker.",
        "Toujours en retard, ce train.",
        "Siempre lo mismo.",
        "Sempre la stessa storia.",
        "Only Tuesday and I'm already tired.",
    ],
)
def test_what_was_always_or_never_so_is_no_rule(said: str) -> None:
    assert rules(said).stated == ()


@pytest.mark.parametrize(
    "said",
    [
        "Never suggest AWS is what my boss said.",
        "Never suggest AWS, says my boss.",
        "Never suggest AWS, according to my boss.",
        "Never trust a skinny chef, as my grandmother used to say.",
        "Never give up is his motto.",
        "Always check the oil is the first line of the manual.",
        "My boss told me to never suggest AWS.",
    ],
)
def test_what_somebody_else_said_is_no_rule(said: str) -> None:
    assert rules(said).stated == ()


@pytest.mark.parametrize(
    "said",
    [
        "I want you to summarise the leave policy.",
        "I'd like you to compare the two offers.",
        "I need you to tell me when the lease ends.",
        "I need all invoices of March.",
        "I want every row of the table.",
        "I need only the totals.",
        "I want no more meetings.",
        "You should read the report.",
        "Call me when you're done.",
        "Don't call me, I'm in a meeting.",
    ],
)
def test_what_is_wanted_once_is_no_rule(said: str) -> None:
    assert rules(said).stated == ()


@pytest.mark.parametrize(
    "said",
    [
        "From now on I work from home.",
        "Prices are higher from now on.",
        "Going forward, the team meets on Tuesdays.",
        "In the future cars will fly.",
        "The price goes up every time.",
        "Every time I call, nobody answers.",
        "Ab sofort gilt der neue Tarif.",
        "In Zukunft fahre ich mit dem Zug.",
        "À partir de maintenant, le bureau ferme à 18 h.",
        "A partir de hoy trabajo en casa.",
        "Da oggi lavoro da casa.",
        "以后我住在北京。",
        "Whatever I say, nobody listens.",
        "It was late, so only Bob came.",
        "It rains, always.",
    ],
)
def test_how_things_are_from_now_on_is_no_rule(said: str) -> None:
    assert rules(said).stated == ()


@pytest.mark.parametrize(
    "said",
    [
        "Never again mention the Heron project.",
        "Never should you mention prices.",
        "Never suggest AWS, my boss hates it.",
        "Never suggest AWS, as I said.",
        "Never suggest AWS is our rule here.",
        "Never have tables in your answers.",
        "Always full sentences, please.",
        "Always with the page number.",
        "Immer mit Seitenzahl, bitte.",
        "Siempre en español.",
        "Nie wieder Tabellen.",
        "Plus jamais d'emojis.",
        "Under 100 words, always.",
        "In French, always.",
        "Short answers, always.",
        "You are to answer in French.",
        "You must answer in French.",
        "I need you to answer in German.",
        "I want you to cite pages.",
        "I want all prices in euros.",
        "I want only vegan recipes.",
        "I'd like you to never mention Heron.",
        "I'm dyslexic, so please keep sentences short.",
        "I have kids around, so no swearing please.",
        "Write short sentences please, I'm dyslexic.",
        "Whatever I ask, answer in rhyme.",
        "No matter what I ask, answer in French.",
        "Whatever language I use, answer in English.",
        "Egal was ich frage, antworte auf Deutsch.",
        "Quoi que je demande, réponds en français.",
        "Sag nie wieder Chef zu mir.",
        "Du sollst auf Deutsch antworten.",
        "Ne m'appelle plus chef.",
        "No me llames jefe nunca más.",
        "From now on pretend you're a pirate.",
        "Prices without VAT from now on.",
        "All prices must be net from now on.",
        "AWS is off limits from now on.",
        "Désormais cite la page.",
        "De ahora en adelante cita la página.",
        "以后都用中文回答。",
        "Talk to me like a pirate.",
        "My eyes are bad, please use large headings.",
        "My hands shake, please keep your answers short.",
        "Be brief and be polite.",
        "Never invent sources.",
        "Never speculate.",
        "Always flag anything older than a year.",
        "never paraphrase the contract, quote it",
        "no exclamation marks pls",
    ],
)
def test_a_rule_is_stated_in_the_words_in_which_people_state_it(said: str) -> None:
    assert len(rules(said).stated) == 1


@pytest.mark.parametrize(
    ("said", "each"),
    [
        (
            "Answer in at most one sentence and never mention the Heron project.",
            ("Answer in at most one sentence", "never mention the Heron project."),
        ),
        (
            "Never mention the Heron project and answer in at most one sentence.",
            ("Never mention the Heron project", "answer in at most one sentence."),
        ),
        ("Be brief. Never mention prices.", ("Be brief.", "Never mention prices.")),
        (
            "Use TypeScript in all code examples and never show my API key.",
            ("Use TypeScript in all code examples", "never show my API key."),
        ),
        ("Answer in French and keep it short.", ("Answer in French", "keep it short.")),
        (
            "Answer in German, keep it short, and never use tables.",
            ("Answer in German", "keep it short", "never use tables."),
        ),
        (
            "Réponds en français et ne cite jamais Heron.",
            ("Réponds en français", "ne cite jamais Heron."),
        ),
        ("No tables and no emojis please.", ("No tables", "no emojis please.")),
        (
            "Answer in French, cite the page and never mention Heron.",
            ("Answer in French, cite the page", "never mention Heron."),
        ),
        ("Never suggest AWS, Azure and Google.", ("Never suggest AWS, Azure and Google.",)),
        (
            "If I ask for a deadline, name the weekday and never use tables.",
            ("If I ask for a deadline, name the weekday and never use tables.",),
        ),
        ("What is the fee? Never mention prices and be brief.", ("Never mention prices",)),
        ("Summarise the lease and never mention prices.", ("never mention prices.",)),
        (
            "For the rest of this conversation, no jargon.",
            ("For the rest of this conversation, no jargon.",),
        ),
        ("Write a letter to Bob and keep it short.", ()),
        ("Explain the fee and answer in French.", ()),
    ],
)
def test_each_rule_of_a_sentence_stands_by_itself(said: str, each: tuple[str, ...]) -> None:
    assert rules(said).stated == each


def test_a_length_joined_to_another_rule_is_a_rule_of_its_own() -> None:
    assert rules("Two sentences max and no emojis.").stated == ("Two sentences max", "no emojis.")
    assert rules("What is the fee? Two sentences max.").stated == ()
