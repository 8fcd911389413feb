"""A turn, the conversation before it and what is held go in; the signs by which it is weighed, each 0 to 1, come out.

A sign is one observation that can be said in a sentence. No sign decides: the tables in `weights` say how much each
speaks for what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from loadsheet.artifacts import Holdings, IntentVector, Known, SessionState
from loadsheet.corpus.terms import word_set
from loadsheet.intent import pointers, words
from loadsheet.intent.match import alike, held, joined, telling
from loadsheet.intent.referents import Conversation, Resolution

LEANS = frozenset({"ellipsis", "aspect", "anaphora", "completion", "repair"})
"""How a turn may lean on the one before."""

VARIES = frozenset({"ellipsis", "completion", "repair"})
"""How a turn may put something else in the place of what was asked before."""

MET = 0.5
"""The part of an instruction's condition from which it counts as met."""

TIED = 0.5
"""The part of a question's telling words that two readings must both hold to be equal."""

MOST_READINGS = 4
"""Readings that a question back names."""

MANY = 3
"""Telling words from which a question says by itself what it is about."""

_KEY = re.compile(r"[._:/-]+")
_CONDITION = re.compile(
    r"\b(?:when(?:ever)?|if|wenn|quand|lorsque|cuando|quando|se)\b(?P<when>[^,:;]*)|^(?P<kind>[^,:;]{3,60}):",
    re.IGNORECASE,
)
_NAMES_DOCUMENT = re.compile(
    r"\b(?:handbooks?|manuals?|guides?|reports?|minutes|letters?|contracts?|agreements?|leases?|polic(?:y|ies)|rules?|"
    r"regulations?|bylaws?|statutes?|terms|leaflets?|brochures?|catalogues?|logs?|diar(?:y|ies)|notebooks?|ledgers?|"
    r"chronicles?|registers?|runbooks?|postmortems?|reviews?|plans?|papers?|articles?|chapters?|documents?|docs?|"
    r"files?|"
    r"folders?|sheets?|bulletins?|permits?|deeds?|cards?|archives?|according|clauses?|sections?|paragraphs?|passages?|"
    r"\w*handbuch|\w*ordnung|satzung|protokoll\w*|\w*vertr[aä]g\w*|règlement|chronique|rapport|guía|cuaderno|informe|"
    r"quaderno|regolamento|rapporto)\b|说明书|手册|合同|须知|文件",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"\b(?:why|how come|reasons?|warum|wieso|pourquoi|por qué|perché)\b|为什么", re.IGNORECASE
)
_AGAIN = re.compile(
    r"\b(?:again|remind|remember|recall|(?:did|have|had) (?:i|we|you) (?:say|tell|told|agree\w*|decide\w*|settle\w*|"
    r"note\w*|write|written|promise\w*)|(?:i|we|you) (?:said|told|agreed|decided|settled|noted|wrote|promised)|"
    r"nochmal|noch mal|rappelle\w*|déjà|recuerdas?|otra vez|ricord\w+)\b|来着|刚才",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:did|was|were|had|happened|went|came|broke|got|story|that (?:night|day|time)|last (?:spring|summer|autumn|"
    r"fall|winter|year|month|week)|\w{3,}ed|war|wurde|hatte|fue|fueron|pasó|était|avait|era|è stato)\b",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"\b(?:i|i'm|im|i've|ive|i'd|me|my|mine|we|we're|us|our|ours|ich|mir|mich|mein\w*|wir|uns|unser\w*|je|j'ai|moi|mon|"
    r"ma|mes|nous|notre|nos|yo|mi|mis|nuestr\w+|mio|mia|miei|mie|nostr\w)\b|\bj['’]|我|咱",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"\b(?:where|stands?|status|progress|state of|left|still|open|missing|next|got to|to do|done|finished|how far|"
    r"up to date|stehen|steht|offen|fehlt|où en|queda|dónde)\b|进展|进度",
    re.IGNORECASE,
)
_WISHES = re.compile(
    r"\b(?:suggest\w*|recommend\w*|pick|choose|ideas?|find (?:me|us)|what should|which should|something|smth|plan|"
    r"draft|"
    r"write|compose|schlag\w*|empf\w*|schreib\w*|propos\w*|conseill\w*|écris|rédige|sugi\w*|recomi\w*|escribe|"
    r"consigli\w*|scriv\w*|posso)\b|推荐|建议|写",
    re.IGNORECASE,
)
_AND = re.compile(r"^\W*(?:and|plus|also|und|et|y|e|那)\b", re.IGNORECASE)
_SO = re.compile(r"^\W*(?:so|then|also|donc|entonces|quindi)\b", re.IGNORECASE)
_POINTS = re.compile(
    r"\b(?:it|its|that|this|those|these|they|them|their|there|he|she|him|her|his|hers|ones?|both|same|other|else|too|"
    r"instead|das|es|sie|er|ihn|dort|dazu|davon|dies\w*|ça|cela|elle|il|lui|là|aussi|eso|esto|ella|él|también|allí|"
    r"quello|questo|anche|lì)\b|这|那|它|他|她",
    re.IGNORECASE,
)

_ASKS_VALUE: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(said))
    for asked, said in (
        (
            r"\b(?:price|costs?|fees?|rates?|pay|charges?|rent|premium|budget|salary|how much|kost\w*|preis|zahl\w*|"
            r"prix|"
            r"co[uû]te|combien|cuánto|cuota|precio|quanto costa)\b|多少钱|价|费",
            r"(?i)[€$£¥元]|\b(?:eur|euros?|chf|gbp|usd|dollars?|pounds?|francs?)\b|\d[,.]\d{2,3}\b|\d{2,}",
        ),
        (
            r"\b(?:when|what time|which day|what day|date|due|until|wann|quand|quel jour|cuándo|quando)\b|"
            r"什么时候|周几|几点",
            r"(?i)\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|\d[.:]\d\d\b|\b(?:19|20)\d\d\b|"
            r"\b(?:jan|"
            r"feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|tag\b|\b(?:lunes|martes|samstag)\b|月|周",
        ),
        (
            r"\b(?:who|whos|whom|whose|wer|wen|qui|quién|chi)\b|谁",
            r"\b[A-Z][a-z]+\s*$|\b(?:Dr|Mrs?|Ms)\b|: *[A-Z][a-z]+",
        ),
        (
            r"\b(?:how (?:many|much|tall|long|high|big|far|old|wide|heavy|deep)|numbers?|sizes?|heights?|wie ?viel\w*|"
            r"combien|cuánt\w+|quant\w+)\b|多少|几",
            r"\d",
        ),
    )
)
"""What a question may ask for, and how a value of that kind is written."""


