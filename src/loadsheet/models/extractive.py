"""A prompt in, sentences quoted from its evidence out: an answer that needs no model.

It reads the prompt and nothing else, so it answers what any model would have to answer from.
"""

from __future__ import annotations

import html
import math
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import regex

from loadsheet.artifacts import Prompt, Span
from loadsheet.assembly import parse
from loadsheet.corpus import sentences
from loadsheet.corpus.terms import TERM, terms
from loadsheet.memory import strangers
from loadsheet.ports import Piece

NO_ANSWER = "The evidence does not answer this."
"""What it says when no sentence shares an informative word with the question."""

QUOTES = 3
"""At most so many sentences: more is a page to read, not an answer."""

CHAIN = 5
"""The most rows of memory that are quoted when one leads to the next."""

CLOSE = 0.92
"""A further sentence is as good as the best from this part of its score on."""

WORTH = 0.75
"""A sentence that covers what the others leave open must reach this part of the best score."""

CONTEXT = 0.4
"""What a word counts that stands only in the heading above a sentence."""

HEADED = 0.6
"""What such a word counts more where the headings say all of the question and nothing else; the more else they say,
the less."""

SAME = 0.75
"""From this part of shared words on, two sentences say the same."""

MOST_CHARACTERS = 400
"""A sentence over several lines that is longer than this is a table or a log, and is quoted by the line."""

LONG = 30
"""Words from which a sentence loses: a long one holds many words by chance."""

COUNTED = regex.compile(
    r"\bhow\s+(many|much|long|often|old|far|late|early|soon|big|large|high|tall|fast)\b|\bwhen\b"
    r"|\b(what|which)\s+(\w+\s+)?(date|day|time|year|month|percentage|percent|number|amount|price"
    r"|cost|fee|limit|maximum|minimum|deadline)\b",
    regex.IGNORECASE,
)
"""Questions whose answer holds a number or a date."""

OVERVIEW = regex.compile(
    r"\b(summari[sz]e|summary|overview|outline|describe|explain|tell me about|what is our|what are our)\b",
    regex.IGNORECASE,
)
"""Questions for the whole of a passage: its first sentences usually say most of it."""

LEAD = 0.6
"""What the first sentence of a passage gains on such a question; the second gains half of it, and so on."""

POINTER = regex.compile(
    r"\W*(?:this\s+(?:page|section|guide|document|chapter|article)|(?:please\s+)?(?:see|refer\s+to)"
    r"|(?:for|to\s+learn|learn|read|find)\s+(?:out\s+)?more)\b",
    regex.IGNORECASE,
)
"""A sentence that says where something is said, or what a page is about."""

MEASURED = regex.compile(r"\bhow\s+(?:many|much|long|far|tall|heavy)\b", regex.IGNORECASE)
"""Questions for a measure."""

UNMEASURED = 0.5
"""What a sentence without a number counts on such a question: `The gym is free.` answers how much it is."""

FIRST = 0.35
"""What a sentence of the first passage gains; the second gains half of it, and so on."""

UNIT = regex.compile(r"\bhow\s+(?:many|much)\s+([\p{L}-]+)", regex.IGNORECASE)
"""What is counted: `How many hours …`."""

NUMBER = regex.compile(
    r"\p{N}|\ban?\s+(?:second|minute|hour|day|week|fortnight|month|quarter|year|decade|century)\b|\b(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty"
    r"|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|half|once|twice|daily|weekly"
    r"|monthly|yearly|annually|(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april"
    r"|june|july|august|september|october|november|december)s?\b",
    regex.IGNORECASE,
)

MARKUP = regex.compile(
    r"\{%.*?%\}|\{\{.*?\}\}|!\[[^\]]*\]\([^)]*\)|<!--.*?-->|</?\w[^<>]*>|(?<=\])\([^)\s]*\)|https?://\S+"
    r"|^\[\^[^\]]+\]:",
    regex.DOTALL,
)
"""What a reader of the page does not see as prose: templates, pictures, tags, the targets of links, note marks."""

