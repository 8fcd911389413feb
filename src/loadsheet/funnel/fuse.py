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
"""What a source's vote counts; 1 where nothing is said. Beside vectors the text index counts .4: measured on mtrag and
cranfield, and flat between .3 and .7. Alone its weight changes no order.
Summaries, which are found by words as well, count the same."""


LEXICAL, NEAREST = "lexical", "vectors"
"""The sources whose scores can be set against each other: BM25 within its list, and cosines."""

WORD_LISTS = (LEXICAL, "summaries")
"""The lists whose scores are told by words, each against its own best."""

BESIDE = 0.2
"""What the best score of the text index counts beside a cosine. Of .15, .2 and .25 it is the one that is good on
conversations (mtrag) and on questions full of rare terms (scifact) alike."""


@dataclass(frozen=True, slots=True)
class Fused:
    """A passage, with every place that it has in the lists."""

    candidate: Candidate
    """The row of its best place."""
    rows: tuple[Candidate, ...]
    score: float
    """The sum of its votes: weight / (damping + rank) for each list that it stands in."""

    @property
    def id(self) -> str:
        """The passage."""
        return self.candidate.passage_id

    def score_of(self, source: str, query: str | None = None) -> float | None:
        """The best score that a source gave it, for one query or any; None where the source does not list it."""
        found = (r.score for r in self.rows if r.found_by == source and query in (None, r.query))
        return max(found, default=None)


def fuse(
    candidates: Iterable[Candidate],
    weights: Mapping[str, float] = WEIGHTS,
    damping: float = DAMPING,
) -> list[Fused]:
    """Each passage by its ranks across the lists, a list being what one source found for one query.

    The sum is exact and ties break on the passage id, so that the order of arrival makes no difference. A row that
    is there twice counts once.
    """
    found: dict[str, dict[tuple[str, str], Candidate]] = defaultdict(dict)
    for row in candidates:
        lists = found[row.passage_id]
        held = lists.get((row.found_by, row.query))
        if held is None or _place(row, weights, damping) < _place(held, weights, damping):
            lists[(row.found_by, row.query)] = row
    made = [_fused(tuple(rows.values()), weights, damping) for rows in found.values()]
    return sorted(made, key=lambda item: (-item.score, item.id))


def by_scores(fused: Sequence[Fused]) -> list[Fused]:
    """The passages by what the sources' scores say; as they stand where no source gives cosines.

    Ranks forget how far the best stands out. For each reading of the question a passage counts its cosine and a part
    of its text score against the best one; the mean over the readings decides. What a list of vectors does not hold
    lies no nearer than its last.
    """
    best: dict[tuple[str, str], float] = {}
    last: dict[str, float] = {}
    for row in (row for item in fused for row in item.rows):
        if row.found_by in WORD_LISTS:
            key = (row.found_by, row.query)
            best[key] = max(best.get(key, 0.0), row.score)
        elif row.found_by == NEAREST:
            last[row.query] = min(last.get(row.query, 1.0), row.score)
    if not last:
        return list(fused)

    def standing(item: Fused) -> float:
        nearness = [item.score_of(NEAREST, query) for query in last]
        words = [(item.score_of(*key) or 0.0) / top for key, top in best.items() if top > 0]
        near = [
            last[query] if one is None else one for query, one in zip(last, nearness, strict=True)
        ]
        return round(math.fsum((*near, *(BESIDE * part for part in words))) / len(last), 9)

    return sorted(fused, key=lambda item: (-standing(item), item.id))


def vote(row: Candidate, weights: Mapping[str, float] = WEIGHTS, damping: float = DAMPING) -> float:
    """What a place in a list counts."""
    return weights.get(row.found_by, 1.0) / (damping + row.rank)


def _fused(rows: tuple[Candidate, ...], weights: Mapping[str, float], damping: float) -> Fused:
    ordered = tuple(sorted(rows, key=lambda row: _place(row, weights, damping)))
    score = math.fsum(vote(row, weights, damping) for row in ordered)
    return Fused(ordered[0], ordered, score)


def _place(
    row: Candidate, weights: Mapping[str, float], damping: float
) -> tuple[float, int, str, str, float, tuple[str, ...]]:
    """The order of the rows of a passage: the best vote first, then by what the rows say."""
    return (
        -vote(row, weights, damping),
        row.rank,
        row.found_by,
        row.query,
        -row.score,
        row.matched,
    )
