"""A candidate and the records of its subject and key go in; what becomes of all of them comes out. Pure.

Eligibility first, then confirmation, then one of: stored, confirmed, superseded, disputed, refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from loadsheet.artifacts import MemoryRecord, MemoryType, WriteReceipt
from loadsheet.memory import acts, aspects, grammar
from loadsheet.memory.resolve import old_value
from loadsheet.memory.text import normal
from loadsheet.ports import Decision, Ids

CURRENT = frozenset({"active", "disputed"})
"""The states of a record that memory still believes."""

_SECRET = re.compile(
    r"\b(?:password|passphrase|passwort|api[ _-]?key|secret key|access token|private key|pin code)\b"
    r".{0,20}\b(?:is|=|:)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class WritePolicy:
    """Decides of each candidate. `now` is when it is recorded; it may have been said long before."""

    ids: Ids
    now: datetime
    secrets: bool = False
    """Whether passwords and keys may be kept."""
    days: Mapping[MemoryType, int] = field(default_factory=dict[MemoryType, int])
    """How long records of a type are kept after they were said last; a type that is not named has no end."""

    def keys(self, candidate: MemoryRecord) -> Sequence[str]:
        """The keys whose records the decision must see: its own, and those that its own can contradict."""
        return (candidate.key, *acts.keys_beside(candidate))

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


_NUMBER = re.compile(
    r"\d[\d.,:]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
)


def ineligible(candidate: MemoryRecord, *, secrets: bool = False) -> str | None:
    """Why a candidate may never be kept; None where it may."""
    if not candidate.sources:
        return "it has no source"
    if not candidate.trigger:
        return "no trigger reads it"
    if candidate.confirmed_by == "document" and candidate.type == "procedural":
        return "a document gives facts, never instructions"
    if not secrets and _SECRET.search(candidate.text):
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
    same = next((r for r in current if _again(r, candidate)), None)
    against = [record for record in current if conflicts(record, candidate)]
    if same is not None and not (against and candidate.correction):
        return _confirmed(same, candidate)
    stale = [record for record in against if not outranks(candidate, record)]
    disputed = [record for record in against if _undecided(record, candidate)]
    if disputed and len(disputed) == len(against):
        return _disputed(candidate, disputed, _why(candidate, disputed))
    if stale:
        return _older(candidate, stale)
    held = next((r for r in current if _holds_beside(r, candidate)), None)
    if held is not None and not against:
        return _refused(candidate, f"it was over before: {held.value!r} is current")
    if against:
        return _superseded(candidate, [r for r in against if not _undecided(r, candidate)])
    return _stored(candidate)


def conflicts(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    """Whether both cannot hold: subject and key agree, the key has one value, and the values differ.

    A denial contradicts what it denies, also where a key has several values. A diet contradicts what it rules out.
    """
    if normal(record.subject) != normal(candidate.subject):
        return False
    if acts.against(record, candidate):
        return True
    if normal(record.key) != normal(candidate.key) or _agree(record, candidate):
        return False
    if _denies_another(candidate, record) or not _meet(record, candidate):
        return False
    if record.multi or candidate.multi:
        named = candidate.correction and old_value(candidate.text) == normal(record.value)
        anew = counts_anew(record, candidate) or aspects.opposed(record, candidate)
        return named or anew
    return aspects.compete(record, candidate)


def counts_anew(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    """Whether two statements of the present count one thing: who has 3 bikes has no longer 2.

    The number begins the value, and what is counted is in the key; `building 4` and `building 5` are two things.
    """
    if "episodic" in {record.type, candidate.type} or not _present(candidate):
        return False
    if not (_counts(candidate) and _counts(record)):
        return False
    mine, theirs = (_NUMBER.sub("#", normal(r.value)) for r in (candidate, record))
    return "#" in mine and mine == theirs


def _counts(record: MemoryRecord) -> bool:
    unit = grammar.unit_of(record.value)
    number = _NUMBER.match(normal(record.value)) is not None
    return number and bool(unit) and normal(record.key).endswith(f" {normal(unit or '')}")


def _present(record: MemoryRecord) -> bool:
    verb = normal(record.key).split(" ")[0]
    said = re.search(rf"\b{re.escape(verb)}s?\b", record.text, re.I)
    return said is not None or verb == "is"


def _denies_another(candidate: MemoryRecord, record: MemoryRecord) -> bool:
    """Whether a denial speaks of another value than the one that holds: who left Acme may well work at Globex."""
    what = acts.denied(candidate.value)
    return what is not None and what != normal(record.value)


def outranks(candidate: MemoryRecord, record: MemoryRecord) -> bool:
    """Whether the candidate's word counts more: the fresher source's does; the user's outranks an older document's."""
    newer = candidate.said_at >= record.said_at
    if candidate.confirmed_by == record.confirmed_by:
        return newer
    if record.confirmed_by in {"user", "host"}:
        return candidate.confirmed_by != "document" and newer
    return newer


def _holds_beside(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    """Whether a key of one value has one already that a denial of another value leaves as it is."""
    return (
        normal(record.key) == normal(candidate.key)
        and not (record.multi or candidate.multi)
        and acts.denied(record.value) is None
        and _denies_another(candidate, record)
        and _meet(record, candidate)
    )


def _meet(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    """Whether the two intervals have a moment in common."""
    if record.valid_to and candidate.valid_from and record.valid_to <= candidate.valid_from:
        return False
    return not (
        candidate.valid_to and record.valid_from and candidate.valid_to <= record.valid_from
    )


def _again(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    return record.key == candidate.key and _agree(record, candidate) and _meet(record, candidate)


def _undecided(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    """Whether neither replaces the other: they are of two keys, something was done that a habit rules out, or both
    may hold for all that anybody can tell.
    """
    other = normal(record.key) != normal(candidate.key)
    return other or "episodic" in {record.type, candidate.type} or aspects.unsure(record, candidate)


def _why(candidate: MemoryRecord, disputed: Sequence[MemoryRecord]) -> str:
    if all(normal(record.key) == normal(candidate.key) for record in disputed):
        return "it may contradict what was said before, and nothing tells which holds"
    return "it contradicts what another key says"


def _agree(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    return normal(record.value) == normal(candidate.value) and record.type == candidate.type


def _same_source(record: MemoryRecord, candidate: MemoryRecord) -> bool:
    return any(source in record.sources for source in candidate.sources) and _agree(
        record, candidate
    )


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
                "valid_to": _last(record, begin),
            }
        )
        for record in old
    )
    reason = f"instead of {', '.join(repr(record.value) for record in old)}"
    return _receipt("superseded", reason, candidate, candidate.id, new, *ended)


def _last(record: MemoryRecord, begin: datetime) -> datetime:
    """When a record ceased to hold that another one replaces from `begin` on: not before it began."""
    end = begin if record.valid_to is None else min(record.valid_to, begin)
    return end if record.valid_from is None else max(record.valid_from, end)


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
    return _receipt("superseded", f"{record.value!r} is newer", candidate, past.id, past)


def _disputed_document(candidate: MemoryRecord, record: MemoryRecord) -> Decision:
    """A document against what the user said: refused where it is older or undated, else both stand as disputed."""
    if candidate.confidence < 1 or candidate.said_at < record.said_at:
        return _refused(
            candidate, f"the user said {record.value!r}, and the document is not known to be newer"
        )
    return _disputed(
        candidate, [record], f"the document is newer than what the user said: {record.value!r}"
    )
