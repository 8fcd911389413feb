"""A sentence in; why nothing of it may be kept as a fact, and what it says where it only tells of the past. Pure."""

from __future__ import annotations

import re

from loadsheet.intent.rules.forgetting import request
from loadsheet.memory.language import words as w
from loadsheet.memory.reading.acts import lemma

REPORTED = "unsupported: reported speech, which somebody else says or thinks"
FORGET = "a request to forget is no fact: forget with `loadsheet memory forget --record RECORD`"

_SECRET = re.compile(
    r"\b(?:password|passphrase|passwort|api[ _-]?key|secret key|access token|private key"
    r"|pin(?: code| number)?|security code|recovery (?:code|phrase))\b"
    r".{0,20}\b(?:is|=|:)",
    re.I,
)
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
_OF_SELF = re.compile(
    rf"^{_NOBODY}(?:according to\s[^.;:?!]{{1,60}}?,\s+{_SELF}"
    rf"|[^,.;:?!]{{1,60}}?\s{_SAYS}\s+(?:(?:me|us|him|her|them|people|everyone)\s+)?(?:that\s+)?{_SELF})",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    rf"^{_NOBODY}[^,.;:?!]{{1,60}}?\s{_SAYS}\s+(?:(?:me|us|him|her|them|people|everyone)\s+)?"
    r"(?:that\s+\w|(?:he|she|it|they|the|his|her|their|your|you|this|there)\b)",
    re.IGNORECASE,
)
_ASKS_WHAT_IS_SAID = re.compile(rf"\b(?:{_SAYS}|according)\b", re.IGNORECASE)
_USED_TO = re.compile(
    r"^(?P<who>(?:\S+\s){1,4}?)(?:(?:also|often|always|really)\s+)?used to (?P<verb>[a-z]+)\b",
    re.IGNORECASE,
)
_FORMERLY = re.compile(
    r"^(?P<who>(?:\S+\s){1,4}?)(?:(?:formerly|previously|once) (?P<verb>[a-z]+)"
    r"|(?P<was>was|were|am|is|are) (?:formerly|previously|once))\b",
    re.IGNORECASE,
)


def why(sentence: str) -> str | None:
    """Why a sentence that somebody says is no statement of theirs; None where it may be one."""
    if _OF_SELF.match(sentence) or _OF_OTHERS.match(sentence):
        return REPORTED
    return FORGET if request(sentence) else None


def silent_on(question: str, sentence: str) -> bool:
    """Whether a sentence tells nothing of what is asked: others say it of the speaker, or it asks to forget it."""
    if request(sentence):
        return True
    return bool(_OF_SELF.match(sentence)) and not _ASKS_WHAT_IS_SAID.search(question)


_BEGAN = re.compile(
    r"^(?P<who>(?:\S+\s){1,4}?)(?:(?:have|has|just|recently|finally)\s+)*"
    r"(?:(?P<began>started|began|begun)|stopped|quit) (?P<verb>[a-z]+ing)\b",
    re.IGNORECASE,
)
_BACK = re.compile(r"^(\w+(?:['’](?:m|s|re)| am| is| are)) back (?=(?:in|at) )", re.IGNORECASE)


def present(sentence: str) -> str:
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


def is_secret(text: str) -> bool:
    """Whether a text tells a password or a key."""
    return _SECRET.search(text) is not None
