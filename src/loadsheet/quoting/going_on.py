"""A follow-up that names nothing of its own, what was answered before it and the passages in; what goes on from that
answer out.

`What should I do?` after what an error means, or `To whom?` after how long notice is, asks for what the same part of
the same document says beside what was quoted. That was read already, so it is not said again.
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from loadsheet.corpus.terms import terms
from loadsheet.intent.language.answer_type import DATE, MEASURES, NAME, POLARITY, PRICES, AnswerType
from loadsheet.intent.language.common import naming
from loadsheet.intent.rewriting.standalone import points_back
from loadsheet.lazy import lazy_regex
from loadsheet.quoting.composing import Quote
from loadsheet.quoting.cutting import Quotable, pieces
from loadsheet.quoting.prompt_view import Passage
from loadsheet.quoting.wanted import Wanted, wanted

_WORD = regex.compile(r"[\w'’]+")
_NEXT = lazy_regex(
    r"\W*(?:how\s+(?:do|does|can|should|must)|what\s+(?:should|do|must|can|shall)\s+(?:i|we|you)\s+do|(?:and\s+)?(?:what\s+)?(?:then|next|after(?:wards|\s+that))"
    r"|was\s+(?:mache|tue|soll)\s+ich|und\s+dann|que\s+(?:faire|dois-je\s+faire)|et\s+(?:après|ensuite)|qué\s+hago)\b",
    regex.IGNORECASE,
)
"""Asks for what comes behind what was said, or how."""


def names_nothing(question: str) -> bool:
    """Whether no word of a question names anything but a measure: all of its subject is in the conversation."""
    return PRICES.union(MEASURES).issuperset(naming(terms(question)))


def gone_on(
    question: str, asked: str, before: str, quotes: Sequence[Quote], passages: Sequence[Passage]
) -> list[Quote]:
    """What the section that was quoted last says beside that, where a question names nothing of its own and `quotes`
    say again what was said `before`, or come from another document; else the same quotes.

    `asked` is the question with what it leans on: what that says itself is no answer.
    """
    found = [
        one
        for index, passage in enumerate(passages)
        if passage.document
        for one in pieces(index, passage)
    ]
    said = [one for one in found if one.text in before]
    if not said or not names_nothing(question):
        return list(quotes)
    first = min(said, key=lambda one: before.find(one.text))
    last = [one for one in said if one.section == first.section][-1]
    name = passages[last.passage].document_name
    own = {one.marker for one in passages if one.document and one.document_name == name}
    beside = [one for one in found if one.section == last.section and one.text not in before]
    need = wanted(question)
    chosen = _beside(need, question, asked, last, beside)
    again = any(quote.text in before for quote in quotes)
    elsewhere = all(quote.marker not in own for quote in quotes)
    near = chosen is not None and 0 <= chosen.place - last.place <= 1 and need.shows(chosen.prose)
    whole = frozenset(naming(terms(asked)))
    full = need.kind is NAME and any(
        whole.issubset(terms(quote.text)) and quote.text not in before for quote in quotes
    )
    if chosen is None or full or not (again or elsewhere or near):
        return list(quotes)
    return [Quote(passages[chosen.passage].marker, chosen.shown, 1.0)]


def _beside(
    need: Wanted, question: str, asked: str, last: Quotable, beside: Sequence[Quotable]
) -> Quotable | None:
    """The piece that answers, of those that stand beside the last one: the nearest behind it, else before it. Where the
    last one holds what is asked for, that is what is meant, or what goes on from it."""
    prose = [one for one in beside if one.whole is None]
    after = [one for one in prose if one.place > last.place]
    following = [one for one in after[:1] if last.whole is None and one.place == last.place + 1]
    if need.kind is None:
        follows = _NEXT.match(question) is not None
        return next((one for one in following if follows or points_back(one.prose)), None)
    if need.kind is POLARITY:
        return None
    if _answers(need.kind, last.prose, asked):
        goes_on = (one for one in following if points_back(one.prose))
        return next((one for one in goes_on if _answers(need.kind, one.prose, asked)), last)
    ordered = [*after, *reversed([one for one in prose if one.place < last.place])]
    return next((one for one in ordered if _answers(need.kind, one.prose, asked)), None)


def _answers(kind: AnswerType, text: str, asked: str) -> bool:
    """Whether a text may hold a value of a kind that the question does not say itself."""
    own = {word.casefold() for word in _WORD.findall(asked)}
    fresh = _WORD.sub(lambda word: "x" if word[0].casefold() in own else word[0], text)
    if kind is not DATE and DATE.shown is not None:
        fresh = DATE.shown.sub("x", fresh)
    return kind.may is not None and kind.fits(fresh)
