"""A query in; its terms and the FTS5 expression that looks for them out. Pure but for the tokenizer handed in.

FTS5 takes a run of Han or kana for one word, so passages carry the pairs of neighbouring characters of such runs in
a column of their own, and a query is cut into the same pairs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import is_normalized

from loadsheet.corpus.terms import (
    UNSEEN,
    beyond_ascii,
    folded,
    forms_of,
    runs,
    says_nothing,
    sign_pairs,
    unadorned,
    word_set,
)
from loadsheet.intent.language import inflection
from loadsheet.intent.language.common import EVERYDAY
from loadsheet.intent.language.words import is_function_word, language
from loadsheet.lazy import lazy_re

Stems = Callable[[str], Sequence[str]]
"""The tokenizer of the index: the stems of a text, in order."""

CJK = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3040-\u30ff\u3105-\u312f"
    "\u3130-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Scripts that write without spaces between words, and Hangul, whose words carry their particles."""

MOST_TERMS = 100
"""A longer query is a text that was pasted; its first terms tell as much, and a search stays fast."""

HAS_CJK = lazy_re(f"[{CJK}]")
_MAY_BE = lazy_re("[\u1100-\u1fff\u2e80-\U0010ffff]")
"""What holds them all: far faster to look for, as it leaves out nothing but scripts before them and punctuation."""
RUN = lazy_re(f"[{CJK}]+|[^\\W{CJK}]+")
WORD = lazy_re(r"\w+(?:(?:[-.'’]|(?<=\d)[,/:](?=\d))\w+)*")
"""A word with what it is joined to: a term in one piece where a digit is in it, its parts otherwise."""
PART = lazy_re(r"[^\W_]+(?:['’][^\W\d_]+)?")


STOPWORDS = word_set(
    "a about above after again against all also am an and any are as at be because been before being below "
    "between both but by can could did do does doing don down during each few for from further had has have "
    "having he her here hers herself him himself his how i if in into is it its itself just let ll me more "
    "most my myself no nor not now of off on once only or other our ours ourselves out over own please re s "
    "same she should so some such t tell than that the their theirs them themselves then there these they "
    "this those through to too under until up us ve very was we were what when where which while who whom "
    "whose why will with would you your yours yourself yourselves"
)
"""English words that say nothing about what a text is about."""


@dataclass(frozen=True, slots=True)
class Term:
    """What a passage may hold: a word, a pair of characters, or a code such as `3.2` or `SPC-0500` in one piece."""

    text: str
    """As the query has it, in lower case."""
    stems: tuple[str, ...]
    prefix: bool = False
    """Whether it stands for every word or pair that begins with it."""
    forms: tuple[str, ...] = ()
    """Its forms where the index takes them for other words, as `lose` and `lost`."""

    @property
    def key(self) -> tuple[str, ...]:
        """What it has in common with the same word in another form."""
        return self.forms or self.stems

    @property
    def expression(self) -> str:
        """The term for FTS5, quoted, so that nothing in it is syntax."""
        if self.forms:
            return f"({' OR '.join(map(_quoted, self.forms))})"
        return f"{_quoted(self.text)} *" if self.prefix else _quoted(self.text)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""').replace("\0", " ") + '"'


def terms(query: str, stems: Stems) -> list[Term]:
    """The first distinct terms of `query`; the common words of its language only when there are no others.

    Where that is not English, a word stands for all that begin as its forms do: the index knows English endings alone.
    """
    code = language(query)
    found: dict[tuple[str, ...], Term] = {}
    for term in _terms(query, stems, code):
        found.setdefault(term.key, term)
    telling = [term for term in found.values() if not _common(term.text, code)]
    return (telling or list(found.values()))[:MOST_TERMS]


def _common(text: str, code: str) -> bool:
    if len(text) == 2 and says_nothing(text):
        return True
    if code in inflection.ALGORITHMS:
        return is_function_word(text, code)
    return text in STOPWORDS


def expression(found: Sequence[Term]) -> str:
    """The FTS5 query for passages that hold any of the terms."""
    return " OR ".join(term.expression for term in found)


def _terms(query: str, stems: Stems, code: str) -> Iterator[Term]:
    for word in WORD.findall(folded(query).lower()):
        if HAS_CJK.search(word):
            for piece in RUN.findall(word):
                if not HAS_CJK.match(piece):
                    yield from _term(piece, stems)
                    continue
                for run in runs(piece):
                    for pair in sign_pairs(run):
                        yield from _term(pair, stems, prefix=len(run) == 1)
        elif any(character.isdigit() for character in word):
            yield from _term(word, stems)
        else:
            for part in PART.findall(word):
                bare = re.sub(r"['’]\w+$", "", unadorned(part))
                begins = inflection.beginning(bare, code) if bare not in EVERYDAY else ""
                forms = forms_of(bare) if code == "en" else ()
                yield from _term(begins or bare, stems, prefix=bool(begins), forms=forms)


def _term(
    text: str, stems: Stems, *, prefix: bool = False, forms: tuple[str, ...] = ()
) -> Iterator[Term]:
    if found := tuple(stems(text)):
        yield Term(text, found, prefix, forms)


def grams(text: str) -> str:
    """The words of the column for scripts without spaces; empty for a text that has none.

    The last character of a run stands alone, so that each is found as the beginning of a pair. Words in wide, narrow or
    joined forms stand here in their plain form.
    """
    signs = beyond_ascii(text)
    if not _MAY_BE.search(signs) and not UNSEEN.search(signs) and is_normalized("NFKC", text):
        return ""
    plain = folded(text)
    known = set(re.findall(r"\w+", text)) if plain != text else None
    words: list[str] = []
    for word in re.findall(r"\w+", plain):
        if HAS_CJK.search(word) is None:
            if known is not None and word not in known:
                words.append(word)
            continue
        for piece in RUN.findall(word):
            if HAS_CJK.match(piece):
                words += (*sign_pairs(piece), *piece[1:][-1:])
            else:
                words.append(piece)
    return " ".join(words)


def matcher(found: Sequence[Term], stems: Stems) -> Callable[[Sequence[str]], tuple[str, ...]]:
    """A function that names the terms that a passage with these columns holds, as the query has them."""
    sought = [
        (term.text, f" {' '.join(held)}{'' if term.prefix else ' '}")
        for term in found
        for held in (map(stems, term.forms) if term.forms else (term.stems,))
    ]

    def matched(columns: Sequence[str]) -> tuple[str, ...]:
        # No stem holds the end of a line, so that nothing is found across two columns.
        held = "\n".join(f" {' '.join(stems(column))} " for column in columns if column)
        return tuple(dict.fromkeys(text for text, stem in sought if stem in held))

    return matched
