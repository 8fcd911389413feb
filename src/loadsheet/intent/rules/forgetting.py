"""A sentence in; what it asks to forget of what was told out: `Forget that I live in Rome`, `delete my address`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from loadsheet.corpus.sentences import ends_asking
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.language.words import folded

About = Literal["statement", "topic", "everything", "last"]

_LEAD = (
    opening("just", "no", "sorry", "wait", "hey")
    + r"(?:(?:(?:can|could|would|will) you(?: please)?|you (?:can|should|may|must|have to|need to)"
    r"|i(?: would|['’]d)? (?:want|like|need|ask) you to|let['’]s|it['’]s time to)\s+(?:please\s+|just\s+)?)?"
)
_VERB = (
    r"(?P<verb>forget|erase|delete|remove|wipe(?: out)?|scrub|purge|unlearn|stop remembering|(?:do not|don['’]t|never)"
    r" (?:remember|store|keep|save|retain)|i (?:do not|don['’]t) want you to (?:remember|store|keep|know))\s+"
)
_KNOWN = (
    r"(?:you(?:['’]ve| have)? (?:know|knew|remember|remembered|have|stored|saved|learned|learnt|noted|kept)"
    r"|(?:i|we)(?:['’]ve| have)?(?: just)? (?:said|told you|tell you|mentioned|wrote|shared|gave you))"
)
_WHATEVER = (
    r"(?:everything|all(?: of)?(?: (?:that|(?:the )?(?:things|facts|notes|data|information)))?|anything|whatever|what"
    r"|the (?:things|facts|notes|data|information))"
)
_ABOUT = r"(?: to you)?\s*(?:about|on|of|regarding|concerning)\s+"
_RULES = (
    r"(?:rule|limit|restriction|constraint|cut-?off|cap|filter|instruction|exclusion|condition"
    r"|requirement|ban|one)s?"
)
"""What is lifted as a rule, and not forgotten as something told."""
_FORMS: tuple[tuple[About, str], ...] = (
    (
        "topic",
        rf"{_WHATEVER}(?: that)?(?: {_KNOWN})?(?: is (?:stored|known|kept))?{_ABOUT}(?P<words>.+)",
    ),
    (
        "last",
        r"(?:what (?:i|we)(?:['’]ve| have)? (?:just )?(?:said|told you|wrote)(?: just now)?"
        r"|(?:my|the) last (?:message|sentence|statement)|(?P<pointed>that|this))\W*$",
    ),
    (
        "everything",
        rf"(?:(?:everything|all|it all)(?: (?:that )?(?:of )?(?:{_KNOWN}))?(?: to you)?(?: so far)?"
        r"|(?:me|all my data|(?:all )?my personal (?:data|information|details)))\W*$",
    ),
    ("statement", r"(?:the fact |what i said,? )?that (?P<words>(?:\S+\s+)+\S+)"),
    (
        "topic",
        r"(?:the |that |this )?(?:fact|note|record|memory|memories|information|data|thing|bit|part)s? "
        r"(?:about|of|on|with) (?P<words>.+)",
    ),
    ("topic", r"(?:about )?(?P<words>(?:my|our|where|when|who|how|which|what|whose|whom)\b.+)"),
    ("topic", r"about (?P<words>.+)"),
    ("topic", r"(?P<words>(?-i:[A-Z])[\w'’-]*(?: (?-i:[A-Z])[\w'’-]*)*)\W*$"),
    ("topic", rf"(?P<words>the (?!.*\b{_RULES}\b).+)"),
)
_REQUEST: tuple[tuple[About, Pattern], ...] = tuple(
    (about, Pattern(rf"{_LEAD}{_VERB}{form}")) for about, form in _FORMS
)
_REST = Pattern(
    r"\s*(?:[,;.!?–—]\s.*|[,;.!?]+$|\b(?:please|any ?more|any longer|now|for good|again|completely|immediately"
    r"|from (?:your |the )?memory|at once|and (?:then )?(?:tell|show|give|list|find|explain|answer) \S)\b.*)$",
    fits=", please",
    misses="about the fee",
)
_MYSELF = Pattern(
    r"^(?:me|myself|us|ourselves)$",
    fits="me",
    misses="them",
)
_OF_SELF = Pattern(
    rf"{_WHATEVER}{_ABOUT}(?:me|myself|us|ourselves)\b",
    fits="everything about me",
    misses="everything about Ana",
)
_MEMORY = Pattern(
    r"\b(?:from|in) (?:your |the )?memory\b",
    fits="delete it from your memory",
    misses="delete it from the list",
)
_TEXT = (
    r"(?:letter|e-?mail|mail|message|document|doc|file|draft|list|table|row|column|line|section|paragraph|sentence"
    r"|chapter|page|slide|deck|report|form|note|footer|header|heading|signature|template|invoice|contract|cv|resume"
    r"|résumé|summary|text|post|essay|spreadsheet|sheet|script|code|calendar|database|answer|reply|response|query)s?"
)
_WHOLE = r"(?:letter|document|doc|file|draft|list|table|row|column|section|paragraph|sentence|page|slide|spreadsheet)s?"
_EDITS = Pattern(
    rf"\b(?:from|in|into|on|out of|off|for|with) (?:(?:the|this|that|these|those|my|our|your|an?|every|each|all)\s+)?"
    rf"(?:[\w'’-]+\s+){{0,3}}?{_TEXT}\b|^(?:the|this|that|my|our) (?:[\w'’-]+\s+){{0,3}}?{_WHOLE}$",
    fits="delete it from the letter",
    misses="delete it",
)
"""What is written on: taking something out of it is editing."""
PLAIN = Pattern(
    r"\b(?:forget|remember|unlearn)",
    fits="forget my address",
    misses="delete my address",
)
"""The verbs that speak of memory whatever follows; others may ask to delete anything."""


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks to forget, in their words; no words where it is everything, or what was just said."""

    about: About
    words: str = ""
    plain: bool = True
    """Whether it can only mean memory: `delete my row` may mean a file."""


