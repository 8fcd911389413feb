"""A document in; its passages out, cut where its structure allows it.

A passage never crosses a heading. Within one, small paragraphs share a passage and large ones are split: lists,
tables and code between lines, prose between sentences, then between words, then between graphemes. Every border
follows from the text near it, so that an edit changes the passages around it and no others.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loadsheet.corpus import frontmatter, headings
from loadsheet.corpus.splitting import BytePlace, split, weight
from loadsheet.corpus.table_heads import columns_at, tables
from loadsheet.corpus.units import HeadingPath, Unit, is_list, parts

if TYPE_CHECKING:
    # Imported where they are used: a process that only cuts is there three times as soon without them.
    from loadsheet.artifacts import Chunk, Document, Pages
    from loadsheet.ports import Counter

TARGET = 240
"""Tokens a passage aims at: a few paragraphs, small enough that one passage tells one thing."""

MOST = 400
"""Tokens that no passage exceeds where nothing is set; a paragraph, list or table up to here stays whole."""

SAMPLE = (
    "Employees may carry over up to 5 days of unused leave (see §3.2); anything above that is paid out "
    "with the March payroll. Ask your manager, or write to leave@example.org, before 31 December."
)
"""What bytes per token are measured on, so that sizes can be estimated before anything is counted."""

SMALLEST = 4
"""A part of the target that a passage has at the least where it ends before a text makes it."""

ANCHOR = 6
"""One paragraph in so many ends a passage early: there two versions of a text meet again after an edit."""


class PassageSizes(NamedTuple):
    """The sizes of passages in tokens, and what they are in bytes for the counter at hand."""

    counter: Counter
    target: int
    most: int
    bytes_per_token: float

    @property
    def largest(self) -> float:
        """What an estimate may be, so that the count rarely exceeds `most`."""
        return 0.95 * self.most

    def estimate(self, text: str, start: int, end: int) -> float:
        """About how many tokens `text[start:end]` has."""
        return self.tokens(weight(text, start, end))

    def tokens(self, size: int) -> float:
        """About how many tokens so many bytes are."""
        return size / self.bytes_per_token


def chunk(
    document: Document, counter: Counter, *, target: int = TARGET, most: int | None = None
) -> list[Chunk]:
    """The passages of `document`, in order; outside of front matter they hold every visible character.

    `most` follows from another `target` in proportion.
    """
    return chunks([document], counter, target=target, most=most)[0]


def chunks(
    documents: Sequence[Document],
    counter: Counter,
    *,
    target: int = TARGET,
    most: int | None = None,
) -> list[list[Chunk]]:
    """The passages of each document."""
    texts = [(document.text, document.path or document.id) for document in documents]
    found = rows(texts, counter, target=target, most=most)
    return [passages(document, cut) for document, cut in zip(documents, found, strict=True)]


PassageRow = tuple[int, int, HeadingPath, str, int, str]
"""A passage without its text: where it begins and ends, the headings above it, its section, its tokens, and the columns
of the table whose rows it goes on with."""


def passages(document: Document, found: Iterable[PassageRow]) -> list[Chunk]:
    """The passages that were found in a document."""
    from loadsheet.artifacts import Chunk

    return [
        Chunk.trusted(
            ordinal=ordinal,
            start=start,
            end=end,
            text=document.text[start:end],
            headings=headings,
            section=section,
            tokens=tokens,
            pages=pages_of(document.pages, start, end),
            columns=columns,
        )
        for ordinal, (start, end, headings, section, tokens, columns) in enumerate(found)
    ]


def rows(
    texts: Sequence[tuple[str, str]], counter: Counter, *, target: int, most: int | None = None
) -> list[list[PassageRow]]:
    """The passages in texts, each with the name of its file.

    All are cut before anything is counted: a counter is faster when nothing else takes its place in the processor's
    cache.
    """
    most = most or max(target, target * MOST // TARGET)
    sizes = PassageSizes(counter, min(target, most), most, _bytes_per_token(counter))
    cut = [(text, list(_cut_up(text, name, sizes))) for text, name in texts]
    counts = [counter.count(text[start:end]) for text, spans in cut for _, start, end in spans]
    left = iter(counts)
    return [list(_rows(text, zip(spans, left, strict=False), sizes)) for text, spans in cut]


def _cut_up(text: str, name: str, sizes: PassageSizes) -> Iterator[tuple[HeadingPath, int, int]]:
    """The spans of a text's passages, as far as can be told without counting, with the headings above each."""
    for part in parts(text, frontmatter.end(text), rst=headings.is_rst(name)):
        for begin, end in _passages(text, part.units, sizes):
            yield part.path, begin, end


def _rows(
    text: str, counted: Iterable[tuple[tuple[HeadingPath, int, int], int]], sizes: PassageSizes
) -> Iterator[PassageRow]:
    found = list(tables(text))
    for (path, start, stop), count in counted:
        section = headings.section(path)
        for begin, end, tokens in _fitted(text, start, stop, count, sizes):
            yield begin, end, path, section, tokens, columns_at(found, begin)


def _bytes_per_token(counter: Counter) -> float:
    return len(SAMPLE.encode()) / max(1, counter.count(SAMPLE))