def signs_of(
    question: str,
    resolution: Resolution,
    intent: IntentVector,
    before: Conversation,
    state: SessionState,
    holdings: Holdings,
) -> dict[str, float]:
    """Every sign of the turn that is not 0, by name."""
    own = telling(question)
    whole = telling(resolution.query) if resolution.query != question else own
    found: dict[str, float] = {
        **_held(question, own, whole, holdings),
        **_titles(own, holdings),
        **_said_before(own, whole, resolution, state),
        **_continues(question, own, resolution, before, holdings),
        **_asks(question, intent, holdings),
        "reckons": reckons(question, before, holdings),
    }
    leans = resolution.form in LEANS
    for name, source in (
        ("rows", "structured_store"),
        ("memory", "memory"),
        ("documents", "internal_corpus"),
    ):
        last = state.last_route.startswith(source)
        found[f"last_from_{name}"] = last
        found[f"varies_{name}"] = last and resolution.form in VARIES
        found[f"leans_on_{name}"] = last and leans
    return {name: round(float(value), 3) for name, value in found.items() if value}


# ---------------------------------------------------------------- what is held


@dataclass(frozen=True, slots=True)
class Fit:
    """How well the best of some rows or records fits a question."""

    part: float = 0.0
    """The part of the question's telling words that it speaks of."""
    key: float = 0.0
    """Whether the question names a word of its key: a half for one, 1 for more."""
    kind: float = 0.0
    """Whether it holds a value of the kind that is asked for."""


