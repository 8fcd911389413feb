"""A message or a sentence in; what in it is somebody else's, pasted, quoted or reported, out.

It is there to be read, and neither sets a rule nor says anything of the one who sends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
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

SAYS = (
    r"(?:(?:(?:always|often|once|used to|likes? to|would|has|have) )?(?:says?|said|tells?|told|thinks?|thought"
    r"|believe[sd]?|claim(?:s|ed)?|assume[sd]?|insist(?:s|ed)?|reckon(?:s|ed)?|suspect(?:s|ed)?|suggest(?:s|ed)?"
    r"|guess(?:es|ed)?|wr(?:ites?|ote)|states?|stated|reads?|ask(?:s|ed)|advise[sd]?|warn(?:s|ed)?|t(?:eaches|aught)"
    r"|puts? it|sagt\w*|mein(?:t|te|en)|schreibt|schrieb|dit|disait|pense|écrit|dice|decía|dijo|diceva|escribe"
    r"|ha scritto)|(?:keeps?|kept) (?:say|tell)ing)"
)
"""How somebody says or thinks something."""
_TO_WHOM = r"(?:(?:to )?(?:me|us|him|her|them|people|everyone|mir|uns)\s+)?"
_NOT_ME = r"(?!(?:i|we|you|ich|wir|je|on|yo|io)\b)"
_REPORTS = lazy_re(
    rf"(?P<who>(?:^|(?<=[.!?\n]))[^.!?:：\n]*?)\b(?:{SAYS}|posted|pasted(?: (?:this|it))?|goes|quote|steht|lautet"
    rf"|(?:is|was|are|were|has been|have been) (?:written|stated|printed|noted|said)|(?:comment|sign|notice|label"
    r"|banner|caption|footer) (?:in|on|at|above|below|under)\b[^.!?:：\n]{1,40})\b(?:[ \t]+(?:me|us|him|her|them"
    r"|there|here|it|this|that|the following|so|da|hier|là))*[ \t]*[:：]|\baccording to (?!me\b|us\b"
    r"|my\b)[^,.!?\n]{1,60},",
    re.IGNORECASE,
)
"""Says who said what follows."""

_TEXTS = (
    r"(?:web ?)?(?:page|site)|blog|label|e-?mail|mail|letter|sms|document|doc|file|pdf|post|article|book|sign|memo"
    r"|readme|contract|comment|review|tweet|paragraph|section|snippet|prompt|advert|notice|banner|brochure|leaflet"
    r"|manual|message"
)
_READS = lazy_re(
    rf"\b(?:{_TEXTS})s?\b[^.!?:：\n]{{0,40}}?\s(?:(?:says?|said|states?|stated)\s+(?=(?-i:[A-Z]))(?!I\b)"
    rf"|reads?\s+(?=(?-i:[A-Z])))",
    re.IGNORECASE,
)
"""A text says what follows, in its own words, as their capital tells: `The label reads Keep out of reach`."""

_SENT = lazy_re(
    rf"\b(?:this|that|these|the following|an?)\s+(?:[\w-]+\s+){{0,2}}?(?:{_TEXTS})s?\b[^.!?:：\n]{{0,40}}[:：]",
    re.IGNORECASE,
)
"""A text stands behind its name: `I got this email: …`."""

_SPEAKS = lazy_re(
    r"(?:^|(?<=[.!?\n]))[ \t]*(?:the|an?|this|that|his|her|their|its|some|output|text)\b(?![^.!?:：\n]*\b(?:i|me|my"
    r"|we|us|our|you|your|rules?|thing|point|request|wish|preferences?|plan|notes?|instructions?|constraints?"
    r"|conditions?|requirements?)\b)[^.!?:：\n]{2,80}[:：](?=[^\n]*\b(?:i(?:['’]\w+)?|my|me|always|never|remember"
    r"|ignore|must|from now on)\b)|\b(?:(?:copied|pasted)\b|(?:got|received|found|read|saw) (?:this|that"
    r"|the following|an?)\b)[^.!?:：\n]{0,60}[:：]",
    re.IGNORECASE,
)
"""A thing, or somebody else, is named before a colon, and what follows speaks for itself or bids: `A sticker on the
door: Never …`."""

_OWN = lazy_re(r"\b(?:i|we|you|ich|wir|je|nous|yo|io)\b", re.IGNORECASE)
"""Who says it is the one who speaks: `As I said: …`."""

_TEXT_BEHIND = (_READS, _SENT, _SPEAKS)

_SHOWS = lazy_re(
    r"^[^.!?\n]*\b(?:here(?:['’]s| is| are)|this is|below|following|attached|pasted|explain|review|look at|read"
    r"|hier ist|voici|ecco)\b(?![^\n]*\b(?:rules?|instructions?|preferences?|wishes|constraints?|what (?:i"
    r"|we))\b)[^.!?\n]*[:：][ \t]*\n(?!\s*(?:```|~~~|>|<|\"\"\"|'''))",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that ends by showing something: `Here is my README:`."""

