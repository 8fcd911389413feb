"""Standing instructions and a question go in; whether the condition of an instruction is met comes out."""

from __future__ import annotations

from functools import lru_cache

from loadsheet.artifacts import Known
from loadsheet.corpus.terms import word_set
from loadsheet.intent.language import words
from loadsheet.intent.language.match import alike
from loadsheet.intent.language.pattern import Pattern, PatternTable

MET = 0.5
"""The part of an instruction's condition from which it counts as met."""

_CONDITION = Pattern(
    r"\b(?:when(?:ever)?|if|wenn|quand|lorsque|cuando|quando|se)\b(?P<when>[^,:;]*)|^(?P<kind>[^,:;]{3,60}):",
    fits="when I ask for totals, add the tax",
    misses="always add the tax",
)


def condition_of(row: Known) -> str:
    """The condition of a standing instruction, in its words and those of its key; empty for a taste, which has none."""
    return _condition(row.text, row.key)


@lru_cache(maxsize=512)
def _condition(text: str, key: str) -> str:
    found = _CONDITION.search(text)
    if found is None:
        return ""
    return f"{found['when'] or found['kind'] or ''} {words.spaced(key)}"


def condition_met(row: Known, question: str) -> float:
    """The part of an instruction's condition that a question meets: the kind of request that it names, or its words."""
    condition = condition_of(row)
    if any(
        asked.search(question) and named_.search(condition)
        for asked, named_ in _KINDS.near(question)
    ):
        return 1.0
    wanted = words.stems(condition) - _EMPTY
    said = words.stems(question)
    return sum(any(alike(word, other) for other in said) for word in wanted) / max(1, len(wanted))


_EMPTY = frozenset(
    map(
        words.stem,
        word_set(
            "ask asks asked asking mention mentioned want wants someone something client customer touches concerns "
            "question answer given user shown show tell"
        ),
    )
)
_KINDS = PatternTable(
    (Pattern(question), Pattern(condition))
    for condition, question in (
        (
            r"\bcompar|vergleich",
            r"\b(?:compar|contrast|versus|vs\b|differ|side by side|beside|vergleich)",
        ),
        (
            r"\bquot|\bcite\b|\bwording|\bclauses?\b|zitier",
            r"\b(?:quot\w*|cite|verbatim|(?:exact )?wording|clauses?|word (?:for|by) word|zitier\w*|wörtlich)\b",
        ),
        (r"\bsummar|\boverview", r"\b(?:summar\w*|sum(?:med)? up|overview|gist)\b"),
        (r"\bhow to\b|\bsteps\b|\binstructions\b", r"\bhow (?:to|do|can)\b|\bsteps\b"),
        (
            r"\bquantit|\bdos(?:e|age)|\bamounts?\b",
            r"\bhow (?:much|many)\b|\bdos(?:e|age)|\d ?(?:cups?|m?g|ml|kg|l)\b",
        ),
        (
            r"\b(?:money|prices?|costs?|margins?|fees?)\b",
            r"\bhow much\b|\b(?:costs?|pay|prices?|rent|fees?|margins?)\b",
        ),
        (r"\blists?\b", r"\blist\b|\bwhich [a-z]+s\b|\b(?:only|just) the ones\b"),
        (r"\bcode\b|\bcommands?\b", r"\b(?:code|snippet|commands?)\b"),
        (r"\brecommend|\bsuggest|\badvice", r"\b(?:recommend\w*|suggest\w*|should i|ideas?)\b"),
        (r"\b(?:draft\w*|e?-?mails?|letters?)\b", r"\b(?:draft|write|e?-?mail|letter)\b"),
    )
)
"""Kinds of request: how a condition names them, and how a question shows them."""
