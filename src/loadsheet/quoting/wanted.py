"""A question in; what it wants, and how well a text meets that, out: a type of answer, a unit, a definition.

A text that holds an answer of the type may leave the word for it unsaid: `The exit sign is green.`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import regex

from loadsheet.corpus.terms import terms
from loadsheet.funnel.asking import Question
from loadsheet.intent.language.answer_forms import MONEY, MONTH, ROLE, TIME, WEEKDAY, pattern
from loadsheet.intent.language.answer_type import (
    CLASS,
    COUNT,
    NAME,
    POLARITY,
    PRICE,
    TYPES,
    AnswerType,
    answer_type,
)
from loadsheet.intent.language.common import EVERYDAY
from loadsheet.intent.language.words import content_words
from loadsheet.quoting.counting import counts, measures
from loadsheet.quoting.prompt_view import prose
from loadsheet.quoting.structures import cells_of, is_row

ANY_UNIT = frozenset(terms("people persons items times ones"))
"""Units that a text leaves unsaid: `The room seats fourteen.`"""

_UNIT = pattern(r"\bhow\s+(?:many|much)\s+([\p{L}-]+)")
_COUNTED = pattern(
    r"\b(?:how\s+many|wie\s*viele|combien\s+d(?:e\s+|[’'])|cuánt[oa]s)\s*(?P<unit>[\p{L}-]+)(?:\s+(?:of|de)\s+(?P<of>[\p{L}-]+))?",
    r"(?:多少|几|幾)(?=\p{Han})(?![钱錢点點号月时時日])",
)
"""What asks for a number of things; of a script without spaces the thing is no word of its own."""
_IS_ONE = pattern(r"\b(?:is|was|are|were)\s+an?\b")
_DEFINED = pattern(
    r"^\W*(?:(?:what|who)(?:'s|\s+(?:is|are|was|were))|define|what\s+do(?:es)?|was\s+(?:ist|sind|bedeutet)|"
    r"qu[’']est-ce\s+que?|qué\s+(?:es|son))\s+(?:an?|the|ein\w*|d(?:er|ie|as)|une?|l[ea]|un[a]?)?\s*"
    r"(?P<name>[^?.]{2,60}?)(?:\s+(?:mean|stands?\s+for|refer\s+to))?\W*$"
)
_DEFINES = pattern(
    r"^\W*(?!(?:when(?:ever)?|if|as|while|since|because|where|although|though|once|after|before|until|unless|wenn|falls|weil|da"
    r"|quand|lorsque|si|comme|cuando|como)\b)(?:(?:an?|the|ein\w*|d(?:er|ie|as)|une?|l[ea])\s+)?(?P<name>[^.:;]{2,60}?)[\W]*?"
    r"(?:\s(?:is|are|was|were|means?|stands?\s+for|refers?\s+to|denotes?|ist|sind|bedeutet|est|sont|es|son)\b|[:–—=]\s)"
)

_LEANS = pattern(r"^(?P<asks>[^()?]{2,40}?)\s*\([^()]+\)\W*$")

_ROLE = pattern(ROLE)
_OTHERS = pattern(
    r"\b(?:rooms?|places?|venues?|where|address|raum|ort|salle|lieu|lugar)\b", *TIME, *MONEY
)
"""A column that names nobody."""
_TIMES = pattern(rf"(?:{MONTH}|{WEEKDAY})\Z")
_WORD = regex.compile(r"[\w'’-]+")

NEAR = 50
"""Characters from where a value begins to the word that it is a value of: some eight words, a clause."""

DEFINITION = 1.5
"""What a sentence counts that begins with what is to be defined and goes on to say what it is."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question asks for."""

    asked: Question
    kind: AnswerType | None
    """The kind that it asks for first; None where another word asks before: `What do I do when …`."""
    unit: str
    """The stem of what is counted; empty where nothing is named."""
    counted: str | None
    """The same in every language, where a number of things is asked for; None where none is."""
    of: frozenset[str]
    """Of what: the leave in `How many days of leave`."""
    defined: frozenset[str]
    """The terms of what is to be defined; empty where nothing is."""

    @property
    def single(self) -> bool:
        """Whether one value is asked for, and not a list."""
        return self.kind is not None and self.kind.single

    @property
    def named(self) -> frozenset[str]:
        """What a value of the kind is called: `Date: 3 May` is one of a date."""
        return self.kind.words.union(terms(self.kind.name)) if self.kind else frozenset()

    def gain(self, text: str) -> float:
        """What a text gains that holds a value of the kind; one that may hold one gains half of it, and one that holds
        it far from what is asked about half of that."""
        kind = self.kind
        if kind is None or not kind.gain:
            return 0.0
        told = self._told(text)
        form = kind.shown if kind.shows(told) else kind.may if kind.fits(told) else None
        if form is None:
            return 0.0
        full = kind.gain if form is kind.shown else kind.gain / 2
        return full if self._near(form, text) else full / 2

    def _near(self, form: regex.Pattern[str], text: str) -> bool:
        """Whether one of the values stands by a word of what is asked about, or the text has no such word."""
        about = self.asked.about
        said = [word for word in _WORD.finditer(text) if about.intersection(terms(word[0]))]
        return not said or any(
            value.start() - word.end() <= NEAR and word.start() - value.start() <= NEAR
            for value in form.finditer(text)
            for word in said
        )

    def part(self, text: str) -> float:
        """What the score of a text counts: more of one that defines what is to be defined."""
        if not self.fits(text):
            return 0.5
        if not self.defined:
            return 1.0
        found = _DEFINES.match(text)
        defines = found is not None and frozenset(terms(found["name"])) == self.defined
        return DEFINITION if defines else 1.0

    def shows(self, text: str) -> bool | None:
        """Whether a text holds a value of the kind; None where no form tells."""
        return None if self.kind is None or self.kind.shown is None else self.kind.shows(text)

    def fits(self, text: str) -> bool:
        """Whether a text may hold a value of the kind; how many there are is told by what counts them."""
        if self.kind is COUNT and self.counted is not None:
            return counts(text, self.counted)
        return self.kind is None or self.kind.fits(self._told(text))

    def _told(self, text: str) -> str:
        """A text whose names are those that the question does not say, where one is asked for: the team of `Who leads
        the Currents team?` is nobody who leads it, nor is a month; of `Who is the porter?` the porter says nothing."""
        if self.kind is not NAME:
            return text
        text = _cells_of_others(text)
        own = self.asked.words

        def named(word: regex.Match[str]) -> str:
            said = bool(terms(word[0])) and own.issuperset(terms(word[0]))
            other = word[0][:1].isupper() is not bool(self.defined) or _ROLE.match(word[0])
            return "x" if _TIMES.match(word[0]) or (said and other) else word[0]

        return _WORD.sub(named, text)

    def held(self, text: str, said: frozenset[str]) -> bool:
        """Whether a text may answer: it may hold a value of the kind, of the unit that is counted, and among the words
        `said` is the one for what is asked, or another by which a text may call it.

        What says what something is may leave the word unsaid: `Eva is a poet` names a profession.
        """
        shown = frozenset[str]().union(
            *(one.words for one in TYPES if one.words and one.shows(text))
        )
        if measures(text, self.unit):
            shown |= {self.unit}
        kind, unit = self.kind, not self.unit or self.unit in said | ANY_UNIT | shown
        if kind is not None and kind.may is not None:
            called = bool(self.unit if kind is PRICE else not kind.single and said & kind.words)
            if not (called or self.fits(prose(text))) or not unit:
                return False
        named = self.asked.named - EVERYDAY - ANY_UNIT - shown
        says_what = kind is POLARITY or (kind is CLASS and _IS_ONE.search(text) is not None)
        return not named or says_what or bool(said & self.asked.about)

    def heading(self, text: str, headings: Sequence[str], source: str) -> str:
        """The nearest heading that holds what is asked for, where what stands under it does not; in brackets the name
        of its place, where only that does."""
        kind = self.kind
        if kind is None or not kind.titles or kind.shows(text):
            return ""
        return next(filter(kind.shows, headings), f"({source})" if kind.shows(source) else "")


