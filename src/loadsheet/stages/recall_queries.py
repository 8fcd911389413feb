"""A turn goes in; the records and the sentences of the transcript that it may mean come out of the store.

Here is all of recall that waits for the store; what bears on a question is decided in `memory/recall/select`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from functools import cached_property

from loadsheet.artifacts import Belief, Heard, MemoryRecord, MemoryType
from loadsheet.intent.parts import parts
from loadsheet.memory.beliefs.standing import Believed
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import normal
from loadsheet.memory.language.times import Then, asked_of
from loadsheet.memory.recall import chains, select, transcript
from loadsheet.memory.recall.asking import Asked, aliases, bounded, subjects, without_saying
from loadsheet.memory.recall.bearing import FORMER, Bearing, merged
from loadsheet.memory.recall.borrowing import named_by, own_words, shares
from loadsheet.memory.recall.former import asked_before
from loadsheet.memory.recall.happened import asks_what_happened, done_as_asked, ongoing
from loadsheet.memory.recall.instructions import is_unconditional
from loadsheet.memory.recall.overview import MemoryOverview, overview
from loadsheet.ports import Utterance
from loadsheet.stages.believing import Believing, beliefs_now
from loadsheet.stages.intake import message_id
from loadsheet.stages.speech import speech_of

HISTORY = 11
"""Messages of a session before its last whose answers are no source of another one: they stand in the prompt."""
MOST_SENTENCES = 60
"""Sentences of the transcript that are looked at."""

NAMING = frozenset({"key_match", "subject_match"})
"""The rules by which a question names what a record says."""

UNASKED = frozenset({"standing_instruction", "condition_open", "at_time", "corrected"})
"""The rules of what is read without being named: an instruction holds whatever is asked."""


@dataclass
class Looking:
    """One turn's look into memory."""

    store: Believing
    heard: Heard
    trigger: str
    """What the plan reads memory on; empty where it named nothing."""
    zone: tzinfo = UTC
    _former: list[Bearing] | None = field(default=None, init=False)
    _said: Sequence[Utterance] | None = field(default=None, init=False)
    _instructions: Sequence[MemoryRecord] | None = field(default=None, init=False)

    @cached_property
    def question(self) -> str:
        """The question as it stands alone; one of the speaker's own has its subject, and borrows none."""
        turn = self.heard.turn
        if self.overview is not None and self.overview.named:
            return f"{self.overview.named}?"
        if turn.form == "aspect" and Asked.of(turn.question).self_named:
            return self.itself
        return bounded(turn.query) or self.itself

    @cached_property
    def itself(self) -> str:
        """The turn's own words, as far as memory is read by them."""
        return bounded(self.heard.turn.question)

    @cached_property
    def overview(self) -> MemoryOverview | None:
        """What the turn wants to see all of that is remembered, if it does."""
        return overview(self.itself)

    @cached_property
    def own(self) -> frozenset[str] | None:
        """The words of which what is read must share one; None where the turn borrows nothing, or says that it does."""
        return own_words(self.heard.turn)

    @property
    def now(self) -> datetime:
        """When the question was asked."""
        return self.heard.turn.turn.asked_at

    @cached_property
    def then(self) -> Then | None:
        """The past time of which the turn asks what held."""
        asked = (self.itself, self.question)
        return next(filter(None, (asked_of(text, self.now, self.zone) for text in asked)), None)

    @cached_property
    def asked(self) -> str:
        """The question without the time that it asks of: a record is not known by it."""
        asked = self.then.without(self.question) if self.then else self.question
        return without_saying(asked)

    @cached_property
    def before(self) -> str:
        """What the turn asks for, where it asks what was so before something else took its place."""
        return asked_before(self.itself if self.itself == self.question else self.question)

    @property
    def workspace(self) -> str:
        """Whose memory is read."""
        return self.heard.turn.turn.scope.workspace

    async def bearings(self) -> list[Bearing]:
        """The records that bear on the question, what the turn itself names first."""
        if self.overview is not None:
            return await self._all_of(self.overview)
        if former := await self.former():
            return former
        known = await self._known()
        itself = [
            b
            for b in select.bearings(self.itself, known, self.now, self.then)
            if b.rule == "key_match" and self.question != self.itself
        ]
        borrowed: list[Bearing] = []
        for part in parts(self.asked) or (self.asked,):
            borrowed = merged(borrowed, select.bearings(part, known, self.now, self.then))
        unasked = [*self._corrected(known), *await self._prior(), *await self.happened()]
        found = merged(unasked, merged(itself, borrowed))
        return [b for b in found if b.rule in UNASKED or shares(self.own, named_by(b.record))]

    async def _known(self) -> list[MemoryRecord]:
        """The records that may bear on the question: of whom it names, by its words, and what is asked for always."""
        known = [
            *await self._about([*subjects(self.asked), USER]),
            *await self._find(),
            *await self._find(types=("procedural",)),
            *await self.instructions(),
        ]
        if also := aliases(self.asked, known):
            known += await self._about(sorted(also))
        return known

    async def _prior(self) -> list[Bearing]:
        """What is held of what was spoken of before, where the plan leans on that and the turn tells nothing."""
        before = self.heard.state.subject
        if not before or self.trigger != "prior_constraint" or await self.told():
            return []
        held = await self.store.find(self.workspace, before, at=self.now, limit=20)
        found = select.bearings(before, held, self.now)
        keyed = [replace(b, rule="prior_constraint") for b in found if b.rule == "key_match"]
        return keyed[:1]

    def _corrected(self, known: Sequence[MemoryRecord]) -> list[Bearing]:
        """What the turn itself has just put right."""
        own = message_id(self.heard.turn.turn)
        return [
            Bearing(record, 1.0, "corrected")
            for record in {record.id: record for record in known}.values()
            if record.correction and any(source.message == own for source in record.sources)
        ]

    async def former(self) -> list[Bearing]:
        """The facts that are so no more, where the turn asks for them, those that held last first; looked up once."""
        if self._former is None:
            named = [*subjects(self.before), USER] if self.before else []
            over = await self.store.about(
                self.workspace, named, self.now, over=True, replaced=True, types=("fact",)
            )
            found = select.bearings(self.before, over, None)
            found.sort(key=lambda b: b.record.valid_to or self.now, reverse=True)
            self._former = [replace(b, rule=FORMER) for b in found if b.rule in NAMING]
        return self._former

    @cached_property
    def time_asked(self) -> Then | None:
        """The time of which the turn asks what was done or happened in it, and names no more."""
        when = self.then or ongoing(self.itself, self.now, self.zone)
        return when if when and asks_what_happened(when.without(self.itself)) else None

    async def beliefs(self) -> Sequence[Belief]:
        """Every hypothesis and episode, as it was written."""
        return await self.store.beliefs(self.workspace)

    async def believed(self, some: Sequence[Belief], held: Sequence[Belief]) -> Believed:
        """Some of the hypotheses and accepted episodes that are held, as they stand."""
        return await beliefs_now(self.store, self.workspace, self.now, held, some)

    async def happened(self) -> list[Bearing]:
        """What the user did at the time that the turn asks of, where it names no more than the doing; oldest first."""
        when = self.time_asked
        if when is None:
            return []
        rest = when.without(self.itself)
        events = await self.store.about(self.workspace, [USER], self.now, types=("episodic",))
        found = [r for r in events if r.holds_in(when.begin, when.end) and done_as_asked(rest, r)]
        found.sort(key=lambda record: record.valid_from or record.said_at)
        return [Bearing(record, 1.0, "at_time") for record in found]

    async def _about(self, subjects: Sequence[str], *, over: bool = False) -> list[MemoryRecord]:
        """The records of these subjects that hold at the time asked of, or, with `over`, those over by then."""
        at, past = (self.then.begin, True) if self.then else (self.now, False)
        return [
            *await self.store.about(
                self.workspace, subjects, at, over=over, replaced=past and not over
            )
        ]

    async def _find(self, types: Sequence[MemoryType] = ()) -> Sequence[MemoryRecord]:
        """The records that speak most of the question."""
        at = self.then.begin if self.then else self.now
        return await self.store.find(self.workspace, self.asked, at=at, limit=60, types=types)

    async def _all_of(self, wanted: MemoryOverview) -> list[Bearing]:
        """Everything that is remembered of whom a turn wants an overview."""
        known = (
            [
                *await self._about([*subjects(self.asked), USER]),
                *await self._find(),
            ]
            if wanted.named
            else [
                record
                for status in ("active", "disputed")
                for record in await self.store.records(self.workspace, status=status)
            ]
        )
        if also := aliases(self.asked, known):
            known += await self._about(sorted(also))
        return [
            Bearing(
                record,
                1.0,
                "standing_instruction" if is_unconditional(record) else "overview",
            )
            for record in wanted.holds(known, self.now)
        ]

    async def told(self) -> Sequence[MemoryRecord]:
        """What the turn itself tells."""
        return candidates(await speech_of(self.heard, self.store, self.zone))

    async def with_other_sides(self, found: Sequence[Bearing]) -> list[Bearing]:
        """Beside each disputed record those that it contradicts: never one side alone."""
        seen = {b.record.id for b in found}
        missing = sorted({id for b in found for id in b.record.disputes} - seen)
        others = await self.store.records(self.workspace, ids=missing)
        sides = {record.id: record for record in others if record.status == "disputed"}
        made: list[Bearing] = []
        for bearing in found:
            made.append(bearing)
            made += [
                Bearing(sides.pop(id), bearing.score, "other_side")
                for id in bearing.record.disputes
                if id in sides
            ]
        return made

    async def of_other_times(self) -> list[Bearing]:
        """The records that would bear on the question, did they hold at the time that it asks of."""
        if await self.former():
            named = [*subjects(self.before), USER]
            return select.bearings(self.before, await self._about(named), self.now)
        named = [*subjects(self.asked), USER]
        known = await self._about(named, over=True)
        if self.then:
            known += await self._about(named)
        found = select.bearings(self.asked, known, None)
        return [
            b
            for b in found
            if shares(self.own, named_by(b.record))
            and not select.stands(b.record, self.now, self.then)
        ]

    async def chain(self, facts: Sequence[Bearing]) -> list[Bearing]:
        """The facts that lead from a subject of the question to what it asks, where no single one answers it."""
        known = {normal(r.subject) for r in await self._about(subjects(self.asked))}
        named = [name for name in subjects(self.asked) if name in known]
        going = chains.begun(self.asked, named)
        best, open_ = None, len(Asked.of(self.asked).terms)
        for _ in range(chains.HOPS):
            names = sorted({chain.at for chain in going})
            held = await self._about(names)
            records = [r for r in held if select.stands(r, self.now, self.then)]
            going = chains.extended(going, records)
            found = chains.best_chain(going)
            if found is None:
                break
            if len(found.open) < open_:
                best, open_ = found, len(found.open)
        if best is None or len(best.records) < 2 or await self.former() or self.own is not None:
            return []
        if facts and facts[0].score >= 1.0:
            return []
        return [Bearing(record, 1.0, "chain") for record in reversed(best.records)]

    async def instructions(self) -> Sequence[MemoryRecord]:
        """Every standing instruction of the user; they are looked up once."""
        if self._instructions is None:
            self._instructions = await self.store.about(
                self.workspace, [USER], self.now, types=("procedural",)
            )
        return self._instructions

    async def said(self) -> Sequence[Utterance]:
        """Sentences of the transcript that speak of the question; they are looked up once."""
        if self._said is None:
            self._said = await self._sentences()
        return self._said

    async def _sentences(self) -> Sequence[Utterance]:
        asked = " ".join([self.question, *transcript.abbreviations(self.question)])
        answers = transcript.asks_of_answers(self.question)
        return await self.said_of(asked, role=None if answers else "user")

    async def said_of(self, text: str, role: str | None = "user") -> Sequence[Utterance]:
        """Sentences of the transcript that speak most of a text, those of the user alone or of both."""
        return await self.store.said(
            self.workspace,
            text,
            at=self.now,
            limit=MOST_SENTENCES,
            session=self.heard.turn.turn.scope.session,
            beyond=HISTORY,
            role=role,
        )
