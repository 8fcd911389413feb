"""Two texts in; whether one may stand for the other without a loss comes out.

One text covers another when it says every sentence of it, in the same order. Two sentences are alike when they differ
in white space, punctuation and case, in the ending of a word, or in a few ordinary words that come or go. They are
never alike when a word stands in the place of another one, or when a number, a date, a name, a negation or another word
that turns a statement stands in one of them and not in the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import NamedTuple

from loadsheet.corpus import sentences
from loadsheet.corpus.terms import LATIN, stem, terms, word_set
from loadsheet.lazy import lazy_re, lazy_regex

ORDINARY_PART = 8
"""One ordinary word in so many may differ: fewer words make a sentence say something else."""

FRAGMENT = 8
"""Words that a sentence cut by the border of a passage needs to be known as part of another."""

NEGATIONS = word_set(
    "no not nor never none neither nobody nothing nowhere without cannot except unless hardly barely "
    "kein keine keinen keiner keines nicht nie niemals ohne ne pas jamais sans aucun aucune sin nunca "
    "ningún ninguna jamás senza mai nessun não nem geen niet nooit zonder ikke inte aldrig nie bez ei "
    "不 没 無 无 非 未 勿 莫"
)
TURNING = word_set(
    "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty "
    "seventy eighty ninety hundred thousand million billion trillion dozen half third quarter double "
    "twice once first second fourth fifth sixth seventh eighth ninth tenth last next previous "
    "january february march april may june july august september october november december jan feb mar "
    "apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon "
    "tue wed thu fri sat sun today tomorrow yesterday tonight noon midnight am pm spring summer autumn "
    "fall winter second seconds minute minutes hour hours day days week weeks month months year years "
    "hourly daily weekly monthly quarterly yearly annual annually biweekly decade century "
    "all any some each every both either most many few several only always often sometimes rarely "
    "is are was were be been will would shall should can could may might must has have had do does did "
    "allow allows allowed forbid forbids forbidden prohibit prohibits prohibited permit permits permitted "
    "deny denies denied accept accepts accepted reject rejects rejected approve approves approved "
    "enable enables enabled disable disables disabled include includes included exclude excludes excluded "
    "including excluding required optional mandatory voluntary increase increases increased decrease "
    "decreases decreased rise rises rose fall falls fell up down on off in out before after above below "
    "over under between within until since from to into by at least less more fewer maximum minimum max min "
    "most higher lower greater smaller larger north south east west left right true false yes good bad "
    "open opened close closed start started starts stop stopped stops begin begins end ends ended pass "
    "passed fail failed fails win won lose lost buy sell paid unpaid free full empty with old new current "
    "former he she his her him they their we our you your i my it its and or but if than instead"
)
"""Words that turn a statement: numbers and dates in words, quantity, tense, permission, direction, who it is about."""

HARMLESS = word_set("a an the that which so also then there just please very really quite indeed")
"""Words that may come and go."""

_TOKEN = lazy_regex(
    r"(?P<guard>(?<![\w)])[-−+](?=\d)|[±<>≤≥=≈~$€£¥]\s?(?=\d)|(?<=\d)\s?[%‰°]|\|\s*(?=\|))"
    r"|(?P<code>[\p{L}\p{M}\p{N}]*\p{N}[\p{L}\p{M}\p{N}]*(?:[.,:/'’\-–][\p{L}\p{M}]*\p{N}[\p{L}\p{M}\p{N}]*)*)"
    r"|(?P<unit>(?<=\d\s)[\p{L}\p{M}]+)"
    r"|(?P<sign>[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}])"
    r"|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*"
)
_LATIN_TOKEN = lazy_re(
    r"(?P<guard>(?<![\w)])[-−+](?=\d)|[±<>≤≥=≈~$€£¥]\s?(?=\d)|(?<=\d)\s?[%‰°]|\|\s*(?=\|))"
    r"|(?P<code>[^\W_]*\d[^\W_]*(?:[.,:/'’\-–][^\W\d_]*\d[^\W_]*)*)"
    r"|(?P<unit>(?<=\d\s)[^\W\d_]+)"
    r"|[^\W\d_]+(?:['’][^\W\d_]+)*"
)
"""`_TOKEN` in a text of Latin letters."""
_LATIN_WORD = lazy_re(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SIGNS = lazy_re(r"[\d|]")
"""Without one of these a text of Latin letters is words and nothing else."""
_ENDED = lazy_re(r"[.!?…。！？:;|`][\"'”’»)\]*_]*\s*$")


READ = 256
"""Texts whose reading is kept: the next question of a conversation finds many of them again."""

LONG = 400
"""Words from which a sentence is a table or a log: compared as a whole, for reading it word by word would take long."""


class Word(NamedTuple):
    """A word without its case, and whether a text that lacks it says something else."""

    text: str
    guarded: bool


@dataclass(frozen=True)
class ComparedText:
    """A text, read for comparison."""

    text: str

    @cached_property
    def sentences(self) -> tuple[tuple[Word, ...], ...]:
        """The words of each sentence that has any."""
        return tuple(words for _, words in self.lines)

    @cached_property
    def lines(self) -> tuple[tuple[str, tuple[Word, ...]], ...]:
        """Each sentence that has words, as it is written and as its words."""
        read = ((line, tuple(_words(line, self.cased))) for line in self.written)
        return tuple((line, words) for line, words in read if words)

    @cached_property
    def written(self) -> tuple[str, ...]:
        """Each sentence, as it is written."""
        return tuple(self.text[start:end] for start, end in sentences.whole(self.text))

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """Its informative words, as they stand."""
        return tuple(terms(self.text))

    @cached_property
    def cased(self) -> bool:
        """Whether its case tells names from other words."""
        return any(map(str.isupper, self.text)) and any(map(str.islower, self.text))

    @cached_property
    def flat(self) -> tuple[str, ...]:
        """Every word in order."""
        return tuple(word.text for words in self.sentences for word in words)

    @cached_property
    def guards(self) -> frozenset[str]:
        """Every guarded word."""
        return frozenset(w.text for words in self.sentences for w in words if w.guarded)

    @property
    def exact(self) -> bool:
        """Whether signs matter as much as words do: it holds code."""
        return "```" in self.text or "~~~" in self.text


@lru_cache(READ)
def reading(text: str) -> ComparedText:
    """The reading of a text, which is made once as long as it is one of the last."""
    return ComparedText(text)


def covers(whole: ComparedText, part: ComparedText) -> bool:
    """Whether `whole` says all that `part` says."""
    if whole.exact or part.exact:
        return " ".join(part.text.split()) in " ".join(whole.text.split())
    if whole.flat == part.flat:
        return bool(part.flat) or whole.text == part.text
    if not part.guards <= whole.guards:
        return False
    return _in_order(whole, part)


def _in_order(whole: ComparedText, part: ComparedText) -> bool:
    """Whether each sentence of `part` has one like it in `whole`, none before the one of the sentence before."""
    position = 0
    last = len(part.sentences) - 1
    opened, ended = _begins(part.text), _ENDED.search(part.text) is not None
    for number, wanted in enumerate(part.sentences):
        tail = number == 0 and not opened
        head = number == last and not ended
        for index in range(position, len(whole.sentences)):
            if alike(whole.sentences[index], wanted, head=head, tail=tail):
                position = index + 1
                break
        else:
            return False
    return bool(part.sentences)


def alike(
    one: Sequence[Word], other: Sequence[Word], *, head: bool = False, tail: bool = False
) -> bool:
    """Whether two sentences say the same; with `head` or `tail` `other` may be that end of `one`, cut in its middle."""
    first, second = [w.text for w in one], [w.text for w in other]
    if first == second:
        return True
    if len(second) >= FRAGMENT and (
        (head and first[: len(second)] == second) or (tail and first[-len(second) :] == second)
    ):
        return True
    longer = max(len(first), len(second))
    if longer > LONG:
        return False
    if abs(len(first) - len(second)) > longer // ORDINARY_PART + longer // 4:
        return False
    changed = 0
    for tag, a, b, c, d in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if any(word.guarded for word in (*one[a:b], *other[c:d])):
            return False
        if _replaced(first[a:b], second[c:d]):
            return False
        changed += max(_telling(first[a:b]), _telling(second[c:d]))
    return changed * ORDINARY_PART <= longer


def _telling(words: Iterable[str]) -> int:
    return sum(word not in HARMLESS for word in words)


def _replaced(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether what tells something has another word in its place, and not only another ending."""
    here, there = ({stem(word) for word in words if word not in HARMLESS} for words in (one, other))
    return bool(here and there) and not (here <= there or there <= here)


