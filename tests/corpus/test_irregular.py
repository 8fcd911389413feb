"""Words whose forms no ending tells are one, wherever texts are compared by their words."""

from __future__ import annotations

import pytest

from loadsheet.corpus.irregular import BASES, OTHER_WORDS
from loadsheet.corpus.terms import forms_of, stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("lost", "lose"),
        ("losing", "lose"),
        ("paid", "pays"),
        ("written", "writing"),
        ("sold", "selling"),
        ("children", "child"),
        ("people", "person"),
        ("criteria", "criterion"),
        ("applied", "apply"),
        ("cancelled", "cancel"),
        ("controlled", "control"),
        ("organisations", "organization"),
        ("realised", "realizing"),
        ("neighbouring", "neighbors"),
        ("centres", "center"),
        ("licences", "license"),
        ("programmes", "program"),
        ("judgement", "judgment"),
        ("enrolment", "enrollment"),
        ("fulfil", "fulfill"),
    ],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("left", "leave"),
        ("saw", "see"),
        ("king", "kin"),
        ("founded", "find"),
        ("hours", "hors"),
        ("size", "six"),
    ],
)
def test_a_form_that_is_mostly_another_word_is_that(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_a_form_is_told_of_one_word_only() -> None:
    """A base is the form of no other word, so that a form of a form is never looked for."""
    assert not {form for form, base in BASES.items() if BASES.get(base, base) != base}
    assert not OTHER_WORDS & BASES.keys()


def test_forms_are_looked_for_where_the_index_knows_them_for_other_words() -> None:
    assert forms_of("losing") == ("lose", "lost")
    assert forms_of("color") == ("colour", "color")
    assert forms_of("building") == ()
    assert forms_of("approved") == ()
