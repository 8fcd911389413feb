"""A question in; the kind of value that it asks for, and whether a text holds one, out.

A kind is asked for by a form of question (`when`, `how much is`) or by a word (`which colour`). A text that holds such
a value may leave that word unsaid: `The exit sign is green.`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from loadsheet.corpus.terms import terms
from loadsheet.funnel.asking import MEASURES, Asked
from loadsheet.intent.language.common import EVERYDAY
from loadsheet.quoting.prompt_view import prose


def _pattern(*parts: str) -> regex.Pattern[str]:
    return regex.compile("|".join(parts), regex.IGNORECASE)


MONTH = (
    r"\b(?:jan(?:uary?|uar|vier)?|feb(?:ruary?|ruar)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|may|mai|mayo|june?|juni"
    r"|juin|july?|juli|juillet|aug(?:ust)?|août|sept?(?:ember|embre)?|o[ck]t(?:ober)?|nov(?:ember|embre)?|de[cz](?:ember)?)\b"
)
"""The name of a month."""

WEEKDAY = r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"

VERSION = _pattern(r"(?<![\w.])v?\d+(?:\.\d+)+(?![\w.])")
"""A number that names a version."""

NUMBER = _pattern(
    r"\p{N}|[一二三四五六七八九十百千]",
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty"
    r"|ninety|hundred|thousand|million|half|once|twice|daily|weekly|monthly|yearly|annually)s?\b",
    r"\ban?\s+(?:second|minute|hour|day|week|fortnight|month|quarter|year|decade|century)\b",
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+(?:working\s+)?(?:day|week|month|quarter"
    r"|year|floor|time|of)\b",
    r"\b(?:ersten|zweiten|dritten|vierten|fünften|zehnten)\s+(?:\p{L}*tage?s?|woche|monat\w*)\b",
    WEEKDAY,
    MONTH,
)
DATE = _pattern(
    r"\b(?:19|20)\d\d\b",
    rf"\d.{{0,4}}{MONTH}|{MONTH}.{{0,4}}\d",
    r"\d[:/]\d|\d\.\d\d?\.(?!\d)|\d\s?(?:[ap]\.?m\b|uhr\b|h\b|st\b|nd\b|rd\b|th\b)|\bq[1-4]\b",
)
"""A date, or a time of day."""

_TIME = (
    r"\b(?:at|by|from|around|um|ab|gegen|à|las)\s+(?:\d|one\b|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)",
    r"\b(?:before|after|when(?:ever)?|once|until|till|as\s+soon\s+as|immediately|always|never|any\s?time|tomorrow|noon"
    r"|midnight|during|(?:end|beginning)\s+of|mornings?|afternoons?|evenings?|nights?|weekends?|spring|summer|autumn"
    r"|winter|easter|christmas|daily|weekly|monthly|yearly|annually|(?:second|minute|hour|day|week|month|quarter|year)s?"
    r"|\p{L}*tage?[sn]?|wochen?|monate?[sn]?|stunden?|jahr(?:e[sn]?)?"
    r"|jours?|semaines?|mois|heures?|ans|días?|semanas?|mes(?:es)?|horas?|años?)\b|[日月年时時周週]",
)
"""A time that names no date: `The deposit is returned once the keys are back.`"""

_MONEY = (
    r"\p{Sc}|%|\d[.,]\d\d\b|[元円角]|[|;\t]\s*\d",
    r"\b(?:euros?|eur|usd|gbp|chf|dollars?|pounds?|cents?|pence|francs?|yen|yuan|percent|free|nothing|half|third|quarter"
    r"|no\s+(?:charge|fee|cost)|hälfte|drittel|viertel|kostenlos|gratis|umsonst|moitié|gratuit\w*|mitad)\b",
)
"""A sum of money, also in a cell of a table, whose head may say of what; or that there is none to pay."""

_NAMED = (
    r"(?<=[\p{Ll}\d,;:(|*] )(?-i:\p{Lu}\p{Ll}+)",
    r"^\W*(?-i:(?:\p{Lu}[\p{Ll}’'-]+ ){2,3}\p{Ll})",
    r"^\W*(?-i:(?!(?:The|This|That|These|Those|There|It|If|In|On|At|As|An|For|You|We|They|All|Each|Every|No|Any|When|To)\b)"
    r"\p{Lu}\p{Ll}+(?<!s|ing|ion|al|ment|ity|ed) \p{Ll})",
    r"\b(?:manager|lead|head|director|officer|chair\w*|secretary|supervisor|operator|owner|founder|president|minister"
    r"|author|landlord|tenant|engineer|administrator|team|office|committee|department|staff)\b",
)
"""A name, or somebody's part in something."""

_PEOPLE = (
    r"\b(?:every(?:one|body)|nobody|any(?:one|body)|all|you|they|we|people|persons?|members?|students?|pupils?|employees?"
    r"|guests?|child(?:ren)?|adults?|residents?|parents?|police|board|council|crew|company|firm|union|club|bank|court"
    r"|government|\w+[eo]rs?)\b",
    r"\p{Lo}",
)
"""Somebody without a name, and whatever is written in a script without capitals."""

