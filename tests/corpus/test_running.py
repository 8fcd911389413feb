"""Heads and feet that run through pages are left out, and nothing else is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.corpus.making import pdf

from loadsheet.corpus.formats import Extracted, Limits
from loadsheet.corpus.formats.pdf import read
from loadsheet.corpus.formats.running import kept_lines

SAID = ("The lake was frozen", "from December on.", "Boats stay ashore.", "The pier opens in May.")


def without_running(pages: Sequence[str]) -> list[str]:
    lines = [page.split("\n") for page in pages]
    kept = kept_lines(lines)
    return [
        "\n".join(page[at] for at in own).strip("\n") for page, own in zip(lines, kept, strict=True)
    ]


def paged(head: str, foot: str, said: Sequence[str] = SAID) -> list[str]:
    return [
        "\n".join(
            filter(None, (head.format(n=n), text, f"So says line {n * 3}.", foot.format(n=n)))
        )
        for n, text in enumerate(said, start=7)
    ]


@pytest.mark.parametrize(
    ("head", "foot"),
    [
        ("", "Page {n} of 20"),
        ("", "{n}"),
        ("{n}", ""),
        ("– {n} –", "Printed on 3 May, page {n}"),
    ],
)
def test_a_page_number_goes_from_every_page(head: str, foot: str) -> None:
    assert without_running(paged(head, foot)) == paged("", "")


def test_a_head_stays_on_the_first_page_that_has_it() -> None:
    first, *rest = without_running(paged("Winter report\nConfidential", "Lake office\n{n}"))
    assert first.split("\n")[:2] == ["Winter report", "Confidential"]
    assert first.endswith("Lake office")
    assert rest == paged("", "")[1:]


def test_heads_of_left_and_right_pages_differ() -> None:
    pages = [
        f"{'Left' if n % 2 else 'Right'}\nText {chr(n)} is here.\nIt ends." for n in range(65, 73)
    ]
    found = [page.split("\n")[0] for page in without_running(pages)]
    assert found[:2] == ["Left", "Right"]
    assert all(line.startswith("Text") for line in found[2:])


@pytest.mark.parametrize(
    "pages",
    [
        paged("Chapter {n}", ""),
        ["Same head\nOne.\nTwo.", "Same head\nThree.\nFour."],
        ["Only a title"] * 5,
        [f"Row {n * 3} {n * 5}\nText.{n}\nTotal {n * 11}" for n in range(1, 7)],
    ],
)
def test_what_a_page_is_about_stays(pages: list[str]) -> None:
    assert without_running(pages) == pages


@given(st.lists(st.text(alphabet="ab 1\n", max_size=20), max_size=8))
def test_each_page_keeps_something_of_what_it_says(pages: list[str]) -> None:
    for before, after in zip(pages, without_running(pages), strict=True):
        assert bool(before.strip()) == bool(after.strip())


def test_a_sentence_that_goes_over_the_page_of_a_pdf_is_one() -> None:
    found = read(
        pdf(paged("Winter report", "Page {n}", ("A.", "B.", "C.", "The lake"))), Limits(9999, 9)
    )
    assert isinstance(found, Extracted)
    assert "Page" not in found.text
    assert found.text.count("Winter report") == 1
    assert len(found.pages) == 4
