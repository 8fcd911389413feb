"""The answer, and what is written and measured after it."""

from __future__ import annotations

from typing import Literal

from loadsheet.artifacts.assembly import Manifest, Prompt
from loadsheet.artifacts.base import Artifact, Source, Value


class Citation(Value):
    """A marker in the answer with the passage that it points to."""

    marker: int
    label: str
    quote: str
    """What the marker stands behind: in the words of the source where it has them, else in those of the answer."""
    source: Source
    """The passage; of one that reaches over several pages, where the quotation stands in it."""


Outcome = Literal["answered", "insufficient_evidence", "clarify"]


class Reply(Artifact):
    """What generation gives: the text, its citations, and markers that pointed nowhere."""

    text: str
    citations: tuple[Citation, ...] = ()
    outcome: Outcome
    invalid_markers: tuple[int, ...] = ()
    model: str
    usage: tuple[tuple[str, int], ...] = ()
    """What the provider says it counted, by its own names."""

    @property
    def validity(self) -> float | None:
        """The part of the answer's markers that name a source; None for an answer without any."""
        total = len(self.citations) + len(self.invalid_markers)
        return len(self.citations) / total if total else None


class Answer(Artifact):
    """What the user gets for a turn."""

    text: str
    citations: tuple[Citation, ...]
    outcome: Outcome
    confidence: float
    """From 0 to 1: that the evidence suffices, as far as the markers of the answer name any."""
    turn_id: str
    """Names the turn wherever one is asked for: `replay`, `manifest`, `trace`, `diagnose`."""
    manifest: Manifest
    prompt: Prompt
    invalid_markers: tuple[int, ...] = ()
    """Markers in the model's text that named no source and were taken out."""


class Prepared(Artifact):
    """A turn up to and with assembly; nothing was written and no model was asked."""

    prompt: Prompt
    manifest: Manifest
    outcome: Outcome
    """What the turn comes to before a model has spoken."""
    confidence: float
    """From 0 to 1: that the evidence suffices."""


class Hit(Value):
    """A passage found by `search`."""

    document: str
    """Its id."""
    start: int
    """Where the passage begins in the document's text, in code points; `end` is the first that is not of it."""
    end: int
    score: float
    """From 0 to 1: how much it bears on the query."""
    text: str
    version: int
    """The document's, counted from 1."""
    label: str
    """The document and the section, as a reader calls them."""


class WriteReceipt(Artifact):
    """What the write policy decided about one candidate fact."""

    status: Literal["stored", "confirmed", "superseded", "disputed", "refused"]
    reason: str
    text: str = ""
    record: str | None = None


class ForgetReport(Artifact):
    """What was forgotten, by id, and every place that was reached."""

    records: tuple[str, ...] = ()
    messages: int = 0
    states: int = 0
    turns: int = 0
    remains: tuple[str, ...] = ()
    """The documents of which a version says the same, or is called so: the user's own, and erased by their names."""
    files: tuple[str, ...] = ()
    """The files of the state folder that still hold one of the texts, though no row of the state does: a process that
    reads an older state keeps it there, or somebody made a copy."""

    @property
    def complete(self) -> bool:
        """Whether the texts stand nowhere any more."""
        return not self.remains and not self.files


class ImportReport(Artifact):
    """What a package brought: the ids here for the ids there, and those that were here already."""

    package: str
    """Its name: the workspace that it was exported from, and what tells it from others of that name. `remove_package`
    takes it."""
    ids: dict[str, str]
    skipped: tuple[str, ...] = ()


class WriteReceipts(Artifact):
    """The receipts of one moment of writing."""

    receipts: tuple[WriteReceipt, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()
    """Who proposed what was written, and what of it could not be read."""
    lifted: tuple[str, ...] = ()
    """The words of the turn that ended a standing instruction."""
    elsewhere: tuple[str, ...] = ()
    """The constraints of this session that were lifted in another one."""
    task: str = ""
    """What the user has in hand in this session, in their words."""
    named: tuple[tuple[str, str], ...] = ()
    """What the turn calls the user's, `my doctor`, each with the name by which memory knows it."""
    reply: str = ""
    """What memory says to the turn: to a request to forget, or to a secret; empty where it says nothing."""
    rule: str = ""
    """The rule by which it says so."""
    rest: str = ""
    """What else the turn asks, which is answered after that; empty where it asks nothing else."""


class StageScore(Value):
    """One stage's metric; `value` is None where it does not apply to this turn."""

    stage: str
    metric: str
    value: float | None


class ScoredTrace(Artifact):
    """The metrics of one turn, a row a stage."""

    turn: str
    scores: tuple[StageScore, ...]