_WORKS_ON = lazy_re(
    r"\A\W*(?:(?:please|pls|can you|could you)\b\W*)*(?:fix|correct|proofread|translate|rewrite|rephrase|shorten"
    r"|polish|check|list|summari[sz]e|simplify|classify|analy[sz]e|rate|grade|paraphrase|explain|evaluate|review"
    r"|edit|improve)\b[^\"“„«:\n]*[:\n]\s*",
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


@dataclass(frozen=True, slots=True)
class ReportedSpeech:
    """What a sentence says that somebody else says or thinks."""

    what: Span
    """The words that are theirs: up to where the one who speaks goes on for themselves (`…, so never …`)."""
    source: bool = False
    """Whether it is according to something, and may be so: `According to the lease …`."""


_WHO = (
    r"(?!(?:i|we|you|to|not|never|always|please|just|only|do not|don['’]t|from now on"
    r"|in (?:the )?future)\b)(?:(?:and|but|so|because|oh|well|also) )*[^,.;:?!]{1,60}?"
)
_THEIRS = (
    r"(?:that\s+\w|dass\s|que\s|de ne\s|qu['’]|(?:to |not to )?(?:never|always|immer|nie|jamais|toujours)\b|not to\b"
    r"|(?:i|we|he|she|it|they|the|his|her|their|your|you|my|our|this|there|one|man|ich|il|on)(?:['’]\w+)?\b"
    r"|(?:[\w-]+\s){1,3}(?:is|are|was|were|can|may|must|should|has|have)\b)"
)
_SOMEBODYS = (
    r"(?:my|our|his|her|their|the|mein\w*|unser\w*|mon|ma|notre|mi|nuestr\w+|il mio|la mia)"
)
_NO_NOUN = r"(?<!\bof)(?<!\bin)(?<!\bthe)(?<!\ban)(?<!\ba)(?!\s(?-i:[A-Z]))"
"""What follows is no noun: `the head of state`, `the United States`."""
_AHEAD = lazy_re(
    rf"^\W*(?:{_WHO}{_NO_NOUN}\s(?:{SAYS},?\s+{_TO_WHOM}|(?:wants?|expects?|wanted|expected)\s+(?:me|us)\s+to\s+(?=never"
    rf"|always|not))(?={_THEIRS})|(?P<source>(?:according to|laut|selon|según)\s(?:[^.;:?!,]{{1,60}}?,"
    rf"|(?:{_SOMEBODYS} )?\w+)\s+))(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
"""Says first who says it."""
_BEHIND = lazy_re(
    rf"^(?P<what>.+?)(?:,\s*(?!(?:as|wie|comme|como|come) (?:i|we|you|ich|wir|je|yo"
    rf"|io)\b)(?:{_NOT_ME}\w+ ){{1,3}}{SAYS}|,\s*(?:says|said|according to|laut|selon|dit"
    rf"|dice) {_NOT_ME}(?:{_SOMEBODYS} )?\w+|,? that['’]?s what {_NOT_ME}.*|(?<=allowed) (?:by|under|per|laut|selon"
    rf"|según) {_SOMEBODYS} \w+(?: \w+)?)\W*$",
    re.IGNORECASE | re.DOTALL,
)
"""Says behind it whose words these are."""
_IS_SAID = lazy_re(
    rf"^(?P<what>\W*(?:never|always|nie|immer|jamais|toujours|nunca|siempre)\b.+?)\s(?:is"
    rf"|was) (?:what {_NOT_ME}\w+ .*|(?:his|her|their|(?:my|our|the) [\w-]+['’]s|(?-i:[A-Z])\w+['’]s"
    rf"|the (?:\w+ )?\w+ (?:in|of|on"
    r"|from))(?: \w+){0,4})\W*$",
    re.IGNORECASE | re.DOTALL,
)
"""Speaks of a bid as of somebody's motto, or of a line of a text."""
_QUOTES = lazy_re(
    r"^\s*(?:>|```|\||[\"“].*[\"”]\s*$|[\"“][^\"”]+[,.!?][\"”]\s+\w|[\"“][^\"”]+[\"”],?\s+(?:\w+\s+){0,3}?(?:said"
    r"|says|wrote|asked|told|shouted)\b)",
    re.IGNORECASE,
)
_OF_THE_SPEAKER = lazy_re(
    r"[,;]\s*(?:so|hence|therefore|but|and)\s+(?=(?:please|never|always|don['’]t|do not|i\b|we\b|you\b))",
    re.IGNORECASE,
)
"""Goes on with what the one who speaks says themselves."""


def quoted(sentence: str) -> bool:
    """Whether a sentence is quoted or pasted as a whole, or tells in quotation marks what somebody said."""
    return _QUOTES.match(sentence) is not None


@lru_cache(maxsize=256)
def reported(sentence: str) -> ReportedSpeech | None:
    """What a sentence reports of somebody else's words; None where it says all of it for itself."""
    tried = (form.match(sentence) for form in (_AHEAD, _BEHIND, _IS_SAID))
    found = next(filter(None, tried), None)
    if found is None:
        return None
    start, end = found.span("what")
    own = _OF_THE_SPEAKER.search(sentence, start)
    source = bool(found.groupdict().get("source"))
    return ReportedSpeech(Span(start=start, end=own.start() if own else end), source)