def _held(
    question: str, own: Sequence[str], whole: Sequence[str], holdings: Holdings
) -> dict[str, float]:
    found: dict[str, float] = {}
    told: set[str] = set()
    joins = joined(question)
    for name, rows in kinds(holdings.known).items():
        mine, all_ = fit(question, own, joins, rows), fit(question, whole, joins, rows)
        found |= {f"{name}_said": mine.part, f"{name}_key": mine.key, f"{name}_whole": all_.part}
        found[f"{name}_kind"] = all_.kind
        found[f"{name}_named"] = max((named(whole, joins, row) for row in rows), default=0.0)
        found[f"{name}_held"] = bool(rows)
        if name != "rule":
            told.update(word for row in rows for word in vocabulary(row))
    strange = [word for word in own if not held(word, told)]
    found["strange"] = len(strange) / len(own) if own else 0.0
    names = {words.stem(word.casefold()) for name in words.names(question) for word in name.split()}
    found["strange_name"] = any(name in strange for name in names)
    return found


def kinds(known: Iterable[Known]) -> Mapping[str, list[Known]]:
    """Rows and records by what they are."""
    found: dict[str, list[Known]] = {"row": [], "fact": [], "event": [], "task": [], "rule": []}
    names = {"fact": "fact", "episodic": "event", "task_state": "task", "procedural": "rule"}
    for one in known:
        found["row" if one.kind == "row" else names[one.type]].append(one)
    return found


def fit(question: str, asked: Sequence[str], joins: frozenset[str], rows: Sequence[Known]) -> Fit:
    """The fit of the row or record that speaks of most of what is asked."""
    best = Fit()
    about = _people(question)
    for row in rows:
        said, key = vocabulary(row), _key_words(row)
        if about and _is_of_another(about, row):
            continue
        shared = sum(held(word, said) for word in asked) + len(joins & frozenset(said))
        if shared:
            named = sum(held(word, key) for word in asked) + len(joins & frozenset(key))
            part = min(1.0, shared / max(1, len(asked)))
            one = Fit(part, min(2, named) / 2, float(asks_value(question, row.text)))
            best = max(best, one, key=lambda row: (row.part, row.kind, row.key))
    return best


def named(asked: Sequence[str], joins: frozenset[str], row: Known) -> float:
    """The part of a key's words that are named, dates and numbers aside."""
    key = [word for word in _key_words(row) if not any(map(str.isdigit, word))]
    said = sum(any(alike(word, other) for other in asked) or word in joins for word in key)
    return said / len(key) if len(key) > 1 else 0.0


def names_held(question: str, known: Iterable[Known]) -> bool:
    """Whether one row or record holds every telling word of a question that has several: it asks for that one."""
    asked = telling(question)
    return len(asked) > 1 and any(
        all(held(word, vocabulary(row)) for word in asked) for row in known
    )


@lru_cache(maxsize=2048)
def _people(text: str) -> frozenset[str]:
    """The stems of the names that are written as those of people and places are: one capital, inside a sentence."""
    inside = [name for name in words.names(text) if not text.lstrip("¿¡ ").startswith(name)]
    found = (
        word
        for name in inside
        for word in name.split()
        if word.istitle() and not _TIME.fullmatch(word)
    )
    return frozenset(words.stem(word) for word in found)


def _is_of_another(about: frozenset[str], row: Known) -> bool:
    """Whether a row names somebody, and none of those that are asked about."""
    names = _people(f"x {row.text}")
    said = vocabulary(row)
    return bool(names) and row.type == "fact" and not any(held(name, said) for name in about)


def asks_value(question: str, text: str) -> bool:
    """Whether a text holds a value of the kind that a question asks for."""
    return any(asked.search(question) and said.search(text) for asked, said in _ASKS_VALUE)


def vocabulary(row: Known) -> tuple[str, ...]:
    """The telling words of a row or record, its key's among them."""
    return _vocabulary(row.key, row.text)


@lru_cache(maxsize=1024)
def _vocabulary(key: str, text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*telling(_KEY.sub(" ", key)), *telling(text))))


def _key_words(row: Known) -> tuple[str, ...]:
    return telling(_KEY.sub(" ", row.key))


def _titles(own: Sequence[str], holdings: Holdings) -> dict[str, float]:
    titles = _title_words(holdings.titles)
    told = [word for row in holdings.known for word in vocabulary(row)]
    named = [word for word in own if held(word, titles)]
    return {
        "title_said": len(named) / len(own) if own else 0.0,
        "title_only": any(not held(word, told) for word in named),
    }


