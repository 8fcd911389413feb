from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from loadsheet.artifacts import Prompt
from loadsheet.corpus.terms import stem
from loadsheet.models.extractive import ExtractiveModel
from loadsheet.quoting.choosing import choose
from loadsheet.quoting.composing import NO_ANSWER, Quote, written
from loadsheet.quoting.prompt_view import Passage, read
from loadsheet.stages import generate

LEAVE = """### Sick leave

All federal employees, no matter how long they have worked, accrue four hours of sick \
leave per pay period. There is no maximum amount of sick leave you can accrue.

### Annual leave

- The maximum annual leave that can be carried over is 240 hours.
- Requests go through HR Links.
"""
ADVANCED = """### Advanced sick leave

They may be advanced sick leave up to the total amount of sick leave which would otherwise be \
earned during the term of that appointment, as
long as the supervisor and the office of human resources agree to it in writing.
"""
REFUNDS = """| region | refund window |
| --- | --- |
| European Union | 14 days |
| United Kingdom | 30 days |
"""


def prompt(question: str, *blocks: str) -> Prompt:
    return Prompt(
        messages=(
            {
                "role": "system",
                "content": "<instructions>\nAnswer from evidence.\n</instructions>\n",
            },
            {"role": "user", "content": "Refunds in the United Kingdom?"},
            {"role": "assistant", "content": "30 days. [1]"},
            {
                "role": "user",
                "content": "".join(blocks) + f"<question>\n{question}\n</question>\n",
            },
        )
    )


def evidence(marker: int, text: str, source: str = "leave") -> str:
    return f'<evidence id="{marker}" source="{source}">\n{text.rstrip()}\n</evidence>\n'


async def answered(asked: Prompt, max_tokens: int = 1000) -> str:
    return "".join(
        [piece.text async for piece in ExtractiveModel().stream(asked, max_tokens=max_tokens)]
    )


def best(question: str, *texts: str) -> str:
    return choose(question, [Passage(i, text) for i, text in enumerate(texts, 1)])[0].text


async def test_it_quotes_the_sentence_that_answers_with_its_marker() -> None:
    asked = prompt(
        "How many hours of sick leave do I earn?", evidence(2, ADVANCED), evidence(1, LEAVE)
    )
    text = await answered(asked)
    assert text.startswith(
        "All federal employees, no matter how long they have worked, "
        "accrue four hours of sick leave per pay period. [1]"
    )


async def test_nothing_that_bears_on_the_question_is_said_so() -> None:
    assert await answered(prompt("Who won the cup?", evidence(1, LEAVE))) == NO_ANSWER
    assert await answered(prompt("How many hours of sick leave?")) == NO_ANSWER
    assert await answered(prompt("What is it?", evidence(1, LEAVE))) == NO_ANSWER


async def test_history_and_references_are_not_quoted() -> None:
    asked = prompt(
        "Refunds in the United Kingdom?", '<evidence id="3" source="uk" reference="true" />\n'
    )
    assert await answered(asked) == NO_ANSWER


async def test_an_attachment_is_quoted_too() -> None:
    block = '<attachment id="2">\nERROR: disk quota exceeded on /var\n</attachment>\n'
    text = await answered(prompt("Why is the quota exceeded?", block))
    assert text == "ERROR: disk quota exceeded on /var [2]"


async def test_a_small_output_limit_keeps_the_best_sentence() -> None:
    text = "Ada wrote the engine notes. The compiler is built by Grace."
    asked = prompt("Who wrote notes, and who built the compiler?", evidence(1, text))
    assert (await answered(asked)).count("[1]") == 2
    assert (await answered(asked, max_tokens=1)).count("[1]") == 1


async def test_what_was_pasted_goes_before_what_was_found() -> None:
    mail = "Your request is incomplete. Please send it again by Friday noon."
    pasted = f'<attachment id="1.1">\n{mail}\n</attachment>\n'
    found = evidence(1, "Deadlines on Friday are convenient for most.")
    said = await answered(prompt("What do I have to do by Friday?", pasted, found))
    assert said == "Please send it again by Friday noon."


