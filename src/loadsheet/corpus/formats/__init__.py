"""The bytes of a file in; its text with title, time and pages out, or the reason why there is none.

Markdown and reStructuredText are read as they are, and plain text but for marks before its headings. All others become
markdown; they are taken apart in a process of their own (`workshop`), since a file may make its parser hang, crash or
eat the memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TEXT: Final = "text"
HTML: Final = "html"
PDF: Final = "pdf"
DOCX: Final = "docx"
SHEET: Final = "sheet"
MAIL: Final = "mail"

FORMATS: Final = {
    ".md": TEXT,
    ".markdown": TEXT,
    ".txt": TEXT,
    ".text": TEXT,
    ".rst": TEXT,
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".pdf": PDF,
    ".docx": DOCX,
    ".csv": SHEET,
    ".tsv": SHEET,
    ".eml": MAIL,
}
"""The file names that a folder is searched for; a file that is named itself may end in anything."""

PLAIN: Final = frozenset({".txt", ".text", ".log"})
"""Of those that are text, what has no marks for headings and lists."""

_CUSTOMARY = (
    "readme license licence copying copyright notice authors contributors contributing "
    "changelog changes news history todo install"
)
CUSTOMARY: Final = frozenset(_CUSTOMARY.split())
"""Files that are text by custom, whatever they end in: `README`, `README.Debian`."""

_WAYS_OUT = {
    "save it as DOCX or PDF": ".doc .rtf .odt .pages .wpd",
    "save it as CSV": ".xls .xlsx .xlsm .ods .numbers .parquet",
    "save it as PDF": ".ppt .pptx .odp .key .epub .mobi .ps .djvu .xps",
    "unpack it": ".zip .tar .gz .tgz .bz2 .xz .zst .7z .rar .whl .jar",
    "it holds no text": ".png .jpg .jpeg .gif .bmp .webp .tif .tiff .ico .heic .mp3 .mp4 .m4a .wav .ogg .flac .mov "
    ".avi .mkv .webm .ttf .otf .woff .woff2 .so .dll .exe .o .a .class .pyc .db .sqlite .bin",
}
WAYS_OUT: Final = {suffix: way for way, found in _WAYS_OUT.items() for suffix in found.split()}
"""What to do with a file that cannot be read as text, by the end of its name."""


def is_wanted(name: str, suffix: str) -> bool:
    """Whether a folder is searched for files of that name."""
    stem = name.partition(".")[0].casefold()
    return suffix in FORMATS or (suffix not in WAYS_OUT and stem in CUSTOMARY)


def unread(suffix: str) -> str:
    """Why a file that a folder holds is not read, and the way out."""
    kind = f"is a {suffix} file" if suffix else "is a file without an ending"
    if suffix in WAYS_OUT:
        return f"{kind}, which is not read: {WAYS_OUT[suffix]}"
    where = f" or '*{suffix}'" if suffix else ""
    return f"{kind}: to read it as plain text, name it{where}"


EDITION: Final = 8
"""Counts up whenever a file would be read otherwise than before, so that it is read again."""

EXTRA: Final = "needs the extra 'documents': pip install 'loadsheet[documents]'"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may cost."""

    characters: int = 20_000_000
    """Of text that is taken out of it; a short file can hold a long text."""
    seconds: float = 60.0
    megabytes: int = 2_000
    """Of memory that taking it apart may need, where the system can hold to that."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """The text of a file and what the file says about it."""

    text: str
    title: str = ""
    timestamp: str | None = None
    """ISO 8601, as far as the file says when it was written."""
    pages: tuple[int, ...] = ()
    """Where each page begins in the text; empty for a format without pages."""
    notes: tuple[str, ...] = ()
    """What a reader should know of how it was read: an encoding that was guessed, what was left out as hidden."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file gives no text."""

    reason: str
    passing: bool = False
    """Whether it may be read another time, as it is: what was read of it before is worth keeping."""


class TooLong(Exception):
    """More text than the limit allows; it never leaves this package."""


def too_long(limits: Limits) -> Unreadable:
    """The refusal of a file that holds too much text."""
    most = f"{limits.characters / 1e6:g} million characters"
    return Unreadable(f"holds more than {most}; see the setting file_characters")


def format_of(suffix: str, data: bytes) -> str:
    """The format by what the file says of itself where that is certain, else by the end of its name."""
    head = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(b"%PDF-"):
        return PDF
    if head.startswith(b"PK\3\4") and b"word/" in data:
        return DOCX
    known = FORMATS.get(suffix.lower())
    if known is None and head[:100].lower().startswith((b"<!doctype html", b"<html")):
        return HTML
    return known or TEXT
