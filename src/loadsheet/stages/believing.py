"""The beliefs of a workspace as they stand now: hypotheses with what the graph says, episodes in what still holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from loadsheet.artifacts import Belief, Episode, Hypothesis, MemoryRecord, Source
from loadsheet.memory.beliefs.episodes import told_by, without
from loadsheet.memory.beliefs.standing import derived, grounds, members
from loadsheet.memory.recall.status import ending
from loadsheet.ports import BeliefStore, RecordStore


class Believing(BeliefStore, RecordStore, Protocol):
    """Where beliefs are kept, beside the records that they rest on."""


@dataclass(frozen=True, slots=True)
class Believed:
    """What a workspace believes."""

    hypotheses: tuple[Hypothesis, ...] = ()
    episodes: tuple[Episode, ...] = ()
    """The accepted ones; what of them has ended since is not in them."""


async def believed(store: Believing, workspace: str, now: datetime) -> Believed:
    """All hypotheses, and the accepted episodes, as they stand at `now`."""
    held = await store.beliefs(workspace)
    if not held:  # as in most turns: there is nothing to look up for it
        return Believed()
    accepted = [b for b in held if isinstance(b, Episode) and b.status == "accepted"]
    ended = await _ended(store, workspace, accepted, now)
    left = [without(episode, lambda source, _: ended(source)) for episode in accepted]
    return Believed(
        tuple(await standing(store, workspace, held, now)),
        tuple(episode for episode in left if episode is not None),
    )


async def standing(
    store: RecordStore, workspace: str, held: Sequence[Belief], now: datetime
) -> list[Hypothesis]:
    """The hypotheses among beliefs, each with what the graph says of it."""
    hypotheses = [b for b in held if isinstance(b, Hypothesis)]
    named = sorted(members(hypotheses) - {b.id for b in held})
    records = await store.records(workspace, ids=named)
    return derived(hypotheses, grounds(records, held, now))


async def _ended(
    store: RecordStore, workspace: str, episodes: Sequence[Episode], now: datetime
) -> Callable[[Source], bool]:
    """Says of a source whether what it told has ended, or is contradicted."""
    said: dict[str, set[str]] = defaultdict(set)
    for source in (source for episode in episodes for source in episode.sources):
        if source.message is not None:
            said[source.session or ""].add(source.message)
    told: list[MemoryRecord] = []
    for session, messages in sorted(said.items()):
        told += await store.told(workspace, session, sorted(messages))
    named = {s.record for episode in episodes for s in episode.sources if s.record is not None}
    records = await store.records(workspace, ids=sorted(named))
    gone = {record.id for record in records if ending(record, now)}
    over = told_by(told, now)
    return lambda source: source.record in gone if source.record is not None else over(source)
