"""A sentence in; the plain statement of the present that says the same out, where it has such a wording. Pure.

People tell what is so by what happened (`They moved me to room 309`, `I started working at Acme`), and what is so no
more by what was (`I used to live in Rome`). The grammar of statements need not know these wordings, nor those of
another language: each is written out here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from loadsheet.lazy import lazy_re
from loadsheet.memory.extraction.acts import lemma
from loadsheet.memory.language import words as w
from loadsheet.memory.language.forms import NAME


def plainly(sentence: str) -> str:
    """The sentence in its plain wording; as it stands where it has none."""
    straight = _INVERTED.sub(r"ich \g<verb> ", sentence)
    for form, plain in _WORDINGS:
        if (found := form.match(straight)) is not None:
            return plain(found) + straight[found.end() :]
    return _present(sentence)


_INVERTED = lazy_re(
    r"^(?:(?:eigentlich|jetzt|inzwischen|mittlerweile|heute|doch|seit\s+\w+)\s+)+(?P<verb>[a-zäöüß]+)\s+ich\s+",
    re.IGNORECASE,
)
"""German puts the verb before who does something behind most words: `Eigentlich hasse ich Sushi.`"""


def _told(
    form: str, plain: str, flags: int = re.IGNORECASE
) -> tuple[re.Pattern[str], Callable[[re.Match[str]], str]]:
    return lazy_re(form, flags), lambda found: found.expand(plain)


_KIN = {
    "hund": "dog", "katze": "cat", "frau": "wife", "mann": "husband", "bruder": "brother", "schwester": "sister",
    "sohn": "son", "tochter": "daughter", "mutter": "mother", "vater": "father", "freundin": "girlfriend",
    "freund": "boyfriend", "chef": "boss", "chefin": "boss",
}  # fmt: skip
_DIETS = {
    "vegetarier": "vegetarian", "veganer": "vegan", "végétarien": "vegetarian", "végane": "vegan", "végan": "vegan",
}  # fmt: skip


_NOW = r"(?:(?:jetzt|nun|inzwischen|mittlerweile|eigentlich|sehr|doch)\s+)*"
_LIKED = r"(?P<what>(?!dich\b|nicht\b)[^,;.!?]+?)"
_END = r"(?=[.!]*$)"


def _diet(found: re.Match[str]) -> str:
    over = re.search(r"\bplus\b|\bmehr$", found[0], re.IGNORECASE)
    return f"I am {'no longer ' if over else ''}{_DIETS[found['what'].casefold()]}"


def _kin(found: re.Match[str]) -> str:
    return f"My {_KIN[found['who'].casefold()]}'s name is "


_WORDINGS = (
    _told(r"my\s+name['’]s\s+", "My name is "),
    _told(
        rf"(?:i['’]m|i\s+am)\s+(?P<who>(?-i:{NAME})),?\s+(?:and\s+)?(?:it['’]s\s+)?(?:nice|pleased|good|glad|great)"
        r"\s+to\s+meet\s+you",
        r"I am \g<who>",
    ),
    _told(rf"(?:please\s+)?[Cc]all me (?={NAME}[.!]*$)", "My name is ", 0),
    _told(
        rf"(?:please\s+)?(?:[Ss]top calling|[Dd]o(?:n['’]t| not) call) me (?={NAME}[.!]*$)",
        "My name is not ",
        0,
    ),
    _told(
        r"(?P<who>i|we)(?:\s+have|['’]ve)?(?:\s+(?:now|just|got|hired|have))*\s+a\s+new\s+(?P<what>[^:;,.]{2,40}?)"
        rf"(?::|,|\s+called|\s+named)\s+(?=(?-i:(?:[A-Z][a-z]{{0,3}}\.\s+)?{NAME}))",
        r"Our \g<what> is now ",
    ),
    _told(
        r"(?:they|he|she|the\s+\w+)(?:\s+have|\s+has|['’]ve)?\s+(?:just\s+)?(?:moved|transferred|assigned|switched)"
        r"\s+(?P<whom>me|us)\s+to\s+(?P<what>[a-z]+)\s+(?=[A-Z]?\d)",
        r"My \g<what> is now ",
    ),
    _told(
        r"(?:i|we)(?:\s+have|['’]ve)?\s+(?:just\s+)?(?:changed|switched)\s+(?:(?:my|our)\s+)?"
        r"(?P<what>[a-z][a-z ]{1,30}?)s?[,;:]\s+(?:it|he|she)(?:['’]s|\s+is)\s+(?:now\s+)?(?=\S)",
        r"My \g<what> is now ",
    ),
    _told(
        r"(?:i|we)(?:\s+have|['’]ve)?\s+(?:just\s+|now\s+)?(?:joined|found|chosen|chose)\s+(?:another|a\s+new|"
        r"a\s+different)"
        rf"\s+(?P<what>[a-z][a-z ]{{1,30}}?)(?:,|:|\s+called|\s+named)\s+(?=(?-i:{NAME}))",
        r"My \g<what> is now ",
    ),
    _told(
        r"(?:i|we)(?:\s+have|['’]ve)?\s+(?:just\s+)?(?:rewrote|rewritten|rebuilt|reimplemented)\s+(?:our|the)"
        r"\s+(?P<what>[a-z][a-z ]{1,30}?)\s+in\s+(?=\S)",
        r"Our \g<what> is now in ",
    ),
    _told(
        r"(?:i|we|they)(?:\s+have|['’]ve)?\s+(?:(?:now|just|then)\s+)?"
        r"(?:hired|appointed|chosen|chose|picked|named|elected)\s+"
        rf"(?P<who>(?-i:{NAME}))\s+as\s+(?:the|our|my)\s+(?:new\s+)?"
        r"(?P<what>[a-z][a-z ]{1,30}?)(?:\s+(?:now|instead))?(?=[.!]*$)",
        r"The \g<what> is now \g<who>",
    ),
    _told(
        r"ownership\s+of\s+(?P<what>[^.;,]{2,60}?)\s+(?:went|passed|was\s+(?:moved|transferred|given))\s+to\s+"
        r"(?P<who>[^.;,]{2,40}?)(?=[.!]*$)",
        r"\g<who> now owns \g<what>",
    ),
    # German, of oneself.
    _told(rf"ich\s+(?:wohne|lebe)\s+{_NOW}in\s+", "I live in "),
    _told(r"ich\s+(?:wohne|lebe)\s+nicht\s+mehr\s+in\s+", "I no longer live in "),
    _told(rf"ich\s+arbeite\s+{_NOW}bei\s+", "I work at "),
    _told(r"ich\s+arbeite\s+nicht\s+mehr\s+bei\s+", "I no longer work at "),
    _told(r"(?:ich\s+hei(?:ß|ss)e|mein\s+name\s+ist)\s+", "My name is "),
    _told(
        rf"ich\s+(?:mag|liebe)\s+{_NOW}(?:keinen?\s+)?{_LIKED}\s+(?:nicht\s+)?mehr{_END}",
        r"I no longer like \g<what>",
    ),
    _told(rf"ich\s+(?:mag|liebe)\s+{_NOW}keinen?\s+", "I do not like "),
    _told(rf"ich\s+(?:mag|liebe)\s+{_NOW}{_LIKED}\s+nicht{_END}", r"I do not like \g<what>"),
    _told(rf"ich\s+hasse\s+{_NOW}{_LIKED}(?<!nicht){_END}", r"I hate \g<what>"),
    _told(rf"ich\s+(?:mag|liebe)\s+{_NOW}(?!dich)", "I like "),
    (
        lazy_re(
            rf"ich\s+bin\s+(?:jetzt\s+|keine?\s+(?=\w+\s+mehr))?(?P<what>{'|'.join(_DIETS)})(?:in)?\b(?:\s+mehr)?",
            re.I,
        ),
        _diet,
    ),
    _told(rf"ich\s+bin\s+{_NOW}allergisch\s+gegen\s+", "I am allergic to "),
    _told(r"ich\s+bin\s+nicht\s+mehr\s+allergisch\s+gegen\s+", "I am no longer allergic to "),
    (lazy_re(rf"meine?\s+(?P<who>{'|'.join(_KIN)})\s+heißt\s+", re.I), _kin),
    # French, of oneself.
    _told(r"(?:ahora\s+)?vivo\s+(?:ahora\s+)?en\s+", "I live in "),
    _told(r"(?:ora\s+|adesso\s+)?(?:abito|vivo)\s+(?:ora\s+|adesso\s+)?(?:a|in)\s+", "I live in "),
    _told(r"j['’]habite\s+(?:maintenant\s+|désormais\s+)?(?:à|au|en)\s+", "I live in "),
    _told(r"je\s+n['’]habite\s+plus\s+(?:à|au|en)\s+", "I no longer live in "),
    _told(r"je\s+ne\s+travaille\s+plus\s+chez\s+", "I no longer work at "),
    _told(r"je\s+travaille\s+(?:maintenant\s+|désormais\s+)?chez\s+", "I work at "),
    _told(
        r"(?:je\s+m['’]appelle|mon\s+nom\s+est|me\s+llamo|mi\s+nombre\s+es|mi\s+chiamo)\s+",
        "My name is ",
    ),
    _told(rf"(?:je\s+suis|soy|sono)\s+(?=(?-i:{NAME})[.!]*$)", "I am "),
    _told(r"je\s+suis\s+allergique\s+(?:à\s+la|à\s+l['’]|aux?|à)\s*", "I am allergic to "),
    (
        lazy_re(
            rf"je\s+(?:ne\s+)?suis\s+(?:maintenant\s+|plus\s+)?(?P<what>{'|'.join(_DIETS)})(?:ne)?\b",
            re.I,
        ),
        _diet,
    ),
)
"""Wordings with what they say plainly."""

_USED_TO = lazy_re(
    r"^(?P<who>(?:\S+\s){1,4}?)(?:(?:also|often|always|really)\s+)?used to (?P<verb>[a-z]+)\b",
    re.IGNORECASE,
)
_FORMERLY = lazy_re(
    r"^(?P<who>(?:\S+\s){1,4}?)(?:(?:formerly|previously|once) (?P<verb>[a-z]+)"
    r"|(?P<was>was|were|am|is|are) (?:formerly|previously|once))\b",
    re.IGNORECASE,
)


_BEGAN = lazy_re(
    r"^(?P<who>(?:\S+\s){1,4}?)(?:(?:have|has|just|recently|finally)\s+)*"
    r"(?:(?P<began>started|began|begun)|stopped|quit) (?P<verb>[a-z]+ing)\b",
    re.IGNORECASE,
)
_BACK = lazy_re(r"^(\w+(?:['’](?:m|s|re)| am| is| are)) back (?=(?:in|at) )", re.IGNORECASE)


def _present(sentence: str) -> str:
    """What a sentence of a past habit or state says of the present: `I used to live in Rome` → `no longer live`,
    `I started working at Acme` → `now work at Acme`.

    Who is back somewhere is there now, whatever was said of a stay elsewhere. `formerly` and its like say so of states
    only: who previously released something may do so again.
    """
    sentence = _BACK.sub(r"\1 now ", sentence)
    if (found := _BEGAN.match(sentence)) and (verb := lemma(found["verb"])) in w.STAYING:
        so = "now" if found["began"] else "no longer"
        return f"{found['who']}{so} {verb}{sentence[found.end() :]}"
    found = _USED_TO.match(sentence)
    if found and not _passive(found["who"]):
        verb = found["verb"].casefold()
        said = "is no longer" if verb == "be" else f"no longer {verb}"
        return f"{found['who']}{said}{sentence[found.end() :]}"
    found = _FORMERLY.match(sentence)
    if found is None:
        return sentence
    if found["was"]:
        return f"{found['who']}is no longer{sentence[found.end() :]}"
    verb = lemma(found["verb"])
    if verb not in w.SINGULAR_VERBS:
        return sentence
    return f"{found['who']}no longer {verb}{sentence[found.end() :]}"


def _passive(who: str) -> bool:
    """Whether `used` is no verb of its own: `the tool is used to parse`, `I am used to waking early`."""
    last = who.rsplit(maxsplit=1)[-1].casefold()
    return bool(re.search(r"['’](?:m|s|re|ve)$", last)) or last in w.AUXILIARIES | {"get", "got"}
