"""An agent's way to find out what went wrong: a stored turn in; which stage is at fault out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from loadsheet.agent.record import Record
from loadsheet.artifacts import (
    Context,
    Document,
    MemoryRecord,
    Message,
    NormalizedTurn,
    Query,
    QuerySet,
    Reply,
    Skipped,
    Span,
    WriteReceipts,
)
from loadsheet.corpus.chunk import chunk
from loadsheet.corpus.load import Loaded
from loadsheet.corpus.terms import terms
from loadsheet.errors import InputError, UnknownError
from loadsheet.evals.case import CaseTurn, load_cases
from loadsheet.evals.contribution import CALLS, LEAST_CALLS, Bench, Contribution, Planned, measure
from loadsheet.evals.doctor import Diagnosis, Examined, Stores, diagnose
from loadsheet.evals.recorded import Recorded
from loadsheet.evals.regression import Issue, Kept, kept
from loadsheet.evals.sought import Fact, Place, Told, bearing, says, stands
from loadsheet.intent.pasted import split
from loadsheet.memory.writing.forget import FORGOTTEN_TURN
from loadsheet.memory.writing.package import Adopt
from loadsheet.ports import StoredVersion
from loadsheet.stages.generate import Generate

WIDE = 1000
"""Candidates that a look at today's index may bring: far more than a turn looks at."""

SESSIONS = 3
"""Other sessions in which a turn is read once more, the latest first: the right one was used just before."""

ALL = 10**9
"""Tokens of a transcript that is read whole."""

SPAN = re.compile(r"(?P<document>.+?)(?::(?P<start>\d+)-(?P<end>\d+))?")


