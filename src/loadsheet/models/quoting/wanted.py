"""A question and a sentence in; whether the sentence holds a value of the kind that is asked for out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from loadsheet.corpus.terms import terms
from loadsheet.funnel.asking import MEASURES, Asked
from loadsheet.intent.language.common import EVERYDAY

COUNTED = regex.compile(
    r"\bhow\s+(many|much|long|often|old|far|late|early|soon|big|large|high|tall|fast|heavy|deep|wide)\b|\bwhen\b"
    r"|\bwhat\s+do(?:es)?\b[^?]*\b(?:weigh|measure|cost|hold)\s*\?"
    r"|\b(what|which)\s+(\w+\s+)?(date|day|time|year|month|percentage|percent|number|amount|price"
    r"|cost|fee|limit|maximum|minimum|deadline)\b"
    r"|\b(?:wie\s*(?:viele?|lange|oft|hoch|groß)|wann|combien|quand|quelle heure|cuánt\w+|cuándo)\b|几|多少|何时",
    regex.IGNORECASE,
)
"""Questions whose answer holds a number or a date."""

MEASURED = regex.compile(r"\bhow\s+(?:many|much|long|far|tall|heavy)\b", regex.IGNORECASE)
"""Questions for a measure."""

WHEN = regex.compile(r"\bwhen\b|\bwann\b|\bquand\b|\bcuándo\b", regex.IGNORECASE)
"""Questions for a time."""

WHO = regex.compile(r"\b(?:who|whom|whose|wer|wem|wen|qui|quién)\b|谁", regex.IGNORECASE)
"""Questions for somebody."""

SOMEBODY = regex.compile(
    r"(?<=[\p{Ll}\d,;:(|*] )\p{Lu}\p{Ll}+"
    r"|(?<!^)\b\p{Lu}\p{Ll}+ (?:team|group|office|department|committee|board)\b"
    r"|^\W*(?:\p{Lu}[\p{Ll}’'-]+ ){2,3}\p{Ll}"
    r"|^\W*(?!(?:The|This|That|These|Those|There|It|If|In|On|At|As|An|For|You|We|They|All|Each|Every|No|Any|When|To)\b)"
    r"\p{Lu}\p{Ll}+(?<!s|ing|ion|al|ment|ity|ed) \p{Ll}"
    r"|(?i:\b(?:manager|lead|head|director|officer|chair\w*|secretary|supervisor|operator|owner|founder|president|minister"
    r"|author|landlord|tenant|engineer|administrator|team|office|committee|department|staff)\b)",
)
"""A name, or somebody's part in something."""

PEOPLE = regex.compile(
    r"\b(?:everyone|everybody|nobody|anyone|anybody|all|you|they|we|people|persons?|members?|students?|pupils?|employees?|guests?"
    r"|customers?|users?|child(?:ren)?|adults?|residents?|visitors?|parents?|volunteers?|doctors?|police|board|council|crew"
    r"|company|firm|union|club|bank|court|government|\w+[eo]rs?)\b",
    regex.IGNORECASE,
)
"""Somebody without a name."""

YES_OR_NO = regex.compile(
    r"^\W*(?:(?:so|and|but|then|ok)\W+)?(?:am|is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have"
    r"|had|darf|dürfen|kann|können|ist|sind|muss|est-ce|peut-on|puedo|hay)\b",
    regex.IGNORECASE,
)
"""Questions that `yes` or `no` answers."""

DECIDES = regex.compile(
    r"^\W*(?:yes|no|ja|nein|oui|non|sí)\b|\b(?:may|must|shall|can|cannot|can't|should|not|never|no|only|always|allowed|"
    r"permitted|required|forbidden|prohibited|optional|unless|n't)\b|\b(?:darf|dürfen|muss|nicht|kein\w*|erlaubt|verboten"
    r"|interdit\w*|autorisé\w*|permis|ne)\b|禁止|可以|必须|不得",
    regex.IGNORECASE,
)
"""What says that something is so, may be so, or is not."""

PRICED = regex.compile(
    r"\b(?:costs?|prices?|fees?)\b|\bhow\s+much\s+(?:is|are|was|were|for)\b|\bhow\s+much\b[^?]*\b(?:pay|paid|spend|earn)\b"
    r"|\bwie\s+hoch\b|\bwas\s+kostet\b|\bwie\s?viel\b.*(?:kost|zahl)|\bcombien\b.*\bcoût|\bcuánto\b.*\b(?:cuesta|vale)\b",
    regex.IGNORECASE,
)
"""Questions for a sum of money, where they are counted."""