HEADING = regex.compile(r"\s{0,3}(#{1,6})\s+(.+)")
LABELLED = regex.compile(r'<\w+(?P<attributes>(?: [\w-]+="[^"\n]*")*)(?P<empty> /)?>\n')
ATTRIBUTE = regex.compile(r'([\w-]+)="([^"\n]*)"')
WORD = regex.compile(r"\s*\S+")
TABLE = regex.compile(
    r"^(?P<head>(?P<names>\|[^\n]*)\n\|[ \t:|-]+)\n(?:\|[^\n]*(?:\n|\Z))+", regex.MULTILINE
)
"""A table in markdown: the names of its columns, the line that parts them from the rows, and the rows."""
PADDING = regex.compile(r"[ \t]{2,}")
"""What makes the columns of a table as wide as their widest cell."""
RULE = regex.compile(r"-{4,}")
"""The line below the head, made as wide."""


LABELS = ("source", "title", "subject", "key")
"""The attributes of a block that say what its text is about."""

PRESENT = frozenset(terms("now today current currently nowadays"))
"""Words that ask for what holds at present; a verified row is just that."""

QUOTABLE = frozenset({"question", "evidence", "attachment", "structured_state", "memory"})
"""The kinds of block that are read: the question, and what may answer it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A block that may be quoted: its marker in the prompt, its text, and where it stands."""

    marker: int | None
    text: str
    label: str = ""
    subject: str = ""
    """Whom a row of memory is about."""
    key: str = ""
    """What it says of them."""
    document: bool = False
    """Whether a document says it, and not the user."""
    parts: tuple[str, ...] = ()
    """The parts of the question that it was found for."""
    group: str = ""
    """The group of what it disagrees with, in memory or evidence."""
    date: str = ""
    """When it was said; empty where nobody knows."""
    disputed: bool = False
    """Whether it contradicts another one, and nobody has decided between them."""
    verified: bool = False
    """Whether it is a verified row, which outranks what documents say."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of a passage, word for word."""

    marker: int | None
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class _Sentence:
    passage: int
    text: str
    """What it says."""
    shown: str
    """What is quoted of it: a row of a table stands under its head."""
    terms: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    context: frozenset[str]
    words: int
    numbered: bool
    """Whether a reader sees a number in it."""
    place: int
    """How many sentences stand before it in its passage."""


_Scored = tuple[float, _Sentence]


class ExtractiveModel:
    """A chat model that quotes the one to three sentences of the evidence that answer best."""

    name: str = "extractive"

    async def stream(self, prompt: Prompt, *, max_tokens: int) -> AsyncIterator[Piece]:
        """The quotes, each with its marker, word by word; or that the evidence does not answer."""
        question, passages = read(prompt)
        quotes = choose_each(question, passages)
        text = written(quotes[:1])
        for count in range(2, len(quotes) + 1):
            longer = written(quotes[:count])
            if len(longer.encode()) > 2 * max_tokens:
                break
            text = longer
        for word in WORD.findall(text):
            yield Piece(word)


def written(quotes: Sequence[Quote]) -> str:
    """The answer that the quotes make."""
    if not quotes:
        return NO_ANSWER
    text = ""
    for quote in quotes:
        # A table stands on lines of its own.
        gap = (
            "\n\n"
            if quote.text.startswith("|") or text.rpartition("\n")[2].startswith("|")
            else " "
        )
        said = quote.text if quote.marker is None else f"{quote.text} [{quote.marker}]"
        text = f"{text}{gap if text else ''}{said}"
    return text


def read(prompt: Prompt) -> tuple[str, list[Passage]]:
    """The question of a prompt and the passages to answer it from, in the order of their
    markers."""
    question = ""
    passages: list[Passage] = []
    for kind, message, start, end in parse(prompt.messages):
        if kind not in QUOTABLE:
            continue
        block = prompt.messages[message]["content"][start:end]
        opening = LABELLED.match(block)
        if opening is None or opening["empty"]:
            continue
        body = block[opening.end() : block.rindex("</")].removesuffix("\n")
        if kind == "question":
            question = body
            continue
        attributes = dict(ATTRIBUTE.findall(opening["attributes"]))
        marker = attributes.get("id", "")
        passages.append(
            Passage(
                marker=int(marker) if marker.isdecimal() else None,
                text=body,
                label=" ".join(attributes.get(name, "") for name in LABELS),
                subject=attributes.get("subject", ""),
                key=attributes.get("key", ""),
                document=kind == "evidence",
                parts=_parts(attributes.get("for", "")),
                group=attributes.get("disagrees", ""),
                date=attributes.get("date", ""),
                disputed=attributes.get("status") == "disputed",
                verified=kind == "structured_state",
            )
        )
    passages.sort(
        key=lambda p: (not p.verified, math.inf if p.marker is None else p.marker),
    )
    return question, passages


