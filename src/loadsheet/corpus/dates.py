"""A text in; the dates in it, whole or in part, out. What a document is called may say of when it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from loadsheet.corpus.terms import one_of, word_set
from loadsheet.lazy import lazy_re

_MONTHS = word_set(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec"
)
_MONTH_ORDER = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = {name: str(_MONTH_ORDER.index(name[:3]) + 1) for name in _MONTHS}
"""The names of the months, each with its number."""

NAMED = one_of(_MONTHS)
_YEAR = r"(?:1[0-9]|20)\d\d"
DATE = lazy_re(
    rf"(?P<iso>\b(?P<y1>{_YEAR})-(?P<m1>\d\d?)-(?P<d1>\d\d?)\b)"
    rf"|(?P<d2>\b\d\d?)(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m2>{NAMED})\b\.?(?:,?\s+(?P<y2>{_YEAR})\b)?"
    rf"|\b(?P<m3>{NAMED})\b\.?\s+(?P<d3>\d\d?)(?:st|nd|rd|th)?\b(?:\s*,?\s+(?P<y3>{_YEAR})\b)?"
    rf"|\b(?P<m4>{NAMED})\b\.?,?\s+(?:of\s+)?(?P<y4>{_YEAR})\b"
    rf"|(?:(?P<y6>{_YEAR})年)?(?P<m6>\d\d?)月(?P<d6>\d\d?)[日号號]"
    rf"|(?<![\d,.])\b(?P<y5>{_YEAR})(?:s\b|\b)(?![,.]\d)",
    re.IGNORECASE,
)


def iso_time(written: str) -> datetime | None:
    """An ISO date or time; without a zone it is UTC, and what is not ISO is no time."""
    try:
        time = datetime.fromisoformat(written.strip())
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


class Day(NamedTuple):
    """A date, or the parts of one that are said; what is not said is empty."""

    year: str
    month: str
    day: str

    def agrees(self, other: Day) -> bool:
        """Whether both can be the same date: no part that both say differs, and there is one."""
        pairs = [(a, b) for a, b in zip(self, other, strict=True) if a and b]
        return bool(pairs) and all(a == b for a, b in pairs)


def day_of(found: re.Match[str]) -> Day:
    """The date that a match of `DATE` says."""
    part = found.groupdict()
    year = next((part[n] for n in ("y1", "y2", "y3", "y4", "y5", "y6") if part[n]), "")
    month = next((part[n] for n in ("m1", "m2", "m3", "m4", "m6") if part[n]), "")
    day = next((part[n] for n in ("d1", "d2", "d3", "d6") if part[n]), "")
    if month.isdigit():
        month = str(int(month))
    return Day(year, MONTH.get(month.casefold(), month), day.lstrip("0"))


def days(text: str) -> Iterator[Day]:
    """The dates of a text in their order."""
    return map(day_of, DATE.finditer(text))


def called(names: Sequence[str]) -> Day | None:
    """The date that the first of these names says which says a month: a heading, a title, the name of a file."""
    found = (day for name in names for day in days(name.replace("_", "-")) if day.month)
    return next(found, None)


def time_called(*names: str) -> datetime | None:
    """The beginning of the day, in UTC, that a document is called by; None where no whole date is said."""
    day = called(names)
    try:
        return datetime(*map(int, day), tzinfo=UTC) if day and all(day) else None
    except ValueError:
        return None
