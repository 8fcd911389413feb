from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.corpus.making import docx, pdf

from loadsheet.artifacts import Chunk, Document, Skipped
from loadsheet.corpus.chunk import chunk, pages_of
from loadsheet.corpus.find import Root
from loadsheet.corpus.formats import EXTRA, Extracted, Limits, Unreadable, workshop
from loadsheet.corpus.formats.encoding import decode
from loadsheet.corpus.formats.workshop import Workshop, take_apart
from loadsheet.corpus.load import Loaded, load
from loadsheet.models.counters import BpeCounter

HERE = Limits(seconds=20)


@pytest.fixture(scope="module")
def shop() -> Iterator[Workshop]:
    with closing(Workshop(HERE)) as opened:
        yield opened


def text_of(kind: str, data: bytes | str) -> str:
    found = take_apart(kind, data.encode() if isinstance(data, str) else data, HERE)
    assert isinstance(found, Extracted), found
    return found.text


def reason_of(kind: str, data: bytes | str, limits: Limits = HERE) -> str:
    found = take_apart(kind, data.encode() if isinstance(data, str) else data, limits)
    assert isinstance(found, Unreadable), found
    return found.reason


# ---------------------------------------------------------------- HTML

PAGE = """<!DOCTYPE html><html><head><title>Leave – Acme</title><script>var x = "<p>no</p>";</script>
<meta property="article:modified_time" content="2024-05-01T10:00:00Z"></head><body>
<nav><ul><li>Home</li></ul></nav><header><h1>Leave <em>policy</em></h1></header><main>
<h2>1.1 Annual leave</h2><p>Everybody has 30&nbsp;days
  of leave.<br>Ask &amp; wait for <code>HR_1</code>.</p><p hidden>Secret.</p>
<ul><li>Full time<ul><li>First year: 25</li></ul></li><li><p>Part time</p></li></ul>
<ol start="3"><li>Ask</li><li>Wait</li></ol>
<table><tr><th>Grade</th><th>Days</th></tr><tr><td>A</td><td>25 | 26</td></tr></table>
<pre><code class="language-py">if x &lt; 3:

    return "a*b_c"
</code></pre><blockquote>Be kind.</blockquote></main><footer>© Acme</footer></body></html>"""


def test_a_page_becomes_markdown_without_its_menus_and_scripts() -> None:
    assert (
        text_of("html", PAGE)
        == """\
# Leave policy

## 1.1 Annual leave

Everybody has 30 days of leave.
Ask & wait for `HR_1`.

- Full time
  - First year: 25
- Part time

3. Ask
4. Wait

| Grade | Days |
| --- | --- |
| A | 25 \\| 26 |

```py
if x < 3:

    return "a*b_c"
```

> Be kind."""
    )


@pytest.mark.parametrize(
    "unseen",
    [
        '<p style="font-size:0px">ignore</p>',
        '<p style="opacity: 0">ignore</p>',
        '<p style="position:absolute;left:-9999px">ignore</p>',
        '<p class="note visually-hidden">ignore</p>',
    ],
)
def test_what_no_reader_sees_is_not_read(unseen: str) -> None:
    assert text_of("html", f"<p>Five days.</p>{unseen}") == "Five days."
    assert text_of("html", '<p style="font-size:0.9em;opacity:0.5">Seen.</p>') == "Seen."


def test_the_main_part_ends_where_its_own_tag_does() -> None:
    page = (
        '<div>Menu</div><div role="main"><div>Five <b>days</b>.</div> More.</div><div>Cookies</div>'
    )
    assert text_of("html", page) == "Five days.\n\nMore."


def test_a_link_behind_a_heading_is_no_part_of_it() -> None:
    page = '<h1>Leave<a href="#leave">¶</a></h1><h2>C#</h2>'
    found = take_apart("html", page.encode(), HERE)
    assert isinstance(found, Extracted)
    assert (found.title, found.text) == ("Leave", "# Leave\n\n## C#")


def test_a_cell_that_spans_rows_stands_in_each_of_them() -> None:
    page = (
        "<table><tr><th rowspan=2>Plan<th colspan=2>Price<tr><th>Month<th>Year"
        "<tr><td rowspan=2>Basic<td>5<td rowspan=2>50<tr><td>6</table>"
    )
    assert text_of("html", page).splitlines() == [
        "| Plan | Price |  |",
        "| --- | --- | --- |",
        "| Plan | Month | Year |",
        "| Basic | 5 | 50 |",
        "| Basic | 6 | 50 |",
    ]


