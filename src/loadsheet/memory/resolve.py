"""A correction and the records that it may mean go in; the correction under the name of what it corrects comes out.

People correct in fewer words than they stated: `the EU window` for `the refund window for EU customers`.
"""

from __future__ import annotations

from collections.abc import Sequence

from loadsheet.artifacts import MemoryRecord
from loadsheet.memory.text import normal, terms

VAGUE = frozenset({"is", "been"})
"""Keys that name no relation of their own."""


def resolved(candidate: MemoryRecord, known: Sequence[MemoryRecord]) -> MemoryRecord:
    """The candidate with subject and key of the one record that it means; unchanged where none or several could be."""
    if any(same_name(candidate, record) for record in known):
        return candidate
    wanted = set(terms(f"{candidate.subject} {_said(candidate.key)}"))
    if not wanted:
        return candidate
    meant = {
        _name(record): record
        for record in known
        if wanted <= set(terms(f"{record.subject} {_said(record.key)}")) and not record.multi
    }
    if len(meant) != 1:
        return candidate
    record = next(iter(meant.values()))
    return candidate.model_copy(
        update={"subject": record.subject, "key": record.key, "multi": False}
    )


def same_name(one: MemoryRecord, other: MemoryRecord) -> bool:
    """Whether two records are of one subject and key."""
    return _name(one) == _name(other)


def _name(record: MemoryRecord) -> tuple[str, str]:
    return normal(record.subject), normal(record.key)


def _said(key: str) -> str:
    return "" if key in VAGUE else key
