"""Passages go in, best first; those that say something of their own come out, each with the ones that repeat it.

Kept is the passage that says all of it; of two that say the same the newer one, and where time does not tell the one
that ranks better. A newer passage never goes into an older one that says more: what is missing in it may have been
taken back.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from loadsheet.artifacts import Candidate
from loadsheet.corpus.repeats import READ, ComparedText, covers, reading
from loadsheet.corpus.shingles import containment, hashes, sketch

LIKELY = 0.4
"""Shared shingles from which two passages are read side by side: a sketch may be off by a tenth or two."""


@dataclass(slots=True)
class Kept:
    """A passage that stays, with those that say nothing which it does not."""

    place: int
    """Its place in the list that was given, from 0."""
    candidate: Candidate
    repeats: list[Repeat] = field(default_factory=list["Repeat"])

    @property
    def best(self) -> int:
        """The best place among it and its repeats."""
        return min((self.place, *(repeat.place for repeat in self.repeats)))


@dataclass(frozen=True, slots=True)
class Repeat:
    """A passage that another one says, too."""

    place: int
    candidate: Candidate
    whole: bool
    """Whether both say the same; else it is a part of the other."""


def merge(candidates: Sequence[Candidate]) -> list[Kept]:
    """The passages that stay, in the order of the best place of each group."""
    readings: dict[int, ComparedText] = {}

    def says(whole: int, part: int) -> bool:
        for place in (whole, part):
            readings.setdefault(place, reading(candidates[place].text))
        return covers(readings[whole], readings[part])

    near = _near(candidates)
    kept: dict[int, Kept] = {}
    # Longer ones first, so that a passage meets those that may hold it before it is kept itself.
    order = sorted(range(len(candidates)), key=lambda i: (-len(candidates[i].text), i))
    for place in order:
        home = next((p for p in sorted(kept) if p in near[place] and says(p, place)), None)
        if home is None:
            kept[place] = Kept(place, candidates[place])
            continue
        _settle(kept, home, place, candidates, mutual=says(place, home))
    return sorted(kept.values(), key=lambda item: item.best)


def _settle(
    kept: dict[int, Kept], home: int, place: int, candidates: Sequence[Candidate], *, mutual: bool
) -> None:
    """Put a passage that `home` covers where it belongs: into it, in its place, or beside it."""
    one, other = candidates[home], candidates[place]
    if mutual and _outranks(other, place, one, home):
        group = kept.pop(home)
        kept[place] = Kept(place, other, [Repeat(home, one, True), *group.repeats])
    elif not mutual and _newer(other, one):
        kept[place] = Kept(place, other)
    else:
        kept[home].repeats.append(Repeat(place, other, mutual))


def _outranks(one: Candidate, place: int, other: Candidate, home: int) -> bool:
    if _newer(one, other) or _newer(other, one):
        return _newer(one, other)
    return place < home


def _newer(one: Candidate, other: Candidate) -> bool:
    return (
        one.timestamp is not None
        and other.timestamp is not None
        and one.timestamp > other.timestamp
    )


def _near(candidates: Sequence[Candidate]) -> list[set[int]]:
    """For each passage those that share so much of their shingles that it is worth to read both."""
    sketches = [_sketch(candidate) for candidate in candidates]
    near: list[set[int]] = [set() for _ in candidates]
    for one, other in _meeting(sketches):
        if containment(sketches[one], sketches[other]) >= LIKELY:
            near[one].add(other)
            near[other].add(one)
    return near


def _meeting(sketches: Sequence[frozenset[int]]) -> Iterator[tuple[int, int]]:
    """The pairs that share a hash, and those whose sketches cannot tell."""
    for place, made in enumerate(sketches):
        for other in range(place):
            if not made or not made.isdisjoint(sketches[other]):
                yield other, place


def _sketch(candidate: Candidate) -> frozenset[int]:
    if candidate.shingles:
        return _unpacked(candidate.shingles)
    return hashes(sketch(candidate.text))


@lru_cache(READ)
def _unpacked(shingles: str) -> frozenset[int]:
    return hashes(b64decode(shingles))