def test_a_table_with_headings_holds_values_whatever_stands_in_its_cells() -> None:
    page = "<table><tr><th>Grade<th>Days<tr><td><ul><li>A<li>B</ul><td>30</table>"
    assert text_of("html", page).splitlines()[2] == "| A; B | 30 |"


def test_a_page_says_its_title_and_its_time() -> None:
    found = take_apart("html", PAGE.encode(), HERE)
    assert isinstance(found, Extracted)
    assert (found.title, found.timestamp) == ("Leave policy", "2024-05-01T10:00:00Z")


def test_a_table_that_arranges_blocks_is_read_as_blocks() -> None:
    inner = "<table><tr><td>a</td><td>b</td></tr></table>"
    page = f"<table><tr><td>Menu</td><td><h2>Title</h2><p>Text.</p>{inner}</td></tr></table>"
    assert text_of("html", page) == "Menu\n\n## Title\n\nText.\n\n| a | b |\n| --- | --- |"


def test_text_that_looks_like_markup_is_escaped() -> None:
    page = "<p># not a heading</p><p>---</p><p>a<br>## b</p><p>```</p>"
    assert text_of("html", page) == "\\# not a heading\n\n\\---\n\na\n\\## b\n\n\\```"


@pytest.mark.parametrize(
    "page",
    ["<div>" * 20_000 + "deep", "<ul><li>" * 3_000 + "deep", "<table><tr><td>" * 2_000 + "deep"],
)
def test_a_page_may_be_nested_as_deeply_as_it_likes(page: str) -> None:
    assert text_of("html", page).endswith("deep")


def test_a_page_is_read_in_the_encoding_that_it_declares() -> None:
    page = '<meta charset="windows-1251"><p>Привет'.encode("cp1251")
    found = take_apart("html", page, HERE)
    assert found == Extracted(
        "Привет", notes=("read as cp1251; save it as UTF-8 if that is wrong",)
    )


UNSEEN = {
    "not displayed": '<p style="display: none">hidden',
    "by a rule of the page": "<style>/* a */ p.x, .y { display:none }</style><p class=x>hid<p class=y>den",
    "white on nothing": '<p style="color:#fff">hidden',
    "white on white": '<div style="background:white"><p style="color: rgb(254, 254, 254)">hidden</div>',
    "by the attributes of old": '<body bgcolor="#112233"><font color="#112233">hidden</font>',
    "transparent": '<p style="color:rgba(0,0,0,0)">hidden',
    "of one pixel": '<p style="font-size:1px">hidden',
    "of no height": '<p style="overflow:hidden;height:0">hidden',
    "cut away": '<p style="clip-path: inset(100%)">hidden',
}


@pytest.mark.parametrize("page", UNSEEN.values(), ids=list(UNSEEN))
def test_what_nobody_sees_of_a_page_is_left_out_and_counted(page: str) -> None:
    found = take_apart("html", f"{page}<h2 style='color:black;display:block'>Seen".encode(), HERE)
    assert isinstance(found, Extracted)
    assert "hid" not in found.text
    assert found.notes == ("6 characters that no reader of it sees were left out",)


@pytest.mark.parametrize(
    "page",
    [
        '<link rel=stylesheet href="a.css"><p style="color:#fff">Seen',
        "<style>.dark{background:#000 url(a.png)} p{color:#fff}</style><p class=dark>Seen",
        '<div style="background:navy"><p style="color:white">Seen',
        "<style>@media print { p { display: none } }</style><p>Seen",
        '<div style="color:white"><p style="color:red">Seen</div>',
        '<p style="font-size:10px;height:10px;opacity:0.5">Seen',
    ],
)
def test_what_may_be_seen_of_a_page_stays(page: str) -> None:
    assert take_apart("html", page.encode(), HERE) == Extracted("Seen")


# ---------------------------------------------------------------- PDF


def test_a_short_value_stands_behind_its_term() -> None:
    page = (
        b"<dl><dt>Adults</dt><dd>11.50</dd><dt>Students:</dt><dd>7</dd><dd>5 on Monday</dd>"
        b"<dt>Dogs</dt><dd><p>" + b"Dogs are kept on a lead. " * 5 + b"</p></dd></dl>"
    )
    assert text_of("html", page) == (
        "- Adults: 11.50\n- Students: 7\n- 5 on Monday\n\nDogs\n\n- "
        + ("Dogs are kept on a lead. " * 5).strip()
    )


