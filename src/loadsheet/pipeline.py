"""One turn, top to bottom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from loadsheet.artifacts import (
    Answer,
    AssemblyPolicy,
    Budget,
    Context,
    EvidenceSet,
    Heard,
    Loading,
    MemorySlice,
    Message,
    Prepared,
    Reading,
    Reply,
    RoutePlan,
    Scope,
    SessionState,
    Turn,
)
from loadsheet.assembly.engine import core_size
from loadsheet.ports import ChatModel, Counter, TranscriptStore
from loadsheet.stages.assemble import (
    Assemble,
    Gather,
    Gathering,
    demand_of,
    loaded_for,
)
from loadsheet.stages.attempt import Attempt
from loadsheet.stages.canned_replies import says_nothing
from loadsheet.stages.generate import Say
from loadsheet.stages.intake import (
    Hearing,
    Intake,
    constraint_blocks,
    core_blocks,
    message_id,
)
from loadsheet.stages.load_held import Hold
from loadsheet.stages.parts import ReduceParts
from loadsheet.stages.planned import opened, replied, settled
from loadsheet.stages.propose import Expand, Pick, Picking, Propose
from loadsheet.stages.ready import Ready
from loadsheet.stages.recall import Recall
from loadsheet.stages.reduce import UNSEARCHED, Found, Reduce
from loadsheet.stages.remember import Correct, Exchange, Remember, corrected_by
from loadsheet.stages.rerank import Judging, Rerank
from loadsheet.stages.reroute import Misrouted, Reroute
from loadsheet.stages.retrieve import Retrieve
from loadsheet.stages.route import Route, Routed
from loadsheet.stages.score import Score
from loadsheet.stages.select_model import SelectModel
from loadsheet.tasks import to_its_end
from loadsheet.trace import Recorder


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The stages of a turn. To change one, hand in another callable of the same type."""

    transcripts: TranscriptStore
    counter: Counter
    policy: AssemblyPolicy
    instructions: str
    models: Mapping[str, ChatModel]
    retrieve: Retrieve
    select_model: SelectModel
    hold: Hold = field(default_factory=Hold)
    intake: Intake = field(default_factory=Intake)
    propose: Propose | None = None
    pick: Pick | None = None
    expand: Expand | None = None
    correct: Correct = field(default_factory=Correct)
    route: Route = field(default_factory=Route)
    reroute: Reroute = field(default_factory=Reroute)
    reduce: Reduce = field(default_factory=Reduce)
    rerank: Rerank | None = None
    recall: Recall = field(default_factory=Recall)
    remember: Remember = field(default_factory=Remember)
    score: Score = field(default_factory=Score)

    async def answer(self, turn: Turn, state: SessionState, recorder: Recorder, say: Say) -> Answer:
        """Answer one turn; every step leaves an event in `recorder`, every piece of text goes to `say`.

        What the user said stands in the transcript whatever becomes of the turn, and so does an answer that was given:
        what memory keeps of them names its source.
        """
        heard = recorder.run(self.intake, await self._hearing(turn, state))
        self.afford(heard.next_state, state, recorder.budget)
        if self.propose:
            heard = await recorder.wait(self.propose, heard)
        replies: list[Reply] = []
        try:
            answer, after = await self._answered(heard, recorder, say, replies)
        except BaseException:
            await to_its_end(self._append(turn, replies, heard.next_state, state))
            raise
        await self._append(turn, replies, after, state)
        return answer

    async def _answered(
        self, heard: Heard, recorder: Recorder, say: Say, replies: list[Reply]
    ) -> tuple[Answer, SessionState]:
        """From what was understood to the answer, and the state behind it; `replies` gets what was said to the user."""
        corrected = await recorder.wait(self.correct, heard)
        heard = corrected_by(heard, corrected)
        plan = replied(recorder.run(self.route, heard), corrected)
        if self.pick and (corrected.rest or not corrected.reply):
            plan = await recorder.wait(self.pick, Picking(heard=heard, plan=plan))
        if self.expand and plan.queries.queries:
            plan = await recorder.wait(self.expand, Picking(heard=heard, plan=plan))
        ready = await self._ready(heard, plan, recorder)
        attempt = Attempt(self.models, self.select_model, self.counter)
        said = f"{corrected.reply}\n\n" if corrected.rest and corrected.reply else ""
        if said:
            say(said)
        context, reply = await attempt.reply(ready, recorder, say)
        whole = reply.model_copy(update={"text": said + reply.text})
        replies.append(whole)
        exchange = Exchange(heard=heard, reply=reply, evidence=ready.evidence)
        receipts = await recorder.wait(self.remember, exchange)
        recorder.run(self.score, ready.done(context, reply, receipts))
        answer = answer_of(whole, context, trusted(ready.confidence, reply), heard.turn.turn.id)
        return answer, settled(heard.next_state, ready.plan, heard.turn.question)

    async def _append(
        self, turn: Turn, replies: Sequence[Reply], after: SessionState, state: SessionState
    ) -> None:
        """Keep what was said in a turn, and the state behind it."""
        messages = transcript_of(turn, replies, self.counter)
        await self.transcripts.append(turn.scope.workspace, messages, after, state)

    async def prepare(self, turn: Turn, state: SessionState, recorder: Recorder) -> Prepared:
        """The turn up to and with assembly; nothing is written and no model is asked."""
        heard = recorder.run(self.intake, await self._hearing(turn, state))
        heard = await self.correct.in_force(heard)
        ready = await self._ready(heard, recorder.run(self.route, heard), recorder)
        return Prepared(
            prompt=ready.context.prompt,
            manifest=ready.context.manifest,
            outcome=ready.outcome,
            confidence=ready.confidence,
        )

    def afford(self, state: SessionState, before: SessionState, budget: Budget) -> None:
        """Raises `BudgetError` when a rule that `before` does not have makes the rules too many, before it is kept."""
        if state.constraints[len(before.constraints) :]:
            made = constraint_blocks(state, state.scope.session, self.counter)
            core_size(made, budget, self.policy, self.counter)

    async def plan(self, turn: Turn, state: SessionState) -> Routed:
        """What the rules make of the turn; nothing is looked up, and nothing is written."""
        heard = self.intake(await self._hearing(turn, state))
        return Routed(heard=heard, plan=replace(self.route, mode="rules")(heard))

    async def _ready(self, heard: Heard, plan: RoutePlan, recorder: Recorder) -> Ready:
        """From the plan to the assembled prompt."""
        # Before anything is looked up: what has no room in any case is refused at once.
        core_size(core_blocks(heard, self.counter), recorder.budget, self.policy, self.counter)
        searched, evidence, memory = await self._look_up(heard, plan, recorder)
        tried = Misrouted(
            heard=heard, plan=plan, evidence=evidence, memory=memory, candidates=searched.candidates
        )
        if self.reroute.wanted(tried):
            # Once, and never again in this turn: what is found now stands beside what was found before, and what words
            # alone had found is found again.
            before = UNSEARCHED if plan.queries.cheap else searched
            plan = recorder.run(self.reroute, tried)
            with recorder.below_last():
                found = await self._look_up(heard, plan, recorder, before)
            searched, evidence, memory = found
        gathering = await self._gathering(heard, evidence, memory, recorder)
        materials = recorder.run(Gather(self.instructions, self.counter), gathering)
        wanted = Loading(
            materials=materials,
            budget=recorder.budget,
            policy=self.policy,
            counter=self.counter.name,
        )
        choice = recorder.run(self.select_model, demand_of(wanted, self.counter))
        loading = loaded_for(wanted, choice, recorder.budget, self.counter)
        context = recorder.run(Assemble(self.counter), loading)
        return Ready(heard, plan, searched.candidates, evidence, memory, loading, choice, context)

    async def after(self, turn: Turn, state: SessionState, said: str) -> SessionState:
        """The state after a turn that somebody else answers; `said` is the answer before it."""
        heard = self.intake(await self._hearing(turn, state, said))
        return settled(heard.next_state, self.route(heard), heard.turn.question)

    async def _hearing(self, turn: Turn, state: SessionState, said: str | None = None) -> Hearing:
        """The turn, with the answer that the user saw last and what is held on it."""
        if said is None:
            said = await self.said_last(turn.scope)
        holdings = await self.hold(turn, state)
        scope = turn.scope
        pasted = await self.transcripts.messages(scope.workspace, scope.session, state.pasted)
        answer = "" if says_nothing(said) else said
        return Hearing(
            turn=turn, state=state, answer=answer, pasted=tuple(pasted), holdings=holdings
        )

    async def said_last(self, scope: Scope) -> str:
        """The last message of a session, if it is an answer."""
        last = await self.transcripts.tail(scope.workspace, scope.session, tokens=0)
        return last[-1].content if last and last[-1].role == "assistant" else ""

    async def _look_up(
        self, heard: Heard, plan: RoutePlan, recorder: Recorder, before: Found = UNSEARCHED
    ) -> tuple[Found, EvidenceSet, MemorySlice]:
        """What the plan's sources hold, beside what was found before, and what of it is evidence; nothing where nothing
        is needed."""
        searched, evidence = before, EvidenceSet()
        if plan.queries.queries:
            found = await recorder.wait(self.retrieve, plan.queries)
            searched = before.with_more(
                plan, found, recorder.budget.prompt_tokens, heard.turn.language
            )
            evidence = recorder.run(ReduceParts(self.reduce), searched)
            if self.rerank and not plan.queries.cheap:
                judging = Judging(searched=searched, evidence=evidence)
                judged = await recorder.wait(self.rerank, judging)
                if judged.rerankings:
                    searched = searched.read_by(judged.rerankings)
                    evidence = recorder.run(ReduceParts(self.reduce), searched)
        reading = Reading(
            plan=opened(plan),
            evidence=evidence,
            heard=heard,
            tokens=recorder.budget.prompt_tokens,
        )
        return searched, evidence, await recorder.wait(self.recall, reading)

    async def _gathering(
        self, heard: Heard, evidence: EvidenceSet, memory: MemorySlice, recorder: Recorder
    ) -> Gathering:
        """What was made so far, with as much of the conversation as the budget could hold at the most."""
        scope = heard.turn.turn.scope
        messages = await self.transcripts.tail(
            scope.workspace, scope.session, tokens=recorder.budget.prompt_tokens
        )
        length, first = await self.transcripts.length(scope.workspace, scope.session)
        before = length - len(messages)
        return Gathering(
            heard=heard,
            evidence=evidence,
            memory=memory,
            messages=tuple(messages),
            told=tuple(await self.recall.told(scope, messages)),
            before=before,
            first=first if before else None,
            notes=recorder.overruns(),
        )


