"""What an examination of a turn comes to: the walk down its stages, the first one at fault, and what to do."""

from __future__ import annotations

from typing import Literal

from loadsheet.artifacts import Artifact, Source, Value

Bug = Literal["context", "model", "none", "unknown"]
"""Where the fault lies: before the prompt, behind it, nowhere, or where signals alone are known."""

Mark = Literal["sound", "fault", "signal", "unasked"]
"""Whether a stage passed on what was needed, lost it, said itself that something was off, or had nothing to do."""


class Clue(Value):
    """One thing that a finding rests on: an id, an offset, a score beside its threshold."""

    name: str
    value: str


class Finding(Value):
    """What one check found wrong, on what it rests, and what to do."""

    check: str
    """The check's id: the stage, and what is wrong there."""
    stage: str
    said: str
    """One sentence."""
    clues: tuple[Clue, ...] = ()
    sources: tuple[Source, ...] = ()
    do: tuple[str, ...] = ()
    """The setting or the command that mends it, the most likely first."""


class WalkStep(Value):
    """One stage of the walk."""

    stage: str
    mark: Mark
    said: str
    check: str = ""
    """The check that failed here."""


class Diagnosis(Artifact):
    """Which stage of a turn is at fault, if any, on what grounds, and what to do."""

    turn: str
    question: str
    answer: str
    expected: tuple[str, ...] = ()
    """What should have been said, or the spans that hold it."""
    bug: Bug
    verdict: str
    """The first line of a report."""
    finding: Finding | None = None
    """The first fault, from the source to the answer; None where there is none."""
    others: tuple[Finding, ...] = ()
    """What else was found, further down."""
    walk: tuple[WalkStep, ...]
    ruled_out: tuple[str, ...] = ()
    """What was looked at before the fault and is sound."""
    stands_in: tuple[Source, ...] = ()
    """Where what was expected stands, today and in every version."""

    @property
    def stage(self) -> str | None:
        """The stage at fault."""
        return self.finding.stage if self.finding else None

    @property
    def sound(self) -> bool:
        """Whether nothing is at fault."""
        return self.finding is None