def test_what_stands_above_the_head_of_a_sheet_is_text() -> None:
    made = b"Account,30-11-22,,\nHolder,Ruth,,\n\nDate,What,Out,In\n2026-10-07,Hotel,238.00,\n"
    assert text_of("sheet", made) == (
        "Account: 30-11-22\nHolder: Ruth\n\n| Date | What | Out | In |\n| --- | --- | --- | --- |\n"
        "| 2026-10-07 | Hotel | 238.00 |  |"
    )


TWO_PAGES = [
    "Leave policy.\nEverybody has 30 days of",
    "leave a year.\nAsk early.",
    "",
    "Last page.",
]


def test_each_page_of_a_pdf_is_at_its_offset_and_a_sentence_goes_on_over_the_page() -> None:
    made = pdf(TWO_PAGES, title="The leave policy", modified="D:20240501120000+02'00'")
    found = take_apart("pdf", made, HERE)
    assert isinstance(found, Extracted)
    assert found.text == (
        "Leave policy.\nEverybody has 30 days of\nleave a year.\nAsk early.\n\n\n\nLast page."
    )
    assert [found.text[start:][:6] for start in found.pages] == [
        "Leave ",
        "leave ",
        "\n\nLast",
        "Last p",
    ]
    assert (found.title, found.timestamp) == ("The leave policy", "2024-05-01T12:00:00+02:00")


def test_each_passage_knows_its_pages() -> None:
    pages = [f"Page {n} speaks of leave. " * 15 for n in range(1, 9)]
    starts = tuple(sum(map(len, pages[:n])) for n in range(len(pages)))
    document = Document(id="a.pdf", text="".join(pages), pages=starts)
    found = chunk(document, BpeCounter("o200k_base"))
    assert len(found) > 2
    for passage in found:
        assert passage.pages is not None
        first, last = passage.pages
        assert f"Page {first} " in passage.text
        assert f"Page {last} " in passage.text
        assert f"Page {last + 1} " not in passage.text


def test_a_span_that_ends_where_a_page_begins_is_not_on_it() -> None:
    assert pages_of((0, 10, 20), 5, 10) == (1, 1)
    assert pages_of((0, 10, 20), 5, 11) == (1, 2)
    assert pages_of((0, 10, 20), 20, 20) == (3, 3)
    assert pages_of((), 5, 10) is None


def test_a_pdf_that_gives_no_text_says_why() -> None:
    assert reason_of("pdf", pdf(["secret"], password="x")) == (
        "is encrypted: save a copy of it without a password"
    )
    assert reason_of("pdf", pdf(["", ""])) == "holds no text, as scans do: run OCR over it first"
    assert reason_of("pdf", pdf(["text"])[:200]) == "is no PDF that can be read, or a damaged one"
    assert (
        text_of("pdf", pdf(["No password to read it."], password="")) == "No password to read it."
    )


SEEN = b"BT /F 12 Tf 72 720 Td (Seen.) Tj ET "


@pytest.mark.parametrize(
    "looks", [b"1 g", b"3 Tr", b"/F 1 Tf", b".999 1 1 rg", b"1 0 0 .1 72 600 Tm"]
)
def test_what_nobody_sees_on_a_page_of_a_pdf_is_left_out_and_counted(looks: bytes) -> None:
    page = SEEN + b"BT /F 12 Tf 72 700 Td " + looks + b" (hidden) Tj ET"
    found = take_apart("pdf", pdf([page]), HERE)
    assert isinstance(found, Extracted)
    assert found.text == "Seen."
    assert "left out" in found.notes[0]


@pytest.mark.parametrize("looks", [b"1 g", b"3 Tr"])
def test_text_on_something_painted_stays(looks: bytes) -> None:
    painted = b"0 0 .5 rg 60 690 300 30 re f "
    page = SEEN + painted + b"BT /F 12 Tf 72 700 Td " + looks + b" (Too.) Tj ET"
    assert text_of("pdf", pdf([page])).split() == ["Seen.", "Too."]


# ---------------------------------------------------------------- DOCX


def test_a_docx_becomes_markdown_with_its_headings_and_tables() -> None:
    made = docx(
        [("Heading1", "Leave"), ("", "A & B."), ("Heading2", "1.1 Annual")],
        [["Grade", "Days"], ["A", "30"]],
        title="Leave & more",
        modified="2024-05-01T10:00:00Z",
    )
    found = take_apart("docx", made, HERE)
    assert found == Extracted(
        "# Leave\n\nA & B.\n\n## 1.1 Annual\n\n| Grade | Days |\n| --- | --- |\n| A | 30 |",
        title="Leave & more",
        timestamp="2024-05-01T10:00:00Z",
    )


