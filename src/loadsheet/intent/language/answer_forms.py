"""The forms in which texts write what is asked for: numbers, spans, dates, prices, names, measures, places, reasons.

Which of them answers a question is told by `answer_type`.
"""

from __future__ import annotations

import regex

from loadsheet.corpus.terms import one_of
from loadsheet.intent.language import numerals
from loadsheet.lazy import lazy_regex


def pattern(*parts: str) -> regex.Pattern[str]:
    """One expression of several; case counts for nothing."""
    return lazy_regex("|".join(parts), regex.IGNORECASE)


MONTH = (
    r"\b(?:jan(?:uary?|uar|vier)?|feb(?:ruary?|ruar)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|may|mai|mayo|june?|juni"
    r"|juin|july?|juli|juillet|aug(?:ust)?|août|sept?(?:ember|embre)?|o[ck]t(?:ober)?|nov(?:ember|embre)?|de[cz](?:ember)?)\b"
)
"""The name of a month."""

WEEKDAY = r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"

VERSION = pattern(r"(?<![\w.])v?\d+(?:\.\d+)+(?![\w.])")
"""A number that names a version."""

DIGITS = (r"\p{N}|[一二三四五六七八九十百千]",)
_CARDINAL = one_of(numerals.CARDINALS)
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
PERIOD = (
    rf"{_COUNTED}(?:\W{{1,2}}\p{{L}}+){{0,2}}?\W{{0,2}}(?:{_PERIODS})\b",
    r"[\p{N}一二三四五六七八九十百千两半]+\s?(?:个|個)?(?:秒|分钟?|小时|小時|時間|天|日|周|週間?|月|か月|年)",
)
"""A number of spans of time."""
SPAN = (
    r"\b(?:until|till|as\s+long\s+as|for\s+ever|forever|permanent\w*|indefinite\w*|unlimited|overnight|the\s+(?:whole|rest)"
    r"|all\s+(?:day|night|year|week)|no\s+limit|bis|solange|unbefristet|jusqu\w*|tant\s+que|hasta|mientras)\b",
    r"\d\s?(?:[ap]\.?m\.?|uhr|h)?\s*(?:to|bis|à|a|[-–—])\s*\d",
    rf"{_COUNTED}(?:\W{{1,2}}\p{{L}}+){{0,1}}?\W{{0,2}}(?:characters?|letters?|signs?|words?|pages?|lines?|zeichen|seiten|wörter|pages|caractères|páginas)\b",
)
"""How long something lasts without a number, or is without a unit of length."""
TIMELIKE = (
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
    *DIGITS,
    rf"\b(?:{_CARDINAL}|\p{{L}}+zehn|\p{{L}}+(?:zig|ßig)|vingt|trente|veinte|treinta|venti|trenta|cento?|cien(?:to)?|hundert"
    r"|thousand|tausend|mille?|million|half|once|twice|\p{L}{3,}mal|daily|weekly|monthly|yearly|annually)s?\b",
    *TIMELIKE,
)
DATE = (
    r"\b(?:19|20)\d\d\b",
    rf"\d.{{0,4}}{MONTH}|{MONTH}.{{0,4}}\d",
    r"\d[:/]\d|\d\.\d\d?\.(?!\d)|\d\s?(?:[ap]\.?m\b|uhr\b|h\b|st\b|nd\b|rd\b|th\b)|\bq[1-4]\b",
    rf"\b(?:{_CARDINAL})\s+(?:[ap]\.?m\b|uhr|o['’]?clock|heures?)\b",
    r"\b(?:am|zum|vom|bis|le|au|el|al)\s+\d{1,2}\b",
)
"""A date, or a time of day."""

TIME = (
    r"\b\d{1,2}\s*(?:to|till|until|bis|à|a|[-–—])\s*\d{1,2}\b",
    rf"\b(?:at|by|from|around|um|ab|gegen|à|las|alle)\s+(?:\d|(?:{_CARDINAL})\b)",
    r"\b(?:before|after|when(?:ever)?|once|until|till|as\s+soon\s+as|immediately|always|never|any\s?time|tomorrow|noon"
    r"|midnight|during|(?:end|beginning)\s+of|mornings?|afternoons?|evenings?|nights?|weekends?|spring|summer|autumn"
    r"|winter|easter|christmas|daily|weekly|monthly|yearly|annually|(?:second|minute|hour|day|week|month|quarter|year)s?"
    r"|\p{L}*tage?[sn]?|wochen?|monate?[sn]?|stunden?|jahr(?:e[sn]?)?"
    r"|jours?|semaines?|mois|heures?|ans|días?|semanas?|mes(?:es)?|horas?|años?)\b|[日月年时時周週]",
)
"""A time that names no date: `The deposit is returned once the keys are back.`"""

