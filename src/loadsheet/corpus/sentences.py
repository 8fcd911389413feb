"""A text in; its sentences out, as spans that together hold every character but white space.

A list item, a table row, a heading and a paragraph end a sentence whatever they end with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from loadsheet.corpus.terms import word_set

if TYPE_CHECKING:
    from loadsheet.artifacts import Span

ABBREVIATIONS = word_set(
    "adj adm al approx apr art assn aug ave bldg blvd ca capt cf ch chap col corp dec dept dr ed eds "
    "eg eq est ext feb fig figs fr gen gov hon hr ie inc jan jr jul jun lt ltd maj mar max messrs min "
    "misc mr mrs ms mt nov num oct op para pp prof pt ref rep rev sec sen sep sept sgt sr st std "
    "tel univ viz vol vols vs "
    "abs abt anm bsp bzw evtl ggf hrsg inkl mio mrd nr str tägl vgl zzgl mme mlle sra srta dña núm pág sig dott ing"
)
"""Words after which a full stop rarely ends a sentence, without their own full stops."""

NUMBER_AFTER = word_set("no nos nr núm abs p pp pág s art sec fig ch vol eq abb tab kap ziff anl")
"""Abbreviations only where a number follows: `No. 5`, but not `He said no. Then …`."""

NAMES_TOO = word_set("art ed jan jul jun mar max")
"""Abbreviations that people are called by, too: within a sentence `Max.` ends it, but where a number follows."""

INTRODUCTIONS = word_set(
    "approx ca cf eg ie mr mrs ms dr prof viz vs bzw inkl vgl zzgl mme mlle sra srta dña dott"
)
"""Abbreviations that something always follows."""

STARTERS = word_set(
    "a an and as at but by for from he her his how if in it its my no on or our she so some such "
    "that the their then there these they this those to we what when where which while who why with "
    "you your i "
    "aber danach das dann der die ein eine er es ich jede jeder sie und wenn wer wir "
    "il elle le la les un une el los las"
)
"""Words that begin a sentence rather than a name: after `U.S.` or `Inc.` they show that it ended."""

ORDINAL_AFTER = word_set(
    "am vom zum zur beim im ab bis seit der die das des dem den jede jeden jeder jedes jedem "
    "ein eine einem einen einer mein meine meinem meinen meiner unser unsere unserem unseren unserer "
    "ihr ihre ihrem ihren ihrer sein seine seinem seinen seiner kein keine dieser diesem diesen"
)
"""Words before a number whose full stop makes it the first or the second: `am 1. März`, `mein 2. Kind`."""

MONTHS = word_set(
    "januar jänner februar märz april mai juni juli august september oktober november dezember"
)
"""What a number with a full stop before it counts the days of, whatever stands before the number."""

LIST_MARK = r"(?:[-*+•‣▪◦–]|\d{1,3}[.)]|[A-Za-z][.)]|\(\w{1,3}\))[ \t]+"
END = re.compile(
    r"(?P<hard>(?:\r\n|\r|\n)[ \t]*+(?=[\r\n]|\Z)\s*+"  # an empty line
    rf"|(?:\r\n|\r|\n)(?=[ \t]*+(?:{LIST_MARK}|#{{1,6}}[ \t]|\||>|```|~~~)))"
    r"|(?P<han>(?:[。！？｡।॥؟۔]|．(?!\d)|(?<=[\u3040-\u9fff])[!?](?=[\u3040-\u9fff]))"
    r"[。！？｡．…]*[」』）”’】》〉〕\"')]*\s*)"
    r"|(?P<stop>(?<![.!?…])[.!?…]++[\"'”’)\]»›*_`]*+)(?P<gap>\s++)"
)
"""Nothing in it gives back what it took, so that a text of full stops or spaces takes no longer than another."""

LIST_NUMBER = re.compile(r"(?:^|[\r\n])[ \t>]*(?:\d{1,3}|[A-Za-z])$")
ORDINAL = re.compile(
    r"(?<![^\W_])(?P<before>[^\W\d_]+)[ \t]+(?:\d{1,2}\. (?:und|oder|bis) )?\d{1,2}$"
)
DAY = re.compile(r"(?<!\w)\d{1,2}$")
VISIBLE = re.compile(r"\S")
HEADING = re.compile(r"#{1,6}[ \t][^\r\n]*[\r\n]+")
HEADING_MARK = re.compile(r"#{1,6}[ \t]")
NEWLINE = re.compile(r"\r\n|\r|\n")
MARK = re.compile(rf"[ \t]*(?:>[ \t]?)*(?:(?:{LIST_MARK})(?:\[[ xX]\][ \t]+)?|#{{1,6}}[ \t]+)?")
OPENERS = "\"'“‘(«[*_`¿¡"
LAST_WORD = re.compile(r"[^\s(\[\"'“‘*_`/]*$")
NEXT_WORD = re.compile(r"[^\W_]+")
ACRONYM = re.compile(r"(?:[^\W\d_]\.)+")
LOOK_BACK = 40
"""Far enough for every abbreviation; keeps a text of one word linear."""
IN_CODE = 200
"""How far back code in a line may have begun."""
READ = 256
"""Texts whose sentences are kept: each step of a turn looks at them, and the next turn finds many of them again."""


def split(text: str) -> list[Span]:
    """The sentences of `text` in order; `text[s.start:s.end]` begins and ends with no white space."""
    from loadsheet.artifacts import Span

    return [Span(start=start, end=end) for start, end in whole(text)]


@lru_cache(READ)
def whole(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of `text`, as offsets; found once as long as it is one of the last texts."""
    return tuple(spans(text, 0, len(text)))


