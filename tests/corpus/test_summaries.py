from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from loadsheet.artifacts import Document
from loadsheet.corpus.chunk import chunk
from loadsheet.corpus.summaries import OF_DOCUMENT, OF_SECTION, Summary, SummaryPassage, summaries
from loadsheet.models.counters import BpeCounter

COUNTER = BpeCounter("o200k_base")

TRAVEL = """# Travel policy

This policy covers every journey that the company pays for.

## Flights

Lunch is good in some airports. Flights are booked by the travel desk in economy class. The travel desk
books flights that take more than six hours in premium class. My uncle once saw an owl.

## Hotels

Hotels are booked by the travel desk up to 140 euros a night.

### Abroad

Hotels abroad may cost 180 euros a night where the travel desk agrees.
"""


def made(text: str) -> list[Summary]:
    document = Document(id="a.md", text=text)
    return summaries(
        text,
        [SummaryPassage(c.start, c.end, c.headings, c.ordinal) for c in chunk(document, COUNTER)],
    )


def said(text: str, summary: Summary) -> list[str]:
    return [text[one.start : one.end] for one in summary.sentences]


def of(text: str, *headings: str) -> Summary:
    return next(one for one in made(text) if one.headings == headings)


def test_a_document_and_each_section_with_something_of_its_own_has_a_summary() -> None:
    assert [one.headings for one in made(TRAVEL)] == [
        (),
        ("Travel policy", "Flights"),
        ("Travel policy", "Hotels"),
        ("Travel policy", "Hotels", "Abroad"),
    ]


def test_sentences_that_share_words_with_others_are_chosen_before_those_that_stand_alone() -> None:
    text = "# A\n\n" + " ".join(
        (
            "An owl was seen at night.",
            "Refunds go to the card that paid.",
            "Somebody likes green tea very much.",
            "The card gets refunds in ten days.",
            "Postage of refunds is paid by the shop.",
            "Trains were late last week again.",
        )
    )
    chosen = said(text, of(text))
    assert "Refunds go to the card that paid." in chosen[:2]
    assert "Somebody likes green tea very much." not in chosen[:3]


def test_the_first_sentence_is_chosen_where_none_shares_a_word() -> None:
    text = "Zebras run fast. Bread tastes good. Rivers flow down."
    assert said(text, of(text))[0] == "Zebras run fast."


def test_a_document_speaks_for_several_sections_in_their_own_sentences() -> None:
    whole, *sections = made(TRAVEL)
    own = {sentence for section in sections for sentence in section.sentences}
    assert len(own.intersection(whole.sentences)) >= 3
    assert whole.outline == ("Travel policy", "Flights", "Hotels", "Abroad")


def test_han_text_is_summarized_as_well() -> None:
    text = "# 旅行\n\n昨日は猫を見た。旅費は会社が払う。会社が払う旅費は上限がある。"
    assert "旅費は会社が払う。" in said(text, of(text))


@given(st.lists(st.sampled_from(["# A\n\n", "## B\n\n", "| a | b |\n", "One two three four. ", "五 六。",
    "Four three six\n\n", "```\ncode = 1\n```\n", "- item one two three\n", "\n\n"]), max_size=30))  # fmt: skip
def test_sentences_are_true_spans_of_their_passage_and_few(parts: list[str]) -> None:
    text = "".join(parts)
    places = {
        c.ordinal: (c.start, c.end) for c in chunk(Document(id="a.md", text=text or " "), COUNTER)
    }
    for summary in made(text or " "):
        assert 1 <= len(summary.sentences) <= (OF_SECTION if summary.headings else OF_DOCUMENT)
        for one in summary.sentences:
            start, end = places[one.passage]
            assert start <= one.start < one.end <= end
            assert text[one.start : one.end] == text[one.start : one.end].strip()