MONEY = regex.compile(
    r"\p{Sc}|%|\d[.,]\d\d\b|[元円角]|\b(?:euros?|eur|usd|gbp|chf|dollars?|pounds?|cents?|pence|francs?|yen|yuan|percent|free|nothing"
    r"|no\s+(?:charge|fee|cost)|half|third|quarter"
    r"|hälfte|drittel|viertel|kostenlos|gratis|umsonst|moitié|gratuit\w*|mitad)\b",
    regex.IGNORECASE,
)
"""A sum of money, or that there is none to pay."""

ANY_UNIT = frozenset(terms("people persons items times ones"))
"""Units that a text leaves unsaid: `The room seats fourteen.`"""

UNIT = regex.compile(r"\bhow\s+(?:many|much)\s+([\p{L}-]+)", regex.IGNORECASE)
"""What is counted: `How many hours …`."""

MONTH = (
    r"\b(?:jan(?:uary?|uar|vier)?|feb(?:ruary?|ruar)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|may|mai|mayo|june?|juni"
    r"|juin|july?|juli|juillet|aug(?:ust)?|août|sept?(?:ember|embre)?|o[ck]t(?:ober)?|nov(?:ember|embre)?|de[cz](?:ember)?)\b"
)
"""The name of a month."""

VERSION = regex.compile(r"(?<![\w.])v?\d+(?:\.\d+)+(?![\w.])")
"""A number that names a version."""

NUMBER = regex.compile(
    r"\p{N}|\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+(?:working\s+)?(?:day|week|month"
    r"|quarter|year|floor|time|of)\b|\b(?:ersten|zweiten|dritten|vierten|fünften|zehnten)\s+(?:\p{L}*tage?s?|woche|monat\w*)\b"
    r"|\ban?\s+(?:second|minute|hour|day|week|fortnight|month|quarter|year|decade|century)\b|\b(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty"
    r"|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|half|once|twice|daily|weekly"
    r"|monthly|yearly|annually|(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april"
    r"|june|july|august|september|october|november|december)s?\b|[一二三四五六七八九十百千]",
    regex.IGNORECASE,
)

DIGIT = regex.compile(r"\p{N}|[一二三四五六七八九十百千]")

DATE = regex.compile(
    rf"\b(?:19|20)\d\d\b|\d.{{0,4}}{MONTH}|{MONTH}.{{0,4}}\d|\d[:/]\d|\d\.\d\d?\.(?!\d)"
    r"|\d\s?(?:[ap]\.?m\b|uhr\b|h\b|st\b|nd\b|rd\b|th\b)|\bq[1-4]\b",
    regex.IGNORECASE,
)
"""A date, or a time of day."""

TITLED = (
    (
        r"\b(?:which|what|welche\w*|quelle|qué)\s+(?:\w+\s+)?(?:version|release|versión)\b",
        VERSION,
    ),
    (
        r"\bwhen\b|\bwann\b|\bquand\b|\bcuándo\b|\b(?:what|which)\s+(?:\w+\s+)?(?:date|day|year|month|meeting)\b",
        DATE,
    ),
    (
        r"\b(?:which|what)\s+(?:section|clause|article|paragraph|chapter)\b|\bwelche\w*\s+(?:paragraph|abschnitt|artikel)",
        regex.compile(r"\w"),
    ),
)
"""Questions that a heading may answer for what stands under it, and what such a heading holds: a version, a date."""
TITLED_BY = tuple((regex.compile(asked, regex.IGNORECASE), held) for asked, held in TITLED)

