"""Passages go in, best first; the groups of those that disagree on what is asked come out.

No model reads them. A question asks for a kind of value: a date, a number, a name, a place, what something is, or yes
or no. Each passage gives the value of that kind that stands nearest to what the question asks about; two passages
disagree when their values cannot both be meant and neither text holds the other's. Apart from the question, two
sentences that are alike but for one value disagree, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import regex

from loadsheet.corpus import sentences
from loadsheet.corpus.repeats import reading
from loadsheet.corpus.terms import STOPWORDS, TERM, stem, terms, word_set
from loadsheet.funnel.twins import twins

FAR = 14
"""Words between a value and what is asked about from which they have nothing to do with each other."""

NEAR = 6
"""Words between a value and the word for what is asked within which they belong together."""

OPENING = 120
"""Characters at the beginning of a passage that say whom it is about."""

MOST_PASSAGES = 24
"""Passages that are held against each other: what ranks lower is rarely aboard."""

MOST_SENTENCES = 40
"""Sentences of a passage that are read for a value."""


MOST_WORDS = 25
"""Words of a sentence that says yes or no: in a longer one a negation may belong to something else."""


class Value(NamedTuple):
    """What a passage says in answer."""

    text: str
    key: tuple[str, ...]
    """What it is compared by."""


class Answer(NamedTuple):
    """A value that a passage gives, with what speaks for its being the answer."""

    value: Value
    score: float
    """How near it stands to what is asked about."""
    likely: bool
    """Whether it stands right beside the word for what is asked, or with the name of what is asked about."""
    sure: bool
    """Whether it stands with all of that name, or beside the word and a part of the name."""


class Kind(NamedTuple):
    """A kind of value: the questions that ask for it, where it stands in a text, and when two cannot both be meant."""

    name: str
    asked: re.Pattern[str]
    beside: frozenset[str]
    """Words that stand beside such a value, whatever the question calls it."""


def _kind(name: str, asked: str, beside: str = "") -> Kind:
    return Kind(name, re.compile(asked, re.IGNORECASE), frozenset(map(stem, beside.split())))


_COUNTED = (
    "population|number|amount|price|cost|fee|limit|length|height|width|depth|weight|size|income|salary|percentage|"
    "percent|rate|maximum|minimum|average|total|budget|quota|port|distance|duration|capacity|count|age|share|score|"
    "area|window|deadline|allowance"
)
_BE = r"(?:is|are|was|were|'s)"
_NOUNS = r"(?:(?!(?:is|are|was|were|do|does|did|can|could|would|should|will)\b)[\w'-]+\s+)"
KINDS = (
    _kind(
        "date",
        r"\bwhen\s+(?:is|are|was|were|do|does|did|will|has|had)\b"
        r"|\b(?:what|which)\s+(?:\w+\s+)?(?:year|date|day|month|century)\b"
        rf"|\bwhat{_BE}?\s+(?:is\s+)?the\s+{_NOUNS}{{0,3}}(?:date|year|deadline)\b",
    ),
    _kind(
        "number",
        r"\bhow\s+(?:many|much|long|often|old|far|large|big|high|tall|deep|fast|wide)\b"
        rf"|\bwhat\s*{_BE}\s+{_NOUNS}{{0,4}}(?:{_COUNTED})\b",
    ),
    _kind(
        "place",
        rf"\bwhere\s+{_BE}\b|\b(?:what|which)\s+(?:city|country|town|state|place|county|region)\b",
    ),
    _kind(
        "name",
        r"\bwho(?:se|m)?\b"
        r"|\b(?:what|which)\s+(?:person|team|company|band|author|artist|actor|director|singer)\b",
    ),
    _kind(
        "polarity",
        r"^\W*(?:is|are|was|were|can|could|may|must|should|shall|do|does|did|has|have|will)\b",
    ),
    _kind(
        "class",
        rf"\b(?:what|which)\s+{_NOUNS}{{1,4}}(?:is|are|was|were|does|did|do|has|had)\b"
        rf"|\bwhat\s*{_BE}\s+(?:the|another|an?)\s+{_NOUNS}{{1,4}}(?:of|for|in|at|associated)\b"
        rf"|\bwhat\s*{_BE}\s+.*[\'’]s?\s+{_NOUNS}{{0,2}}[\w-]+\W*$",
    ),
)
"""The first that fits counts. A question for what something is names an attribute of it."""

SUBJECT_PART = 0.5
"""The part of the words of the subject that a passage must hold to speak of it; without a subject, of the question."""

NAMED_KINDS = frozenset({"place", "name", "class"})
"""Kinds of value that are told from other words only where the question names its subject."""

FAMILIES = tuple(
    frozenset(map(stem, line.split()))
    for line in (
        "population people inhabitants residents populace persons",
        "born birth b",
        "die died death dead killed d passed",
        "established founded formed opened built constructed created incorporated inaugurated launched erected "
        "completed began started organized designated set",
        "located location situated based headquartered headquarters lies",
        "director directed directors film",
        "artist album band singer performed recorded song by musician performing",
        "author written wrote writer novel book by",
        "designed designer designs by",
        "character protagonist hero role",
        "released release issued published",
        "elected election appointed confirmed nominated",
        "party member politician affiliated affiliation",
        "sport player team footballer plays played competed",
        "profession occupation career worked",
        "language spoken languages",
        "length long distance laps",
        "income median earn",
        "product products industry manufactured makes maker",
    )
)
"""Words by which a text may speak of what a question calls otherwise."""

_MONTHS = word_set(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec"
)
_MONTH_ORDER = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = {name: str(_MONTH_ORDER.index(name[:3]) + 1) for name in _MONTHS}
_NAMED = "|".join(sorted(_MONTHS, key=lambda name: (-len(name), name)))
_YEAR = r"(?:1[0-9]|20)\d\d"
_DATE = re.compile(
    rf"(?P<iso>\b(?P<y1>{_YEAR})-(?P<m1>\d\d?)-(?P<d1>\d\d?)\b)"
    rf"|(?P<d2>\b\d\d?)(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m2>{_NAMED})\b\.?(?:,?\s+(?P<y2>{_YEAR})\b)?"
    rf"|\b(?P<m3>{_NAMED})\b\.?\s+(?P<d3>\d\d?)(?:st|nd|rd|th)?\b(?:\s*,?\s+(?P<y3>{_YEAR})\b)?"
    rf"|\b(?P<m4>{_NAMED})\b\.?,?\s+(?:of\s+)?(?P<y4>{_YEAR})\b"
    rf"|(?<![\d,.])\b(?P<y5>{_YEAR})(?:s\b|\b)(?![,.]\d)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<sign>[$€£¥]\s?|[-−](?=\d))?(?P<digits>\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?![\d])\s?(?P<unit>%|[^\W\d_]+)?"
)
_UNITS = word_set(
    "% percent second minute hour day week month year mile kilometer kilometre meter metre lap euro dollar "
    "pound token byte person people item"
)
_NAME = regex.compile(
    r"\p{Lu}[\p{L}\p{M}'’.\-]*(?:\s+(?:(?:of|de|von|van|the|and|&|du|la|del|di|al|bin|y)\s+)?"
    r"\p{Lu}[\p{L}\p{M}'’.\-]*){0,5}"
)
_DEMONYM = regex.compile(r"\p{Lu}\p{L}+(?:ian|ean|can|man|ish|ese|ench|utch)\s+\p{Ll}")
"""`American singer`: a word for where somebody is from, before a common noun."""
_COMPLEMENT = re.compile(
    r"\b(?:is|was|are|were|became|remains)\s+(?:also\s+)?(?:a|an|the|one of the)\s+(?P<what>[^,.;()\[\]]{3,90})",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"\b(?:type|kind|sort|name)\s+of\s+([\w-]+)|\bthe\s+(?:[\w-]+\s+){0,2}?([\w-]+)\s+(?:of|for|in)\b"
    r"|['’]s?\s+([\w-]+)\W*$|\b(?:what|which)\s+(?!(?:is|are|was|were|do|does|did)\b)(?:[\w-]+\s+)?([\w-]+)"
    r"\s+(?:is|are|was|were|do|does|did|has|have|had)\b|\bhow\s+many\s+([\w-]+)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“«]([^\"”»]+)[\"”»]")
_STOP_COMPLEMENT = re.compile(
    r"\s(?:who|which|that|in|of|from|by|for|on|at|to|with|located|based|directed|born|written|released|known)\s",
    re.I,
)
_NO = re.compile(
    r"\b(?:no|not|never|none|neither|nor|without|cannot|forbidden|prohibited|denied|disallowed|\w+n['’]t)\b",
    re.I,
)
_OPENING = word_set(
    "the a an in on at as for from with by and but or if when while after before since this that these "
    "those it its he she his her they their there we our you your i no not all some most many see note "
    "according however also other further both each one two three first second third new"
)


@dataclass(frozen=True)
class Asked:
    """What a question asks for, and about what."""

    text: str

    @cached_property
    def kind(self) -> Kind | None:
        """The kind of value that it asks for; None for one that asks for none, such as an overview."""
        bare = _QUOTED.sub("“”", self.text)
        return next((kind for kind in KINDS if kind.asked.search(bare)), None)

    @cached_property
    def subject(self) -> frozenset[str]:
        """The words of the names in it."""
        found = [m[0] for m in _NAME.finditer(self.text)]
        named = [name for name in found if name.casefold() not in _OPENING and not _asks(name)]
        quoted = _QUOTED.findall(self.text)
        return frozenset(terms(" ".join([*named, *quoted])))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of it that tells something."""
        return frozenset(terms(self.text))

    @cached_property
    def attribute(self) -> frozenset[str]:
        """The word for what is asked: `the population of …`, `which sport …`; every word where no form tells."""
        found = _ATTRIBUTE.search(_QUOTED.sub("“”", self.text))
        named = frozenset(terms(next(filter(None, found.groups())))) if found else frozenset[str]()
        return named - self.subject or self.words - self.subject or self.words

    @cached_property
    def about(self) -> frozenset[str]:
        """The word for what is asked, and those by which a text may call it."""
        own = self.attribute
        near = [family for family in FAMILIES if own & family]
        return own.union(*near)