@lru_cache(maxsize=64)
def _title_words(titles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for title in titles for word in telling(title)))


# ---------------------------------------------------------------- the conversation


def _said_before(
    own: Sequence[str], whole: Sequence[str], resolution: Resolution, state: SessionState
) -> dict[str, float]:
    """Whether the same was asked or told before, in a turn that does not lean on the one before."""
    asked = max((_likeness(whole, telling(text)) for text in state.answered), default=0.0)
    told = max((_part(own, telling(text)) for text in state.told), default=0.0)
    return {
        "asked_before": 0.0 if resolution.form in LEANS else asked,
        "told_before": told,
    }


def _continues(
    question: str,
    own: Sequence[str],
    resolution: Resolution,
    before: Conversation,
    holdings: Holdings,
) -> dict[str, float]:
    """How much of the turn belongs to what was spoken of."""
    subject = telling(before.subject)
    titles = [frozenset(telling(title)) for title in holdings.titles]
    here, there = _where(own, titles, 1), _where((*subject, *before.topic), titles, 1)
    names = {words.stem(word) for name in words.names(question) for word in name.split()}
    mine = _holders(own, holdings.known)
    theirs = _holders(subject, holdings.known)
    return {
        "begins": not before.subject and not before.topic,
        "of_subject": _part(own, subject),
        "of_topic": _part(own, tuple(before.topic)),
        "any_of_topic": any(held(word, before.topic) for word in own),
        "points": _POINTS.search(question) is not None,
        "says_little": len(own) < MANY - 1,
        "says_much": len(own) >= MANY,
        "says_a_lot": len(own) >= MANY + 2,
        "nothing_shared": bool(own)
        and resolution.form == "self_contained"
        and len(own) >= MANY - 1
        and not any(held(word, before.topic) for word in own),
        "all_new": bool(names)
        and resolution.form == "self_contained"
        and not any(held(word, before.topic) for word in own),
        "other_name": bool(names) and not any(held(name, before.topic) for name in names),
        "same_name": any(held(name, before.topic) for name in names),
        "announced": pointers.SWITCH.match(question) is not None,
        "same_title": bool(here & there),
        "other_title": bool(here) and not here & there,
        "same_held": bool(mine & theirs),
        "other_held": bool(mine) and not mine & theirs,
        "stands_alone": resolution.form == "self_contained",
        "and": _AND.search(question) is not None,
        "so": _SO.search(question) is not None,
    }


def _where(said: Sequence[str], places: Sequence[frozenset[str]], needed: int) -> frozenset[int]:
    return frozenset(
        number
        for number, place in enumerate(places)
        if sum(held(word, place) for word in said) >= needed
    )


def _holders(said: Sequence[str], known: Sequence[Known]) -> frozenset[str]:
    """The rows and records that speak of at least a third of it."""
    if not said:
        return frozenset()
    return frozenset(row.key for row in known if _part(said, vocabulary(row)) >= 1 / 3)


def _part(said: Sequence[str], of: Sequence[str]) -> float:
    return sum(held(word, of) for word in said) / len(said) if said else 0.0


def _likeness(one: Sequence[str], other: Sequence[str]) -> float:
    shared = sum(held(word, other) for word in one)
    return shared / max(1, len(one) + len(other) - shared)


@dataclass(frozen=True, slots=True)
class _Reading:
    """Something that a question may mean."""

    name: str
    key: tuple[str, ...]
    said: tuple[str, ...]
    kind: str
    whose: str = ""
    """Whom or what it is about."""


