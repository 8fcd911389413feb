from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from loadsheet.artifacts import ChatMessage, Chunk, Document
from loadsheet.corpus import frontmatter
from loadsheet.corpus.chunk import chunk
from loadsheet.ports import Counter


class Words:
    """Counts a token for every four bytes, begun ones too."""

    name: str = "words"
    exact: bool = True

    def __init__(self, size: int = 4) -> None:
        self.size = size
        self.counted = 0

    def count(self, text: str) -> int:
        self.counted += len(text)
        return -(-len(text.encode()) // self.size)

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        return 0


def cut(
    text: str,
    *,
    target: int = 60,
    most: int = 100,
    name: str = "d.md",
    counter: Counter | None = None,
) -> list[Chunk]:
    return chunk(Document(id=name, text=text), counter or Words(), target=target, most=most)


@dataclass
class Letters:
    """Counts every character, and compares by value: Python gives it no hash."""

    name: str = "letters"
    exact: bool = True

    def count(self, text: str) -> int:
        return len(text)

    def framing(self, messages: Sequence[ChatMessage]) -> int:
        return 0


def test_a_counter_needs_no_hash() -> None:
    assert [piece.tokens for piece in cut("Tea.\n", counter=Letters())] == [4]


def check(text: str, chunks: Sequence[Chunk]) -> None:
    last = frontmatter.read(text).end
    for ordinal, piece in enumerate(chunks):
        assert piece.ordinal == ordinal
        assert text[piece.start : piece.end] == piece.text
        assert last <= piece.start < piece.end
        assert not text[last : piece.start].strip()
        last = piece.end
    assert not text[last:].strip()


LINES = st.sampled_from(
    [
        "# Top",
        "## 3.2 Refund window",
        "Title",
        "=====",
        "---",
        "title: x",
        "",
        "",
        "same. " * 30,
        "A sentence of some words. Another one, v1.2.3, follows here.",
        "- an item\n- another item\n\n  its second paragraph",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "```python\n# no heading\n\nx = 1\n```",
        "~~~",
        "你好世界" * 40,
        "退款在三十天内。逾期不退！",
        "👨‍👩‍👧‍👦" * 30,
        "e\u0301" * 200,
        "x" * 700,
        "\ufefftext after a mark",
        "\u2028\x0b odd\x1cbreaks\x85here",
    ]
)


@given(st.lists(LINES, max_size=14), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
@settings(max_examples=200, deadline=None)
def test_spans_are_exact_in_order_and_hold_every_visible_character(
    lines: list[str], end: str, rst: bool
) -> None:
    text = end.join(lines).replace("\n", end) if end != "\n" else "\n".join(lines)
    chunks = cut(text, name="d.rst" if rst else "d.md")
    check(text, chunks)
    assert all(piece.tokens <= 100 for piece in chunks)


@given(st.text(max_size=400))
@settings(deadline=None)
def test_any_text_can_be_cut(text: str) -> None:
    check(text, cut(text, target=6, most=10))


@given(st.text(st.sampled_from("你好👨‍👩‍👧é\u0301\u200d"), min_size=200, max_size=600))
@settings(deadline=None, max_examples=40)
def test_text_without_borders_is_cut_between_graphemes(text: str) -> None:
    borders = {found.start() for found in regex.finditer(r"\X", text)} | {len(text)}
    for piece in cut(text, target=20, most=30):
        assert {piece.start, piece.end} <= borders


def test_headings_are_kept_as_a_path_with_the_number_of_the_innermost() -> None:
    text = (
        "# 3 Refunds\n\nIntro.\n\n## 3.2 Refund window\n\nThirty days.\n\n"
        "### Exceptions\n\nNone.\n\n## Other\n\nText.\n"
    )
    assert [(piece.headings, piece.section) for piece in cut(text)] == [
        (("3 Refunds",), ""),
        (("3 Refunds", "3.2 Refund window"), "3.2"),
        (("3 Refunds", "3.2 Refund window", "Exceptions"), "3.2"),
        (("3 Refunds", "Other"), ""),
    ]


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("3.2 Refund window", "3.2"),
        ("§ 4 Scope", "4"),
        ("Section 4.1: Scope", "4.1"),
        ("4. Scope", "4"),
        ("Article 7", "7"),
        ("Appendix A", ""),
        ("2025 budget", ""),
        ("10 tips", ""),
        ("Part of the team", ""),
        ("1.2.3 (2024-01-01)", "1.2.3"),
    ],
)
def test_a_number_is_a_section_only_where_it_numbers(heading: str, section: str) -> None:
    assert cut(f"## {heading}\n\nText.\n")[0].section == section


def test_a_heading_is_part_of_its_first_passage_and_an_empty_one_joins_the_next() -> None:
    first, second = cut("# Top\n\n## Inner\n\nText.\n\nTitle\n-----\nMore.\n")
    assert first.text == "# Top\n\n## Inner\n\nText."
    assert first.headings == ("Top", "Inner")
    assert second.text == "Title\n-----\nMore."
    assert second.headings == ("Top", "Title")