_DECIDES = (
    r"^\W*(?:yes|no|ja|nein|oui|non|sí)\b",
    r"\b(?:may|must|shall|can|cannot|can't|should|not|never|no|only|always|allowed|permitted|required|forbidden"
    r"|prohibited|optional|unless|n't|darf|dürfen|muss|nicht|kein\w*|erlaubt|verboten|interdit\w*|autorisé\w*|permis|ne)\b",
    r"禁止|可以|必须|不得",
)
"""What says that something is so, may be so, or is not."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value."""

    asked: regex.Pattern[str]
    """How questions ask for it."""
    shown: regex.Pattern[str]
    """What a text says that holds one."""
    gain: float = 0.0
    """What such a text gains, in parts of the weightiest word of the question."""
    may: regex.Pattern[str] | None = None
    """What a text says that may hold one; None where any may."""
    words: frozenset[str] = frozenset()
    """Words for it, which a text that holds one may leave unsaid."""
    titles: bool = False
    """Whether a heading may hold it for what stands under it."""
    single: bool = True
    """Whether it is one value, and not a list of them."""


TIME = Kind(
    _pattern(
        r"\b(?:when|wann|quand|quelle\s+heure|cuándo)\b|何时|什么时候|什麼時候|いつ",
        r"\b(?:what|which)\s+(?:\w+\s+)?(?:date|day|time|year|month|deadline|meeting)\b",
    ),
    DATE,
    gain=0.6,
    may=_pattern(DATE.pattern, NUMBER.pattern, *_TIME),
    titles=True,
)
SUM = Kind(
    _pattern(
        r"\b(?:what|which)\b(?:\s+\w+){0,3}?\s+(?:costs?|prices?|fees?)\b|\bwhat\s+do(?:es)?\b[^?]*\bcost\b",
        r"\bhow\s+much\s+(?:is|are|was|were|for)\b|\bhow\s+much\b[^?]*\b(?:costs?|pay|paid|spend|earn)\b",
        r"\bwas\s+kostet\b|\bwie\s?viel\b.*(?:kost|zahl)|\bcombien\b.*\bcoût|\bcuánto\b.*\b(?:cuesta|vale)\b",
        r"\b(?:costs?|prices?|fees?)\b",
    ),
    _pattern(*_MONEY),
    gain=0.6,
    may=_pattern(*_MONEY),
)
COUNT = Kind(
    _pattern(
        r"\bhow\s+(?:many|much|long|often|old|far|late|early|soon|big|large|high|tall|fast|heavy|deep|wide)\b",
        r"\bwhat\s+do(?:es)?\b[^?]*\b(?:weigh|measure|hold)\s*\?",
        r"\b(?:what|which)\s+(?:\w+\s+)?(?:percentage|percent|number|amount|limit|maximum|minimum)\b",
        r"\b(?:wie\s*(?:viele?|lange|oft|hoch|groß)|combien|cuánt\w+)\b|几|多少|いくら",
    ),
    _pattern(r"\p{N}|[一二三四五六七八九十百千]"),
    gain=0.3,
    may=NUMBER,
    words=MEASURES,
)
SOMEBODY = Kind(
    _pattern(r"\b(?:who|whom|whose|wer|wem|wen|qui|quién)\b|谁|誰"),
    _pattern(*_NAMED),
    gain=0.4,
    may=_pattern(*_NAMED, *_PEOPLE),
)
DECISION = Kind(
    _pattern(
        r"^\W*(?:(?:so|and|but|then|ok)\W+)?(?:am|is|are|was|were|do|does|did|can|could|may|must|should|will|would|has"
        r"|have|had|darf|dürfen|kann|können|ist|sind|muss|est-ce|peut-on|puedo|hay)\b"
    ),
    _pattern(*_DECIDES),
    gain=0.2,
)
VERSIONED = Kind(
    _pattern(r"\b(?:which|what|welche\w*|quelle|qué)\s+(?:\w+\s+)?(?:version|release|versión)\b"),
    VERSION,
    words=frozenset(terms("version release")),
    titles=True,
    single=False,
)


def _thing(words: str, shown: str) -> Kind:
    """A kind that is asked for by a word: `which colour`, `the colour of`."""
    return Kind(
        _pattern(rf"\b(?:what|which)\b(?:\s+\w+){{0,3}}?\s+(?:{'|'.join(words.split())})s?\b"),
        _pattern(shown),
        may=_pattern(shown),
        words=frozenset(terms(words)),
        single=False,
    )


KINDS = (
    TIME,
    SUM,
    COUNT,
    SOMEBODY,
    DECISION,
    VERSIONED,
    _thing(
        "colour color",
        r"\b(?:red|green|blue|white|black|yellow|orange|purple|violet|pink|brown|gr[ea]y|silver|gold(?:en)?|beige)\b",
    ),
    _thing("email mail address contact", r"\S@\S"),
    _thing("website site url link", r"https?://|\bwww\."),
    _thing("phone telephone extension", r"\d{3}"),
    _thing("step procedure process instruction", r"(?m)^\s*\d+[.)]\s"),
    _thing("weekday day", rf"{WEEKDAY}|\b(?:(?:every|each|any)\s*day|daily)\b"),
)

