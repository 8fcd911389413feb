"""The plan's trigger, the turn and the evidence go in; the slice of memory for this turn comes out."""

from __future__ import annotations

import re
from collections import Counter as Counted
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ClassVar

from loadsheet.artifacts import (
    Block,
    EvidenceSet,
    Heard,
    LeftOut,
    MemoryRecord,
    MemorySlice,
    Origin,
    Reading,
    Source,
)
from loadsheet.intent.constraints import superseded
from loadsheet.memory import recall, spoken, unsupported
from loadsheet.memory import words as w
from loadsheet.memory.cited import written
from loadsheet.memory.compatible import judge
from loadsheet.memory.extract import candidates
from loadsheet.memory.phrases import USER
from loadsheet.memory.recall import Bearing
from loadsheet.memory.resolve import resolved
from loadsheet.memory.speech import opening
from loadsheet.memory.text import related, terms, words
from loadsheet.ports import Counter, RecordStore, Utterance
from loadsheet.stages import offer, shown
from loadsheet.stages.intake import message_id
from loadsheet.stages.remember import speech_of
from loadsheet.trace import Report

MOST_RECORDS = 8
"""Records that a turn reads at the most."""

MOST_SENTENCES = 60
"""Sentences of the transcript that are looked at."""

MOST_OF_A_MESSAGE = 2
"""Sentences of one message that a turn reads: the first tell most."""

BORROWING = frozenset({"aspect", "ellipsis", "anaphora"})
"""The forms of turns that borrow a part of the question from the conversation."""

MEASURES = frozenset(
    terms("long far often old big soon late early high late much many exactly really")
)
"""Words of a question that names nothing: `How long?` leans on what was said before."""

_LEANS = re.compile(
    r"^\W*(?:(?:and|but|so|or|also|then|ok|okay)\b\W*)*"
    rf"(?:(?:what|how) about\b|(?:{'|'.join(sorted(w.PREPOSITIONS))})\b)",
    re.IGNORECASE,
)
"""Says which part of what was asked before it changes: `And for the UK?`."""

_POINTS = re.compile(
    r"\b(?:it|its|that|this|these|those|they|them|their|theirs|he|him|his|she|hers?|there|then|ones?|same|such|both"
    r"|former|latter|above|else)\b",
    re.IGNORECASE,
)
"""Points to what was said before."""

UNASKED = frozenset({"standing_instruction", "condition_open"})
"""The rules of what is read without being named: an instruction holds whatever is asked."""

STANDS = "the passage that it was made of is among the evidence"

REPLACED = "the turn itself says what is so instead"

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
    store: RecordStore | None = None
    counter: Counter | None = None

    async def __call__(self, given: Reading, /) -> MemorySlice:
        """The records that bear on the turn; an empty slice where nothing triggers a read."""
        wanted = given.plan.memory_read
        if self.store is None or self.counter is None or given.heard is None:
            return MemorySlice(fired=False, trigger=wanted.trigger)
        if not wanted.fire and not searched_in_vain(given):
            return MemorySlice(fired=False, trigger=wanted.trigger)
        looking = Looking(self.store, self.counter, given, given.heard)
        return await looking.slice()

    def report(self, _given: Reading, gave: MemorySlice, /) -> Report:
        """Says whether memory was read; the failure signal is that a read brought nothing."""
        if self.store is None:
            return Report(decisions=("not read: memory is off",))
        if not gave.fired:
            return Report(decisions=("not read: no trigger",))
        return Report(
            tokens=sum(made.tokens for made in gave.blocks),
            failure=None if gave.blocks else "the trigger fired and no record bears on the turn",
            decisions=(f"read on {gave.trigger}: {len(gave.blocks)} blocks",),
        )


def searched_in_vain(given: Reading) -> bool:
    """Whether the plan left memory aside and the documents do not answer; a fixed plan decides nothing of memory."""
    plan = given.plan
    looked = plan.source is Origin.INTERNAL_CORPUS and not given.evidence.sufficient
    return plan.rule == "fixed" or looked


