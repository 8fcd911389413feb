"""The scores of passages in, the candidates that they stand for out: every search ends here."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from loadsheet.artifacts import Candidate, Query
from loadsheet.corpus.chunk import pages_of
from loadsheet.stores.sqlite import terms
from loadsheet.stores.sqlite.columns import Row, from_column
from loadsheet.stores.sqlite.connection import Connection
from loadsheet.stores.sqlite.opening import statement


def candidates(
    connection: Connection,
    found_by: str,
    query: Query,
    matched: Callable[[Row], tuple[str, ...]],
    scores: Mapping[int, float],
    limit: int,
) -> list[Candidate]:
    """The best of the passages with these scores, best first; equal ones are in the order of their names.

    `matched` tells which terms of the query a row of `found.sql` holds.
    """
    rows = connection.rows(statement("found"), json.dumps(list(scores)))
    ranked = sorted((-scores[row[12]], _passage_id(row), row) for row in rows)
    return [
        _candidate(found_by, query, rank, -score, row, matched(row))
        for rank, (score, _, row) in enumerate(ranked[:limit], 1)
    ]


def by_reading(
    connection: Connection, wanted: Sequence[terms.Term]
) -> Callable[[Row], tuple[str, ...]]:
    """A function that reads a row for the terms that it holds."""
    matched = terms.matcher(wanted, connection.stems)
    return lambda row: matched(row[7:10])


def _passage_id(row: Row) -> str:
    """The passage's name: its document, version and place. Ties are broken by it."""
    return f"{row[0]}@{row[1]}:{row[5]}-{row[6]}"


def _candidate(
    found_by: str, query: Query, rank: int, score: float, row: Row, matched: tuple[str, ...]
) -> Candidate:
    # Without a check, which took a fourth of what a search does beside the index: columns are strict about types.
    return Candidate.trusted(
        passage_id=_passage_id(row),
        document=row[0],
        version=row[1],
        title=row[2],
        headings=_headings(row[3]),
        section=row[4],
        columns=row[15],
        start=row[5],
        end=row[6],
        text=row[7],
        tokens=row[10],
        timestamp=from_column(row[11]),
        pages=pages_of(starts(row[14]), row[5], row[6]),
        page_starts=tuple(at for at in starts(row[14]) if row[5] < at < row[6]),
        found_by=found_by,
        query=query.text,
        rank=rank,
        score=score,
        matched=matched,
        shingles=b64encode(row[13] or b"").decode(),
        share=1.0,
        likeness=None,
    )


@lru_cache(maxsize=512)
def _headings(column: str) -> tuple[str, ...]:
    return tuple(json.loads(column))


@lru_cache(maxsize=512)
def starts(column: str | None) -> tuple[int, ...]:
    """Where the pages of a version begin. Kept, since a search reads it once for each passage."""
    return tuple(json.loads(column)) if column else ()
