"""An agent's way to find out what went wrong: a stored turn in; which stage is at fault out.

What looks at a turn is loaded when it is asked for: who only asks questions does not wait for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loadsheet.agent.parts import AgentParts
from loadsheet.artifacts import MemoryRecord
from loadsheet.memory.writing.package import Adopt

if TYPE_CHECKING:
    from loadsheet.agent.diagnosing import Diagnosing
    from loadsheet.evals.contribution import Contribution, Planned
    from loadsheet.evals.doctor import Diagnosis
    from loadsheet.evals.regression import FrozenSession


@dataclass(frozen=True, slots=True)
class Examination:
    """Finds the stage at fault in a stored turn."""

    parts: AgentParts

    async def diagnose(
        self,
        turn: str | None = None,
        *,
        expected: str | Sequence[str] = (),
        evidence: str | Sequence[str] = (),
        case: str | os.PathLike[str] | None = None,
    ) -> Diagnosis:
        """Name the first stage at fault in a turn, the last one by default, from the source to the answer.

        `expected` is what the answer should have said, `evidence` a document, or `document:start-end`, that holds it;
        `case` is a file of cases, of which the turn with the same question counts. Without any of them the stages' own
        failure signals are read. Nothing is written and no model is asked. Raises `InputError` for what cannot be used,
        `UnknownError` for a turn or a document that there is not, `ForgottenError` for a turn that was forgotten.
        """
        return await self._diagnosing.diagnose(
            turn, expected=expected, evidence=evidence, case=case
        )

    async def contribution(
        self,
        turn: str | None = None,
        *,
        expected: str | Sequence[str] = (),
        case: str | os.PathLike[str] | None = None,
        perturb: bool = False,
        calls: int | None = None,
        before: Callable[[Planned], None] | None = None,
    ) -> Contribution:
        """Ask a turn again without each block of its prompt, and say what became of the answer, metric by metric.

        With `perturb` the numbers of a block are changed instead. The model of the turn is asked, or the one that is
        set up now, at most `calls` times; `before` is told what that may cost. Nothing is written. Raises `InputError`
        for a turn that no model answered and for `calls` that measure nothing, `ModelError` where the model fails.
        """
        return await self._diagnosing.contribution(
            turn, expected=expected, case=case, perturb=perturb, calls=calls, before=before
        )

    async def frozen(self, session: str) -> FrozenSession:
        """A session as its traces have it, over the documents as they were then, as a case that needs nothing else.

        No model is asked. Raises `UnknownError` for a session of which no turn is kept.
        """
        return await self._diagnosing.frozen(session)

    async def restore(self, records: Sequence[MemoryRecord]) -> None:
        """Put records into the workspace's memory as they are, in the place of a write policy that decides of each."""
        mine = [
            record.model_copy(
                update={
                    "scope": record.scope.model_copy(update={"workspace": self.parts.workspace})
                }
            )
            for record in records
        ]
        if mine:
            await self.parts.store.write(self.parts.workspace, mine, Adopt({}))

    @property
    def _diagnosing(self) -> Diagnosing:
        from loadsheet.agent.diagnosing import Diagnosing

        return Diagnosing(self.parts)
