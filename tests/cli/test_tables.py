"""Tables, at the widths that people have."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from loadsheet.artifacts import (
    AddReport,
    Budget,
    Citation,
    CounterName,
    Entry,
    Hit,
    LedgerRow,
    LeftOut,
    Manifest,
    PolicyName,
    Skipped,
    Source,
)
from loadsheet.cli import aboard, footing, lists, sheets, tables
from loadsheet.cli.difference import compare
from loadsheet.cli.record import difference
from loadsheet.cli.tables import Look


def entry(name: str, kind: str, tokens: int, **more: Any) -> Entry:
    given: dict[str, Any] = {
        "id": name,
        "kind": kind,
        "producer": "reduce",
        "rule": "above_floor",
        "reason": f"why {name} is aboard, said in rather more words than fit beside it",
        "message": 0,
        "start": 0,
        "end": 1,
        "tokens": tokens,
        "sources": (Source(document=f"a/long/path/to/{name}.md", version=1, start=0, end=900),),
    }
    return Entry.model_validate({**given, **more})


def spoken(number: int) -> Entry:
    name = f"t{number:015x}.assistant"
    reason = "the newest messages that the room of history holds"
    return entry(name, "history", 10, producer="transcript", rule="newest_units", reason=reason)


def ashore(number: int, score: float) -> LeftOut:
    return LeftOut(
        id=f"doc@1:{number}",
        kind="evidence",
        stage="reduce",
        rule="below_floor",
        reason=f"relevance {score:.2f} is below the floor 0.35",
        tokens=100,
        score=score,
    )


def sheet(*entries: Entry, left_out: tuple[LeftOut, ...] = (), **more: Any) -> Manifest:
    given: dict[str, Any] = {
        "coverage": 1.0,
        "total_tokens": sum(row.tokens for row in entries) + 11,
        "framing_tokens": 11,
        "counter": CounterName(name="o200k_base", exact=True),
        "budget": Budget(prompt_tokens=2000),
        "policy": PolicyName(name="default", hash="0123456789abcdef"),
        "entries": entries,
        "left_out": left_out,
        "ledger": (LedgerRow(kind="evidence", share=1000, used=600, given=400),),
    }
    return Manifest.model_validate({**given, **more})


SHEET = sheet(
    entry("instructions", "instructions", 180, producer="settings", rule="always", sources=()),
    *(spoken(number) for number in range(6)),
    entry("evidence:2", "evidence", 208, rendition="half"),
    entry("evidence:1", "evidence", 412, conflict="c1"),
    entry("question", "question", 12, producer="intake", rule="always"),
    left_out=tuple(ashore(number, number / 100) for number in range(30)),
    notes=("generate took more seconds than its allowance",),
)


def printed(part: RenderableType, width: int, *, colour: bool = False) -> str:
    out = io.StringIO()
    kind = "truecolor" if colour else None
    console = Console(
        file=out, width=width or 10_000, force_terminal=colour, color_system=kind, markup=False
    )
    console.print(part)
    return out.getvalue()


def words(text: str) -> str:
    """The text without its breaks, so that a sentence is found wherever its lines end."""
    return "".join(text.split())


@pytest.mark.parametrize("width", [60, 80, 100, 140, 200, 0])
def test_a_manifest_loses_nothing_at_any_width(width: int) -> None:
    look = Look(width=width)
    text = printed(sheets.manifest(SHEET, look, every=True), width)
    if width:
        assert max(cell_len(row) for row in text.splitlines()) <= width
    if width and width < tables.WIDE:  # columns side by side interleave the lines of their cells
        for row in SHEET.entries:
            assert words(row.reason) in words(text)
    for row in SHEET.entries:
        assert f" {row.tokens:,} " in text
    assert text.count("transcript") == 6
    assert "evidence:2 (half)" in text
    assert "Coverage 100 %" in text
    assert "generate took more seconds" in text
    assert "counted by o200k_base (exact)" in text


@pytest.mark.parametrize("width", [60, 80, 116, 200, 0])
def test_the_id_of_a_message_stands_on_one_line(width: int) -> None:
    names = ("t1a23bf5414e0000f692.assistant", "said:t1a23bf5414e0000f692.user:0")
    shown = sheet(entry(names[0], "history", 9, rule="newest_units"), entry(names[1], "memory", 9))
    text = printed(sheets.manifest(shown, Look(width=width)), width)
    assert all(name in text for name in names)


@pytest.mark.parametrize("width", [80, 140, 0])
def test_a_long_history_and_a_long_tail_are_grouped(width: int) -> None:
    text = printed(sheets.manifest(SHEET, Look(width=width)), width)
    assert "history ×6" in text
    assert "30 × evidence" in text
    assert "the nearest: relevance 0.29" in " ".join(text.split())


def test_the_shares_of_a_table_are_those_of_the_total() -> None:
    rows = aboard.rows_of(SHEET)
    assert (
        sum(row.tokens for row in rows if not row.strong) == SHEET.total_tokens == rows[-1].tokens
    )
    assert sum(row.share for row in rows if not row.strong) == pytest.approx(1.0)


@pytest.mark.parametrize("width", [40, 80, 140])
def test_the_bar_of_the_load_is_as_wide_as_the_terminal(width: int) -> None:
    assert len(sheets.load_bar(SHEET, width).plain) == width
    assert len(sheets.load_bar(sheet(budget=Budget(prompt_tokens=1)), width).plain) == width


def test_without_a_terminal_there_are_no_colours_and_no_bar_of_the_load() -> None:
    text = printed(sheets.manifest(SHEET, Look()), 0)
    assert "\x1b" not in text
    assert "━" not in text
    assert "\x1b" in printed(sheets.manifest(SHEET, Look(width=80, colour=True)), 80, colour=True)


def test_an_incomplete_coverage_is_never_rounded_to_the_whole() -> None:
    text = printed(sheets.coverage(sheet(coverage=0.9987)), 0)
    assert text.startswith("Coverage 99.87 %")


def test_a_manifest_that_left_nothing_out_says_so() -> None:
    assert "nothing: everything that was offered is aboard" in printed(
        sheets.manifest(sheet(), Look()), 0
    )


def test_markup_and_escapes_in_a_document_are_text() -> None:
    hit = Hit(
        document="a.md",
        start=0,
        end=9,
        score=0.5,
        text="[bold]x\x1b[31m",
        version=1,
        label="[red]a",
    )
    text = printed(lists.hits([hit], Look()), 0)
    assert "[red]a" in text
    assert "[bold]x�[31m" in text


def test_a_citation_names_the_place_and_quotes_it() -> None:
    cited = Citation(
        marker=1, label="doc_17 §3.2", quote="Fourteen days. " * 30, source=Source(document="d")
    )
    whole = printed(footing.citations([cited], Look(), lambda _: True), 0)
    assert whole.startswith('[1] doc_17 §3.2 — "Fourteen days.')
    assert whole.count("Fourteen") == 30
    short = printed(footing.citations([cited], Look(width=80), lambda _: True), 80)
    assert short.rstrip().endswith('…"')
    assert len(short.splitlines()) <= 3


def test_what_an_answer_says_in_its_own_words_is_not_shown_as_a_quotation() -> None:
    place = Source(document="d.md", version=1, start=0, end=269)
    cited = Citation(marker=1, label="d", quote="The answer is in", source=place)
    shown = printed(footing.citations([cited], Look(), lambda _: False), 0)
    assert shown == "[1] d — d.md v1 0–269\n"


def test_a_skipped_file_is_named_with_its_reason() -> None:
    report = AddReport(added=("a", "b"), skipped=(Skipped(path="/x/c.md", reason="is empty"),))
    text = printed(lists.added(report), 0)
    assert (
        text == "2 added, 0 changed, 0 unchanged, 0 removed, 1 skipped\nskipped /x/c.md: is empty\n"
    )


def test_all_files_that_want_one_extra_are_one_row_and_the_first() -> None:
    wants = "needs the extra 'documents': pip install 'loadsheet[documents]'"
    reasons = {"a.md": "is empty", "b.md": "is empty", "c.pdf": wants, "d.pdf": wants}
    report = AddReport(skipped=tuple(Skipped(path=p, reason=r) for p, r in reasons.items()))
    _, *rows = printed(lists.added(report), 0).splitlines()
    assert [row.rstrip() for row in rows] == [
        f"skipped c.pdf and 1 more: {wants}",
        "skipped a.md: is empty",
        "skipped b.md: is empty",
    ]


# ---------------------------------------------------------------- difference


def place(start: int, version: int = 1) -> tuple[Source, ...]:
    return (Source(document="d.md", version=version, start=start, end=start + 9),)


def test_a_passage_is_the_same_one_under_another_number_and_version() -> None:
    before = sheet(entry("evidence:1", "evidence", 40, sources=place(0)))
    after = sheet(entry("evidence:3", "evidence", 20, sources=place(0, 2), rendition="half"))
    (row,) = compare(before, after, names=("a", "b")).entries
    assert row.what == "changed"
    assert row.changes == ("rendition full → half", "tokens 40 → 20", "version 1 → 2")
    assert "evidence:1 → evidence:3" in printed(
        difference(compare(before, after, names=("a", "b")), Look()), 0
    )


def test_what_went_ashore_says_by_which_rule() -> None:
    gone = entry("evidence:1", "evidence", 40, sources=place(0))
    row = LeftOut(
        id="evidence:4",
        kind="evidence",
        stage="assemble",
        rule="no_room",
        reason="full",
        sources=place(0),
    )
    found = compare(sheet(gone), sheet(left_out=(row,)), names=("a", "b"))
    assert [(change.what, change.left_out) for change in found.entries] == [("went", row)]
    assert [(count.rule, count.before, count.after) for count in found.left_out] == [
        ("no_room", 0, 1)
    ]
    assert "left out by assemble no_room: full" in printed(difference(found, Look()), 0)


def test_settings_that_differ_are_named() -> None:
    found = compare(
        sheet(), sheet(strategy="demote", budget=Budget(prompt_tokens=900)), names=("a", "b")
    )
    assert found.settings == ("budget 2000 → 900", "strategy auto → demote")


def test_a_question_is_one_entry_that_changes() -> None:
    before = sheet(entry("question", "question", 12, sources=(Source(message="m1"),)))
    after = sheet(entry("question", "question", 12, sources=(Source(message="m2"),)))
    (row,) = compare(before, after, names=("a", "b")).entries
    assert (row.what, row.changes) == ("changed", ("another text",))
