"""What is left of the candidates, and what is not."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import (
    SerializerFunctionWrapHandler,
    model_serializer,
)

from loadsheet.artifacts.base import Artifact, Source, Span, Value
from loadsheet.artifacts.plan import Candidate


class Form(Value):
    """A shorter form of a text, with the spans of the source that it leaves out."""

    name: str
    text: str
    dropped: tuple[Span, ...]
    ratio: float = 1.0
    """The part of the characters that it keeps."""


class Corroboration(Value):
    """A passage that was merged into another one, which says all of it."""

    passage_id: str
    source: Source


class Evidence(Value):
    """A candidate that was kept, with its relevance from 0 to 1."""

    candidate: Candidate
    score: float
    shorter: tuple[Form, ...] = ()
    """Fullest first."""
    corroborated_by: tuple[Corroboration, ...] = ()
    """Passages that say the same and were merged into this one."""
    parts: tuple[str, ...] = ()
    """The parts of the question that it answers, where the question has several."""
    conflict: str | None = None
    """The group of evidence that says something else of the same thing."""


Step = Literal["rank", "deduplicate", "rerank", "threshold", "cap", "conflicts", "compress"]
"""A step of the funnel that can be left out, by its name in the ledger."""


class FunnelStep(Value):
    """One narrowing step: what went in, what came out, and what it went by."""

    name: str
    given: int
    kept: int
    tokens_given: int = 0
    tokens_kept: int = 0
    score: str = ""
    """The score that decided, and its limit."""
    rules: tuple[str, ...] = ()
    """The rules under which the rest is left out: `LeftOut.rule` says them of each passage."""
    notes: tuple[str, ...] = ()
    """What a reader should know of it in words."""


Lack = Literal[
    "",
    "empty_index",
    "not_answered",
    "nothing_found",
    "nothing_relevant",
    "only_repeats",
    "other_speaker",
]
"""Why evidence does not suffice; empty where it does."""


class LeftOut(Value):
    """Something that is not in the prompt: which stage left it out, by which rule, and why."""

    id: str
    kind: str
    stage: str
    rule: str
    reason: str
    tokens: int | None = None
    """Its full size; None for a run of history, whose length `count` tells."""
    score: float | None = None
    sources: tuple[Source, ...] = ()
    message: str | None = None
    """A run of history: the id of its first message, `until` that of its last, `count` how many they are."""
    until: str | None = None
    count: int | None = None

    @model_serializer(mode="wrap")
    def _set_fields(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The fields of a run of history only where it is one."""
        written = write(self)
        if self.message is None:
            written = {n: v for n, v in written.items() if n not in {"message", "until", "count"}}
        return written


class EvidenceSet(Artifact):
    """What is left of the candidates, best first, and the record of what is not."""

    evidence: tuple[Evidence, ...] = ()
    steps: tuple[FunnelStep, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    sufficient: bool = False
    confidence: float = 0.0
    """How sure we are, 0 to 1, that the evidence suffices."""
    lack: Lack = ""
    """Why it does not suffice."""
    searched: str = ""
    """What was searched, in words that an answer can use."""
