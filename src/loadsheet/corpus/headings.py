"""Lines in; headings out: markdown's two forms, and those of reStructuredText, never inside fenced code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
"""Line ends are these three only: `str.splitlines` also cuts at characters that prose may hold."""

NEWLINE = re.compile(r"[\r\n]")
EMPTY = re.compile(r"(?:[^\S\r\n]*+(?:\r\n|\r|\n))++")
_PLAIN = r"(?:[^\S\r\n]*+[^\s#`~][^\r\n`~]*+(?>\r\n|\r|\n|\Z))"
_UNDERLINE = r" {0,3}(?:=+|-+)[ \t]*(?:[\r\n]|\Z)"
PLAIN = re.compile(rf"{_PLAIN}++")
"""Lines that can be no heading of their own and open no code."""
PARAGRAPH = re.compile(rf"{_PLAIN}(?!{_UNDERLINE}){_PLAIN}*+")
"""The same at the head of a paragraph, where the second line may make a heading of the first."""

ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*(?=[\r\n]|\Z)")
RST_RULE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*$")
FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}(?=[^`]*$)|~{3,})")
NO_TITLE = re.compile(r"[ \t]*(?:[-*+>|][ \t]|[-*+>|]$|\d+[.)][ \t]|\|)| {4}|\t")
"""What a line begins with that cannot be the text of an underlined heading."""

NUMBERED = re.compile(
    r"(?:§+|(?:section|sec\.|chapter|article|art\.|part|clause|appendix|annex)\b)[ \t]*"
    r"([A-Z]?\d+(?:\.\d+)*|[A-Z](?:\.\d+)+)(?![\w-])"
    r"|((?:[A-Z]\.)?\d+(?:\.\d+)+)\.?(?=[ \t:)]|$)"
    r"|(\d{1,3})(?:[.):](?=[ \t]|$)|$)",
    re.IGNORECASE,
)
MARKUP = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[`*]+|(?<!\w)_+|_+(?!\w)|[ \t]*\{#[^}]*\}$")
MARKED = re.compile(r"[\[`*_{]")
"""What every markup has something of; most headings have none, and to look for this is ten times as fast."""

LONGEST = 200
"""Characters of a heading that its path keeps; the passage has all of them."""


class Line(NamedTuple):
    """A line by its offsets; `heading` is its level and text where it is one."""

    start: int
    end: int
    """After the line's end characters."""
    blank: bool = False
    fenced: bool = False
    heading: tuple[int, str] | None = None


def lines(text: str, start: int, *, rst: bool = False) -> Iterator[Line]:
    """Every line from `start`; as one come empty lines that follow each other, a heading with its rules, and lines of a
    paragraph that can be nothing else.
    """
    fence = ""
    rules: list[str] = []
    begin, size = start, len(text)
    after_break = True
    while begin < size:
        if not fence and (run := _run(text, begin, after_break=after_break, rst=rst)):
            yield run
            begin, after_break = run.end, run.blank
            continue
        end = _end(text, begin)
        content = text[begin:end].rstrip("\r\n")
        bare = content.strip()
        stop, breaks = end, False
        if fence:
            breaks = bare.strip(" >").startswith(fence) and not bare.strip(" >" + fence[0])
            yield Line(begin, end, blank=not bare, fenced=True)
            fence = "" if breaks else fence
        elif not bare:
            yield Line(begin, end, blank=True)
            breaks = True
        elif ("```" in bare or "~~~" in bare) and not rst and (opened := FENCE.match(content)):
            fence = opened.group(1)
            yield Line(begin, end, fenced=True)
        else:
            heading: tuple[int, str] | None = None
            if bare[0] == "#" and not rst and (atx := ATX.match(content)):
                heading = len(atx.group(1)), plain(atx.group(2) or "")
            elif after_break and end < size:
                below = _ruled(text, content, end, rules) if rst else _setext(text, content, end)
                stop, heading = below
            yield Line(begin, stop, heading=heading)
            breaks = heading is not None
        begin, after_break = stop, breaks


def _run(text: str, begin: int, *, after_break: bool, rst: bool) -> Line | None:
    """Empty lines that follow each other, or lines of a paragraph that can be nothing else; None where none begins."""
    if empty := EMPTY.match(text, begin):
        return Line(begin, empty.end(), blank=True)
    among = PLAIN if not after_break else None if rst else PARAGRAPH
    found = among.match(text, begin) if among is not None else None
    return Line(begin, found.end()) if found else None


def _end(text: str, start: int) -> int:
    """Where the line that begins at `start` ends."""
    found = LINE.match(text, start)
    return found.end() if found else start


def _setext(text: str, title: str, end: int) -> tuple[int, tuple[int, str] | None]:
    """The heading that the line after a title makes of it, and where that ends; `end` and None where it makes none."""
    rule = SETEXT.match(text, end)
    if rule is None or NO_TITLE.match(title) or SETEXT.match(title):
        return end, None
    return _end(text, end), (1 if rule.group(1)[0] == "=" else 2, plain(title))


def _ruled(text: str, first: str, end: int, rules: list[str]) -> tuple[int, tuple[int, str] | None]:
    """The heading that begins with a line, in reStructuredText, and where it ends."""
    ends = [end]
    while len(ends) < 3 and ends[-1] < len(text):
        ends.append(_end(text, ends[-1]))
    ahead = [first, *(text[a:b].rstrip("\r\n") for a, b in pairwise(ends))]
    taken, heading = _underlined(ahead, rules)
    return (ends[taken - 1] if heading is not None else end), heading


def _underlined(ahead: list[str], rules: list[str]) -> tuple[int, tuple[int, str] | None]:
    """A heading of reStructuredText: its level is the place of its rule among those met so far."""
    over = RST_RULE.match(ahead[0]) is not None and len(ahead) == 3
    title, under = (ahead[1], ahead[2]) if over else (ahead[0], ahead[1])
    rule = RST_RULE.match(under)
    if rule is None or not title.strip() or RST_RULE.match(title):
        return 0, None
    if (over and ahead[0].strip() != under.strip()) or len(under.rstrip()) < len(title.strip()):
        return 0, None
    style = rule.group(1) + ("^" if over else "")
    if style not in rules:
        rules.append(style)
    return (3 if over else 2), (rules.index(style) + 1, plain(title))


def plain(heading: str) -> str:
    """The words of a heading without its markup."""
    shown = heading if len(heading) <= LONGEST else heading[:LONGEST] + "…"
    if MARKED.search(shown):
        shown = MARKUP.sub(lambda found: found.group(1) or "", shown)
    return " ".join(shown.split())


@lru_cache(maxsize=64)
def section(path: tuple[str, ...]) -> str:
    """The number of the innermost heading that has one: `3.2` for `3.2 Refunds`."""
    for heading in reversed(path):
        if found := NUMBERED.match(heading):
            return next(group for group in found.groups() if group)
    return ""


def first_heading(text: str, start: int, name: str) -> str:
    """The text of the first heading near the head of a document, or nothing."""
    head = text[: start + 20_000]
    for line in lines(head, start, rst=is_rst(name)):
        if line.heading is not None and line.heading[1]:
            return line.heading[1]
    return ""


def is_rst(name: str) -> bool:
    """Whether a file name says reStructuredText."""
    return name.lower().endswith(".rst")
