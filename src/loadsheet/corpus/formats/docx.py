"""The bytes of a DOCX in; its text as markdown out, by way of HTML."""

from __future__ import annotations

import io
import re
import zipfile
from importlib import import_module
from typing import Any

from loadsheet.corpus.formats import Extracted, Limits, Unreadable, html
from loadsheet.corpus.formats.docx_looks import LOOKS, W, mark_headings
from loadsheet.corpus.formats.encoding import Decoded
from loadsheet.corpus.formats.unseen import NAMED, alike, colour_of, note

OLE = b"\xd0\xcf\x11\xe0"
"""What files of older programs begin with, and newer ones that are encrypted."""

UNPACKED = 10
"""Bytes of XML for each character that may come out; a file with more is made to fill the memory."""

PARTS = re.compile(r"word/(?:document\d*|footnotes|endnotes)\.xml")
SHEET = "word/styles.xml"
SMALLEST = 4
"""Half points: nobody reads letters of two points."""

STYLES = "\n".join(
    (
        "p[style-name='Title'] => h1:fresh",
        "p[style-name='Subtitle'] => p:fresh",
        *(f"p.{LOOKS}{level} => h{level}:fresh" for level in range(1, 7)),
    )
)
PROPERTY = re.compile(
    r"<(dcterms:modified|dcterms:created|dc:title)\b[^>]*>([^<]{1,500})</\1>", re.IGNORECASE
)


def read(data: bytes, limits: Limits) -> Extracted | Unreadable:
    """The text of a document: headings, lists and tables; pictures are left out."""
    if data.startswith(OLE):
        return Unreadable(
            "is encrypted, or of an older program: save it as .docx without a password"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            sizes = [item.file_size for item in archive.infolist() if item.filename.endswith("xml")]
            if sum(sizes) > limits.characters * UNPACKED:
                return Unreadable(f"unpacks to {sum(sizes) / 1e6:.0f} MB of XML")
            said = _properties(archive)
            shown, hidden = _prepared(archive, data)
        page = _html(shown)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, EOFError) as error:
        return Unreadable(f"is no DOCX that can be read, or a damaged one ({_short(error)})")
    found = html.convert(Decoded(page, "utf-8", plain=True), limits)
    return Extracted(
        found.text,
        title=said.get("dc:title", "").strip() or found.title,
        timestamp=said.get("dcterms:modified") or said.get("dcterms:created"),
        notes=note(hidden),
    )


def _html(data: bytes) -> str:
    mammoth: Any = import_module("mammoth")

    def without(_picture: Any) -> dict[str, str]:
        return {}

    pictures = mammoth.images.img_element(without)
    made = mammoth.convert_to_html(io.BytesIO(data), style_map=STYLES, convert_image=pictures)
    return str(made.value)


def _prepared(archive: zipfile.ZipFile, data: bytes) -> tuple[bytes, int]:
    """The document without the text that nobody sees, and with what looks like headings as headings; and how many
    characters were hidden."""
    parts = [name for name in archive.namelist() if PARTS.fullmatch(name)]
    roots = {name: _tree(archive.read(name)) for name in parts}
    hidden = sum(_without_hidden(root) for root in roots.values())
    styles = _tree(archive.read(SHEET)) if SHEET in archive.namelist() else None
    marked = [mark_headings(root, styles) for name, root in roots.items() if "document" in name]
    if not hidden and not any(marked):
        return data, 0
    etree: Any = import_module("lxml.etree")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as copy:
        for item in archive.infolist():
            root = roots.get(item.filename)
            part = (
                archive.read(item)
                if root is None
                else etree.tostring(root, encoding="UTF-8", xml_declaration=True)
            )
            copy.writestr(item.filename, part)
    return made.getvalue(), hidden


def _tree(part: bytes) -> Any:
    etree: Any = import_module("lxml.etree")
    return etree.fromstring(part, etree.XMLParser(resolve_entities=False, huge_tree=True))


def _without_hidden(root: Any) -> int:
    """Take out the runs that nobody sees; how many characters they had."""
    hidden = 0
    for run in [run for run in root.iter(f"{W}r") if _is_hidden(run)]:
        hidden += sum(len(text.text or "") for text in run.iter(f"{W}t"))
        run.getparent().remove(run)
    return hidden


def _is_hidden(run: Any) -> bool:
    """Whether a run says of itself that it is hidden, of no size, or of the colour of what is behind it."""
    looks = run.find(f"{W}rPr")
    if looks is None:
        return False
    vanish, size = looks.find(f"{W}vanish"), _value(looks, "sz")
    if vanish is not None and vanish.get(f"{W}val", "true") not in {"0", "false", "off"}:
        return True
    if size.isdecimal() and int(size) <= SMALLEST:
        return True
    colour = colour_of(f"#{_value(looks, 'color').lower()}")
    return not isinstance(colour, str) and colour is not None and alike(colour, _ground(run, looks))


def _ground(run: Any, looks: Any) -> Any:
    """The colour behind a run: its own, its paragraph's, its cell's; None where the style of a table may have one."""
    above = [looks]
    for around in run.iterancestors():
        above += [around.find(f"{W}{name}") for name in ("pPr", "tcPr", "tblPr")]
    for place in filter(lambda found: found is not None, above):
        if place.find(f"{W}highlight") is not None or place.find(f"{W}tblStyle") is not None:
            return None
        fill = _value(place, "shd", "fill").lower()
        if fill and fill != "auto":
            return colour_of(f"#{fill}")
    backed = run.getroottree().getroot().find(f"{W}background")
    return (
        NAMED["white"] if backed is None else colour_of(f"#{backed.get(W + 'color', '').lower()}")
    )


def _value(looks: Any, name: str, of: str = "val") -> str:
    found = looks.find(f"{W}{name}")
    return "" if found is None else found.get(f"{W}{of}", "")


def _properties(archive: zipfile.ZipFile) -> dict[str, str]:
    try:
        core = archive.read("docProps/core.xml").decode("utf-8", "replace")
    except KeyError:
        return {}
    from html import unescape

    return {name.lower(): unescape(value) for name, value in PROPERTY.findall(core)}


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:100] or type(error).__name__
