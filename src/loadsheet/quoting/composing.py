"""Quotes in; the text of an answer out, each quote word for word and with its marker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loadsheet.assembly.citing import escaped
from loadsheet.corpus.terms import terms
from loadsheet.intent.language.common import naming
from loadsheet.intent.language.translations import say
from loadsheet.lazy import lazy_re
from loadsheet.quoting.prompt_view import Passage

NO_ANSWER = say("no_answer", "en")
"""What it says, in English, when nothing bears on the question."""

FENCES = ("```", "~~~")

_NO_TARGET = lazy_re(r"\[([^\[\]]+)\]\(\s*\)")
"""A link without the target, which a template would have written."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A piece of a passage, word for word."""

    marker: int | None
    text: str
    score: float
    part: int = 0
    """Which part of the question it answers."""
    date: str = ""
    """When it was said, where something disagrees with it."""


def lacking(question: str, passages: Sequence[Passage], code: str) -> str:
    """That nothing answers, and where the documents come nearest: the first passage that says a word of the question
    which names something."""
    named = frozenset(naming(terms(question)))
    near = (
        one.source
        for one in passages
        if one.document and one.source and named.intersection(terms(f"{one.label} {one.text}"))
    )
    where = next(near, "")
    return " ".join([say("no_answer", code), *([say("nearest", code, where)] if where else [])])


def written(
    quotes: Sequence[Quote],
    unanswered: Sequence[str] = (),
    *,
    items: bool = False,
    most: int | None = None,
    code: str = "en",
) -> str:
    """The answer that the quotes make, and what of the question nothing answers; as `items` of a list where somebody
    asked for one, in so many sentences at the `most`, of which the last holds what is left."""
    if not quotes:
        return say("no_answer", code)
    text, above = "", ""
    for number, quote in enumerate(quotes, start=1):
        # A document's own numbers in brackets cite nothing of ours, and a target that nobody sees leads nowhere.
        own = escaped(_NO_TARGET.sub(r"\1", quote.text))
        goes_on = most is not None and number >= most and number < len(quotes) + len(unanswered)
        if goes_on and not stands_alone(own):
            own = own.rstrip(" .!。")
        head, _, row = own.rpartition("\n")
        below = bool(head) and head == above  # a further row of the same table
        above = head
        listed = items and not stands_alone(own)
        said = _cited(row if below else f"- {own}" if listed else own, quote)
        if goes_on and not stands_alone(own):
            said += ";"
        alone = stands_alone(own) or "\n" in text.rpartition("\n\n")[2] or _table(text)
        gap = "\n" if listed or below else "\n\n" if alone else " "
        text = f"{text}{gap if text else ''}{said}"
    lacking = [say("part_open", code, part) for part in unanswered]
    if most is not None and text.endswith(";"):
        return " ".join([text, "; ".join(lacking)])
    return "\n\n".join([text, *lacking])


def _cited(said: str, quote: Quote) -> str:
    """What is said with its marker, and with its date where another date says otherwise."""
    if quote.marker is not None:
        # What follows the line that closes a block of code would open it again.
        said += f"{chr(10) if said.endswith(FENCES) else ' '}[{quote.marker}]"
    return f"{said} ({quote.date})" if quote.date else said


def stands_alone(text: str) -> bool:
    """Whether a quote is a table, a list or code, which stand on lines of their own."""
    return "\n" in text or text.startswith("|")


def _table(text: str) -> bool:
    return text.rpartition("\n")[2].startswith("|")
