"""A sentence in; why nothing of it may be kept as a fact out. Pure."""

from __future__ import annotations

import re

from loadsheet.intent.rules.forgetting import request
from loadsheet.lazy import lazy_re
from loadsheet.memory.language.text import QUOTES, STOPWORDS

REPORTED = "unsupported: reported speech, which somebody else says or thinks"
FORGET = "a request to forget is no fact: forget with `loadsheet memory forget --record RECORD`"

_LABEL = (
    r"(?<![^\W_])(?:pass(?:word|phrase|wort|wd)|pwd|api[ _-]?key|secret key|access token|private key"
    r"|pin(?: code| number)?|security code|recovery (?:code|phrase))"
)
_SECRET = lazy_re(rf"{_LABEL}\b.{{0,20}}\bis\b", re.IGNORECASE)
_ASSIGNED = lazy_re(
    rf"{_LABEL}(?![^\W_])[^.!?;:=\n]{{0,20}}(?:=|(?<!\d):(?!//))\s*(?P<value>\S[^\n]*)",
    re.IGNORECASE,
)
"""As in a file of settings: a label, a sign and a value."""
_SAYS = (
    r"(?:say|says|said|tell|tells|told|think|thinks|thought|believe|believes|believed|claim|claims|claimed"
    r"|assume|assumes|assumed|insist|insists|insisted|reckon|reckons|reckoned|suspect|suspects|suspected"
    r"|suggest|suggests|suggested|guess|guesses|guessed)"
)
_SELF = r"(?:i|we|my|our)(?:['’](?:m|ve|d|ll|re))?\b"
_NOBODY = (
    r"(?!(?:i|we|to|not|never|always|please|just|only|(?:do not|don['’]t)(?: ever)?|from now on|in (?:the )?future)\b)"
)  # fmt: skip
"""What begins no subject of somebody who says something: `Never suggest the Heron E` reports nothing."""
_OF_SELF = lazy_re(
    rf"^{_NOBODY}(?:according to\s[^.;:?!]{{1,60}}?,\s+{_SELF}"
    rf"|[^,.;:?!]{{1,60}}?\s{_SAYS}\s+(?:(?:me|us|him|her|them|people|everyone)\s+)?(?:that\s+)?{_SELF})",
    re.IGNORECASE,
)
_OF_OTHERS = lazy_re(
    rf"^{_NOBODY}[^,.;:?!]{{1,60}}?\s{_SAYS}\s+(?:(?:me|us|him|her|them|people|everyone)\s+)?"
    r"(?:that\s+\w|(?:he|she|it|they|the|his|her|their|your|you|this|there)\b)",
    re.IGNORECASE,
)
_OF_SOMEBODY = lazy_re(
    rf"^(?:{_NOBODY}[^,.;:?!]{{1,60}}?\s{_SAYS}\s+(?:(?:me|us|him|her|them|people|everyone)\s+)?(?:that\s+)?)?"
    r"(?:he|she|they)(?:['’](?:s|re|d|ve|ll))?\b(?!.*\b(?:i|me|my|mine|we|us|our)\b)",
    re.IGNORECASE,
)
"""Tells of somebody else, and of the speaker not at all: `Jack says he hates football.`"""
_ASKS_OF_SELF = lazy_re(
    r"\b(?:do|did|am|was|have|had|can|could|should|would|will|may|might|must)(?:n['’]t)?\s+(?:i|we)\b",
    re.IGNORECASE,
)
_ASKS_WHAT_IS_SAID = lazy_re(rf"\b(?:{_SAYS}|according)\b", re.IGNORECASE)


def why(sentence: str) -> str | None:
    """Why a sentence that somebody says is no statement of theirs; None where it may be one."""
    if _OF_SELF.match(sentence) or _OF_OTHERS.match(sentence):
        return REPORTED
    return FORGET if request(sentence) else None


def silent_on(question: str, sentence: str) -> bool:
    """Whether a sentence tells nothing of what is asked: others say it of the speaker, it is of somebody else where the
    speaker is asked of, or it asks to forget it."""
    if request(sentence):
        return True
    if _ASKS_WHAT_IS_SAID.search(question):
        return False
    of_somebody = _OF_SOMEBODY.match(sentence) and _ASKS_OF_SELF.search(question)
    return bool(_OF_SELF.match(sentence) or of_somebody)


def is_secret(text: str) -> bool:
    """Whether a text tells a password or a key: `the password is …`, or with a sign, `pwd=…`.

    What stands behind a sign in a sentence of its own tells where to find it: `password: see the vault`.
    """
    assigned = (match["value"] for match in _ASSIGNED.finditer(text))
    return _SECRET.search(text) is not None or any(map(_is_value, assigned))


def _is_value(text: str) -> bool:
    """Whether a text is a token, or tokens, and neither a sentence nor what stands for one (`<yours>`, `***`)."""
    first, *rest = text.split()
    token = first.strip(QUOTES + ".,;:!?")
    if not any(map(str.isalnum, token)) or _LEFT_AWAY.search(first):
        return False
    return not token.isalpha() or STOPWORDS.isdisjoint(word.casefold() for word in rest)


_LEFT_AWAY = lazy_re(r"^[<{$\[]|://")
"""A place to be filled in (`<password>`, `${PASSWORD}`), or to look at."""