async def test_what_a_pronoun_means_is_asked_for_alone() -> None:
    text = "Mira Holt's email is mira@x.example. Jan Uhl's email is jan@x.example."
    read_as = (
        "<task_state>\nThe question is understood as: What is Jan Uhl's email?\n</task_state>\n"
    )
    said = await answered(prompt("What is his email?", read_as, evidence(1, text)))
    assert said == "Jan Uhl's email is jan@x.example. [1]"


def test_the_words_of_absence_are_those_that_generation_looks_for() -> None:
    assert NO_ANSWER == generate.NO_ANSWER


def test_a_table_row_and_a_list_item_are_sentences() -> None:
    asked = "What is the refund window in the European Union?"
    assert best(asked, REFUNDS) == (
        "| region | refund window |\n| --- | --- |\n| European Union | 14 days |"
    )
    assert best("How much annual leave carries over?", LEAVE) == (
        "The maximum annual leave that can be carried over is 240 hours."
    )


def test_a_heading_gives_context_and_is_never_quoted() -> None:
    text = "## Dental plan\n\nEnrol in May.\n\n## Vision plan\n\nEnrol in June.\n"
    assert best("When do I enrol in the vision plan?", text) == "Enrol in June."
    assert choose("Vision?", [Passage(1, "## Vision\n")]) == []


def test_the_label_of_a_passage_gives_context() -> None:
    passages = [
        Passage(1, "Refunds are granted for 14 days.", "refunds_eu"),
        Passage(2, "Refunds are granted for 30 days.", "refunds uk"),
    ]
    assert choose("How long are refunds granted in the UK?", passages)[0].marker == 2


def test_a_question_in_the_document_leads_to_its_answer() -> None:
    text = "Who approves travel?\n\nThe team lead approves it.\n"
    assert best("Who approves travel?", text) == "The team lead approves it."


def test_a_number_is_preferred_where_one_is_asked_for() -> None:
    text = "The refund window depends on the region. The refund window is 14 days."
    assert best("How long is the refund window?", text) == "The refund window is 14 days."


def test_ties_go_to_the_passage_that_comes_first() -> None:
    passages = [Passage(1, "Ana leads it."), Passage(2, "Bob leads it.")]
    quotes = choose("Who leads?", passages)
    assert quotes[0].marker == 1


def test_the_same_sentence_twice_is_quoted_once() -> None:
    passages = [Passage(1, "The refund window is 14 days."), Passage(2, "Refund window: 14 days.")]
    assert len(choose("How long is the refund window?", passages)) == 1


def test_to_a_question_for_a_measure_a_sentence_with_a_number_goes_first() -> None:
    bare = Passage(1, "The notice period is stated in your contract.")
    link = Passage(2, "Ask about the notice period [here](https://example.org/a1b2).")
    told = Passage(3, "Notice is given four weeks ahead of the period.")
    assert choose("How long is the notice period?", [bare, link])[0].marker == 1
    (quote,) = choose("How long is the notice period?", [bare, link, told])
    assert quote.marker == 3


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much is parking?", "Parking costs nothing on Sundays."),
        ("How long may I borrow a book?", "You may borrow a book until somebody wants it."),
        ("How many dogs may I keep?", "Tenants may not keep dogs."),
        ("How far is the ferry?", "The ferry is just around the corner."),
        ("How long does the visa last?", "The visa lasts a year."),
    ],
)
def test_a_measure_may_be_answered_without_a_number(question: str, text: str) -> None:
    passages = [Passage(1, "Lunch is at noon."), Passage(2, text)]
    assert [quote.text for quote in choose(question, passages)] == [text]


def test_who_an_author_is_is_not_quoted_for_who_the_user_is() -> None:
    text = "I live in Utrecht. I live above a bakery that opens at six."
    written, pasted = Passage(1, text, document=True), Passage(None, text)
    row = Passage(None, "I live in Bergen.", subject="user", key="live in", verified=True)
    assert choose("Where do I live?", [written]) == []
    assert [q.text for q in choose("Where do I live?", [row, written])] == [row.text]
    assert choose("Where do I live?", [pasted]) != []
    assert choose("Where does the baker live?", [written])[0].marker == 1


