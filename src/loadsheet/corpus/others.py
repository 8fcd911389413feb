"""A message in; what in it is somebody else's text, pasted, quoted or reported, out.

It is there to be read, and neither sets a rule nor says anything of the one who sends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from loadsheet.artifacts import Span
from loadsheet.lazy import lazy_re

_FRAME = lazy_re(
    r"[:：\"“„«`~<>\[]|'''|ccording to|\b(?:says?|said|reads?|state[sd]?)\b|TRACE|DEBUG|INFO|WARN|ERROR|FATAL",
    re.IGNORECASE,
)
"""Without one of these nothing is somebody else's."""

_FENCES = lazy_re(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)", re.MULTILINE | re.DOTALL)

_BLOCKS = (
    _FENCES,
    *(
        lazy_re(form, re.MULTILINE | re.DOTALL)
        for form in (
            r"^[ \t]*>[^\n]*",
            r"(\"\"\"|''').*?(?:\1|\Z)",
            r"<([A-Za-z][\w-]*)\b[^<>]*>.*?</\1\s*>",
            r"^[ \t]*\[[^\]\n]*\d[^\]\n]*\][^\n]*|^[^\n]*\b(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b[^\n]*",
            r"[\"“„«][^\"“”„«»\n]{6,}[.!?][\"“”»]",
        )
    ),
)
"""Fences, quoted lines, triple quotes, pairs of tags, lines of a log, and whole sentences in quotation marks."""

_REPORTS = lazy_re(
    r"(?P<who>(?:^|(?<=[.!?\n]))[^.!?:：\n]*?)"
    r"\b(?:says?|said|reads?|wr(?:o|i)tes?|states?|stated|told (?:me|us|him|her|them)|posted|pasted(?: (?:this|it))?"
    r"|goes|quote|sagt\w*|schreibt|schrieb|steht|lautet|dit|écrit|dice|escribe|ha scritto"
    r"|(?:is|was|are|were|has been|have been) (?:written|stated|printed|noted|said)"
    r"|(?:comment|sign|notice|label|banner|caption|footer) (?:in|on|at|above|below|under)\b[^.!?:：\n]{1,40})\b"
    r"(?:[ \t]+(?:me|us|him|her|them|there|here|it|this|that|the following|so|da|hier|là))*[ \t]*[:：]"
    r"|\baccording to (?!me\b|us\b|my\b)[^,.!?\n]{1,60},",
    re.IGNORECASE,
)
"""Says who said what follows."""

_TEXTS = (
    r"(?:web ?)?(?:page|site)|blog|label|e-?mail|mail|letter|sms|document|doc|file|pdf|post|article|book|sign|memo"
    r"|readme|contract|comment|review|tweet|paragraph|section|snippet|prompt|advert|notice|banner|brochure|leaflet"
    r"|manual|message"
)
_READS = lazy_re(
    rf"\b(?:{_TEXTS})s?\b[^.!?:：\n]{{0,40}}?\s(?:(?:says?|said|states?|stated)\s+(?=(?-i:[A-Z]))(?!I\b)|reads?\s+(?=(?-i:[A-Z])))",
    re.IGNORECASE,
)
"""A text says what follows, in its own words, as their capital tells: `The label reads Keep out of reach`."""

_SENT = lazy_re(
    rf"\b(?:this|that|these|the following|an?)\s+(?:[\w-]+\s+){{0,2}}?(?:{_TEXTS})s?\b[^.!?:：\n]{{0,40}}[:：]",
    re.IGNORECASE,
)
"""A text stands behind its name: `I got this email: …`."""

_SPEAKS = lazy_re(
    r"(?:^|(?<=[.!?\n]))[ \t]*(?:the|an?|this|that|his|her|their|its|some|output|text)\b"
    r"(?![^.!?:：\n]*\b(?:i|me|my|we|us|our|you|your|rules?|thing|point|request|wish|preferences?|plan|notes?"
    r"|instructions?|constraints?|conditions?|requirements?)\b)[^.!?:：\n]{2,80}[:：](?=[^\n]*"
    r"\b(?:i(?:['’]\w+)?|my|me|always|never|remember|ignore|must|from now on)\b)"
    r"|\b(?:(?:copied|pasted)\b|(?:got|received|found|read|saw) (?:this|that|the following|an?)\b)"
    r"[^.!?:：\n]{0,60}[:：]",
    re.IGNORECASE,
)
"""A thing, or somebody else, is named before a colon, and what follows speaks for itself or bids: `A sticker on the
door: Never …`."""

