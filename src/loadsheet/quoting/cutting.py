"""A passage in; the pieces that can be quoted of it out: sentences, rows of a table, items of a list, code.

A piece knows what stands above it (headings, the question that a page of questions asks), and the whole that it is part
of: a table, a list, a block of code with the sentence that announces it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import regex

from loadsheet.artifacts import Span
from loadsheet.corpus import sentences
from loadsheet.corpus.terms import TERM, terms
from loadsheet.intent.language.answer_type import PRICES
from loadsheet.lazy import lazy_regex
from loadsheet.quoting.prompt_view import Passage, prose, seen
from loadsheet.quoting.structures import Table, Whole, cells_of, is_row, tables, unpadded, wholes

MOST_CHARACTERS = 400
"""A sentence over several lines that is longer than this is a table or a log, and is quoted by the line."""

LINE_ENDS = lazy_regex(r"(?<![^\n]{60})\n|\n(?!\p{Ll})")
"""The end of a line that is not wrapped: a short one, or one before a line that begins anew."""

LABELS = 2
"""From so many values behind their names on, each is a line of its own."""

SAYS_ENOUGH = 8
"""The answer of a page of questions goes on to a second sentence where the first has fewer words: `Yes.`"""

LINK = lazy_regex(r"\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|https?://\S+")
"""A link with its name."""
SEE = lazy_regex(r"\W*(?:please\s+)?(?:see|siehe|voir|véase|vedi)\b", regex.IGNORECASE)
CONTENTS = lazy_regex(r"\.{4,}\s*\d*\s*$")
"""The end of a line of a table of contents."""

POINTER = lazy_regex(
    r"\W*(?:this\s+(?:page|section|guide|document|chapter|article)|(?:please\s+)?(?:see|refer\s+to)"
    r"|(?:for|to\s+learn|learn|read|find)\s+(?:out\s+)?more)\b",
    regex.IGNORECASE,
)
"""A sentence that says where something is said, or what a page is about."""

HEADING = lazy_regex(r"\s{0,3}(#{1,6})\s+(.+)")
NUMBERED = lazy_regex(r"(?:§\s*)?\d{1,3}(?:\.\d{1,3})*[.):]?\s+(?=\p{L})")
"""The number of a heading, which nobody asks for by its name."""
SPEAKER = lazy_regex(r"(?:\*\*|__)?(?:A|Answer|Antwort|Réponse|R|答)\s?[:：](?:\*\*|__)?\s+(?=\S)")
"""What stands before the answer on a page of questions."""

LABEL = lazy_regex(r"(?P<said>\p{L}[^\n:：|,;]{0,40}?)[*_]*[:：][*_]*\s+(?=\S)")
"""What stands before a value, to say of what it is one: `Due date: 13 November`."""

LEVEL = lazy_regex(
    r"(?=[^\n]{0,40}\d:\d\d|\[?\p{Lu}{4,}\b)[^\n]{0,60}?\b"
    r"(?:(?P<fatal>FATAL|CRITICAL|CRIT|PANIC|EMERG(?:ENCY)?|SEVERE|ALERT)|ERROR|ERR)\b"
)
"""A line of a log that says that something failed, by the level that it begins with."""

FAILED = frozenset(terms("error fail failure wrong problem issue break broke exception"))
ENDED = FAILED | frozenset(terms("crash die down stop abort kill exit"))
"""Words for what a line of such a level tells of, whatever its own words are."""

MOST_OF_A_LABEL = 5
"""Words of a label: more is a sentence that goes on behind its colon."""

RUN_IN = lazy_regex(
    r"^[ \t]*(?:\d{1,3}[.)][ \t]+)?(?P<mark>\*\*|__)(?P<name>[^*_\n]{2,60})(?P=mark)[.:]?(?=[ \t]+\S)",
    regex.MULTILINE,
)
"""Words in bold that begin a paragraph: they are its heading."""

RUN_IN_LEVEL = 7
"""Below every heading that has a mark."""

BACK = lazy_regex(
    r"\W*(?:it|its|they|their|them|this|these|that|those|he|she|his|her|es|er|sie|ihr\w*|dies\w*|il|elle|ils|elles|cela)\b",
    regex.IGNORECASE,
)
"""A sentence that begins with a pronoun speaks of what the one before it spoke of."""


SectionKey = tuple[int, tuple[str, ...]]
"""A passage, and the headings above a part of it."""


@dataclass(frozen=True, slots=True)
class Quotable:
    """What can be quoted of a passage."""

    passage: int
    span: Span
    """Where it stands in its passage."""
    text: str
    """What it says."""
    shown: str
    """What is quoted of it: a row of a table stands under its head, code with what announces it."""
    terms: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    context: frozenset[str]
    """The terms of the headings, the columns and the label above it."""
    words: int
    prose: str
    """What a reader of the page sees of it."""
    place: int
    """How many pieces stand before it in its passage."""
    under: int = 0
    """How many stand between it and the heading above it."""
    asked: frozenset[str] = frozenset()
    """The terms of the document's own question that it answers, in a heading or a sentence."""
    asks: bool = False
    """Whether it is a question of the document's own that something follows."""
    headings: tuple[str, ...] = ()
    """The headings above it, the nearest first."""
    heads: tuple[str, ...] = ()
    """The terms of the nearest heading, in their order."""
    label: frozenset[str] = frozenset()
    """The terms of what it says that it gives the value of."""
    fails: bool = False
    """Whether it is a line of a log that says that something failed: it is the reason why that did."""
    goes_on: bool = False
    """Whether it speaks of what the one before it spoke of: `It takes place in June.`"""
    leads: bool = False
    """Whether it only leads elsewhere: a link, a row of a menu, a line of a table of contents."""
    whole: Whole | None = None
    head: str = ""
    """The names of the columns, of a row of a table."""

    @property
    def key(self) -> frozenset[str]:
        """The terms of what a row of a table, or a value behind its label, is about; none of any other piece."""
        return frozenset(terms(cells_of(self.text)[0])) if self.head else self.label

    @property
    def section(self) -> SectionKey:
        """The part of its passage in which it stands: that under its headings."""
        return self.passage, self.headings

    @property
    def near(self) -> frozenset[str]:
        """All terms by which it may answer: its own, those above it, and those of the document's own question."""
        return self.terms | self.context | self.asked


