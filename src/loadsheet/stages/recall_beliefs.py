"""A turn's question and what is believed go in; episodes and labelled beliefs that bear on it come out as blocks.

An accepted episode tells what was observed, and may answer. A hypothesis answers nothing: it stands below all that was
told, labelled with its state and its confidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import Belief, Block, Episode, Hypothesis, LeftOut, Source
from loadsheet.assembly.blocks import block
from loadsheet.memory.beliefs.bearing import B, asked_of, text_of
from loadsheet.memory.recall.borrowing import shares
from loadsheet.ports import Counter
from loadsheet.stages.recall_queries import Looking

EPISODE, BELIEF = "episode", "belief"
"""The rules by which they are read: the question speaks of what they say."""

MOST = 3
"""How many of either a turn reads at the most."""

BELOW = 0.4
"""The part of a hypothesis's relevance that it has beside what was told."""


@dataclass(frozen=True, slots=True)
class Recollection:
    """What of the beliefs a turn reads."""

    episodes: tuple[Episode, ...] = ()
    told: tuple[Block, ...] = ()
    """The blocks of the episodes, in their order."""
    beliefs: tuple[Block, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    @property
    def sources(self) -> list[Source]:
        """Where the episodes were told: it is not told a second time."""
        return [source for episode in self.episodes for source in episode.sources]


async def recollected(looking: Looking, counter: Counter, *, answered: bool) -> Recollection:
    """What bears on the question; where it is `answered` by itself, no episode is wanted."""
    every = await looking.beliefs()
    # What stands is looked up of what speaks of the question alone, which is then asked again: a part may have ended.
    episodes = [b for b in every if isinstance(b, Episode) and b.status == "accepted"]
    hypotheses = [b for b in every if isinstance(b, Hypothesis)]
    some = [one for one, _ in _bearing(looking, hypotheses)]
    told = [] if answered else [one for one, _ in _recalled(looking, episodes)]
    held = await looking.believed([*some, *told], every)
    found = [] if answered else _recalled(looking, held.episodes)
    doubtful = _bearing(looking, held.hypotheses)
    return Recollection(
        episodes=tuple(episode for episode, _ in found[:MOST]),
        told=tuple(_episode(one, score, looking, counter) for one, score in found[:MOST]),
        beliefs=tuple(_belief(one, score, counter) for one, score in doubtful[:MOST]),
        left_out=tuple(_left_out([*found[MOST:], *doubtful[MOST:]])),
    )


def _recalled(looking: Looking, episodes: Sequence[Episode]) -> list[tuple[Episode, float]]:
    """The episodes of the time that is asked for; where none is, those that speak of what is."""
    when = looking.time_asked
    if when is None:
        return _bearing(looking, episodes)
    return [(e, 1.0) for e in episodes if e.began < when.end and e.ended >= when.begin]


def _bearing(looking: Looking, beliefs: Sequence[B]) -> list[tuple[B, float]]:
    found = asked_of(looking.asked, beliefs)
    return [(one, score) for one, score in found if shares(looking.own, text_of(one))]


def _episode(episode: Episode, score: float, looking: Looking, counter: Counter) -> Block:
    date = episode.ended.astimezone(looking.zone).date().isoformat()
    return block(
        "memory",
        f"episode:{episode.id}",
        episode.summary,
        counter=counter,
        producer="recall",
        rule=EPISODE,
        reason=f"an accepted episode of run {episode.run} speaks of what is asked",
        attributes={"type": "episodic", "run": episode.run, "date": date},
        score=score,
        sources=(Source(record=episode.id, status=episode.status), *episode.sources),
    )


def _belief(belief: Hypothesis, score: float, counter: Counter) -> Block:
    return block(
        "memory",
        f"belief:{belief.id}",
        belief.content,
        counter=counter,
        producer="recall",
        rule=BELIEF,
        reason="a hypothesis speaks of what is asked; it is memory, and answers nothing by itself",
        attributes=belief.labels,
        score=round(BELOW * score, 4),
        sources=(Source(record=belief.id, status=belief.status),),
    )


def _left_out(found: Iterable[tuple[Belief, float]]) -> list[LeftOut]:
    return [
        LeftOut(
            id=f"{EPISODE if isinstance(one, Episode) else BELIEF}:{one.id}",
            kind="memory",
            stage="recall",
            rule="beyond_slice",
            reason=f"a turn reads {MOST} of them at the most",
            score=score,
            sources=(Source(record=one.id, status=one.status),),
        )
        for one, score in found
    ]
