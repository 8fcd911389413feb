"""The beliefs of a workspace as they stand now: hypotheses with what the graph says, episodes in what still holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from loadsheet.artifacts import Belief, Episode, Hypothesis, MemoryRecord
from loadsheet.memory.beliefs import standing
from loadsheet.memory.beliefs.standing import Believed, members, resting
from loadsheet.ports import BeliefStore, RecordStore


class Believing(BeliefStore, RecordStore, Protocol):
    """Where beliefs are kept, beside the records that they rest on."""


async def beliefs_now(
    store: RecordStore,
    workspace: str,
    now: datetime,
    held: Sequence[Belief],
    some: Sequence[Belief] | None = None,
) -> Believed:
    """Of all beliefs that are `held`, or of `some` of them, the hypotheses and the accepted episodes, as they stand at
    `now`. Looks up no record but what these rest on.
    """
    wanted = held if some is None else some
    if not wanted:  # as in most turns: there is nothing to look up for it
        return Believed()
    below = resting((b for b in wanted if isinstance(b, Hypothesis)), held)
    ids = {belief.id for belief in wanted}
    every = [b for b in held if b.id in ids or b in below]
    made = standing.believed(every, await _beside(store, workspace, every), now)
    return Believed(
        tuple(h for h in made.hypotheses if h.id in ids),
        tuple(e for e in made.episodes if e.id in ids),
    )


async def _beside(
    store: RecordStore, workspace: str, beliefs: Sequence[Belief]
) -> list[MemoryRecord]:
    """The records that beliefs name, and those that were made of the messages of episodes."""
    episodes = [b for b in beliefs if isinstance(b, Episode) and b.status == "accepted"]
    sources = [source for episode in episodes for source in episode.sources]
    said: dict[str, set[str]] = defaultdict(set)
    for source in sources:
        if source.message is not None:
            said[source.session or ""].add(source.message)
    named = {source.record for source in sources if source.record is not None}
    named |= members(b for b in beliefs if isinstance(b, Hypothesis))
    named -= {belief.id for belief in beliefs}
    found = list(await store.records(workspace, ids=sorted(named)))
    for session, messages in sorted(said.items()):
        found += await store.told(workspace, session, sorted(messages))
    return found
