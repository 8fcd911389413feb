"""The bytes of a PDF in; the text of its pages out, each at its offset."""

from __future__ import annotations

import ctypes
import math
import re
from contextlib import closing
from datetime import datetime, timedelta, timezone
from importlib import import_module
from typing import Any

from loadsheet.corpus.formats import Extracted, Limits, Unreadable, too_long
from loadsheet.corpus.formats.columns import Row
from loadsheet.corpus.formats.layout import END_OF_SENTENCE, text_of
from loadsheet.corpus.formats.printed import lines_of
from loadsheet.corpus.formats.running import kept_lines
from loadsheet.corpus.formats.unseen import ALIKE, NAMED, alike, note

PASSWORD = 4
"""PDFium's own number for a file that wants a password."""

TIME = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?)?")
NO_TITLE = re.compile(r"(?:microsoft \w+ - |untitled|\(?anonymous)|\.\w{2,4}$", re.IGNORECASE)
"""Titles that a program wrote, not a person."""

SMALLEST = 2.0
"""Points that nobody reads."""


def read(data: bytes, limits: Limits) -> Extracted | Unreadable:
    """The text of every page, without what runs through them, and the offsets at which they begin."""
    pdfium: Any = import_module("pypdfium2")
    try:
        document: Any = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == PASSWORD or "assword" in str(error):
            return Unreadable("is encrypted: save a copy of it without a password")
        return Unreadable("is no PDF that can be read, or a damaged one")
    with closing(document):
        pages: list[list[Row]] = []
        size = 0
        hidden = 0
        for number in range(len(document)):
            page, unseen = _page(document, number)
            pages.append(page)
            hidden += unseen
            size += sum(len(row.text) + 2 for row in page)
            if size > limits.characters:
                return too_long(limits)
        said: dict[str, str] = document.get_metadata_dict()
    if not any(pages):
        return Unreadable("holds no text, as scans do: run OCR over it first")
    kept = kept_lines([[row.text for row in page] for page in pages])
    shown = [[page[at] for at in own] for page, own in zip(pages, kept, strict=True)]
    text, starts = joined(text_of(shown))
    title = " ".join(said.get("Title", "").split())
    return Extracted(
        text,
        title=title if title and not NO_TITLE.search(title) else _leading(text),
        timestamp=time_of(said.get("ModDate", "")) or time_of(said.get("CreationDate", "")),
        pages=starts,
        notes=note(hidden),
    )


def _leading(text: str) -> str:
    """The heading that a document begins with."""
    return text[2:].partition("\n")[0] if text.startswith("# ") else ""


def _page(document: Any, number: int) -> tuple[list[Row], int]:
    """The lines of a page that are seen, and the characters that are not; nothing where the page itself is damaged."""
    pdfium: Any = import_module("pypdfium2")
    try:
        page = document[number]
        with closing(page):
            unseen = _unseen(page)
            every = lines_of(page)[1] if unseen else 0
            for item in unseen:
                page.remove_obj(item)
            rows, left = lines_of(page)
    except pdfium.PdfiumError:
        return [], 0
    return rows, every - left if unseen else 0


def _unseen(page: Any) -> list[Any]:
    """The texts of a page that nobody sees on it: of no size, without ink, or white on white.

    What stands on anything painted may be seen: a picture, a form, a path that is filled with a colour. So text without
    ink on a picture stays, which is what was read from the picture.
    """
    raw: Any = import_module("pypdfium2.raw")
    texts: list[Any] = []
    painted: list[tuple[float, float, float, float]] = []
    for item in page.get_objects(max_depth=1):
        if item.type == raw.FPDF_PAGEOBJ_TEXT:
            inkless = raw.FPDFTextObj_GetTextRenderMode(item) == raw.FPDF_TEXTRENDERMODE_INVISIBLE
            if inkless or _fill_is_white(raw, item) or _points(item) <= SMALLEST:
                texts.append(item)
        elif item.type != raw.FPDF_PAGEOBJ_PATH or _is_filled(raw, item):
            painted.append(item.get_bounds())
    return [item for item in texts if not any(_stands_on(item, area) for area in painted)]


def _fill_is_white(raw: Any, item: Any) -> bool:
    parts = [ctypes.c_uint() for _ in range(4)]
    if not raw.FPDFPageObj_GetFillColor(item, *parts):
        return False
    red, green, blue, alpha = (part.value for part in parts)
    return alpha < ALIKE or alike((red, green, blue), NAMED["white"])


def _is_filled(raw: Any, path: Any) -> bool:
    mode, stroked = ctypes.c_int(), ctypes.c_int()
    known = raw.FPDFPath_GetDrawMode(path, mode, stroked)
    return not known or (mode.value != raw.FPDF_FILLMODE_NONE and not _fill_is_white(raw, path))


def _points(text: Any) -> float:
    """The size of the letters as they stand on the page."""
    matrix = text.get_matrix()
    return text.get_font_size() * math.hypot(matrix.b, matrix.d)


def _stands_on(text: Any, area: tuple[float, float, float, float]) -> bool:
    left, bottom, right, top = text.get_bounds()
    across, up = (left + right) / 2, (bottom + top) / 2
    return area[0] <= across <= area[2] and area[1] <= up <= area[3]


def joined(pages: list[str]) -> tuple[str, tuple[int, ...]]:
    """The pages as one text; a sentence that goes on over the page stays in one paragraph."""
    parts: list[str] = []
    starts: list[int] = []
    at = 0
    before = ""
    for page in pages:
        if before:
            goes_on = not END_OF_SENTENCE.search(before[-20:]) and page.lstrip()[:1].islower()
            border = "\n" if goes_on else "\n\n"
            parts.append(border)
            at += len(border)
        starts.append(at)
        parts.append(page)
        at += len(page)
        before = page or before
    return "".join(parts), tuple(starts)


def time_of(written: str) -> str | None:
    """PDF's own form of a time as ISO 8601, in UTC where it names no zone."""
    found = TIME.match(written)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    sign, hours, minutes = found.groups()[6:]
    offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    try:
        zone = timezone(-offset if sign == "-" else offset)
        return datetime(
            year, month or 1, day or 1, hour, minute, second, tzinfo=zone
        ).isoformat()  # fmt: skip
    except ValueError:
        return None