@dataclass(frozen=True, slots=True)
class Looking:
    """One turn's look into memory."""

    store: RecordStore
    counter: Counter
    given: Reading
    heard: Heard

    @property
    def question(self) -> str:
        """The question as it stands alone; one of the speaker's own has its subject, and borrows none."""
        turn = self.heard.turn
        if turn.form == "aspect" and recall.Asked.of(turn.question).self_named:
            return turn.question
        return self.heard.turn.query or self.heard.turn.question

    @property
    def own(self) -> frozenset[str] | None:
        """The telling words of a turn that borrows others without saying so; None where it names nothing, or points.

        The words that it borrows from the conversation help to search, and trigger nothing: what is read must share
        one of its own.
        """
        turn = self.heard.turn
        named = frozenset(terms(turn.question)) - MEASURES
        if turn.form not in BORROWING or not named or leans(turn.question):
            return None
        return named

    @property
    def now(self) -> datetime:
        """When the question was asked."""
        return self.heard.turn.turn.asked_at

    @property
    def workspace(self) -> str:
        """Whose memory is read."""
        return self.heard.turn.turn.scope.workspace

    async def slice(self) -> MemorySlice:
        """What bears on the question: records first, then sentences of the transcript."""
        bearing = await self._bearings()
        instructions = [b for b in bearing if b.rule == "standing_instruction"]
        facts = kept([b for b in bearing if b.rule != "standing_instruction"])
        replaced = self._replaced(facts)
        facts = [b for b in facts if b not in replaced]
        chain = await self._chain(facts)
        found = once(await self._with_other_sides(merged(chain, facts)))
        facts = [b for b in found if not in_evidence(b.record, self.given.evidence)][:MOST_RECORDS]
        cited = [shown.record_left_out(b, "in_evidence", STANDS) for b in found if b not in facts]
        against, groups = self._against(facts)
        dated = [(b.record.said_at, self._block(b, against, groups)) for b in facts]
        known = await self.store.about(self.workspace, [USER], self.now, types=("procedural",))
        orders = self._instructions([*instructions, *recall.conditional(known, instructions)])
        room = int(self.given.tokens * SLICE_SHARE) - sum(
            made.tokens for made in (*orders, *(made for _, made in dated))
        )
        answered = (bool(facts) and shown.is_row(facts[0])) or self._documents_answer
        told = [*(b.record for b in (*facts, *replaced)), *known]
        sentences, left = ([], []) if answered else await self._sentences(told, room)
        if not (instructions or dated or sentences):
            orders = []
        rows = [made for _, made in dated if made.kind == "structured_state"]
        beside = [pair for pair in dated if pair[1].kind != "structured_state"]
        made = (*rows, *shown.foremost(orders, shown.newest_first([*beside, *sentences])))
        gone = [shown.record_left_out(b, "replaced", REPLACED) for b in replaced]
        left = [*left, *cited, *gone, *await self._expired()]
        return MemorySlice(
            fired=bool(made),
            trigger=self.given.plan.memory_read.trigger or trigger_of(facts, orders, made),
            blocks=made,
            left_out=tuple(left),
            sufficient=bool(facts) or bool(sentences),
            conflicts=tuple(against.items()),
        )

    def _replaced(self, facts: Sequence[Bearing]) -> list[Bearing]:
        """The facts that the turn itself says are so no more: `The rent is due on 4 May.` is not answered by 3 May."""
        said = candidates(speech_of(self.heard, UTC)) if facts else []
        return [
            bearing
            for bearing in facts
            if any(judge(bearing.record, one).verdict == "supersedes" for one in said)
        ]

    def _block(
        self, bearing: Bearing, against: Mapping[str, str], groups: Mapping[str, str]
    ) -> Block:
        """A record with the group that it is in, under the name that the prompt has for it."""
        group = groups.get(bearing.record.id)
        if group is None:
            return shown.record_block(bearing, self.counter)
        names = [*offer.groups_of(self.given.evidence, against).values(), *groups.values()]
        label = offer.label_of(names, group)
        return shown.record_block(bearing, self.counter, group, label)

    def _against(self, facts: Sequence[Bearing]) -> tuple[dict[str, str], dict[str, str]]:
        """The groups of what contradicts: by passage of the evidence, and by record, in the order of the records.

        A record joins the group that the evidence has already where it contradicts a piece of it.
        """
        turn, passages, groups = self.heard.turn.turn, dict[str, str](), dict[str, str]()
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
        disputed = shown.disputes_of([b.record for b in facts])
        return passages, {**disputed, **groups}

    @property
    def _documents_answer(self) -> bool:
        """Whether the evidence suffices for a question in which nobody asks about themselves."""
        own = recall.Asked.of(self.question).self_named or spoken.asks_of_answers(self.question)
        return self.given.evidence.sufficient and not own

    async def _bearings(self) -> list[Bearing]:
        named = recall.subjects(self.question)
        known = [
            *await self.store.about(self.workspace, [*named, USER], self.now),
            *await self.store.find(self.workspace, self.question, at=self.now, limit=60),
            *await self.store.find(
                self.workspace, self.question, at=self.now, limit=60, types=("procedural",)
            ),
        ]
        if also := recall.aliases(self.question, known):
            known += await self.store.about(self.workspace, sorted(also), self.now)
        before = self.heard.state.subject
        prior: list[Bearing] = []
        leans_on = self.given.plan.memory_read.trigger == "prior_constraint"
        if before and leans_on and not candidates(speech_of(self.heard, UTC)):
            held = await self.store.find(self.workspace, before, at=self.now, limit=20)
            prior = [
                replace(found, rule="prior_constraint")
                for found in recall.bearings(before, held, self.now)
                if found.rule == "key_match"
            ][:1]
        own = message_id(self.heard.turn.turn)
        corrected = [
            Bearing(record, 1.0, "corrected")
            for record in {record.id: record for record in known}.values()
            if record.correction and any(source.message == own for source in record.sources)
        ]
        named_itself = [
            b
            for b in recall.bearings(self.heard.turn.question, known, self.now)
            if b.rule == "key_match" and self.question != self.heard.turn.question
        ]
        borrowed = recall.bearings(self.question, known, self.now)
        found = merged([*corrected, *prior], merged(named_itself, borrowed))
        return [b for b in found if b.rule in UNASKED or shares(self.own, named_by(b.record))]

    async def _with_other_sides(self, found: Sequence[Bearing]) -> list[Bearing]:
        """Beside each disputed record those that it contradicts: never one side alone."""
        seen = {b.record.id for b in found}
        missing = sorted({id for b in found for id in b.record.disputes} - seen)
        if not missing:
            return list(found)
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

    async def _expired(self) -> list[LeftOut]:
        """The records that would bear on the question, were their time not over."""
        named = [*recall.subjects(self.question), USER]
        over = await self.store.about(self.workspace, named, self.now, over=True)
        found = recall.bearings(self.question, over, None)
        return [
            shown.record_left_out(b, "expired", "its time is over")
            for b in found
            if shares(self.own, named_by(b.record))
        ]

    async def _chain(self, facts: Sequence[Bearing]) -> list[Bearing]:
        """The facts that lead from a subject of the question to what it asks, where no single one answers it."""
        chains = recall.begun(self.question)
        best, open_ = None, len(recall.Asked.of(self.question).terms)
        for _ in range(recall.HOPS):
            names = sorted({chain.at for chain in chains})
            records = await self.store.about(self.workspace, names, self.now)
            chains = recall.extended(chains, records)
            found = recall.best_chain(chains)
            if found is None:
                break
            if len(found.open) < open_:
                best, open_ = found, len(found.open)
        if best is None or len(best.records) < 2 or self.own is not None:
            return []
        if facts and facts[0].score >= 1.0:
            return []
        return [Bearing(record, 1.0, "chain") for record in reversed(best.records)]

    def _instructions(self, found: Sequence[Bearing]) -> list[Block]:
        """Standing instructions in the user's own words, within their cap, those that bear on the question first.

        They are memory and stand in the last message: the beginning of the prompt holds what the session itself has
        pinned, stays the same from turn to turn, and a provider's cache hits.
        """
        in_force = [p.text for p in self.heard.next_state.constraints if p.in_force]
        pinned = {" ".join(text.casefold().split()) for text in in_force}
        blocks: list[Block] = []
        for bearing in found:
            value = bearing.record.value
            if " ".join(value.casefold().split()) in pinned or overruled(value, in_force):
                continue
            made = shown.instruction_block(bearing, self.counter)
            if sum(b.tokens for b in blocks) + made.tokens <= INSTRUCTION_TOKENS:
                blocks.append(made)
        return blocks

    async def _sentences(
        self, told: Sequence[MemoryRecord], room: int
    ) -> tuple[list[tuple[datetime, Block]], list[LeftOut]]:
        """Sentences of the transcript that bear on the question, the newest first, and those that are superseded."""
        said = await self.store.said(
            self.workspace,
            " ".join([self.question, *spoken.abbreviations(self.question)]),
            at=self.now,
            limit=MOST_SENTENCES,
            session=self.heard.turn.turn.scope.session,
            role=None if spoken.asks_of_answers(self.question) else "user",
        )
        seen = [s for record in told for s in record.sources if s.message is not None]
        ranked = spoken.ranked(self.question, said)
        taken: list[tuple[datetime, Block]] = []
        of_message = Counted[str]()
        left: list[LeftOut] = []
        for one in ranked:
            utterance, score = one.utterance, one.score
            if any(within(source, utterance) for source in seen):
                continue
            reason = unfit(self.question, utterance, score)
            if reason is None and not shares(self.own, utterance.text):
                reason = ("borrowed", "it speaks of words that the turn only borrowed")
            if reason is not None:
                left.append(shown.utterance_left_out(utterance, *reason, score))
                continue
            made = shown.utterance_block(one, self.counter)
            of_message[utterance.message] += 1
            many = of_message[utterance.message] > MOST_OF_A_MESSAGE
            if made.tokens <= room and len(taken) < MOST_SAID and not many:
                room -= made.tokens
                taken.append((utterance.said_at or self.now, made))
            else:
                left.append(
                    shown.utterance_left_out(
                        utterance, "beyond_slice", "the slice of memory is full", score
                    )
                )
        return taken, left