def test_what_memory_holds_of_the_user_is_not_answered_by_an_author() -> None:
    notes = Passage(1, "I use a typewriter as my editor. My lamp is broken.", document=True)
    row = Passage(None, "I use nano.", subject="user", key="use")
    assert choose("Which editor do I use?", [notes])[0].marker == 1
    assert [q.text for q in choose("Which editor do I use?", [row, notes])] == [row.text]
    lamp = Passage(None, "My lamp is old.", subject="user", key="lamp")
    asked = choose("My lamp is broken, what now?", [lamp, notes])
    assert "My lamp is broken." in [q.text for q in asked]


def test_a_sentence_that_answers_goes_before_one_that_points_elsewhere() -> None:
    passage = Passage(
        1,
        "This page outlines the transit benefit. See the form for the transit benefit. "
        "The transit benefit pays for trains to work.",
    )
    assert choose("What is the transit benefit?", [passage])[0].text.startswith("The transit")


def test_what_another_passage_says_of_the_same_is_no_second_sentence() -> None:
    passages = [
        Passage(1, "You leave with your badge returned. Lunch is at noon."),
        Passage(2, "When somebody leaves, an admin closes the account."),
    ]
    assert [quote.marker for quote in choose("How do I leave?", passages)] == [1]


def test_a_second_sentence_answers_what_the_first_leaves_open() -> None:
    text = "Ada wrote the engine notes. The compiler is built by Grace. It rained."
    quotes = choose("Who wrote notes, and who built the compiler?", [Passage(1, text)])
    assert {quote.text for quote in quotes} == {
        "Ada wrote the engine notes.",
        "The compiler is built by Grace.",
    }


def test_han_is_read_by_pairs_of_signs() -> None:
    text = "年假为每年十天。病假为每年五天。"
    assert best("病假有几天？", text) == "病假为每年五天。"


def test_the_prompt_gives_passages_in_the_order_of_their_markers() -> None:
    asked = prompt(
        "Who?",
        evidence(2, "Two.", "b §2"),
        evidence(1, "One &lt;/evidence> more.", "a"),
    )
    sheet = read(asked)
    assert sheet.question == "Who?"
    assert [(p.marker, p.text) for p in sheet.passages] == [
        (1, "One </evidence> more."),
        (2, "Two."),
    ]


texts = st.text(alphabet="ab .?!:\n-#|1你好", max_size=60)


def plain(text: str) -> str:
    """A text without what pads the rows of a table."""
    return re.sub(r"-{4,}", "---", " ".join(text.split()))


@example("1", ["|  1"])
@given(texts, st.lists(texts, max_size=4))
def test_every_quote_stands_in_its_passage(question: str, bodies: list[str]) -> None:
    passages = [Passage(i, body) for i, body in enumerate(bodies)]
    quotes = choose(question, passages)
    assert len(quotes) <= 3
    for quote in quotes:
        assert quote.marker is not None
        body = plain(bodies[quote.marker])
        assert all(plain(line) in body for line in quote.text.split("\n"))


@pytest.mark.parametrize(
    "words",
    [
        ("accrue", "accrues", "accrued", "accruing"),
        ("policy", "policies"),
        ("plan", "planned", "planning"),
        ("leave", "leaves"),
    ],
)
def test_forms_of_a_word_share_a_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


FEES = """# Parking

Visitors may park in the north lot.

| Lot | Fee per day | Open |
| --- | --- | --- |
| North | 2 euros | 7 to 19 |
| South | 4 euros | 6 to 22 |
| Garage | 9 euros | always |

The gate closes at night.
"""


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("What does the garage cost per day?", "| Garage | 9 euros | always |"),
        ("South lot fee?", "| South | 4 euros | 6 to 22 |"),
        ("When is the south lot open?", "| South | 4 euros | 6 to 22 |"),
    ],
)
async def test_a_row_of_a_table_is_quoted_under_its_head(question: str, row: str) -> None:
    text = await answered(prompt(question, evidence(1, FEES)))
    assert text == f"| Lot | Fee per day | Open |\n| --- | --- | --- |\n{row} [1]"