def answer_of(reply: Reply, context: Context, confidence: float, turn: str) -> Answer:
    """What the user gets of a reply, with what it rests on."""
    return Answer(
        text=reply.text,
        citations=reply.citations,
        outcome=reply.outcome,
        confidence=confidence,
        turn_id=turn,
        manifest=context.manifest,
        prompt=context.prompt,
        invalid_markers=reply.invalid_markers,
    )


def trusted(confidence: float, reply: Reply) -> float:
    """What is left of the confidence that the evidence suffices: the part of the markers that name a source, and no
    more than the rest where who read the evidence found no answer in it."""
    if reply.outcome == "insufficient_evidence":
        return min(confidence, 1 - confidence)
    return confidence * (1.0 if reply.validity is None else reply.validity)


def transcript_of(turn: Turn, replies: Sequence[Reply], counter: Counter) -> tuple[Message, ...]:
    """The messages that a turn adds to the transcript, counted: the user's, and the answer if there was one."""
    said = [("user", message_id(turn), turn.text)]
    said += [("assistant", f"{turn.id}.assistant", reply.text) for reply in replies]
    return tuple(
        Message.model_validate(
            {
                "id": id_,
                "session": turn.scope.session,
                "role": role,
                "content": text,
                "timestamp": turn.asked_at,
                "turn": turn.id,
                "tokens": (counter.count(text),),
            }
        )
        for role, id_, text in said
    )
