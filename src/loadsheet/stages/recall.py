"""The plan's trigger, the turn and the evidence go in; the slice of memory for this turn comes out."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import ClassVar

from loadsheet.artifacts import (
    Block,
    Heard,
    LeftOut,
    MemoryRecord,
    MemorySlice,
    Message,
    Origin,
    Reading,
    Scope,
    Source,
)
from loadsheet.intent.rules.lifting import superseded
from loadsheet.memory.extraction.cited import written
from loadsheet.memory.extraction.resolve import resolved
from loadsheet.memory.language.text import normal
from loadsheet.memory.recall import overview, since, transcript
from loadsheet.memory.recall.asking import READ, Asked
from loadsheet.memory.recall.bearing import Bearing, in_evidence, kept, merged, once
from loadsheet.memory.recall.borrowing import shares
from loadsheet.memory.recall.instructions import conditional
from loadsheet.memory.writing.compatible import judge
from loadsheet.ports import Counter, Utterance
from loadsheet.stages import evidence_blocks, memory_blocks
from loadsheet.stages.believing import Believing
from loadsheet.stages.recall_beliefs import recollected
from loadsheet.stages.recall_queries import Looking
from loadsheet.trace import StageReport

MOST_RECORDS = 8
"""Records that a turn reads at the most."""

MOST_OF_A_MESSAGE = 2
"""Sentences of one message that a turn reads: the first tell most."""

FULL = "the slice of memory is full"

REASONS = {
    "in_evidence": "the passage that it was made of is among the evidence",
    "in_episode": "the episode that was made of it is offered",
    "expired": "its time is over",
    "another_time": "the question asks of a time at which it did not hold",
    "replaced": "the turn itself says what is so instead",
    "outweighed": "another record answers much more of the question",
    "beyond_slice": "the slice of memory holds no more records",
    "condition_unmet": (
        "the question does not name its condition, nor does what was said in the words of the question"
    ),
    "pinned": "the session holds it as a constraint in the same words",
    "overruled": "a constraint of the session sets otherwise",
    "beyond_cap": "the instructions of other sessions are full",
    "no_occasion": "its condition may be met, and nothing else of memory bears on the question",
}
"""Each rule by which something that bears on the question is not offered, with what it says of it."""

MOST_COMPARED = 8
"""Passages of the evidence that are held against what memory says."""

MOST_SAID = 20
"""Sentences of the transcript that a turn reads at the most."""

SLICE_SHARE = 0.75
"""The part of a prompt's budget that memory offers at the most; admission decides what of it goes aboard."""

INSTRUCTION_TOKENS = 250
"""What the standing instructions of other sessions may take together."""


@dataclass(frozen=True, slots=True)
class Recall:
    """Read memory when the plan says so, and not otherwise."""

    name: ClassVar[str] = "recall"
    store: Believing | None = None
    counter: Counter | None = None
    zone: tzinfo = UTC
    """Where the user's days begin and end."""

    async def __call__(self, given: Reading, /) -> MemorySlice:
        """The records that bear on the turn; an empty slice where nothing triggers a read."""
        wanted = given.plan.memory_read
        if self.store is None or self.counter is None or given.heard is None:
            return MemorySlice(fired=False, trigger=wanted.trigger)
        looking = Looking(self.store, given.heard, wanted.trigger, self.zone)
        own = Asked.of(looking.itself).self_named  # memory may know more of the user than documents
        fires = wanted.fire or wanted.open or own or searched_in_vain(given) or looking.overview
        if not (fires or any(record.correction for record in await looking.told())):
            return MemorySlice(fired=False, trigger=wanted.trigger)
        return await Slicing(looking, self.counter, given, given.heard).slice()

    async def told(self, scope: Scope, messages: Sequence[Message]) -> Sequence[MemoryRecord]:
        """The records that messages of a session gave, whatever became of them; none where memory is off."""
        if self.store is None or not messages:
            return ()
        ids = [message.id for message in messages]
        return await self.store.told(scope.workspace, scope.session, ids)

    def report(self, given: Reading, gave: MemorySlice, /) -> StageReport:
        """Says whether memory was read; the failure signal is that a read brought nothing."""
        if self.store is None:
            return StageReport(decisions=("not read: memory is off",))
        if not gave.fired:
            return StageReport(decisions=("not read: no trigger",))
        asked = given.plan.memory_read.fire or given.plan.memory_read.open
        return StageReport(
            tokens=sum(made.tokens for made in gave.blocks),
            failure=None if gave.blocks else "the trigger fired and no record bears on the turn",
            decisions=(
                f"read on {gave.trigger}: {len(gave.blocks)} blocks",
                *(
                    ()
                    if asked
                    else ("the plan left memory aside, and the documents do not answer",)
                ),
                *unread(given),
            ),
        )


