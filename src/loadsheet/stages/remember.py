"""What was heard, or the whole exchange, goes in; receipts of what memory did with it come out.

No memory is kept in this version: every candidate is refused, and the receipts say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import Artifact, Heard, Reply, WriteReceipts
from loadsheet.trace import Report

REFUSED = "no memory is kept: the conversation is in the transcript only"


class Exchange(Artifact):
    """The turn as it was heard, and the answer that it got."""

    heard: Heard
    reply: Reply


@dataclass(frozen=True, slots=True)
class Correct:
    """The first moment: corrections and standing instructions of the turn, before anything is looked up."""

    name: ClassVar[str] = "correct"

    async def __call__(self, given: Heard, /) -> WriteReceipts:
        """Refuses all."""
        return WriteReceipts(reason=REFUSED)

    def report(self, _given: Heard, gave: WriteReceipts, /) -> Report:
        """Names the reason."""
        return Report(decisions=(gave.reason,))


@dataclass(frozen=True, slots=True)
class Remember:
    """The second moment: facts of the exchange, after the answer."""

    name: ClassVar[str] = "remember"

    async def __call__(self, given: Exchange, /) -> WriteReceipts:
        """Refuses all."""
        return WriteReceipts(reason=REFUSED)

    def report(self, _given: Exchange, gave: WriteReceipts, /) -> Report:
        """Names the reason."""
        return Report(decisions=(gave.reason,))