def _begins(text: str) -> bool:
    """Whether a text begins where a sentence does, as far as its first letter tells."""
    first = next((c for c in text if c.isalnum()), "A")
    return not first.islower()


def _words(sentence: str, cased: bool) -> Iterable[Word]:
    if not LATIN.fullmatch(sentence):
        return [_word(m[0], cased, m.lastgroup is not None) for m in _TOKEN.finditer(sentence)]
    if _SIGNS.search(sentence):
        found = _LATIN_TOKEN.finditer(sentence)
        return [_word(m[0], cased, m.lastgroup is not None) for m in found]
    return [_word(text, cased, False) for text in _LATIN_WORD.findall(sentence)]


@lru_cache(50_000)
def _word(whole: str, cased: bool, guarded: bool) -> Word:
    text = "".join(whole.split()).replace("’", "'").casefold()
    return Word(text, guarded or (text not in HARMLESS and (not cased or _tells(whole, text))))


def _tells(whole: str, text: str) -> bool:
    """Whether a word is a name, a negation or turns a statement; a script without case cannot tell names."""
    named = whole != whole.lower() or whole.lower() == whole.upper()
    return named or negates(text) or text in TURNING


def negates(word: str) -> bool:
    """Whether a word, in lower case, denies."""
    return word in NEGATIONS or word.endswith(("n't", "n’t"))


def denies(text: str) -> bool:
    """Whether a text has a word that denies."""
    return any(map(negates, _LATIN_WORD.findall(text.lower())))


def shared_start(one: Sequence[object], other: Sequence[object]) -> int:
    """How many words both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
