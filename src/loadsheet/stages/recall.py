"""The plan's trigger and the evidence go in; the slice of memory for this turn comes out.

No memory is kept in this version, so the trigger never fires; the slice says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import MemorySlice, Reading
from loadsheet.trace import Report


@dataclass(frozen=True, slots=True)
class Recall:
    """Read memory when the plan says so, and not otherwise."""

    name: ClassVar[str] = "recall"

    async def __call__(self, given: Reading, /) -> MemorySlice:
        """An empty slice."""
        return MemorySlice(fired=False, trigger=given.plan.memory_read.trigger)

    def report(self, _given: Reading, gave: MemorySlice, /) -> Report:
        """Says whether memory was read."""
        return Report(
            decisions=(f"read on {gave.trigger}",) if gave.fired else ("not read: no trigger",)
        )
