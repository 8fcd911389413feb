"""A question or a plan and what memory believes go in; what of it bears on them, and how much, comes out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from loadsheet.artifacts import Belief, Episode, Hypothesis
from loadsheet.intent.language.common import naming
from loadsheet.memory.language.text import related, terms

SHARED = 1 / 3
"""The part of the shorter of plan and hypothesis that both must speak of: of three telling words, one."""

ASKED = 0.5
"""The part of a question that is to be spoken of, as by an observation."""

ALIKE = 0.4
"""The cosine from which two texts count as near: sentence embedders put unrelated ones below .3."""

B = TypeVar("B", Hypothesis, Episode)


def text_of(belief: Belief) -> str:
    """What a belief says, with what it takes for granted."""
    if isinstance(belief, Episode):
        return belief.summary
    return "\n".join((belief.content, *belief.assumptions))


def asked_of(
    question: str, beliefs: Iterable[B], near: Mapping[str, float] | None = None
) -> list[tuple[B, float]]:
    """The beliefs that speak of half of a question or more, or lie near it; with how much, the most first."""
    asked = _telling(question)

    def part(belief: B) -> float:
        return _shared(asked, text_of(belief)) / max(len(asked), 1)

    return _best({belief.id: (belief, part(belief)) for belief in beliefs}, ASKED, near)


def bearing_on(
    plan: str, beliefs: Iterable[Hypothesis], near: Mapping[str, float] | None = None
) -> list[tuple[Hypothesis, float]]:
    """The hypotheses that speak of what a plan speaks of, or lie near it; with how much, the most first."""
    asked = _telling(plan)

    def part(belief: Hypothesis) -> float:
        shorter = min(len(asked), len(_telling(text_of(belief))))
        return min(1.0, _shared(asked, text_of(belief)) / max(shorter, 1))

    return _best({belief.id: (belief, part(belief)) for belief in beliefs}, SHARED, near)


def _best(
    found: Mapping[str, tuple[B, float]], floor: float, near: Mapping[str, float] | None
) -> list[tuple[B, float]]:
    close = near or {}
    kept = [
        (belief, round(max(part, close.get(id, 0.0)), 4))
        for id, (belief, part) in found.items()
        if part >= floor or close.get(id, 0.0) >= ALIKE
    ]
    return sorted(kept, key=lambda pair: (-pair[1], pair[0].id))


def _telling(text: str) -> list[str]:
    """The words of a text that name something; all of them where none does."""
    found = list(dict.fromkeys(terms(text)))
    return naming(found) or found


def _shared(asked: Sequence[str], text: str) -> int:
    said = _telling(text)
    return sum(any(related(term, word) for word in said) for term in asked)
