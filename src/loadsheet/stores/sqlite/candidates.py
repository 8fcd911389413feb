"""A row of a search in, the candidate that it stands for out; every search has the same columns in the same order."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import lru_cache

from loadsheet.artifacts import Candidate, Query
from loadsheet.corpus.chunk import pages_of
from loadsheet.stores.sqlite.connection import Row, from_column


def passage_id(row: Row) -> str:
    """The passage's name: its document, version and place. Ties are broken by it."""
    return f"{row[0]}@{row[1]}:{row[5]}-{row[6]}"


def candidate(
    found_by: str, query: Query, rank: int, score: float, row: Row, matched: tuple[str, ...]
) -> Candidate:
    """The candidate for a row."""
    return Candidate(
        passage_id=passage_id(row),
        document=row[0],
        version=row[1],
        title=row[2],
        headings=tuple(json.loads(row[3])),
        section=row[4],
        start=row[5],
        end=row[6],
        text=row[7],
        tokens=row[10],
        timestamp=from_column(row[11]),
        pages=pages_of(starts(row[14]), row[5], row[6]),
        found_by=found_by,
        query=query.text,
        rank=rank,
        score=score,
        matched=matched,
        shingles=b64encode(row[13] or b"").decode(),
    )


@lru_cache(maxsize=512)
def starts(column: str | None) -> tuple[int, ...]:
    """Where the pages of a version begin. Kept, since a search reads it once for each passage."""
    return tuple(json.loads(column)) if column else ()