_BESIDE = Pattern(
    r"(?:[,;–—]|\b(?:and|then)\b)\s*(?:(?:and|then|but|also|now|please|instead)\s+)*"
    r"(?P<rest>(?:tell|show|give|list|find|explain|answer|say|write|draft|compare|summari[sz]e|check|look up)\s+\S.*"
    r"|(?:what|when|where|who|how|which|why|is|are|do|does|did)\b.*[?？]\s*$)",
    fits="forget it and tell me the fee",
    misses="forget it",
)
"""What else the sentence of a request asks for."""


def asked_beside(sentence: str) -> str:
    """What a sentence that asks to forget asks for beside; empty where it asks for nothing else."""
    found = _BESIDE.search(sentence)
    return found["rest"] if found else ""


def edits(sentence: str) -> bool:
    """Whether a sentence asks to take something out of a text, and speaks of nothing that was told."""
    asks = re.match(
        rf"{_LEAD}(?:erase|delete|remove|wipe(?: out)?|scrub|purge)\s", sentence, re.IGNORECASE
    )
    return asks is not None and request(sentence) is None and bool(_EDITS.search(sentence))


_OWN_MEMORY = Pattern(
    rf"{_LEAD}(?:clear|wipe|erase|delete|empty|reset|purge)\s+(?:all (?:of )?)?your (?:whole |entire )?memory\W*$",
    fits="Clear your memory.",
    misses="Clear your desk.",
)
_PERSONAL = Pattern(
    r"\bmy (?:personal )?(?:data|information|details)\W*$",
    fits="all my data",
    misses="my data plan",
)
_MINE = Pattern(
    rf"^(?:my|our)\s(?!(?:[\w'’-]+\s)*{_TEXT}$)", fits="my badge number", misses="my notes"
)


def request(sentence: str) -> Request | None:
    """The request to forget that a sentence makes; None where it makes none."""
    sentence = folded(sentence)
    if _OWN_MEMORY.match(sentence):
        return Request("everything")
    asks = ends_asking(sentence)
    made = (
        _made(sentence, about, form, found, asks)
        for about, form in _REQUEST
        if (found := form.match(sentence))
    )
    return next(filter(None, made), None)


def _made(
    sentence: str, about: About, form: Pattern, found: re.Match[str], asks: bool
) -> Request | None:
    """The request that one form reads in a sentence; None where it may mean something else than memory."""
    if asks and not re.search(r"\byou\b", found[0], re.I):
        return None
    said = found.groupdict().get("words") or ""
    words = _REST.sub("", said).strip()
    speaks = bool(PLAIN.search(found["verb"]))
    thing = form in (_REQUEST[-1][1], _REQUEST[-2][1])
    if (thing and not speaks) or (said and not words):
        return None  # `delete the third row`
    if found.groupdict().get("pointed"):
        return Request("last", "", plain=False) if speaks else None
    known = bool(re.search(_KNOWN, sentence, re.I) or _MEMORY.search(sentence))
    mine = bool(_MINE.match(words) or _PERSONAL.search(sentence))
    if not (speaks or known or mine or _OF_SELF.search(sentence)):
        return None  # `delete everything`: of what, it does not say
    if not known and about != "statement" and (_EDITS.search(words) or _EDITS.search(said)):
        return None  # `remove my address from the letter`
    plain = (speaks and not thing) or known
    if about == "everything" or (about == "topic" and _MYSELF.match(words)):
        if re.match(r"do|never|i", found["verb"], re.IGNORECASE) and not known:
            return None  # `don't store anything about me` is of what comes
        return Request("everything", "", plain)
    return Request(about, words, plain)
