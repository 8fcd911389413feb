from __future__ import annotations

import pytest

from loadsheet.intent.proposals import Refused, expanded, picked, rewritten, summarized


def test_a_wording_that_keeps_names_numbers_and_quotations_is_taken() -> None:
    made = rewritten(
        'And "Fix" in Norway for 24 months?', 'Does "Fix" cost less in Norway for 24 months?'
    )
    assert made == 'Does "Fix" cost less in Norway for 24 months?'


@pytest.mark.parametrize(
    ("proposal", "reason"),
    [
        ("", "it is empty"),
        ('Does "Fix" cost less for 24 months?', "it loses the name Norway"),
        ('Does "Fix" cost less in Norway for 12 months?', "it loses the number 24"),
        ("Does Flow cost less in Norway for 24 months?", 'it loses the quotation "Fix"'),
        ("word " * 200, "it is longer than a question"),
        ('{"query": "Does "Fix" cost less in Norway for 24 months?"}', "it is wrapped in marks"),
        ('```\nDoes "Fix" cost less in Norway for 24 months?\n```', "it is wrapped in marks"),
        ('Query: "Does "Fix" cost less in Norway for 24 months?"', "it is wrapped in marks"),
    ],
)
def test_a_wording_that_loses_something_is_refused(proposal: str, reason: str) -> None:
    found = rewritten('And "Fix" in Norway for 24 months?', proposal)
    assert found == Refused(proposal, reason)


def test_a_name_is_kept_only_as_whole_words() -> None:
    found = rewritten("What does Ira say?", "What does the director say?")
    assert found == Refused("What does the director say?", "it loses the name Ira")
    assert rewritten("Ticket price?", "What do tickets cost?") == "What do tickets cost?"


@pytest.mark.parametrize(
    ("question", "wording", "reason"),
    [
        ("Who won in 1984?", "Who won 98 times?", "it adds the number 98"),
        ("Who won in 1984?", "Who won on 19/8?", "it adds the number 19/8"),
        ("What does the director say?", "What does Ira say?", "it adds the name Ira"),
        ("What does the harbour cost?", "Oslo charges what?", "it adds the name Oslo"),
        ("How long is the lease?", "garbage", "it is a word, and no wording"),
        ("How long is the lease?", '["length of the lease"]', "it is wrapped in marks"),
    ],
)
def test_a_wording_that_adds_something_or_is_none_is_refused(
    question: str, wording: str, reason: str
) -> None:
    assert expanded(question, wording) == ([], [Refused(wording, reason)])


@pytest.mark.parametrize(
    "summary",
    [
        "Committee decisions on the lease.",
        "The lease is renewed. Committees decide.",
        "Rent and contracts.",
    ],
)
def test_a_word_that_opens_a_sentence_is_no_name_where_the_text_has_it_or_a_noun_is_joined(
    summary: str,
) -> None:
    assert summarized("The committee renews the lease.", summary) == summary


@pytest.mark.parametrize(
    ("summary", "name"),
    [
        ("Lima renews the lease.", "Lima"),
        ("The lease is renewed. Nadia signs.", "Nadia"),
        ("Quito and its lease. Quito pays.", "Quito"),
    ],
)
def test_a_name_that_opens_a_sentence_is_refused_where_the_text_has_it_not(
    summary: str, name: str
) -> None:
    found = summarized("The committee renews the lease.", summary)
    assert found == Refused(summary, f"it adds the name {name}")


@pytest.mark.parametrize("answer", ["0", "9", "two", "", "10000000000000"])
def test_a_pick_out_of_range_is_a_typed_failure(answer: str) -> None:
    assert isinstance(picked(answer, ("a", "b", "c")), Refused)


def test_a_pick_counts_from_one() -> None:
    assert [picked(str(n), ("a", "b", "c")) for n in (1, 2, 3)] == ["a", "b", "c"]
