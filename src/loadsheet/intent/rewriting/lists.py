"""An answer in; the list that it gives out, so that `the second one` can be found."""

from __future__ import annotations

import re

from loadsheet.intent.language import words

_NUMBERED = re.compile(
    r"(?:^|[\s:(])(\d{1,2})[.)] +(.+?)(?=(?:[,;]?\s+\d{1,2}[.)] )|\n|$)", re.DOTALL
)
_BULLET = re.compile(r"^[ \t]*[-*•][ \t]+(.+)$", re.MULTILINE)
_ENUMERATION = re.compile(
    r"(?P<items>[^,.;:?!()\n]{2,50}(?:, [^,.;:?!()\n]{2,50})*,? (?:and|or|und|oder|et|ou|y|"
    r"o) [^,.;:?!()\n]{2,50})"
)
_JOINED = re.compile(r" (?:and|or|und|oder|et|ou|y|o) ")
_CLAUSE = re.compile(r"[^.;:?!()\n]+")


def listed_in(answer: str) -> tuple[str, ...]:
    """The list that an answer gives: numbered, bulleted, or `A, B and C`; empty for one that gives none."""
    numbered = [found.group(2) for found in _NUMBERED.finditer(answer)]
    bulleted = _BULLET.findall(answer)
    for rows in (numbered, bulleted):
        if len(rows) > 1:
            return tuple(_head(row) for row in rows)
    best: list[str] = []
    # Looking for a list costs by the square of the text: only clauses that join something are looked through.
    clauses = (clause[0] for clause in _CLAUSE.finditer(answer) if _JOINED.search(clause[0]))
    for found in (found for clause in clauses for found in _ENUMERATION.finditer(clause)):
        parts = re.split(r", (?:and |or )?| (?:and|or|und|oder|et|ou|y|o) ", found["items"])
        if len(parts) > len(best):
            best = [part.strip() for part in parts if part.strip()]
    return tuple(_named(best)) if len(best) > 1 else ()


_OR = re.compile(r" (?:or|oder|ou|o) ")
_OFFERED = re.compile(
    r"(?P<items>[^,.;:?!()\n]{2,80}(?:, [^,.;:?!()\n]{2,50})*,? (?:or|oder|ou|o) "
    r"(?!(?:not|nicht|pas|non|no)\b)[^,.;:?!()\n]{2,50})[\s?.]*$"
)


def offered_in(question: str) -> tuple[str, ...]:
    """The things between which a question lets choose, `A, B or C?` at its end; empty for one that offers none."""
    # Looking for it costs by the square of the text: only a question that holds its word is looked through.
    found = _OFFERED.search(question) if _OR.search(question) else None
    if found is None:
        return ()
    items = [part.strip() for part in re.split(r",? (?:or|oder|ou|o) |, ", found["items"])]
    labelled = question[: found.start()].rstrip().endswith(":")
    if not labelled:  # what stands before the first is the question
        items[0] = _like(items[0], items[1])
    return tuple(items) if all(len(item.split()) <= 4 for item in items) else ()


def _like(first: str, second: str) -> str:
    """The last words of an item, as many as another one has: `the red one` of `Should I take the red one`."""
    words_, other = first.split(), second.split()
    same = [at for at, word in enumerate(words_) if word.casefold() == other[0].casefold()]
    return " ".join(words_[same[-1] :] if same else words_[-len(other) :])


def _named(items: list[str]) -> list[str]:
    """The items, of a long first or last one only the name that stands at the list: `the rules allow Basic`."""
    first, last = words.names("x " + items[0]), words.names("x " + items[-1])
    made = list(items)
    if len(items[0].split()) > 3 and first:
        made[0] = first[-1]
    if len(items[-1].split()) > 3 and last:
        made[-1] = last[0]
    return made


def _head(row: str) -> str:
    """An entry of a list without what explains it."""
    return re.split(r"[:;(\n]|, | [–—-] ", row.strip(), maxsplit=1)[0].strip(" .,;*`")
