"""A text in; its intent vector out, with the name of every signal that fired."""

from __future__ import annotations

from functools import lru_cache

from loadsheet.artifacts import IntentVector
from loadsheet.intent.flags.signal_patterns import TABLE
from loadsheet.intent.flags.utterance_type import shapes
from loadsheet.intent.language import words
from loadsheet.intent.language.pattern import PatternTable

_WORDING = frozenset({"fine_grained", "abstract"})
_SIGNALS = PatternTable((row.pattern, row) for row in TABLE)


@lru_cache(maxsize=256)
def intent_of(text: str) -> IntentVector:
    """The flags of a text, each with the signals that raised it.

    Quoted words count for nothing: they are somebody else's.
    """
    plain = words.QUOTED.sub(" ", text).strip()
    fired: dict[str, list[str]] = {}
    for pattern, row in _SIGNALS.near(plain):
        if pattern.search(plain):
            fired.setdefault(row.flag, []).append(row.name)
    for flag, name, holds in shapes(text, plain, wording=not _WORDING.isdisjoint(fired)):
        if holds:
            fired.setdefault(flag, []).append(name)
    return IntentVector.model_validate(
        {
            **{flag: min(1.0, 0.7 + 0.15 * len(names)) for flag, names in fired.items()},
            "signals": tuple(f"{flag}: {name}" for flag, names in fired.items() for name in names),
        }
    )