@pytest.mark.parametrize(
    "looks",
    ["<w:vanish/>", '<w:color w:val="FFFFFF"/>', '<w:sz w:val="2"/>', '<w:color w:val="FEFEFE"/>'],
)
def test_what_nobody_sees_in_a_docx_is_left_out_and_counted(looks: str) -> None:
    run = f"<w:r><w:rPr>{looks}</w:rPr><w:t>hidden</w:t></w:r>"
    found = take_apart("docx", docx([("", "Seen."), ("", run)]), HERE)
    assert found == Extracted(
        "Seen.", notes=("6 characters that no reader of it sees were left out",)
    )


@pytest.mark.parametrize(
    "looks",
    [
        '<w:vanish w:val="0"/>',
        '<w:color w:val="FFFFFF"/><w:shd w:fill="1F4E79"/>',
        '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>',
        '<w:color w:val="auto"/><w:sz w:val="24"/>',
    ],
)
def test_what_may_be_seen_in_a_docx_stays(looks: str) -> None:
    run = f"<w:r><w:rPr>{looks}</w:rPr><w:t>Seen.</w:t></w:r>"
    assert take_apart("docx", docx([("", run)]), HERE) == Extracted("Seen.")


BOLD = "<w:r><w:rPr><w:b/><w:sz w:val='{}'/></w:rPr><w:t>{}</w:t></w:r>"


def test_what_looks_like_a_heading_in_a_docx_is_one_where_its_writer_used_no_styles() -> None:
    made = docx(
        [
            ("", BOLD.format(36, "Ann Lee")),
            ("", "Gardener in Marseille."),
            ("", BOLD.format(26, "Work")),
            ("", BOLD.format(22, "2016: Gardener")),
            ("", "Parks and yards."),
        ]
    )
    assert text_of("docx", made) == (
        "# Ann Lee\n\nGardener in Marseille.\n\n## Work\n\n### 2016: Gardener\n\nParks and yards."
    )
    styled = docx([("Heading1", "Work"), ("", BOLD.format(36, "Ann Lee")), ("", "Parks.")])
    assert text_of("docx", styled) == "# Work\n\nAnn Lee\n\nParks."


def test_numbers_that_count_up_make_headings_of_a_docx_without_any_looks() -> None:
    made = docx(
        [("", "1. Fees"), ("", "88 euros an hour."), ("", "2. Law"), ("", "Dutch law applies.")]
    )
    assert (
        text_of("docx", made) == "# 1. Fees\n\n88 euros an hour.\n\n# 2. Law\n\nDutch law applies."
    )


def test_a_docx_that_gives_no_text_says_why() -> None:
    assert "without a password" in reason_of("docx", b"\xd0\xcf\x11\xe0 encrypted")
    assert reason_of("docx", docx([("", "Text.")])[:300]).startswith("is no DOCX that can be read")
    bomb = docx([("", "x" * 2_000_000)])
    assert len(bomb) < 10_000
    assert reason_of("docx", bomb, Limits(characters=100_000)) == "unpacks to 2 MB of XML"


# ---------------------------------------------------------------- CSV


def test_a_csv_file_becomes_a_table_and_the_line_above_it_text() -> None:
    made = b'Staff of 2024\n\nName;City;Phone\r\nAna;Bonn;"0228 | 1"\r\nBob;;"two\nlines, one cell"\n;;\n'
    assert (
        text_of("sheet", made)
        == """\
Staff of 2024

| Name | City | Phone |
| --- | --- | --- |
| Ana | Bonn | 0228 \\| 1 |
| Bob |  | two lines, one cell |"""
    )


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_a_csv_file_tells_what_parts_its_cells(sign: str) -> None:
    rows = [["Name", "Says"], ["Ana", "a, b; c"], ["Bob", "d"]]
    made = "\n".join(sign.join(f'"{cell}"' for cell in row) for row in rows)
    assert text_of("sheet", made).splitlines()[2] == "| Ana | a, b; c |"


def test_a_csv_file_of_one_column_is_a_line_for_each_row() -> None:
    assert text_of("sheet", "Tea\n\nMilk\n") == "Tea\nMilk"


# ---------------------------------------------------------------- what may happen to a parser


def test_a_file_that_holds_too_much_text_is_refused() -> None:
    few = Limits(characters=1_000)
    assert (
        reason_of("html", "<p>" + "word " * 1_000, few)
        == "holds more than 0.001 million characters; see the setting file_characters"
    )
    assert "file_characters" in reason_of("pdf", pdf(["\n".join(["word " * 10] * 30)] * 3), few)


