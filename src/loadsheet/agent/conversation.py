"""An agent's conversations: questions in, answers out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loadsheet.agent.parts import MAIN_SESSION, AgentParts, given_name
from loadsheet.artifacts import (
    Answer,
    Budget,
    Hit,
    Message,
    Pinned,
    Prepared,
    Query,
    QuerySet,
    Scope,
    SessionState,
    Turn,
    WriteReceipts,
    given_number,
    given_text,
    given_tokens,
)
from loadsheet.errors import BackendError, InputError
from loadsheet.funnel.rank import Ranked, ranked
from loadsheet.overhearing import Overhear
from loadsheet.ports import (
    SessionSummary,
    TracePage,
    TurnRecord,
)
from loadsheet.stages.generate import Say
from loadsheet.stages.intake import check, pin, withdraw
from loadsheet.stages.observe import check_results, messages_from, remembered
from loadsheet.stages.route import Routed
from loadsheet.tasks import to_its_end
from loadsheet.trace import Recorder


@dataclass(frozen=True, slots=True)
class Conversations:
    """Answers questions, each in the conversation that it belongs to."""

    parts: AgentParts

    async def ask(
        self,
        question: str,
        *,
        session: str = MAIN_SESSION,
        budget: int | None = None,
        say: Say = lambda _piece: None,
    ) -> Answer:
        """Answer a question in a session; `budget` bounds the whole prompt in tokens, without the output reserve.

        `say` gets the text as it comes. Raises `InputError` for an empty question and for a state that may only be
        read, `BudgetError` when the core does not fit, and `ModelError` when no model answers. The trace of such a
        turn, and of a cancelled one, is kept too.
        """
        self.parts.store.claim()
        async with self._lock(session):
            scope, state = await self._session(session)
            turn = self._turn(question, scope)
            recorder = Recorder(self.parts.clock, self._budget(budget))
            outcome = "failed"
            try:
                answer = await self.parts.pipeline.answer(turn, state, recorder, say)
                outcome = answer.outcome
            finally:
                await to_its_end(self._keep(turn, outcome, recorder))
            return answer

    async def stream(
        self, question: str, *, session: str = MAIN_SESSION, budget: int | None = None
    ) -> AsyncGenerator[str | Answer]:
        """The answer's text as it comes; the last part is the `Answer`. Raises what `ask` raises."""
        parts: asyncio.Queue[str | None] = asyncio.Queue()

        async def run() -> Answer:
            try:
                return await self.ask(
                    question, session=session, budget=budget, say=parts.put_nowait
                )
            finally:
                parts.put_nowait(None)

        task = asyncio.create_task(run())
        try:
            while (part := await parts.get()) is not None:
                yield part
            yield await task
        finally:
            task.cancel()
            await asyncio.wait([task])

    async def prepare(
        self, question: str, *, session: str = MAIN_SESSION, budget: int | None = None
    ) -> Prepared:
        """The turn up to and with assembly: nothing is written and no model is asked.

        So what the turn itself corrects is not written yet, and stands in the prompt as it was before.
        Raises `InputError` for an empty question, `BudgetError` where the core does not fit.
        """
        scope, state = await self._session(session)
        turn = self._turn(question, scope)
        return await self.parts.pipeline.prepare(
            turn, state, Recorder(self.parts.clock, self._budget(budget))
        )

    def _turn(self, question: str, scope: Scope) -> Turn:
        text = given_text(question, "the question")
        check(text)
        return Turn(id=self.parts.ids("t"), scope=scope, text=text, asked_at=self.parts.clock())

    async def plan(self, question: str, *, session: str = MAIN_SESSION) -> Routed:
        """How the rules would route a question in a session, and why; nothing is looked up or written."""
        scope, state = await self._session(session)
        turn = self._turn(question, scope)
        return await self.parts.pipeline.plan(turn, state)

    async def observe(
        self, messages: Iterable[Mapping[str, Any]], *, session: str = MAIN_SESSION
    ) -> WriteReceipts:
        """Take another program's conversation into the transcript of `session`; answers nothing.

        A rule in it binds the session as far as there is room; one without room gets a receipt that says so.
        Raises `InputError` that names the first message which is not of the OpenAI form, and writes nothing then.
        """
        async with self._lock(session):
            _, state = await self._session(session)
            made = messages_from(
                messages,
                session=session,
                counter=self.parts.counter,
                ids=self.parts.ids,
                now=self.parts.clock(),
            )
            await self._check_results(made, session)
            overhear = Overhear(self.parts.pipeline, self._budget(None))
            after, refused = await overhear(state, made)
            await self.parts.store.append(self.parts.workspace, made, after, state)
        receipts = await remembered(self.parts.pipeline.remember.memory, made, self.parts.workspace)
        return receipts.model_copy(update={"receipts": (*receipts.receipts, *refused)})

    async def _check_results(self, made: Sequence[Message], session: str) -> None:
        """Raises `InputError` for the result of a call that the session does not hold: no model's server takes it."""
        if any(message.role == "tool" for message in made):
            before = await self.parts.store.tail(
                self.parts.workspace, session, tokens=self.parts.settings.budget
            )
            check_results(made, before)

    async def constrain(
        self, text: str, *, session: str = MAIN_SESSION, supersedes: str | None = None
    ) -> Sequence[Pinned]:
        """Pin a constraint to a session, as a host does for a rule that the user set elsewhere.

        It stands word for word in every prompt until it is withdrawn. Returns the constraints in force. `supersedes`
        names one that the new constraint replaces. Raises `BudgetError` where all of them would exceed their cap.
        """
        async with self._lock(session):
            _, state = await self._session(session)
            name = self.parts.ids("c")
            pinned = pin(state, text, id=name, message=name, supersedes=supersedes)
            self.parts.pipeline.afford(pinned, state, self._budget(None))
            return await self._replace(pinned, state)

    async def constraints(self, *, session: str = MAIN_SESSION) -> Sequence[Pinned]:
        """The constraints in force in a session, in the order in which they were pinned."""
        _, state = await self._session(session)
        return [pinned for pinned in state.constraints if pinned.in_force]

    async def withdraw(self, id: str, *, session: str = MAIN_SESSION) -> Sequence[Pinned]:
        """End a constraint; returns those still in force. Raises `UnknownError` when it is not in force."""
        async with self._lock(session):
            _, state = await self._session(session)
            return await self._replace(withdraw(state, id, message=self.parts.ids("c")), state)

    async def _replace(self, state: SessionState, base: SessionState) -> Sequence[Pinned]:
        await self.parts.store.append(self.parts.workspace, (), state, base)
        return [pinned for pinned in state.constraints if pinned.in_force]

    async def sessions(self) -> Sequence[SessionSummary]:
        """Every session of the workspace, the one used last first."""
        return await self.parts.store.sessions(self.parts.workspace)

    async def search(self, query: str, *, session: str | None = None, limit: int = 10) -> list[Hit]:
        """The passages that speak most of `query`, best first; with a `session` the query is read as its next turn.

        What it leaves open, as "And for the UK?" does, is then taken from what the session spoke of, as `ask` takes it.
        What was said in a session is no document: `memory.recall` finds that. Raises `InputError` for a query that is
        no text and a negative limit, and `BackendError` where a source fails and no other finds anything.
        """
        given_text(query, "the query")
        if given_number(limit, "the limit") < 0:
            raise InputError(f"the limit is {limit}: give how many passages there may be")
        queries = QuerySet(
            workspace=self.parts.workspace, queries=(Query(text=query),), limit=max(limit, 1)
        )
        if session is not None and query.strip():
            heard = (await self.plan(query, session=session)).heard
            read = self.parts.pipeline.route(heard).queries.queries or queries.queries
            queries = queries.model_copy(update={"queries": read})
        found = await self.parts.pipeline.retrieve(queries)
        if found.missing and not found.candidates:
            raise BackendError("; ".join(f"{row.source}: {row.reason}" for row in found.missing))
        return [_hit(item) for item in ranked(found, self.parts.pipeline.reduce.weights)[:limit]]

    def _lock(self, session: str) -> asyncio.Lock:
        return self.parts.locks.setdefault(session, asyncio.Lock())

    async def _session(self, session: str) -> tuple[Scope, SessionState]:
        given_name(session, "session")
        scope = Scope(workspace=self.parts.workspace, session=session, run=session)
        state = await self.parts.store.state(self.parts.workspace, session)
        return scope, state or SessionState(scope=scope)

    def _budget(self, tokens: int | None) -> Budget:
        chosen = self.parts.settings
        if tokens is not None and given_tokens(tokens) < 1:
            raise InputError(f"the budget is {tokens} tokens: give a positive number")
        return Budget(
            prompt_tokens=chosen.budget if tokens is None else tokens,
            output_reserve=chosen.output_reserve,
            seconds=chosen.seconds,
            cost=chosen.cost,
        )

    async def _keep(self, turn: Turn, outcome: str, recorder: Recorder) -> None:
        record = TurnRecord(
            id=turn.id,
            session=turn.scope.session,
            question=turn.text,
            outcome=outcome,
            asked_at=turn.asked_at,
        )
        page = TracePage(record=record, events=tuple(recorder.events), bodies=recorder.bodies)
        await self.parts.store.keep(self.parts.workspace, page)


def _hit(item: Ranked) -> Hit:
    found = item.candidate
    return Hit(
        document=found.document,
        start=found.start,
        end=found.end,
        score=item.bearing.relevance,
        text=found.text,
        version=found.version,
        label=found.label,
    )
