"""A question and the pieces that may answer in; those out that tell of another thing instead of what is asked about.

`The deposit for a single room is 600.` does not answer what that for a double room is. A piece tells of another thing
where a word of the question that it lacks is a name that its document does not say, or stands in what is told
elsewhere, where it is of another weekday or year, or where it has something else beside the word that both have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

import regex

from loadsheet.corpus.terms import terms
from loadsheet.funnel.asking import FAMILIES
from loadsheet.funnel.asking import NAME as NAMED
from loadsheet.intent.language.answer_forms import pattern
from loadsheet.intent.language.answer_type import DATE, NAME, PLACE, POLARITY, PRICE, PRICES
from loadsheet.intent.language.inflection import are_one
from loadsheet.intent.language.words import language
from loadsheet.lazy import lazy_regex
from loadsheet.quoting.cutting import Quotable, SectionKey
from loadsheet.quoting.neighbours import TellingWord, another, pairs, words_of
from loadsheet.quoting.prompt_view import Passage
from loadsheet.quoting.scoring import Need, Scored
from loadsheet.quoting.structures import is_row

_SPACED = frozenset({"en", "de", "fr", "es", "it"})
"""Languages whose words are told apart."""
_ENGLISH_ORDER = frozenset({"en", "de"})
"""Languages in which what qualifies a noun stands before it."""
_TIMES = frozenset({"weekday", "month", "year"})
_RANGE = lazy_regex(
    r"\b\p{Lu}\p{L}{2,}\.?\s*(?:to|until|till|through|and|bis|und|au?|à|et|al?|y|[-–—])\s*\p{Lu}\p{L}|\b(?i:weekdays?|daily|werktag\w*)\b"
)
"""A span of days or months, which holds those between."""
_ALIKE = pattern(
    r"\b(?:all|every\w*|each|any\w*|no|none|nothing|nobody|never|only|except|whole|entire|always|generally|jede\w*|alle\w*|kein\w*|nie|nichts"
    r"|nur|ganze\w*|außer|immer|tou(?:te?s?|s)|chaque|aucune?|jamais|seule\w*|sauf|tod[oa]s?|cada|ningun\w*|nunca|sólo|solo)\b"
)
"""What is told of all alike, or of what alone."""
_COMPARES = pattern(r"\b(?:than|or|als|oder|plus|moins|ou|más|menos|o|più|meno)\b")
_TITLE = lazy_regex(r"^# +(\S[^\n]*)$", regex.MULTILINE)
_FIRST_LINE = lazy_regex(r"\s*(\p{Lu}[^\n]{2,80}[\p{L}\p{N}])[ \t]*(?:\n|\Z)")
_DONE = pattern(r"\b(?:was|were)\b[^?]*\s\p{L}{2,}(?:ed|t|n|ld|nd|de|ne)\W*$")
"""A question that ends in what was done: `When was the mill sold?`"""
_OWN_DOING = pattern(
    r"\b(?:do|does|did|can|could|may|must|should|shall|will|would)\s+(?:i|we|you|they|he|she|it|one)\s+(?P<verb>\p{L}+)"
)
"""What somebody does whom a pronoun names: a text has other words for both."""
_FOR = pattern(r"\b(?:for|für|pour|para|per)\s+(?P<who>(?!these|those)\p{L}{3,}(?:s|en|ren))\W*\Z")
"""For whom something is asked: a plural without an article."""
_OTHER_YEAR = pattern(
    r"\b(?P<which>last|previous|next|following)\s+(?:year|season)\b"
    r"|\b(?P<which>letzt\w*|vorig\w*|nächst\w*)\s+(?:jahr|saison)"
)
_ANY_YEAR = pattern(r"\b(?:19|20)\d\d\b")
_SEVERAL = pattern(
    r"(?:,|\b(?:and|or|und|oder|et|ou|y|o))\s+(?:(?:by|since|until|for|at|from)\s+)?(?:who|what|when|where|which|how|why|wer|was"
    r"|wann|wo|wie|warum|qui|quand|où|comment|quién|cuándo|dónde|cómo)\b"
)
"""A question that asks twice."""
_REFERS = pattern(
    r"\b(?:it|them|this|these|those|that(?=\W*$|\s*[,.:;]|\s+(?:is|are|was|were|has|have|must|can|may|will)\b)|dies\w*|cela|eso)\b"
)
"""A pronoun that means what was spoken of before."""


def of_what_is_asked(
    question: str, need: Need, ranked: Sequence[Scored], passages: Sequence[Passage]
) -> list[Scored]:
    """The pieces, best first, without those that tell of another thing instead of what is asked about.

    Where the best one does, the documents tell the two apart: what answers speaks of that, and of as much of the rest.
    """
    if _SEVERAL.search(question):
        return list(ranked)  # what answers one of them speaks of the others' words nowhere
    asking = _Asking.of(question, need, [one for _, one in ranked], passages)
    told = {id(one): asking.told_instead(one) for _, one in ranked}
    left = list(ranked)
    while left and (instead := told[id(left[0][1])]):
        spoken = (need.wanted & left[0][1].near) - asking.unsaid
        left = [
            (score, one)
            for score, one in left[1:]
            if _speaks_of(need, one, spoken) and all(asking.has(word, one) for word in instead)
        ]
    return [(score, one) for score, one in left if not told[id(one)]]


def _speaks_of(need: Need, piece: Quotable, spoken: frozenset[str]) -> bool:
    """Whether a piece speaks of these words of the question, or of more; a sum in a table leaves that unsaid."""
    is_sum = need.kind.kind is PRICE and piece.head and PRICE.shows(piece.prose)
    near = piece.near.union(PRICES if is_sum else ())
    return spoken <= near or len(need.wanted & near) > len(spoken)


@dataclass(frozen=True, slots=True)
class _Asking:
    """A question as pieces are held against it."""

    question: str
    code: str
    words: tuple[TellingWord, ...]
    unsaid: frozenset[str]
    """Stems that a text may leave unsaid."""
    names: frozenset[str]
    """The stems of its names."""
    need: Need
    done: str | None
    """The stem of what was done, of a question that ends in it."""
    compares: bool
    """Whether it asks how two things compare, or which of two it is."""
    passages: Sequence[Passage]
    around: dict[SectionKey, frozenset[str]]
    """What the pieces of each section say together."""
    said: frozenset[str]
    """What all pieces say."""
    titles: dict[str, frozenset[str]]
    """The words of the title of each document."""
    texts: dict[str, str]
    """What there is of each document."""
    rows: tuple[frozenset[str], ...]
    """The words of each row of memory."""

    @classmethod
    def of(
        cls, question: str, need: Need, found: Sequence[Quotable], passages: Sequence[Passage]
    ) -> _Asking:
        code, kind = language(question), need.kind.kind
        words = words_of(question, code)
        texts: dict[str, str] = {}
        around: dict[SectionKey, frozenset[str]] = {}
        for piece in found:
            around[piece.section] = around.get(piece.section, frozenset()) | piece.terms
        for one in passages:
            name = one.document_name
            texts[name] = f"{texts.get(name, '')}\n{one.text}"
        return cls(
            question=question,
            code=code,
            words=words,
            unsaid=frozenset(
                (
                    need.kind.unit,
                    *(kind.words if kind else ()),
                    *(word.stem for word in words if not word.names),
                    *(
                        stem
                        for found in _OWN_DOING.finditer(question)
                        for stem in terms(found["verb"])
                    ),
                    *(unit.stem for number, unit in pairwise(words) if number.kind == "number"),
                )
            ),
            names=_names(question, code),
            need=need,
            compares=bool(_COMPARES.search(question)),
            done=words[-1].stem if words and _DONE.search(question) else None,
            passages=passages,
            around=around,
            said=frozenset[str]().union(*around.values()),
            rows=tuple(frozenset(terms(one.text)) for one in passages if one.subject),
            titles={name: _title(text) for name, text in texts.items()},
            texts=texts,
        )

    def has(self, stem: str, piece: Quotable) -> bool:
        """Whether a piece, or what stands above it, speaks of a word, or calls it otherwise."""
        near = piece.near | self.titles[self.passages[piece.passage].document_name]
        if stem in near or any(stem in family and family & near for family in FAMILIES):
            return True
        if any(stem in row and row & near for row in self.rows):
            return True  # the user said what it is called: `My gym is IronBar.`
        return any(are_one(held, stem, self.code) for held in near)

    def told_instead(self, piece: Quotable) -> tuple[str, ...]:
        """The words of the question that a piece tells of others in the place of; none where it speaks of what is
        asked."""
        if not self.passages[piece.passage].document:
            return ()
        if year := self._of_other_year(piece):
            return year
        lacking = frozenset(
            word.stem
            for word in self.words
            if word.stem not in self.unsaid and not self.has(word.stem, piece)
        )
        if _RANGE.search(piece.prose):
            lacking -= {word.stem for word in self.words if word.kind in _TIMES}
        if not lacking:
            return ()
        if self.need.kind.kind is POLARITY and _ALIKE.search(piece.prose):
            return self._unnamed(piece, lacking)
        rules = (
            self._unnamed,
            self._of_other_time,
            self._for_others,
            self._of_other_part,
            self._undecided,
            self._happened,
            self._beside,
            self._elsewhere,
        )
        return next(filter(None, (rule(piece, lacking) for rule in rules)), ())

    def _asked(self, stem: str) -> bool:
        return any(are_one(stem, word.stem, self.code) for word in self.words)

    def _unnamed(self, piece: Quotable, lacking: frozenset[str]) -> tuple[str, ...]:
        """The names that the whole document does not say."""
        named = lacking & self.names
        if not named:
            return ()
        name = self.passages[piece.passage].document_name
        return tuple(sorted(named - _words_of_document(name, self.texts[name])))

    def _of_other_time(self, piece: Quotable, lacking: frozenset[str]) -> tuple[str, ...]:
        """The weekdays and months of which a piece tells others, and the years that neither it nor its section says:
        what holds without a year holds now."""
        said = {word.kind for word in words_of(piece.prose, self.code)}
        return tuple(
            word.stem
            for word in self.words
            if (word.stem in lacking and word.kind in _TIMES & said)
            or (word.kind == "year" and word.stem not in piece.near)
        )

    def _of_other_year(self, piece: Quotable) -> tuple[str, ...]:
        """The last or the next year, of which neither a piece nor what stands above it speaks, nor of any by its
        number."""
        above = f"{piece.prose}\n{'; '.join(piece.headings)}\n{self.passages[piece.passage].label}"
        asked = (m for m in _OTHER_YEAR.finditer(self.question) if not _ANY_YEAR.search(above))
        return tuple(stem for m in asked for stem in terms(m["which"]) if stem not in piece.near)

    def _for_others(self, piece: Quotable, lacking: frozenset[str]) -> tuple[str, ...]:
        """Those for whom a value is asked, of whom its piece does not speak: what is told of no one holds for whoever
        has no value of their own, and the documents may have one for them elsewhere, or none."""
        found = _FOR.search(self.question)
        who = (
            frozenset(terms(found["who"])) if found and self.need.kind.single else frozenset[str]()
        )
        alike = _ALIKE.search(piece.prose) or not self.need.kind.shows(piece.prose)
        return () if alike else tuple(sorted(who & lacking))

    def _of_other_part(self, piece: Quotable, lacking: frozenset[str]) -> tuple[str, ...]:
        """What tells apart the part that somebody is asked for by: the director is not the deputy director."""
        if self.need.kind.kind is not NAME or not self.need.kind.defined:
            return ()
        beside = (
            one
            for one, part in pairwise(self.words)
            if part.gap == "direct" and part.stem in piece.terms
        )
        return tuple(one.stem for one in beside if one.stem in lacking)

    def _undecided(self, piece: Quotable, lacking: frozenset[str]) -> tuple[str, ...]:
        """What may or may not be so is told of all that the question names, or of all things alike; how two things
        compare is read off the values of both, in whatever words."""
        if self.need.kind.kind is not POLARITY or self.compares:
            return ()
        return tuple(sorted(lacking - self.around[piece.section]))

    def _happened(self, piece: Quotable, lacking: frozenset[str]) -> tuple[str, ...]:
        """What was done, where it is asked when or where that was: another time is that of something else."""
        kind = self.need.kind
        asked = kind.kind in {DATE, PLACE} and kind.fits(piece.prose)
        return (self.done,) if asked and self.done in lacking else ()

    def _elsewhere(self, piece: Quotable, lacking: frozenset[str]) -> tuple[str, ...]:
        """What other pieces speak of, where a piece means nothing by a pronoun; those of its own section only where it
        begins with what is not asked about, and what they name where more than one value is asked for."""
        if self.need.kind.kind is POLARITY or piece.goes_on or self.code not in _SPACED:
            return ()
        if is_row(piece.text) and not piece.head:  # the head of a table stands for all of its rows
            return tuple(sorted(lacking & self.said - frozenset(terms(piece.shown))))
        if piece.key and all(map(self._asked, piece.key)):
            return ()  # the row of what is asked about says no verb, and of what kind that is another place
        if _REFERS.search(piece.prose):
            lacking &= self.names  # a name is said where it is meant
        around = self.around[piece.section]
        told = lacking & (self.said - around)
        if self._begins_otherwise(piece, lacking):
            told |= around & (lacking if self.need.kind.single else lacking & self.names)
        return tuple(sorted(told))

    def _begins_otherwise(self, piece: Quotable, lacking: frozenset[str]) -> bool:
        """Whether a piece begins with what is not asked about; who did something is no other thing, unless half of
        what was done is another. What it is the value of, a piece says before it."""
        if self.need.labelled(piece):
            return False
        if self.need.kind.kind is NAME:
            return 2 * len(lacking) >= sum(word.names for word in self.words)
        said = words_of(piece.prose, self.code)
        first = next((n for n, word in enumerate(said) if word.names and word.kind == "word"), None)
        if first is None or (first and said[first - 1].kind != "word"):
            return False  # `The price is 12 euros.`
        return not self._asked(said[first].stem)

    def _beside(self, piece: Quotable, lacking: frozenset[str]) -> tuple[str, ...]:
        """What a piece has something else beside the same word in the place of."""
        asked = frozenset(word.stem for word in self.words)
        said = words_of(piece.prose, self.code)
        found = (
            one.word.stem
            for one in pairs(self.words)
            if one.word.stem in lacking
            and (self.code in _ENGLISH_ORDER or one.gap == "of")
            and another(one, said, asked, self.code, goes_on=piece.goes_on)
        )
        return tuple(dict.fromkeys(found))


def _names(question: str, code: str) -> frozenset[str]:
    """The names of a question, where capitals tell them: not its first word, nor where all words have one."""
    first, *rest = question.split() or [""]
    if code == "de" or all(word[:1].isupper() for word in rest if len(word) > 3):
        return frozenset()
    found = terms(" ".join(m[0] for m in NAMED.finditer(f"x {' '.join(rest)}")))
    times = (word.stem for word in words_of(question, code) if word.kind != "word")
    return frozenset(found).difference(terms(first), times)


def _title(text: str) -> frozenset[str]:
    """The words of the title of a document; none where it has several, or none."""
    found = {m[1] for m in _TITLE.finditer(text)}
    if not found and (line := _FIRST_LINE.match(text)):
        return frozenset(terms(line[1]))
    return frozenset(terms(found.pop())) if len(found) == 1 else frozenset()


@lru_cache(maxsize=64)
def _words_of_document(name: str, text: str) -> frozenset[str]:
    """The words of a document with its name, and what its names are called for short."""
    return frozenset(terms(f"{name} {text}")) | _initials(text)


def _initials(text: str) -> frozenset[str]:
    """What the names of a text are called for short: `UK`."""
    names = (m[0] for line in text.splitlines() for m in NAMED.finditer(line))
    large = ("".join(word[0] for word in name.split() if word[0].isupper()) for name in names)
    return frozenset(
        first[start:end].casefold()
        for first in large
        for start, end in combinations(range(len(first) + 1), 2)
        if end - start > 1
    )
