"""Facts that lead from a subject of the question to what it asks, where no single one answers it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from loadsheet.artifacts import MemoryRecord
from loadsheet.memory.language.text import normal, related, terms
from loadsheet.memory.recall.asking import Asked

HOPS = 4
WIDTH = 24
"""Chains of facts are followed so far, and so many at a time."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Facts of which each one's value is the subject of the next, and the terms of the question still open."""

    records: tuple[MemoryRecord, ...]
    open: tuple[str, ...]
    at: str
    """The subject to go on from."""

    @property
    def rank(self) -> tuple[int, int]:
        """Chains that leave less open come first, then shorter ones."""
        return len(self.open), len(self.records)


def begun(question: str, named: Iterable[str]) -> list[Chain]:
    """A chain without facts for each of the subjects that the question names."""
    asked = Asked.of(question).terms
    made: list[Chain] = []
    for phrase in named:
        own = set(terms(phrase))
        made.append(Chain((), tuple(term for term in asked if term not in own), phrase))
    return made


def extended(chains: Sequence[Chain], records: Sequence[MemoryRecord]) -> list[Chain]:
    """Each chain with each fact of the subject that it stands at, where that answers something that is still open."""
    about: dict[str, list[MemoryRecord]] = {}
    for record in records:
        about.setdefault(normal(record.subject), []).append(record)
    made: list[Chain] = []
    for chain in chains:
        for record in about.get(chain.at, ()):
            said = set(terms(record.key)) | (
                set(terms(record.text)) - set(terms(record.subject)) - set(terms(record.value))
            )
            left = tuple(
                term for term in chain.open if not any(related(term, word) for word in said)
            )
            if len(left) < len(chain.open) and record not in chain.records:
                made.append(Chain((*chain.records, record), left, normal(record.value)))
    return sorted(made, key=lambda chain: (*chain.rank, [r.id for r in chain.records]))[:WIDTH]


def best_chain(chains: Iterable[Chain]) -> Chain | None:
    """The chain that leaves least of the question open; None where none answers more than a half of it."""
    found = min(chains, key=lambda chain: chain.rank, default=None)
    return found if found is not None and found.records else None
