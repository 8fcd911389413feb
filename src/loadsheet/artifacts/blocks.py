"""What producers offer to assembly, from memory too."""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field

from loadsheet.artifacts.base import Artifact, Scope, Source, Span, Value
from loadsheet.artifacts.conversation import Heard
from loadsheet.artifacts.evidence import EvidenceSet, LeftOut
from loadsheet.artifacts.plan import MemoryType, RoutePlan


class Rendition(Value):
    """One form of a block, framed and ready to be sent."""

    name: str
    """full, half, quarter, excerpt, reference, summary or cut."""
    text: str
    tokens: int
    dropped: tuple[Span, ...] = ()
    """What of the source is not in this form."""


class Block(Value):
    """A unit that a producer offers. Assembly admits it in one of its renditions, or leaves it out."""

    id: str
    kind: str
    producer: str
    rule: str
    reason: str
    renditions: tuple[Rendition, ...] = Field(min_length=1)
    """Fullest first."""
    score: float | None = Field(default=None, allow_inf_nan=False)
    """Relevance, comparable within a kind; None lies above every floor."""
    sources: tuple[Source, ...] = ()
    conflict: str | None = None
    """The group of blocks that contradict one another."""
    group: str = ""
    """Blocks of a kind that belong together stand together; empty for one that stands by itself."""
    flags: tuple[str, ...] = ()
    """What a reader should know of the text: `escaped`, `zero_width`."""

    @property
    def tokens(self) -> int:
        """The size of the fullest rendition."""
        return self.renditions[0].tokens


RecordStatus = Literal["active", "disputed", "superseded", "expired"]

CURRENT: frozenset[RecordStatus] = frozenset({"active", "disputed"})
"""The statuses of what is believed to hold."""


class MemoryRecord(Artifact):
    """One thing that memory holds, with where it came from, when it holds, and what can read it.

    `valid_from` and `valid_to` say when it is true in the world, `recorded_at` and `superseded_at` when we believed
    it; an interval includes its beginning and not its end.
    """

    id: str
    scope: Scope
    type: MemoryType
    subject: str
    """Whom or what it is about, as it was written: `user` for the one who speaks."""
    key: str
    """What it says of the subject: `refund window`, `listen on`."""
    multi: bool = False
    """Whether several values of the key hold side by side."""
    value: str
    unit: str = ""
    text: str
    """The statement, word for word."""
    condition: str = ""
    """When a standing instruction applies, in the user's words; empty is always."""
    status: RecordStatus = "active"
    said_at: AwareDatetime
    """When its source said so: what is fresher is told by it."""
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    recorded_at: AwareDatetime
    superseded_at: AwareDatetime | None = None
    expires_at: AwareDatetime | None = None
    """When it is let go of for its age, unless it is said again."""
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    disputes: tuple[str, ...] = ()
    confirmations: int = 1
    """How many distinct sources said so."""
    confidence: float = 1.0
    confirmed_by: Literal["user", "document", "host"] = "user"
    correction: bool = False
    """Whether it was said to correct what was believed before."""
    trigger: str
    """What reads it: `key`, `subject`, `time`, `words`, `condition` or `session`."""
    expiry: str = "when superseded"
    """The rule by which it ends."""
    sources: tuple[Source, ...] = ()

    def holds_at(self, time: AwareDatetime) -> bool:
        """Whether it is true in the world at `time`, as far as it says."""
        begun = self.valid_from is None or self.valid_from <= time
        return begun and (self.valid_to is None or time < self.valid_to)

    def holds_in(self, begin: AwareDatetime, end: AwareDatetime) -> bool:
        """Whether it is true in the world at some moment from `begin` to `end`, as far as it says."""
        if self.valid_from is not None and self.valid_from == self.valid_to:
            return False  # it was wrong from the beginning
        begun = self.valid_from is None or self.valid_from < end
        return begun and (self.valid_to is None or begin < self.valid_to)

    def expired_at(self, time: AwareDatetime) -> bool:
        """Whether its interval is over or it is too old; an event is past, and only its age counts."""
        if self.expires_at is not None and self.expires_at <= time:
            return True
        return self.type != "episodic" and self.valid_to is not None and self.valid_to <= time


class Reading(Artifact):
    """What recall looks at: the plan's trigger, the turn, and the evidence that memory may contradict."""

    plan: RoutePlan
    evidence: EvidenceSet
    heard: Heard | None = None
    tokens: int = 0
    """The prompt's budget: what memory offers is a part of it."""


class MemorySlice(Artifact):
    """What memory gives to this turn, and on which trigger."""

    fired: bool = False
    trigger: str = ""
    blocks: tuple[Block, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    sufficient: bool = False
    """Whether a record answers the question without any evidence."""
    listing: bool = False
    """Whether all that is remembered was asked for: then nothing but memory, and the rules in force, answers."""
    conflicts: tuple[tuple[str, str], ...] = ()
    """Passages of the evidence that contradict a record, each with the name of the group that both stand in."""
