"""A question in; the type of answer that it asks for, and whether a text holds one, out.

A type is asked for by a form of question (`when`, `how much is`) or by a word (`which colour`). There is one table, for
all that ask: whether passages suffice, which values disagree, which sentence answers, which record is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import regex

from loadsheet.corpus.terms import stem, terms
from loadsheet.intent.language import answer_forms as forms
from loadsheet.intent.language.answer_forms import pattern
from loadsheet.intent.language.pattern import Pattern, PatternTable
from loadsheet.lazy import lazy_regex


def _asks(*parts: str) -> Pattern:
    """The same of the forms of a question, of which there are many to try on each one."""
    return Pattern("|".join(parts))


@dataclass(frozen=True, slots=True)
class AnswerType:
    """A type of answer: how questions ask for it, and how texts hold it."""

    name: str
    asked: Pattern
    compared: str
    """As what two answers are compared: a date, a number, a place, a name, yes or no, or the class of something; empty
    where they are not."""
    shown: regex.Pattern[str] | None = None
    """What a text says that holds one; None where no form tells."""
    may: regex.Pattern[str] | None = None
    """What a text says that may hold one; None where any may."""
    gain: float = 0.0
    """What a text gains that holds one, in parts of the weightiest word of the question."""
    words: frozenset[str] = frozenset()
    """Words for it, which a text that holds one may leave unsaid."""
    titles: bool = False
    """Whether a heading may hold it for what stands under it."""
    single: bool = True
    """Whether it is one value, and not a list of them."""
    unit: bool = False
    """Whether a text that only holds a value of another type does not answer: a weight is no price."""

    def shows(self, text: str) -> bool:
        """Whether a text holds one."""
        return self.shown is not None and self.shown.search(text) is not None

    def fits(self, text: str) -> bool:
        """Whether a text may hold one."""
        return self.may is None or self.may.search(text) is not None


_MEASURES = (
    "population number amount price cost fee limit length height width depth weight size income salary percentage "
    "percent rate maximum minimum average total budget quota port distance duration capacity count age share score "
    "area window deadline allowance"
)
_AMOUNTS = (
    r"allowances?|fees?|costs?|prices?|rents?|rates?|incomes?|salar(?:y|ies)|fines?|limits?|budgets?"
    r"|deposits?|tax(?:es)?"
)
"""What is high in money or in part, and not in metres: `How high is the rent?`"""

MEASURES = frozenset(map(stem, [*_MEASURES.split(), "date", "day", "time", "year"]))
"""Words for what a number or a date answers, which a text may leave unsaid: `Due on 5 May.` names a deadline."""

PRICES = frozenset(terms("cost price fee"))
"""Words for what a thing costs: of these the name of a column says one for all."""

_IS = r"(?:\s+(?:is|are|was|were)|['’]?s|['’]re)\s+"
_NOUNS = r"(?:(?!(?:is|are|was|were|do|does|did|can|could|would|should|will)\b)[\w'-]+\s+)"
_WHICH = r"\b(?:what|which|welche\w*|quel(?:le)?s?|qué)\s+"


def _named(words: str, within: int = 4) -> str:
    """A question for what is named by the last noun of a phrase: the fee, and not the fee waiver."""
    return (
        rf"(?:\bwhat{_IS}|^\W*){_NOUNS}{{0,{within}}}(?:{words.replace(' ', '|')})\b"
        r"(?=\W*$|\s*[,?.;:(–—]|\s+(?:of|for|in|on|at|to|per|from|by|with|under|before|after|between|an?|the|that|this|my"
        r"|these|those|our|your|each|i|we|you|they|he|she|it|is|are|was|were|if|when|allowed|again|now|there|here)\b)"
    )


def _thing(words: str, shown: str, *, single: bool = False) -> AnswerType:
    """A type that is asked for by a word: `which colour`, `the colour of`; `single` where nothing else answers."""
    named = "|".join(words.split())
    within, more = ("1", "?") if single else ("3", "")
    return AnswerType(
        words.split(maxsplit=1)[0],
        _asks(
            rf"{_WHICH}(?:\w+\s+){{0,{within}}}?(?:{named})s?\b",
            rf"\bwhat{_IS}[^?,]*?(?:{named})(?:\s+(?:number|address)){more}(?=\W*$|\s+(?:of|for|at)\b)",
        ),
        "class",
        pattern(shown),
        pattern(shown),
        words=frozenset(terms(words)),
        single=single,
    )


DATE = AnswerType(
    "date",
    # A clause that says when something else holds asks for nothing: `When you have a minute, could you …?`
    _asks(
        r"\b(?:when|wann|quand|quelle\s+heure|cuándo)\b"
        r"(?!\s+(?:(?:i|you|he|she|it|we|they|il|elle|on)\b|the\s)[^?,]*,)(?!\s+il\s+n)|何时|什么时候|什麼時候|いつ",
        rf"{_WHICH}(?:\w+\s+)?(?:date|days?|time|year|month|century|deadline|meeting)\b",
        _named("date year deadline", 3),
    ),
    "date",
    pattern(*forms.DATE),
    pattern(*forms.DATE, *forms.TIMELIKE, *forms.TIME),
    gain=0.6,
    titles=True,
)
PRICE = AnswerType(
    "price",
    _asks(
        rf"{_WHICH}(?:\w+\s+){{0,3}}?(?:costs?|prices?|fees?)\b|\bwhat\s+(?:do(?:es)?|did|would|will)\b[^?.]*\bcost\b",
        r"\bhow\s+much\s+(?:is|are|was|were|for)\b|\bhow\s+much\b[^?.]*\b(?:costs?|pay|paid|spend)\b",
        r"\bhow\s+much\s+(?:do|does|did|will|would|can|could)\b[^?.]*\bearn\b",
        r"\bhow\s+expensive\b|\bwas\s+kostet\b|\bwie\s?viel\b.*(?:kost|zahl)|\bcombien\b.*\bcoût"
        r"|\bcuánto\b.*\b(?:cuesta|vale)\b",
        _named("price cost", 2),
        r"\b(?:costs?|prices?|fees?)\b",
    ),
    "number",
    pattern(*forms.MONEY),
    pattern(*forms.MONEY, forms.TOLD),
    gain=0.6,
    unit=True,
)
LENGTH = AnswerType(
    "length",
    _asks(
        rf"\bhow\s+(?:tall|wide|deep|broad|thick|high(?!{_IS}[^?]*\b(?:{_AMOUNTS})\b))\b",
        _named("height width depth thickness", 0),
    ),
    "number",
    pattern(forms.LENGTH),
    pattern(forms.LENGTH),
    gain=0.3,
    titles=True,
    unit=True,
)
WEIGHT = AnswerType(
    "weight",
    _asks(
        r"\bhow\s+heavy\b|\b(?:what|how\s+much)\s+(?:does|do|did|would|will|can|may)\b[^?.]*\bweigh\b",
        _named("weight", 0),
    ),
    "number",
    pattern(forms.WEIGHT),
    pattern(forms.WEIGHT),
    gain=0.3,
    unit=True,
)
DURATION = AnswerType(
    "duration",
    _asks(
        r"\b(?:how\s+long|wie\s*lange?|combien\s+de\s+temps|cuánto\s+tiempo|quanto\s+tempo)\b|多长时间|多久|どのくらい"
    ),
    "number",
    pattern(*forms.PERIOD, forms.LENGTH),
    pattern(*forms.PERIOD, *forms.SPAN, forms.LENGTH),
    gain=0.3,
    words=MEASURES,
)
FREQUENCY = AnswerType(
    "frequency",
    _asks(r"\b(?:how\s+(?:often|frequently)|wie\s+oft|combien\s+de\s+fois|cuántas\s+veces)\b"),
    "number",
    forms.OFTEN,
    forms.OFTEN,
    gain=0.3,
    words=MEASURES,
)
SPEED = AnswerType(
    "speed",
    _asks(r"\bhow\s+(?:fast|quick(?:ly)?)\b|\b(?:wie\s+schnell)\b|\b(?:at\s+)?what\s+speed\b"),
    "number",
    pattern(*forms.PERIOD, forms.RATE),
    pattern(
        *forms.PERIOD,
        forms.RATE,
        r"\b(?:immediately|at\s+once|same\s+(?:day|evening)|overnight|instantly|sofort|umgehend)\b",
        *forms.TIME,
    ),
    gain=0.3,
    words=MEASURES,
)
COUNT = AnswerType(
    "count",
    _asks(
        r"\bhow\s+(?:many|much|old|far|late|early|soon|big|large|high)\b",
        r"\bwhat\s+do(?:es)?\b[^?]*\b(?:measure|hold)\s*\?",
        rf"{_WHICH}(?:\w+\s+)?(?:percentage|percent|number|amount|limit|maximum|minimum)\b",
        r"\b(?:wie\s*(?:viele?|hoch|groß)|combien|cuánt\w+)\b|几|多少|いくら",
    ),
    "number",
    pattern(*forms.DIGITS),
    forms.NUMBER,
    gain=0.3,
    words=MEASURES,
)
NUMBERED = AnswerType(
    "number",
    _asks(_named("number percentage percent population")),
    "number",
    pattern(*forms.DIGITS),
    forms.NUMBER,
    gain=0.3,
    words=MEASURES,
)
MEASURE = AnswerType(
    "measure",
    _asks(_named(_MEASURES)),
    "number",
    pattern(*forms.DIGITS),
    gain=0.3,
    words=MEASURES,
    single=False,
)
PLACE = AnswerType(
    "place",
    _asks(
        rf"\bwhere{_IS}|^\W*(?:from\s+)?where(?:\s+(?:to|from|exactly))?\W*$"
        rf"|{_WHICH}(?:city|country|town|state|place|county|region)\b",
    ),
    "place",
    pattern(forms.AT),
    pattern(forms.AT, *forms.PLACED),
    single=False,
)
REASON = AnswerType(
    "reason",
    _asks(
        r"\b(?:why|how\s+come|what\s+for|warum|wieso|weshalb|wozu|pourquoi|por\s+qué|perché)\b|为什么|なぜ"
    ),
    "",
    pattern(*forms.REASONS),
    pattern(*forms.REASONS, *forms.REASON_LIKE),
    single=False,
)
NAME = AnswerType(
    "name",
    _asks(r"\b(?:who|whom|whose|wer|wem|wen|qui|quién)\b|谁|誰"),
    "name",
    pattern(*forms.NAMED),
    pattern(*forms.NAMED, *forms.PEOPLE),
    gain=0.4,
)
ENTITY = AnswerType(
    "entity",
    _asks(rf"{_WHICH}(?:person|team|company|band|author|artist|actor|director|singer)\b"),
    "name",
    single=False,
)
POLARITY = AnswerType(
    "polarity",
    _asks(
        r"^\W*(?:(?:so|and|but|then|ok)\W+)?(?:am|is|are|was|were|do|does|did|can|could|may|must|should|shall|will|would"
        r"|has|have|had|darf|dürfen|kann|können|ist|sind|muss|est-ce|peut-on|puedo|hay)\b"
    ),
    "polarity",
    pattern(*forms.DECIDES),
    gain=0.2,
)
VERSIONED = AnswerType(
    "version",
    _asks(rf"{_WHICH}(?:\w+\s+)?(?:version|release|versión)\b"),
    "class",
    forms.VERSION,
    words=frozenset(terms("version release")),
    titles=True,
    single=False,
)
CLASS = AnswerType(
    "class",
    _asks(
        rf"\b(?:what|which)\s+{_NOUNS}{{1,4}}(?:is|are|was|were|does|did|do|has|had)\b",
        rf"\bwhat{_IS}(?:the|another|an?)\s+{_NOUNS}{{1,4}}(?:of|for|in|at|associated)\b",
        rf"\bwhat{_IS}.*[\'’]s?\s+{_NOUNS}{{0,2}}[\w-]+\W*$",
    ),
    "class",
    single=False,
)
"""What something is: the question names an attribute of it."""

TYPES = (
    DATE,
    PRICE,
    LENGTH,
    WEIGHT,
    DURATION,
    FREQUENCY,
    SPEED,
    COUNT,
    NAME,
    POLARITY,
    VERSIONED,
    _thing(
        "colour color",
        r"\b(?:red|green|blue|white|black|yellow|orange|purple|violet|pink|brown|gr[ea]y|silver|gold(?:en)?|beige)\b",
    ),
    _thing("email mail address contact", r"\S@\S"),
    _thing("website site url link", r"https?://|\bwww\."),
    _thing("temperature", r"\d\s?°|\bdegrees?\b"),
    _thing("phone telephone extension mobile", forms.PHONE.pattern, single=True),
    _thing("step procedure process instruction", r"(?m)^\s*\d+[.)]\s"),
    _thing("weekday day", rf"{forms.WEEKDAY}|\b(?:(?:every|each|any)\s*day|daily)\b"),
    NUMBERED,
    MEASURE,
    PLACE,
    REASON,
    ENTITY,
    CLASS,
)
"""Where two are asked for at the same place, the first counts."""

_POLITE = Pattern(
    r"\b(?:can|could|would|will|do)\s+(?:you|u)\s+(?:please\s+|kindly\s+)?(?:tell|show|give|remind|say|explain|know"
    r"|remember|recall|find|check)\b(?:\s+(?:me|us))?"
    r"|\bdo(?:es)?\s+(?:the|my|our|your|their|any)\s+(?:\w+\s+){1,3}?(?:say|state|tell|mention)\s+(?=how|when|wh)",
    fits="Can you tell me when it ends",
    misses="When does it end",
)
"""What asks to be told, before what is asked."""

_ASKED_BEFORE = pattern(
    r"\b(?:what|who|whom|where|which|why|how|can|may|must|should|is|are|do|does|did|will)\b"
)
_SENTENCE = lazy_regex(r"[.!?]\s+")


_ASKED = PatternTable((one.asked, number) for number, one in enumerate(TYPES))


@lru_cache(maxsize=256)
def answer_type(question: str) -> AnswerType | None:
    """The type that a question asks for first; None where another word asks before: `What do I do when …`."""
    asked = _POLITE.sub("", question)
    found = [(m.start(), n) for form, n in _ASKED.near(asked) if (m := form.search(asked))]
    first, number = min(found, default=(0, -1))
    before = _SENTENCE.split(asked[:first])[-1]
    return None if number < 0 or _ASKED_BEFORE.search(before) else TYPES[number]


def shows(question: str, text: str) -> bool:
    """Whether a text holds an answer of the type that a question asks for."""
    asked = answer_type(question)
    return asked is not None and asked.shows(text)


def holds(question: str, text: str) -> bool:
    """Whether a text holds a length, a weight or a price where the question asks for one."""
    asked = answer_type(question)
    return asked is None or not asked.unit or asked.fits(text)