_OWN = lazy_re(r"\b(?:i|we|you|ich|wir|je|nous|yo|io)\b", re.IGNORECASE)
"""Who says it is the one who speaks: `As I said: …`."""

_TEXT_BEHIND = (_READS, _SENT, _SPEAKS)

_SHOWS = lazy_re(
    r"^[^.!?\n]*\b(?:here(?:['’]s| is| are)|this is|below|following|attached|pasted|explain|review|look at|read"
    r"|hier ist|voici|ecco)\b(?![^\n]*\b(?:rules?|instructions?|preferences?|wishes|constraints?|what (?:i|we))\b)"
    r"[^.!?\n]*"
    r"[:：][ \t]*\n(?!\s*(?:```|~~~|>|<|\"\"\"|'''))",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that ends by showing something: `Here is my README:`."""

_WORKS_ON = lazy_re(
    r"\A\W*(?:(?:please|pls|can you|could you)\b\W*)*(?:fix|correct|proofread|translate|rewrite|rephrase|shorten|polish"
    r"|check|list|summari[sz]e|simplify|classify|analy[sz]e|rate|grade|paraphrase|explain|evaluate|review|edit|improve)\b[^\"“„«:\n]*[:\n]\s*",
    re.IGNORECASE,
)
"""Asks for work on the text behind it."""

_MAIL = lazy_re(r"^(?:Subject|From|Betreff|Von|Objet|Asunto|Oggetto):[ \t]*\S", re.MULTILINE)
"""The head of a letter."""

_QUESTION_BEHIND = lazy_re(r"\n[ \t]*\n[^\n]*[?？]\s*\Z")
"""A last paragraph that asks is the user's again."""

_BLANK = lazy_re(r"\n[ \t]*\n|\Z")


def others(text: str) -> list[Span]:
    """What in a message is somebody else's, in its order; spans may overlap."""
    return list(_others(text))


@lru_cache(maxsize=32)
def _others(text: str) -> tuple[Span, ...]:
    """As `others`: several stages of a turn ask it of the same message."""
    if not _FRAME.search(text) and not _WORKS_ON.match(text):
        return ()
    found = [Span(start=m.start(), end=m.end()) for form in _BLOCKS for m in form.finditer(text)]
    found += [Span(start=start, end=end) for start, end in _introduced(text) if start < end]
    return tuple(sorted(found, key=lambda span: (span.start, span.end)))


def fenced(text: str) -> list[Span]:
    """The fenced blocks of a text, also one that was never closed."""
    return [Span(start=found.start(), end=found.end()) for found in _FENCES.finditer(text)]


def _introduced(text: str) -> Iterator[tuple[int, int]]:
    """What stands behind words that introduce it: the rest of the paragraph, or of the message where that is empty."""
    last = _QUESTION_BEHIND.search(text)
    end = last.start() if last else len(text)
    for form in (_SHOWS, _WORKS_ON, _MAIL):
        if found := form.search(text):
            yield found.end(), end
    reports = (found for found in _REPORTS.finditer(text) if not _OWN.search(found["who"] or ""))
    for found in (*reports, *(m for form in _TEXT_BEHIND for m in form.finditer(text))):
        here = _BLANK.search(text, found.end())
        stop = here.start() if here else len(text)
        yield found.end(), stop if text[found.end() : stop].strip() else end


def masked(text: str, mark: str) -> str:
    """The message with `mark` in the place of each character of somebody else's text."""
    made, at = "", 0
    for span in others(text):
        start = max(span.start, at)
        if start < span.end:
            made += text[at:start] + mark * (span.end - start)
            at = span.end
    return made + text[at:]