class Examination(Record):
    """Finds the stage at fault in a stored turn."""

    __slots__ = ()

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
        recorded = await self.recorded(turn)
        wanted = _case_of(case, recorded.turn.question)
        records = await self.store.records(self.workspace)
        said = await self._said(recorded)
        texts = _expected(expected, wanted)
        facts = [await self._fact(text, recorded, records, said) for text in texts]
        lost = [fact for fact in facts if not fact.places and not fact.records]
        fresh = await self.library.unsynced() if lost else []
        facts = [_in_files(fact, fresh) if fact in lost else fact for fact in facts]
        # What a case names as evidence is asked for only where no text says what is needed of it.
        named = [*_listed(evidence), *(() if facts else wanted.wanted)]
        spans = [await self._span(one) for one in named]
        facts = _narrowed(facts, spans) if spans else facts
        stores = Stores(
            records=tuple(records),
            said=tuple(m.content for m in said),
            keeps=self.settings.memory == "on",
        )
        if facts:
            stores = await self._stores(stores, recorded, facts, fresh)
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
        recorded = await self.recorded(turn)
        wanted = _case_of(case, recorded.turn.question)
        wanted = wanted.model_copy(update={"answer_contains": _expected(expected, wanted)})
        bench = Bench.of(recorded, wanted, self.counter)
        candidates = self.pipeline.select_model.candidates
        chosen = recorded.choice.model.name if recorded.choice else ""
        model = next((m for m in candidates if m.name == chosen), candidates[0])
        if calls is not None and calls < LEAST_CALLS:
            raise InputError(
                f"calls = {calls} measures no block: one call asks the whole prompt again, and each block needs one; "
                f"allow {LEAST_CALLS} or more, 1 + {len(bench.names)} for every block of this turn"
            )
        planned = bench.planned(model, CALLS if calls is None else calls)
        if before:
            before(planned)

        async def ask(context: Context) -> Reply:
            assert recorded.asking is not None  # of a bench
            asking = recorded.asking.model_copy(update={"context": context, "model": model})
            return await Generate(self.pipeline.models[model.name])(asking)

        return await measure(bench, ask, planned, turn=recorded.turn.id, perturb=perturb)

    async def frozen(self, session: str) -> Kept:
        """A session as its traces have it, over the documents as they were then, as a case that needs nothing else.

        No model is asked. Raises `UnknownError` for a session of which no turn is kept.
        """
        turns = [
            await self.recorded(turn.id)
            for turn in reversed(await self.turns(session))
            if turn.outcome != FORGOTTEN_TURN
        ]
        if not turns:
            raise UnknownError(
                f"no turn of a session {session!r} is kept: list them with `loadsheet sessions`"
            )
        issues = [
            issue
            for name in await self.store.ever(self.workspace)
            for issue in await self._issues(name)
        ]
        records = await self.store.records(self.workspace)
        return kept(session, turns, issues, records, self.settings.budget)

    async def restore(self, records: Sequence[MemoryRecord]) -> None:
        """Put records into the workspace's memory as they are, in the place of a write policy that decides of each."""
        mine = [
            record.model_copy(
                update={"scope": record.scope.model_copy(update={"workspace": self.workspace})}
            )
            for record in records
        ]
        if mine:
            await self.store.write(self.workspace, mine, Adopt({}))

    async def _issues(self, name: str) -> list[Issue]:
        """Every version of a document that is held, oldest first."""
        return [
            Issue(
                Document(
                    id=name,
                    text=await self.store.text(self.workspace, name, held.version) or "",
                    title=held.title,
                    timestamp=held.timestamp,
                    pages=held.pages,
                ),
                held,
            )
            for held in await self.store.versions(self.workspace, name)
        ]

    # ------------------------------------------------------------ where it stands

    async def _fact(
        self,
        text: str,
        recorded: Recorded,
        records: Sequence[MemoryRecord],
        said: Sequence[Message],
    ) -> Fact:
        """Everywhere that a text stands: in any version of a document, in records, in what the user said."""
        heard = recorded.heard
        query = heard.turn.query or heard.turn.question if heard else recorded.turn.question
        found = [
            place
            for name in await self.store.ever(self.workspace)
            for place in await self._places(name, text)
        ]
        places = bearing(found, query, text)
        asked = set(terms(query)) - set(terms(text))
        speaking = tuple(
            r
            for r in records
            if says(f"{r.text}\n{r.value}", text)
            and (asked & set(terms(f"{r.subject} {r.key} {r.text}")) or not asked)
            and r.recorded_at <= recorded.read_at
        )
        fact = Fact(text=text, places=places, records=speaking)
        if places or speaking:
            return fact
        every = [*said, *await self._said_elsewhere(recorded)]
        told = [await self._told(message) for message in every if says(_own(message), text)]
        return Fact(text=text, told=tuple(told))

    async def _places(self, name: str, wanted: str) -> list[Place]:
        """Where any version of a document says it; a text that several versions have, in the newest alone."""
        made: list[Place] = []
        for held in await self.store.versions(self.workspace, name):
            text = await self.store.text(self.workspace, name, held.version) or ""
            if spans := stands(text, wanted):
                made += self._placed(name, held, text, spans)
        return made

    def _placed(
        self,
        name: str,
        held: StoredVersion,
        text: str,
        spans: Sequence[Span],
        *,
        wide: bool = False,
    ) -> list[Place]:
        """Spans of a version as places; it is chunked once, however many there are."""
        document = Document(id=name, text=text, title=held.title, pages=held.pages)
        chunks = chunk(document, self.counter, target=self.settings.chunk_tokens)
        return [
            Place(
                document=name,
                version=held.version,
                span=span,
                text=text[span.start : span.end],
                passage=next((c for c in chunks if c.start <= span.start < c.end), None),
                title=held.title,
                added_at=held.added_at,
                ended_at=held.removed_at or held.superseded_at,
                ended_by=held.superseded_by,
                wide=wide,
            )
            for span in spans
        ]

    async def _span(self, named: str) -> Place:
        """The place that `document:start-end` names. Raises `UnknownError` and `InputError`."""
        found = SPAN.fullmatch(named)
        name = found["document"] if found else named
        ids = await self.store.ever(self.workspace)
        known = next((one for one in ids if name in {one, one.rsplit(".", 1)[0]}), None)
        if found is None or known is None:
            raise UnknownError(
                f"no document {name!r} in workspace {self.workspace!r}: list them with `loadsheet documents`"
            )
        held = (await self.store.versions(self.workspace, known))[-1]
        text = await self.store.text(self.workspace, known, held.version) or ""
        start, end = int(found["start"] or 0), int(found["end"] or len(text))
        if not 0 <= start < end <= len(text):
            raise InputError(
                f"{known} has {len(text)} characters: {start}-{end} is not a part of it"
            )
        span = Span(start=start, end=end)
        return self._placed(known, held, text, [span], wide=found["end"] is None)[0]

    async def _said(self, recorded: Recorded) -> list[Message]:
        """What the user said in the session before the turn."""
        return await self._said_in(recorded.turn.session, recorded)

    async def _said_in(self, session: str, recorded: Recorded) -> list[Message]:
        whole = await self.store.tail(self.workspace, session, tokens=ALL)
        mine = [m for m in whole if m.role == "user" and m.turn != recorded.turn.id]
        at = recorded.turn.asked_at
        return [m for m in mine if m.timestamp is None or m.timestamp < at]

    async def _said_elsewhere(self, recorded: Recorded) -> list[Message]:
        """What the user said in the other sessions before the turn."""
        sessions = await self.store.sessions(self.workspace)
        others = [one.id for one in sessions if one.id != recorded.turn.session]
        return [m for name in others for m in await self._said_in(name, recorded)]

    async def _told(self, message: Message) -> Told:
        """A message, with what memory made of it in its own turn."""
        page = await self.store.page(self.workspace, message.turn) if message.turn else None
        receipts: tuple[WriteReceipts, ...] = Recorded(page).receipts if page else ()
        return Told(message, receipts)

    # ------------------------------------------------------------ today

    async def _stores(
        self,
        known: Stores,
        recorded: Recorded,
        facts: Sequence[Fact],
        fresh: Sequence[Loaded | Skipped],
    ) -> Stores:
        places = [place for fact in facts for place in fact.places]
        own = tuple(Query(text=p.passage.text if p.passage else p.text) for p in places[:8])
        plan = recorded.plan
        queries = plan.queries.queries if plan else ()
        nowhere = not all(f.places or f.records or f.told for f in facts)
        unread = [i for i in fresh if isinstance(i, Skipped)] if nowhere else []
        return replace(
            known,
            drift=tuple((await self.library.check()).drift),
            unread=tuple(f"{item.path}: {item.reason}" for item in unread),
            elsewhere=await self._elsewhere(recorded),
            reached=await self.store.search(self._wide(queries)),
            by_own_words=await self.store.search(self._wide(own)),
        )

    async def _elsewhere(self, recorded: Recorded) -> tuple[NormalizedTurn, ...]:
        """The turn as it would have been read in the sessions that were used last before it."""
        if recorded.heard is None:
            return ()
        turn, now = recorded.heard.turn.turn, recorded.turn
        before = [t.session for t in await self.turns() if t.asked_at < now.asked_at]
        made: list[NormalizedTurn] = []
        for name in list(dict.fromkeys(s for s in before if s != now.session))[:SESSIONS]:
            if state := await self.store.state(self.workspace, name):
                moved = turn.model_copy(update={"scope": state.scope})
                made.append((await self.pipeline.plan(moved, state)).heard.turn)
        return tuple(made)

    def _wide(self, queries: Sequence[Query]) -> QuerySet:
        return QuerySet(workspace=self.workspace, queries=tuple(queries), limit=WIDE)