def within(source: Source, utterance: Utterance) -> bool:
    """Whether a record was made of a sentence of the transcript, or of a clause of it."""
    same = (source.message, source.session) == (utterance.message, utterance.session)
    return same and utterance.start <= (source.start or 0) < utterance.end


def overruled(instruction: str, in_force: Sequence[str]) -> bool:
    """Whether the session itself has set otherwise: what is pinned in it goes before what was asked for elsewhere."""
    return any(superseded(text, [("", instruction)]) for text in in_force)


def leans(question: str) -> bool:
    """Whether a turn that names no subject says itself that it goes on with what was said before."""
    return bool(_LEANS.match(question) or _POINTS.search(question))


def shares(own: frozenset[str] | None, text: str) -> bool:
    """Whether a text has one of the turn's own words, where the turn must name what it reads."""
    return own is None or any(related(term, word) for term in own for word in terms(text))


def named_by(record: MemoryRecord) -> str:
    """Everything by which a record can be named."""
    return f"{record.subject} {record.key} {record.text}"


def in_evidence(record: MemoryRecord, evidence: EvidenceSet) -> bool:
    """Whether the passage that a record was made of is evidence of this turn: there it can be cited."""
    spans = [item.candidate for item in evidence.evidence]
    return record.confirmed_by == "document" and any(
        source.document == span.document and span.start <= (source.start or 0) < span.end
        for source in record.sources
        for span in spans
    )