def _cells_of_others(text: str) -> str:
    """The rows of a table without the cells of a column that is named for a time, a place or a price."""
    above, line, rest = text.partition("\n|--")
    head = above.rpartition("\n")[2]
    if not line or not is_row(head):
        return text
    lines = rest.split("\n")
    other = [bool(_OTHERS.search(name)) for name in cells_of(head)]
    rows = (zip(cells_of(row), other, strict=False) for row in lines[1:])
    told = (" | ".join("x" if apart else cell for cell, apart in row) for row in rows)
    return "\n".join((above.removesuffix(head), *told))


def wanted(question: str) -> Wanted:
    """What a question asks for."""
    unit, defined = _UNIT.search(question), _DEFINED.match(question)
    counted = _COUNTED.search(question)
    of = (counted["of"] or "") if counted else ""
    return Wanted(
        asked=Question(question),
        kind=_kind(question),
        unit=next(iter(terms(unit[1])), "") if unit else "",
        counted=next(iter(terms(counted["unit"] or "")), "") if counted else None,
        of=frozenset(terms(of)),
        defined=frozenset(terms(defined["name"])) if defined else frozenset(),
    )


def _kind(question: str) -> AnswerType | None:
    """The type that a question asks for. Nothing but a word of asking with what it leans on (`Why (are dogs barred)?`)
    asks for what is not said yet: only a text that shows it answers."""
    asks = found["asks"] if (found := _LEANS.match(question)) else question
    kind = answer_type(asks)
    if kind is None or found is None or content_words(kind.asked.sub(" ", asks)):
        return answer_type(question)
    return replace(kind, may=kind.may or kind.shown)
