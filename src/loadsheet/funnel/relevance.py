"""Passages and what was asked go in; how much each bears on the question, 0 to 1, comes out.

Three things are read: how much of what the question says the passage speaks of, how the text index scores it against
the best of its list, and, where an embedder is at work, how near its vector lies. All constants come from a fit on
public sets (mtrag clapnq and fiqa, cranfield, ramdocs); `loadsheet calibrate` fits the thresholds to other questions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from loadsheet.artifacts import Candidate
from loadsheet.corpus.repeats import reading
from loadsheet.corpus.terms import terms
from loadsheet.funnel.fuse import NEAREST, WORD_LISTS, Fused
from loadsheet.intent.language.answer_type import PRICES
from loadsheet.intent.language.common import naming

Key = TypeVar("Key")

WORDS, NEIGHBOURS = 0.6, 0.4
"""What counts in `speaks`: the question's words that the passage holds, and those that stand side by side in both."""

SPOKEN, SCORED = 0.6, 0.4
"""What counts in the words' relevance: what the passage speaks of, and its part of the best score of its list."""

WORDS_BESIDE_VECTORS = 0.5
"""What the words count beside a vector, which counts 1."""

UNRELATED = 0.2
"""The cosine of passages that have nothing to do with the question, by MiniLM; it counts as none."""

MOST_CHARACTERS = 20_000
"""Of a longer passage only the beginning is read."""

ROW = re.compile(r"[ \t]*(?:[-*•]\s+)?[\w`*\"'][^\n:=|]{0,40}[:=]\s+\S[^\n]{0,80}")
"""A line that gives a key and its value: `ramp_rate: 150`."""

STEP = re.compile(r"^[ \t]{0,3}\d{1,3}[.)][ \t]+\S", re.MULTILINE)
"""A line of a numbered list."""

STEPS = frozenset(
    terms("step first second third last final next thing begin start schritt étape paso")
)
"""Words for its items by their place, which a numbered list need not say: it shows it."""

READ = 256
"""Passages whose words are kept: the next question of a conversation finds many of them again."""

BY_WORDS = (8.5, -3.1)
"""The odds that the documents answer, without an embedder: what `speaks` of the best passage counts, and the rest. On
the answerable questions of mtrag against the questions of its other domain the AUROC is .90."""

BY_BOTH = (4.4, 18.9, -10.4)
"""The same with an embedder: what `speaks` counts, the cosine of the nearest passage, and the rest. There the AUROC is
.99; against mtrag's own unanswerable questions, whose topic is in the documents, .66. The rest leans to an answer:
1.4 % of the answerable questions are refused, and 87 % of the others."""

SPOKEN_OF = (12.0, -9.6)
"""With an embedder, too, words are reason enough where nearly all of them stand there: a code has no neighbours."""

FEW, MANY = 100, 1_000_000
"""Among so few documents words alone are half as good a reason as where there is no embedder; and as many as make no
difference. The answers on small folders (`evals/answers`) show the need, the sets above are too large to."""

AMONG_FEW = 1.25
"""Without an embedder: what the odds gain among few documents, where a word that no passage takes up is one for which
the documents have another. Fitted on eight sets of questions on small folders, leaving each out in turn."""

NEIGHBOURHOOD = 24
"""Words in a row that are taken for one statement: two sentences or so."""

STATED = (0.75, 2.0, -2.0)
"""Beside these: what the number of the question's words counts, by its logarithm, since a text rarely takes up each
word of a long question; the part of them that stands in one statement; and the rest. Fitted on eight sets (mtrag, alone
and against the other domain, ramdocs with noise alone, small pages, a handbook), leaving each out in turn."""


@dataclass(frozen=True, slots=True)
class PassageBearing:
    """How much a passage bears on the question."""

    relevance: float
    """What passages are compared by, 0 to 1."""
    speaks: float
    """How much of what the question says the passage speaks of, 0 to 1."""
    near: float | None = None
    """The cosine of its vector and the question's; None without an embedder."""
    row: float = 0.0
    """How much of what the question says one row of it holds with its head, 0 to 1; 0 where it has no rows."""
    together: float = 0.0
    """How much of what the question says stands in one place of it, with what it stands under, 0 to 1."""
    asked: int = 0
    """How many words of the question tell something."""


