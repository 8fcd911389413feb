"""Failures that users of similar software report in understanding a turn, several wordings of each."""

from __future__ import annotations

from typing import Literal

import pytest
from tests.stages.talking import Talk

from loadsheet.artifacts import CONTEXT, Known, Origin
from loadsheet.intent.language import words
from loadsheet.stages.route import Route


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("What does section SPC-0500 say?", "SCARLET ALBATROSS CLOSEOUT 9928"),
        ("How long is the notice period for interns?", "Which suppliers deliver paper to Tromsø?"),
        ("What is the refund window for EU customers?", "AMBER FINCH HANDOVER 1173"),
        ("Wie hoch ist die Kaution?", "Wer leitet die Chorproben im Dezember?"),
    ],
)
def test_a_question_of_its_own_is_never_read_onto_the_subject_before_it(
    first: str, second: str
) -> None:
    talk = Talk()
    talk.say(first, "It is said there.")
    heard, _ = talk.say(second)
    assert heard.turn.query == second
    assert heard.turn.reason.startswith("self-contained")
    assert not words.stems(heard.turn.query) & words.stems(first)


OLD_AND_NEW = [
    ("What does section SPC-0500 say?", "scarlet albatross closeout 9928"),
    ("What does section SPC-0500 say?", "INV-2231"),
    ("What does section SPC-0500 say?", "Ana Reis"),
    ("What does section SPC-0500 say?", "When does the garage close?"),
    ("What does rule R-77 say?", "ERR_CONN_4502"),
    ("Explain policy HR-19.", "jürgen.meier@example.org"),
    ("Who is Maria Silva?", "How is vinegar made?"),
    ("What is the travel policy of Kestrel?", "What is the holiday policy of Merlin?"),
    ("What does page 12 of the Zephyr manual say?", "How many moons does Jupiter have?"),
    ("Que dit la section FR-900 ?", "CYGNE NOIR INVENTAIRE 5520"),
]
"""Turns that stand alone, after a subject that they have nothing to do with."""


@pytest.mark.parametrize(
    "text",
    [
        "How do I get travel approved?",
        "How do I get a laptop?",
        "Which holidays do we have?",
        "Which office do I work in?",
        "What did you say about per diem?",
    ],
)
def test_what_is_asked_of_oneself_with_a_thing_of_its_own_borrows_nothing(text: str) -> None:
    talk = Talk()
    talk.say("How long is parental leave?", "It is 12 weeks.")
    heard, plan = talk.say(text)
    assert heard.turn.form == "self_contained"
    assert [query.text for query in plan.queries.queries] == [text]


@pytest.mark.parametrize("mode", ["fixed", "rules"])
@pytest.mark.parametrize(("first", "second"), OLD_AND_NEW)
def test_no_query_of_a_turn_that_stands_alone_holds_a_word_of_the_subject_before_it(
    first: str, second: str, mode: Literal["fixed", "rules"]
) -> None:
    talk = Talk()
    talk.say(first, "It is said there.")
    talk.say("AMBER FINCH HANDOVER 1173", "Done.")
    talk.say(first, "It is said there.")
    heard, _ = talk.say(second)
    queries = [query.text for query in Route(mode=mode)(heard).queries.queries]
    assert heard.turn.reason.startswith("self-contained")
    assert queries == [second]


@pytest.mark.parametrize(
    ("turns", "query"),
    [
        (
            [
                "What does a battery for the Fiat 500 cost?",
                "And a windscreen?",
                "And for the VW Golf?",
            ],
            "What does a windscreen for the VW Golf cost?",
        ),
        (
            [
                "How long does the service of the Volvo XC60 take?",
                "And for the Renault Zoe?",
                "And the battery?",
            ],
            "How long does the battery of the Renault Zoe take?",
        ),
        (
            [
                "What is the capital gains tax in Portugal?",
                "And for dividends?",
                "What about inheritance?",
            ],
            "What is the capital gains tax in Portugal for inheritance?",
        ),
        (
            ["How many calories does a Snickers bar have?", "How about protein?", "And sugar?"],
            "How many sugar does a Snickers bar have?",
        ),
        (
            ["When does the pool open in February?", "And in March?", "And on Sundays?"],
            "When does the pool open on Sundays?",
        ),
        (
            ["When is the board meeting?", "And in March?"],
            "When is the board meeting in March?",
        ),
        (
            ["Combien coûte une vidange pour la Peugeot 208 ?", "Et les freins ?"],
            "Combien coûte les freins pour la Peugeot 208 ?",
        ),
        (
            ["Wie viel kostet ein Reifenwechsel beim Audi A4?", "Und eine neue Batterie?"],
            "Wie viel kostet eine neue Batterie beim Audi A4?",
        ),
        (
            ["What is the notice period in the Larkfield contract?", "Who signed that contract?"],
            "Who signed the Larkfield contract?",
        ),
        (
            ["What does an oil change for the VW Golf cost?", "How long does that take?"],
            "How long does an oil change for the VW Golf take?",
        ),
    ],
)
def test_a_fragment_takes_the_place_of_what_is_of_its_kind_and_the_rest_stays(
    turns: list[str], query: str
) -> None:
    assert Talk().queries(*turns)[-1] == query


