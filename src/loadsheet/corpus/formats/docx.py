"""The bytes of a DOCX in; its text as markdown out, by way of HTML."""

from __future__ import annotations

import io
import re
import zipfile
from importlib import import_module
from typing import Any

from loadsheet.corpus.formats import Extracted, Limits, Refused, html
from loadsheet.corpus.formats.encoding import Decoded

OLE = b"\xd0\xcf\x11\xe0"
"""What files of older programs begin with, and newer ones that are encrypted."""

UNPACKED = 10
"""Bytes of XML for each character that may come out; a file with more is made to fill the memory."""

STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => p:fresh"
PROPERTY = re.compile(
    r"<(dcterms:modified|dcterms:created|dc:title)\b[^>]*>([^<]{1,500})</\1>", re.IGNORECASE
)


def read(data: bytes, limits: Limits) -> Extracted | Refused:
    """The text of a document: headings, lists and tables; pictures are left out."""
    if data.startswith(OLE):
        return Refused("is encrypted, or of an older program: save it as .docx without a password")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            sizes = [item.file_size for item in archive.infolist() if item.filename.endswith("xml")]
            if sum(sizes) > limits.characters * UNPACKED:
                return Refused(f"unpacks to {sum(sizes) / 1e6:.0f} MB of XML")
            said = _properties(archive)
        page = _html(data)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, EOFError) as error:
        return Refused(f"is no DOCX that can be read, or a damaged one ({_short(error)})")
    found = html.convert(Decoded(page, "utf-8", plain=True), limits)
    return Extracted(
        found.text,
        title=said.get("dc:title", "").strip() or found.title,
        timestamp=said.get("dcterms:modified") or said.get("dcterms:created"),
    )


def _html(data: bytes) -> str:
    mammoth: Any = import_module("mammoth")

    def without(_picture: Any) -> dict[str, str]:
        return {}

    pictures = mammoth.images.img_element(without)
    made = mammoth.convert_to_html(io.BytesIO(data), style_map=STYLES, convert_image=pictures)
    return str(made.value)


def _properties(archive: zipfile.ZipFile) -> dict[str, str]:
    try:
        core = archive.read("docProps/core.xml").decode("utf-8", "replace")
    except KeyError:
        return {}
    from html import unescape

    return {name.lower(): unescape(value) for name, value in PROPERTY.findall(core)}


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:100] or type(error).__name__