def bearings(
    found: Sequence[Fused], weights: Mapping[str, float], question: str
) -> list[PassageBearing]:
    """The bearing of each passage; of several readings of the question the one that it bears on most counts.

    What stands together is looked for by the words of the question itself: a short reading is soon held whole.
    """
    whole = _QueryLists.of(question, weights)
    queries = {row.query for item in found for row in item.rows}
    asked = {query: _QueryLists.of(query, weights) for query in queries}
    for item in found:
        for row in item.rows:
            asked[row.query].note(row)
    made: list[PassageBearing] = []
    for item in found:
        of: dict[str, list[Candidate]] = {}
        for row in item.rows:
            of.setdefault(row.query, []).append(row)
        said = _Said.of(item.candidate)
        best = max(
            (asked[query].bearing(rows, said) for query, rows in of.items()), key=by_relevance
        )
        made.append(replace(best, together=whole.together(said), asked=len(whole.weights)))
    return made


def in_order(found: Iterable[PassageBearing]) -> list[PassageBearing]:
    """The bearings of passages that are in their order already, with a relevance that never rises.

    Neighbours whose relevance speaks against the order share their mean, so that order and score agree.
    """
    blocks: list[list[PassageBearing]] = []
    for bearing in found:
        blocks.append([bearing])
        while len(blocks) > 1 and _mean(blocks[-2]) < _mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1].extend(last)
    return [replace(one, relevance=_mean(block)) for block in blocks for one in block]


