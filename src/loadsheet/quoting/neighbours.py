"""A text in; its words that tell something, each with how it stands by the one before it, out; and of two, whether one
says something else where the other has a word.

Two words stand beside each other in the same way where the same kind of word lies between them, or none: `the deposit
for a berth` and `the deposit for the key`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from loadsheet.corpus.terms import one_of, terms, word_set
from loadsheet.intent.language.answer_forms import MONTH, WEEKDAY, pattern
from loadsheet.intent.language.answer_type import MEASURES, PRICES
from loadsheet.intent.language.common import CHOOSING, EVERYDAY
from loadsheet.intent.language.inflection import are_one
from loadsheet.intent.language.numerals import CARDINALS
from loadsheet.intent.language.words import is_function_word
from loadsheet.lazy import lazy_regex

_PREPOSITIONS = word_set(
    "for of in on at to from with within without under over by about against between into through per during via "
    "für von vom mit ohne im am bei beim zu zum zur aus nach auf an unter über gegen "
    "pour de du des d dans sur avec sans à au aux chez par en para del con sin por sobre"
)
_DETERMINERS = word_set(
    "a an the this that these those my your our their its his her i we you they he she it "
    "ein eine einen einem einer eines der die das den dem mein meine meinen dein ich wir sie er es "
    "le la les l un une ce cette mon ma mes notre el los las una mi mis su sus"
)
_AUXILIARIES = word_set(
    "is are was were be been being has have had do does did can could may might must shall should will would also not "
    "ist sind war waren wird werden wurde wurden hat habe haben kann kannst können darf dürfen muss müssen auch nicht "
    "est sont était sera a ont peut doit son es era fue puede debe which who that"
)
_ALL = word_set(
    "all every each any no whole entire both jede jeder jedes jeden jedem alle allen keine kein keinen ganze ganzen "
    "tous toutes tout toute chaque aucun aucune todos todas todo toda cada ningún ninguna"
)
_GRAMMAR = _PREPOSITIONS | _DETERMINERS | _AUXILIARIES | _ALL
_PIECE = lazy_regex(
    r"(?P<word>[\p{L}\p{M}\p{N}]+(?:[.'’-][\p{L}\p{M}\p{N}]+)*)|(?P<end>[,;:.!?()|\n–—])"
)
_COUNTING = pattern(rf"\A(?:\p{{N}}[\p{{N}}.,]*|{one_of(CARDINALS)})\Z")
_WEEKDAY, _MONTH = pattern(rf"\A(?:{WEEKDAY})\Z"), pattern(rf"\A(?:{MONTH})\Z")
_YEAR = pattern(r"\A(?:19|20)\d\d\Z")
_VALUES = MEASURES | PRICES | frozenset(terms("nothing none free"))
"""Words that stand in the place of no other: they are part of what is told."""
_LEFT_OPEN = (
    EVERYDAY | MEASURES | PRICES | CHOOSING | frozenset(terms("pay paid charge free nothing"))
)
"""Words that tell nothing of what is asked about, or that a text may leave unsaid."""


@dataclass(frozen=True, slots=True)
class TellingWord:
    """A word that tells something."""

    text: str
    stem: str
    gap: str
    """What lies between it and the word before it: nothing (`direct`), `det`, `aux`, `of` (whatever preposition),
    `all`, `join` for other words, `end` where a clause ends; `start` or `aux` before the first."""

    @property
    def kind(self) -> str:
        """What it can stand in the place of."""
        for name, form in (
            ("year", _YEAR),
            ("number", _COUNTING),
            ("weekday", _WEEKDAY),
            ("month", _MONTH),
        ):
            if form.match(self.text):
                return name
        return "word"

    @property
    def names(self) -> bool:
        """Whether it names something, and a text has to say it."""
        return self.stem not in _LEFT_OPEN


@dataclass(frozen=True, slots=True)
class Beside:
    """A word of the question that a piece may lack, beside one that it may have."""

    word: TellingWord
    beside: TellingWord
    before: bool
    """Whether it stands before that."""
    gap: str
    turned: bool
    """Whether it is the subject of a question, behind its verb: `does the Brendan hold`."""


def pairs(asked: Sequence[TellingWord]) -> Iterator[Beside]:
    """Each word that names something with each that stands beside it."""
    turned = False
    for one, other in pairwise(asked):
        # Behind `does` and the subject stands a verb, and nothing tells where the one ends and the other begins.
        turned = other.gap == "direct" and (turned or one.gap == "aux")
        if other.gap in {"end", "join", "aux"}:
            continue
        if one.names:
            yield Beside(one, other, before=True, gap=other.gap, turned=turned)
        if other.names and (not turned or other.kind == "number"):
            yield Beside(other, one, before=False, gap=other.gap, turned=False)


def another(
    one: Beside, said: Sequence[TellingWord], asked: frozenset[str], code: str, *, goes_on: bool
) -> bool:
    """Whether each time that a text says the word beside it, something else stands in its place.

    `asked` are the stems of the question, which are nothing else; `goes_on` says that the text begins with a pronoun.
    """
    places = [n for n, word in enumerate(said) if are_one(word.stem, one.beside.stem, code)]
    return bool(places) and all(
        _before(one, said, n, asked, goes_on=goes_on) if one.before else _after(one, said, n, asked)
        for n in places
    )


def _before(
    one: Beside, said: Sequence[TellingWord], place: int, asked: frozenset[str], *, goes_on: bool
) -> bool:
    """Whether something else stands before the word at a place, or a pronoun that means what was spoken of before."""
    if not place:
        return one.turned and goes_on
    before = said[place - 1]
    if said[place].gap not in ({"direct", "aux", "det"} if one.turned else {one.gap}):
        return False
    # `The desk sells tickets` has no other kind of tickets.
    verb = one.gap == "direct" and not one.turned and before.text.endswith("s")
    return not verb and _other(before, one, asked)


def _after(one: Beside, said: Sequence[TellingWord], place: int, asked: frozenset[str]) -> bool:
    """Whether something else stands behind the word at a place, or before it where it is passive."""
    if one.gap in {"direct", "det"} and said[place].gap == "aux" and place:
        return _other(
            said[place - 1], one, asked
        )  # asked who designed the mast: `The arm was designed …`
    if place + 1 == len(said) or said[place + 1].gap != one.gap:
        return False
    after = said[place + 1]
    # `The trial lasts two weeks` has no other thing than a trial period.
    verb = one.gap == "direct" and after.text.endswith("s") and not after.text.endswith("ss")
    return not verb and after.names and _other(after, one, asked)


def _other(word: TellingWord, one: Beside, asked: frozenset[str]) -> bool:
    """Whether a word can stand in the place of another, and is none that the question says."""
    same = word.kind == one.word.kind and word.stem not in _VALUES
    return same and word.gap != "all" and word.stem not in asked


@lru_cache(maxsize=4096)
def words_of(text: str, code: str) -> tuple[TellingWord, ...]:
    """The words of a text that tell something, each with what lies before it."""
    found: list[TellingWord] = []
    between: list[str] = []
    for match in _PIECE.finditer(text):
        if match["end"]:
            between.append(match["end"])
            continue
        low = match["word"].casefold()
        grammar = low in _GRAMMAR or is_function_word(low, code)
        stems = () if grammar else terms(low)
        if not stems:
            between.append(low)
            continue
        found.append(TellingWord(match["word"], stems[-1], _gap(between, first=not found)))
        between = []
    return tuple(found)


def _gap(between: Sequence[str], *, first: bool) -> str:
    """What words and marks between two words make of how they stand beside each other."""
    words = [word for word in between if word.isalpha()]
    marks = [word for word in between if not word.isalpha()]
    if first:
        before = next((word for word in reversed(words) if word not in _DETERMINERS), "")
        return "aux" if before in _AUXILIARIES else "start"
    if marks and not (marks == [","] and words and words[0] in {"which", "who", "that"}):
        return "end"
    if not words:
        return "direct"
    if not _ALL.isdisjoint(words):
        return "all"
    if not _PREPOSITIONS.isdisjoint(words):
        return "of"
    if _DETERMINERS.issuperset(words):
        return "det"
    return "aux" if (_DETERMINERS | _AUXILIARIES).issuperset(words) else "join"
