"""Candidates for the tests of the funnel."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import strategies as st

from loadsheet.artifacts import Candidate

TEXTS = (
    "The refund window for EU customers is 14 days from delivery.",
    "The refund window for EU customers is 28 days from delivery.",
    "The refund window, for EU customers, is 14 days from delivery!",
    "The refund window for EU customers is 14 days from delivery. Postage is paid by Ana.",
    "Deploys are allowed on Fridays.",
    "Deploys are not allowed on Fridays.",
    "",
    "退款期限为十四天。",
)


def candidate(
    name: str,
    text: str = "",
    *,
    source: str = "lexical",
    query: str = "refund window",
    rank: int = 1,
    score: float = 1.0,
    matched: tuple[str, ...] = (),
    year: int | None = None,
    tokens: int | None = None,
) -> Candidate:
    """A candidate of which a test says only what it is about."""
    text = text or f"What {name} says of it."
    return Candidate(
        passage_id=name,
        document=f"{name}.md",
        version=1,
        start=0,
        end=len(text),
        text=text,
        tokens=len(text.split()) if tokens is None else tokens,
        timestamp=None if year is None else datetime(year, 1, 1, tzinfo=UTC),
        found_by=source,
        query=query,
        rank=rank,
        score=score,
        matched=matched,
    )


@st.composite
def candidates(draw: st.DrawFn) -> Candidate:
    """A row of a list: the same passage always has the same text and time."""
    number = draw(st.integers(0, 11))
    return candidate(
        f"p{number}",
        TEXTS[number % len(TEXTS)],
        source=draw(st.sampled_from(["lexical", "vectors"])),
        query=draw(st.sampled_from(["refund window", "deploy"])),
        rank=draw(st.integers(1, 20)),
        score=draw(st.floats(0, 1, width=16)),
        matched=draw(st.sampled_from([(), ("refund",), ("refund", "window"), ("deploy",)])),
        year=None if number % 3 else 2020 + number,
    )