TIMED = regex.compile(
    r"\b(?:at|by|from|around|um|ab|gegen|à|las)\s+(?:\d|one\b|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"|\b(?:before|after|when(?:ever)?|once|until|till|as\s+soon\s+as|immediately|at\s+once|always|never|any\s?time|tomorrow"
    r"|noon|midnight|during|end\s+of|beginning\s+of|mornings?|afternoons?|evenings?|nights?|weekends?|spring|summer|autumn"
    r"|winter|easter|christmas|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|daily|weekly|monthly|yearly|annually"
    r"|(?:second|minute|hour|day|week|month|quarter|year|decade)s?|\p{L}*tage?[sn]?|wochen?|monate?[sn]?|stunden?|jahr(?:e[sn]?)?"
    r"|jours?|semaines?|mois|heures?|ans|días?|semanas?|mes(?:es)?|horas?|años?)\b|[日月年时時周週]",
    regex.IGNORECASE,
)
"""A time that names no date: `The deposit is returned once the keys are back.`"""

VALUES = tuple(
    (frozenset(terms(words)), regex.compile(values, regex.IGNORECASE))
    for words, values in (
        ("version release", VERSION.pattern),
        ("section clause article paragraph chapter", r"\w"),
        (
            "colour color",
            r"\b(?:red|green|blue|white|black|yellow|orange|purple|violet|pink|brown|gr[ea]y|silver|gold(?:en)?|beige"
            r"|turquoise|transparent)\b",
        ),
        ("email mail address contact", r"\S@\S"),
        ("website site url link", r"https?://|\bwww\."),
        ("step procedure process instructions", r"(?m)^\s*\d+[.)]\s"),
        ("phone telephone number extension", r"\d{3}"),
        ("weekday day", r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:every|each|any)\s*day\b|\bdaily\b"),
        ("material", r"\b(?:made\s+(?:of|from)|wood\w*|oak|steel|iron|alumini?um|glass|cotton|wool|leather|stone)\b"),
    )
)  # fmt: skip
"""Words for what is asked, which a text leaves unsaid where it holds such a value: `The exit sign is green.`"""

_BOUND = regex.compile(
    r"\b(?:(?P<above>above|over|more than|exceeding|beyond|at least|from)|(?P<below>up to|below|under|less than|at most"
    r"|within|no more than))\s+\D{0,2}(?P<number>\d[\d.,]*)",
    regex.IGNORECASE,
)

_DEFINED = regex.compile(
    r"^\W*(?:(?:what|who)(?:'s|\s+(?:is|are|was|were))|define|what\s+does|what\s+do|was\s+(?:ist|sind|bedeutet)|"
    r"qu[’']est-ce\s+que?|qué\s+(?:es|son))\s+(?:an?|the|ein\w*|d(?:er|ie|as)|une?|l[ea]|un[a]?)?\s*"
    r"(?P<name>[^?.]{2,60}?)(?:\s+(?:mean|stand\s+for|stands\s+for|refer\s+to))?\W*$",
    regex.IGNORECASE,
)
_DEFINES = regex.compile(
    r"^\W*(?:(?:an?|the|ein\w*|d(?:er|ie|as)|une?|l[ea])\s+)?(?P<name>[^.:;]{2,60}?)[\W]*?"
    r"(?:\s(?:is|are|was|were|means?|stands?\s+for|refers?\s+to|denotes?|ist|sind|bedeutet|est|sont|es|son)\b|[:–—=]\s)",
    regex.IGNORECASE,
)


_ASKS_ELSE = regex.compile(
    r"\b(?:what|who|whom|where|which|why|how|can|may|must|should|is|are|do|does|did|will)\b",
    regex.IGNORECASE,
)
_IS_ONE = regex.compile(r"\b(?:is|was|are|were)\s+an?\b", regex.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Kind:
    """What kind of value a question asks for."""

    counted: bool
    measured: bool
    valued: bool
    """Whether a number or a date is all that it asks for: `When …`, and not `What do I do when …`."""
    priced: bool
    somebody: bool
    decided: bool
    unit: str
    """The stem of what is counted; empty where nothing is named."""
    defined: frozenset[str]
    """The terms of what is to be defined; empty where nothing is."""
    bounds: frozenset[tuple[str, str]]
    """The side and the number of each bound: above 500."""
    timed: bool
    """Whether a time answers it, of which a text may say no number."""
    title: regex.Pattern[str] | None
    """What a heading holds that answers it for what stands under it."""
    values: tuple[regex.Pattern[str], ...]
    """What a text holds that answers it without the word for what is asked."""

    def gain(self, text: str, *, numbered: bool) -> float:
        """What a sentence of that kind gains, in parts of the weightiest word of the question."""
        if (self.timed and DATE.search(text)) or (self.priced and MONEY.search(text)):
            return 0.6
        if self.counted and numbered:
            of_unit = self.unit and counts(text, self.unit)
            return 0.6 if of_unit else 0.3 if DIGIT.search(text) else 0.2
        if self.somebody and SOMEBODY.search(text):
            return 0.4
        if any(value.search(text) for value in self.values):
            return 0.4
        return 0.2 if self.decided and DECIDES.search(text) else 0.0

    def held(self, text: str, said: frozenset[str], *, numbered: bool) -> bool:
        """Whether an answer holds a value of that kind: a number, a sum, and of the unit that is counted."""
        if self.somebody and not (SOMEBODY.search(text) or PEOPLE.search(text)):
            return False
        if not self.valued:
            return True
        if self.priced and self.unit not in said and not MONEY.search(text):
            return False
        unit = not self.unit or self.unit in said | ANY_UNIT
        if self.timed:
            numbered = bool(DATE.search(text) or TIMED.search(text))
        return (numbered or (self.priced and MONEY.search(text) is not None)) and unit

    def heading(self, text: str, headings: Sequence[str], source: str) -> str:
        """The nearest heading that holds what is asked for, where what stands under it does not; in brackets the name
        of its place, where only that does."""
        if self.title is None or self.title.search(text):
            return ""
        place = f"({source})" if self.title.search(source) else ""
        return next((heading for heading in headings if self.title.search(heading)), place)

    def part(self, text: str, *, numbered: bool) -> float:
        """What is left of the score of a sentence that is not of that kind."""
        left = UNMEASURED if self.measured and not numbered else 1.0
        if self.somebody and not SOMEBODY.search(text):
            left *= NOBODY
        if self.bounds and self.bounds & {(OTHER[side], n) for side, n in bounds(text)}:
            left *= OPPOSED
        return left * (DEFINITION if self.defined and defines(text, self.defined) else 1.0)


UNMEASURED = 0.5
"""What a sentence without a number counts on such a question: `The gym is free.` answers how much it is."""

NOBODY = 0.8
"""What a sentence that names nobody counts where somebody is asked for."""

OPPOSED = 0.4
"""What a sentence counts that says `up to 500` where `above 500` is asked for."""

DEFINITION = 1.5
"""What a sentence counts that begins with what is to be defined and goes on to say what it is."""

OTHER = {"above": "below", "below": "above"}


def kind_of(question: str) -> Kind:
    """The kind of value that a question asks for."""
    unit = UNIT.search(question)
    defined = _DEFINED.match(question)
    counted = COUNTED.search(question)
    return Kind(
        counted=counted is not None,
        valued=counted is not None and not _ASKS_ELSE.search(question[: counted.start()]),
        measured=MEASURED.search(question) is not None,
        priced=PRICED.search(question) is not None and not WHEN.search(question),
        somebody=WHO.search(question) is not None,
        decided=YES_OR_NO.match(question) is not None,
        unit=next(iter(terms(unit[1])), "") if unit else "",
        defined=frozenset(terms(defined["name"])) if defined else frozenset(),
        bounds=bounds(question),
        timed=WHEN.search(question) is not None,
        title=next((held for asked, held in TITLED_BY if asked.search(question)), None),
        values=tuple(
            value for words, value in VALUES if words & (Asked(question).named - {"number"})
        ),
    )


def bounds(text: str) -> frozenset[tuple[str, str]]:
    """The side and the number of each bound that a text names."""
    return frozenset(
        ("above" if found["above"] else "below", found["number"].rstrip(".,"))
        for found in _BOUND.finditer(text)
    )


def counts(text: str, unit: str) -> bool:
    """Whether a number stands right before `unit`, or with one word between."""
    return any(
        unit in terms(" ".join(text[match.end() :].split()[:2])) for match in NUMBER.finditer(text)
    )


def defines(text: str, wanted: frozenset[str]) -> bool:
    """Whether a sentence begins with these terms, and no others, and goes on to say what they are."""
    found = _DEFINES.match(text)
    return found is not None and frozenset(terms(found["name"])) == wanted


def answers(question: str, kind: Kind, text: str, said: frozenset[str]) -> bool:
    """Whether a text answers an English question: it holds a value of the kind, and among the words `said` the one for
    what is asked, or another by which a text may call it.

    A number may leave its word unsaid (`Due on 5 May.` names a deadline), and so may what says what something is:
    `Eva is a poet` names a profession.
    """
    numbered = NUMBER.search(text) is not None
    asked = Asked(question)
    named = asked.named - EVERYDAY - ANY_UNIT - (MEASURES if numbered else frozenset())
    named -= frozenset().union(*(words for words, value in VALUES if value.search(text)))
    says_what = asked.kind is not None and asked.kind.name == "class" and _IS_ONE.search(text)
    if named and not (kind.decided or says_what or said & asked.about):
        return False
    return kind.held(text, said, numbered=numbered)
