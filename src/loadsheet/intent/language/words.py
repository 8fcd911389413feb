"""A text in; its words, its content stems, its names and its language out."""

from __future__ import annotations

import re
from functools import lru_cache

from loadsheet.corpus import terms
from loadsheet.intent.language.identify import language
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.language.vocabulary import ACTIONS, FUNCTION_WORDS
from loadsheet.lazy import lazy_re

WORD = lazy_re(r"\w+(?:[-.'’&/]\w+)*")
_HAN = lazy_re(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def has_han(text: str) -> bool:
    """Whether a text holds a character of a script without spaces between words."""
    return not text.isascii() and _HAN.search(text) is not None


_JOINT = lazy_re(r"[._:/-]+")
QUOTED = lazy_re(r'"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」')
"""What stands in quotation marks is somebody's words, and never the user's own instruction."""

_POSSESSIVE = lazy_re(r"['’]s?$")


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """A word without its ending, as passages are read, and without what is elided: `policies`, `l'école`, `Ana's`."""
    low = terms.unadorned(word.casefold())
    return low if len(low) <= 3 or any(map(str.isdigit, low)) else terms.stem(low)


_DENIED = (
    "is", "are", "was", "were", "do", "does", "did", "ca", "wo", "have", "has", "had", "should", "could", "would",
)  # fmt: skip
_SHORT = ("what", "that", "where", "who", "when", "how", "there", "here", "he", "she")
_TYPED = {
    **{f"{verb}nt": f"{verb}n't" for verb in _DENIED},
    **{f"{who}s": f"{who}'s" for who in _SHORT},
    "im": "I'm", "ive": "I've", "youve": "you've", "weve": "we've", "theyre": "they're", "youre": "you're",
    "pls": "please", "plz": "please", "smth": "something", "sth": "something", "tmrw": "tomorrow", "tmr": "tomorrow",
    "u": "you", "ur": "your", "r": "are", "thx": "thanks", "cuz": "because", "w/o": "without", "stp": "s'il te plaît",
    "weds": "Wednesday", "tues": "Tuesday", "thurs": "Thursday",
}  # fmt: skip
"""How words are typed in haste, and how they are written."""
_TYPED_WORD = Pattern(
    rf"\b(?:{'|'.join(map(re.escape, sorted(_TYPED, key=len, reverse=True)))})\b(?!['’])",
    fits="whats the fee",
    misses="what is the fee",
)


_APOSTROPHES = str.maketrans(dict.fromkeys("’ʼ＇", "'"))


def folded(text: str) -> str:
    """A text of the same length in which every apostrophe is the plain one, as patterns read it."""
    return text if text.isascii() else text.translate(_APOSTROPHES)


def spelled(text: str) -> str:
    """A text with what is typed in haste written out, for reading: `whats` as `what's`, `isnt` as `isn't`."""
    text = folded(text)
    return _TYPED_WORD.sub(lambda found: _TYPED[found.group(0).casefold()], text)


def words(text: str) -> list[str]:
    """The words of a text, in order."""
    return list(_words(text))


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text))


@lru_cache(maxsize=8192)
def is_function_word(word: str, code: str = "en") -> bool:
    """Whether a word says nothing about the subject, in English or in the language `code`."""
    if is_code(word):
        return False
    low = word.casefold().replace("’", "'")
    return (
        low in FUNCTION_WORDS["en"]
        or low in FUNCTION_WORDS.get(code, ())
        or (len(low) == 1 and low.isascii())
    )


def content_words(text: str) -> list[str]:
    """The words that say what a text is about, in order."""
    return list(_content_words(text))


@lru_cache(maxsize=2048)
def _content_words(text: str) -> tuple[str, ...]:
    code = language(text)
    return tuple(word for word in _words(text) if _is_telling(word, code))


@lru_cache(maxsize=8192)
def _is_telling(word: str, code: str) -> bool:
    return not is_function_word(bare(word), code)


def bare(word: str) -> str:
    """A word without its possessive ending."""
    return _POSSESSIVE.sub("", word) if "'" in word or "’" in word else word


@lru_cache(maxsize=2048)
def stems(text: str) -> frozenset[str]:
    """The stems of the content words; of a script without spaces, the pairs of neighbouring characters."""
    found: set[str] = set()
    signs = has_han(text)
    for word in _content_words(text):
        if signs and has_han(word):
            found.update(terms.sign_pairs(word))
        else:
            found.add(stem(word))
            if "-" in word or "/" in word:
                found |= {stem(part) for part in re.split(r"[-/]", word) if len(part) > 2}
    return frozenset(found)


@lru_cache(maxsize=8192)
def is_code(word: str) -> bool:
    """Whether a word names by its form: `SPC-0500`, `2A`, `UK`, `1150`."""
    if any(map(str.isdigit, word)):
        return True
    if not word.isupper() or word == "OK":
        return False
    letters = [*filter(str.isalpha, word)]
    return len(letters) > 1 and all(map(str.isupper, letters))


@lru_cache(maxsize=8192)
def is_name(word: str, *, opening: bool = False) -> bool:
    """Whether a word is written as a name; the first word of a sentence is capitalised anyway."""
    if is_code(word):
        return True
    if not word[:1].isupper() or is_function_word(_POSSESSIVE.sub("", word)):
        return False
    return not (opening and word.casefold() in ACTIONS)


_RUN_WORD = lazy_re(r"\w+(?:[-.'’&/]\w+)*|[^\w\s]")
_OPENS = frozenset(".!?:;。！？")


def spaced(key: str) -> str:
    """The words of a key with spaces between them: `gate_code` and `gate.code` are two words."""
    return _JOINT.sub(" ", key)


def names(text: str) -> list[str]:
    """The names of a text as they stand, runs of them in one piece: `Tesla Model 3`, `Halm Foundation`."""
    return list(_names(text))


@lru_cache(maxsize=2048)
def _names(text: str) -> tuple[str, ...]:
    runs: list[list[str]] = []
    current: list[str] = []
    opening = True
    for token in _RUN_WORD.findall(text):
        spoken = token[0].isalnum() or token[0] == "_"
        # A plain number names only beside a name or where it is a code of its own.
        if (
            spoken
            and is_name(token, opening=opening)
            and not (opening and token.istitle() and _plain(text, token))
        ):
            current.append(_POSSESSIVE.sub("", token))
            if token != current[-1]:
                runs, current = [*runs, current], []
        elif current:
            runs, current = [*runs, current], []
        opening = (not spoken and token in _OPENS) or (opening and not spoken)
    if current:
        runs.append(current)
    return tuple(dict.fromkeys(" ".join(run) for run in runs))


def _plain(text: str, token: str) -> bool:
    """Whether a word that opens the text stands in it in lower case too."""
    return token.lower() in _words(text)