MONEY = (
    r"\p{Sc}|%|\d[.,]\d\d\b|[元円角]|[|;\t]\s*(?!(?:19|20)\d\d\s*[|;\t])\d[\d.,]*\s*(?=[|;\t\n]|\Z)",
    r"\b(?:euros?|eur|usd|gbp|chf|dollars?|pounds?|cents?|pence|francs?|kron\w+|yen|yuan|rupees?|bucks?|percent|free"
    r"|nothing|half|(?:an?|one|two|three)\s+(?:third|quarter)s?|discount|no\s+(?:charge|fee|cost)"
    r"|hälfte|drittel|viertel|kostenlos|gratis|umsonst|moitié|gratuit\w*|mitad)\b",
)
"""A sum of money, also in a cell of a table, whose head may say of what; a share; or that there is none to pay."""

TOLD = rf"\b(?:costs?|fees?|prices?|charges?)\b[^.]*\b(?:\d+|{one_of(numerals.ENGLISH)}|waived)\b"
"""A price in whatever is paid with, `a fee of nine coins`; or that it is not asked for."""

ROLE = (
    r"\b(?:manager|lead|head|director|officer|chair\w*|secretary|supervisor|operator|owner|founder|president|minister"
    r"|author|landlord|tenant|engineer|administrator|team|office|committee|department|staff)\b"
)
"""Somebody's part in something."""
NAMED = (
    r"(?<=[\p{Ll}\d,;:(|*] )(?-i:\p{Lu}\p{Ll}+)",
    r"^\W*(?-i:(?:\p{Lu}[\p{Ll}’'-]+ ){2,3}\p{Ll})",
    r"^\W*(?-i:(?!(?:The|This|That|These|Those|There|It|If|In|On|At|As|An|For|You|Your|Our|My|We|They|All|Each|Every|No|Any|When|To)\b)"
    r"\p{Lu}\p{Ll}+(?<!s|ing|ion|al|ment|ity|ed) "
    r"(?!(?:at|in|on|to|for|with|by|up|off|out|the|an?|your|all|each|it|them)\b)\p{Ll})",
    ROLE,
)
"""A name, or somebody's part in something."""

PEOPLE = (
    r"\b(?:every(?:one|body)|nobody|any(?:one|body)|all|you|they|we|people|persons?|members?|students?|pupils?|employees?|clients?|customers?|visitors?"
    r"|guests?|child(?:ren)?|adults?|residents?|parents?|police|board|council|crew|company|firm|union|club|bank|court"
    r"|government)\b",
    r"\b(?:the|an?|our|your|their|its|my|his|her|by|each|every)\s+(?:[\p{L}-]+\s+)?\p{L}{2,}[eo]rs?\b"
    r"(?=\W*$|\s*[,.;:)]|\s+(?:of|for|in|at|on|is|are|was|were|has|have|do|does|may|must|can|will|and|or|who|that|to|from"
    r"|with|by|not)\b|\s+\p{L}+(?:s|ed)\b)",
    r"\p{Lo}",
)
"""Somebody without a name, and whatever is written in a script without capitals."""

DECIDES = (
    r"^\W*(?:yes|no|ja|nein|oui|non|sí)\b",
    r"\b(?:may|must|shall|can|cannot|can't|should|not|never|no|only|always|allowed|permitted|required|forbidden"
    r"|prohibited|optional|unless|n't|darf|dürfen|muss|nicht|kein\w*|erlaubt|verboten|interdit\w*|autorisé\w*|permis|ne)\b",
    r"禁止|可以|必须|不得",
)
"""What says that something is so, may be so, or is not."""

PHONE = pattern(
    r"(?<![\w.,-])(?:\+|\(?0)\d[\d ()/.–-]{3,}\d|(?<![\w.,-])\d{3,}[ /–-]\d{3,}(?![\w.,]\d)",
    r"\b(?:ext(?:ension)?|phone|tel(?:ephone)?|call|ring|dial|number|durchwahl|apparat|poste)\b\W{0,2}(?:\p{L}+\W+){0,2}\d{2,}",
)
"""A number to call; an extension, behind the word for it."""

