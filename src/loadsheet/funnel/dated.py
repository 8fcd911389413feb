"""A question and passages in; those of texts of the date that it names, and those of other dates, out."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from loadsheet.corpus.dates import DATE, MONTH, NAMED, Day, called, days
from loadsheet.funnel.rank import Ranked
from loadsheet.lazy import lazy_regex

_MONTH_ALONE = lazy_regex(
    rf"(?i:\b(?:in|of|from|last|this|for|during)\s+)(?P<month>(?i:{NAMED}))\b(?!\s+\p{{Lu}})"
    rf"|(?i:\b(?:the|our|its|their|next)\s+)(?P<month>\p{{Lu}}\p{{L}}+)(?=\s+\p{{Ll}})"
)
"""A month without a day or a year: `in march`, `the March minutes`; `may` and `march` are verbs, April is a name."""

AS_RELEVANT = 0.9
"""A text of the date speaks of what is asked where it has this part of the best relevance: else the date is none of a
text, but of what is asked (`What does it cost in May?`), and no passage is of another."""

_SPAN = lazy_regex(
    r"\b(?:since|after|before|until|till|between|seit|nach|vor|bis|zwischen|depuis|après|avant|entre|desde|hasta)\b",
    regex.IGNORECASE,
)
"""Before a date, it makes a time of it that reaches over others."""


def asked_for(question: str) -> list[Day]:
    """The dates that a question names, also months by themselves; none where it asks for a time that reaches over
    others."""
    if _SPAN.search(question):
        return []
    rest = DATE.sub(" ", question)
    names = (m["month"].casefold() for m in _MONTH_ALONE.finditer(rest))
    return [*days(question), *(Day("", MONTH[name], "") for name in names if name in MONTH)]


def of_date(question: str, found: Sequence[Ranked]) -> tuple[list[Ranked], list[Ranked]]:
    """The passages without those of texts of another date than the question names, where one is of that; and those.

    A text is of the date that it is called by. A passage that names the date itself stays, whatever text it stands in.
    """
    asked = asked_for(question)

    def agrees(day: Day) -> bool:
        return any(map(day.agrees, asked))

    dated = [(item, _day(item)) for item in found] if asked else []
    most = max((item.bearing.relevance for item, _ in dated), default=0.0)
    speaking = (day for item, day in dated if item.bearing.relevance >= AS_RELEVANT * most)
    if not any(day and agrees(day) for day in speaking):
        return list(found), []
    kept: list[Ranked] = []
    elsewhere: list[Ranked] = []
    for item, day in dated:
        stays = day is None or agrees(day) or any(map(agrees, days(item.candidate.text)))
        (kept if stays else elsewhere).append(item)
    return kept, elsewhere


def _day(item: Ranked) -> Day | None:
    """The date of the text that a passage stands in."""
    passage = item.candidate
    return called((*reversed(passage.headings), passage.title, passage.document))