def unread(given: Reading) -> tuple[str, ...]:
    """What of a very long question memory was not read by."""
    question = given.heard.turn.question if given.heard else ""
    if len(question) <= READ:
        return ()
    return (f"read by the first and the last words of a question of {len(question)} characters",)


def searched_in_vain(given: Reading) -> bool:
    """Whether the plan left memory aside and the documents do not answer."""
    return given.plan.source is Origin.INTERNAL_CORPUS and not given.evidence.sufficient


Dated = tuple[datetime, Block]
"""A block, with the time at which what it tells was said."""


@dataclass(slots=True)
class Sentences:
    """Sentences of the transcript that bear on a question, the newest first."""

    offered: list[Dated] = field(default_factory=list[Dated])
    left_out: list[LeftOut] = field(default_factory=list[LeftOut])
    enough: bool = False
    """Whether one of those offered may be the answer."""


@dataclass(frozen=True, slots=True)
class Contradictions:
    """What memory and the evidence say against one another, each by the name of its group."""

    passages: Mapping[str, str]
    records: Mapping[str, str]
    outdated: Collection[str]
    """The records that a fresher passage says otherwise."""


@dataclass(frozen=True, slots=True)
class Slicing:
    """What a turn's look into memory brings, in the form in which assembly may take it."""

    looking: Looking
    counter: Counter
    given: Reading
    heard: Heard

    async def slice(self) -> MemorySlice:
        """What bears on the question: records first, then sentences of the transcript."""
        bearing = await self.looking.bearings()
        facts, told, left = await self._facts(bearing)
        orders, unheeded = await self._orders(bearing)
        later = await self._said_since(facts)
        facts = [b for b in facts if not told_by(b.record, later.values())]
        against = self._against(facts, later)
        answered = self._answered([b for b in facts if b.record.id not in against.outdated])
        recalled = await recollected(self.looking, self.counter, answered=answered)
        parts = {source.record for source in recalled.sources}
        left += left_out("in_episode", [b for b in facts if b.record.id in parts])
        facts = [b for b in facts if b.record.id not in parts]
        dated = [(b.record.said_at, self._block(b, against)) for b in facts]
        dated += [(e.ended, made) for e, made in zip(recalled.episodes, recalled.told, strict=True)]
        dated += self._beside(later, against)
        room = int(self.given.tokens * SLICE_SHARE) - sum(
            made.tokens for made in (*orders.values(), *(made for _, made in dated))
        )
        seen = [*(s for record in told for s in record.sources), *recalled.sources]
        seen += [memory_blocks.source_of(one) for one in later.values()]
        said = Sentences() if answered else await self._sentences(seen, room)
        if not (dated or said.offered or any(made.score for made in orders.values())):
            unheeded += left_out("no_occasion", orders)
            orders = {}
        made = (*in_order([*orders.values()], dated, said.offered), *recalled.beliefs)
        listing, plan = self._lists_all, self.given.plan.memory_read
        enough = bool(dated) or said.enough or (listing and bool(orders or self._rules))
        return MemorySlice(
            fired=plan.fire or bool(made),
            trigger=plan.trigger if plan.fire else trigger_of(facts, made),
            blocks=made,
            left_out=(*said.left_out, *left, *unheeded, *recalled.left_out),
            sufficient=enough and not await self._only_tells(),
            listing=listing,
            conflicts=tuple(against.passages.items()),
        )

    async def _facts(
        self, bearing: Sequence[Bearing]
    ) -> tuple[list[Bearing], list[MemoryRecord], list[LeftOut]]:
        """The facts that are offered, the records whose sentences are told by it, and what is not offered."""
        look = self.looking
        told = [b for b in bearing if b.rule != "standing_instruction"]
        best = kept(told)
        replaced = self._replaced(best, await look.told() if best else ())
        best = [b for b in best if b not in replaced]
        chain = await look.chain(best)
        found = once(await look.with_other_sides(merged(chain, best)))
        cited = [b for b in found if in_evidence(b.record, self.given.evidence)]
        facts = [b for b in found if b not in cited]
        most = MOST_RECORDS if look.overview is None else overview.MOST
        past = await look.of_other_times()
        timed = bool(look.then or await look.former())
        seen = {b.record.id for b in (*found, *replaced)}
        texts = {b.record.text for b in found}
        lesser = [b for b in told if b.record.id not in seen and b.record.text not in texts]
        left = [
            *left_out("another_time" if timed else "expired", past),
            *left_out("replaced", replaced),
            *left_out("in_evidence", cited),
            *left_out("outweighed", lesser),
            *left_out("beyond_slice", facts[most:]),
        ]
        known = [*facts[:most], *replaced, *(past if timed else ())]
        instructions = await look.instructions()
        return facts[:most], [*(b.record for b in known), *instructions], left

    async def _only_tells(self) -> bool:
        """Whether the turn tells something new and asks nothing: what else is known of it is no reply to that.

        A correction is replied to by its own record.
        """
        if not self.given.plan.reply or transcript.asking(self.looking.itself):
            return False
        said = await self.looking.told()
        return bool(said) and not any(record.correction for record in said)

    def _answered(self, facts: Sequence[Bearing]) -> bool:
        """Whether no sentence of the transcript is wanted: a row answers, the documents do, or all is listed."""
        row = bool(facts) and memory_blocks.is_row(facts[0])
        return row or self._documents_answer or self._lists_all

    @property
    def _lists_all(self) -> bool:
        """Whether all that is remembered is asked for, and not all of one thing, which documents may speak of."""
        return self.looking.overview is not None and not self.looking.overview.named

    @property
    def _rules(self) -> bool:
        """Whether rules of this session are in force; they go aboard by themselves."""
        return any(pinned.in_force for pinned in self.heard.next_state.constraints)

    def _replaced(self, facts: Sequence[Bearing], said: Sequence[MemoryRecord]) -> list[Bearing]:
        """The facts that the turn itself says are so no more: `The rent is due on 4 May.` is not answered by 3 May."""
        return [
            bearing
            for bearing in facts
            if any(judge(bearing.record, one).verdict == "supersedes" for one in said)
        ]

    def _block(self, bearing: Bearing, against: Contradictions) -> Block:
        """A record with the group that it is in, under the name that the prompt has for it."""
        group = against.records.get(bearing.record.id)
        if group is None:
            return memory_blocks.record_block(bearing, self.counter, self.looking.zone)
        label = self._label(against, group)
        late = bearing.record.id in against.outdated
        return memory_blocks.record_block(
            bearing, self.counter, self.looking.zone, group, label, outdated=late
        )

    async def _said_since(self, facts: Sequence[Bearing]) -> dict[str, Utterance]:
        """By the ids of records, the sentence that may have ended what each tells; each sentence once."""
        rows = [b.record for b in facts if b.record.type == "fact" and b.record.status == "active"]
        if not rows or self.looking.then or await self.looking.former():
            return {}
        said = await self.looking.said_of(" ".join(record.text for record in rows))
        ended = dict[str, Utterance]()
        for record in rows:
            others = [one for one in said if not told_by(record, [one])]
            found = since.ended_by(record, others)
            if found is not None and found not in ended.values():
                ended[record.id] = found
        return ended

    def _beside(self, later: Mapping[str, Utterance], against: Contradictions) -> list[Dated]:
        """What may have ended a record, as the other side of it."""
        made: list[Dated] = []
        for id, utterance in later.items():
            shown = transcript.Spoken(utterance, 1.0, 0, len(utterance.text))
            group = against.records[id]
            told = memory_blocks.utterance_block(
                shown, self.counter, self.looking.zone, group, self._label(against, group)
            )
            made.append((utterance.said_at or self.looking.now, told))
        return made

    def _label(self, against: Contradictions, group: str) -> str:
        """What the prompt calls a group."""
        shown = evidence_blocks.groups_of(self.given.evidence, against.passages)
        return evidence_blocks.label_of([*shown.values(), *against.records.values()], group)

    def _against(self, facts: Sequence[Bearing], later: Mapping[str, Utterance]) -> Contradictions:
        """What contradicts these facts, or is contradicted by them, or was said `later` and may have ended them.

        Freshness decides between evidence and memory: a dated passage that is newer outdates what was said before. A
        record joins the group that the evidence has already where it contradicts a piece of it.
        """
        turn, passages, groups = self.heard.turn.turn, dict[str, str](), dict[str, str]()
        outdated: set[str] = set()
        rows = [b.record for b in facts if b.record.type == "fact" and not b.record.multi]
        for item in self.given.evidence.evidence[:MOST_COMPARED] if rows else ():
            for stated in written(item.candidate, turn.scope, turn.asked_at, UTC):
                for record in rows:
                    named = resolved(record, [stated]) if record.correction else record
                    if judge(named, stated).conflict:
                        name = groups.setdefault(
                            record.id, item.conflict or f"conflict:{record.id}"
                        )
                        passages.setdefault(item.candidate.passage_id, name)
                        dated = item.candidate.timestamp is not None
                        if dated and stated.said_at > record.said_at:
                            outdated.add(record.id)
        disputed = memory_blocks.disputes_of([b.record for b in facts])
        ended = {id: f"since:{id}" for id in later}
        return Contradictions(passages, {**ended, **disputed, **groups}, outdated | later.keys())

    @property
    def _documents_answer(self) -> bool:
        """Whether the evidence suffices for a question in which nobody asks about themselves."""
        own = Asked.of(self.looking.question).self_named or transcript.asks_of_answers(
            self.looking.question
        )
        return self.given.evidence.sufficient and not own

    async def _orders(
        self, bearing: Sequence[Bearing]
    ) -> tuple[dict[Bearing, Block], list[LeftOut]]:
        """Standing instructions in the user's own words, within their cap, those that bear on the question first.

        They are memory and stand in the last message: the beginning of the prompt holds what the session itself has
        pinned, stays the same from turn to turn, and a provider's cache hits.
        """
        known = await self.looking.instructions()
        said = await self.looking.said() if any(record.condition for record in known) else ()
        open_, unmet = conditional(known, bearing, said)
        in_force = [p.text for p in self.heard.next_state.constraints if p.in_force]
        pinned = {normal(text) for text in in_force}
        aboard: dict[Bearing, Block] = {}
        ashore = left_out("condition_unmet", unmet)
        for one in [*(b for b in bearing if b.rule == "standing_instruction"), *open_]:
            made = memory_blocks.instruction_block(one, self.counter)
            if normal(one.record.value) in pinned:
                ashore += left_out("pinned", [one])
            elif overruled(one.record.value, in_force):
                ashore += left_out("overruled", [one])
            elif sum(b.tokens for b in aboard.values()) + made.tokens > INSTRUCTION_TOKENS:
                ashore += left_out("beyond_cap", [one])
            else:
                aboard[one] = made
        return aboard, ashore

    async def _sentences(self, told: Sequence[Source], room: int) -> Sentences:
        """What the transcript says of the question beside what is `told` by records, as far as there is room."""
        question, own = self.looking.question, self.looking.own
        seen = [source for source in told if source.message is not None]
        ranked = transcript.ranked(question, await self.looking.said())
        made = Sentences()
        of_message = Counted[str]()
        for one in ranked:
            utterance, score = one.utterance, one.score
            if any(transcript.within(source, utterance) for source in seen):
                continue
            reason = transcript.unfit(question, utterance, score, self.heard.turn.question)
            if reason is None and not shares(own, utterance.text):
                reason = ("borrowed", "it speaks of words that the turn only borrowed")
            if reason is not None:
                made.left_out.append(memory_blocks.utterance_left_out(utterance, *reason, score))
                continue
            offered = memory_blocks.utterance_block(one, self.counter, self.looking.zone)
            of_message[utterance.message] += 1
            many = of_message[utterance.message] > MOST_OF_A_MESSAGE
            if offered.tokens <= room and len(made.offered) < MOST_SAID and not many:
                room -= offered.tokens
                made.offered.append((utterance.said_at or self.looking.now, offered))
                made.enough = made.enough or transcript.suffices(question, one)
            else:
                full = memory_blocks.utterance_left_out(utterance, "beyond_slice", FULL, score)
                made.left_out.append(full)
        return made


