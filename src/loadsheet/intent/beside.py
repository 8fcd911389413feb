"""A turn in; what it asks, apart from the courtesies and the statements of oneself that stand beside the question, out.

`Hi! I live in Rome. How long is parental leave?` asks for the leave alone: an answer need not speak of the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from loadsheet.artifacts import IntentVector
from loadsheet.corpus import sentences
from loadsheet.intent.flags.signals import intent_of
from loadsheet.intent.language import words
from loadsheet.intent.language.pattern import Pattern

LEAD = 6
"""Words that a courtesy before a question has at the most."""

_OPENS = Pattern(
    r"^\W*(?:sorry|excuse me|pardon|quick question|(?:one|a|another|a last|one last) (?:more |quick )?question"
    r"|one (?:more|other|last) thing|by the way|btw|entschuldigung|excusez-moi|perdón|scusa)\b",
    fits="sorry to bother you",
    misses="the sorry state of the roof",
)
"""What people say before they ask, beside greetings and thanks."""


_FIRST = re.compile(r",|[.!…]+(?=\s)")


@dataclass(frozen=True, slots=True)
class Parted:
    """What a turn asks, and what it tells of the one who asks."""

    asked: str
    told: str = ""


def parted(text: str) -> Parted:
    """The turn without what stands beside its question; the whole turn where it asks nothing, or nothing else."""
    spans = sentences.split(text)
    said = [text[span.start : span.end] for span in spans]
    if len(said) < 2 and _FIRST.search(text) is None:
        return Parted(text)
    flags = [intent_of(one) for one in said]
    if not any(map(_asks, flags)):
        return Parted(text)
    kept, told = list[str](), list[str]()
    for one, flag in zip(said, flags, strict=True):
        if _asks(flag):
            kept.append(_without_lead(one))
        elif _tells_of_self(flag):
            told.append(one)
        elif not _is_courtesy(one, flag):
            kept.append(one)
    return Parted(text if kept == said else " ".join(kept), " ".join(told))


def _asks(flag: IntentVector) -> bool:
    return flag.has("question") and not flag.has("chit_chat")


def _tells_of_self(flag: IntentVector) -> bool:
    return flag.has("self_reference") and "statement: tells" in flag.signals


def _is_courtesy(text: str, flag: IntentVector) -> bool:
    return flag.has("chit_chat") or (_OPENS.match(text) is not None and _is_short(text))


def _is_short(text: str) -> bool:
    return len(words.words(text)) <= LEAD


def _without_lead(sentence: str) -> str:
    """The sentence without a greeting, thanks or an excuse before its first comma or stop."""
    found = _FIRST.search(sentence)
    head, rest = (sentence[: found.start()], sentence[found.end() :]) if found else (sentence, "")
    if _is_short(head) and rest.strip() and _is_courtesy(head, intent_of(head)):
        rest = rest.strip()
        return rest[0].upper() + rest[1:]
    return sentence
