"""Values go in; short pieces of text for a terminal come out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, cast

from rich.cells import cell_len

from loadsheet.artifacts import Source
from loadsheet.artifacts.plan import numbered

EIGHTHS = " ▏▎▍▌▋▊▉"
"""The left parts of a block, in eighths."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_WORD = re.compile(r"\s*\S+|\s+\Z")


def visible(text: str) -> str:
    """The text without anything that could move the cursor, change colours or reverse the order of reading."""
    return _CONTROL.sub("�", text.replace("\r\n", "\n").replace("\r", "\n"))


def line(text: str) -> str:
    """The text on one line."""
    return visible(" ".join(text.split()))


def rows(value: Any) -> list[str]:
    """A field's value in words, a row for each of several; alternatives of what holds together stand in one."""
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value).items()
        return (
            [", ".join(f"{name} {' '.join(rows(part))}" for name, part in parts)] if parts else []
        )
    if not isinstance(value, list):
        return [str(value)]
    several = cast("list[Any]", value)
    if any(isinstance(one, list) for one in several):
        return [" or ".join(" and ".join(rows(one)) for one in several)]
    return [row for one in several for row in rows(one)]


def shortened(text: str, limit: int | None) -> str:
    """The text on one line, cut at a word before `limit` characters; None keeps it whole."""
    whole = line(text)
    if limit is None or len(whole) <= limit:
        return whole
    cut = whole[: limit - 1]
    border = cut.rfind(" ")
    return f"{cut[:border] if border > limit // 2 else cut}…"


def day(time: datetime) -> str:
    """The day, where the reader is."""
    return time.astimezone().strftime("%Y-%m-%d")


def fate_of(by: int | None, at: datetime | None, removed_at: datetime | None) -> str:
    """What became of a version that is not current any more; nothing of one that is."""
    if by is not None and at is not None:
        return f"superseded by v{by} on {day(at)}"
    return f"removed on {day(removed_at)}" if removed_at is not None else ""


def number(value: int) -> str:
    """A count with its thousands apart."""
    return f"{value:,}"


def size(tokens: int | None) -> str:
    """A count with its thousands apart; empty where nobody counted."""
    return "" if tokens is None else number(tokens)


def counted(value: int, one: str, many: str | None = None) -> str:
    """`1 document`, `2 documents`."""
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def records_and_beliefs(value: int) -> str:
    """`1 record or belief`, `2 records and beliefs`."""
    return counted(value, "record or belief", "records and beliefs")


def percent(part: float) -> str:
    """A part of one; what is there but small is not shown as nothing."""
    if 0 < part < 0.01:
        return "<1 %"
    return f"{part * 100:.0f} %"


def bar(part: float, width: int, *, ascii_only: bool = False) -> str:
    """A bar that fills `part` of `width` characters, to an eighth of one."""
    part = min(max(part, 0.0), 1.0)
    if ascii_only:
        return "#" * round(part * width)
    eighths = round(part * width * 8)
    if part > 0 and eighths == 0:
        eighths = 1
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (EIGHTHS[rest] if rest else ""))[:width]


def seconds(value: float) -> str:
    """A duration in the unit that a person would choose."""
    if value < 0.001:
        return f"{value * 1_000_000:.0f} µs"
    if value < 1:
        return f"{value * 1000:.0f} ms" if value >= 0.01 else f"{value * 1000:.1f} ms"
    return f"{value:.1f} s"


def source(value: Source) -> str:
    """Where a text came from, in full: `doc_17.md v1 1200–2950`."""
    if value.document is not None:
        version = f" v{value.version}" if value.version is not None else ""
        page = f" {_pages(value, value.page)}" if value.page is not None else ""
        return f"{line(value.document)}{version}{page}{_span(value)}"
    if value.record is not None:
        return f"record {line(value.record)}" + (f" ({value.status})" if value.status else "")
    if value.until is not None:
        count = f" ({value.count})" if value.count is not None else ""
        return f"messages {line(value.message or '')} to {line(value.until)}{count}"
    return f"message {line(value.message or '')}{_span(value)}"


def _pages(value: Source, first: int) -> str:
    begun = [at for at in value.page_starts or () if value.end is None or at < value.end]
    return numbered(first, first + len(begun))


def sources(values: Iterable[Source]) -> str:
    """Every source, one after the other."""
    return ", ".join(source(value) for value in values)


def _span(value: Source) -> str:
    if value.start is None or value.end is None:
        return ""
    return f" {value.start}–{value.end}"


class Flow:
    """Breaks text that comes in pieces at words, so that no line is wider than `width`; 0 breaks nothing."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._column = 0
        self._held = ""

    def feed(self, piece: str) -> str:
        """What can be printed now; an unfinished word is held back."""
        text = self._held + visible(piece)
        if not self.width:
            return text
        cut = max(text.rfind(" "), text.rfind("\n"))
        # A script without spaces has no words to wait for.
        if cut < 0 and cell_len(text) >= self.width:
            cut = len(text)
        if cut < 0:
            self._held = text
            return ""
        self._held = text[cut:]
        return self._broken(text[:cut])

    def finish(self) -> str:
        """What is still held back."""
        held, self._held = self._held, ""
        return self._broken(held) if self.width else held

    def _broken(self, text: str) -> str:
        made: list[str] = []
        for found in _WORD.finditer(text):
            word = found.group()
            bare = word.lstrip()
            before = word[: len(word) - len(bare)]
            if "\n" in before:
                before = before.replace(" ", "") if not bare else before
                self._column = cell_len(before.rsplit("\n", 1)[1])
            elif self._column and self._column + cell_len(word) > self.width:
                before, self._column = "\n", 0
            else:
                self._column += cell_len(before)
            self._column += cell_len(bare)
            made.append(before + bare)
        return "".join(made)
