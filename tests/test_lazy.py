from __future__ import annotations

import re

import pytest

from loadsheet.lazy import lazy_re, lazy_regex


def test_a_lazy_expression_finds_what_the_compiled_one_finds() -> None:
    text, form = "Leave: 25 days, 3 of them in May.", r"(?P<number>\d+) (?=day|of)"
    lazy, plain = lazy_re(form, re.IGNORECASE), re.compile(form, re.IGNORECASE)
    assert lazy.findall(text) == plain.findall(text) == ["25", "3"]
    assert lazy.sub("", text) == plain.sub("", text)
    assert (lazy.pattern, lazy.flags, lazy.groupindex) == (form, plain.flags, plain.groupindex)


def test_classes_of_unicode_need_the_other_library() -> None:
    assert lazy_regex(r"\p{Lu}\p{Ll}+").findall("Ärzte und Öl") == ["Ärzte", "Öl"]


def test_a_wrong_form_is_raised_by_its_first_use() -> None:
    wrong = lazy_re("(")
    with pytest.raises(re.error):
        wrong.search("")
