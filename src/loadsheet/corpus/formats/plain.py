"""Plain text in; the same with the marks that say what its lines are, where their form shows it, out. Pure.

Lines that begin with a time each, of a log or a chat, become items of a list. Lines that number their sections, or
stand above them, become headings. What is written in markdown already stays as it is, and so does all else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from loadsheet.corpus.formats.outline import is_title, numbered, titled

MARKDOWN = re.compile(
    r"^(?:#{1,6}[ \t]+\S|```|~~~|(?:={3,}|-{3,})[ \t]*$|\|.*\|[ \t]*$)", re.MULTILINE
)

_DATE = (
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"
    r"|[A-Z][a-z]{2}[ ]{1,2}\d{1,2}|\d{1,2}/[A-Z][a-z]{2}/\d{4})"
)
RECORD = re.compile(rf"(?:\S+[ ]){{0,3}}?[\[(<]?(?:{_DATE}[,T: ]*)?\d{{1,2}}:\d{{2}}(?!\d)")
"""What a line of a log, or a message of a chat, begins with: when it was."""

FEWEST = 3
PART = 0.5
"""Of the lines that are not indented, what part must begin so."""

SEVERE = re.compile(
    r"[^\n]{0,80}?\b(FATAL|CRITICAL|CRIT|PANIC|EMERG(?:ENCY)?|SEVERE|ALERT|ERROR|ERR)\b"
)
"""The level of a record that says that something failed."""

RARE = 0.1
"""The part of the records that may be such for each to stand under a heading."""

LANDMARK = "######"
"""The lowest of headings: it is no title of the whole."""

HIGHEST = 2
"""The level of the first headings: above them stands the title of the text."""


def as_markdown(text: str) -> str:
    """The text with marks before its records, or before its headings."""
    lines = text.splitlines(keepends=True) if "\n" in text or "\r" in text else []
    records = [at for at, line in enumerate(lines) if RECORD.match(line)]
    outer = sum(bool(line.strip()) and not line[0].isspace() for line in lines)
    if len(records) >= FEWEST and len(records) > PART * outer:
        return _listed(lines, set(records))
    if MARKDOWN.search(text):
        return text
    return _headed(lines) or text


def _listed(lines: Sequence[str], records: set[int]) -> str:
    """Each record as an item, with what goes on below it; the few that say that something failed are found by a
    heading, and so is what comes after them."""
    first = min(records)
    levels = {at: found[1] for at in records if (found := SEVERE.match(lines[at]))}
    rare = len(levels) <= RARE * len(records)
    made: list[str] = []
    before = ""
    for at, line in enumerate(lines):
        if at in records:
            level = levels.get(at, "") if rare else ""
            if level != before:
                made.append(
                    f"{_newline(lines)}{LANDMARK} {_when(line)} {level}".rstrip(" ")
                    + 2 * _newline(lines)
                )
            made.append(f"- {line}")
            before = level
        else:
            made.append(f"  {line}" if at > first and line.strip() else line)
    return "".join(made)


def _newline(lines: Sequence[str]) -> str:
    return lines[0][len(lines[0].rstrip("\r\n")) :]


def _when(record: str) -> str:
    """The time that a record begins with."""
    found = RECORD.match(record)
    return found[0].strip("[(< ") if found else ""


def _headed(lines: Sequence[str]) -> str:
    """The lines with marks before headings; nothing where there are none."""
    levels = {at: HIGHEST + depth - 1 for at, depth in numbered(lines).items()}
    levels |= {at: HIGHEST for at in titled(lines) if at not in levels} if not levels else {}
    if not levels:
        return ""
    first = next(at for at, line in enumerate(lines) if line.strip())
    alone = first + 1 in levels or not "".join(lines[first + 1 : first + 2]).strip()
    if alone and is_title(lines[first]) and levels.keys() - {first}:
        levels[first] = HIGHEST - 1
    return "".join(
        f"{'#' * levels[at]} {line.lstrip()}" if at in levels else line
        for at, line in enumerate(lines)
    )
