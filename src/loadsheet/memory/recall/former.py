"""A question in; the question for what is so now, where it asks for what was so before, out. Pure."""

from __future__ import annotations

import re

_FORMS = (
    re.compile(
        r"(?<=\s)(?:old|previous|former|earlier|prior|original)\s+(?=[^\W\d_])(?!(?:to|of|than|am|is|are)\b)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\s(?:before\b[^?.!]*|previously|formerly|originally|in the past|back then)(?=\W*$)",
        re.IGNORECASE,
    ),
    re.compile(r"\bused? to\s(?=[a-z])", re.IGNORECASE),
)
"""`my old number`, `where did I live before Oslo`, `where did I use to live`."""


def asked_before(question: str) -> str:
    """What a question asks for that asks what was so before; empty where it does not ask that.

    `What was my old number?` asks for the number, and means the one that another took the place of.
    """
    bare = question
    for form in _FORMS:
        bare = form.sub("", bare)
    return "" if bare == question else bare
