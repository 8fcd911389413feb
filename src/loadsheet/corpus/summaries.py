"""The passages of a document go in; the central sentences of each section and of the whole come out, in its own words.

No model and no list of words of a language decides: a sentence is central where others share its words, and where it
stands at the beginning. What nearly all sentences share tells as little as what only one of them says.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from loadsheet.corpus.sentences import spans
from loadsheet.corpus.terms import terms
from loadsheet.corpus.units import HeadingPath

OF_SECTION, OF_DOCUMENT = 3, 6
"""Sentences of a summary: a section's fit into a glance, a document's name its main sections."""

LEAD = 0.5
"""What the first sentence has ahead, beside the best sentence's 1; the second half of it, and so on."""

SHORT = 6
"""Words below which a sentence gains nothing from being short."""

WHOLE = 3
"""Words from which a line is a sentence: a heading or a label says of a section only what its path says already."""

OUTLINE = 40
"""Headings below a section that are searched with it."""

MARKS = ("#", "|", "```", "~~~")
"""What a heading, a row of a table or a line of code begins with."""


@dataclass(frozen=True, slots=True)
class SummaryPassage:
    """A passage as far as a summary needs it: its place in the text, and the headings above it."""

    start: int
    end: int
    headings: HeadingPath
    passage: int = 0
    """How its store names it."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the text, and the passage that it stands in."""

    start: int
    end: int
    passage: int
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Summary:
    """A section or, with no heading, the document: its sentences, the weightiest first."""

    headings: HeadingPath
    sentences: tuple[Sentence, ...]
    outline: HeadingPath
    """The headings below it, in their order."""


def summaries(text: str, pieces: Sequence[SummaryPassage]) -> list[Summary]:
    """The document's summary first, then those of its sections in their order.

    A section that holds others chooses among what they chose, so that each of them can speak. One that holds all that
    the section around it holds has no summary of its own.
    """
    own: dict[HeadingPath, list[Sentence]] = {}
    for piece in pieces:
        own.setdefault(piece.headings, []).extend(_sentences(text, piece))
    chosen = {path: central(found, OF_SECTION) for path, found in own.items()}
    parents = dict.fromkeys(path[:depth] for path in own for depth in range(len(path) + 1))
    made: list[Summary] = []
    holds: dict[HeadingPath, list[HeadingPath]] = {
        above: [path for path in own if path[: len(above)] == above]
        for above in sorted(parents, key=len)
    }
    for above, below in holds.items():
        if above and len(below) == len(holds[above[:-1]]):
            continue
        pool = [sentence for path in below for sentence in chosen[path]]
        most = OF_SECTION if above else OF_DOCUMENT
        picked = tuple(
            chosen[above]
            if below == [above]
            else central(sorted(pool, key=lambda one: one.start), most)
        )
        outline = dict.fromkeys(name for path in below for name in path[len(above) :])
        made.append(Summary(above, picked, tuple(outline)[:OUTLINE]))
    return made


def central(sentences: Sequence[Sentence], most: int) -> list[Sentence]:
    """The central ones among sentences in their order, the weightiest first; what was said counts half from then on."""
    among = len(sentences)
    holding = Counter(term for sentence in sentences for term in sentence.terms)
    weights = {t: (n - 1) / n * math.log(among / n) for t, n in holding.items() if n > 1}
    rest = dict(enumerate(sentences))
    picked: list[Sentence] = []
    top = max((_weight(sentence, weights) for sentence in sentences), default=0.0) or 1.0
    while rest and len(picked) < most:
        worth = {
            at: round(_weight(one, weights) / top + LEAD / (at + 1), 9) for at, one in rest.items()
        }
        at = max(worth, key=lambda at: (worth[at], -at))
        picked.append(rest.pop(at))
        for term in picked[-1].terms & weights.keys():
            weights[term] /= 2
    return picked


def _weight(sentence: Sentence, weights: dict[str, float]) -> float:
    # Exact, since a set has no order.
    shared = math.fsum(weights.get(term, 0.0) for term in sentence.terms)
    return shared / math.sqrt(max(len(sentence.terms), SHORT))


def _sentences(text: str, piece: SummaryPassage) -> list[Sentence]:
    """The sentences of a passage that say something; its first line where none does."""
    lines = [
        Sentence(start, end, piece.passage, frozenset(terms(text[start:end])))
        for start, end in spans(text, piece.start, piece.end)
    ]
    said = [
        line
        for line in lines
        if len(line.terms) >= WHOLE and not text.startswith(MARKS, line.start)
    ]
    return said or lines[:1]
