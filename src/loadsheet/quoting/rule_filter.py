"""The user's standing rules and a question in; the pieces without what they never want to be suggested, out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from loadsheet.corpus.terms import terms
from loadsheet.intent.rules.style import THING, manner
from loadsheet.memory.language.food import CATEGORIES
from loadsheet.quoting.cutting import Quotable
from loadsheet.quoting.prompt_view import Passage


def without_barred(
    question: str, rules: Sequence[str], found: Sequence[Quotable], passages: Sequence[Passage]
) -> list[Quotable]:
    """The pieces that name nothing which a rule bars, by themselves or by what stands above them.

    A question that names the thing itself asks for it, and a user's own words are theirs to hear again.
    """
    for thing, named in barred(question, rules).items():
        stems = frozenset(terms(thing))
        found = [
            _shown_without(named, one) if passages[one.passage].document else one
            for one in found
            if not passages[one.passage].document
            or not (named.search(one.text) or stems <= frozenset(one.heads))
        ]
    return list(found)


def barred(question: str, rules: Sequence[str]) -> dict[str, re.Pattern[str]]:
    """What the rules bar from an answer to the question, which does not ask for it by name; each with what finds it."""
    found = {thing: _named(thing) for thing in things(rules)}
    return {thing: named for thing, named in found.items() if not named.search(question)}


def _shown_without(named: re.Pattern[str], one: Quotable) -> Quotable:
    """A piece whose list or table is shown without the lines that name a thing."""

    def clean(text: str) -> str:
        return "\n".join(line for line in text.split("\n") if not named.search(line))

    whole = one.whole and replace(one.whole, text=clean(one.whole.text))
    return replace(one, shown=clean(one.shown), whole=whole)


def things(rules: Sequence[str]) -> list[str]:
    """What the rules in force say is never to be spoken of, each thing by itself; `leave the others out` names none."""
    said = (manner(rule) for rule in rules)
    names = [m.attribute.removeprefix(THING) for m in said if m is not None and m.value == "never"]
    parts = [part for name in names for part in re.split(r"\b(?:or|and)\b", name)]
    return [part.strip() for part in parts if terms(part)]


def _named(thing: str) -> re.Pattern[str]:
    """Finds a thing by its words in their order, in the plural too, and what its word covers: salmon, for fish."""
    name = r"\W+".join(rf"{re.escape(word)}(?:e?s)?" for word in thing.split())
    covered = "|".join([name, *sorted(CATEGORIES.get(thing, ()))])
    return re.compile(rf"\b(?:{covered})\b", re.IGNORECASE)