def _parts(attribute: str) -> tuple[str, ...]:
    return tuple(part for part in html.unescape(attribute).split(" | ") if part)


def choose_each(question: str, passages: Sequence[Passage]) -> list[Quote]:
    """The best sentence for each part of the question where it has several, else those of `choose`."""
    parts = list(dict.fromkeys(part for passage in passages for part in passage.parts))
    if len(parts) < 2:
        return choose(question, passages)
    best = [choose(part, [p for p in passages if part in p.parts])[:1] for part in parts]
    return list({quote.text: quote for quotes in best for quote in quotes}.values())


def choose(question: str, passages: Sequence[Passage]) -> list[Quote]:
    """The sentences that answer `question` best, best first; none when nothing bears on it.

    Words that few sentences hold tell more. A heading gives its words, at less, to what stands
    beneath it. A further sentence is taken when it covers words of the question that are still
    open, or stands with the best and is as good. Ties go to the passage that comes first. To a question for
    a measure sentences with a number go first. What a document's author says of themselves is not quoted to users who
    ask who they are, or for what memory holds of them.
    """
    asked = terms(question)
    wanted = frozenset(asked)
    if not wanted:
        return []
    found = [one for index, passage in enumerate(passages) for one in _sentences(index, passage)]
    found = _without_others(question, wanted, found, passages)
    rows = [one for one in found if passages[one.passage].verified]
    if any(wanted - PRESENT <= one.terms | one.context for one in rows):
        found = rows  # a verified row that says all of it outranks what documents say
    spread = Counter(term for one in found for term in one.terms | one.context)
    weights = {term: math.log(1 + (len(found) + 1) / (spread[term] + 0.5)) for term in wanted}
    overview = OVERVIEW.search(question) is not None
    ranked = _ranked(question, asked, found, weights, overview=overview)
    taken = _taken(ranked, weights, overview=overview)
    if taken and passages[taken[0][1].passage].group:
        taken = fresher_first(other_sides(taken[0], ranked, passages), passages)
    first = passages[taken[0][1].passage] if taken else None
    quotes = [Quote(passages[one.passage].marker, one.shown, score) for score, one in taken]
    if first is None or not first.subject:
        return quotes
    if first.disputed:
        return undecided(quotes, first, passages)
    return led_on(quotes[:1] if first.verified else quotes, passages)


def _ranked(
    question: str,
    asked: Sequence[str],
    found: Sequence[_Sentence],
    weights: dict[str, float],
    *,
    overview: bool,
) -> list[_Scored]:
    """The sentences that share a term with the question, best first."""
    wanted, pairs = frozenset(asked), frozenset(pairwise(asked))
    counted = COUNTED.search(question) is not None
    measured = MEASURED.search(question) is not None
    unit = next(iter(terms(match[1])), "") if (match := UNIT.search(question)) else ""

    def score(one: _Sentence) -> float:
        said = _score(one, wanted, pairs, weights, counted=counted, unit=unit)
        lead = 1 + (LEAD / (1 + one.place) if overview else 0)
        return round(said * lead * (UNMEASURED if measured and not one.numbered else 1), 9)

    scored = ((score(one), one) for one in found if one.terms & wanted)
    return sorted(scored, key=lambda pair: (-pair[0], pair[1].passage))