def _asks(name: str) -> bool:
    return name.split(maxsplit=1)[0].casefold() in word_set(
        "what which who whom whose when where why how is are was were can could may must should shall do does did "
        "has have will"
    )


@dataclass(frozen=True)
class Said:
    """A passage, and what it says in answer."""

    text: str
    asked: Asked

    @cached_property
    def answer(self) -> Answer | None:
        """The value of the kind that is asked for, the nearest to what is asked about, and how surely it is meant."""
        kind = self.asked.kind
        if kind is None or not self._speaks_of_it:
            return None
        best: Answer | None = None
        for span in sentences.split(self.text)[:MOST_SENTENCES]:
            sentence = self.text[span.start : span.end]
            for value, place in _values(kind.name, sentence, self.asked):
                found = self._answer(value, sentence, place)
                if found is not None and (best is None or found.score > best.score):
                    best = found
        return best

    @property
    def value(self) -> Value | None:
        """The value that it gives in answer."""
        return self.answer.value if self.answer else None

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(terms(self.text))

    @cached_property
    def _dates(self) -> tuple[Value, ...]:
        return tuple(value for value, _ in _dates(self.text))

    @cached_property
    def _digits(self) -> frozenset[str]:
        return frozenset(value.key[0] for value, _ in _numbers(self.text, frozenset()))

    @property
    def _speaks_of_it(self) -> bool:
        """Whether the passage is about what the question is about."""
        asked, kind = self.asked, self.asked.kind
        if kind is not None and kind.name in NAMED_KINDS and not asked.subject:
            return False
        wanted = asked.subject or asked.words
        return len(wanted & self._words) >= SUBJECT_PART * len(wanted)

    def _answer(self, value: Value, sentence: str, place: int) -> Answer | None:
        """A value as an answer, by how near it stands to what is asked about; None where that is too far away."""
        anchors = list(_places(sentence, self.asked.about))
        own = list(_places(sentence, self.asked.subject))
        near = min((_distance(sentence, place, other) for other in anchors or own), default=FAR)
        if near >= FAR:
            return None
        score = (2.0 if anchors else 0.0) + (1.0 if own else 0.0) - near / FAR
        beside = bool(anchors) and near <= NEAR
        said = frozenset(terms(self.text[:OPENING] + " " + sentence))
        named = bool(self.asked.subject) and self.asked.subject <= said
        return Answer(value, score, beside or named or bool(own), named or (beside and bool(own)))

    def holds(self, value: Value) -> bool:
        """Whether the text has that value anywhere."""
        kind = self.asked.kind
        if kind is None:
            return False
        if kind.name == "date":
            return any(
                all(not a or a == b for a, b in zip(value.key, other.key, strict=True))
                for other in self._dates
            )
        if kind.name == "number":
            return value.key[0] in self._digits
        if kind.name == "polarity":
            return False
        return self._words.issuperset(value.key)


