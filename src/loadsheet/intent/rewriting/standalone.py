"""A turn, or a part of it, in; whether it can stand alone, and what in it points back, out."""

from __future__ import annotations

import re

from loadsheet.corpus.sentences import ends_asking
from loadsheet.intent.flags import cues
from loadsheet.intent.language import words
from loadsheet.intent.language.openers import JOINING, MARKS, opening
from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.language.vocabulary import ACTIONS
from loadsheet.intent.rewriting import anaphora
from loadsheet.intent.rewriting.phrases import phrases

NARROW = 2
"""A question of so few telling words that shares one with the subject, and names nothing, is about the subject."""


_OF_SELF = Pattern(
    opening(MARKS) + anaphora.SUBJECT.form.removeprefix(r"^\W*"),
    fits="No wait, I live in Oslo now.",
    misses="No wait, the Oslo office.",
)
_MARK = re.compile(
    rf"(?:(?P<mark>{MARKS})|(?:{JOINING}))\b(?!-)(?P<parted>\s*[,:;.!…–]+)?\s*", re.IGNORECASE
)
_MINE = r"(?:I\b|we\b|my\b|our\b|ich\b|wir\b|mein|unser|je\b|j['’]|nous\b|mon\b|ma\b|mes\b|notre\b|nos\b|yo\b|mis?\b)"
_HEAD = Pattern(
    rf"^\W*(?P<word>[^\W\d_]+)\s*(?::\s+(?={_MINE})|[,–]\s+(?=(?-i:[a-zà-ÿ])|I\b))"
    r"(?P<clause>(?:(?!\b(?:and|or|und|oder|et|ou|y|o|e)\b)[^,.;:?!])*)[^?]*$",
    fits="Argh, my doctor is Dr Lund.",
    misses="Wifi: the password is marmalade.",
)
"""One word before a whole statement, which is about its own subject; a label with a colon may be what it is about."""


def unmarked(text: str) -> str:
    """A sentence without what stands before it and names nothing: `Oops, my doctor is Ana`, `Argh, my doctor is Ana`.

    Any one word goes that a comma parts from a statement, or a colon from what somebody tells of themselves. A name
    before a question is what that is about.
    """
    rest = without_marks(text)
    head = _HEAD.match(rest)
    if head is None or cues.TIME_ALONE.fullmatch(head["word"]):
        return rest
    clause = head["clause"]
    asks = anaphora.WH.match(clause) or anaphora.FINITE.match(clause)
    return rest[head.start("clause") :] if has_verb(clause) and not asks else rest


def without_marks(text: str) -> str:
    """A sentence without the words that mark it as a correction or an outcry, or join it to another: `omg is it open`.

    They go where a comma or colon parts them from the rest, or a sentence begins behind them.
    """
    start = 0
    while found := _MARK.match(text, start):
        follows = text[found.end() :]
        if not follows.strip(" .!?") or not (found["parted"] or _begins(follows, found["mark"])):
            break
        start = found.end()
    return text[start:]


def _begins(text: str, mark: str | None) -> bool:
    """Whether a sentence begins with whoever speaks, or, behind a mark, with what asks, its verb or another mark."""
    if re.match(_MINE, text, re.IGNORECASE):
        return True
    first = text.split(maxsplit=1)[0].strip(" ,.!?:")
    asks = anaphora.WH.match(first) or anaphora.FINITE.match(first)
    return mark is not None and bool(asks or _MARK.fullmatch(first))


def tells_of_self(text: str) -> bool:
    """Whether a text tells something of who types it, whatever stands before that, and asks nothing."""
    return _OF_SELF.match(text) is not None and not ends_asking(text)


_TELLER = Pattern(
    r"\b" + anaphora.SUBJECT.form.removeprefix(r"^\W*"),
    fits="This week I'm in Graz.",
    misses="This week is busy.",
)


def tells(text: str) -> bool:
    """Whether a sentence tells something of whoever types it, wherever that stands in it: `This week I'm in Graz.`"""
    asks = anaphora.WH.match(text) or anaphora.FINITE.match(text) or "?" in text or "？" in text
    first = next(iter(words.words(text)), "").casefold()
    return not asks and first not in ACTIONS and _TELLER.search(text) is not None


def dangling(text: str) -> tuple[str, ...]:
    """What points back in a text that has nothing before it."""
    masked = anaphora.DUMMY_IT.sub(" ", text)
    found = anaphora.PRONOUN.search(masked) or anaphora.ORDINAL.search(masked)
    inside = found is not None and _named_before(text, found.start())
    return (found.group(0),) if found and not inside else ()


def _named_before(text: str, place: int) -> bool:
    """Whether a pronoun at `place` may stand for something in its own sentence, since that is named before it.

    For `it` one telling word will do; whose something is takes a name, or two.
    """
    head = text[:place]
    owner = anaphora.PRONOUN.match(text, place)
    needed = 2 if owner is not None and not owner.group("thing") else 1
    named = any(phrase.names for phrase in phrases(head))
    return named or len(words.content_words(head)) >= needed


def points_back(text: str) -> bool:
    """Whether something in a text stands for what its own sentence does not name before it."""
    masked = words.QUOTED.sub(" ", anaphora.DUMMY_IT.sub(" ", text))
    if any(p.search(masked) for p in (anaphora.ORDINAL, anaphora.BOTH, anaphora.OTHER)):
        return True
    found = anaphora.PRONOUN.search(masked)
    if found and not _named_before(masked, found.start()):
        return True
    if demonstrated := anaphora.DEMONSTRATIVE.search(masked):
        return (
            not _named_before(masked, demonstrated.start()) or len(words.content_words(masked)) <= 4
        )
    return (
        bool(anaphora.BARE_DEFINITE.search(masked))
        and len(words.content_words(masked)) <= 2
        and not words.names(masked)
    )


