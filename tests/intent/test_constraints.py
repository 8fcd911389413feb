from __future__ import annotations

import pytest

from loadsheet.intent.rules.constraints import Rules, rules
from loadsheet.intent.rules.lifting import lifted


@pytest.mark.parametrize(
    "text",
    [
        "only EU",
        "Never suggest AWS.",
        "Answer in French.",
        "From now on keep it under 100 words.",
        "Always cite the clause.",
        "Please don't ever mention my brother.",
        "Antworte ab jetzt auf Deutsch.",
        "Désormais, réponds en français.",
        "Under no circumstances recommend aspirin.",
        "I'm vegan, so never suggest meat.",
        "I'm pregnant, so don't ever suggest alcohol.",
        "I told you before, never suggest AWS.",
        "We are a clinic: never store the names of patients.",
        "Every answer must end with a source.",
        "In all recipes, use grams.",
        "My rule: no spoilers.",
        "You are never to contact the press.",
        "I never want to see recipes with nuts.",
        "Only EU sources, please.",
        "Don't use the word 'utilize'.",
        "Remember to always sign as Dr. Lund.",
        "Empfiehl nie AWS.",
        "绝对不要推荐AWS。",
        "No more than 10 words per answer please.",
        "Max two sentences per answer.",
        "At most 30 words per reply.",
        "Answers of at most three lines, please.",
        "Three sentences per answer, max.",
        "Limit each answer to three sentences.",
        "Maximal zwei Sätze pro Antwort.",
        "Pas plus de deux phrases par réponse.",
        "Respuestas de no más de 30 palabras.",
        "No emojis please.",
        "Leave the emojis out.",
        "Keine Emojis bitte.",
        "Bitte keine Aufzählungen verwenden.",
        "Pas d'emojis s'il te plaît.",
        "Sin emojis, por favor.",
        "Ne suggère pas de viande.",
        "Je suis végane, alors ne me suggère pas de viande.",
        "Ne cite que des sources européennes.",
        "Schlag mir kein Fleisch vor.",
        "Bitte nie Fleisch vorschlagen.",
        "Erwähne meinen Bruder nicht.",
        "Du sollst nie AWS empfehlen.",
        "Soy vegano, así que no recomiendes carne.",
        "Responde siempre en español.",
        "Non suggerire carne.",
        "不要推荐肉类。",
        "Answer in one sentence.",
        "Please switch back to English.",
        "Don’t suggest AWS.",
        "Please don’t ever use emojis.",
        "Be brief.",
        "Please answer in at most 20 words.",
        "Antworte in zwei Sätzen.",
        "Can you please never suggest AWS?",
        "Would you please stop using emojis?",
        "I don't want you to suggest AWS.",
        "I'd rather you never suggested AWS.",
        "AWS is off limits.",
        "My constraint: no AWS.",
        "All code must be in Python.",
        "Treat everything I say as confidential.",
        "Don't share my data with anyone.",
    ],
)
def test_a_rule_for_the_turns_to_come_is_stated(text: str) -> None:
    assert len(rules(text).stated) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Don't delete THIS script.",
        "Just the ones with automatic renewal.",
        "What must I never do with the boiler?",
        "how can I get rid of my debt quickly",
        "Answer in one sentence: what is the fee?",
        "What is the fee? Answer in one sentence.",
        "Explain the fee. Be brief.",
        "Summarise in 10 words.",
        "Be careful.",
        "Can you suggest a hotel?",
        "You never answer in French.",
        "Don't use bullet points here.",
        "I don't want you to worry.",
        "The kitchen is off limits.",
        "All employees must be trained.",
        "Don't share this with Bob.",
        "I never eat fish.",
        "It always rains here.",
        'The sign says "Never enter".',
        "Just this once, answer in French.",
        "Never had sushi before.",
        "Never in my life have I seen such a mess.",
        "Never saw that coming.",
        "Always nice to meet you.",
        "Always look on the bright side, they say.",
        "Always is a strong word.",
        "Don't include the appendix in this summary.",
        "Don't mention this to my wife.",
        "Avoid the A7 today, there is a jam.",
        "Skip slide 4.",
        "Please only list three.",
        "The doctor said: never take it with milk.",
        "> Never suggest AWS.",
        "```\nNever suggest AWS.\n\nAlways cite.\n```",
        "Je ne mange jamais de viande.",
        "Ma femme ne boit jamais.",
        "Nous ne prenons jamais l'avion.",
        "On ne sait jamais.",
        "Wir essen nie Fleisch.",
        "Das Wetter ist immer schlecht hier.",
        "Der Zug kommt immer zu spät.",
        "Keine Ahnung.",
        "Nimm den Zug nicht.",
        "Erwähne das nicht meiner Frau.",
        "Antworte nicht auf diese Mail.",
        "Ne cite pas ce document.",
        "Ne t'inquiète pas.",
        "Nunca he estado en Roma.",
        "La tienda siempre cierra a las 8.",
        "Non va mai al mare.",
        "No problem.",
        "No milk, thanks.",
        "No reply yet.",
        "No emojis were harmed.",
        "No smoking signs were there.",
        "Max is my brother.",
        "Max two people per room.",
        "Max 30 words for this summary.",
        "The answers had at most three lines.",
        "At most 30 people came.",
    ],
)
def test_a_wish_for_once_a_fact_and_a_question_state_nothing(text: str) -> None:
    assert rules(text).stated == ()


