"""A turn goes in; the clauses of it that may set or lift a rule come out: the user's own that ask nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loadsheet.corpus.others import masked, reported
from loadsheet.corpus.sentences import abbreviates
from loadsheet.intent.language import words
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.joined import joined
from loadsheet.intent.rules.standing import SCOPE

MARK = "\ue000"
"""Stands for each character of somebody else's text; no text that is typed holds it."""

_MARKS = re.compile(f"{MARK}+")

_CLAUSE = Pattern(
    r"(?<=[.!?;。！？])\s+|\n+|\s+[–—-]\s+(?=(?:are|is|do|does|did|can|may|what|who|how|when|where|which|why)\b)"
    r"|,\s+(?=(?:from (?:now|here) on|ab jetzt|désormais|a partir de|da (?:adesso|ora)|d['’]ora in poi)\b)",
    fits="Be brief. Cite pages.",
    misses="be brief and cite pages",
)
_TAG = Pattern(
    r",?\s*(?:ok(?:ay)?|right|alright|please|yes|will you|would you)\s*\?\s*$",
    fits="keep it short, ok?",
    misses="keep it short",
)
_QUESTION = re.compile(r"[?？]\s*$")
_REQUESTS = Pattern(
    opening() + r"(?:can|could|would|will) you (?:please |kindly )?"
    r"(?=(?:always|never|stop|avoid)\b|.*\bfrom now on\b)",
    fits="can you please never suggest AWS?",
    misses="can you suggest a hotel?",
)
"""Bids in the form of a question."""
ASKS = Pattern(
    opening() + r"(?:how|what|why|when(?! (?:i|you|we|there)\b)|where|who|which|"
    r"is|are|do(?!n't| not)|does|did|should|have|has)\b(?! ever\b)",
    fits="how do you cite a page",
    misses="cite the page",
)
_ADOPTS = Pattern(
    opening()
    + r"(?:(?:i want you to|you (?:should|must)|always|from now on,?) )*(?:do|follow|keep to|stick to|apply|heed"
    r"|respect|obey) (?:th(?:at|is)|it|so)(?:,? (?:from now on|too|as well|please|always|yourself|for me))*\W*$",
    fits="Do that from now on.",
    misses="Do that one.",
)
"""Makes one's own what somebody else was just said to say."""


def bidding(text: str) -> Iterator[tuple[str, str]]:
    """The clauses of a turn that ask nothing, each as it is and without what is somebody else's in it."""
    plain_text = words.folded(masked(text, MARK))
    own = words.QUOTED.sub(lambda found: MARK * len(found.group(0)), plain_text)
    whole = [found.span() for found in SCOPE.finditer(own)]
    borders = (
        cut.span()
        for cut in _CLAUSE.finditer(own)
        if not abbreviates(own, cut.start() - 1)
        and not any(start < cut.start() < end for start, end in whole)
    )
    edges = [0, *(edge for border in borders for edge in border), len(text)]
    theirs: tuple[int, str] | None = None
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        sentence, report = own[start:end], reported(own[start:end])
        if theirs and _ADOPTS.match(sentence):
            yield text[theirs[0] : end], f"{theirs[1]} from now on"
            continue
        theirs = None
        if report:
            said = report.what
            theirs = start, sentence[said.start : said.end].rstrip(" .!")
            sentence = sentence[said.end :]
        yield from _bids(text[end - len(sentence) : end], sentence)


def _bids(written: str, own: str) -> Iterator[tuple[str, str]]:
    """What a sentence bids, each bid that is joined to others apart, as it is written and without others' words."""
    spans = [(0, len(own))] if _QUESTION.search(own) else joined(own)
    for start, end in spans:
        clause = _TAG.sub("", written[start:end].strip())
        plain = _TAG.sub("", _MARKS.sub(" ", own[start:end])).strip()
        if request := _REQUESTS.match(plain):
            plain = plain[request.end() :].rstrip(" ?")
        if plain and not _QUESTION.search(plain) and not ASKS.match(plain):
            yield clause, plain
