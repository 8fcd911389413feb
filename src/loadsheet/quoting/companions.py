"""The best piece and all others in; what stands beside it because it disagrees, or because it leads on, out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from loadsheet.intent.flags.self_questions import asks_who_they_are
from loadsheet.memory.language.phrases import own
from loadsheet.memory.recall import first_person
from loadsheet.quoting.composing import Quote
from loadsheet.quoting.cutting import Quotable
from loadsheet.quoting.prompt_view import Passage

CHAIN = 5
"""The most rows of memory that are quoted when one leads to the next."""


def sides(
    best: Quotable,
    ranked: Sequence[Quotable],
    found: Sequence[Quotable],
    passages: Sequence[Passage],
    most: int,
    *,
    answers: bool | None,
) -> list[Quotable]:
    """The best piece with the best one of each passage that disagrees with its own; `answers` says whether it is of the
    kind that is asked for, None where no form tells that.

    What two of them say word for word is no side: where it answers they agree in it, else what they differ in is taken
    for it. A row of memory is a side whatever its words. What was said last goes first.
    """
    group = passages[best.passage].group
    own = [one for one in ranked if passages[one.passage].group == group]
    alike = _alike(one for one in found if passages[one.passage].group == group)
    if best.text in alike:
        if answers:
            return [best]
        if answers is False:
            best = next((one for one in own if one.text not in alike), best)
    taken = [best]
    rows = [one for one in found if ends(one, [best], passages)]
    for one in (*(one for one in own if one.text not in alike), *own, *rows):
        if all(one.passage != other.passage and one.text != other.text for other in taken):
            taken.append(one)
    # Of one day what memory holds stands in the prompt newest first.
    taken.sort(key=lambda one: 0 if passages[one.passage].document else one.passage)
    taken.sort(key=lambda one: passages[one.passage].date, reverse=True)
    return taken[:most]


def ends(one: Quotable, told: Sequence[Quotable], passages: Sequence[Passage]) -> bool:
    """Whether a piece of memory is the other side of something told: it may have ended it, whatever its words."""
    passage, groups = passages[one.passage], {passages[other.passage].group for other in told}
    return bool(passage.group) and not passage.document and passage.group in groups


def _alike(found: Iterable[Quotable]) -> frozenset[str]:
    """The sentences that stand in several passages."""
    stands: dict[str, set[int]] = {}
    for one in found:
        stands.setdefault(one.text, set()).add(one.passage)
    return frozenset(text for text, where in stands.items() if len(where) > 1)


def with_rows(
    told: Sequence[Quotable], found: Sequence[Quotable], passages: Sequence[Passage]
) -> list[Quotable]:
    """An overview with the rows of memory that contradict what it says; what was said last goes first."""
    groups = {passages[one.passage].group for one in told} - {None, ""}
    rows = [
        one
        for one in found
        if passages[one.passage].subject and passages[one.passage].group in groups
    ]
    dated = sorted([*rows, *told[:1]], key=lambda one: passages[one.passage].date, reverse=True)
    return [*dated, *told[1:]]


def led_on(quotes: Sequence[Quote], passages: Sequence[Passage]) -> list[Quote]:
    """The quotes with the rows of memory that they lead to: those about what a quoted row ends in."""
    found = list(quotes)
    for quote in found:
        said = quote.text.casefold().rstrip(".!")
        for row in passages:
            leads = row.subject and said.endswith(row.subject.casefold())
            if leads and len(found) < CHAIN and all(row.text != other.text for other in found):
                found.append(Quote(row.marker, row.text, quote.score))
    return found


def own_rows(
    question: str, found: Sequence[Quotable], passages: Sequence[Passage]
) -> list[Quotable]:
    """What memory holds of the users themselves, where they ask about themselves."""
    if not first_person.asks_of_self(question):
        return []
    return [one for one in found if own(passages[one.passage].subject)]


def without_others(
    question: str, wanted: frozenset[str], found: Sequence[Quotable], passages: Sequence[Passage]
) -> list[Quotable]:
    """The pieces without those in which a document's author says of themselves what users ask about themselves.

    That is who they are, and whatever memory holds of them. A sentence that only repeats the question claims nothing.
    """
    keys = asks_who_they_are(question)
    held = frozenset((row.subject, row.key) for row in passages if own(row.subject))
    if keys is None and not (held and first_person.asks_of_self(question)):
        return list(found)

    def another(text: str) -> bool:
        return (keys is not None and first_person.of_another(keys, text)) or bool(
            held and first_person.stated(text) & held
        )

    return [
        one
        for one in found
        if not passages[one.passage].document or one.terms <= wanted or not another(one.text)
    ]