@pytest.mark.parametrize(
    ("first", "thing", "follow_ups"),
    [
        (
            "How much is a Tesla Model 3 tyre change?",
            {"tesla", "model"},
            {"What about a service?": "service", "And a windscreen?": "windscreen"},
        ),
        (
            "How much is a Fiat Ducato oil change?",
            {"fiat", "ducato"},
            {"And a new clutch?": "clutch", "what about a wash": "wash"},
        ),
        (
            "Was kostet ein Reifenwechsel beim Opel Corsa?",
            {"opel", "corsa"},
            {"Und eine Inspektion?": "inspektion"},
        ),
    ],
)
def test_each_follow_up_names_the_thing_and_the_new_need(
    first: str, thing: set[str], follow_ups: dict[str, str]
) -> None:
    talk = Talk()
    talk.say(first, "120.")
    for text, need in follow_ups.items():
        query = talk.say(text, "80.")[0].turn.query.casefold()
        assert need in query
        assert all(word in query for word in thing), query


@pytest.mark.parametrize(
    ("first", "follow_up", "kept", "new"),
    [
        ("What is the refund window for EU customers?", "And for the UK?", "refund", "UK"),
        ("Wie lange ist die Frist für Deutschland?", "Und für Österreich?", "Frist", "Österreich"),
        ("Quel est le délai pour la France ?", "Et pour la Belgique ?", "délai", "Belgique"),
        ("¿Cuál es el plazo para España?", "¿Y para Portugal?", "plazo", "Portugal"),
        ("合同的押金是多少？", "租金呢？", "合同", "租金"),
    ],
)
def test_a_variant_keeps_the_question_and_takes_the_new_value(
    first: str, follow_up: str, kept: str, new: str
) -> None:
    talk = Talk()
    talk.say(first, "14.")
    query = talk.say(follow_up)[0].turn.query
    assert kept in query
    assert new in query


@pytest.mark.parametrize("nonsense", ["QQQQ zzz?", "xk xk 77?", "¿Grbl?"])
def test_nonsense_reads_no_memory(nonsense: str) -> None:
    home = Known(kind="record", key="user.home", text="I live in Kleinenbroich.")
    assert not Talk(home).say(nonsense)[1].memory_read.fire


@pytest.mark.parametrize(
    "text", ["What's the weather tomorrow?", "Will it rain near me, what's the forecast?"]
)
def test_a_question_about_here_reads_where_the_user_lives(text: str) -> None:
    home = Known(kind="record", key="user.home", text="I live in Kleinenbroich.")
    memory = Talk(home).say(text)[1].memory_read
    assert (memory.fire, memory.trigger) == (True, "slot_needed")


@pytest.mark.parametrize(
    "text",
    [
        "the command exactly as the runbook has it",
        "the ledger's exact words on it",
        "the story of the bronze head in broad strokes, how did it end up here",
        "our notice period",
        "yields of every batch she made, best first",
        "then it's how much",
        "tell me what the lease says, thanks!",
        "thanks, and the deposit?",
        "great, who signs it?",
        "deadline for claims",
        "no idea what the fee is",
        "j'ai droit à combien de jours",
        "ich brauche die Adresse vom Amt",
        "我想知道押金是多少",
    ],
)
def test_what_asks_for_something_is_never_taken_for_a_remark(text: str) -> None:
    talk = Talk()
    talk.say("What is the rent of the shop?", "It is in the lease.")
    _, plan = talk.say(text)
    assert plan.source is Origin.INTERNAL_CORPUS, plan.rule
    assert plan.queries.queries


