"""A clause in; the bids that it joins (`Answer in one sentence and never mention prices`), each as a span of it, out.

Each is a rule of its own: it is lifted and replaced alone. What stands under a condition stays together, since the
condition is that of all of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.standing import (
    KIND,
    ON_CONDITION,
    ONLY_NAME,
    SCOPE,
    STANDING,
    stands,
    states,
)

_AND = r"(?:and|but|und|aber|et|mais|y|pero|e|ma)"
_JOINT = Pattern(
    rf"\s*[,;]\s+(?:{_AND}\s+)?(?!(?:so|therefore|hence|deshalb|daher|donc|alors)\b)(?=\w)|\s+{_AND}\s+(?=\w)",
    fits="be brief and cite pages",
    misses="be brief",
)
_RULES_ALONE = Pattern(
    r"(?:drop|forget|stop|lift|cancel|make|use|never|always|don['’]t|ignore|only)\b",
    fits="never mention prices",
    misses="name the price",
)
"""Begins a clause of its own behind `and`, whatever stands before."""


def joined(clause: str) -> list[tuple[int, int]]:
    """The spans of what a clause bids, in order; one span, the whole clause, where it joins no bids."""
    conditional = (ON_CONDITION.match(clause) or KIND.match(clause)) and not STANDING.match(
        clause.lstrip()
    )
    if conditional or SCOPE.match(clause):
        return [(0, len(clause))]
    made: list[tuple[int, int]] = []
    led = False
    for start, end in _pieces(clause):
        alone = stands(clause[start:end])
        strong = (
            _RULES_ALONE.match(clause[start:end]) is not None
            and clause[start - 2 : start - 1] != ","
        )
        if not made or (led and alone) or (strong and (led or len(made) == 1)):
            made.append((start, end))
            led = alone
        else:
            made[-1] = (made[-1][0], end)
    return made


def leads(clause: str) -> bool:
    """Whether a clause begins with a rule and goes on with what belongs to it: a reason, or more that is bidden."""
    first, *others = (clause[start:end] for start, end in _pieces(clause))
    if not others or ONLY_NAME.match(first):
        return False
    return states(first)


def _pieces(clause: str) -> Iterator[tuple[int, int]]:
    """What stands between the joints of a clause."""
    at = 0
    for joint in _JOINT.finditer(clause):
        yield at, joint.start()
        at = joint.end()
    yield at, len(clause)
