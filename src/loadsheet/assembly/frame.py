"""How a block looks in the prompt, and how a rendered prompt is read back.

A block is a line that opens it, its text, and a line that closes it:

    <evidence id="1" source="doc_17 §3.2">
    Customers in the European Union …
    </evidence>

Each block begins with `<` and ends with a newline. No token of the shipped encodings reaches across such a border, so
the counts of blocks add up exactly. Text that could pass for one of these lines is escaped, so that a document
cannot close its own block and speak as another.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from loadsheet.artifacts import ChatMessage
from loadsheet.assembly.policy import KIND_NAMES, KINDS
from loadsheet.lazy import lazy_re

TRUSTED = frozenset(row.kind for row in KINDS if row.tier == "core")
"""Kinds whose text is the host's or the user's own: only lines that would parse as a border are escaped."""

READ_AS = "The question is understood as: "
"""Begins the block that says how a question that leans on the conversation was read."""

_INVISIBLE = (
    "\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f"
)
_NAMES = "|".join(sorted(KIND_NAMES, key=len, reverse=True))
_GAP = rf"[\s{_INVISIBLE}]*+"
"""Possessive: it gives nothing back, so that a long run of spaces costs its length once."""
_SPACED = "|".join(_GAP.join(name) for name in sorted(KIND_NAMES, key=len, reverse=True))
_CONTROL = r"\|[A-Za-z0-9_ -]{1,40}\|>"
"""Chat templates delimit messages with tokens such as `<|im_end|>`, which some servers read in any text."""
_FORGED = lazy_re(
    rf"(?:<|&(?P<more>(?:amp;)*)lt;)(?={_GAP}(?:/{_GAP})?(?:{_SPACED})(?![A-Za-z0-9_-])|{_CONTROL})",
    re.IGNORECASE,
)
"""What opens a border, or reads as an escaped one: both are escaped, so that `unescaped` brings either back."""
_BORDER_LINE = lazy_re(rf"^<(?=/?(?:{_NAMES})(?: [^\n]*)?>$)", re.MULTILINE)
_OPENING = lazy_re(rf"<({_NAMES})( [^\n]*)?>\n")
_ATTRIBUTE = lazy_re(r' ([\w-]+)="([^"\n]*)"')
_HIDDEN = lazy_re(
    "[\u00ad\u180e\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\U000e0000-\U000e007f]"
)


class RenderedBlock(NamedTuple):
    """A block of a rendered prompt: `messages[message]["content"][start:end]`."""

    kind: str
    message: int
    start: int
    end: int


def escaped(kind: str, text: str) -> str:
    """`text` without anything that reads as a border of a block; the rest is unchanged."""
    if kind in TRUSTED:
        return _BORDER_LINE.sub("&lt;", text) if "<" in text else text
    return _FORGED.sub(_once_more, text) if "<" in text or "&" in text else text


def _once_more(found: re.Match[str]) -> str:
    return "&lt;" if found[0] == "<" else f"&amp;{found[0][1:]}"


def unescaped(text: str) -> str:
    """The text of a source as it was before it was escaped for a block: what a reader is shown."""
    return _FORGED.sub(_once_less, text) if "&" in text else text


def _once_less(found: re.Match[str]) -> str:
    if found[0] == "<":
        return "<"
    return f"&{found[0][5:]}" if found["more"] else "<"


def flags_of(kind: str, text: str) -> tuple[str, ...]:
    """What a reader of the manifest should know of a text: `escaped`, `hidden_characters`."""
    found: list[str] = []
    if escaped(kind, text) != text:
        found.append("escaped")
    if not text.isascii() and _HIDDEN.search(text):
        found.append("hidden_characters")
    return tuple(found)


def frame(kind: str, text: str, attributes: Mapping[str, str] | None = None) -> str:
    """The block as it is sent."""
    return f"<{kind}{_written(attributes)}>\n{escaped(kind, text)}\n</{kind}>\n"


def reference(kind: str, attributes: Mapping[str, str]) -> str:
    """A block that only says where its text is."""
    return f'<{kind}{_written(attributes)} reference="true" />\n'


def _written(attributes: Mapping[str, str] | None) -> str:
    return "".join(f' {name}="{_quoted(value)}"' for name, value in (attributes or {}).items())


def _quoted(value: str) -> str:
    return html.escape(" ".join(value.split()), quote=False).replace('"', "&quot;")


def attributes_of(text: str) -> dict[str, str]:
    """The attributes of a framed block, as they were before they were written."""
    opening = text.split("\n", 1)[0]
    return {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(opening)}


def parse(messages: Sequence[ChatMessage]) -> list[RenderedBlock]:
    """Every block of a rendered prompt, in order; the messages between are history, one part each.

    `content` of the first system message and of the last user message is read as blocks when it consists of them.
    So the last message of a prompt of history alone is read as blocks too where it looks like them.
    """
    found: list[RenderedBlock] = []
    last = len(messages) - 1
    for index, message in enumerate(messages):
        content = message["content"]
        framed = (index == 0 and message["role"] == "system") or (
            index == last and message["role"] == "user"
        )
        parts = _blocks(content, index) if framed else []
        found += parts or [RenderedBlock("history", index, 0, len(content))]
    return found


def _blocks(content: str, message: int) -> list[RenderedBlock]:
    """The blocks that `content` consists of, or none when it is not made of blocks only."""
    found: list[RenderedBlock] = []
    position = 0
    while position < len(content):
        opening = _OPENING.match(content, position)
        if opening is None:
            return []
        kind, attributes = opening.group(1), opening.group(2) or ""
        if attributes.endswith("/"):
            end = opening.end()
        else:
            closing = f"\n</{kind}>\n"
            at = content.find(closing, opening.end() - 1)
            if at < 0:
                return []
            end = at + len(closing)
        found.append(RenderedBlock(kind, message, position, end))
        position = end
    return found
