"""Lines in; headings out: markdown's two forms, and those of reStructuredText, never inside fenced code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
"""Line ends are these three only: `str.splitlines` also cuts at characters that prose may hold."""

ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
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

LONGEST = 200
"""Characters of a heading that its path keeps; the passage has all of them."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line by its offsets; `heading` is its level and text where it is one."""

    start: int
    end: int
    """After the line's end characters."""
    blank: bool
    fenced: bool
    heading: tuple[int, str] | None = None


def lines(text: str, start: int, *, rst: bool = False) -> Iterator[Line]:
    """Every line from `start`, an underlined heading and its rules as one line."""
    fence = ""
    rules: list[str] = []
    spans = [match.span() for match in LINE.finditer(text, start)]
    index, count = 0, len(spans)
    after_break = True
    while index < count:
        begin, end = spans[index]
        content = text[begin:end].rstrip("\r\n")
        bare = content.strip()
        if fence:
            closed = bare.strip(" >").startswith(fence) and not bare.strip(" >" + fence[0])
            yield Line(begin, end, not bare, True)
            fence = "" if closed else fence
            index, after_break = index + 1, closed
            continue
        if not bare:
            yield Line(begin, end, True, False)
            index, after_break = index + 1, True
            continue
        if ("```" in bare or "~~~" in bare) and not rst and (opened := FENCE.match(content)):
            fence = opened.group(1)
            yield Line(begin, end, False, True)
            index, after_break = index + 1, False
            continue
        if bare[0] == "#" and not rst and (atx := ATX.match(content)):
            yield Line(begin, end, False, False, (len(atx.group(1)), plain(atx.group(2) or "")))
            index, after_break = index + 1, True
            continue
        if after_break and index + 1 < count:
            ahead = [text[a:b].rstrip("\r\n") for a, b in spans[index : index + 3]]
            taken, heading = _underlined(ahead, rules) if rst else _setext(ahead)
            if heading is not None:
                yield Line(begin, spans[index + taken - 1][1], False, False, heading)
                index, after_break = index + taken, True
                continue
        yield Line(begin, end, False, False)
        index, after_break = index + 1, False


def _setext(ahead: list[str]) -> tuple[int, tuple[int, str] | None]:
    rule = ahead[1]
    if not rule.strip(" \t") or rule.lstrip(" ")[0] not in "=-":
        return 0, None
    if SETEXT.match(rule) is None or NO_TITLE.match(ahead[0]) or SETEXT.match(ahead[0]):
        return 0, None
    return 2, (1 if "=" in rule else 2, plain(ahead[0]))


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
    return " ".join(MARKUP.sub(lambda found: found.group(1) or "", shown).split())


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
