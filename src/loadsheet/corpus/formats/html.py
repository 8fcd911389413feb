"""A page of HTML in; its text as markdown out: headings, lists, tables and code stay, menus and scripts do not."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from loadsheet.corpus.formats import Extracted, Limits, Unreadable
from loadsheet.corpus.formats.encoding import decode
from loadsheet.corpus.formats.page import Page
from loadsheet.corpus.formats.unseen import note

if TYPE_CHECKING:
    from loadsheet.corpus.formats.encoding import Decoded

DECLARED = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{2,40})""", re.IGNORECASE)


def read(data: bytes, limits: Limits) -> Extracted | Unreadable:
    """The text of a page."""
    found = DECLARED.search(data[:4096])
    decoded = decode(data, found.group(1).decode("ascii") if found else None)
    if decoded is None:
        return Unreadable("is binary")
    return convert(decoded, limits)


def convert(decoded: Decoded, limits: Limits) -> Extracted:
    """The text of a page whose bytes are read already; raises `TooLong`."""
    etree: Any = import_module("lxml.etree")
    page = Page(limits.characters)
    parser: Any = etree.HTMLParser(target=page, huge_tree=True, no_network=True)
    # A NUL ends the page for the parser.
    parser.feed(decoded.text.replace("\0", "\ufffd") or " ")
    parser.close()
    return Extracted(
        page.text(),
        title=page.name,
        timestamp=page.time,
        notes=(*decoded.notes, *note(page.hidden)),
    )
