"""A question in; the type of answer that it asks for, and whether a text holds one, out.

A type is asked for by a form of question (`when`, `how much is`) or by a word (`which colour`). There is one table, for
all that ask: whether passages suffice, which values disagree, which sentence answers, which record is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import regex

from loadsheet.corpus.terms import stem, terms
from loadsheet.intent.language import numerals
from loadsheet.intent.language.pattern import Pattern
from loadsheet.lazy import lazy_regex


def pattern(*parts: str) -> regex.Pattern[str]:
    """One expression of several; case counts for nothing."""
    return lazy_regex("|".join(parts), regex.IGNORECASE)


def _asks(*parts: str) -> Pattern:
    """The same of the forms of a question, of which there are many to try on each one."""
    return Pattern("|".join(parts))


MONTH = (
    r"\b(?:jan(?:uary?|uar|vier)?|feb(?:ruary?|ruar)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|may|mai|mayo|june?|juni"
    r"|juin|july?|juli|juillet|aug(?:ust)?|août|sept?(?:ember|embre)?|o[ck]t(?:ober)?|nov(?:ember|embre)?|de[cz](?:ember)?)\b"
)
"""The name of a month."""

WEEKDAY = r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"

VERSION = pattern(r"(?<![\w.])v?\d+(?:\.\d+)+(?![\w.])")
"""A number that names a version."""

_DIGITS = (r"\p{N}|[一二三四五六七八九十百千]",)
_CARDINAL = numerals.one_of(numerals.CARDINALS)
_PERIODS = (
    r"seconds?|minutes?|hours?|nights?|days?|weeks?|fortnights?|months?|quarters?|seasons?|terms?|semesters?|years?"
    r"|decades?|centur(?:y|ies)|secs?|mins?|hrs?|h|sekunden?|minuten?|stunden?|nächten?|nacht|tage?[ns]?|wochen?"
    r"|monate?[ns]?|quartale?[ns]?|jahre?[ns]?|secondes?|heures?|nuits?|jours?|semaines?|mois|trimestres?|ans?|années?"
    r"|segundos?|minutos?|horas?|noches?|días?|semanas?|mes(?:es)?|años?|minuti|ore|notti|giorn[oi]|settiman[ae]|mesi|ann[oi]"
)
"""Spans of time, as they are counted."""
_COUNTED = (
    rf"(?:\b\p{{N}}[\p{{N}}.,]*|\b(?:{_CARDINAL}|an?|few|several|half|eine?[nr]?|une?|uno?|una|\p{{L}}+zehn"
    r"|\p{L}+(?:zig|ßig)))"
)
_PERIOD = (
    rf"{_COUNTED}(?:\W{{1,2}}\p{{L}}+){{0,2}}?\W{{0,2}}(?:{_PERIODS})\b",
    r"[\p{N}一二三四五六七八九十百千两半]+\s?(?:个|個)?(?:秒|分钟?|小时|小時|時間|天|日|周|週間?|月|か月|年)",
)
"""A number of spans of time."""
_SPAN = (
    r"\b(?:until|till|as\s+long\s+as|for\s+ever|forever|permanent\w*|indefinite\w*|unlimited|overnight|the\s+(?:whole|rest)"
    r"|all\s+(?:day|night|year|week)|no\s+limit|bis|solange|unbefristet|jusqu\w*|tant\s+que|hasta|mientras)\b",
    r"\d\s?(?:[ap]\.?m\.?|uhr|h)?\s*(?:to|bis|à|a|[-–—])\s*\d",
    rf"{_COUNTED}(?:\W{{1,2}}\p{{L}}+){{0,1}}?\W{{0,2}}(?:characters?|letters?|signs?|words?|pages?|lines?|zeichen|seiten|wörter|pages|caractères|páginas)\b",
)
"""How long something lasts without a number, or is without a unit of length."""
_TIMELIKE = (
    r"\ban?\s+(?:second|minute|hour|day|week|fortnight|month|quarter|year|decade|century)\b",
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+(?:working\s+)?(?:day|week|month|quarter"
    r"|year|floor|time|of)\b",
    r"\b(?:ersten|zweiten|dritten|vierten|fünften|zehnten)\s+(?:\p{L}*tage?s?|woche|monat\w*)\b",
    r"\b(?:am|zum|vom)\s+(?:\p{L}{3,}[td]en|letzten)\b|\b(?:on|by|until)\s+the\s+(?:first|second|third|fourth|fifth|last|\p{L}+th)\b"
    r"|\ble\s+premier\b",
    WEEKDAY,
    MONTH,
)
NUMBER = pattern(
    *_DIGITS,
    rf"\b(?:{_CARDINAL}|\p{{L}}+zehn|\p{{L}}+(?:zig|ßig)|vingt|trente|veinte|treinta|venti|trenta|cento?|cien(?:to)?|hundert"
    r"|thousand|tausend|mille?|million|half|once|twice|\p{L}{3,}mal|daily|weekly|monthly|yearly|annually)s?\b",
    *_TIMELIKE,
)
_DATE = (
    r"\b(?:19|20)\d\d\b",
    rf"\d.{{0,4}}{MONTH}|{MONTH}.{{0,4}}\d",
    r"\d[:/]\d|\d\.\d\d?\.(?!\d)|\d\s?(?:[ap]\.?m\b|uhr\b|h\b|st\b|nd\b|rd\b|th\b)|\bq[1-4]\b",
    rf"\b(?:{_CARDINAL})\s+(?:[ap]\.?m\b|uhr|o['’]?clock|heures?)\b",
    r"\b(?:am|zum|vom|bis|le|au|el|al)\s+\d{1,2}\b",
)
"""A date, or a time of day."""

_TIME = (
    r"\b\d{1,2}\s*(?:to|till|until|bis|à|a|[-–—])\s*\d{1,2}\b",
    rf"\b(?:at|by|from|around|um|ab|gegen|à|las|alle)\s+(?:\d|(?:{_CARDINAL})\b)",
    r"\b(?:before|after|when(?:ever)?|once|until|till|as\s+soon\s+as|immediately|always|never|any\s?time|tomorrow|noon"
    r"|midnight|during|(?:end|beginning)\s+of|mornings?|afternoons?|evenings?|nights?|weekends?|spring|summer|autumn"
    r"|winter|easter|christmas|daily|weekly|monthly|yearly|annually|(?:second|minute|hour|day|week|month|quarter|year)s?"
    r"|\p{L}*tage?[sn]?|wochen?|monate?[sn]?|stunden?|jahr(?:e[sn]?)?"
    r"|jours?|semaines?|mois|heures?|ans|días?|semanas?|mes(?:es)?|horas?|años?)\b|[日月年时時周週]",
)
"""A time that names no date: `The deposit is returned once the keys are back.`"""

_MONEY = (
    r"\p{Sc}|%|\d[.,]\d\d\b|[元円角]|[|;\t]\s*\d",
    r"\b(?:euros?|eur|usd|gbp|chf|dollars?|pounds?|cents?|pence|francs?|kron\w+|yen|yuan|rupees?|bucks?|percent|free"
    r"|nothing|half|third|quarter|discount|no\s+(?:charge|fee|cost)"
    r"|hälfte|drittel|viertel|kostenlos|gratis|umsonst|moitié|gratuit\w*|mitad)\b",
)
"""A sum of money, also in a cell of a table, whose head may say of what; a share; or that there is none to pay."""

_TOLD = rf"\b(?:costs?|fees?|prices?|charges?)\b[^.]*\b(?:\d+|{numerals.one_of(numerals.ENGLISH)}|waived)\b"
"""A price in whatever is paid with, `a fee of nine coins`; or that it is not asked for."""

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
    r"|government)\b",
    r"\b(?:the|an?|our|your|their|its|my|his|her|by|each|every)\s+(?:[\p{L}-]+\s+)?\p{L}{2,}[eo]rs?\b"
    r"(?=\W*$|\s*[,.;:)]|\s+(?:of|for|in|at|on|is|are|was|were|has|have|do|does|may|must|can|will|and|or|who|that|to|from"
    r"|with|by|not)\b|\s+\p{L}+(?:s|ed)\b)",
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

_MEASURED = (
    rf"(?:\d[\d.,]*|\b(?:an?|half|thousand|{numerals.one_of(numerals.ENGLISH)})\b)" r"\W{0,2}\s*"
)
_LENGTH = (
    _MEASURED
    + r"(?:m|cm|mm|km|met(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|inch(?:es)?|in|ft|foot|feet|yards?|miles?"
    r"|stor(?:e?y|eys|ies)|floors?|percent|%|points?|levels?)(?!\w)|\d\s*['\"″′]"
)
_RATE = (
    r"\d\s?(?:km/h|mph|kph|m/s|knots?|[kmg]bit\S*|g|rpm)(?!\w)"
    r"|\d[^.]*\b(?:per|an?|the|pro)\s+(?:second|minute|hour|day|stunde)\b"
)
_WEIGHT = (
    _MEASURED
    + r"(?:g|kg|mg|t|lbs?|oz|grams?|kilo(?:gram)?s?|tons?|tonnes?|pounds?|ounces?|stone)(?!\w)"
)


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


def _thing(words: str, shown: str) -> AnswerType:
    """A type that is asked for by a word: `which colour`, `the colour of`."""
    return AnswerType(
        words.split(maxsplit=1)[0],
        _asks(
            rf"{_WHICH}(?:\w+\s+){{0,3}}?(?:{'|'.join(words.split())})s?\b",
            rf"\bwhat{_IS}[^?,]*?(?:{'|'.join(words.split())})\s+(?:number|address)(?=\W*$|\s+(?:of|for|at)\b)",
        ),
        "class",
        pattern(shown),
        pattern(shown),
        words=frozenset(terms(words)),
        single=False,
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
    pattern(*_DATE),
    pattern(*_DATE, *_TIMELIKE, *_TIME),
    gain=0.6,
    titles=True,
)
PRICE = AnswerType(
    "price",
    _asks(
        rf"{_WHICH}(?:\w+\s+){{0,3}}?(?:costs?|prices?|fees?)\b|\bwhat\s+(?:do(?:es)?|did|would|will)\b[^?.]*\bcost\b",
        r"\bhow\s+much\s+(?:is|are|was|were|for)\b|\bhow\s+much\b[^?.]*\b(?:costs?|pay|paid|spend|earn)\b",
        r"\bhow\s+expensive\b|\bwas\s+kostet\b|\bwie\s?viel\b.*(?:kost|zahl)|\bcombien\b.*\bcoût"
        r"|\bcuánto\b.*\b(?:cuesta|vale)\b",
        _named("price cost", 2),
        r"\b(?:costs?|prices?|fees?)\b",
    ),
    "number",
    pattern(*_MONEY),
    pattern(*_MONEY, _TOLD),
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
    pattern(_LENGTH),
    pattern(_LENGTH),
    gain=0.3,
    unit=True,
)
WEIGHT = AnswerType(
    "weight",
    _asks(
        r"\bhow\s+heavy\b|\b(?:what|how\s+much)\s+(?:does|do|did|would|will|can|may)\b[^?.]*\bweigh\b",
        _named("weight", 0),
    ),
    "number",
    pattern(_WEIGHT),
    pattern(_WEIGHT),
    gain=0.3,
    unit=True,
)
DURATION = AnswerType(
    "duration",
    _asks(
        r"\b(?:how\s+long|wie\s*lange?|combien\s+de\s+temps|cuánto\s+tiempo|quanto\s+tempo)\b|多长时间|多久|どのくらい"
    ),
    "number",
    pattern(*_PERIOD, _LENGTH),
    pattern(*_PERIOD, *_SPAN, _LENGTH),
    gain=0.3,
    words=MEASURES,
)
_OFTEN = pattern(
    r"\b(?:every|each|once|twice|(?:\w+\s+)?times|daily|weekly|monthly|yearly|annually|hourly|quarterly|always|never"
    r"|rarely|seldom|regularly|per|an?\s+(?:hour|day|week|month|quarter|season|year)"
    r"|jede\w*|\p{L}+mals?|mal|\p{L}*(?:täglich|wöchentlich|monatlich|jährlich|stündlich)\w*|nie|immer|pro|im\s+(?:jahr|monat)"
    r"|chaque|tous\s+les|toutes\s+les|fois|par|jamais|toujours|cada|veces|vez|por|nunca|siempre|diari\w+)\b",
    rf"{WEEKDAY[:-2]}s\b|[每次毎]",
)
FREQUENCY = AnswerType(
    "frequency",
    _asks(r"\b(?:how\s+(?:often|frequently)|wie\s+oft|combien\s+de\s+fois|cuántas\s+veces)\b"),
    "number",
    _OFTEN,
    _OFTEN,
    gain=0.3,
    words=MEASURES,
)
SPEED = AnswerType(
    "speed",
    _asks(r"\bhow\s+(?:fast|quick(?:ly)?)\b|\b(?:wie\s+schnell)\b|\b(?:at\s+)?what\s+speed\b"),
    "number",
    pattern(*_PERIOD, _RATE),
    pattern(
        *_PERIOD,
        _RATE,
        r"\b(?:immediately|at\s+once|same\s+(?:day|evening)|overnight|instantly|sofort|umgehend)\b",
        *_TIME,
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
    pattern(*_DIGITS),
    NUMBER,
    gain=0.3,
    words=MEASURES,
)
NUMBERED = AnswerType(
    "number",
    _asks(_named("number percentage percent population")),
    "number",
    pattern(*_DIGITS),
    NUMBER,
    gain=0.3,
    words=MEASURES,
)
MEASURE = AnswerType(
    "measure",
    _asks(_named(_MEASURES)),
    "number",
    pattern(*_DIGITS),
    gain=0.3,
    words=MEASURES,
    single=False,
)
_AT = (
    r"\b(?:in|on|at|under|behind|beside|near|above|below|outside|inside|opposite|next\s+to|to|from|im|am|unter|hinter"
    r"|neben|dans|sur|sous|chez|en)\s+(?!(?:[\w']+\s+)?(?:\d|time|case|order|advance|writing|request|foot|general"
    rf"|least|most|once|{WEEKDAY}|{MONTH}))\p{{L}}"
)
"""A place, behind a preposition."""
_PLACED = (
    rf"(?<=[\p{{Ll}}\d,;:(|*] )(?!{MONTH}|{WEEKDAY})(?-i:\p{{Lu}}\p{{Ll}}+)",
    r"\b(?:here|there|upstairs|downstairs|outside|inside|online|abroad|everywhere|nowhere|anywhere|at\s+home|street|road|room|floor)\b"
    r"|\b(?:by|via|through|around|along|within|between|across|over|beim?|vor|auf|über|zwischen|aus|devant|derrière|près"
    r"|au|aux|à|junto|delante|detrás|desde)\s+(?!\d)\p{L}|\p{Lo}|\S@\S|https?:",
)
"""What else may say where something is."""
PLACE = AnswerType(
    "place",
    _asks(
        rf"\bwhere{_IS}|^\W*(?:from\s+)?where(?:\s+(?:to|from|exactly))?\W*$"
        rf"|{_WHICH}(?:city|country|town|state|place|county|region)\b",
    ),
    "place",
    pattern(_AT),
    pattern(_AT, *_PLACED),
    single=False,
)
_REASONS = (
    r"\b(?:because|since|so\s+that|so\s+as\s+to|in\s+order\s+to|due\s+to|owing\s+to|thanks\s+to|as\s+a\s+result|therefore"
    r"|reasons?|caused?|to\s+(?:avoid|prevent|protect|save|keep|make|allow|ensure|reduce|give|comply)"
    r"|weil|denn|damit|wegen|aufgrund|um\s[^.]*\szu|parce\s+que?|car|puisque|afin|à\s+cause|grâce|porque|debido"
    r"|para\s+que|perché)\b|因为|因為|ため",
)
_REASON_LIKE = (
    r"\b(?:as\s+(?:it|they|he|she|we|the|there|this|that|no|its|their)|when(?:ever)?|if|after|wenn|falls|nachdem|quand|lorsque|cuando|otherwise|else|led\s+to|means?\s+that|that\s+(?:is|was)\s+why|which\s+(?:is|was)\s+why|out\s+of|for\s+(?:\p{L}+\s+)?(?:reasons?|safety|fear"
    r"|lack)|lack|sonst|daher|deshalb|deswegen|aus\s+\p{L}+|sinon|ainsi|pour|por|para|sino|ya\s+que|como)\b|[:;–—]\s|所以|由于|から|ので",
)
"""What may lead to a reason: what one clause says beside another is often why."""
REASON = AnswerType(
    "reason",
    _asks(
        r"\b(?:why|how\s+come|what\s+for|warum|wieso|weshalb|wozu|pourquoi|por\s+qué|perché)\b|为什么|なぜ"
    ),
    "",
    pattern(*_REASONS),
    pattern(*_REASONS, *_REASON_LIKE),
    single=False,
)
NAME = AnswerType(
    "name",
    _asks(r"\b(?:who|whom|whose|wer|wem|wen|qui|quién)\b|谁|誰"),
    "name",
    pattern(*_NAMED),
    pattern(*_NAMED, *_PEOPLE),
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
    pattern(*_DECIDES),
    gain=0.2,
)
VERSIONED = AnswerType(
    "version",
    _asks(rf"{_WHICH}(?:\w+\s+)?(?:version|release|versión)\b"),
    "class",
    VERSION,
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
    _thing("phone telephone extension", r"\d{3}"),
    _thing("step procedure process instruction", r"(?m)^\s*\d+[.)]\s"),
    _thing("weekday day", rf"{WEEKDAY}|\b(?:(?:every|each|any)\s*day|daily)\b"),
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


@lru_cache(maxsize=256)
def answer_type(question: str) -> AnswerType | None:
    """The type that a question asks for first; None where another word asks before: `What do I do when …`."""
    asked = _POLITE.sub("", question)
    found = [(m.start(), n) for n, one in enumerate(TYPES) if (m := one.asked.search(asked))]
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
