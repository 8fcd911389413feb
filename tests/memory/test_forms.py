"""Every form of English that memory reads by is what its examples say."""

from __future__ import annotations

import pytest

from loadsheet.memory.language.forms import MemoryPattern

EXAMPLES = [
    pytest.param(one, text, found, id=f"{one.means[:40]}: {text[:40]}")
    for one in MemoryPattern.every
    for texts, found in ((one.has, True), (one.lacks, False))
    for text in texts
]


@pytest.mark.parametrize(("one", "text", "found"), EXAMPLES)
def test_a_form_is_found_where_its_examples_say(one: MemoryPattern, text: str, found: bool) -> None:
    assert (one.search(text) is not None) == found


def test_every_form_says_what_it_means_and_has_examples_of_both_kinds() -> None:
    for one in MemoryPattern.every:
        assert len(one.means.split()) > 2
        assert one.has
        assert one.lacks