def ends_asking(text: str) -> bool:
    """Whether a text ends with a question mark."""
    return text.rstrip().endswith(("?", "？"))


def bare(text: str, span: Span) -> Span:
    """The same sentence without the mark of a list item, a heading or a quotation before it."""
    found = MARK.match(text, span.start, span.end)
    start = found.end() if found else span.start
    return type(span)(start=start, end=span.end) if start < span.end else span


def spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of `text[start:end]`, as offsets into `text`."""
    begin = start
    for border in _borders(text, start, end):
        yield from _trimmed(text, begin, border)
        begin = border
    yield from _trimmed(text, begin, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The piece without the white space around it; a heading and what follows on the next line are two."""
    while (start := _visible(text, start, end)) < end:
        heading = HEADING.match(text, start, end)
        stop = heading.end() if heading else end
        yield start, start + len(text[start:stop].rstrip())
        start = stop


def _visible(text: str, start: int, end: int) -> int:
    found = VISIBLE.search(text, start, end)
    return found.start() if found else end


def _borders(text: str, start: int, end: int) -> Iterator[int]:
    line_end = -1
    for found in END.finditer(text, start, end):
        if found["hard"] is not None or found["han"] is not None:
            yield found.end()
            continue
        if _ends(text, start, found.start("stop"), found.end("stop"), found.end()):
            yield found.end()
            continue
        # The gap may hold the newline that ends a list item or a heading.
        newline = NEWLINE.search(text, found.start("gap"), found.end())
        if newline is not None and newline.start() > line_end:
            line_end = newline.start()
            follows = MARK.match(text, newline.end(), end)
            if found["gap"].count("\n") > 1 or (follows and follows.group().strip()):
                yield found.end()


def _ends(text: str, start: int, stop: int, after: int, following: int) -> bool:
    """Whether the full stop at `stop` ends a sentence, by the words on both sides of it."""
    upcoming = text[following : following + LOOK_BACK].lstrip(OPENERS)
    first = upcoming[:1]
    if not first:
        return True
    if first.islower() and text[following] != "`":
        return False
    line_start = max(start, text.rfind("\n", start, stop) + 1)
    if text[line_start] == "#" and HEADING_MARK.match(text, line_start):
        return "\n" in text[after:following]  # a heading is one, whatever its number ends with
    if text.count("`", max(line_start, stop - IN_CODE), stop) % 2:
        return False  # within code
    if text[stop] != "." or text[stop : stop + 2] == "..":
        return True
    line = text[max(start, stop - LOOK_BACK) : stop]
    if LIST_NUMBER.search(line):
        return False
    if DAY.search(line) and _next(upcoming) in MONTHS:
        return False
    if ordinal := ORDINAL.search(line):
        return ordinal["before"].lower() not in ORDINAL_AFTER or _starts(upcoming)
    word = LAST_WORD.search(line)
    before = word.group() if word else ""
    known = before.replace(".", "").lower()
    if first.isdigit() and (known in NUMBER_AFTER or known in NAMES_TOO):
        return False
    if known in NAMES_TOO and before[0].isupper() and line[: -len(before)].strip():
        return True
    if known in ABBREVIATIONS and after == stop + 1:
        return known not in INTRODUCTIONS and _starts(upcoming)
    if ACRONYM.fullmatch(before + "."):
        return _starts(upcoming) and (len(before) > 1 or before == "I")
    return True


def abbreviates(text: str, stop: int) -> bool:
    """Whether the full stop at `stop` is that of an abbreviation, whatever case the next word is written in."""
    word = LAST_WORD.search(text[max(0, stop - LOOK_BACK) : stop])
    known = word.group().replace(".", "").lower() if word and text[stop : stop + 1] == "." else ""
    upcoming = text[stop + 1 : stop + 1 + LOOK_BACK].lstrip()
    if upcoming[:1].isdigit() and known in NUMBER_AFTER:
        return True
    return known in INTRODUCTIONS or (known in ABBREVIATIONS and not _starts(upcoming))


def _starts(upcoming: str) -> bool:
    return _next(upcoming) in STARTERS


def _next(upcoming: str) -> str:
    """The first word of what follows, in one case."""
    found = NEXT_WORD.match(upcoming)
    return found.group().lower() if found else ""
