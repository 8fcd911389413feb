"""Text that is no markdown in; the same, with a sign before what would be read as markup, out."""

from __future__ import annotations

import re

LOOKS_LIKE_MARKUP = re.compile(r"^(#{1,6}(?=\s|$)|`{3,}|~{3,}|(?:=+|-+)[ \t]*$)", re.MULTILINE)


def escaped(text: str) -> str:
    """A text none of whose lines is a heading, a rule or the fence of code."""
    return LOOKS_LIKE_MARKUP.sub(r"\\\1", text)