def equal_readings(
    question: str,
    resolution: Resolution,
    intent: IntentVector,
    before: Conversation,
    holdings: Holdings,
) -> tuple[str, ...]:
    """What a question that means one thing may equally mean: rows, records or titles that fit it alike.

    A time, a fact about the user, a name that only one of them holds, or what was spoken of tells them apart.
    """
    one = _ONE_THING.search(question) and resolution.form in {"opening", "self_contained", "aspect"}
    plain = not intent.has("comparison", "aggregation", "abstract", "statement", "chit_chat")
    asked = telling(question)
    if not one or not plain or not asked or _TIME.search(question):
        return ()
    found = kinds(holdings.known)
    rows = [
        _Reading(
            _readable(row.key),
            _key_words(row),
            vocabulary(row),
            name,
            _whose(row) if name == "fact" else "",
        )
        for name in ("row", "fact", "task")
        for row in found[name]
    ]
    titles = [_Reading(title, telling(title), telling(title), "title") for title in holdings.titles]
    close = _closest(asked, rows) or _closest(asked, titles)
    spoken_of = (*telling(before.subject), *before.topic)
    near = [_count(spoken_of, one.said) for one in close]
    told_apart = near.count(max(near, default=0)) == 1
    user_tells = found["fact"] and all(one.kind == "row" for one in close)
    of_one = bool(close) and bool(close[0].whose) and len({one.whose for one in close}) == 1
    if len(close) < 2 or told_apart or (user_tells and _SELF_ALONE.search(question)) or of_one:
        return ()
    return tuple(one.name for one in close[:MOST_READINGS])


def _closest(asked: Sequence[str], readings: Sequence[_Reading]) -> list[_Reading]:
    """Those that are named by most of what is asked, if that is at least half of it; by their keys where that tells."""
    by_key = [(one, one.key) for one in readings]
    for pairs in (by_key, [(one, one.said) for one in readings]):
        best = max((_count(asked, said) for _, said in pairs), default=0)
        if best and best >= TIED * len(asked):
            close = [(one, said) for one, said in pairs if _count(asked, said) == best]
            named_by = {tuple(word for word in asked if held(word, said)) for _, said in close}
            return [one for one, _ in close] if len(named_by) == 1 else []
    return []


def _count(asked: Sequence[str], said: Sequence[str]) -> int:
    return sum(held(word, said) for word in asked)


def _whose(row: Known) -> str:
    """Whom or what a record is about: all that is known of one thing answers together."""
    return row.key.rpartition(".")[0]


def _readable(key: str) -> str:
    """A key as a person reads it."""
    return _KEY.sub(" ", key).replace("_", " ").strip()


_ONE_THING = re.compile(
    r"\b(?:the|my|our|its|whats|der|die|das|mein\w*|unser\w*|le|la|l|mon|ma|notre|el|mi|nuestr\w|il|lo|mio|mia|"
    r"combien de|cuánto|wie viel)\b(?! \w+ (?:two|three|both|all)\b)",
    re.IGNORECASE,
)
"""A thing that is named as if there were only one."""
_TIME = re.compile(
    r"\b(?:today|tonight|tomorrow|tmrw|yesterday|next|last|this|current\w*|mon|tues?|wed\w*|thu\w*|fri|sat|sun|\w+day|"
    r"weds|"
    r"spring|summer|autumn|fall|winter|heute|morgen|gestern|nächst\w+|letzt\w+|aujourd|demain|hier|prochain\w*|hoy|"
    r"mañana|ayer|próxim\w+|(?:jan|febr?)(?:uary)?|march|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|oggi|domani|ieri|prossim\w+|again|remind|did (?:i|we) (?:say|tell|"
    r"agree|decide|settle|note|write|promise)\w*)\b|\b(?:19|20)\d\d\b|\d",
    re.IGNORECASE,
)
_SELF_ALONE = re.compile(r"\b(?:i|me|ich|mir|mich|je|moi|yo|io|mi)\b|\bj['’]", re.IGNORECASE)


# ---------------------------------------------------------------- numbers at hand