def _in_files(fact: Fact, fresh: Sequence[Loaded | Skipped]) -> Fact:
    """A fact with the files that say it and are not indexed as they are."""
    files = (
        item.document.path or item.document.id
        for item in fresh
        if not isinstance(item, Skipped) and stands(item.document.text, fact.text)
    )
    return replace(fact, unsynced=tuple(files))


def _own(message: Message) -> str:
    """What a message says itself, without what was pasted along with it."""
    return split(message.content)[0]


def _expected(given: str | Sequence[str], wanted: CaseTurn) -> tuple[str, ...]:
    """What the answer should have said, by the caller and by the case."""
    return tuple(text for text in (*_listed(given), *wanted.answer_contains) if text.strip())


def _listed(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _case_of(path: str | os.PathLike[str] | None, question: str) -> CaseTurn:
    """The turn of a file of cases that asks the same. Raises `InputError` where none does."""
    if path is None:
        return CaseTurn(question=question)
    turns = [turn for case in load_cases(Path(path)).cases for turn in case.turns]
    for turn in turns:
        if turn.question == question.strip():
            return turn
    raise InputError(f"{os.fspath(path)} has no turn that asks {question!r}")


def _narrowed(facts: Sequence[Fact], spans: Sequence[Place]) -> list[Fact]:
    """The facts as they stand in the named spans; the spans themselves where no text is known, or none holds it."""
    if not facts:
        return [Fact(places=(span,)) for span in spans]
    return [
        Fact(text=fact.text, places=inside or tuple(spans), records=fact.records)
        for fact in facts
        for inside in [
            tuple(
                p
                for p in fact.places
                if any(
                    p.document == s.document
                    and p.version == s.version
                    and s.span.overlaps(p.span.start, p.span.end)
                    for s in spans
                )
            )
        ]
    ]
