"""What memory believes and what it made of whole runs: neither is a fact, and neither is an instruction."""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field

from loadsheet.artifacts.base import Given, Source, Value

HypothesisStatus = Literal["pending", "confirmed", "falsified"]
EpisodeStatus = Literal["proposed", "accepted"]


class Change(Value):
    """What became of a belief at a time, and why."""

    status: HypothesisStatus
    at: AwareDatetime
    why: str


class Hypothesis(Given):
    """A belief: revisable, never a fact, never an instruction."""

    id: str
    content: str
    assumptions: tuple[str, ...] = ()
    """What it takes for granted; shown beside it, and no ground of it."""
    confidence: float = Field(default=0.5, ge=0.0, le=1.0)
    status: HypothesisStatus = "pending"
    unsupported: bool = False
    """Derived: it names supports, and none of its alternatives holds."""
    supports: tuple[tuple[str, ...], ...] = ()
    """The alternatives that it rests on: ids that hold only together. Without any it stands by itself."""
    recorded_at: AwareDatetime | None = None
    history: tuple[Change, ...] = ()
    """Every outcome, and every return to pending, in their order."""
    sources: tuple[Source, ...] = ()
    """Where it came from, if another workspace brought it."""

    @property
    def labels(self) -> dict[str, str]:
        """What stands beside it in a prompt: that it is a belief, its state, its confidence and what it assumes."""
        status = f"{self.status}, unsupported" if self.unsupported else self.status
        made = {"type": "belief", "status": status, "confidence": f"{self.confidence:g}"}
        return {**made, "assumes": "; ".join(self.assumptions)} if self.assumptions else made


class Episode(Value):
    """What a run came to, in the words of its sources; recalled once somebody has accepted it."""

    id: str
    run: str
    summary: str
    status: EpisodeStatus = "proposed"
    sources: tuple[Source, ...] = ()
    sentences: tuple[str, ...] = ()
    """What each source says, word for word; of one from another workspace only the summary is here."""
    written_by: str = "extract"
    """The model whose words the summary is; `extract` for the sentences themselves."""
    recorded_at: AwareDatetime
    began: AwareDatetime
    ended: AwareDatetime


Belief = Hypothesis | Episode


class MemoryHit(Value):
    """A record or an accepted episode that bears on a query."""

    record: str
    """Its id."""
    text: str
    score: float
    """How much it bears; comparable within one recall, best first."""
    type: str = "record"
    """`episode` for an episode."""
