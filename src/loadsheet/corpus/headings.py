"""Lines in; headings out: markdown's two forms, and those of reStructuredText, never inside fenced code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
"""Line ends are these three only: `str.splitlines` also cuts at characters that prose may hold."""

NEWLINE = re.compile(r"[\r\n]")
_OPENS_CODE = r"[ \t>]*+(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?:```|~~~)"
_UNDERLINE = r" {0,3}(?:=+|-+)[ \t]*(?:[\r\n]|\Z)"


class _Runs:
    """What comes in one piece, as patterns: empty lines, then, as the only group, lines of a paragraph that can be
    nothing else, then empty lines.
    """

    def __init__(self, rest: str, end: str) -> None:
        """`rest` is of a line, before its `end`."""
        empty = rf"(?:[^\S\r\n]*+{end})++"
        plain = rf"(?:[^\S\r\n]*+(?:[^\s\d#`~>*+-]|(?!{_OPENS_CODE})[^\s#]){rest}(?>{end}|\Z))"
        self.empty = re.compile(rf"(?!)()|{empty}")
        self.inside = re.compile(rf"({plain}++)(?:{empty})?+|{empty}")
        """Within a paragraph."""
        self.first = re.compile(
            rf"(?:{empty})?+({plain}(?!{_UNDERLINE}){plain}*+)(?:{empty})?+|{empty}"
        )
        """At the head of one, where the second line may make a heading of the first."""


@cache
def _runs(*, returns: bool) -> _Runs:
    """The patterns for a text with carriage returns, or without: there the rest of a line is found far faster."""
    return _Runs(r"[^\r\n]*+", r"(?:\r\n|\r|\n)") if returns else _Runs(".*+", r"\n")


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

LOWEST = 6
"""The level of headings that are no title."""

LONGEST = 200
"""Characters of a heading that its path keeps; the passage has all of them."""


class Line(NamedTuple):
    """A line by its offsets; `heading` is its level and text where it is one."""

    start: int
    end: int
    """After the line's end characters."""
    ends: bool = False
    """Whether an empty line follows it, or is all that it is."""
    fenced: bool = False
    heading: tuple[int, str] | None = None


def lines(text: str, start: int, *, rst: bool = False) -> Iterator[Line]:
    """Every line from `start` but the empty ones outside of code, of which the line before tells; as one come a heading
    with its rules, and lines of a paragraph that can be nothing else.
    """
    fence = ""
    rules: list[str] = []
    runs = _runs(returns="\r" in text)
    first = runs.empty if rst else runs.first
    begin, size = start, len(text)
    after_break = True
    while begin < size:
        if not fence and (run := (first if after_break else runs.inside).match(text, begin)):
            stop, end = run.end(), run.end(1)
            after_break = end < stop
            yield Line(begin, begin, True) if end < 0 else Line(run.start(1), end, after_break)
            begin = stop
            continue
        end = _end(text, begin)
        content = text[begin:end].rstrip("\r\n")
        bare = content.strip()
        stop, breaks = end, False
        if fence:
            breaks = bare.strip(" >").startswith(fence) and not bare.strip(" >" + fence[0])
            yield Line(begin, end, fenced=True)
            fence = "" if breaks else fence
        elif not bare:
            yield Line(begin, begin, True)
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
    """The text of the first heading near the head of a document, or nothing; the lowest are marks within a text."""
    head = text[: start + 20_000]
    for line in lines(head, start, rst=is_rst(name)):
        if line.heading is not None and line.heading[1] and line.heading[0] < LOWEST:
            return line.heading[1]
    return ""


def is_rst(name: str) -> bool:
    """Whether a file name says reStructuredText."""
    return name.lower().endswith(".rst")