def test_two_equal_readings_get_one_question_back_that_names_them() -> None:
    spring = Known(kind="row", key="price.barley_spring", text="Spring barley 212 a tonne")
    winter = Known(kind="row", key="price.barley_winter", text="Winter barley 189 a tonne")
    talk = Talk(spring, winter)
    _, plan = talk.say("what is the price of the barley?")
    assert (plan.outcome, plan.reply) == (
        "clarify",
        "Which one do you mean: price barley spring, price barley winter?",
    )
    assert talk.say("spring")[1].source is Origin.STRUCTURED_STORE


def test_a_row_that_is_not_sure_to_be_meant_is_read_beside_the_documents() -> None:
    row = Known(kind="row", key="alert.disk", text="90 %")
    _, plan = Talk(row).say("what did the vendor say about the disk")
    assert plan.triggers == ("low_confidence",)
    assert [query.text for query in plan.queries.queries] == [
        "what did the vendor say about the disk"
    ]
    assert Talk(row).say("what is the alert for disk")[1].queries.queries == ()


@pytest.mark.parametrize(
    "text", ["why is the disk alert low", "how do I raise the disk alert", "quote the disk alert"]
)
def test_a_row_is_no_reason_no_instruction_and_no_wording(text: str) -> None:
    row = Known(kind="row", key="alert.disk", text="90 %")
    assert Talk(row).say(text)[1].source is Origin.INTERNAL_CORPUS


@pytest.mark.parametrize(
    "text",
    [
        "Keep answers short from here on – are rucksacks okay",
        "Always cite the page from now on. Is a ladder enough for cleaning",
        "From now on answer in French. What does the lease say on pets?",
    ],
)
def test_a_question_beside_an_instruction_is_looked_up(text: str) -> None:
    heard, plan = Talk().say(text)
    assert heard.turn.stated
    assert plan.source is Origin.INTERNAL_CORPUS


@pytest.mark.parametrize(
    "text", ["Draft a thank-you that says what the grant paid for", "Write a note on how we sample"]
)
def test_a_text_that_is_to_say_what_stands_somewhere_is_looked_up(text: str) -> None:
    assert Talk().say(text)[1].source is Origin.INTERNAL_CORPUS
    assert Talk().say("Write me a short poem about roses")[1].rule == "own_text"


@pytest.mark.parametrize(
    ("turns", "query"),
    [
        (("Are dogs allowed on Monday?", "When are dogs allowed?"), "When are dogs allowed?"),
        (("Is the fee 30 euros?", "What is the fee?"), "What is the fee?"),
        (
            ("What's the max upload size in Docsy?", "And in the free plan?"),
            "What's the max upload size in Docsy in the free plan?",
        ),
        (
            ("How many hours of annual leave do we earn?", "And sick leave?"),
            "How many hours of sick leave do we earn?",
        ),
        (
            ("Wer leitet die Abteilung Forschung bei Siemag?", "Wann wurde sie gegründet?"),
            "Wann wurde die Abteilung Forschung bei Siemag gegründet?",
        ),
        (("特斯拉Model 3换轮胎多少钱？", "保养呢？"), "特斯拉Model 3保养多少钱？"),
        (("年假的规定有什么不同？", "病假呢？"), "病假的规定有什么不同？"),
        (
            ("Never suggest AWS. What is the fee of Kestrel?", "And of Merlin?"),
            "What is the fee of Merlin?",
        ),
    ],
)
def test_a_follow_up_means_what_was_asked_and_not_the_value_or_the_rule_beside_it(
    turns: tuple[str, str], query: str
) -> None:
    talk = Talk()
    talk.say(turns[0], "It is said there.")
    assert talk.say(turns[1])[0].turn.query == query


def test_a_rule_beside_a_question_is_pinned_and_no_part_of_what_is_searched() -> None:
    heard, plan = Talk().say("Never suggest AWS. What is the fee of Kestrel?")
    assert heard.turn.stated == ("Never suggest AWS.",)
    assert [query.text for query in plan.queries.queries] == ["What is the fee of Kestrel?"]


@pytest.mark.parametrize("said", ["No, he is five.", "No, he is 5.", "No, it's Ana."])
def test_a_value_is_corrected_in_a_word_a_number_or_a_name(said: str) -> None:
    talk = Talk()
    talk.say("How old is my son?", "He is seven.")
    assert talk.say(said)[0].turn.correction == "value"


