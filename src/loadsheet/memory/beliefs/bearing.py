"""A text and what memory believes go in; what of it bears on the text, and how much, comes out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from loadsheet.artifacts import Belief, Episode
from loadsheet.intent.language.common import naming
from loadsheet.memory.language.text import related, terms

SHARED = 1 / 3
"""The part of the shorter of two texts that both must speak of: of a belief in three telling words, one."""

ASKED = 0.5
"""The part of a question that an episode must speak of, as an observation must."""

ALIKE = 0.4
"""The cosine from which two texts count as near: sentence embedders put unrelated ones below .3."""

B = TypeVar("B", bound=Belief)


def text_of(belief: Belief) -> str:
    """What a belief says, with what it takes for granted."""
    if isinstance(belief, Episode):
        return belief.summary
    return "\n".join((belief.content, *belief.assumptions))


def speaking_of(
    text: str, beliefs: Iterable[B], near: Mapping[str, float] | None = None
) -> list[tuple[B, float]]:
    """The beliefs that bear on a plan or a question, by their words or by vectors, with how much; the most first.

    `near` is how near each lies to the text, where something tells.
    """
    asked = _telling(text)
    found: list[tuple[B, float]] = []
    for belief in beliefs:
        worded = _shared(asked, belief)
        alike = (near or {}).get(belief.id, 0.0)
        floor = ASKED if isinstance(belief, Episode) else SHARED
        if worded >= floor or alike >= ALIKE:
            found.append((belief, round(max(worded, alike), 4)))
    return sorted(found, key=lambda pair: (-pair[1], pair[0].id))


def _telling(text: str) -> list[str]:
    """The words of a text that name something; all of them where none does."""
    found = list(dict.fromkeys(terms(text)))
    return naming(found) or found


def _shared(asked: Sequence[str], belief: Belief) -> float:
    """The part of an episode's question, or of the shorter of plan and hypothesis, that both speak of."""
    said = _telling(text_of(belief))
    hit = sum(any(related(term, word) for word in said) for term in asked)
    whole = len(asked) if isinstance(belief, Episode) else min(len(asked), len(said))
    return min(1.0, hit / max(whole, 1))
