"""The YAML block at the head of a text in; where it ends, its title and its time out.

Only the three scalars that Loadsheet uses are read, so that no YAML library is needed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

FENCE = re.compile(r"\A---[ \t]*(?:\r\n|\r|\n)")
CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|\Z)", re.MULTILINE)
KEY = re.compile(r"""^["']?[^\W\d][\w .-]*["']?:(?:[ \t]|\r?$)""", re.MULTILINE)
FIRST_LINE = re.compile(r"^[ \t]*[^\s#].*$", re.MULTILINE)


class FrontMatter(NamedTuple):
    """What the block says; the body of the text begins at `end`."""

    end: int
    title: str = ""
    timestamp: datetime | None = None


def read(text: str) -> FrontMatter:
    """The front matter of `text`; `end` is 0 when there is none."""
    block, end = _block(text)
    if not block:
        return FrontMatter(end)
    from loadsheet.corpus.dates import iso_time  # here, as where a body begins is told without it

    return FrontMatter(
        end,
        _scalar(block, "title"),
        iso_time(_scalar(block, "updated")) or iso_time(_scalar(block, "date")),
    )


def end(text: str) -> int:
    """Where the body of `text` begins."""
    return _block(text)[1]


def _block(text: str) -> tuple[str, int]:
    """What stands between the fences, and where the body begins; nothing and 0 without front matter."""
    opened = FENCE.match(text)
    closed = opened and CLOSE.search(text, opened.end())
    if opened is None or closed is None:
        return "", 0
    block = text[opened.end() : closed.start()]
    first = FIRST_LINE.search(block)
    if first is not None and KEY.match(first.group()) is None:
        return "", 0
    return block, closed.end()


def _scalar(block: str, key: str) -> str:
    """The value of a top-level key as one line; quotes, comments and folding are undone."""
    found = re.search(rf"^{key}:[ \t]*(.*?)[ \t\r]*$", block, re.MULTILINE | re.IGNORECASE)
    if found is None:
        return ""
    value = found.group(1)
    if re.fullmatch(r"[>|][+-]?\d?", value):
        folded = re.match(r"(?:\r?\n(?:[ \t]+[^\r\n]*)?)+", block[found.end() :])
        return " ".join(folded.group().split()) if folded else ""
    if quoted := re.match(r"""(["'])(.*?)\1\s*(?:#.*)?$""", value):
        return quoted.group(2).strip()
    return re.sub(r"\s+#.*$", "", value).strip()
