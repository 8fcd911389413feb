"""Shorter forms of a passage: the sentences that bear most on the question, in their order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from loadsheet.artifacts import Form, Span
from loadsheet.corpus.repeats import denies
from loadsheet.corpus.sentences import LIST_MARK, spans, split, whole
from loadsheet.corpus.terms import terms, word_set

FRACTIONS = (("half", 0.5), ("quarter", 0.25))
"""The forms between full and reference: their name and the part of the characters that they may keep."""

EXCERPT = 4000
"""Characters of the form below a quarter that is larger than this: of a book a quarter is a book."""

PIECE = 240
"""Characters of the pieces that a sentence longer than twice as many is cut into, at ends of lines, else between words
or graphemes."""

SIGN = 0.6
"""What a number, a negation or a rule counts beside a word of the question, which counts 1: what is lost with them is
not to be guessed from the rest."""

EDGE = 0.3
"""What the first and the last sentence gain: they say what it is about, and what was settled."""

RULES = word_set(
    "must never always only shall forbidden required important warning unless except until"
)

_EXTENDS = regex.compile(r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]")
_WHOLE = re.compile(
    r"^(?P<fence>```|~~~)[^\n]*\n.*?^(?P=fence)[^\n]*$|(?:^[ \t]*\|[^\n]*(?:\n|\Z))+",
    re.MULTILINE | re.DOTALL,
)
"""Code between its fences, and the rows of a table: kept whole, or not at all."""
_SPEAKER = re.compile(r"^[ \t>*_]*[^\W\d_][\w .'’-]{0,30}[*_]*[:：][*_]*[ \t]+(?=\S)", re.MULTILINE)
_ITEM = re.compile(rf"\s*{LIST_MARK}")
_WORDS = regex.compile(rf"(?:\S{{1,{PIECE}}}\s*|\s+)")

READ = 256
"""Texts whose pieces are kept: the next question of a conversation finds many of them again."""

GAP = " … "
"""Stands where sentences were left out."""


@dataclass(frozen=True, slots=True)
class LadderUnit:
    """A piece that is kept whole or left out, and the piece that must stand with it."""

    start: int
    end: int
    lead: int | None = None
    """The place of its speaker or of the head of its list."""
    label: bool = False
    """Whether it is a speaker's name: it says nothing by itself."""

    @property
    def size(self) -> int:
        """Its characters."""
        return self.end - self.start


def ladder(text: str, question: str, *, offset: int = 0) -> tuple[Form, ...]:
    """The half and the quarter of `text`, and an excerpt where the quarter is long, with what each of them drops.

    Dropped spans count from `offset`, the place of `text` in its source. A form that would keep nothing is left away.
    Code and tables stay whole; a sentence brings its speaker, an item the head of its list. What bears on nothing of
    the question fills no room.
    """
    units, worths = _read(text)
    wanted = frozenset(terms(question))
    worth = [len(wanted & words) + alone for words, alone in worths]
    bear = [i for i, unit in enumerate(units) if not unit.label and (worth[i] or not wanted)]
    order = sorted(bear, key=lambda i: (-worth[i], i))
    rooms = [(name, int(len(text) * fraction)) for name, fraction in FRACTIONS]
    if rooms[-1][1] > EXCERPT:
        rooms.append(("excerpt", EXCERPT))
    made: list[Form] = []
    for name, room in rooms:
        kept = _take(units, order, room)
        if kept:
            made.append(_form(name, text, [units[i] for i in sorted(kept)], offset))
    return tuple(made)


@lru_cache(READ)
def _read(text: str) -> tuple[list[LadderUnit], list[tuple[frozenset[str], float]]]:
    """The pieces of a text; the words of each, of which those of the question count, and what else would be lost with
    it."""
    units = units_of(text)
    first = next((i for i, unit in enumerate(units) if not unit.label), 0)
    worths: list[tuple[frozenset[str], float]] = []
    for index, unit in enumerate(units):
        piece = text[unit.start : unit.end]
        words, numbers, negated = _signs(piece)
        signs = bool(numbers) + negated + bool(words & RULES)
        edge = index <= first or index == len(units) - 1
        worths.append((frozenset(terms(piece)), SIGN * signs + EDGE * edge))
    return units, worths


def units_of(text: str) -> list[LadderUnit]:
    """The pieces of a text in order; together they hold every character but white space."""
    speaks = len(_SPEAKER.findall(text)) > 1
    made: list[LadderUnit] = []
    speaker: int | None = None
    head: int | None = None
    for start, end, entire in _pieces(text, speaks=speaks):
        label = _SPEAKER.match(text, start, end) if speaks and not entire else None
        if label is not None:
            speaker, head = len(made), None
            made.append(LadderUnit(start, label.end(), label=True))
        begin = label.end() if label else start
        item = _ITEM.match(text, begin, end) is not None
        lead = head if item and head is not None else speaker
        if not item and not entire:
            announces = text[begin:end].rstrip("*_ ").endswith((":", "："))
            head = len(made) if announces else None
        made += [
            LadderUnit(a, b, lead)
            for a, b in ([(begin, end)] if entire else _cut(text, begin, end))
        ]
    return made