def conflicts(question: str, texts: Sequence[str]) -> list[tuple[int, ...]]:
    """The groups of passages that disagree, by their places in `texts`; a passage is in one group at the most.

    All that answers the question is one group as soon as two of its answers disagree.
    """
    asked = Asked(question)
    said = [Said(text, asked) for text in texts[:MOST_PASSAGES]]
    pairs = {
        (one, other)
        for other in range(len(said))
        for one in range(other)
        if disagree(said[one], said[other])
    }
    if pairs:
        # What answers the question is a side of the conflict, also where it holds the values of several others.
        first = min(pairs)[0]
        pairs.update((first, place) for place, one in enumerate(said) if one.value is not None)
    pairs.update(twins([reading(text) for text in texts[:MOST_PASSAGES]]))
    return _components(sorted(pairs))


def disagree(one: Said, other: Said) -> bool:
    """Whether two passages answer the question with values that cannot both be meant.

    Both must seem to answer it, and one of them must do so beyond doubt.
    """
    kind, first, second = one.asked.kind, one.answer, other.answer
    if kind is None or first is None or second is None:
        return False
    if not (first.likely and second.likely and (first.sure or second.sure)):
        return False
    if _agree(kind.name, first.value, second.value):
        return False
    return not (one.holds(second.value) or other.holds(first.value))