def test_what_looks_like_a_heading_in_fenced_code_is_code() -> None:
    (only,) = cut("# Real\n\n```\n# comment\n\n## more\n```\n\nAfter.\n")
    assert only.headings == ("Real",)


def test_underlined_headings_of_restructured_text_nest_by_their_order() -> None:
    text = "=====\nGuide\n=====\n\nIntro.\n\nSetup\n~~~~~\n\nDo it.\n"
    assert [piece.headings for piece in cut(text, name="a.rst")] == [("Guide",), ("Guide", "Setup")]


def test_front_matter_is_in_no_passage() -> None:
    text = "---\r\ntitle: T\r\nsecret: unfindable\r\n---\r\n\r\nBody.\r\n"
    assert [piece.text for piece in cut(text)] == ["Body."]


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    text = "---\nJust a sentence.\n---\nMore.\n"
    check(text, cut(text))
    assert "Just a sentence." in cut(text)[0].text


def test_a_list_a_table_and_code_stay_whole_where_they_fit() -> None:
    prose = "A sentence of this paragraph. " * 6
    table = "| a | b |\n|---|---|\n" + "| one | two |\n" * 10
    code = "```\n" + "call()\n\n" * 12 + "```"
    text = f"{prose}\n\n{table}\n{prose}\n\n{code}\n"
    chunks = cut(text)
    assert any(table.strip() in piece.text for piece in chunks)
    assert any(code in piece.text for piece in chunks)


def test_the_later_passages_of_a_long_table_know_its_columns() -> None:
    rows = "".join(f"| City {n} | {n} desks |\n" for n in range(60))
    text = f"# Offices\n\nAll of them:\n\n| City | Desks \\| rooms |\n|:--|--:|\n{rows}\nThe end, as it stands here.\n"
    chunks = cut(text)
    check(text, chunks)
    goes_on = [piece for piece in chunks if piece.text.startswith("| City ") and piece.columns]
    assert len(goes_on) > 3
    assert {piece.columns for piece in goes_on} == {"City | Desks | rooms"}
    assert not chunks[0].columns
    assert not any(
        p.columns for p in chunks if p.text.startswith(("All", "# O", "| City | Desks", "The"))
    )


@pytest.mark.parametrize(
    "text",
    ["a | b\nc | d\n" * 60, "No table.\n\n---\n\n" + "x | y\n" * 60, "Only text.\n" * 60],
)
def test_what_names_no_columns_has_none(text: str) -> None:
    assert not any(piece.columns for piece in cut(text))


def test_long_prose_is_cut_between_sentences() -> None:
    text = "The refund takes thirty days in all cases. " * 40
    assert all(piece.text.endswith(".") for piece in cut(text))


def test_a_line_that_introduces_a_list_stays_with_it() -> None:
    filler = "Words that fill this paragraph up to its end, and a few more. " * 3
    text = f"{filler}\n\nYou need:\n\n" + "- an item that is needed\n" * 6
    last = cut(text)[-1]
    assert last.text.startswith("You need:")


@pytest.mark.parametrize("text", ["", " \n\t\n", "---\ntitle: x\n---\n"])
def test_a_text_with_nothing_to_see_has_no_passages(text: str) -> None:
    assert cut(text) == []


def test_a_text_of_headings_only_keeps_them() -> None:
    text = "# A\n## B\n# C\n"
    check(text, cut(text))


def test_a_denser_counter_still_keeps_the_hard_limit() -> None:
    class Dense(Words):
        def count(self, text: str) -> int:
            return sum(5 if ord(character) > 127 else 1 for character in text)

    text = "naïve " * 50 + "\n\n" + "ééé ééé. " * 100
    chunks = cut(text, counter=Dense())
    check(text, chunks)
    assert all(piece.tokens <= 100 for piece in chunks)


def test_each_character_is_counted_once() -> None:
    counter = Words()
    text = "\n\n".join(f"Paragraph {n} has a few words. " * 4 for n in range(200))
    cut(text, counter=counter)
    assert counter.counted <= 1.2 * len(text)


@pytest.mark.parametrize("edited", [7, 60, 113])
def test_an_edit_changes_only_the_passages_around_it(edited: int) -> None:
    paragraphs = [f"Paragraph {n} says something of its own. " * 2 for n in range(120)]
    before = {piece.text for piece in cut("\n\n".join(paragraphs))}
    del paragraphs[edited]
    after = {piece.text for piece in cut("\n\n".join(paragraphs))}
    assert len(after - before) <= 10


def test_five_megabytes_in_one_line_are_cut() -> None:
    text = "你好世界" * 100_000 + "word " * 200_000
    check(text, cut(text, target=240, most=400))


@pytest.mark.parametrize(
    "text",
    [
        "# " + "[a](" * 20_000,
        "\u0301" * 20_000,
        "a:\n\n" * 5_000,
        "a\n===\n" * 5_000,
        "```\n" * 5_001,
    ],
)
def test_no_shape_of_text_exceeds_the_limit(text: str) -> None:
    chunks = cut(text)
    check(text, chunks)
    assert all(piece.tokens <= 100 for piece in chunks)
    assert all(len(heading) <= 201 for piece in chunks for heading in piece.headings)
