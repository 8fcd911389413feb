"""A text in; its informative words out, stemmed, so that `crash` and `crashed` are one."""

from __future__ import annotations

import regex


def word_set(words: str) -> frozenset[str]:
    """The words of a line as a set."""
    return frozenset(words.split())


STOPWORDS = frozenset(
    "a about after all also am an and any are as at be because been before being between both but "  # noqa: SIM905
    "by can could did do does doing done each else ever every few for from get gets got had has "
    "have having he her here hers him his how i if in into is it its just let like many may me "
    "might mine more most much must my no nor not of on one only or other our ours out over own "
    "please same shall she should so some such tell than that the their them then there these they "
    "this those through to too under until up upon us very was we were what when where which while "
    "who whom whose why will with would yes you your yours".split()
)

TERM = regex.compile(
    r"(?P<run>[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]+)|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?"
)
_POSSESSIVE = regex.compile(r"['’]s?$")


def terms(text: str) -> list[str]:
    """The informative words of `text`, stemmed, in their order; Han and its like as pairs of
    signs."""
    found: list[str] = []
    for match in TERM.finditer(text.lower()):
        word = match[0]
        if match["run"]:
            found += [word[i : i + 2] for i in range(max(1, len(word) - 1))]
            continue
        word = _POSSESSIVE.sub("", word)
        if word not in STOPWORDS and (len(word) > 1 or word.isdigit()):
            found.append(stem(word))
    return found


def stem(word: str) -> str:
    """The word without the endings of English plurals and verbs: `accrued`, `accrues` → `accru`."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 3 and word.endswith(ending):
            word = word.removesuffix(ending)
            if word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word.removesuffix("e") if len(word) > 3 else word