def _taken(
    ranked: Sequence[_Scored], weights: dict[str, float], *, overview: bool
) -> list[_Scored]:
    """The best sentence, and those after it that say more, or as well what stands beside it."""
    taken: list[_Scored] = []
    for score, one in ranked:
        if len(taken) == QUOTES or score <= 0:
            break
        if not taken:
            taken.append((score, one))
            continue
        best = taken[0][0]
        if any(_same(one, other) for _, other in taken):
            continue
        seen = frozenset[str]().union(*(other.terms | other.context for _, other in taken))
        adds = math.fsum(weights[term] for term in (one.terms & weights.keys()) - seen)
        open_terms = math.fsum(weights[term] for term in weights.keys() - seen)
        near = one.passage == taken[0][1].passage
        alike = near and score >= (WORTH if overview else CLOSE) * best
        if alike or (score >= WORTH * best and adds > 0.5 * open_terms > 0):
            taken.append((score, one))
    return taken


def _without_others(
    question: str,
    wanted: frozenset[str],
    found: Sequence[_Sentence],
    passages: Sequence[Passage],
) -> list[_Sentence]:
    """The sentences without those in which a document's author says of themselves what users ask about themselves.

    That is who they are, and whatever memory holds of them. A sentence that only repeats the question claims nothing.
    """
    keys = strangers.asks_who_they_are(question)
    held = frozenset((row.subject, row.key) for row in passages if strangers.own(row.subject))
    if keys is None and not (held and strangers.asks_of_self(question)):
        return list(found)

    def another(text: str) -> bool:
        return (keys is not None and strangers.of_another(keys, text)) or bool(
            held and strangers.stated(text) & held
        )

    return [
        one
        for one in found
        if not passages[one.passage].document or one.terms <= wanted or not another(one.text)
    ]


def other_sides(
    best: _Scored, ranked: Sequence[_Scored], passages: Sequence[Passage]
) -> list[_Scored]:
    """The best sentence with the best one of each passage that disagrees with its own."""
    group, seen, found = passages[best[1].passage].group, {best[1].passage}, [best]
    for score, one in ranked:
        if passages[one.passage].group == group and one.passage not in seen:
            seen.add(one.passage)
            if all(one.text != other.text for _, other in found):
                found.append((score, one))
    return found[:QUOTES]


def fresher_first(found: Sequence[_Scored], passages: Sequence[Passage]) -> list[_Scored]:
    """The sides with what was said last before the others, where memory is one of them; else as they were."""
    if not any(passages[one.passage].subject for _, one in found):
        return list(found)
    return sorted(found, key=lambda pair: passages[pair[1].passage].date, reverse=True)


def undecided(quotes: Sequence[Quote], first: Passage, passages: Sequence[Passage]) -> list[Quote]:
    """The best quote with the records of its group: nobody has decided between them."""
    best = quotes[0]
    others = [
        Quote(row.marker, row.text, best.score)
        for row in passages
        if row.subject and row.group == first.group and row.text != best.text
    ]
    return [best, *others[: QUOTES - 1]]


def led_on(quotes: Sequence[Quote], passages: Sequence[Passage]) -> list[Quote]:
    """The quotes with the rows of memory that they lead to: those about what a quoted row ends in."""
    found = list(quotes)
    for quote in found:
        said = quote.text.casefold().rstrip(".!")
        for row in passages:
            leads = row.subject and said.endswith(row.subject.casefold())
            if leads and len(found) < CHAIN and all(row.text != other.text for other in found):
                found.append(Quote(row.marker, row.text, quote.score))
    return found


def _score(
    one: _Sentence,
    wanted: frozenset[str],
    pairs: frozenset[tuple[str, str]],
    weights: dict[str, float],
    *,
    counted: bool,
    unit: str,
) -> float:
    own = math.fsum(weights[term] for term in sorted(wanted & one.terms))
    above = math.fsum(weights[term] for term in sorted((wanted & one.context) - one.terms))
    together = math.fsum(
        0.3 * min(weights[first], weights[second]) for first, second in sorted(pairs & one.pairs)
    )
    headed = len(wanted) / len(one.context) if wanted <= one.context else 0.0
    score = own + (CONTEXT + HEADED * headed) * above + together
    if counted and one.numbered:
        score += (0.6 if unit and _counts(one.text, unit) else 0.3) * max(weights.values())
    if one.text.endswith("?"):
        score *= 0.4  # a question of the document's own is no answer
    elif one.text.endswith((":", "：")):
        score *= 0.75  # it announces what it does not say
    if POINTER.match(one.text):
        score *= 0.6
    if one.words > LONG:
        score *= LONG / one.words
    elif one.words < 4:
        score *= 0.6  # a label, a link, a table's corner
    return score * (1 + FIRST / (1 + one.passage))


