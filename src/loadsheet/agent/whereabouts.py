"""What an agent's stores hold of a stored turn: texts in; every place where they stand, then and today, out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from loadsheet.agent.parts import AgentParts
from loadsheet.agent.record import Record
from loadsheet.artifacts import (
    Chunk,
    Document,
    MemoryRecord,
    Message,
    NormalizedTurn,
    Query,
    QuerySet,
    Skipped,
)
from loadsheet.corpus.chunk import chunk
from loadsheet.corpus.load import Loaded
from loadsheet.documents.taking_in import TakingIn
from loadsheet.documents.upkeep import Upkeep
from loadsheet.errors import UnknownError
from loadsheet.evals.doctor.examined import Stores
from loadsheet.evals.recorded import Recorded
from loadsheet.evals.sought import (
    Fact,
    Issue,
    Place,
    Told,
    fact_of,
    in_files,
    narrowed,
    parted,
    says,
    span_of,
    stands,
)
from loadsheet.intent.pasted import split

WIDE = 1000
"""Candidates that a look at today's index may bring: far more than a turn looks at."""

SESSIONS = 3
"""Other sessions in which a turn is read once more, the latest first: the right one was used just before."""

ALL = 10**9
"""Tokens of a transcript that is read whole."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Looks up what was expected of a turn, in whatever the stores hold."""

    parts: AgentParts

    async def of(
        self, texts: Sequence[str], named: Sequence[str], recorded: Recorded
    ) -> tuple[list[Fact], Stores]:
        """What was expected of a turn, each with where it stands, and the stores of today.

        `named` are places, as `document:start-end`, in which alone it counts. Raises `UnknownError` and `InputError`
        for one that there is not.
        """
        records = await self.parts.store.records(self.parts.workspace)
        facts = await self._facts(texts, recorded, records)
        lost = any(not fact.places and not fact.records for fact in facts)
        fresh = await TakingIn(self.parts.library).unsynced() if lost else []
        facts = [in_files(fact, fresh) for fact in facts]
        spans = [await self._span(one) for one in named]
        facts = narrowed(facts, spans) if spans else facts
        stores = Stores(records=tuple(records), keeps=self.parts.settings.memory == "on")
        return facts, await self._stores(stores, recorded, facts, fresh) if facts else stores

    async def issues(self) -> AsyncIterator[Issue]:
        """Every version of every document, one at a time, those of a document oldest first."""
        for name in await self.parts.store.ever(self.parts.workspace):
            for held in await self.parts.store.versions(self.parts.workspace, name):
                text = await self.parts.store.text(self.parts.workspace, name, held.version) or ""
                document = Document(
                    id=name,
                    text=text,
                    title=held.title,
                    timestamp=held.timestamp,
                    pages=held.pages,
                )
                yield Issue(document, held)

    # ------------------------------------------------------------ where it stands

    async def _facts(
        self, texts: Sequence[str], recorded: Recorded, records: Sequence[MemoryRecord]
    ) -> list[Fact]:
        """Everywhere that texts stand: in any version of a document, in records, or else in what the user said."""
        if not texts:
            return []
        found: dict[str, list[Place]] = {text: [] for text in texts}
        async for issue in self.issues():
            for text, places in found.items():
                places.extend(issue.places(stands(issue.document.text, text), self._cut))
        facts = [fact_of(text, recorded, found[text], records) for text in texts]
        if all(fact.places or fact.records for fact in facts):
            return facts
        said = await self._said(recorded)
        return [
            fact if fact.places or fact.records else await self._told(fact, said) for fact in facts
        ]

    def _cut(self, document: Document) -> Sequence[Chunk]:
        """The passages of a document as the settings cut it."""
        return chunk(document, self.parts.counter, target=self.parts.settings.chunk_tokens)

    async def _span(self, named: str) -> Place:
        """The place that `document:start-end` names. Raises `UnknownError` and `InputError`."""
        name, _, _ = parted(named)
        issues = [one async for one in self.issues() if one.called(name)]
        if not issues:
            raise UnknownError(
                f"no document {name!r} in workspace {self.parts.workspace!r}: list them with `loadsheet documents`"
            )
        return span_of(named, issues[-1], self._cut)

    async def _said(self, recorded: Recorded) -> list[Message]:
        """What the user said before the turn, in its own session first."""
        turn = recorded.turn
        sessions = [one.id for one in await self.parts.store.sessions(self.parts.workspace)]
        made: list[Message] = []
        for name in dict.fromkeys((turn.session, *sessions)):
            for one in await self.parts.store.tail(self.parts.workspace, name, tokens=ALL):
                before = one.timestamp is None or one.timestamp < turn.asked_at
                if one.role == "user" and one.turn != turn.id and before:
                    made.append(one)
        return made

    async def _told(self, fact: Fact, said: Sequence[Message]) -> Fact:
        """A fact with the messages that say it, and what memory made of each in its own turn."""
        told: list[Told] = []
        for message in said:
            if says(split(message.content)[0], fact.text):  # without what was pasted along with it
                page = (
                    await self.parts.store.page(self.parts.workspace, message.turn)
                    if message.turn
                    else None
                )
                told.append(Told(message, Recorded(page).receipts if page else ()))
        return replace(fact, told=tuple(told))

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
            drift=tuple((await Upkeep(self.parts.library).check()).drift),
            unread=tuple(f"{item.path}: {item.reason}" for item in unread),
            elsewhere=await self._elsewhere(recorded),
            reached=await self.parts.store.search(self._wide(queries)),
            by_own_words=await self.parts.store.search(self._wide(own)),
        )

    async def _elsewhere(self, recorded: Recorded) -> tuple[NormalizedTurn, ...]:
        """The turn as it would have been read in the sessions that were used last before it."""
        if recorded.heard is None:
            return ()
        turn, now = recorded.heard.turn.turn, recorded.turn
        before = [t.session for t in await Record(self.parts).turns() if t.asked_at < now.asked_at]
        made: list[NormalizedTurn] = []
        for name in list(dict.fromkeys(s for s in before if s != now.session))[:SESSIONS]:
            if state := await self.parts.store.state(self.parts.workspace, name):
                moved = turn.model_copy(update={"scope": state.scope})
                made.append((await self.parts.pipeline.plan(moved, state)).heard.turn)
        return tuple(made)

    def _wide(self, queries: Sequence[Query]) -> QuerySet:
        return QuerySet(workspace=self.parts.workspace, queries=tuple(queries), limit=WIDE)