def pages_of(starts: Sequence[int], start: int, end: int) -> Pages | None:
    """The pages on which a span begins and ends, where pages begin at `starts`."""
    if not starts:
        return None
    return max(1, bisect_right(starts, start)), max(1, bisect_right(starts, max(start, end - 1)))


# ---------------------------------------------------------------- packing


def _passages(text: str, units: Sequence[Unit], sizes: PassageSizes) -> list[tuple[int, int]]:
    """Spans of at most `sizes.most` tokens, as far as can be told without counting."""
    if sizes.tokens(units[-1].end_byte - units[0].first_byte) < sizes.target / SMALLEST:
        return [(units[0].start, units[-1].end)]
    return pack(text, _fitting(text, _joined(text, units, sizes), sizes), sizes)


def _fitted(
    text: str, start: int, end: int, tokens: int, sizes: PassageSizes
) -> Iterator[tuple[int, int, int]]:
    """The span with its count; where the estimate was too low, its parts with theirs."""
    if tokens <= sizes.most or end - start <= 1:
        yield start, end, tokens
        return
    part = text[start:end]
    dense = PassageSizes(
        sizes.counter, sizes.target, sizes.most, 0.9 * weight(text, start, end) / tokens
    )
    limit = min(dense.target, 0.6 * dense.estimate(text, start, end))
    pieces = list(_split(text, start, end, limit, dense, prose="\n" not in part.strip()))
    if len(pieces) <= 1:
        yield start, end, tokens
        return
    for begin, stop in pieces:
        tokens = sizes.counter.count(text[begin:stop])
        yield from _fitted(text, begin, stop, tokens, sizes)


def _joined(text: str, units: Sequence[Unit], sizes: PassageSizes) -> Iterator[Unit]:
    """The units, the items of one loose list as one where they fit together."""
    waiting: Unit | None = None
    for unit in units:
        if waiting is None:
            waiting = unit
            continue
        goes_on = (
            is_list(text, waiting)
            and (is_list(text, unit) or text[unit.start] in " \t")
            and sizes.tokens(unit.end_byte - waiting.first_byte) <= sizes.target
        )
        if goes_on:
            waiting = unit._replace(start=waiting.start, first_byte=waiting.first_byte, prose=False)
        else:
            yield waiting
            waiting = unit
    if waiting is not None:
        yield waiting


def _fitting(text: str, units: Iterable[Unit], sizes: PassageSizes) -> Iterator[Unit]:
    """The units, those that are too large in pieces; a heading must fit into the passage too."""
    led = 0.0
    for unit in units:
        size = sizes.tokens(unit.end_byte - unit.first_byte)
        if size <= max(sizes.largest - led, sizes.target / 2):
            yield unit
        else:
            limit = sizes.target - min(led, sizes.target / 2)
            place = BytePlace(text, unit.start, unit.first_byte)
            for start, end in _split(text, unit.start, unit.end, limit, sizes, prose=unit.prose):
                yield Unit(start, end, place.at(start), place.at(end), unit.prose)
        led = led + size if unit.leads else 0.0


def pack(text: str, units: Iterable[Unit], sizes: PassageSizes) -> list[tuple[int, int]]:
    """Neighbouring units together up to the target; what leads stays with what follows."""
    held: list[Unit] = []
    done: list[tuple[Unit, Unit]] = []
    for unit in units:
        if held and (kept := _cut(text, held, unit, sizes)) is not None:
            done.append((held[0], held[kept - 1]))
            held = held[kept:]
        held.append(unit)
    if held:
        done.append((held[0], held[-1]))
    # A last crumb joins its neighbour.
    if len(done) > 1:
        (first, _), (crumb, last) = done[-2:]
        small = sizes.tokens(last.end_byte - crumb.first_byte) < sizes.target / 6
        if small and sizes.tokens(last.end_byte - first.first_byte) <= sizes.largest:
            done[-2:] = [(first, last)]
    return [(first.start, last.end) for first, last in done]


def _cut(text: str, held: Sequence[Unit], unit: Unit, sizes: PassageSizes) -> int | None:
    """How many of the held units make a passage before `unit` comes; None when it joins them."""
    kept = len(held)
    while kept and held[kept - 1].leads:
        kept -= 1
    together = sizes.tokens(unit.end_byte - held[0].first_byte)
    if together > sizes.largest:
        led = kept and sizes.tokens(unit.end_byte - held[kept - 1].end_byte) <= sizes.largest
        return kept if led else len(held)
    if not kept:
        return None
    size = sizes.tokens(held[kept - 1].end_byte - held[0].first_byte)
    full = size >= sizes.target / 2 and together > sizes.target
    anchored = size >= sizes.target / SMALLEST and kept == len(held) and _anchor(text, held[-1])
    return kept if full or anchored else None


def _anchor(text: str, unit: Unit) -> bool:
    body = text[unit.start : unit.end].encode("utf-8", "surrogatepass")
    return zlib.crc32(body) % ANCHOR == 0


def _split(
    text: str, start: int, end: int, limit: float, sizes: PassageSizes, *, prose: bool
) -> Iterator[tuple[int, int]]:
    """The span in pieces of about `limit` tokens."""
    return split(text, start, end, max(1.0, limit * sizes.bytes_per_token), prose=prose)