_RECKONS = re.compile(
    r"%|\b(?:comes? to|makes?|in total|altogether|together as|per ?cent|percentage|times \d|plus|minus|factorial|"
    r"squared?|"
    r"above|below|ratio|sum|total|between the two|leaves? (?:me |us )?(?:how|what)|(?:that['’]?s|thats|is|saved (?:us|"
    r"me)|do i|cost(?:s)? (?:me|"
    r"us)) (?:how (?:much|many)|what)|"
    r"how (?:much|many) is that|drop of|rise of|insgesamt|ergibt|prozent|au total|ça fait|pour cent|en total|suman?|"
    r"por ciento|in tutto|per cento)\b|\b(?:is|are|that['’]?s)\W*$|一共|总共",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"\b(?:how (?:much|many)|what|each|per|between|combien|cuánto|quanto|wie viel\w*)\b",
    re.IGNORECASE,
)
"""Words of a sum that are words of other questions too."""
_AMOUNT = re.compile(
    r"(?<![\w.-])(?!(?:19|20)\d\d\b)\d+(?:[.,/]\d+)*|(?<!the )(?<!of )(?<!those )(?<!these )\b(?:two|three|four|five|"
    r"six|seven|eight|nine|ten|twelve|"
    r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)\b",
    re.IGNORECASE,
)
_MONTH = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
_MEASURES = frozenset(
    telling(
        "factorial difference total together altogether come makes percent percentage times plus minus half double "
        "twice sum "
        "add divide multiply average ratio each per above below more less hour hours hrs hr minute minutes day days "
        "week "
        "weeks month months year years night nights kg g gram grams kilo kilos litre litres liter ml cup cups metre "
        "metres "
        "meter km mile miles euro euros eur dollar dollars pound pounds chf franc francs cent cents floor limit rate k "
        "big bigger small smaller large larger dear dearer cheap cheaper saved save left leave leaves cost insgesamt "
        "zusammen "
        "prozent "
        "total euros cuánto jours mois heures stunden tage monate"
    )
)
"""Words of a sum, and of what is measured."""


def reckons(question: str, before: Conversation, holdings: Holdings) -> bool:
    """Whether a turn asks for a sum of numbers at hand: its own, or those of the last answer, and of nothing else."""
    own = len(_AMOUNT.findall(question))
    sums, counts = _RECKONS.search(question), _COUNTS.search(question)
    if not (sums or (counts and own > 1)) or words.names(_MONTH.sub("", _AMOUNT.sub("", question))):
        return False
    points = bool(
        _POINTS.search(question) or "the two" in question or _SO.match(question) or (sums and own)
    )
    rest = [w for w in telling(question) if not any(map(str.isdigit, w)) and w not in _MEASURES]
    told = [word for row in holdings.known for word in vocabulary(row)]
    at_hand = own > 1 or (points and before.numbers > 0)
    return (
        at_hand
        and len(rest) <= (max(2, own) if sums else 1)
        and not any(held(word, told) for word in rest)
    )


# ---------------------------------------------------------------- how it asks


def _asks(question: str, intent: IntentVector, holdings: Holdings) -> dict[str, float]:
    past = _PAST.search(question) is not None
    own = _SELF.search(question) is not None or intent.has("self_reference")
    again, wish = _AGAIN.search(question) is not None, _WISHES.search(question) is not None
    held_ = kinds(holdings.known)
    condition = max((condition_met(row, question) for row in held_["rule"]), default=0.0)
    tastes = any(not condition_of(row) for row in held_["rule"])
    about_user = any(speaks_of_user(row) for row in held_["fact"])
    return {
        "names_document": _NAMES_DOCUMENT.search(question) is not None,
        "why": _WHY.search(question) is not None,
        "again": again,
        "own": own,
        "past": past,
        "past_with_events": past and bool(held_["event"]),
        "own_past_with_events": past and own and bool(held_["event"]),
        "status_with_tasks": _STATUS.search(question) is not None and bool(held_["task"]),
        "again_with_records": again and any(held_[name] for name in ("fact", "event", "task")),
        "own_with_facts": own and about_user,
        "here_with_facts": "self_reference: here" in intent.signals and about_user,
        "wish": wish,
        "wish_with_tastes": wish and tastes,
        "condition": condition,
        **{flag: intent.has(flag) for flag in _FLAGS},
    }


_FLAGS = (
    "fine_grained", "abstract", "event_level", "how_to", "permission", "preference", "drafting", "reach", "supposition",
    "comparison", "aggregation", "temporal", "past_with_us", "statement", "correction", "instruction", "transform",
)  # fmt: skip


def condition_of(row: Known) -> str:
    """The condition of a standing instruction, in its words and those of its key; empty for a taste, which has none."""
    found = _CONDITION.search(row.text)
    if found is None:
        return ""
    return f"{found['when'] or found['kind'] or ''} {_KEY.sub(' ', row.key)}"


def condition_met(row: Known, question: str) -> float:
    """The part of an instruction's condition that a question meets: the kind of request that it names, or its words."""
    condition = condition_of(row)
    if any(named_.search(condition) and asked.search(question) for named_, asked in _KINDS):
        return 1.0
    wanted = words.stems(condition) - _EMPTY
    said = words.stems(question)
    return sum(any(alike(word, other) for other in said) for word in wanted) / max(1, len(wanted))


