"""What is left of the candidates, and what is not."""

from __future__ import annotations

from typing import Any

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


class Evidence(Value):
    """A candidate that was kept, with its relevance from 0 to 1."""

    candidate: Candidate
    score: float
    shorter: tuple[Form, ...] = ()
    """Fullest first."""
    corroborated_by: tuple[str, ...] = ()
    """Passages that say the same and were merged into this one."""
    parts: tuple[str, ...] = ()
    """The parts of the question that it answers, where the question has several."""


class FunnelStep(Value):
    """One narrowing step: how many went in, how many came out."""

    name: str
    given: int
    kept: int


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
    searched: str = ""
    """What was searched, in words that an answer can use."""