def confidence(found: Sequence[PassageBearing], documents: int = MANY) -> float:
    """How likely it is, 0 to 1, that the passages answer: by what speaks most of the question and what lies nearest.

    Among few documents no passage holds the words of a question by chance: there they count as without an embedder.
    """
    if not found:
        return 0.0
    speaks = max(one.speaks for one in found)
    near = max((one.near for one in found if one.near is not None), default=None)
    stated = (
        STATED[0] * math.log(max(1, *(one.asked for one in found)))
        + STATED[1] * max(one.together for one in found)
        + STATED[2]
    )
    by_words = BY_WORDS[0] * speaks + BY_WORDS[1]
    few = FEW / (FEW + documents)
    if near is None:
        return round(_probability(by_words + stated + AMONG_FEW * few), 4)
    both = BY_BOTH[0] * speaks + BY_BOTH[1] * near + BY_BOTH[2]
    spoken = few * by_words + (1 - few) * (SPOKEN_OF[0] * speaks + SPOKEN_OF[1])
    # The vector of a table is the mean of its rows and lies near a question on none of them: its words have to tell.
    row = BY_WORDS[0] * max(one.row for one in found) + BY_WORDS[1]
    return round(_probability(max(both, spoken, row) + stated), 4)


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of a passage, read once for all queries."""

    order: tuple[str, ...]
    """Those of the text, as they stand."""
    words: frozenset[str]
    side_by_side: str
    """Those that name something, each between two line ends, and two more before what it stands under."""
    above: frozenset[str]
    """The words of what it stands under."""
    rows: tuple[frozenset[str], ...]
    """The words of each row with those of its head."""

    def beside(self, pair: tuple[str, str]) -> bool:
        """Whether two words stand side by side."""
        return "\n{}\n{}\n".format(*pair) in self.side_by_side

    @classmethod
    def of(cls, passage: Candidate) -> _Said:
        return _read(passage.text[:MOST_CHARACTERS], " ".join(passage.above), passage.columns)


@lru_cache(READ)
def _read(text: str, above: str, columns: str) -> _Said:
    said, over = reading(text).terms, terms(above)
    listed = STEPS if len(STEP.findall(text)) > 1 else frozenset[str]()
    named = "\n".join(("", *naming(said), "", "", *naming(over), ""))
    rows = tuple(_priced(frozenset(terms(row))) for row in _rows(text, columns))
    listed = listed.union(*(PRICES & row for row in rows))
    return _Said(said, listed.union(said, over), named, listed.union(over), rows)


def _priced(row: frozenset[str]) -> frozenset[str]:
    """The words of a row with its head; a column of prices says what a thing costs."""
    return row | PRICES if row & PRICES else row


def _rows(text: str, head: str) -> Iterator[str]:
    """The rows of tables, each with the head of its table, and the lines that give a key and its value.

    `head` is that of the table which the text goes on with.
    """
    for line in text.splitlines():
        if line.lstrip().startswith("|"):
            yield f"{head} {line}"
            head = head or line
            continue
        head = ""
        if ROW.fullmatch(line.rstrip()):
            yield line


@dataclass(slots=True)
class _QueryLists:
    """A query, and what its lists hold."""

    weights: dict[str, float]
    """How much each of its words tells, by stem."""
    pairs: dict[tuple[str, str], float]
    best: dict[str, float] = field(default_factory=dict[str, float])
    """The best score of each list that is told by words."""
    farthest: float | None = None
    """The cosine of the last of its list of vectors: what is not listed lies no nearer."""

    @classmethod
    def of(cls, query: str, weights: Mapping[str, float]) -> _QueryLists:
        own: dict[str, float] = {}
        said = query.casefold()
        for text, weight in weights.items():
            for word in terms(text) if text in said else ():
                own[word] = max(own.get(word, 0.0), weight)
        kept = [word for word in naming(terms(query)) if word in own]
        return cls(own, {pair: min(own[pair[0]], own[pair[1]]) for pair in pairwise(kept)})

    def note(self, row: Candidate) -> None:
        """Take a row of one of its lists into account."""
        if row.found_by in WORD_LISTS:
            self.best[row.found_by] = max(self.best.get(row.found_by, 0.0), row.score)
        elif row.found_by == NEAREST:
            self.farthest = row.score if self.farthest is None else min(self.farthest, row.score)

    def bearing(self, rows: Sequence[Candidate], said: _Said) -> PassageBearing:
        """The bearing of the passage that these rows of the query's lists are about."""
        speaks = self._speaks(said, rows[0].matched)
        tops = ((row.score, self.best.get(row.found_by, 0.0)) for row in rows)
        part = max((score / top for score, top in tops if top > 0 and score > 0), default=0.0)
        words = SPOKEN * speaks + SCORED * part
        row = max((self._held(words, said.above) for words in said.rows), default=0.0)
        bearing = PassageBearing(
            relevance=round(words, 4),
            speaks=round(speaks, 4),
            row=round(row, 4),
        )
        near = max((row.score for row in rows if row.found_by == NEAREST), default=self.farthest)
        if near is None:
            return bearing
        telling = max(0.0, near - UNRELATED) / (1 - UNRELATED)
        whole = (telling + WORDS_BESIDE_VECTORS * words) / (1 + WORDS_BESIDE_VECTORS)
        return replace(bearing, relevance=round(min(1.0, whole), 4), near=round(near, 4))

    def together(self, said: _Said) -> float:
        """The greatest part of its words that one row or neighbourhood of a passage holds, with what is above it."""
        places = [(n, word) for n, word in enumerate(said.order) if word in self.weights]
        above = frozenset(self.weights.keys() & said.above)
        held, stop = {above}, 0
        for place, (start, _) in enumerate(places):
            while stop < len(places) and places[stop][0] < start + NEIGHBOURHOOD:
                stop += 1
            held.add(above.union(word for _, word in places[place:stop]))
        rows = (self._held(row, said.above) for row in said.rows)
        return round(max(*(_part(self.weights, words) for words in held), 0.0, *rows), 4)

    def _held(self, row: frozenset[str], above: frozenset[str]) -> float:
        """The part of its words that a row holds with what it stands under; none where the row itself holds none."""
        return _part(self.weights, row | above) if row & self.weights.keys() else 0.0

    def _speaks(self, said: _Said, matched: Sequence[str]) -> float:
        held = said.words.union(word for name in matched for word in terms(name))
        words = _part(self.weights, held)
        beside = frozenset(filter(said.beside, self.pairs))
        return WORDS * words + NEIGHBOURS * (_part(self.pairs, beside) if self.pairs else words)


def _part(weights: Mapping[Key, float], held: AbstractSet[Key]) -> float:
    """The part of all weights that is held."""
    total = math.fsum(weights.values())
    if not total:
        return 0.0
    return math.fsum(weight for key, weight in weights.items() if key in held) / total


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def _mean(block: Sequence[PassageBearing]) -> float:
    return round(math.fsum(one.relevance for one in block) / len(block), 4)


def by_relevance(bearing: PassageBearing) -> tuple[float, float]:
    """How bearings are compared."""
    return bearing.relevance, bearing.speaks
