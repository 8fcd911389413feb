"""A text in; its informative words out, stemmed, so that `crash` and `crashed` are one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from loadsheet.corpus.irregular import BASES, OTHER_WORDS, base_of
from loadsheet.corpus.spelling import spellings
from loadsheet.lazy import lazy_re, lazy_regex


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


def one_of(words: Iterable[str]) -> str:
    """A pattern, without a group, of any of the words: of two that begin alike the longer one."""
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


_RUN = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}"
TERM = lazy_regex(
    rf"(?V1)(?P<run>[{_RUN}]+)|\d+(?:\.\d+)+(?![\p{{L}}\p{{N}}])|[[\p{{L}}\p{{M}}\p{{N}}]--[{_RUN}]]+(?:['’][[\p{{L}}]--[{_RUN}]]+)?"
)
LATIN = lazy_re(r"[\x00-\x1b\x20-\xb1\xb4-\xb8\xba\xbb\xbf-\u024f\u2010-\u2027\u20a0-\u20bf]*")
"""A text in Latin letters without marks of their own, where a plain pattern finds the same words faster."""
_LATIN_TERM = lazy_re(r"\d+(?:\.\d+)+(?![^\W_])|[^\W_]+(?:['’][^\W\d_]+)?")
"""`TERM` in such a text."""
HIRAGANA = ("\u3041", "\u309f")
"""What Japanese writes its grammar in; what a text is about stands in other signs, mostly."""

GRAMMAR = frozenset("的了吗嗎呢吧怎么麼什哪谁誰几幾请請您何是有はがをにでのともへか")
"""Signs of Chinese and Japanese that ask or join; a pair with one of them lies across the end of a word."""

ASKING = lazy_regex(
    r"多少钱|多少錢|多少|什么时候|什麼時候|为什么|為什麼|什么|什麼|怎么样|怎麼樣|怎么|怎麼|怎样|如何|哪里|哪裡|哪儿|哪些|哪个|哪個"
    r"|几点|幾點|几个|幾個|几次|几本|几天|多长时间|多长|多久|可以|能不能|能否|是不是|是否|有没有|有沒有|请问|請問|谁|誰"
    r"|いくら|いつ|どこ|どの|どれ|なぜ|何時|何名|何人|何日|何"
)
"""What asks in scripts without spaces: no word goes on behind it."""

KOREAN_ENDINGS = word_set(
    "는 를 인가 가요 나요 은가 는가 습니 니다 니까 까요 는지 에서 으로 입니 합니 됩니 "
    "무엇 어디 언제 얼마 며칠 어떻 떻게 하나"
)
"""Endings and question words, as pairs of signs, and the particles that hardly any noun ends with."""

_POSSESSIVE = lazy_regex(r"['’]s?$")
_ELIDED = lazy_regex(r"^(?:[ldnmtsjc]|qu)['’](?=\w{2})", re.IGNORECASE)


def terms(text: str) -> list[str]:
    """The informative words of `text`, stemmed, in their order.

    Scripts without spaces, and Hangul, whose words carry their particles, come as pairs of signs; what differs in
    width only is the same.
    """
    lower = folded(text).lower()
    if LATIN.fullmatch(lower):
        return list(filter(None, map(_telling, _LATIN_TERM.findall(lower))))
    found: list[str] = []
    plain: list[str] = []
    for match in TERM.finditer(lower):
        word = match[0]
        if match["run"]:
            pairs = [pair for run in runs(word) for pair in sign_pairs(run)]
            telling = [pair for pair in pairs if not says_nothing(pair)]
            found += telling
            plain += sign_pairs(word) if not telling else ()
        elif told := _telling(word):
            found.append(told)
    return found or plain


@lru_cache(maxsize=50_000)
def _telling(word: str) -> str:
    """The stem of a word that tells something; empty for one that does not."""
    word = unadorned(word)
    return stem(word) if word not in STOPWORDS and (len(word) > 1 or word.isdigit()) else ""


def unadorned(word: str) -> str:
    """A word without what is elided before it and without its possessive ending: `l'école`, `Ana's`."""
    if "'" not in word and "’" not in word:
        return word
    return _ELIDED.sub("", _POSSESSIVE.sub("", word))


def runs(text: str) -> list[str]:
    """A run of a script without spaces, cut where something asks; whole where nothing else is in it."""
    return [run for run in ASKING.split(text) if run] or [text]


def sign_pairs(run: str) -> list[str]:
    """The pairs of neighbouring signs of a script without spaces; of one sign that alone."""
    return [run[i : i + 2] for i in range(max(1, len(run) - 1))]


def says_nothing(pair: str) -> bool:
    """Whether two signs of a script without spaces are grammar rather than a part of a word that tells something."""
    if pair in KOREAN_ENDINGS or pair[-1] in KOREAN_ENDINGS:
        return True
    return all(HIRAGANA[0] <= sign <= HIRAGANA[1] for sign in pair) or any(
        sign in GRAMMAR for sign in pair
    )


def folded(text: str) -> str:
    """The text with its wide, narrow and joined forms as plain characters: `ＡＢ１` and `AB1` are the same words."""
    return text if text.isascii() else unicodedata.normalize("NFKC", visible(text))


def beyond_ascii(text: str) -> str:
    """The characters of a text that are not ASCII, in order: of most texts few, which are soon looked through."""
    told = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return told.decode("utf-8", "surrogatepass")


_ASCII = bytes(range(128))


def visible(text: str) -> str:
    """The text without what nobody sees and that only says where a word may be broken: soft hyphens, spaces without
    width, joiners in scripts whose letters do not change by them."""
    return text if UNSEEN.search(text) is None else _HIDDEN.sub("", text)


UNSEEN = lazy_re("[\u00ad\u200b-\u200d\u2060\ufeff]")
_HIDDEN = lazy_regex(
    r"(?V1)[\u00ad\u200b\u2060\ufeff]|(?<=[\p{Latin}\p{Greek}\p{Cyrillic}\p{N}])[\u200c\u200d]"
    r"(?=[\p{Latin}\p{Greek}\p{Cyrillic}\p{N}])"
)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The word as Americans spell it, without the endings of English plurals and verbs: `accrued` → `accru`, `lost`
    → `los`, `colours` → `color`."""
    return _without_ending(spellings(base_of(word))[-1])


def has_ending_s(word: str) -> bool:
    """Whether an English word has the `s` of a plural or of a verb, as far as its letters tell: not `bus` or `is`."""
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def _without_ending(word: str) -> str:
    if len(word) > 4 and word.endswith(("ies", "ied")):
        word = word[:-3] + "y"
    elif len(word) > 3 and has_ending_s(word):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 3 and word.endswith(ending):
            word = word.removesuffix(ending)
            if word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    if len(word) > 5 and word.endswith("ll"):  # `cancelled`, of which `cancel` has one
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def forms_of(word: str) -> tuple[str, ...]:
    """The forms of a word in lower case that its endings do not tell, its base first (`losing` → `lose`, `lost`), or
    its spellings; none where endings tell them all."""
    if word in OTHER_WORDS:
        return ()
    spelled = spellings(word)
    return spelled if len(spelled) > 1 else _forms().get(stem(word), ())


@lru_cache(maxsize=1)
def _forms() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for form, base in BASES.items():
        if not form.endswith("ing") and _without_ending(form) != _without_ending(base):
            found[stem(base)] = (*found.get(stem(base), (base,)), form)
    return found
