"""What kinds of page and of question a quotation answers, and the rules of form that it keeps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import ChatMessage, Prompt, Span
from loadsheet.assembly.frame import escaped, frame, unescaped
from loadsheet.intent.rules.answer_format import AnswerFormat, form_of
from loadsheet.intent.rules.style import manner
from loadsheet.models.extractive import answer
from loadsheet.quoting.choosing import as_asked, choose, choose_each
from loadsheet.quoting.composing import NO_ANSWER
from loadsheet.quoting.cutting import Quotable
from loadsheet.quoting.format_limits import shortened
from loadsheet.quoting.prompt_view import Passage, read

FAQ = """**Can I bring a friend to the gym?**
Yes, once a week.

**Why was I asked for a card?**
Because of the insurance. It lapses without one.
"""
STEPS = """## Resetting the lamp

To reset the lamp:

1. Hold the switch.
2. Wait for the second flash.
3. Let go.

It starts with full brightness.
"""
CODE = """# Client

Install the client:

```bash
pipx install lamp
lamp login
```

It runs everywhere.
"""
LEASE = """**1. Rent.** It is 300 euros a month.

**2. Repairs.** The landlord maintains the roof. The tenant maintains the windows.
"""


def quoted(question: str, *texts: str) -> str:
    found, _ = choose_each(question, [Passage(i, text) for i, text in enumerate(texts, 1)])
    return "\n".join(quote.text for quote in found)


def test_a_page_of_questions_is_answered_by_the_answer_and_not_by_an_echo_of_the_question() -> None:
    assert quoted("Can I bring a friend?", FAQ) == "Yes, once a week."
    why = quoted("Why was I asked for a card?", FAQ)
    assert why == "Because of the insurance. It lapses without one."


def test_the_steps_of_a_way_to_do_something_are_quoted_whole_and_in_their_order() -> None:
    listed = "1. Hold the switch.\n2. Wait for the second flash.\n3. Let go."
    assert quoted("How do I reset the lamp?", STEPS) == f"To reset the lamp:\n\n{listed}"
    assert quoted("When do I let go of the lamp's switch?", STEPS) != listed


def test_code_is_quoted_whole_with_what_announces_it() -> None:
    assert quoted("How do I install the client?", CODE) == (
        "Install the client:\n\n```bash\npipx install lamp\nlamp login\n```"
    )


def test_a_marker_behind_code_stands_on_a_line_of_its_own() -> None:
    text = answer(prompt("How do I install the client?", frame("evidence", CODE, {"id": "1"})), 99)
    assert text.endswith("lamp login\n```\n[1]")


def test_a_list_whose_heading_is_asked_for_is_quoted_whole() -> None:
    text = "## Ingredients\n\n- 800 g flour\n- 18 g salt\n"
    asked = "What ingredients does the bread need?"
    assert quoted(asked, text) == "- 800 g flour\n- 18 g salt"
    assert quoted("How much salt does the bread need?", text) == "18 g salt"


def test_each_part_of_a_question_is_answered() -> None:
    text = "Claims are approved by Ines Okafor. They are paid within five days. Lunch is at noon."
    asked = "Who are claims approved by and when are they paid?"
    assert quoted(asked, text).split("\n") == [
        "Claims are approved by Ines Okafor.",
        "They are paid within five days.",
    ]


def test_the_other_side_of_a_bound_is_not_quoted() -> None:
    text = "Claims up to 500 euros go to the lead. Claims above 500 euros go to the head."
    assert quoted("Who gets claims above 500 euros?", text).endswith("the head.")
    assert quoted("Who gets claims up to 500 euros?", text).endswith("the lead.")


def test_below_that_names_the_bound_of_the_sentence_before() -> None:
    text = "Expenses above 200 euros are signed by the head of finance. Below that, the lead signs."
    assert quoted("Who signs expenses below 200 euros?", text).endswith("the lead signs.")
    assert quoted("Who signs expenses above 200 euros?", text).endswith("the head of finance.")


def test_a_definition_goes_before_another_use_of_the_word() -> None:
    text = "Boats on the slipway must be lashed to the slipway. A slipway is a ramp for boats."
    assert quoted("What is a slipway?", text).startswith("A slipway is a ramp")


def test_words_in_bold_that_begin_a_paragraph_are_its_heading_and_are_not_quoted() -> None:
    assert quoted("Who does repairs of the roof?", LEASE) == "The landlord maintains the roof."
    assert quoted("How much is the rent?", LEASE) == "It is 300 euros a month."


def test_a_heading_is_quoted_only_for_the_date_that_it_holds() -> None:
    text = "## 3.1.0 (2031-02-02)\n\n- Added: webhooks.\n"
    assert quoted("When was 3.1.0 released?", text).startswith("3.1.0 (2031-02-02)")
    assert "2031" not in quoted("Which webhooks were added?", text)


def test_a_sentence_is_found_by_another_form_of_a_word_of_the_question() -> None:
    text = "The lamp is old. The lamp is owned by the Light team."
    assert quoted("Who owns the lamp?", text).startswith("The lamp is owned")


# ---------------------------------------------------------------- form

MEALS = frame(
    "evidence",
    "Meals are paid up to 32 euros a day, but never for guests. Meals need a receipt for each day.",
    {"id": "1"},
)


def prompt(question: str, *blocks: str, rules: str = "") -> Prompt:
    system = frame("instructions", "Answer.") + (frame("constraint", rules) if rules else "")
    asked = "".join(blocks) + frame("question", question)
    return Prompt(
        messages=({"role": "system", "content": system}, {"role": "user", "content": asked})
    )


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Answer in one sentence.", AnswerFormat(sentences=1)),
        ("In at most two sentences: why?", AnswerFormat(sentences=2)),
        ("From now on keep your answers to 3 sentences.", AnswerFormat(sentences=3)),
        ("Answer in at most 50 words.", AnswerFormat(words=50)),
        ("Never use more than 20 words, in 20 words or less.", AnswerFormat(words=20)),
        ("Show it as a bulleted list.", AnswerFormat(items=True)),
        ("Answer briefly.", AnswerFormat(brief=True)),
        ("Answer in French, kindly.", AnswerFormat()),
        ("What does a sentence cost?", AnswerFormat()),
        ("How many words does the essay need?", AnswerFormat()),
        ("Who is on the list?", AnswerFormat()),
        ("How many names are in a list of guests?", AnswerFormat()),
        ("Which titles have under 5 words?", AnswerFormat()),
        ("May I reply in under 5 words to the survey?", AnswerFormat()),
        ("What is it, in under 5 words?", AnswerFormat(words=5)),
        ("Réponds en une phrase : combien coûte la nuit ?", AnswerFormat(sentences=1)),
    ],
)
def test_the_rules_of_form_that_a_quotation_can_keep_are_read(
    text: str, form: AnswerFormat
) -> None:
    assert form_of(text)[0] == form


@pytest.mark.parametrize(
    ("rule", "form"),
    [
        ("Never use more than two sentences.", AnswerFormat(sentences=2)),
        ("Don't write longer than 40 words.", AnswerFormat(words=40)),
        ("Answers must have no more than 3 sentences.", AnswerFormat(sentences=3)),
        ("Keep every reply below five lines.", AnswerFormat(sentences=5)),
        ("Answer in at most 3 bullet points.", AnswerFormat(sentences=3, items=True)),
        ("Keep answers under 30 words.", AnswerFormat(words=30)),
        ("Reply concisely.", AnswerFormat(brief=True)),
        ("Never use bullet points.", AnswerFormat()),
        ("Don't answer in one sentence.", AnswerFormat()),
    ],
)
def test_a_rule_on_length_in_force_is_kept_and_replaces_another_of_its_unit(
    rule: str, form: AnswerFormat
) -> None:
    assert form_of("What is paid?", [rule])[0] == form
    said = manner(rule)
    assert said is not None
    assert (said.force == "set") == (form != AnswerFormat())


def test_a_wish_of_the_turn_is_no_part_of_what_is_asked_and_outranks_a_standing_one() -> None:
    form, question = form_of("In one sentence: what is paid?", ["Answer in three sentences."])
    assert (form, question) == (AnswerFormat(sentences=1), "what is paid?")


def test_a_standing_rule_on_words_is_kept_and_the_quotation_says_where_it_stops() -> None:
    text = answer(prompt("What are meals paid?", MEALS, rules="Answer in at most 10 words."), 99)
    assert text == "Meals are paid up to 32 euros a day … [1]"


def test_one_sentence_is_one_sentence_and_a_list_is_a_list() -> None:
    assert answer(prompt("What of meals, in one sentence?", MEALS), 99).count(".") == 1
    listed = answer(prompt("What of meals and receipts, as a list?", MEALS), 99)
    assert all(line.startswith("- ") for line in listed.split("\n"))


@given(st.text(alphabet="ab ,.", max_size=60), st.integers(1, 9))
def test_what_is_shortened_is_the_beginning_in_so_many_words(text: str, most: int) -> None:
    cut = shortened(text, most)
    assert text.startswith(cut.removesuffix(" …"))
    assert len(cut.removesuffix("…").split()) <= max(most, 0) or cut == text


# ---------------------------------------------------------------- the characters of the source


@given(st.text(alphabet="<>/&;amplt evidnc|x", max_size=40), st.sampled_from(["", "<evidence>"]))
def test_what_was_escaped_for_a_block_comes_back_as_it_was(text: str, more: str) -> None:
    for source in (text + more, f"&lt;evidence {text}", f"&amp;lt;/evidence {text}"):
        assert unescaped(escaped("evidence", source)) == source


def test_a_reader_sees_the_characters_of_the_source_and_the_prompt_stays_escaped() -> None:
    source = "Markup such as <evidence> passes."
    asked = prompt("What markup passes?", frame("evidence", source, {"id": "1"}))
    assert "&lt;evidence>" in asked.messages[1]["content"]
    assert answer(asked, 99) == f"{source} [1]"


def test_nothing_is_quoted_twice_though_two_passages_say_it() -> None:
    twice = [Passage(1, "The fee is 9 euros."), Passage(2, "The fee is 9 euros.")]
    assert [quote.marker for quote in choose("What is the fee?", twice)] == [1]


@pytest.mark.parametrize(
    ("question", "key", "row"),
    [
        ("Where am I?", "in", "I am in Lisbon at the moment."),
        ("Do I have any allergies?", "allergic to", "I am allergic to peanuts."),
        ("What is my age?", "age", "I am 34 years old."),
    ],
)
def test_what_was_recalled_by_its_key_is_quoted_whatever_words_it_is_said_in(
    question: str, key: str, row: str
) -> None:
    held = {"subject": "user", "key": key}
    assert answer(prompt(question, frame("structured_state", row, held)), 99) == row


def test_a_passage_without_a_word_of_the_question_is_still_no_answer() -> None:
    assert quoted("Where am I?", "The gym is free.") == ""


def test_a_term_stands_for_every_word_of_the_question_that_it_is_a_form_of() -> None:
    none: frozenset[str] = frozenset()
    piece = Quotable(
        0,
        Span(start=0, end=4),
        "form",
        "form",
        frozenset({"form"}),
        frozenset(),
        none,
        1,
        "form",
        0,
    )
    (read,) = as_asked([piece], frozenset({"former", "forming", "forms"}))
    assert read.terms == {"form", "forming", "forms"}


def test_a_menu_or_a_table_of_contents_is_no_answer_where_a_sentence_is() -> None:
    text = "* [Opening hours](hours.html)\n* [Prices](prices.html)\n\n## Opening hours\n\nDaily from 8:00.\n"
    assert quoted("What are the opening hours?", text) == "Daily from 8:00."
    text = "Opening hours ........ 14\n\nThe shop opens daily from 8:00.\n"
    assert quoted("What are the opening hours?", text) == "The shop opens daily from 8:00."


@pytest.mark.parametrize(
    ("question", "text", "right"),
    [
        ("Wann kann man kündigen?", "Die Kündigung ist bis Mai möglich.", "Die Kündigung"),
        ("Wie hoch ist der Beitrag?", "Der Jahresbeitrag beträgt 36 Euro.", "Der Jahresbeitrag"),
        ("À quelle heure arriver ?", "Les arrivées se font dès 16 h.", "Les arrivées"),
        ("¿Cuánto pagan los menores?", "Un menor paga 2 €.", "Un menor"),
        ("年卡多少钱？", "年卡二千六百元。", "年卡二千六百元。"),
    ],
)
def test_a_question_is_answered_from_other_forms_of_its_words_in_its_language(
    question: str, text: str, right: str
) -> None:
    assert quoted(question, text).startswith(right)


def sections(*texts: str, source: str = "board") -> str:
    blocks = [
        frame("evidence", text, {"id": str(i), "source": f"{source} › {i}"})
        for i, text in enumerate(texts, 1)
    ]
    return "".join(blocks)


MINUTES = sections(
    "# Minutes of the board\n\n[Home](/) | [Docs](/docs)\n\nPresent were Ada and Bo alone.",
    "## Roof\n\nThe roof of the hall leaks badly. It is old.",
    "## Meals\n\nLunch will cost 3 pounds from May.",
)
RELEASES = sections(
    "## Version 5.1\n\nDark mode was added.",
    "## Version 5.2\n\nNotes are shared by link.",
    "## Version 4.9.3\n\nA crash was fixed in it.",
    source="releases",
)


def test_an_overview_says_a_line_of_each_section_of_the_document_that_is_meant() -> None:
    said = answer(prompt("Summarise the minutes of the board.", MINUTES + RELEASES), 400)
    assert said == (
        "Present were Ada and Bo alone. [1] The roof of the hall leaks badly. [2] "
        "Lunch will cost 3 pounds from May. [3]"
    )


def test_what_changed_between_two_versions_is_what_came_after_the_first() -> None:
    said = answer(prompt("What changed between 4.9.3 and 5.1?", RELEASES), 400)
    assert said == "Dark mode was added. [1]"


def test_a_part_that_nothing_answers_is_said_to_have_no_answer() -> None:
    lunch = frame("evidence", "Lunch costs 3 pounds.", {"id": "1"})
    said = answer(prompt("What does lunch cost? Who drives the tractor?", lunch), 400)
    assert said == (
        "Lunch costs 3 pounds. [1]\n\nThe evidence does not answer “Who drives the tractor?”."
    )


@pytest.mark.parametrize("asked", ["Repeat your previous answer.", "What did you just say?"])
def test_the_last_answer_is_said_once_more_from_the_transcript_without_its_markers(
    asked: str,
) -> None:
    made = prompt(asked)
    before: ChatMessage = {"role": "assistant", "content": "Lunch costs 3 pounds. [2]"}
    messages = (made.messages[0], before, made.messages[-1])
    assert answer(Prompt(messages=messages), 400) == "Lunch costs 3 pounds."


def test_a_part_with_the_sign_that_parts_them_is_one_part() -> None:
    block = frame("evidence", "It is 3.", {"id": "1", "for": "a &#124; b? | c?"})
    assert read(prompt("x", block)).passages[0].parts == ("a | b?", "c?")


def test_a_table_keeps_to_one_sentence_with_one_row() -> None:
    table = "| Dog | Night |\n|---|---|\n| Small | 18 |\n| Large | 24 |"
    block = frame("evidence", table, {"id": "1"})
    said = answer(prompt("What is the night price of dogs, in one sentence?", block), 400)
    assert said.count("\n") == 2


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("How much does the waiver cost?", "They sign the waiver at the desk."),
        ("How heavy is the crane? ", "The crane is heavy and old."),
        ("How many calories has the bread?", "The bread has 18 g of salt."),
        ("What is the colour of the crane?", "The crane lifts boats."),
        ("How many calories has the bread?", "The bread is due and so are calories."),
    ],
)
def test_what_holds_no_value_of_the_kind_that_is_asked_for_is_no_answer(
    asked: str, text: str
) -> None:
    block = frame("evidence", text, {"id": "1"})
    assert answer(prompt(asked, block), 400) == NO_ANSWER


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("How much does the waiver cost?", "The waiver costs 3 euros."),
        ("How much is the waiver?", "The waiver is free."),
        ("How many people fit in the room?", "The room seats fourteen and fits all."),
        ("Who leads the summer camp?", "Led by Ana Berg, the summer camp is small."),
        ("What is the price of the crane?", "The crane costs 30 €."),
        ("Wann beginnt der Kurs?", "Der Kurs beginnt um acht Uhr."),
        ("Wie hoch ist die Gebühr?", "Die Gebühr beträgt zwölf Euro."),
        ("Wie viele Plätze hat der Saal?", "Der Saal hat fünfzehn Plätze."),
        ("Quand commence le cours ?", "Le cours commence à huit heures."),
        ("¿Cuándo empieza el curso?", "El curso empieza a las ocho."),
    ],
)
def test_what_holds_a_value_of_the_kind_that_is_asked_for_is_quoted(asked: str, text: str) -> None:
    block = frame("evidence", text, {"id": "1"})
    assert answer(prompt(asked, block), 400) == f"{text} [1]"


def test_a_value_by_the_word_that_is_asked_about_goes_before_one_far_from_it() -> None:
    far = "Handles and lids are kept for eight years after a sale, and sent free of charge during the warranty."
    near = "Every product has a warranty of two years."
    blocks = [
        frame("evidence", text, {"id": str(n)})
        for n, text in enumerate(("Lids are green.", far, near), start=1)
    ]
    assert answer(prompt("How long is the warranty?", *blocks), 400).startswith(near)


@pytest.mark.parametrize("asked", ["What am I allergic to?", "Do I have any allergies?"])
def test_what_a_document_says_of_the_user_is_no_answer_to_who_asks_of_themselves(
    asked: str,
) -> None:
    block = frame("evidence", "The user is allergic to shellfish. Spaces are few.", {"id": "1"})
    assert answer(prompt(asked, block), 400) == NO_ANSWER


CHANGES = (
    "# Changes\n\n## 3.1.0 (2026-06-30)\n- Tags can be nested.\n- Crashes on start are fixed.\n\n"
    "## 3.0.0 (2026-02-11)\n- Dark mode on all platforms.\n\n## 2.9.0 (2025-12-01)\n- Search by date."
)
MEETING = (
    "# Meeting, 12 November 2026\n\n## Decisions\n- The launch moves to 15 January.\n\n"
    "## Actions\n- Tom tells the press by 20 November."
)
LETTER = (
    "Your uncle left you his cottage in St Ives and the sum of £18,500. The cottage is let until 30 April 2027. "
    "The rent is £1,150 a month."
)
MIETE = "# Vertrag\n\n## § 2 Miete\nDie Kaltmiete beträgt 890 Euro. Die Miete ist bis zum dritten Werktag zu zahlen."
STAFF = "name;room;since\nPriya Nair;B-204;2019\nTom Okafor;B-210;2021\nJun Sato;B-204;2023"


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [
        (
            "Which version added nested tags?",
            CHANGES,
            "3.1.0 (2026-06-30) [1] Tags can be nested. [1]",
        ),
        (
            "When was dark mode added?",
            CHANGES,
            "3.0.0 (2026-02-11) [1] Dark mode on all platforms. [1]",
        ),
        (
            "What changed between 2.9.0 and 3.1.0?",
            CHANGES,
            "Tags can be nested. [1] Crashes on start are fixed. [1] Dark mode on all platforms. [1]",
        ),
        (
            "What did we decide on 12 November?",
            MEETING,
            "The launch moves to 15 January. [1]",
        ),
        ("Wie hoch ist die Miete?", MIETE, "Die Kaltmiete beträgt 890 Euro. [1]"),
        (
            "What is the rent of the cottage in St Ives?",
            LETTER,
            "The rent is £1,150 a month. [1]",
        ),
        (
            "How much is the rent and until when is the cottage let?",
            LETTER,
            "The rent is £1,150 a month. [1] The cottage is let until 30 April 2027. [1]",
        ),
        (
            "Who has room B-204?",
            STAFF,
            "name;room;since\nPriya Nair;B-204;2019 [1]\nJun Sato;B-204;2023 [1]",
        ),
        (
            "When do I need a certificate?",
            "A certificate is needed from the fourth day on.",
            "A certificate is needed from the fourth day on. [1]",
        ),
        (
            "When is the trip to the lake?",
            "# Meeting, 4 November 2026\n\nMost members prefer the trip to the lake. It takes place on 12 June 2027.",
            "It takes place on 12 June 2027. [1]",
        ),
        (
            "From when are the prices valid?",
            "Valid from 1 October 2026. All prices include VAT.",
            "Valid from 1 October 2026. [1]",
        ),
        (
            "When does the library open?",
            "The library opens at nine. It is quiet.",
            "The library opens at nine. [1]",
        ),
        (
            "What colour is the exit sign?",
            "The exit sign is green. The lamp is white.",
            "The exit sign is green. [1]",
        ),
    ],
)
def test_what_holds_the_value_that_is_asked_for_is_quoted(asked: str, text: str, said: str) -> None:
    block = frame("evidence", text, {"id": "1", "source": "notes"})
    assert answer(prompt(asked, block), 400) == said


def test_of_a_version_that_no_passage_speaks_of_nothing_is_said() -> None:
    block = frame("evidence", CHANGES, {"id": "1", "source": "notes"})
    assert answer(prompt("What was fixed in version 4.2?", block), 400).startswith(NO_ANSWER)


@pytest.mark.parametrize("asked", ["No, I meant the Heron F.", "Sorry, the Heron F."])
def test_a_letter_tells_two_names_apart(asked: str) -> None:
    herons = "The Heron E weighs 12 kg. The Heron F weighs 14 kg."
    block = frame("evidence", herons, {"id": "1"})
    assert answer(prompt(asked, block), 400) == "The Heron F weighs 14 kg. [1]"


def test_sources_that_disagree_are_quoted_with_their_dates() -> None:
    blocks = [
        frame(
            "evidence",
            f"The late fee is {fee} EUR.",
            {"id": n, "date": day, "disagrees": "group 1"},
        )
        for n, fee, day in (("1", 35, "2026-01-01"), ("2", 30, "2024-02-01"))
    ]
    assert answer(prompt("How much is the late fee?", *blocks), 400) == (
        "The late fee is 35 EUR. [1] (2026-01-01) The late fee is 30 EUR. [2] (2024-02-01)"
    )


LEAD = "The orchard in Velden grows pears and sells them at the gate on market days."


@pytest.mark.parametrize(
    ("question", "one", "other", "said"),
    [
        (
            "What is the price of pears from the orchard in Velden?",
            "The price is 12 euros.",
            "The price is 14 euros.",
            "The price is 12 euros. [1] The price is 14 euros. [2]",
        ),
        (
            "What is the price of pears from the orchard in Velden?",
            "The price is 12 euros.",
            "The price is not 12 euros.",
            "The price is 12 euros. [1] The price is not 12 euros. [2]",
        ),
        (
            "Are pets welcome at the orchard in Velden?",
            "Pets are welcome.",
            "Pets are not welcome.",
            "Pets are not welcome. [2] Pets are welcome. [1]",
        ),
        ("What does the orchard in Velden sell at the gate?", "It is shut.", "It is open.", LEAD),
    ],
)
def test_a_sentence_that_both_sides_say_is_no_side(
    question: str, one: str, other: str, said: str
) -> None:
    blocks = [
        frame("evidence", f"{LEAD} {own}", {"id": n, "disagrees": "group 1"})
        for n, own in (("1", one), ("2", other))
    ]
    assert answer(prompt(question, *blocks), 400).startswith(said)


LEAVE = "Employees have 28 days of leave. Some have more.\n\nA doctor's certificate is needed from the fourth day on."


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            "Answer in one sentence.",
            "Employees have 28 days of leave [1]; A doctor's certificate is needed from the fourth day on. [1]",
        ),
        (
            "Answer in two sentences.",
            "Employees have 28 days of leave. [1] A doctor's certificate is needed from the fourth day on. [1]",
        ),
    ],
)
def test_a_rule_of_so_many_sentences_is_kept_and_every_part_of_the_question_is_answered(
    rule: str, said: str
) -> None:
    block = frame("evidence", LEAVE, {"id": "1"})
    asked = "How many days of leave do I have, and when do I need a certificate?"
    assert answer(prompt(asked, block, rules=frame("constraint", rule)), 400) == said


def test_a_part_without_an_answer_stands_in_the_one_sentence_too() -> None:
    block = frame("evidence", LEAVE, {"id": "1"})
    asked = "How many days of leave do I have, and who drives the tractor? Answer in one sentence."
    assert answer(prompt(asked, block), 400) == (
        "Employees have 28 days of leave [1]; The evidence does not answer “who drives the tractor?”."
    )


def test_a_list_keeps_to_so_many_sentences_too() -> None:
    steps = "# Cancelling\n\n1. Open the page.\n2. Click on cancel.\n3. Confirm by mail."
    block = frame("evidence", steps, {"id": "1"})
    asked = "What are the steps of cancelling? Answer in two sentences."
    assert answer(prompt(asked, block), 400) == "1. Open the page.\n2. Click on cancel. [1]"


def test_what_memory_holds_of_the_user_goes_before_documents_that_share_its_words() -> None:
    page = frame("evidence", "Teams work with the office of security.", {"id": "1", "source": "x"})
    row = frame("memory", "I work in the Bath office.", {"subject": "user", "key": "work in"})
    asked = "Which office do I work in?"
    assert answer(prompt(asked, page, row), 400) == "I work in the Bath office."


BOATS = "| Boat | Price | Seats |\n|---|---|---|\n| Gull | 1,040 EUR | 2 |\n| Petrel | 95 EUR | 6 |\n| Tern | {} | 4 |"
TRAINS = "The Comet takes 90 minutes. The Arrow takes 75 minutes. Dogs travel free."
NOTES = "Version 1.9 came out in March. Version 1.10 came out in June and added a map."


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [
        (
            "Which boat is the most expensive?",
            BOATS.format("60 EUR"),
            "| Gull | 1,040 EUR | 2 | [1]",
        ),
        ("What is the cheapest boat?", BOATS.format("60 EUR"), "| Tern | 60 EUR | 4 | [1]"),
        (
            "Which boat has the most seats?",
            BOATS.format("on request"),
            "| Petrel | 95 EUR | 6 | [1]",
        ),
        ("Which boat ist am billigsten?", BOATS.format("60 EUR"), "| Tern | 60 EUR | 4 | [1]"),
        ("Which takes the fewest minutes?", TRAINS, "The Arrow takes 75 minutes. [1]"),
        ("What is the latest version?", NOTES, NOTES.partition(". ")[2] + " [1]"),
        ("How many boats are at most 60 EUR?", TRAINS, NO_ANSWER),
    ],
)
def test_of_what_is_compared_the_one_that_has_the_most_or_the_least_is_quoted(
    asked: str, text: str, said: str
) -> None:
    block = frame("evidence", text, {"id": "1", "source": "boat Boot"})
    assert answer(prompt(asked, block), 400).split("\n")[-1].startswith(said)


PLANS = "| Plan | Storage | Since |\n|---|---|---|\n| Mini | 500 GB | 2021-05-01 |\n| Maxi | {} | 2019-11-15 |"


@pytest.mark.parametrize(
    ("asked", "storage", "said"),
    [
        ("Which plan has the most storage?", "1 TB", "| Maxi | 1 TB | 2019-11-15 | [1]"),
        ("Which plan has the least storage?", "1 TB", "| Mini | 500 GB | 2021-05-01 | [1]"),
        ("Which plan was there first?", "1 TB", "| Maxi | 1 TB | 2019-11-15 | [1]"),
        ("Which plan was there last?", "1 TB", "| Mini | 500 GB | 2021-05-01 | [1]"),
    ],
)
def test_values_of_a_column_are_compared_in_one_unit_and_dates_as_dates(
    asked: str, storage: str, said: str
) -> None:
    block = frame("evidence", PLANS.format(storage), {"id": "1"})
    assert answer(prompt(asked, block), 400).split("\n")[-1].startswith(said)


TRAILS = (
    "# Trails\n\n- Red trail: 12 km, steep\n- Blue trail: 5 km, flat\n- Green trail: 8 km, narrow"
)
SOLD = "# Plans\n\n| Plan | Price |\n|---|---|\n| Basic | 9 euros |\n| Pro | 19 euros |"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Which trail is the longest?", "Red trail: 12 km, steep [1]"),
        ("Which trail is the shortest?", "Blue trail: 5 km, flat [1]"),
        ("What is the cheapest plan?", "| Basic | 9 euros | [2]"),
        ("Which plan is the most expensive?", "| Pro | 19 euros | [2]"),
    ],
)
def test_a_list_and_a_table_say_which_has_the_most_whatever_else_speaks_of_it(
    asked: str, said: str
) -> None:
    told = [TRAILS, SOLD, "# Pro\n\nThe Pro plan includes phone support."]
    blocks = [frame("evidence", text, {"id": str(n)}) for n, text in enumerate(told, 1)]
    assert answer(prompt(asked, *blocks), 400).split("\n")[-1] == said


def test_the_head_of_a_column_names_the_unit_of_its_cells() -> None:
    table = "| Drug | Dose (mg) |\n|---|---|\n| Alba | 1.125 |\n| Brix | 2 |\n| Coro | 1.5 |"
    block = frame("evidence", table, {"id": "1"})
    said = answer(prompt("Which drug has the highest dose?", block), 400)
    assert said.split("\n")[-1] == "| Brix | 2 | [1]"


def test_of_values_that_measure_different_things_none_is_the_most() -> None:
    block = frame("evidence", PLANS.format("20 files"), {"id": "1"})
    said = answer(prompt("Which plan has the most storage?", block), 400)
    assert "Mini" in said
    assert "Maxi" in said


def test_where_a_row_has_no_value_nobody_knows_which_has_the_most() -> None:
    block = frame("evidence", BOATS.format("on request"), {"id": "1"})
    said = answer(prompt("Which boat is the most expensive?", block), 400)
    assert all(name in said for name in ("Gull", "Petrel", "Tern"))


def test_of_dated_notes_the_latest_is_quoted() -> None:
    notes = [
        frame(
            "evidence", f"# Meeting of {day} 2025\n\n- Budget for Kestrel: {sum_} euros.", {"id": n}
        )
        for n, day, sum_ in (("1", "4 March", "80,000"), ("2", "22 April", "95,000"))
    ]
    said = answer(prompt("What is the latest budget?", *notes), 400)
    assert said == "Budget for Kestrel: 95,000 euros. [2]"


WRAPPED = (
    "The pump in the cellar is looked after by the caretaker, who comes on the first Monday of each month and notes\n"
    "what he did in the book beside the door, so that whoever follows him can see what was done and when it was,\n"
    "and the filter is changed whenever it is clogged or older than a year, which the book says on its first page,\n"
    "while the seals are left as they are until they drip, since new ones are hard to come by in these days of ours."
)


def test_a_long_sentence_over_wrapped_lines_is_quoted_whole() -> None:
    assert quoted("When is the filter changed?", WRAPPED) == WRAPPED


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [
        (
            "Which version introduced the fetch call?",
            "<!-- YAML\nversion: v18.0.0 of fetch\n-->\n\nThe fetch call came with version 18.",
            "The fetch call came with version 18.",
        ),
        (
            "What is the difference between a lamp and a lantern?",
            "```rust\nlamp(lantern, difference);\n```\n\nA lamp is fixed, a lantern is carried.",
            "A lamp is fixed, a lantern is carried.",
        ),
        ("What is bash?", "```bash\nnode --snapshot-blob snap.js\n```", ""),
        (
            "What do I run first?",
            "Call `. .venv/bin/activate` first; then run `make demo`.",
            "Call `. .venv/bin/activate` first; then run `make demo`.",
        ),
    ],
)
def test_what_is_quoted_is_what_a_reader_of_the_page_takes_for_an_answer(
    asked: str, text: str, said: str
) -> None:
    assert quoted(asked, text) == said


POOL = """# The pool

