"""Words in; the rules of form that an answer can keep out: how many sentences, how many words, a list, brevity.

Such a wish says how an answer is to look and nothing of what it is about: neither a search nor a quotation reads it.
What a quotation cannot keep, such as a language or a tone, is not read here, and nobody pretends to keep it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from loadsheet.intent.language.pattern import Pattern
from loadsheet.intent.rules.lengths import length
from loadsheet.intent.rules.style import manner

_ITEMS = Pattern(
    r"\b(?:as|in|using|use|with)\s+(?:an?\s+)?(?:bullet(?:ed)?|unordered)?[\s-]*(?:list|bullets?|bullet\s+points?|points)\b"
    r"|\b(?:als|in)\s+(?:einer\s+)?(?:liste|stichpunkten?|aufzählung)\b|\ben\s+liste\b",
    fits="as a bullet list",
    misses="the guest list",
)
_BRIEF = Pattern(
    r"\b(?:briefly|concisely|tersely|succinctly)\b|\bin\s+(?:brief|short)\b|\bkeep\s+(?:it|your\s+answers?|answers)\s+(?:\w+\s+)?(?:short|brief|concise)\b"
    r"|\bbe\s+(?:brief|concise|short)\b|\b(?:short|brief|concise)\s+answers?\b|\bkurz\b|\bbrièvement\b",
    fits="answer in short",
    misses="a short film",
)
_ASKS = Pattern(
    r"^\W*(?:(?:please|now|and|but|be \w+)(?:\W+|$))*(?:answer|reply|respond|explain|write)?\W*$",
    fits="please answer",
    misses="the fee",
)
_TOLD = re.compile(
    r"(?:(?:please|bitte|now|and|but)\W+)*(?:(?:answer|reply|respond|explain|write|keep|antworte[nt]?|sag|réponds|répondez|"
    r"responde|contesta)\b(?:\s+(?:it|me|sie|mir|bitte))*\W*)?$",
    re.IGNORECASE,
)
"""What may stand before a wish at the beginning of its sentence."""
_ENDS = re.compile(
    r"(?:\s+or\s+(?:less|fewer))?\W*(?:(?:please|bitte|s'il te plaît|por favor)\W*)?(?:$|(?<=[.!?:;,])\s)",
    re.IGNORECASE,
)
"""What may stand behind a wish at the end of its sentence."""
_OF_THE_SUBJECT = re.compile(
    r"\b(?:is|are|was|were|be|have|has|had|there|stand|stands|contain|contains|with|ist|sind|hat|haben|est|sont|a|ont)\s*$",
    re.IGNORECASE,
)
"""Words before what only looks like a wish: `How many names are in a list?`"""


_KEPT = {"sentence": "sentences", "line": "sentences", "bullet": "sentences", "word": "words"}
"""What a quotation keeps of a length, by its unit: a line and a point are a sentence each, a paragraph is all of it."""


@dataclass(frozen=True, slots=True)
class AnswerFormat:
    """How an answer is to look; None and False where nobody said."""

    sentences: int | None = None
    words: int | None = None
    items: bool = False
    brief: bool = False


def form_of(question: str, rules: Iterable[str] = ()) -> tuple[AnswerFormat, str]:
    """The form that rules and question ask for, the question's own last; and the question without its wishes."""
    form = AnswerFormat()
    for rule in rules:
        said = manner(rule)
        if said is None or said.force == "set":
            form, _ = _with(form, rule, everywhere=True)
    form, rest = _with(form, question)
    return form, question if _ASKS.match(rest) else rest


def _with(form: AnswerFormat, text: str, *, everywhere: bool = False) -> tuple[AnswerFormat, str]:
    """The form with the wishes of a text, and the text without them."""
    limit = length(text)
    if limit and limit.unit in _KEPT and (everywhere or _is_wish(text, limit.said)):
        form = replace(form, **{_KEPT[limit.unit]: limit.number})
        form = replace(form, items=form.items or limit.unit == "bullet")
        text = _without(text, limit.said)
    for pattern, name in ((_ITEMS, "items"), (_BRIEF, "brief")):
        found = pattern.search(text)
        if found is not None and (everywhere or _is_wish(text, found)):
            form, text = replace(form, **{name: True}), _without(text, found)
    return form, text


def _is_wish(text: str, found: re.Match[str]) -> bool:
    """Whether it stands as an instruction: at the beginning of its sentence or at the end, and not as what is asked."""
    before = re.split(r"[.!?:;]\s", text[: found.start()])[-1]
    if _TOLD.match(before):
        return True
    return bool(_ENDS.match(text, found.end())) and not _OF_THE_SUBJECT.search(before)


def _without(text: str, found: re.Match[str]) -> str:
    before = text[: found.start()]
    told = re.search(r"(?:^|(?<=[.!?:;]\s))[^.!?:;]*$", before)
    if told and _TOLD.fullmatch(told[0]):
        before = before[: told.start()]
    return f"{before} {text[found.end() :]}".strip(" ,:;.")
