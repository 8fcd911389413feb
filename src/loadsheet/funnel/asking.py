"""What a question asks for, and about what: the kind of value, the subject, the word for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from loadsheet.corpus.terms import stem, terms, word_set
from loadsheet.intent.language.answer_type import answer_type
from loadsheet.lazy import lazy_re, lazy_regex

FAMILIES = tuple(
    frozenset(map(stem, line.split()))
    for line in (
        "population people inhabitants residents populace persons",
        "born birth b",
        "die died death dead killed d passed",
        "established founded formed opened built constructed created incorporated inaugurated launched erected "
        "completed began started organized designated set",
        "located location situated based headquartered headquarters lies",
        "director directed directors film",
        "artist album band singer performed recorded song by musician performing",
        "author written wrote writer novel book by",
        "designed designer designs by",
        "character protagonist hero role",
        "released release issued published",
        "elected election appointed confirmed nominated",
        "party member politician affiliated affiliation",
        "sport player team footballer plays played competed",
        "profession occupation career worked",
        "language spoken languages",
        "length long distance laps",
        "income median earn",
        "product products industry manufactured makes maker",
    )
)
"""Words by which a text may speak of what a question calls otherwise."""

NAME = lazy_regex(
    r"\p{Lu}[\p{L}\p{M}'’.\-]*(?:\s+(?:(?:of|de|von|van|the|and|&|du|la|del|di|al|bin|y)\s+)?"
    r"\p{Lu}[\p{L}\p{M}'’.\-]*){0,5}"
)
"""What is written like a name."""

_ATTRIBUTE = lazy_re(
    r"\b(?:type|kind|sort|name)\s+of\s+([\w-]+)|\bthe\s+(?:[\w-]+\s+){0,2}?([\w-]+)\s+(?:of|for|in)\b"
    r"|['’]s?\s+([\w-]+)\W*$|\b(?:what|which)\s+(?!(?:is|are|was|were|do|does|did)\b)(?:[\w-]+\s+)?([\w-]+)"
    r"\s+(?:is|are|was|were|do|does|did|has|have|had|of)\b|\bhow\s+many\s+([\w-]+)",
    re.IGNORECASE,
)
_QUOTED = lazy_re(r"[\"“«]([^\"”»]+)[\"”»]")

OPENERS = word_set(
    "the a an in on at as for from with by and but or if when while after before since this that these "
    "those it its he she his her they their there we our you your i no not all some most many see note "
    "according however also other further both each one two three first second third new"
)
"""Words that are written large where they open a sentence, and are no names."""


@dataclass(frozen=True)
class Question:
    """What a question asks for, and about what."""

    text: str

    @cached_property
    def kind(self) -> str:
        """As what its answers are compared; empty for one that asks for no value, such as an overview."""
        asked = answer_type(_QUOTED.sub("“”", self.text))
        return asked.compared if asked else ""

    @cached_property
    def subject(self) -> frozenset[str]:
        """The words of the names in it."""
        found = [m[0] for m in NAME.finditer(self.text)]
        named = [name for name in found if name.casefold() not in OPENERS and not _asks(name)]
        quoted = _QUOTED.findall(self.text)
        return frozenset(terms(" ".join([*named, *quoted])))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of it that tells something."""
        return frozenset(terms(self.text))

    @cached_property
    def named(self) -> frozenset[str]:
        """The word for what is asked where the form of the question tells it: `the population of …`, `which sport`."""
        found = _ATTRIBUTE.search(_QUOTED.sub("“”", self.text))
        return frozenset(terms(next(filter(None, found.groups())))) if found else frozenset()

    @cached_property
    def attribute(self) -> frozenset[str]:
        """The word for what is asked; every word where no form tells."""
        return self.named - self.subject or self.words - self.subject or self.words

    @cached_property
    def about(self) -> frozenset[str]:
        """The word for what is asked, and those by which a text may call it."""
        own = self.attribute
        near = [family for family in FAMILIES if own & family]
        return own.union(*near)


def _asks(name: str) -> bool:
    return name.split(maxsplit=1)[0].casefold() in word_set(
        "what which who whom whose when where why how is are was were can could may must should shall do does did "
        "has have will"
    )