def _pieces(text: str, *, speaks: bool) -> Iterator[tuple[int, int, bool]]:
    """Sentences, where several speak each of one speaker; and code and tables as one piece each."""
    position = 0
    for found in _WHOLE.finditer(text):
        yield from _spoken(text, position, found.start(), speaks=speaks)
        yield found.start(), found.start() + len(found[0].rstrip()), True
        position = found.end()
    yield from _spoken(text, position, len(text), speaks=speaks)


def _spoken(text: str, start: int, end: int, *, speaks: bool) -> Iterator[tuple[int, int, bool]]:
    for place, stop in _sentences(text, start, end):
        begin = place
        for label in _SPEAKER.finditer(text, begin, stop) if speaks else ():
            if label.start() > begin and (said := text[begin : label.start()].rstrip()):
                yield begin, begin + len(said), False
                begin = label.start()
        yield begin, stop, False


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence, or the pieces of one that is very long."""
    if end - start <= 2 * PIECE:
        yield start, end
        return
    begin = start
    for word in _WORDS.finditer(text, start, end):
        full = word.end() - begin >= PIECE or "\n" in word[0]
        if full and not _EXTENDS.match(text, word.end()):
            yield begin, begin + len(text[begin : word.end()].rstrip())
            begin = word.end()
    if begin < end:
        yield begin, end


def whole_sentences(text: str) -> list[Span]:
    """The sentences, joined where the border between two falls inside a grapheme."""
    return [Span(start=start, end=end) for start, end in _sentences(text, 0, len(text))]


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    every = whole(text) if (start, end) == (0, len(text)) else spans(text, start, end)
    for begin, stop in every:
        if joined and _EXTENDS.match(text, begin):
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((begin, stop))
    return joined


def _take(units: Sequence[LadderUnit], order: Sequence[int], room: int) -> set[int]:
    """The pieces that fit in `room` characters with those that they lean on, the worthiest first."""
    kept: set[int] = set()
    for index in order:
        needed = [i for i in _with_leads(units, index) if i not in kept]
        size = sum(units[i].size + len(GAP) for i in needed)
        if size - len(GAP) <= room:
            kept.update(needed)
            room -= size
    return kept


def _with_leads(units: Sequence[LadderUnit], index: int) -> list[int]:
    """A piece, the head of its list, and the speaker of that."""
    found = [index]
    while (lead := units[found[-1]].lead) is not None:
        found.append(lead)
    return found


def _form(name: str, text: str, kept: Sequence[LadderUnit], offset: int) -> Form:
    pieces: list[str] = []
    dropped: list[Span] = []
    position = 0
    for span in kept:
        missing = text[position : span.start]
        if missing.strip():
            dropped.append(Span(start=offset + position, end=offset + span.start))
            pieces.append(GAP if pieces else GAP.lstrip())
        elif pieces:
            pieces.append(missing)
        pieces.append(text[span.start : span.end])
        position = span.end
    if text[position:].strip():
        dropped.append(Span(start=offset + position, end=offset + len(text)))
        pieces.append(GAP.rstrip())
    size = sum(unit.size for unit in kept)
    return Form(
        name=name,
        text="".join(pieces),
        dropped=tuple(dropped),
        ratio=round(size / len(text), 4),
    )


SUPPORT = 0.6
"""The part of a sentence's words that one sentence of a summary must hold to support it. A reading of words
alone cannot prove support; this one errs on the side of listing too much as lost."""


def unsupported(text: str, summary: str) -> tuple[Span, ...]:
    """The sentences of `text` that no sentence of `summary` supports.

    A sentence is supported by one that holds all of its numbers, its negation where it has one, and most of its words.
    """
    said = [_signs(summary[span.start : span.end]) for span in split(summary)]
    return tuple(
        span
        for span in split(text)
        if not any(_supports(have, _signs(text[span.start : span.end])) for have in said)
    )


_SAID = re.compile(r"[^\W\d_]+(?:['’]t(?![^\W_]))?")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def _signs(sentence: str) -> tuple[frozenset[str], frozenset[str], bool]:
    """The words, the numbers and whether there is a negation."""
    words = frozenset(_SAID.findall(sentence.lower()))
    numbers = frozenset(_NUMBER.findall(sentence))
    return (
        frozenset(word for word in words if len(word) > 2 or not word.isascii()),
        numbers,
        denies(sentence),
    )


def _supports(
    have: tuple[frozenset[str], frozenset[str], bool],
    need: tuple[frozenset[str], frozenset[str], bool],
) -> bool:
    words, numbers, negated = need
    shared = len(words & have[0]) >= SUPPORT * len(words)
    return numbers <= have[1] and negated == have[2] and shared