@dataclass(slots=True)
class _Above:
    """What stands above the piece that is read next."""

    text: str
    label: frozenset[str]
    """The terms of the label that the passage itself has."""
    heads: Mapping[int, Table]
    """The tables, by where they begin."""
    run_ins: Sequence[regex.Match[str]]
    path: dict[int, str] = field(default_factory=dict[int, str])
    terms: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    under: int = 0
    table: Table | None = None
    passed: int = 0

    @classmethod
    def of(cls, passage: Passage) -> _Above:
        """What stands above the first piece of a passage."""
        text = seen(passage.text)
        return cls(
            text,
            frozenset(terms(passage.label)),
            {found.head.start: found for found in tables(text)},
            list(RUN_IN.finditer(text)) if "**" in text or "__" in text else [],
        )

    def is_heading(self, span: Span) -> bool:
        """Whether the next span is a heading and no more; what it changes of what stands above is noted."""
        if "\n\n" in self.text[self.passed : span.start]:
            self.ends(RUN_IN_LEVEL)
        self.passed = span.end
        run_in = next((m for m in self.run_ins if m.start() <= span.start < m.end()), None)
        if run_in:
            self.heading(RUN_IN_LEVEL, run_in["name"])
            if span.end <= run_in.end():
                return True
        if span.start in self.heads or (self.table and span.start >= self.table.end):
            self.table = self.heads.get(span.start)
        found = HEADING.fullmatch(self.text[span.start : span.end])
        if found:
            self.heading(len(found[1]), found[2])
        return found is not None

    def heading(self, level: int, text: str) -> None:
        """A heading closes those of its level and below."""
        self.ends(level)
        self.path[level] = text.strip()
        self.terms = frozenset(terms(" ".join(self.path.values())))
        self.asked = frozenset(self.nearest) if is_question(text) else frozenset()
        self.under = 0

    def ends(self, level: int) -> None:
        """What stood under a heading of that level, or below, is over."""
        self.path = {above: said for above, said in self.path.items() if above < level}
        self.terms = frozenset(terms(" ".join(self.path.values())))

    @property
    def headings(self) -> tuple[str, ...]:
        """What stands above, the nearest first."""
        return tuple(self.path[level] for level in sorted(self.path, reverse=True))

    @property
    def nearest(self) -> tuple[str, ...]:
        """The terms of the nearest heading, in their order."""
        if not self.path:
            return ()
        number = NUMBERED.match(self.headings[0])
        return tuple(terms(self.headings[0][number.end() if number else 0 :]))


