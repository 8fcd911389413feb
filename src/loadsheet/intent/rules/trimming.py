"""A clause in; the clause without what frames it out: an `ok` before it, a `please` behind it."""

from __future__ import annotations

from loadsheet.intent.language.pattern import Pattern

TRIM_TAIL = Pattern(
    r"(?:,\s*(?:please|thanks|bitte|merci|por favor|ok(?:ay)?|i (?:get|know) "
    r"[^,]*|s'il (?:te|vous) plaît|avec plaisir))+[\s.!。！,]*$",
    fits="cite pages, please",
    misses="please cite pages",
)
_TRIM_HEAD = Pattern(
    r"^\W*(?:(?:ok(?:ay)?|oh|well|hm+|so|also|actually|alright|thanks)\b[\s,.:;!–-]*)+",
    fits="ok, cite pages",
    misses="cite pages",
)


def trimmed(clause: str) -> str:
    """The clause without what frames it: an `ok` before it, a `please` or a reason behind it."""
    return TRIM_TAIL.sub("", _TRIM_HEAD.sub("", clause)).strip()