_EMPTY = frozenset(
    map(
        words.stem,
        word_set(
            "ask asks asked asking mention mentioned want wants someone something client customer touches concerns "
            "question answer given user shown show tell"
        ),
    )
)
_KINDS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(condition, re.IGNORECASE), re.compile(question, re.IGNORECASE))
    for condition, question in (
        (
            r"\bcompar|vergleich",
            r"\b(?:compar|contrast|versus|vs\b|differ|side by side|beside|vergleich)",
        ),
        (
            r"\bquot|\bcite\b|\bwording|\bclauses?\b|zitier",
            r"\b(?:quot\w*|cite|verbatim|(?:exact )?wording|clauses?|word (?:for|by) word|zitier\w*|wörtlich)\b",
        ),
        (r"\bsummar|\boverview", r"\b(?:summar\w*|sum(?:med)? up|overview|gist)\b"),
        (r"\bhow to\b|\bsteps\b|\binstructions\b", r"\bhow (?:to|do|can)\b|\bsteps\b"),
        (
            r"\bquantit|\bdos(?:e|age)|\bamounts?\b",
            r"\bhow (?:much|many)\b|\bdos(?:e|age)|\d ?(?:cups?|m?g|ml|kg|l)\b",
        ),
        (
            r"\b(?:money|prices?|costs?|margins?|fees?)\b",
            r"\bhow much\b|\b(?:costs?|pay|prices?|rent|fees?|margins?)\b",
        ),
        (r"\blists?\b", r"\blist\b|\bwhich [a-z]+s\b|\b(?:only|just) the ones\b"),
        (r"\bcode\b|\bcommands?\b", r"\b(?:code|snippet|commands?)\b"),
        (r"\brecommend|\bsuggest|\badvice", r"\b(?:recommend\w*|suggest\w*|should i|ideas?)\b"),
        (r"\b(?:draft\w*|e?-?mails?|letters?)\b", r"\b(?:draft|write|e?-?mail|letter)\b"),
    )
)
"""Kinds of request: how a condition names them, and how a question shows them."""


def speaks_of_user(row: Known) -> bool:
    """Whether a record is about the one who speaks."""
    return (
        row.key.startswith("user") or bool(_SELF.search(row.text)) or "user" in row.text.casefold()
    )


# ---------------------------------------------------------------- where it is answered


def with_source(signs: Mapping[str, float], source: str) -> dict[str, float]:
    """The signs with those that only tell something beside the source that was decided on."""
    seen = dict(signs)
    one = seen.get
    rows, memory = source == "structured_store", source == "memory"
    documents = source == "internal_corpus"
    beside = documents or rows
    wording = any(one(flag, 0.0) for flag in ("fine_grained", "abstract", "event_level", "how_to"))
    found: dict[str, float] = {
        "from_documents": documents,
        "from_rows": rows,
        "from_memory": memory,
        "memory_fact": memory * max(one("fact_said", 0.0), one("fact_whole", 0.0)),
        "memory_event": memory * max(one("event_said", 0.0), one("event_whole", 0.0)),
        "memory_task": memory * max(one("task_said", 0.0), one("task_whole", 0.0)),
        "memory_past": memory * one("past_with_events", 0.0),
        "memory_again": memory * max(one("asked_before", 0.0), one("told_before", 0.0)),
        "memory_status": memory * one("status_with_tasks", 0.0),
        "fact_beside": beside * one("fact_whole", 0.0),
        "fact_key_beside": beside * one("fact_key", 0.0),
        "own_beside": beside * one("own_with_facts", 0.0),
        "varies_value": documents * one("varies_documents", 0.0) * (not wording),
        "why_of_value": documents * one("why", 0.0) * one("leans_on_documents", 0.0),
        "reach_of_value": documents * one("reach", 0.0) * (not one("begins", 0.0)),
        "taste_beside": documents * one("wish_with_tastes", 0.0),
        "choice_with_tastes": one("wish_with_tastes", 0.0)
        * max(one("preference", 0.0), one("drafting", 0.0)),
        "condition_met": one("condition", 0.0) >= MET,
    }
    return seen | {name: float(value) for name, value in found.items() if value}
