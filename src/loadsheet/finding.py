"""A text in; what memory holds that bears on it out: by its words, and by its meaning where there is an embedder."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import CURRENT, MemoryHit, MemoryRecord, given_number, given_text
from loadsheet.errors import InputError, ModelError
from loadsheet.memory.beliefs.bearing import ALIKE, asked_of
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.recall import select
from loadsheet.memory.recall.asking import subjects
from loadsheet.ports import Clock, Embedder, Store
from loadsheet.stages.believing import beliefs_now

AT_ONCE = 64
"""Texts that are given to an embedder at once."""


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds in the memory of one workspace."""

    workspace: str
    store: Store
    clock: Clock
    embedder: Embedder | None
    """What finds by meaning; None finds by words alone."""

    async def recall(self, query: str, limit: int = 10) -> Sequence[MemoryHit]:
        """The records and accepted episodes that bear on `query`, best first: keyword matches, and vectors where there
        is an embedder; superseded and expired ones never do.

        Raises `InputError` for a limit below zero.
        """
        given_text(query, "the query")
        if given_number(limit, "the limit") < 0:
            raise InputError(f"limit {limit} is below zero: say how many are wanted at the most")
        now, store = self.clock(), self.store
        named = [*subjects(query), USER]
        keyed = await store.about(self.workspace, named, now)
        worded = await store.find(self.workspace, query, at=now, limit=limit)
        best = select.bearings(query, [*keyed, *worded], now)
        hits = {
            b.record.id: MemoryHit(record=b.record.id, text=b.record.text, score=b.score)
            for b in best
        }
        floor = min((hit.score for hit in hits.values()), default=1.0)
        for place, record in enumerate(worded, start=1):
            score = round(floor / (1 + place), 4)
            hits.setdefault(record.id, MemoryHit(record=record.id, text=record.text, score=score))
        hits |= await self._alike(query, hits)
        return sorted(hits.values(), key=lambda hit: -hit.score)[:limit]

    async def _alike(self, query: str, known: Mapping[str, MemoryHit]) -> dict[str, MemoryHit]:
        """What vectors find, and the accepted episodes that bear on a query."""
        now = self.clock()
        held = await self.store.beliefs(self.workspace)
        episodes = (await beliefs_now(self.store, self.workspace, now, held)).episodes
        records = [r for r in await self._current() if select.stands(r, now)]
        held = {r.id: r.text for r in records} | {e.id: e.summary for e in episodes}
        near = await self.near(query, held)
        found = {
            r.id: MemoryHit(record=r.id, text=r.text, score=round(near[r.id], 4))
            for r in records
            if near.get(r.id, 0.0) >= max(ALIKE, known[r.id].score if r.id in known else 0.0)
        }
        for episode, score in asked_of(query, episodes, near):
            found[episode.id] = MemoryHit(
                record=episode.id, text=episode.summary, score=score, type="episode"
            )
        return found

    async def _current(self) -> Sequence[MemoryRecord]:
        """What vectors may find; nothing where there are none."""
        if self.embedder is None:
            return ()
        rows = [await self.store.records(self.workspace, status=status) for status in CURRENT]
        return [record for found in rows for record in found]

    async def near(self, text: str, held: Mapping[str, str]) -> Mapping[str, float]:
        """How near each of the held texts lies to `text`, by id; nothing without an embedder, or where it fails.

        Vectors that are missing are made first; in a state that may only be read those that there are must do.
        """
        if self.embedder is None or not held or not text.strip():
            return {}
        name = self.embedder.name
        try:
            missing = await self.store.lacking(self.workspace, name, held)
            for begin in range(0, len(missing) if self._may_write() else 0, AT_ONCE):
                some = {id: held[id] for id in missing[begin : begin + AT_ONCE]}
                rows = await self.embedder.embed(list(some.values()))
                await self.store.keep_memory_vectors(self.workspace, name, some, rows)
            (vector,) = await self.embedder.embed([text], as_query=True)
        except ModelError as error:
            logging.getLogger("loadsheet").warning("memory is searched by words alone: %s", error)
            return {}
        return await self.store.likenesses(self.workspace, name, list(held), vector)

    def _may_write(self) -> bool:
        try:
            self.store.claim()
        except InputError:
            return False
        return True