def pieces(index: int, passage: Passage) -> list[Quotable]:
    """What can be quoted of a passage, in its order."""
    above, made = _Above.of(passage), list[Quotable]()
    for span, whole in _spans(above.text, above.heads.values()):
        if not above.is_heading(span) and (one := _piece(index, above, span, whole, made)):
            made.append(one)
            above.under += not one.asks
    return _together(above.text, made)


def _piece(
    index: int, above: _Above, span: Span, whole: Whole | None, before: Sequence[Quotable]
) -> Quotable | None:
    """What a span says, below what stands above it and behind the pieces before it; None where it says nothing."""
    text, table = above.text, above.table
    said_in = _quotable(text, span)
    start = span.start + text[span.start : span.end].find(said_in)
    read = prose(said_in.partition("\n")[2] if whole and whole.kind == "code" else said_in)
    said = terms(read)
    if not said or said_in.startswith("---"):  # no word, or a page's own data
        return None
    below = table if table and span.start > table.head.start else None
    columns = below.columns if below else frozenset[str]()
    priced = table is not None and not PRICES.isdisjoint(columns or said)
    gone_on = before[-1].terms if before and BACK.match(said_in) else frozenset[str]()
    level = LEVEL.match(said_in)
    failed = frozenset[str]() if level is None else ENDED if level["fatal"] else FAILED
    asks = is_question(said_in)
    if asks:
        above.asked, above.under = frozenset(said), 0
    return Quotable(
        passage=index,
        span=Span(start=start, end=start + len(said_in)),
        text=said_in,
        shown=table.shown(text, span) if table else unpadded(said_in),
        terms=frozenset(said).union(PRICES - columns if priced else (), failed),
        pairs=frozenset(pairwise(said)),
        context=above.label.union(
            columns, gone_on, above.terms, _announced(whole, before), _opened(text, start, before)
        ),
        words=len(read.split()) if read.isascii() else len(TERM.findall(read)),
        prose=read,
        place=len(before),
        under=above.under,
        asked=frozenset() if asks else above.asked,
        asks=asks,
        headings=above.headings,
        heads=above.nearest,
        label=_label(read),
        fails=level is not None,
        goes_on=bool(gone_on),
        leads=leads(said_in),
        whole=whole,
        head=text[below.head.start : below.head.end].partition("\n")[0] if below else "",
    )


def _label(text: str) -> frozenset[str]:
    """The terms of what a piece gives a value of."""
    found = LABEL.match(text)
    named = found is not None and len(found["said"].split()) <= MOST_OF_A_LABEL
    return frozenset(terms(found["said"])) if found and named else frozenset()


def _announced(whole: Whole | None, before: Sequence[Quotable]) -> frozenset[str]:
    """The terms of the sentence that announces a list, which each item of it goes on."""
    if whole is None or whole.kind not in {"list", "steps"}:
        return frozenset()
    others = (one for one in reversed(before) if one.whole is None or one.whole.span != whole.span)
    last = next(others, None)
    return last.terms if last and announces(last.text) else frozenset()