@pytest.mark.parametrize(
    ("first", "second", "correction"),
    [
        ("What's the refund window for EU customers?", "Not the EU, the UK.", "question"),
        ("What is the fee?", "Not bad, thanks.", ""),
    ],
)
def test_what_was_meant_instead_corrects_the_question(
    first: str, second: str, correction: str
) -> None:
    talk = Talk()
    talk.say(first, "It is said there.")
    assert talk.say(second)[0].turn.correction == correction


def test_the_gist_of_a_rule_in_general_is_no_wording_for_one_case() -> None:
    _, general = Talk().say("Summarise the leave policy in general.")
    _, narrow = Talk().say("Summarise the leave policy for trainees.")
    assert (general.granularity, narrow.granularity) == ("episodic_summary", "raw_passage")


@pytest.mark.parametrize(
    ("text", "effort"),
    [
        ("Is the refund window longer in the UK than in the EU?", "multi_step"),
        ("Is it longer than 30 days?", "single_shot"),
    ],
)
def test_what_is_measured_against_another_thing_takes_two_searches(text: str, effort: str) -> None:
    assert Talk().say(text)[1].effort == effort


@pytest.mark.parametrize("text", ["Summarise our conversation.", "Qu'ai-je demandé en premier ?"])
def test_a_question_about_the_conversation_is_answered_from_it(text: str) -> None:
    talk = Talk()
    talk.say("What is the fee of Kestrel?", "It is 30 euros.")
    _, plan = talk.say(text)
    assert plan.source is Origin.NONE
    assert "What is the fee of Kestrel" in plan.reply


@pytest.mark.parametrize(
    "text",
    [
        "What is a lifetime?",
        "What is DER?",
        "What are closures?",
        "Explain ownership.",
        "What does the ? operator do?",
        "Was ist ein Closure?",
    ],
)
def test_a_question_for_what_something_is_borrows_no_subject(text: str) -> None:
    talk = Talk()
    talk.say("When should I use RefCell?", "It is said there.")
    assert talk.say(text)[0].turn.query == text


@pytest.mark.parametrize("text", ["What is the fee?", "What does it do?", "Explain that."])
def test_a_question_for_a_certain_thing_leans_on_what_was_spoken_of(text: str) -> None:
    talk = Talk()
    talk.say("How do I join the Kestrel club?", "It is said there.")
    assert "Kestrel" in talk.say(text)[0].turn.query


@pytest.mark.parametrize(
    "text",
    ["Thanks, that's all.", "Makes sense, thanks.", "Never mind, I found it.", "Good to know."],
)
def test_a_closing_word_is_searched_for_nowhere(text: str) -> None:
    talk = Talk()
    talk.say("What is the fee of Kestrel?", "It is said there.")
    plan = Route(mode="fixed")(talk.say(text)[0])
    assert plan.queries.queries == ()
    assert plan.reply


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("My friend wants to put my name down for a house.", "What risks would I be taking?"),
        ("I have a dog.", "Can I bring him to the office?"),
        ("Ich arbeite seit Mai in Teilzeit.", "Wie viel Urlaub habe ich?"),
    ],
)
def test_what_is_told_beside_a_question_is_searched_with_it(told: str, asked: str) -> None:
    for mode in ("fixed", "rules"):
        heard, _ = Talk().say(f"{told} {asked}")
        queries = Route(mode=mode)(heard).queries.queries
        assert any(told in query.text for query in queries)
        assert all(query.purpose == CONTEXT for query in queries[1:])


def test_words_from_here_and_there_stand_beside_a_question_and_not_in_it() -> None:
    talk = Talk()
    talk.say(
        "Which is more important in the long run for small firms, market value or turnover?",
        "Market value.",
    )
    heard, _ = talk.say("How is it calculated?")
    assert heard.turn.query.startswith("How is it calculated (")
    assert heard.turn.resolved


@pytest.mark.parametrize(
    ("asked", "said", "read"),
    [
        ("Was there a violation?", "Regional differences", "Regional differences (a violation)?"),
        ("Which form do foreign firms file?", "I mean is there a maximum fine?", "is there a maximum fine"),
        ("Was the match played at night?", "no, I meant which match was the longest?", "which match was the longest"),
    ],
)  # fmt: skip
def test_what_is_no_part_of_the_last_question_takes_the_place_of_none(
    asked: str, said: str, read: str
) -> None:
    assert Talk().queries(asked, said)[-1] == read