def test_a_parser_that_takes_too_long_is_ended_and_the_next_file_is_read() -> None:
    with closing(Workshop(Limits(seconds=0.5))) as opened:
        endless = opened.read("html", b"<font>" * 100_000 + b"</p>" * 100_000)
        assert endless == Unreadable(
            "took longer than 0.5 seconds; see the setting file_seconds", passing=True
        )
        opened.limits = HERE
        assert opened.read("html", b"<p>Text.") == Extracted("Text.")


def test_a_parser_that_crashes_takes_only_its_file_with_it(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(workshop, "CHILD", "import os; os._exit(1)")
        with closing(Workshop(HERE)) as opened:
            assert opened.read("html", b"<p>Text.") == Unreadable("made its parser crash")
    assert shop.read("html", b"<p>Text.") == Extracted("Text.")


def test_a_file_that_needs_a_missing_library_names_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pypdfium2", None)
    assert take_apart("pdf", pdf(["text"]), HERE) == Unreadable(EXTRA, passing=True)


# ---------------------------------------------------------------- encodings

WRITTEN = {
    "utf-8": "Ünïcode – 你好",
    "utf-8-sig": "Text",
    "utf-16": "Employees have leave",
    "utf-16-le": "Employees have leave",
    "utf-16-be": "Employees have leave",
    "utf-32": "Employees have leave",
    "cp1252": "Les employés ont droit à 30 jours. Die Übergröße kostet 5 € – “gut”.",
    "iso8859-1": "café",
    "cp1250": "Pracownicy mają 30 dni urlopu w roku. Złóż wniosek wcześniej.",
    "iso8859-2": "Zaměstnanci mají 30 dní dovolené ročně. Žádost podejte včas.",
    "cp1254": "Çalışanların yılda 30 gün izni vardır. Başvurun.",
    "mac-roman": "Le café est à la mode",
    "cp1251": "Сотрудники имеют право на 30 дней отпуска в году.",
    "koi8-r": "Сотрудники имеют право на 30 дней отпуска в году.",
    "cp1253": "Οι εργαζόμενοι έχουν 30 ημέρες άδεια τον χρόνο.",
    "shift_jis": "社員は年間30日の休暇を取得できます。",
    "gb18030": "员工每年有三十天的休假。请提前申请。",
    "big5": "員工每年有三十天的休假。請提前申請。",
    "euc_kr": "직원은 1년에 30일의 휴가를 받습니다.",
}


@pytest.mark.parametrize("encoding", WRITTEN)
def test_a_text_is_read_in_the_encoding_that_it_was_written_in(encoding: str) -> None:
    found = decode(WRITTEN[encoding].encode(encoding))
    assert found is not None
    assert found.text == WRITTEN[encoding]
    assert found.plain == encoding.startswith("utf-8")


def test_utf8_with_a_fault_stays_utf8() -> None:
    found = decode("Über die Größe: schön, süß, für müde Füße. ".encode() * 5 + b"\xff")
    assert found is not None
    assert found.encoding == "utf-8 with faults"
    assert "Größe" in found.text


@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xd8\xff\xe0\0\x10JFIF", b"a\0b"]
)
def test_what_is_no_text_is_not_decoded(data: bytes) -> None:
    assert decode(data) is None


# ---------------------------------------------------------------- files


def test_files_are_told_by_what_they_hold_before_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "really.txt").write_bytes(pdf(["A page."]))
    (tmp_path / "page").write_text("<!DOCTYPE html><p>Text.")
    (tmp_path / "word.bin").write_bytes(docx([("", "Words.")]))
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    names = ("really.txt", "page", "word.bin", "broken.pdf")
    found = list(load([Root.of(tmp_path / name) for name in names]))
    read = [item.document.text for item in found if isinstance(item, Loaded)]
    skipped = [item.model_dump() for item in found if isinstance(item, Skipped)]
    assert read == ["A page.", "Text.", "Words."]
    assert skipped == [
        {
            "path": str(tmp_path / "broken.pdf"),
            "reason": "is no PDF that can be read, or a damaged one",
        },
    ]


def test_a_passage_of_a_pdf_says_its_page(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf(["One.", "Two."]))
    (item,) = load([Root.of(tmp_path)])
    assert isinstance(item, Loaded)
    (passage,) = chunk(item.document, BpeCounter("o200k_base"))
    assert isinstance(passage, Chunk)
    assert passage.pages == (1, 2)
