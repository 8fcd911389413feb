"""A candidate and the records of its subject and key go in; what becomes of all of them comes out. Pure.

Eligibility first, then confirmation, then one of: stored, confirmed, superseded, disputed, refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from loadsheet.artifacts import CURRENT, MemoryRecord, MemoryType, WriteReceipt
from loadsheet.memory.extraction.acts import denied
from loadsheet.memory.extraction.unsupported import is_secret
from loadsheet.memory.language.text import normal
from loadsheet.memory.writing import changes
from loadsheet.memory.writing.compatible import BEYOND_TELLING, Judgement, judge
from loadsheet.memory.writing.contradictions import beside
from loadsheet.ports import Decision, Ids

OVER = "what it says to be so no more was over before"
UNDATED = "two documents say different things, and nothing tells which is newer"


@dataclass(frozen=True, slots=True)
class WritePolicy:
    """Decides of each candidate. `now` is when it is recorded; it may have been said long before."""

    ids: Ids
    now: datetime
    secrets: bool = False
    """Whether passwords and keys may be kept."""
    days: Mapping[MemoryType, int] = field(default_factory=dict[MemoryType, int])
    """How long records of a type are kept after they were said last; a type that is not named has no end."""

    def keys(self, candidate: MemoryRecord) -> Sequence[tuple[str, str]]:
        """The keys whose records the decision must see: its own, and those that it can contradict."""
        own = (candidate.subject, candidate.key)
        if (
            candidate.supersedes or candidate.disputes
        ):  # it says itself of what it takes the place, whoever that is of
            return (own, (changes.WHOEVER, candidate.key))
        return (own, *beside(candidate), *changes.beside(candidate))

    def decide(self, candidate: MemoryRecord, existing: Sequence[MemoryRecord]) -> Decision:
        """The receipt, and every record that must be written."""
        reason = ineligible(candidate, secrets=self.secrets)
        if reason is not None:
            return _refused(candidate, reason)
        days = self.days.get(candidate.type)
        named = candidate.model_copy(
            update={
                "id": self.ids("r"),
                "recorded_at": self.now,
                "expires_at": None if days is None else self.now + timedelta(days=days),
            }
        )
        return decided(named, [record for record in existing if not _let_go(record, self.now)])


def _let_go(record: MemoryRecord, now: datetime) -> bool:
    return record.expires_at is not None and record.expires_at <= now


def ineligible(candidate: MemoryRecord, *, secrets: bool = False) -> str | None:
    """Why a candidate may never be kept; None where it may."""
    if not candidate.sources:
        return "it has no source"
    if not candidate.trigger:
        return "no trigger reads it"
    if candidate.confirmed_by == "document" and candidate.type == "procedural":
        return "a document gives facts, never instructions"
    if not secrets and any(map(is_secret, (candidate.text, candidate.value, candidate.condition))):
        return "it looks like a secret: set keep_secrets to allow it"
    if not normal(candidate.key):
        return "it corrects nothing that was just said"
    if not normal(candidate.subject) or not normal(candidate.value):
        return "it has no subject or no value"
    return None


def decided(candidate: MemoryRecord, existing: Sequence[MemoryRecord]) -> Decision:
    """What becomes of an eligible candidate beside the records of its subject and key."""
    if repeated := next((r for r in existing if _same_source(r, candidate)), None):
        if repeated.status == "superseded":
            return _refused(candidate, "a newer statement took its place")
        return _receipt("confirmed", "this source said so before", candidate, repeated.id)
    current = [record for record in existing if record.status in CURRENT]
    if named := {*candidate.supersedes, *candidate.disputes}:
        over = [record for record in current if record.id in named]
        if candidate.disputes and over:
            return _disputed(candidate, over, BEYOND_TELLING)
        return _superseded(candidate, over) if over else _refused(candidate, OVER)
    judged = [(record, judge(record, candidate)) for record in current]
    same = next((record for record, found in judged if found.verdict == "same"), None)
    against = _telling([(record, found) for record, found in judged if found.conflict])
    if same is not None and not (against and candidate.correction):
        return _confirmed(same, candidate)
    disputed = [(record, found) for record, found in against if found.verdict == "disputed"]
    if disputed and len(disputed) == len(against):
        return _disputed(candidate, [r for r, _ in disputed], _why([f for _, f in disputed]))
    if unordered := [record for record, _ in against if _unordered(candidate, record)]:
        return _disputed(candidate, unordered, UNDATED)
    if stale := [record for record, _ in against if not outranks(candidate, record)]:
        return _older(candidate, stale)
    over = (r for r, found in judged if found.rule == "another_value_denied" and _holds(r))
    if not against and (held := next(over, None)) is not None:
        return _refused(candidate, f"it was over before: {held.value!r} is current")
    if against:
        return _superseded(candidate, [r for r, f in against if f.verdict == "supersedes"])
    return _stored(candidate)


_BY_FRAME = frozenset({"changed", "may_change"})


def _telling(
    against: list[tuple[MemoryRecord, Judgement]],
) -> list[tuple[MemoryRecord, Judgement]]:
    """What is contradicted without what a change only may mean: where several have its frame, they all hold."""
    alike = [record for record, found in against if found.rule in _BY_FRAME]
    return against if len(alike) == 1 else [x for x in against if x[1].rule not in _BY_FRAME]


def outranks(candidate: MemoryRecord, record: MemoryRecord) -> bool:
    """Whether the candidate's word counts more: the fresher source's does; the user's outranks an older document's."""
    newer = candidate.said_at >= record.said_at
    if candidate.confirmed_by == record.confirmed_by:
        return newer
    if record.confirmed_by in {"user", "host"}:
        return candidate.confirmed_by != "document" and newer
    return newer


def _unordered(one: MemoryRecord, other: MemoryRecord) -> bool:
    """Whether nothing tells which of two documents is newer: one has no date, and they are not versions of one."""
    mine, theirs = ({s.document for s in record.sources} for record in (one, other))
    both = one.confirmed_by == other.confirmed_by == "document"
    return both and min(one.confidence, other.confidence) < 1 and not mine & theirs


def _holds(record: MemoryRecord) -> bool:
    """Whether a record says what is so, where only one thing can be."""
    return not record.multi and denied(record.value) is None


def _why(found: Sequence[Judgement]) -> str:
    """The reason that all share, or else the weakest."""
    reasons = list(dict.fromkeys(one.reason for one in found))
    return reasons[0] if len(reasons) == 1 else BEYOND_TELLING


def _same_source(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    agree = normal(record.value) == normal(candidate.value) and record.type == candidate.type
    return agree and any(source in record.sources for source in candidate.sources)


def _receipt(
    status: str, reason: str, candidate: MemoryRecord, record: str | None, *writes: MemoryRecord
) -> Decision:
    receipt = WriteReceipt.model_validate(
        {"status": status, "reason": reason, "text": candidate.text, "record": record}
    )
    return Decision(receipt, writes)


def _refused(candidate: MemoryRecord, reason: str) -> Decision:
    return _receipt("refused", reason, candidate, None)


def _stored(candidate: MemoryRecord) -> Decision:
    return _receipt(
        "stored", f"{candidate.subject}: {candidate.key}", candidate, candidate.id, candidate
    )


def _confirmed(record: MemoryRecord, candidate: MemoryRecord) -> Decision:
    again = record.model_copy(
        update={
            "confirmations": record.confirmations + 1,
            "sources": (*record.sources, *candidate.sources),
            "valid_to": record.valid_to if candidate.valid_to is None else candidate.valid_to,
            "expires_at": candidate.expires_at,
        }
    )
    return _receipt("confirmed", f"said {again.confirmations} times", candidate, record.id, again)


def _superseded(candidate: MemoryRecord, old: Sequence[MemoryRecord]) -> Decision:
    """The candidate is current from now on; the old records stay, linked. A correction says that they never held."""
    new = candidate.model_copy(update={"supersedes": tuple(record.id for record in old)})
    begin = candidate.valid_from or candidate.recorded_at
    ended = tuple(
        record.model_copy(
            update={
                "status": "superseded",
                "superseded_at": candidate.recorded_at,
                "superseded_by": candidate.id,
                **_held(record, begin),
            }
        )
        for record in old
    )
    reason = f"instead of {', '.join(repr(record.value) for record in old)}"
    return _receipt("superseded", reason, candidate, candidate.id, new, *ended)


def _held(record: MemoryRecord, begin: datetime) -> dict[str, datetime | None]:
    """From when and until when a record held that another one replaces from `begin` on.

    One that was only said later did hold before, nobody knows since when; one that says since when never held.
    """
    end = begin if record.valid_to is None else min(record.valid_to, begin)
    since = record.valid_from
    if since is None or since <= end:
        return {"valid_to": end}
    if since == record.said_at:
        return {"valid_from": None, "valid_to": end}
    return {"valid_to": since}


def _disputed(candidate: MemoryRecord, others: Sequence[MemoryRecord], reason: str) -> Decision:
    new = candidate.model_copy(
        update={"status": "disputed", "disputes": tuple(record.id for record in others)}
    )
    marked = tuple(
        record.model_copy(
            update={"status": "disputed", "disputes": (*record.disputes, candidate.id)}
        )
        for record in others
    )
    return _receipt("disputed", reason, candidate, candidate.id, new, *marked)


def _older(candidate: MemoryRecord, newer: Sequence[MemoryRecord]) -> Decision:
    """What was true before: it is kept as superseded where it is dated, so that history is whole."""
    record = newer[0]
    if candidate.confirmed_by == "document" and record.confirmed_by != "document":
        return _disputed_document(candidate, record)
    past = candidate.model_copy(
        update={
            "status": "superseded",
            "superseded_at": candidate.recorded_at,
            "superseded_by": record.id,
            "valid_to": record.valid_from or candidate.valid_to,
        }
    )
    linked = record.model_copy(update={"supersedes": (*record.supersedes, past.id)})
    return _receipt("superseded", f"{record.value!r} is newer", candidate, past.id, past, linked)


def _disputed_document(candidate: MemoryRecord, record: MemoryRecord) -> Decision:
    """A document against what the user said: refused where it is older or undated, else both stand as disputed."""
    if candidate.confidence < 1 or candidate.said_at < record.said_at:
        return _refused(
            candidate, f"the user said {record.value!r}, and the document is not known to be newer"
        )
    return _disputed(
        candidate, [record], f"the document is newer than what the user said: {record.value!r}"
    )
