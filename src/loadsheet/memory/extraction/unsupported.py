"""A sentence in; why nothing of it may be kept as a fact out. Pure."""

from __future__ import annotations

import re

from loadsheet.corpus.others import SAYS, reported
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
_OF_SELF = lazy_re(r"(?:that\s+)?(?:i|we|my|our)(?:['’](?:m|ve|d|ll|re))?\b", re.IGNORECASE)
_OF_SOMEBODY = lazy_re(
    r"(?:that\s+)?(?:he|she|they)(?:['’](?:s|re|d|ve|ll))?\b(?!.*\b(?:i|me|my|mine|we|us|our)\b)",
    re.IGNORECASE,
)
"""Tells of somebody else, and of the speaker not at all."""
_ASKS_OF_SELF = lazy_re(
    r"\b(?:do|did|am|was|have|had|can|could|should|would|will|may|might|must)(?:n['’]t)?\s+(?:i|we)\b",
    re.IGNORECASE,
)
_ASKS_WHAT_IS_SAID = lazy_re(rf"\b(?:{SAYS}|according)\b", re.IGNORECASE)


def why(sentence: str) -> str | None:
    """Why a sentence that somebody says is no statement of theirs; None where it may be one."""
    report = reported(sentence)
    if report and (not report.source or _OF_SELF.match(sentence, report.what.start)):
        return REPORTED
    return FORGET if request(sentence) else None


def silent_on(question: str, sentence: str) -> bool:
    """Whether a sentence tells nothing of what is asked: others say it of the speaker, it is of somebody else where the
    speaker is asked of, or it asks to forget it."""
    if request(sentence):
        return True
    if _ASKS_WHAT_IS_SAID.search(question):
        return False
    report = reported(sentence)
    start = report.what.start if report else 0
    of_somebody = _OF_SOMEBODY.match(sentence, start) and _ASKS_OF_SELF.search(question)
    return bool(of_somebody or (report and _OF_SELF.match(sentence, start)))


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