ANY_UNIT = frozenset(terms("people persons items times ones"))
"""Units that a text leaves unsaid: `The room seats fourteen.`"""

_UNIT = _pattern(r"\bhow\s+(?:many|much)\s+([\p{L}-]+)")
_ASKS = _pattern(
    r"\b(?:what|who|whom|where|which|why|how|can|may|must|should|is|are|do|does|did|will)\b"
)
_IS_ONE = _pattern(r"\b(?:is|was|are|were)\s+an?\b")
_DEFINED = _pattern(
    r"^\W*(?:(?:what|who)(?:'s|\s+(?:is|are|was|were))|define|what\s+do(?:es)?|was\s+(?:ist|sind|bedeutet)|"
    r"qu[’']est-ce\s+que?|qué\s+(?:es|son))\s+(?:an?|the|ein\w*|d(?:er|ie|as)|une?|l[ea]|un[a]?)?\s*"
    r"(?P<name>[^?.]{2,60}?)(?:\s+(?:mean|stands?\s+for|refer\s+to))?\W*$"
)
_DEFINES = _pattern(
    r"^\W*(?:(?:an?|the|ein\w*|d(?:er|ie|as)|une?|l[ea])\s+)?(?P<name>[^.:;]{2,60}?)[\W]*?"
    r"(?:\s(?:is|are|was|were|means?|stands?\s+for|refers?\s+to|denotes?|ist|sind|bedeutet|est|sont|es|son)\b|[:–—=]\s)"
)

DEFINITION = 1.5
"""What a sentence counts that begins with what is to be defined and goes on to say what it is."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question asks for."""

    asked: Asked
    kind: Kind | None
    """The kind that it asks for first; None where another word asks before: `What do I do when …`."""
    unit: str
    """The stem of what is counted; empty where nothing is named."""
    defined: frozenset[str]
    """The terms of what is to be defined; empty where nothing is."""

    @property
    def single(self) -> bool:
        """Whether one value is asked for, and not a list."""
        return self.kind is not None and self.kind.single

    @property
    def titles(self) -> bool:
        """Whether a heading may hold it for what stands under it."""
        return self.kind is not None and self.kind.titles

    def gain(self, text: str) -> float:
        """What a text gains that holds a value of the kind; one that may hold one gains half of it."""
        kind = self.kind
        if kind is None or kind.shown.search(text):
            return kind.gain if kind else 0.0
        return kind.gain / 2 if kind.may is not None and kind.may.search(text) else 0.0

    def part(self, text: str) -> float:
        """What the score of a text counts: more of one that defines what is to be defined."""
        if self.kind is not None and self.kind.may is not None and not self.kind.may.search(text):
            return 0.5
        if not self.defined:
            return 1.0
        found = _DEFINES.match(text)
        defines = found is not None and frozenset(terms(found["name"])) == self.defined
        return DEFINITION if defines else 1.0

    def held(self, text: str, said: frozenset[str]) -> bool:
        """Whether a text may answer: it may hold a value of the kind, of the unit that is counted, and among the words
        `said` is the one for what is asked, or another by which a text may call it.

        What says what something is may leave the word unsaid: `Eva is a poet` names a profession.
        """
        kind, unit = self.kind, not self.unit or self.unit in said | ANY_UNIT
        if kind is not None and kind.may is not None:
            called = bool(self.unit if kind is SUM else not kind.single and said & kind.words)
            if not (called or kind.may.search(prose(text))) or not unit:
                return False
        named = self.asked.named - EVERYDAY - ANY_UNIT
        named -= frozenset().union(
            *(k.words for k in KINDS if named & k.words and k.shown.search(text))
        )
        of_class = self.asked.kind is not None and self.asked.kind.name == "class"
        says_what = kind is DECISION or (of_class and _IS_ONE.search(text) is not None)
        return not named or says_what or bool(said & self.asked.about)

    def heading(self, text: str, headings: Sequence[str], source: str) -> str:
        """The nearest heading that holds what is asked for, where what stands under it does not; in brackets the name
        of its place, where only that does."""
        if self.kind is None or not self.titles or self.kind.shown.search(text):
            return ""
        shown = self.kind.shown
        place = f"({source})" if shown.search(source) else ""
        return next((heading for heading in headings if shown.search(heading)), place)


def wanted(question: str) -> Wanted:
    """What a question asks for."""
    found = [(m.start(), n) for n, kind in enumerate(KINDS) if (m := kind.asked.search(question))]
    first, number = min(found, default=(0, -1))
    other = number < 0 or _ASKS.search(question[:first])
    unit, defined = _UNIT.search(question), _DEFINED.match(question)
    return Wanted(
        asked=Asked(question),
        kind=None if other else KINDS[number],
        unit=next(iter(terms(unit[1])), "") if unit else "",
        defined=frozenset(terms(defined["name"])) if defined else frozenset(),
    )
