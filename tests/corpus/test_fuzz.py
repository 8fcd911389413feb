"""Whatever lies in a folder, loading it ends in documents and reasons, and each passage is its place in the text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.corpus.making import docx, pdf

from loadsheet.artifacts import Document
from loadsheet.corpus import frontmatter
from loadsheet.corpus.chunk import chunk
from loadsheet.corpus.formats import FORMATS, Limits, Unreadable
from loadsheet.corpus.formats.workshop import Workshop
from loadsheet.corpus.load import document_of, extracted
from loadsheet.models.counters import BpeCounter

COUNTER = BpeCounter("o200k_base")

PIECES = st.sampled_from(
    (
        "same. ", "\r\n", "\r", "\n\n", "\ufeff", "\0", "\u200b\u200d\u2060", "\u202e\u2067", "\u2028", "\x0b\x0c",
        "\x85",
        "# ", "## 1.2 Leave\n", "=====\n", "---\n", "```\n", "~~~", "> ", "- item\n", "1. item\n", "| a | b |\n",
        "    code\n",
        "---\ntitle: x\n---\n", "你好世界", "。", "العربية ", "ไทย", "👨‍👩‍👧‍👦", "e\u0301", "x" * 3000, "word " * 300,
        "<p>", "</td>", "<table><tr><td>", "<ul><li>", "<pre>", "<!--", "<main>", "<h1>", "&amp;&#0;&#x110000;",
        "<script>",
        "<svg hidden>", "<br/>", "\ud7ff", "\uffff",
    )
)  # fmt: skip
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=20)), max_size=30).map("".join)
ENDINGS = st.sampled_from(sorted(FORMATS))

VALID = (
    pdf(["Leave policy.\nThirty days.", "Second page (2)."], title="T"),
    docx([("Heading1", "Leave"), ("", "Thirty days.")], [["A", "B"], ["1", "2"]], title="T"),
    b"<html><body><main><h1>T</h1><table><tr><td>a<td>b</table><ul><li>x<ul><li>y</ul></main>",
    "Größe\r\n\r\n# Übersicht\r\n".encode("cp1252"),
    "Text in sixteen bits.\n".encode("utf-16"),
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A valid file with some of its bytes changed, left out, doubled or cut off."""
    data = bytearray(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        size = draw(st.integers(1, 40))
        match draw(st.sampled_from(("change", "drop", "double", "cut", "insert"))):
            case "change":
                data[at : at + 1] = draw(st.binary(min_size=1, max_size=1))
            case "drop":
                del data[at : at + size]
            case "double":
                data[at:at] = data[at : at + size]
            case "cut":
                del data[max(at, 1) :]
            case _:
                data[at:at] = draw(st.binary(max_size=20))
    return bytes(data)


@pytest.fixture(scope="module")
def shop() -> Iterator[Workshop]:
    with closing(Workshop(Limits(characters=1_000_000, seconds=30))) as opened:
        yield opened


def check(data: bytes, ending: str, shop: Workshop) -> Document | None:
    made = extracted(data, ending, shop)
    if isinstance(made, Unreadable):
        assert made.reason
        # A parser may find nothing but faults; that it crashes or hangs would be a find.
        assert "crash" not in made.reason
        assert "longer than" not in made.reason
        return None
    document = document_of(made, f"a{ending}", path=None, root=None, stem="a")
    text = document.text
    passages = chunk(document, COUNTER, target=40)
    at = frontmatter.read(text).end
    for number, passage in enumerate(passages):
        assert passage.ordinal == number
        assert text[passage.start : passage.end] == passage.text
        assert at <= passage.start < passage.end
        # What lies between two passages cannot be seen.
        assert not text[at : passage.start].strip()
        at = passage.end
        if made.pages:
            assert passage.pages is not None
            assert 1 <= passage.pages[0] <= passage.pages[1] <= len(made.pages)
    assert not text[at:].strip()
    return document


FEW = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FEW
@given(st.binary(max_size=400), ENDINGS)
def test_any_bytes_are_a_document_or_a_reason(shop: Workshop, data: bytes, ending: str) -> None:
    check(data, ending, shop)


@FEW
@given(damaged(), ENDINGS)
def test_a_damaged_file_is_a_document_or_a_reason(shop: Workshop, data: bytes, ending: str) -> None:
    check(data, ending, shop)


@FEW
@given(TEXTS, st.sampled_from([".md", ".txt", ".rst"]), st.sampled_from(["", "\ufeff"]))
def test_the_passages_of_any_text_are_its_parts_in_order(
    shop: Workshop, text: str, ending: str, mark: str
) -> None:
    found = check((mark + text).encode(), ending, shop)
    if found is not None:
        assert (mark + text).removeprefix("\ufeff") == found.text


@FEW
@given(TEXTS)
def test_the_passages_of_any_page_are_parts_of_its_text_in_order(shop: Workshop, text: str) -> None:
    check(f"<html>{text}".encode(), ".html", shop)


@settings(FEW, max_examples=40)
@given(
    st.lists(st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=60), max_size=5)
)
def test_what_stands_on_the_pages_of_a_pdf_stands_in_its_text_in_order(
    shop: Workshop, pages: list[str]
) -> None:
    found = check(pdf(pages), ".pdf", shop)
    if found is not None:
        assert len(found.pages) == len(pages)
        assert list(found.pages) == sorted(found.pages)


@settings(FEW, max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(["", "Heading1", "Heading2"]), TEXTS), max_size=5))
def test_a_docx_of_any_words_is_a_document_or_a_reason(
    shop: Workshop, paragraphs: list[tuple[str, str]]
) -> None:
    check(docx(paragraphs), ".docx", shop)


def test_texts_of_one_kind_of_character_take_no_longer_than_others(shop: Workshop) -> None:
    for piece in ("#", "=\n", "`", "- ", "|", "\u200b", "\r", ".", "> ", "*", "[", "\\", "&", "\t"):
        check((piece * 40_000).encode(), ".md", shop)
        check(b"<p>" + (piece * 40_000).encode(), ".html", shop)
    for tag in (
        "<b>",
        "<table>",
        "<li>",
        "<tr>",
        "<td>",
        "<pre>",
        "<p",
        "<!",
        "</",
        "<ul><li>",
        "<h1>",
    ):
        check((tag * 2_000 + "words").encode(), ".html", shop)


def test_every_folder_of_such_files_can_be_added(tmp_path: Path) -> None:
    import asyncio

    from loadsheet import Agent

    for number, data in enumerate(VALID):
        for cut in (1, 3, 10):
            for ending in FORMATS:
                (tmp_path / f"{number}-{cut}{ending}").write_bytes(data[: len(data) // cut])

    async def add() -> tuple[int, int]:
        async with Agent.open(":memory:", settings={"embedder": "none"}) as agent:
            report = await agent.add(tmp_path)
            assert (await agent.check()).drift == ()
            return len(report.added), len(report.skipped)

    added, skipped = asyncio.run(add())
    assert added + skipped == len(VALID) * 3 * len(FORMATS)
    assert added > 0
    assert skipped > 0
