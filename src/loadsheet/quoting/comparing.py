"""A question how two things compare and the ranked pieces in; the piece of each of the two out.

How they compare is read off both: `Is a canoe dearer than a kayak?` is answered by what each costs.
"""

from __future__ import annotations

from collections.abc import Sequence

from loadsheet.corpus.terms import terms
from loadsheet.intent.language.answer_forms import NUMBER, pattern
from loadsheet.quoting.cutting import Quotable
from loadsheet.quoting.scoring import CONTEXT, Need, Scored

_MORE = r"\b(?:more|less|fewer|better|worse|mehr|weniger|plus|moins|más|menos|\p{L}{3,}er)\b"
_COMPARED = pattern(
    rf"^(?P<one>.*?{_MORE}.*?)\b(?:than|als)\b(?P<other>.*)$",
    r"^(?P<one>.*?\b(?:plus|moins|más|menos)\b.*?)\bqu(?:e\b|['’])(?P<other>.*)$",
    rf"^(?P<one>.*?{_MORE}.*?)\b(?:or|oder|ou|o)\b(?P<other>.*)$",
)


def compares(question: str) -> bool:
    """Whether a question asks how two things compare."""
    return _COMPARED.match(question) is not None


def both(question: str, need: Need, ranked: Sequence[Scored]) -> list[Scored]:
    """The piece that tells most of the one, and that of the other, in the order of the question; one where the same
    tells of both. None where the question compares nothing, compares with a value, or one of the two has no number."""
    found = _COMPARED.match(question)
    if found is None or NUMBER.match(next(iter(terms(found["other"])), "")):
        return []
    one, other = (need.wanted.intersection(terms(found[side])) for side in ("one", "other"))
    valued = [scored for scored in ranked if NUMBER.search(scored[1].prose)]
    told = [
        _most(need, *sides, valued) for sides in ((one - other, other - one), (other, one - other))
    ]
    if not all(told):
        return []
    (first,), (second,) = told
    return [first] if first[1] is second[1] else [first, second]


def _most(
    need: Need, of: frozenset[str], against: frozenset[str], ranked: Sequence[Scored]
) -> list[Scored]:
    """The piece that tells most of the one, and least of the other; none where none speaks of it more."""

    def told(one: Quotable) -> float:
        above = need.weight(of & one.context - one.terms)
        return need.weight(of & one.terms) + CONTEXT * above - need.weight(against & one.terms)

    best = max(ranked, key=lambda scored: told(scored[1]), default=None)
    return [best] if best and need.weight(of & best[1].near) > 0 else []