The pool is closed on Mondays, because the water is changed. Dogs are not allowed in. This is because the filters clog.
Towels are kept in the hut. The lockers are checked twice a week by Halm & Sons. Guests may swim until 21:00.
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Why (Is the pool closed on Mondays)?", "because the water is changed"),
        ("Why not (Are dogs allowed in the pool)?", "because the filters clog"),
        ("Where (Are towels kept in the locker)?", "in the hut"),
        ("By whom (Are the lockers checked)?", "Halm & Sons"),
        ("How often (the lockers checked)?", "twice a week"),
        ("Until when (May guests swim)?", "21:00"),
    ],
)
def test_a_bare_question_word_is_answered_by_what_holds_a_value_of_its_kind(
    question: str, said: str
) -> None:
    assert said in quoted(question, POOL)


@pytest.mark.parametrize(
    "question",
    [
        "Why (Are towels kept in the hut)?",
        "Where (Is the water changed)?",
        "By whom (Are towels kept in the hut)?",
        "Since when (Are towels kept in the hut)?",
    ],
)
def test_a_bare_question_word_is_not_answered_by_what_was_said_already(question: str) -> None:
    assert choose(question, [Passage(1, POOL, document=True)]) == []


TARIFFS = """# Plans

| Plan | Seats | Price per month (EUR) |
| --- | --- | --- |
| Kite | 3 | 19 |
| Gull | 15 | 79 |
"""
DEALS = "Clubs get 40% off the Gull plan. A locker costs 95 EUR a year."