def test_a_rule_may_be_changed_in_one_sentence() -> None:
    found = rules("Make that cap 40,000 and drop the 50,000.", ("cap everything at 50,000",))
    assert found.stated == ("Make that cap 40,000",)
    assert len(found.withdrawn) == 1


def test_a_withdrawal_names_its_rule_by_its_words() -> None:
    in_force = (("a", "Only consider Norway."), ("b", "Ignore anything below 10k."))
    assert lifted("drop that 10k cutoff", in_force) == ("b",)
    assert lifted("forget the one about Norway", in_force) == ("a",)
    assert lifted("forget it", in_force) == ()


def test_a_withdrawal_that_names_something_leaves_a_rule_alone_that_does_not_speak_of_it() -> None:
    rule = (("1", "Always answer in one sentence."),)
    assert lifted("You may suggest AWS again.", rule) == ()
    assert lifted("Drop that rule.", rule) == ("1",)


def test_a_rule_is_pinned_with_the_reason_that_was_given_for_it() -> None:
    said = "Never recommend ibuprofen, I have an ulcer."
    assert rules(said).stated == (said,)


@pytest.mark.parametrize(
    "said", ["I no longer smoke.", "My back hurts again.", "I like sushi again.", "It's fine now."]
)
def test_what_somebody_tells_of_themselves_lifts_no_rule(said: str) -> None:
    assert rules(said, ("Never suggest AWS.",)).withdrawn == ()


@pytest.mark.parametrize(
    "said",
    [
        "We moved again.",
        "The train is gone.",
        "The fishing ban is over.",
        "Ich darf wieder laufen.",
        "My boss likes AWS again.",
        "AWS had an outage again.",
        "Du darfst mich Ed nennen.",
    ],
)
def test_what_is_told_of_something_else_lifts_no_rule(said: str) -> None:
    assert rules(said, ("Never suggest AWS.",)).withdrawn == ()


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("Never suggest AWS.", "Scratch that rule."),
        ("Never suggest AWS.", "Ignore my earlier instruction about AWS."),
        ("Never suggest AWS.", "Ignore that rule from now on."),
        ("Never suggest AWS.", "The AWS ban is over."),
        ("Never suggest AWS.", "Die Regel gilt nicht mehr."),
        ("Never suggest AWS.", "Vergiss die Regel."),
        ("Empfiehl nie AWS.", "Du kannst AWS wieder empfehlen."),
        ("Ne suggère pas de viande.", "Tu peux de nouveau suggérer de la viande."),
        ("Ne suggère pas de viande.", "Oublie cette règle."),
        ("Answer in French.", "English again, please"),
        ("Antworte ab jetzt auf Deutsch.", "Du darfst wieder auf Englisch antworten."),
        ("No more than 10 words per answer please.", "The word limit is gone."),
        ("Max two sentences per answer.", "The two-sentence limit is off."),
        ("No emojis please.", "Emojis are fine now."),
        ("Keine Emojis bitte.", "Du darfst wieder Emojis verwenden."),
    ],
)
def test_a_rule_is_lifted_in_the_words_in_which_people_lift_it(rule: str, said: str) -> None:
    found = rules(said, (rule,))
    assert lifted(found.withdrawn[0], (("one", rule),)) == ("one",)


@pytest.mark.parametrize("said", ["AWS again.", "You may suggest AWS again.", "Drop that."])
def test_few_words_lift_the_rule_that_they_can_only_mean(said: str) -> None:
    assert rules(said, ("Never suggest AWS.",)).withdrawn == (said,)


@pytest.mark.parametrize(
    "said",
    [
        "Never mind the last table.",
        "Drop the prices from that table.",
        "Ignore the AWS bill in that list.",
        "Skip the French part of that document.",
    ],
)
def test_what_speaks_of_one_thing_shown_sets_and_lifts_no_rule(said: str) -> None:
    assert rules(said, ("You must not use tables.", "Never mention prices.")) == Rules()