def told_by(record: MemoryRecord, said: Iterable[Utterance]) -> bool:
    """Whether a record was made of one of these sentences."""
    return any(transcript.within(source, one) for source in record.sources for one in said)


def in_order(
    orders: Sequence[Block], dated: Sequence[Dated], sentences: Sequence[Dated]
) -> list[Block]:
    """Verified rows first; then what is told, the fresher before what it may have replaced, and instructions."""
    rows = [made for _, made in dated if made.kind == "structured_state"]
    beside = [pair for pair in dated if pair[1].kind != "structured_state"]
    others = memory_blocks.newest_first([*beside, *sentences])
    return [*rows, *memory_blocks.foremost(orders, others)]


def overruled(instruction: str, in_force: Sequence[str]) -> bool:
    """Whether the session itself has set otherwise: what is pinned in it goes before what was asked for elsewhere."""
    return any(superseded(text, [("", instruction)]) for text in in_force)


def left_out(rule: str, found: Iterable[Bearing]) -> list[LeftOut]:
    """A row for each record that a rule keeps from being offered."""
    return [memory_blocks.record_left_out(bearing, rule, REASONS[rule]) for bearing in found]


def trigger_of(facts: Sequence[Bearing], made: Sequence[Block]) -> str:
    """The rule that the read fired on, where no plan named one."""
    return facts[0].rule if facts else next((block.rule for block in made), "")