def _opened(text: str, start: int, before: Sequence[Quotable]) -> frozenset[str]:
    """The terms of the few words that open the line of a piece, and say what it is about: `4. Winter fair. The …`"""
    line = text.rfind("\n", 0, start) + 1
    opening = next((one for one in before if one.span.start >= line), None)
    if opening is None or opening.words >= MOST_OF_A_LABEL or not opening.text[0].isupper():
        return frozenset()
    return opening.terms


def is_question(text: str) -> bool:
    """Whether a sentence of a document asks something, whatever marks stand behind it."""
    return sentences.ends_asking(text.rstrip(" *_`\"'”’)"))


def leads(text: str) -> bool:
    """Whether a sentence of a document only leads elsewhere: without its links it says nothing."""
    rest, links = LINK.subn(" ", text)
    bare = links > 0 and not any(map(str.isalnum, SEE.sub("", rest)))
    return bare or CONTENTS.search(text) is not None


def announces(text: str) -> bool:
    """Whether a sentence announces what it does not say."""
    return text.rstrip(" *_").endswith((":", "："))


def _together(text: str, made: Sequence[Quotable]) -> list[Quotable]:
    """The pieces with what is said together: an answer that begins with `Yes.` goes on, what is announced follows."""
    return [_with_next(text, *two) for two in pairwise(made)] + [
        replace(one, asks=False)
        for one in made[-1:]  # nothing follows it
    ]


def _with_next(text: str, one: Quotable, after: Quotable) -> Quotable:
    if one.asks:
        return replace(one, asks=after.asked == one.terms)
    if one.asked and one.under == 0 and after.asked == one.asked and one.words < SAYS_ENOUGH:
        more = text[one.span.start : after.span.end]
        return replace(one, shown=more, terms=one.terms | after.terms, prose=prose(more))
    if not announces(one.text):
        return one
    if after.whole is not None and after.whole is not one.whole:
        return replace(
            one, shown=text[one.span.start : after.whole.span.end].rstrip(), whole=after.whole
        )
    return replace(one, shown=f"{one.text}\n\n{after.shown}") if is_row(after.text) else one


def _spans(text: str, laid_out: Iterable[Table]) -> Iterator[tuple[Span, Whole | None]]:
    """Every piece with the whole that it stands in; a block of code is one piece."""
    found = wholes(text)
    passed = 0
    for span in _sentences(text, laid_out):
        if span.start < passed:
            continue
        whole = next((one for one in found if one.span.start <= span.start < one.span.end), None)
        if whole and whole.kind == "code":
            passed = whole.span.end
            yield whole.span, whole
        else:
            yield span, whole


def _sentences(text: str, laid_out: Iterable[Table]) -> Iterator[Span]:
    """The sentences; what stands in a table, or runs over many lines, as a log does, by its lines."""
    ends = {one.head.start: one.end for one in laid_out}
    in_table = 0
    for span in sentences.split(text):
        in_table = max(in_table, ends.get(span.start, 0))
        short = span.end - span.start <= MOST_CHARACTERS and span.start >= in_table
        labels = sum(bool(_label(line)) for line in text[span.start : span.end].splitlines())
        if short and labels < LABELS:
            yield span
        else:
            yield from _lines(text, span)


def _lines(text: str, span: Span) -> Iterator[Span]:
    """The lines of a span, a wrapped one with what it goes on to say."""
    start = span.start
    for said in LINE_ENDS.split(text[span.start : span.end]):
        if said.strip():
            yield Span(start=start, end=start + len(said))
        start += len(said) + 1


def _quotable(text: str, span: Span) -> str:
    """The sentence without the mark of a list item, of who speaks, or the gap of a shortened form, before it."""
    bare = sentences.bare(text, span)
    said = text[bare.start : bare.end].strip().removeprefix("…").removesuffix("…").strip()
    return said[found.end() :] if (found := SPEAKER.match(said)) else said
