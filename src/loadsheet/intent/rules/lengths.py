"""A clause in; the length that it sets for answers out: how many, of what, and where it says so."""

from __future__ import annotations

import re
from typing import NamedTuple

from loadsheet.corpus.terms import one_of
from loadsheet.intent.language import numerals
from loadsheet.intent.language.pattern import Pattern

UNITS = {
    "sentence": r"sentences?|s[aä]tz\w*|phrases?|frases?|oraci[oó]n(?:es)?|frasi",
    "word": r"words?|wörter\w*|worte|mots|palabras|parole",
    "line": r"lines?|zeilen?|lignes?|líneas|righe",
    "paragraph": r"paragraph(?:e?s|e)?|absätze|absatz",
    "character": r"characters?|zeichen",
    "bullet": r"bullets?(?:[ -]points?)?|points|stichpunkten?",
}
"""What answers are measured in."""

_FEW = 3
"""How many `a few` are."""

_UNIT = "|".join(f"(?P<{name}>{form})" for name, form in UNITS.items())
_N = rf"(?P<n>\d{{1,4}}|(?:an?\s+|one\s+)?(?:single|hundred)|a\s+few|{one_of(numerals.NUMERALS)})"
_LENGTH = rf"{_N}\s+(?:short\s+|full\s+|complete\s+)?(?:{_UNIT})\b"
_NOT = (
    r"(?:nothing|no|not|never|don['’]t|do\s+not|must\s?n[o'’]t|should\s?n[o'’]t|cannot|can['’]t)\b"
)

BOUND = (
    rf"(?:{_NOT}(?:\s+(?:ever|be|use|write|answer|reply|give|go|make|your|answers?|replies|in|with|me)){{0,5}}"
    r"\s+(?:more|longer|over|above|beyond)(?:\s+than)?|at\s+most|(?:a\s+)?max(?:imum|imal)?(?:\s+of)?|up\s+to|under|below"
    r"|less\s+than|fewer\s+than|within|only|just|exactly|about|around|limit(?:ed)?\s+(?:\w+\s+){0,2}to|höchstens"
    r"|nicht\s+mehr\s+als|bis\s+zu|au\s+(?:plus|maximum)|pas\s+plus(?:\s+de)?|como\s+máximo|no\s+más(?:\s+de)?"
    r"|al\s+massimo|non\s+più(?:\s+di)?|massimo)"
)
"""What stands before the most that an answer may have; `never more than two` denies nothing."""

COUNTED = Pattern(rf"\b{_LENGTH}", fits="two sentences", misses="the sentence")
_SET = Pattern(
    rf"\b(?:(?:(?:in|with|using|within|to|mit|en|con|of)\s+)?{BOUND}|in|with|using|within|to|make\s+(?:it|that)|mit|en|con)\s+{_LENGTH}"
    r"(?:\s+or\s+(?:less|fewer))?",
    fits="in at most 15 words",
    misses="the words of a rule",
)
AT_MOST = Pattern(
    rf"\b{_LENGTH}\s+(?:or\s+(?:less|fewer)|at\s+most|max(?:imum)?|only)\b",
    fits="two sentences or less",
    misses="two sentences",
)


class Length(NamedTuple):
    """How long an answer is to be."""

    number: int
    unit: str
    said: re.Match[str]
    """Where a clause says so."""


def length(clause: str) -> Length | None:
    """The first length that a clause sets: `in at most two sentences`, `never more than 20 words`."""
    found = _SET.search(clause) or AT_MOST.search(clause)
    if found is None:
        return None
    unit = next(name for name in UNITS if found[name])
    word = found["n"].casefold().split()[-1]
    count = {"single": 1, "few": _FEW}.get(word) or numerals.count(word)
    return Length(count, unit, found)
