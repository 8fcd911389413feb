"""Two forms of a word are one in the language that is asked in."""

from __future__ import annotations

import pytest

from loadsheet.corpus.terms import terms
from loadsheet.intent.language.inflection import are_one, beginning, telling


@pytest.mark.parametrize(
    ("held", "asked", "code"),
    [
        ("kündigung", "kündigen", "de"),
        ("jahresbeitrag", "beitrag", "de"),
        ("arrivées", "arriver", "fr"),
        ("menores", "menor", "es"),
        ("赔偿", "赔", "zh"),
    ],
)
def test_forms_of_a_word_are_one_in_its_language(held: str, asked: str, code: str) -> None:
    assert are_one(held, asked, code)


def test_a_word_that_ends_like_a_short_one_is_another_word() -> None:
    assert not are_one("umtausch", "tau", "de")


def test_what_the_forms_of_a_word_begin_with_is_searched_where_it_is_long_enough() -> None:
    assert beginning("kündigen", "de") == "kündig"
    assert beginning("tag", "de") == ""
    assert beginning("running", "en") == ""


def test_common_words_of_a_language_tell_nothing_unless_there_is_nothing_else() -> None:
    assert telling(["wie", "der", "grundpreis"], "de") == ["grundpreis"]
    assert telling(["wie", "der"], "de") == ["wie", "der"]


def test_what_asks_in_a_script_without_spaces_is_no_part_of_a_word() -> None:
    assert terms("年卡多少钱？") == ["年卡"]
    assert terms("健身房周末几点开放？") == ["健身", "身房", "房周", "周末", "开放"]


def test_a_version_is_one_term_and_an_elided_article_is_none() -> None:
    assert terms("version 2.8.1 of l'école") == ["version", "2.8.1", "écol"]