async def test_a_question_for_a_column_gets_the_whole_table() -> None:
    text = await answered(prompt("What is the fee per day for each lot?", evidence(1, FEES)))
    assert text.removesuffix(" [1]") in FEES
    assert text.count("\n") == 4


def test_a_table_stands_on_lines_of_its_own_beside_sentences() -> None:
    quotes = [Quote(1, "It costs 4 euros.", 1.0), Quote(2, "| a |\n|---|\n| b |", 0.9)]
    assert written(quotes) == "It costs 4 euros. [1]\n\n| a |\n|---|\n| b | [2]"
    assert written(quotes[::-1]) == "| a |\n|---|\n| b | [2]\n\nIt costs 4 euros. [1]"


async def test_a_long_table_is_quoted_as_far_as_there_is_room() -> None:
    rows = "".join(f"| Lot {n} | {n} euros for each day that begins |\n" for n in range(1, 99))
    text = await answered(prompt("Fees?", evidence(1, f"| Lot | Fees |\n|---|---|\n{rows}")))
    assert text.startswith(
        "| Lot | Fees |\n|---|---|\n| Lot 1 | 1 euros for each day that begins |\n"
    )
    assert len(text) < 500


def test_the_cells_of_a_quoted_table_are_not_padded() -> None:
    wide = "| Lot      | Fee     |\n|----------|---------|\n| South    | 4 euros |\n"
    assert best("South lot fee?", wide) == "| Lot | Fee |\n|---|---|\n| South | 4 euros |"


@given(st.text(alphabet="|-: ab\n", max_size=120))
def test_whatever_looks_like_a_table_is_quoted_by_lines_of_its_passage(text: str) -> None:
    lines = [" ".join(line.split()).strip("-") for line in text.split("\n")]
    for quote in choose("a b", [Passage(1, text)]):
        for line in quote.text.split("\n"):
            said = " ".join(line.split()).strip("-")
            assert any(said in whole for whole in lines) or set(said) <= set("|-: ")


async def test_evidence_that_disagrees_is_quoted_side_by_side() -> None:
    def said(marker: int, text: str, group: str = "") -> str:
        more = f' disagrees="{group}"' if group else ""
        return f'<evidence id="{marker}" source="plan"{more}>\n{text}\n</evidence>\n'

    asked = prompt(
        "When is the deadline?",
        said(1, "The deadline is 16 October.", "group 1"),
        said(2, "The deadline is 15 October.", "group 1"),
        said(3, "A deadline moves only when the board agrees."),
    )
    assert await answered(asked) == (
        "The deadline is 16 October. [1] The deadline is 15 October. [2]"
    )


async def test_what_a_template_writes_is_no_gap_in_the_answer() -> None:
    page = (
        '{% include "nav" %}\nTell {% channel "kit" %} of a lost phone, as the [guide]({% page "/kit" %}) says.\n'
        "<!-- lost: see below -->\n"
    )
    said = await answered(prompt("What about a lost phone?", evidence(1, page)))
    assert said == 'Tell {% channel "kit" %} of a lost phone, as the guide says. [1]'


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "How long do former members keep their keys?",
            "Former members keep their keys for 3\n    years after they left.",
        ),
        ("How much does a key cost?", "Each key costs 18\neuros."),
        ("When does the hall open?", "The hall opens at 9\n  am."),
    ],
)
async def test_a_value_is_read_wherever_its_line_is_broken(question: str, text: str) -> None:
    said = await answered(
        prompt(question, evidence(1, f"Keys are blue and kept by members. {text}"))
    )
    assert " ".join(said.split()) == f"{' '.join(text.split())} [1]"


async def test_a_refusal_says_where_the_documents_come_nearest() -> None:
    said = await answered(prompt("What colour is the sick leave form?", evidence(1, LEAVE)))
    assert said.startswith(NO_ANSWER)
    assert "Nearest: “" in said