def kept(found: Sequence[Bearing]) -> list[Bearing]:
    """The bearings that answer nearly as much as the best one."""
    best = max((b.score for b in found if b.rule == "key_match"), default=0.0)
    return [b for b in found if b.rule != "key_match" or b.score >= recall.NEAR * best]


def once(found: Sequence[Bearing]) -> list[Bearing]:
    """The bearings without those whose sentence another one shows already."""
    seen: dict[str, Bearing] = {}
    for bearing in found:
        seen.setdefault(bearing.record.text, bearing)
    return list(seen.values())


def merged(chain: Sequence[Bearing], facts: Sequence[Bearing]) -> list[Bearing]:
    """The chain first, then the facts that are not in it."""
    ids = {b.record.id for b in chain}
    return [*chain, *(b for b in facts if b.record.id not in ids)]


def trigger_of(
    facts: Sequence[Bearing], orders: Sequence[Block], sentences: Sequence[Block]
) -> str:
    """The rule that the read fired on, where no plan named one."""
    if facts:
        return facts[0].rule
    if orders:
        return "standing_instruction"
    return "said_before" if sentences else ""


_ASKS_OF_NAME = re.compile(r"\b(?:[Dd]oes|[Dd]id) (?P<name>[A-Z]\w+)")
"""Asks what somebody does whom it names."""

SPOKEN_FLOOR = 0.3
"""The relevance from which a sentence of the transcript is offered."""


def unfit(question: str, utterance: Utterance, score: float) -> tuple[str, str] | None:
    """Why a sentence of the transcript is not offered: rule and reason."""
    if utterance.status == "superseded":
        return "superseded", "a newer statement took its place"
    if utterance.status == "expired":
        return "expired", "the time that it was said for is over, or it was taken back"
    if unsupported.silent_on(question, opening(utterance.text)[0]):
        return "reported", "it is not what the user says of themselves"
    if spoken.asking(utterance.text):
        return "question", "it only asks"
    if spoken.echoes(question, utterance.text) and not spoken.asks_yes_or_no(question):
        return "echo", "it says nothing that the question does not"
    if score < SPOKEN_FLOOR:
        return "below_floor", f"relevance {score:.2f} is below the floor {SPOKEN_FLOOR:g}"
    if (
        utterance.subject
        and utterance.subject not in recall.subjects(question)
        and utterance.subject != "user"
    ):
        return "other_subject", f"it is about {utterance.subject}"
    if utterance.subject in {"", "user"} and about_others(question, utterance.text):
        return "other_subject", "it is about the user, and the question about somebody else"
    return None


def about_others(question: str, said: str) -> bool:
    """Whether a sentence speaks of the user, and a question of somebody else and of the user not at all."""
    if not w.SELF & {word.casefold() for word in words(said)}:
        return False
    if recall.of_another(question):
        return True
    named = _ASKS_OF_NAME.search(question)
    return named is not None and named["name"].casefold() not in said.casefold()