def _counts(text: str, unit: str) -> bool:
    """Whether a number stands right before `unit`, or with one word between."""
    return any(
        unit in terms(" ".join(text[match.end() :].split()[:2])) for match in NUMBER.finditer(text)
    )


def _same(one: _Sentence, other: _Sentence) -> bool:
    shared = len(one.terms & other.terms)
    return shared >= SAME * min(len(one.terms), len(other.terms)) and shared >= 0.5 * max(
        len(one.terms), len(other.terms)
    )


def unpadded(text: str) -> str:
    """A row of a table without what makes its cells as wide as the widest; any other text as it is."""
    return PADDING.sub(" ", text) if text.startswith("|") else text


@dataclass(frozen=True, slots=True)
class _Table:
    """A table in markdown: its head with the line below, and where its rows end."""

    head: Span
    end: int
    columns: frozenset[str]

    def shown(self, text: str, row: Span) -> str:
        """A row under its head; for the head itself, the rows that a quotation has room for. Cells are not padded."""
        head = RULE.sub("---", PADDING.sub(" ", text[self.head.start : self.head.end]))
        if row.start >= self.head.end:
            return f"{head}\n{unpadded(text[row.start : row.end])}"
        rows = PADDING.sub(" ", text[self.head.end : self.end].strip("\n")).split("\n")
        while len(rows) > 1 and sum(map(len, rows)) > MOST_CHARACTERS:
            rows.pop()
        return "\n".join((head, *rows))


def _tables(text: str) -> Iterator[_Table]:
    """The tables of a text that have a head and rows."""
    for match in TABLE.finditer(text):
        head = Span(start=match.start("head"), end=match.end("head"))
        yield _Table(head, match.end(), frozenset(terms(match["names"])))


def _sentences(index: int, passage: Passage) -> list[_Sentence]:
    label = frozenset(terms(passage.label))
    path: dict[int, frozenset[str]] = {}
    asked: frozenset[str] = frozenset()
    made: list[_Sentence] = []
    tables = {found.head.start: found for found in _tables(passage.text)}
    table: _Table | None = None
    for span in _quotable_spans(passage.text):
        if span.start in tables or (table and span.start >= table.end):
            table = tables.get(span.start)
        whole = passage.text[span.start : span.end]
        if heading := HEADING.fullmatch(whole):
            level = len(heading[1])
            path = {above: said for above, said in path.items() if above < level}
            path[level] = frozenset(terms(heading[2]))
            asked = frozenset()
            continue
        text = _quotable(passage.text, span)
        prose = MARKUP.sub(" ", text)
        said = terms(prose)
        if not said or text.startswith("---"):  # no word, or a page's own data
            continue
        columns = table.columns if table and span.start > table.head.start else frozenset[str]()
        made.append(
            _Sentence(
                passage=index,
                text=text,
                shown=table.shown(passage.text, span) if table else unpadded(text),
                terms=frozenset(said),
                pairs=frozenset(pairwise(said)),
                context=label.union(asked, columns, *path.values()),
                words=len(TERM.findall(prose)),
                numbered=NUMBER.search(prose) is not None,
                place=len(made),
            )
        )
        asked = frozenset(said) if text.endswith(("?", "？")) else asked
    return made


def _quotable_spans(text: str) -> Iterator[Span]:
    """The sentences; one that runs over many lines, as in a log, by its lines."""
    for span in sentences.split(text):
        lines = text[span.start : span.end].split("\n")
        if len(lines) == 1 or span.end - span.start <= MOST_CHARACTERS:
            yield span
            continue
        start = span.start
        for line in lines:
            if line.strip():
                yield Span(start=start, end=start + len(line))
            start += len(line) + 1


def _quotable(text: str, span: Span) -> str:
    """The sentence without the mark of a list item, or the gap of a shortened form, before it."""
    bare = sentences.bare(text, span)
    return text[bare.start : bare.end].strip().removeprefix("…").removesuffix("…").strip()
