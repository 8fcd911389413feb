"""The lists of several sources and queries go in; each passage once, best first, comes out."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import Candidate

DAMPING = 60
"""Keeps a single first place from outvoting agreement between sources."""

WEIGHTS: Mapping[str, float] = {"lexical": 0.4, "summaries": 0.4}
"""What a source counts; 1 where nothing is said. Beside vectors the text index counts .4: measured on mtrag and
cranfield, and flat between .3 and .7. Alone its weight changes no order.
Summaries, which are found by words as well, count the same."""

NEAREST = "vectors"
"""The source whose scores are cosines."""

WORD_LISTS = ("lexical", "summaries")
"""The lists whose scores are told by words, each against its own best."""

BESIDE = 0.4375
"""What the weight of a source that goes by words counts where scores are added: its best hit is worth .4 × .4375 = .175
of a cosine. Conversations (mtrag) want .075 to .175, questions full of rare terms (scifact) .175 to .3."""

SHARE = 0.5
"""What nearness to the passages found best counts beside nearness to the question. Of .3, .5 and .7 all help on
cranfield and scifact; more leads away from the question."""

SPREAD = 0.03
"""How fast a passage's say in what was found best falls with its distance from the first, in the unit of a cosine:
where one stands out it speaks alone. Of .02 to .1, .03 and .05 are the best on cranfield and scifact."""


@dataclass(frozen=True, slots=True)
class Fused:
    """A passage, with every place that it has in the lists."""

    candidate: Candidate
    """The row of its best place."""
    rows: tuple[Candidate, ...]
    score: float
    """The sum of its votes: weight × share / (DAMPING + rank) for each list that it stands in."""

    @property
    def id(self) -> str:
        """The passage."""
        return self.candidate.passage_id

    def found_by(self, source: str) -> bool:
        """Whether a source lists it."""
        return any(row.found_by == source for row in self.rows)

    @property
    def likeness(self) -> float | None:
        """How near it lies to the passages found best; None where that is not known."""
        return max((r.likeness for r in self.rows if r.likeness is not None), default=None)


def fuse(
    candidates: Iterable[Candidate],
    weights: Mapping[str, float] = WEIGHTS,
) -> list[Fused]:
    """Each passage by its ranks across the lists, a list being what one source found for one query.

    The sum is exact and ties break on the passage id, so that the order of arrival makes no difference. A row that
    is there twice counts once.
    """
    found: dict[str, dict[tuple[str, str], Candidate]] = defaultdict(dict)
    for row in candidates:
        held = found[row.passage_id].setdefault((row.found_by, row.query), row)
        if held is not row and _place(row, weights) < _place(held, weights):
            found[row.passage_id][row.found_by, row.query] = row
    made = [_fused(tuple(rows.values()), weights) for rows in found.values()]
    return sorted(made, key=lambda item: (-item.score, item.id))


def by_scores(fused: Sequence[Fused], weights: Mapping[str, float] = WEIGHTS) -> list[Fused]:
    """The passages by what the sources' scores say; as they stand where no source gives cosines."""
    standings = standings_of(fused, weights)
    if not standings:
        return list(fused)
    return sorted(fused, key=lambda item: (-standings[item.id], item.id))


def standings_of(
    fused: Sequence[Fused], weights: Mapping[str, float] = WEIGHTS
) -> dict[str, float]:
    """How each passage stands, by what the sources' scores say; nothing where no source gives cosines.

    Ranks forget how far the best stands out. A passage counts its cosine and a part of its text score against the best
    one, each as the mean over the readings of the question that such a list answered, of which each counts its share.
    What a list of vectors does not hold lies no nearer than its last. Where it is known how near it lies to what was
    found best, that counts, too.
    """
    lists = _Lists.of(row for item in fused for row in item.rows)
    if not lists.ends:
        return {}
    known = {item.id: item.likeness for item in fused if item.likeness is not None}
    least = min(known.values(), default=None)
    made: dict[str, float] = {}
    for item in fused:
        scores = {(row.found_by, row.query): row.score for row in item.rows}
        near = lists.near(scores)
        like = known.get(item.id, least)
        whole = near if like is None else (near + SHARE * like) / (1 + SHARE)
        parts = (weights.get(NEAREST, 1.0) * whole, lists.worded(scores, weights))
        made[item.id] = round(math.fsum(parts), 9)
    return made


_Scores = Mapping[tuple[str, str], float]
"""Scores by the list that gives them: its source and its query."""


@dataclass(frozen=True, slots=True)
class _Lists:
    """The lists that scores are read from, each against what it holds as a whole."""

    tops: _Scores
    """The best score of each list of words."""
    ends: Mapping[str, float]
    """The last cosine of each query."""
    shares: Mapping[str, float]
    """What each query counts."""

    @classmethod
    def of(cls, rows: Iterable[Candidate]) -> _Lists:
        """The lists that these rows stand in."""
        tops: dict[tuple[str, str], float] = {}
        ends: dict[str, float] = {}
        shares: dict[str, float] = {}
        for row in rows:
            shares[row.query] = row.share
            if row.found_by in WORD_LISTS:
                key = (row.found_by, row.query)
                tops[key] = max(tops.get(key, 0.0), row.score)
            elif row.found_by == NEAREST:
                ends[row.query] = min(ends.get(row.query, 1.0), row.score)
        return cls(tops, ends, shares)

    def near(self, scores: _Scores) -> float:
        """The mean cosine of a passage over the queries."""
        told = ((self.shares[query], query, end) for query, end in self.ends.items())
        near = math.fsum(share * scores.get((NEAREST, query), end) for share, query, end in told)
        return near / math.fsum(self.shares[query] for query in self.ends)

    def worded(self, scores: _Scores, weights: Mapping[str, float]) -> float:
        """What the words of a passage count: of each source the mean over the queries that it answered."""
        answered: dict[str, float] = defaultdict(float)
        for source, query in self.tops:
            answered[source] += self.shares[query]
        return math.fsum(
            BESIDE
            * weights.get(source, 1.0)
            * self.shares[query]
            * scores[source, query]
            / top
            / answered[source]
            for (source, query), top in self.tops.items()
            if top > 0 and (source, query) in scores
        )


def leading(
    fused: Sequence[Fused], most: int, weights: Mapping[str, float] = WEIGHTS
) -> list[tuple[Candidate, float]]:
    """The passages found best, each with its say in what a passage is to be like; all of it adds up to 1."""
    standings = standings_of(fused, weights)
    best = by_scores(fused, weights)[:most]
    if not standings or not best:
        return []
    says = [math.exp((standings[item.id] - standings[best[0].id]) / SPREAD) for item in best]
    total = math.fsum(says)
    return [(item.candidate, say / total) for item, say in zip(best, says, strict=True)]


def vote(row: Candidate, weights: Mapping[str, float] = WEIGHTS) -> float:
    """What a place in a list counts."""
    return weights.get(row.found_by, 1.0) * row.share / (DAMPING + row.rank)


def _fused(rows: tuple[Candidate, ...], weights: Mapping[str, float]) -> Fused:
    ordered = rows
    if len(rows) > 1:
        ordered = tuple(sorted(rows, key=lambda row: _place(row, weights)))
    score = math.fsum(vote(row, weights) for row in ordered)
    return Fused(ordered[0], ordered, score)


def _place(
    row: Candidate, weights: Mapping[str, float]
) -> tuple[float, int, str, str, float, tuple[str, ...]]:
    """The order of the rows of a passage: the best vote first, then by what the rows say."""
    return (
        -vote(row, weights),
        row.rank,
        row.found_by,
        row.query,
        -row.score,
        row.matched,
    )
