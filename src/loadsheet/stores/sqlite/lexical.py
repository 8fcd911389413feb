"""Queries in; the passages that hold their words out, best first, with how much each word tells."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from loadsheet.artifacts import Candidate, CandidateList, Query, QuerySet
from loadsheet.intent.language.common import share
from loadsheet.stores.sqlite import terms
from loadsheet.stores.sqlite.base import StorePart
from loadsheet.stores.sqlite.candidates import candidates
from loadsheet.stores.sqlite.columns import Row
from loadsheet.stores.sqlite.opening import statement

FOUND_BY = "lexical"
"""The name of the text index in candidates."""

DIGITS = 9
"""Scores are rounded to so many, so that equal ones tie and the passage id decides."""

MORE = 16
"""Rows fetched beyond the limit at first, to see whether the last place is tied."""

PRIOR = 20
"""Passages that a workspace is taken to hold beside its own: in a handful of them nearly all may hold the very word
that the question is about, which would then seem to tell nothing."""

PRIOR_SPREAD = 0.05
"""The part of those passages that holds a word."""

HOLDING = """
SELECT count(*), json_group_array(rowid) FILTER (WHERE rowid IN (SELECT value FROM json_each(?2)))
FROM index_{id} WHERE index_{id} MATCH ?1
"""

TermHits = Sequence[tuple[str, frozenset[int]]]
"""Terms as the query has them, each with the passages that hold it."""


class Words(StorePart):
    """Finds passages by the text index of their workspace."""

    async def search(self, queries: QuerySet) -> CandidateList:
        """The best passages for each query, best first; an empty list is a valid answer."""
        return await self.connection.run(lambda: self._search(queries))

    def _search(self, queries: QuerySet) -> CandidateList:
        number = self.connection.workspace(queries.workspace)
        if number is None:
            return CandidateList()
        # One snapshot for counts and rows, whatever another process writes meanwhile.
        with self.connection.reading():
            documents, passages = self.connection.size(number)[:2]
            known: dict[tuple[str, ...], terms.Term] = {}
            best: list[tuple[Query, list[terms.Term], dict[int, float]]] = []
            for query in queries.queries:
                found = [
                    known.setdefault(term.key, term) for term in terms.terms(query.text, self.stems)
                ]
                if found and passages:
                    best.append((query, found, self._best(number, found, queries.limit)))
            wanted = json.dumps(sorted({row for _, _, scores in best for row in scores}))
            holding = {term.text: self._holding(number, term, wanted) for term in known.values()}
            rows: list[Candidate] = []
            for query, found, scores in best:
                held = [(term.text, holding[term.text][1]) for term in found]

                def matched(row: Row, held: TermHits = held) -> tuple[str, ...]:
                    return tuple([text for text, those in held if row[12] in those])

                limit = queries.limit
                rows += candidates(self.connection, FOUND_BY, query, matched, scores, limit)
        weights = tuple(
            (name, _weight(name, many, passages)) for name, (many, _) in holding.items()
        )
        return CandidateList(candidates=tuple(rows), documents=documents, weights=weights)

    def _best(self, workspace: int, found: Sequence[terms.Term], limit: int) -> dict[int, float]:
        """The scores of the best passages, and of all that tie with the last of them."""
        sql = statement("search").replace("{id}", str(workspace))
        asked = limit + MORE
        while True:
            rows = self.connection.rows(sql, terms.expression(found), asked)
            scores = {passage: round(-score, DIGITS) for passage, score in rows}
            last = scores[rows[min(limit, len(rows)) - 1][0]] if rows else 0.0
            # Passages that tie with the last place and were not fetched may come before it by id.
            if len(rows) < asked or scores[rows[-1][0]] < last:
                break
            asked *= 4
        return {passage: score for passage, score in scores.items() if score >= last}

    def _holding(self, workspace: int, term: terms.Term, among: str) -> tuple[int, frozenset[int]]:
        """How many passages hold a term, and which of some do; the index tells both on one way through them."""
        sql = HOLDING.replace("{id}", str(workspace))
        many, which = self.connection.rows(sql, term.expression, among)[0]
        return many, frozenset(json.loads(which))


def _weight(name: str, holding: int, passages: int) -> float:
    """How rare a term is: 1 for one in at most one passage, near 0 for one in all of them."""
    if not passages:
        return 1.0
    rarity = _rarity(max(1, holding) + PRIOR * PRIOR_SPREAD, passages + PRIOR)
    known = rarity / _rarity(1 + PRIOR * PRIOR_SPREAD, passages + PRIOR)
    return round(known * share(name, passages), DIGITS)


def _rarity(holding: float, passages: float) -> float:
    return math.log1p((passages - holding + 0.5) / (holding + 0.5))
