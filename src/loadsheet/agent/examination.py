"""An agent's way to find out what went wrong: a stored turn in; which stage is at fault out.

What looks at a turn is loaded when it is asked for: who only asks questions does not wait for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loadsheet.agent.parts import AgentParts
from loadsheet.agent.record import Record
from loadsheet.artifacts import Context, MemoryRecord, Reply
from loadsheet.errors import UnknownError
from loadsheet.memory.writing.package import Adopt
from loadsheet.memory.writing.redact import FORGOTTEN_TURN
from loadsheet.stages.generate import Generate

if TYPE_CHECKING:
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
        from loadsheet.agent.whereabouts import Whereabouts
        from loadsheet.evals.case import turn_asking
        from loadsheet.evals.doctor import Examined, diagnose

        recorded = await Record(self.parts).recorded(turn)
        wanted = turn_asking(recorded.turn.question, case, expected)
        # What a case names as evidence is asked for only where no text says what is needed of it.
        named = [*_listed(evidence), *(() if wanted.answer_contains else wanted.wanted)]
        facts, stores = await Whereabouts(self.parts).of(wanted.answer_contains, named, recorded)
        return diagnose(Examined(recorded, wanted, tuple(facts), stores))

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
        from loadsheet.evals.case import turn_asking
        from loadsheet.evals.contribution import Ablation, measure

        recorded = await Record(self.parts).recorded(turn)
        wanted = turn_asking(recorded.turn.question, case, expected)
        bench = Ablation.of(recorded, wanted, self.parts.counter)
        candidates = self.parts.pipeline.select_model.candidates
        chosen = recorded.choice.model.name if recorded.choice else ""
        model = next((m for m in candidates if m.name == chosen), candidates[0])
        planned = bench.planned(model, calls)
        if before:
            before(planned)

        async def ask(context: Context) -> Reply:
            assert recorded.asking is not None  # of a bench
            asking = recorded.asking.model_copy(update={"context": context, "model": model})
            return await Generate(self.parts.pipeline.models[model.name])(asking)

        return await measure(bench, ask, planned, turn=recorded.turn.id, perturb=perturb)

    async def frozen(self, session: str) -> FrozenSession:
        """A session as its traces have it, over the documents as they were then, as a case that needs nothing else.

        No model is asked. Raises `UnknownError` for a session of which no turn is kept.
        """
        from loadsheet.agent.whereabouts import Whereabouts
        from loadsheet.evals.regression import kept

        record, store = Record(self.parts), self.parts.store
        turns = [
            await record.recorded(turn.id)
            for turn in reversed(await record.turns(session))
            if turn.outcome != FORGOTTEN_TURN and turn.question.strip()
        ]
        if not turns:
            raise UnknownError(
                f"no turn of a session {session!r} is kept: list them with `loadsheet sessions`"
            )
        issues = [issue async for issue in Whereabouts(self.parts).issues()]
        records = await store.records(self.parts.workspace)
        return kept(session, turns, issues, records, self.parts.settings.budget)

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


def _listed(given: str | Sequence[str]) -> Sequence[str]:
    return [given] if isinstance(given, str) else given