def has_verb(text: str) -> bool:
    """Whether a text is a sentence or a request, and no fragment of one."""
    if words.has_han(text):
        return len(words.stems(text)) > 4 or not text.rstrip("？?").endswith("呢")
    does = anaphora.SUBJECT.match(_IF.sub("", text))
    if anaphora.FINITE.search(text) or does or tells_of_self(text):
        return True
    if _DOES.search(text):
        return True
    first = next(iter(words.words(text)), "").casefold()
    return first in ACTIONS and len(words.words(text)) > 1


_IF = re.compile(r"^\W*(?:if|when|unless|wenn|falls|si)\s+", re.IGNORECASE)
"""Opens a clause: `if I miss it` takes the place of nothing that was asked about."""
_DOES = Pattern(
    r"\b(?!und\b|oder\b|aber\b|dass\b|wenn\b|weil\b|was\b|wie\b|wann\b|wer\b)\w{3,} (?:ich|wir|man)\b|"
    r"\b(?!(?:and|or|for|of|to|with|without|about|from|by|at|on|in|than|like|behind|before|after|between)\b)\w{3,} "
    r"(?:me|us|him|them)\b",
    fits="bis wann reich ich Belege ein",
    misses="und ich",
)
"""A German verb before who does it, an English one before whom it is done to."""


def fills_a_slot(text: str) -> bool:
    """Whether a fragment names what could stand in the place of another: a name, or a phrase with its preposition."""
    plain = text.rstrip(" ?.!")
    return (
        bool(words.names("x " + plain))
        or bool(anaphora.PREPOSITION.match(plain))
        or words.has_han(plain)
    )


def names_itself(text: str, topic: frozenset[str]) -> bool:
    """Whether a fragment is a search of its own: it says several telling words, and none of the subject's."""
    if words.QUOTED.search(text):
        return len(words.content_words(text)) >= 2
    return len(words.content_words(text)) >= 3 and not words.stems(text) & topic


_ADDRESS = re.compile(r"\S+@\S+\.\w+|\w+://\S+|www\.\S+")


def is_key(text: str, subject: str) -> bool:
    """Whether a fragment is looked up by itself, and is no other value of what was asked: an address, a code of another
    series than those of the subject, or a name where only codes were spoken of."""
    plain = text.strip(" .!")
    said, codes = plain.split(), [name for name in words.names(subject) if words.is_code(name)]
    if _ADDRESS.fullmatch(plain) or (len(said) > 2 and all(map(words.is_code, said))):
        return True
    if len(said) == 1 and words.is_code(plain) and re.search(r"[^\W\d_].*\d", plain):
        return _series(plain) not in map(_series, codes)
    lone = bool(codes) and codes == words.names(subject) and not any(" " in name for name in codes)
    return lone and len(said) > 1 and all(map(words.is_name, said))


def _series(code: str) -> str:
    """What the codes of a series begin with: `SPC` of `SPC-0500`."""
    return re.split(r"[\W\d_]", code, maxsplit=1)[0]


_OWN = Pattern(
    r"\b(?:do|did|can|could|may|must|should|will|am|are|have) (?:i|we|you)\b(?: \w+)?|\b\w{3,} (?:ich|wir|man)\b|"
    r"\best-ce que? (?:je|j['’]|nous|on) ?\w+|\b\w{2,}-(?:je|nous|on)\b",
    fits="how do I get a laptop",
    misses="how does Ana get a laptop",
)
"""What is asked of oneself, with the verb: what is left of such a question is what it is about."""


_DEFINES = Pattern(
    opening() + r"(?:what(?:['’]?s| is| are)|(?:was|wer) (?:ist|sind)|qu['’]est-ce que?|"
    r"c['’]est quoi|"
    r"qué (?:es|son)|cos['’]è|define|explain|describe|why use|why would (?:i|you|we) use|tell me about) "
    r"(?!(?:the|this|that|these|those|it|they|my|our|your|his|her|their|der|die|das|le|la|les|el|los|il|lo|in|on|for|to|at|"
    r"there|still|yet|next|left|up|new|more|other|wrong|due|open|here|happening|going)\b)(?:an?|eine?|une?|una)? ?"
    r"(?!\w+(?:ed|ing|er|est)\b)[\w-]+(?: [\w-]+)?\W*$|"
    r"^\W*(?:what(?:['’]?s| is| are)|was ist) (?-i:[A-Z][A-Z\d]+)\W*$|"
    r"^\W*what do(?:es)? (?!(?:it|this|that|they|he|she|you|i|we)\b).{1,40} (?:do|mean|stand for)\W*$",
    fits="What is a lifetime?",
    misses="What is the fee?",
)
"""Asks what something is that it names without an article, or as one of many: nothing before it is meant."""


def too_short(text: str, content: list[str], topic: frozenset[str]) -> bool:
    """Whether a question says too little to be looked up by itself."""
    if words.has_han(text):
        return len(words.stems(text)) <= 3
    if len(content) <= NARROW and anaphora.STEP.search(text):
        return True
    if any(phrase.names for phrase in phrases(text)) or words.QUOTED.search(text):
        return False
    shares = bool(words.stems(text) & topic)
    if _DEFINES.match(text):
        return False
    if not shares and _OWN.search(text) and phrases(_OWN.sub(" ", text)):
        return False
    return len(content) <= 1 or (len(content) <= NARROW and shares)