_MEASURED = rf"(?:\d[\d.,]*|\b(?:an?|half|thousand|{one_of(numerals.ENGLISH)})\b)" r"\W{0,2}\s*"
LENGTH = (
    _MEASURED
    + r"(?:m|cm|mm|km|met(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|inch(?:es)?|in(?!\s+\p{L})|ft|foot|feet"
    r"|yards?|miles?|stor(?:e?y|eys|ies)|floors?|percent|%|points?|levels?)(?!\w)|\d\s*['\"″′]"
)
RATE = (
    r"\d\s?(?:km/h|mph|kph|m/s|knots?|[kmg]bit\S*|g|rpm)(?!\w)"
    r"|\d[^.]*\b(?:per|an?|the|pro)\s+(?:second|minute|hour|day|stunde)\b"
)
WEIGHT = (
    _MEASURED
    + r"(?:g|kg|mg|t|lbs?|oz|grams?|kilo(?:gram)?s?|tons?|tonnes?|pounds?|ounces?|stone)(?!\w)"
)
OFTEN = pattern(
    r"\b(?:every|each|once|twice|(?:\w+\s+)?times|daily|weekly|monthly|yearly|annually|hourly|quarterly|always|never"
    r"|rarely|seldom|regularly|per|an?\s+(?:hour|day|week|month|quarter|season|year)"
    r"|jede\w*|\p{L}+mals?|mal|\p{L}*(?:täglich|wöchentlich|monatlich|jährlich|stündlich)\w*|nie|immer|pro|im\s+(?:jahr|monat)"
    r"|chaque|tous\s+les|toutes\s+les|fois|par|jamais|toujours|cada|veces|vez|por|nunca|siempre|diari\w+)\b",
    rf"{WEEKDAY[:-2]}s\b|[每次毎]",
)
AT = (
    r"\b(?:in|on|at|under|behind|beside|near|above|below|outside|inside|opposite|next\s+to|to|from|im|am|unter|hinter"
    r"|neben|dans|sur|sous|chez|en)\s+(?!(?:[\w']+\s+)?(?:\d|time|case|order|advance|writing|request|foot|general"
    rf"|least|most|once|{WEEKDAY}|{MONTH}))\p{{L}}"
)
"""A place, behind a preposition."""
PLACED = (
    rf"(?<=[\p{{Ll}}\d,;:(|*] )(?!{MONTH}|{WEEKDAY})(?-i:\p{{Lu}}\p{{Ll}}+)",
    r"\b(?:here|there|upstairs|downstairs|outside|inside|online|abroad|everywhere|nowhere|anywhere|at\s+home|street|road|room|floor)\b"
    r"|\b(?:by|via|through|around|along|within|between|across|over|beim?|vor|auf|über|zwischen|aus|devant|derrière|près"
    r"|au|aux|à|junto|delante|detrás|desde)\s+(?!\d)\p{L}|\p{Lo}|\S@\S|https?:",
)
"""What else may say where something is."""
REASONS = (
    r"\b(?:because|since|so\s+that|so\s+as\s+to|in\s+order\s+to|due\s+to|owing\s+to|thanks\s+to|as\s+a\s+result|therefore"
    r"|reasons?|caused?|to\s+(?:avoid|prevent|protect|save|keep|make|allow|ensure|reduce|give|comply)"
    r"|weil|denn|damit|wegen|aufgrund|um\s[^.]*\szu|parce\s+que?|car|puisque|afin|à\s+cause|grâce|porque|debido"
    r"|para\s+que|perché)\b|因为|因為|ため",
)
REASON_LIKE = (
    r"\b(?:as\s+(?:it|they|he|she|we|the|there|this|that|no|its|their)|when(?:ever)?|if|after|wenn|falls|nachdem|quand|lorsque|cuando|otherwise|else|led\s+to|means?\s+that|that\s+(?:is|was)\s+why|which\s+(?:is|was)\s+why|out\s+of|for\s+(?:\p{L}+\s+)?(?:reasons?|safety|fear"
    r"|lack)|lack|sonst|daher|deshalb|deswegen|aus\s+\p{L}+|sinon|ainsi|pour|por|para|sino|ya\s+que|como)\b|[:;–—]\s|所以|由于|から|ので",
)
"""What may lead to a reason: what one clause says beside another is often why."""