def _components(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    group: dict[int, int] = {}
    members: dict[int, set[int]] = {}
    for one, other in pairs:
        if one == other:
            continue
        first, second = (group.setdefault(place, place) for place in (one, other))
        for place in (one, other):
            members.setdefault(group[place], {place})
        if first != second:
            keep, gone = min(first, second), max(first, second)
            members[keep] |= members.pop(gone)
            for place in members[keep]:
                group[place] = keep
    return [tuple(sorted(found)) for _, found in sorted(members.items())]


# ---------------------------------------------------------------- values


def _values(kind: str, sentence: str, asked: Asked) -> Iterator[tuple[Value, int]]:
    """Each value of a kind with its place in the sentence."""
    if kind == "date":
        yield from _life(sentence, asked)
        yield from _dates(sentence)
    elif kind == "number":
        yield from _numbers(sentence, asked.about)
    elif kind in {"name", "place"}:
        yield from _names(sentence, asked)
    elif kind == "polarity":
        if asked.words <= frozenset(terms(sentence)) and len(sentence.split()) <= MOST_WORDS:
            yield Value(sentence, ("no" if _NO.search(sentence) else "yes",)), 0
    else:
        yield from _classes(sentence, asked)


def _dates(text: str) -> Iterator[tuple[Value, int]]:
    for found in _DATE.finditer(text):
        part = found.groupdict()
        year = next((part[n] for n in ("y1", "y2", "y3", "y4", "y5") if part[n]), "")
        month = next((part[n] for n in ("m1", "m2", "m3", "m4") if part[n]), "")
        day = next((part[n] for n in ("d1", "d2", "d3") if part[n]), "")
        if month.isdigit():
            month = str(int(month))
        month = _MONTH.get(month.casefold(), month)
        yield Value(found[0], (year, month, day.lstrip("0"))), found.start()


def _life(sentence: str, asked: Asked) -> Iterator[tuple[Value, int]]:
    """The date of birth or death in `Name (date – date)`, as if it stood where the name is."""
    wanted = 1 if asked.words & _BIRTH else 2 if asked.words & _DEATH else 0
    for found in _LIFE.finditer(sentence) if wanted else ():
        dates = list(_dates(found[wanted]))
        if dates:
            yield dates[0][0], next(_places(sentence, asked.subject), found.start())


_LIFE = re.compile(r"\(([^()–—]{0,60}?\d{4})\s*(?:[–—-]|to)\s*([^()–—]{0,40}?\d{4})\s*\)")
_BIRTH = frozenset(map(stem, ("born", "birth", "birthday")))
_DEATH = frozenset(map(stem, ("die", "died", "death", "dead")))


def _numbers(text: str, about: frozenset[str]) -> Iterator[tuple[Value, int]]:
    taken = [m.span() for m in _DATE.finditer(text) if not (m["y5"] and _measured(text, m.end()))]
    for found in _NUMBER.finditer(text):
        if any(start <= found.start("digits") < end for start, end in taken):
            continue
        unit = stem((found["unit"] or "").casefold())
        digits = found["digits"].replace(",", "").replace(" ", "")
        digits = digits.rstrip("0").rstrip(".") if "." in digits else digits.lstrip("0") or "0"
        kept = unit if unit in _STEMMED_UNITS or unit in about else ""
        yield Value(found[0], (digits, kept)), found.start()


def _measured(text: str, end: int) -> bool:
    """Whether a unit follows what looks like a year."""
    found = re.match(r"\s?(%|[^\W\d_]+)", text[end:])
    return found is not None and stem(found[1].casefold()) in _STEMMED_UNITS


_STEMMED_UNITS = frozenset(map(stem, _UNITS))


def _names(sentence: str, asked: Asked) -> Iterator[tuple[Value, int]]:
    start = next((m.start() for m in re.finditer(r"\w", sentence)), 0)
    for found in _NAME.finditer(sentence):
        words = found[0].split()
        if found.start() == start and len(words) == 1:
            continue  # the first word of a sentence is written like a name, whatever it is
        skipped = 0
        while words and words[0].casefold().strip(".'’") in _OPENING:
            skipped += len(words.pop(0)) + 1
        if len(words) == 1 and _DEMONYM.match(sentence, found.start() + skipped):
            continue  # whence something is, not who or what
        key = tuple(t for t in terms(" ".join(words)) if t not in asked.words)
        if asked.subject and asked.subject.issubset(terms(" ".join(words))):
            continue  # the subject itself, by a longer name
        if key and not all(part in _MONTH for part in key):
            yield Value(" ".join(words), key), found.start() + skipped


def _labelled(sentence: str, asked: Asked) -> Iterator[tuple[Value, int]]:
    """What stands right before the word for what is asked (`Danish-language`), or after it and a colon."""
    wanted = asked.attribute
    for found in TERM.finditer(sentence):
        if stem(found[0].lower()) not in wanted:
            continue
        for beside in (
            _BEFORE.search(sentence, 0, found.start()),
            _AFTER.match(sentence, found.end()),
        ):
            key = tuple(t for t in terms(beside[1]) if t not in asked.words) if beside else ()
            if beside and key and beside[1].lower() not in STOPWORDS:
                yield Value(beside[1], key), found.start()


_BEFORE = regex.compile(r"([\p{L}\p{M}]+)[- ]$")
_AFTER = regex.compile(r"\s?[:=]\s?(\p{L}[\p{L}\p{M} -]{1,40})")


def _classes(sentence: str, asked: Asked) -> Iterator[tuple[Value, int]]:
    yield from _labelled(sentence, asked)
    for found in _COMPLEMENT.finditer(sentence):
        what = _STOP_COMPLEMENT.split(f" {found['what']} ", maxsplit=1)[0].strip()
        plain = " ".join(word for word in what.split() if word[:1].islower())
        key = tuple(t for t in terms(plain) or terms(what) if t not in asked.subject)
        if key:
            yield Value(what, key), found.start("what")
    yield from _names(sentence, asked)


def _agree(kind: str, one: Value, other: Value) -> bool:
    """Whether both values can be meant at once."""
    if kind == "date":
        pairs = [(a, b) for a, b in zip(one.key, other.key, strict=True) if a and b]
        return bool(pairs) and all(a == b for a, b in pairs)
    if kind == "number":
        units = {unit for unit in (one.key[1], other.key[1]) if unit}
        return one.key[0] == other.key[0] and len(units) < 2
    if kind == "polarity":
        return one.key == other.key
    return bool(set(one.key) & set(other.key))


def _places(sentence: str, wanted: frozenset[str]) -> Iterator[int]:
    for found in TERM.finditer(sentence.lower()):
        if stem(found[0]) in wanted or found[0] in wanted:
            yield found.start()


def _distance(sentence: str, one: int, other: int) -> int:
    """The words between two places."""
    first, last = sorted((one, other))
    return len(sentence[first:last].split())