def test_what_a_thing_costs_is_said_by_its_row_under_a_column_of_prices() -> None:
    assert (
        quoted("What does the Gull plan cost?", TARIFFS, DEALS).splitlines()[2]
        == "| Gull | 15 | 79 |"
    )
    assert quoted("What does Kite cost?", DEALS, TARIFFS).endswith("| Kite | 3 | 19 |")
    assert quoted("What does a locker cost?", TARIFFS, DEALS) == "A locker costs 95 EUR a year."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is Petra Lindholm's phone number?", "Bookings are taken by Petra Lindholm."),
        ("What is Mira's email address?", "Mira is the harbour master since 2019."),
        ("What is the phone number of the garage?", "The garage opens at eight, the office at nine."),
        ("Who leads the Summer Camp?", "The Summer Camp closes on 22 August."),
        ("Can I use a bread machine for the dough?", "Knead 800 g of flour with water into a dough."),
    ],
)  # fmt: skip
def test_what_shares_the_subject_and_has_nothing_of_the_kind_does_not_answer(
    question: str, text: str
) -> None:
    found, _ = choose_each(question, [Passage(1, text, document=True)])
    assert not found


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is Petra Lindholm's phone number?", "Petra Lindholm: 555 204 118"),
        ("What is Mira's email address?", "Write to Mira at mira@pier.example."),
        ("Who leads the Summer Camp?", "The Summer Camp is led by Ines Okafor."),
        ("Who is Petra Lindholm?", "Petra Lindholm takes the bookings."),
        ("Can I use a bread machine for the dough?", "A bread machine may be used for the dough."),
    ],
)
def test_what_has_it_does(question: str, text: str) -> None:
    found, _ = choose_each(question, [Passage(1, text, document=True)])
    assert [quote.text for quote in found] == [text]


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        (
            "At what temperature are the discs spun?",
            "Spin the discs at 3000 g and 4 °C.",
            "Spin the discs at 3000 g and 4 °C.",
        ),
        (
            "Wie oft wird Papier abgeholt?",
            "Papier wird zweimal im Jahr abgeholt. Papier liegt um 6 Uhr draußen.",
            "Papier wird zweimal im Jahr abgeholt.",
        ),
    ],
)
def test_a_temperature_and_how_often_are_told_by_their_values(
    question: str, text: str, said: str
) -> None:
    found, _ = choose_each(question, [Passage(1, text, document=True)])
    assert found[0].text == said


def test_a_time_without_a_date_goes_before_a_date_in_a_heading() -> None:
    trip = (
        "# Trip, 3 to 6 October\n\n**Friday 3 October.** Hotel Alba; check-in from 15:00.\n\n"
        "Luggage can be left at the hotel until noon on Monday."
    )
    asked = "Until when can I leave my luggage at the hotel?"
    found, _ = choose_each(asked, [Passage(1, trip, document=True)])
    assert "Luggage can be left at the hotel until noon on Monday." in [q.text for q in found]
