"""What a model proposes goes in; it comes out accepted, or as a refusal with its reason. Nothing is repaired.

A model may word a question better than the rules do, and may have an opinion where the rules have two. It may not
lose a name, a number or a quotation of the user's, and it may not choose what was not offered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from loadsheet.corpus.sentences import split
from loadsheet.corpus.terms import word_set
from loadsheet.intent.language import words

LONGEST = 3
"""A rewritten question longer than this many times what was said is an answer, or an essay."""

ROOM = 200
"""Characters that a rewritten question may have in any case: what a short turn leans on takes room."""

LONGEST_SUMMARY = 1200
"""Characters of a summary: three long sentences."""

MOST_WORDINGS = 2
"""Other wordings of a question that are searched at the most: each counts as much as the question itself."""

_MARK = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
"""The mark of a list's item."""

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")

_WRAPPED = re.compile(r"^\s*(?:[{<`]|\[\s*[\"{]|[\w ]{1,30}:\s*[\"{])")
"""What a model puts around an answer for a program to read: braces, a fence, a tag, a key."""

FEWEST_WORDS = 2
"""Words that tell something in a wording of a question that has as many: one alone is a topic, and not a question's."""

NEAR = 0.2
"""Cosine of a question and another wording of it below which the one asks for something else. By the shipped embedder
`receiving external persons` lies at .23 from `Who can sign for visitors?`, and `pizza toppings` at .17 from `What is
the dress code?`."""

_JOINING = word_set("and or of for about on in with to at by from between")
"""Words that follow a noun as well as a name, and no verb."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A proposal that was not taken, and why; the deterministic form stands."""

    proposal: str
    reason: str


def rewritten(question: str, proposal: str) -> str | Refused:
    """The proposed wording of a question, if it keeps every name, number and quotation of the original."""
    made = " ".join(proposal.split())
    if reason := _no_question(question, made):
        return Refused(proposal, reason)
    numbers = set(_NUMBER.findall(made))
    opening = words.bare((words.words(question) or [""])[0])
    inflected = {opening} if words.stem(opening) in words.stems(made) else set[str]()
    for what, lost in (
        ("the quotation", [q for q in words.QUOTED.findall(question) if q[1:-1] not in made]),
        ("the number", [n for n in _NUMBER.findall(question) if n not in numbers]),
        ("the name", [n for n in words.names(question) if not (_names(made, n) or n in inflected)]),
    ):
        if lost:
            return Refused(proposal, f"it loses {what} {lost[0]}")
    return made


def expanded(question: str, proposal: str) -> tuple[list[str], list[Refused]]:
    """The proposed wordings of a question, one a line, and those that are refused.

    A wording may use other words for the same. It may add no number, quotation or name, as far as `_capitalised` can
    tell one, and `MOST_WORDINGS` are taken.
    """
    taken: list[str] = []
    refused: list[Refused] = []
    for line in filter(str.strip, proposal.splitlines()):
        made = " ".join(_MARK.sub("", line).split())
        if reason := _unlike(question, made):
            refused.append(Refused(made, reason))
        elif len(taken) == MOST_WORDINGS:
            refused.append(Refused(made, f"{MOST_WORDINGS} are enough"))
        elif made not in (question, *taken):
            taken.append(made)
    if not taken and not refused:
        refused.append(Refused(proposal, "it is empty"))
    return taken, refused


def kept_near(wordings: Sequence[str], cosines: Sequence[float]) -> tuple[list[str], list[Refused]]:
    """The wordings whose vectors lie near enough to the question's, and those that ask for something else."""
    pairs = list(zip(wordings, cosines, strict=True))
    far = [
        Refused(made, f"it asks for something else: {made}") for made, near in pairs if near < NEAR
    ]
    return [made for made, near in pairs if near >= NEAR], far


def _unlike(question: str, made: str) -> str:
    """Why a wording cannot stand for a question; empty where it can."""
    if reason := _no_question(question, made):
        return reason
    if len(words.content_words(made)) < min(FEWEST_WORDS, len(words.content_words(question))):
        return "it is a word, and no wording"
    return _added(question, made)


def _no_question(question: str, made: str) -> str:
    """Why a text is no question at all; empty where it may be one."""
    if not made:
        return "it is empty"
    if len(made) > max(ROOM, LONGEST * len(question)):
        return "it is longer than a question"
    return "it is wrapped in marks" if _WRAPPED.match(made) and not _WRAPPED.match(question) else ""


def _added(text: str, made: str) -> str:
    """What a text made of another says that the other does not; empty where that is no quotation, number or name."""
    known, numbers = " ".join(text.split()).casefold(), set(_NUMBER.findall(text))
    quoted = [q for q in words.QUOTED.findall(made) if q[1:-1].casefold() not in known]
    capital = _capitalised(text, made)
    for what, new in (
        ("the quotation", quoted),
        ("the number", [n for n in _NUMBER.findall(made) if n not in numbers]),
        ("the name", [n for n in words.names(made) if n not in capital and not _names(text, n)]),
    ):
        if new:
            return f"it adds {what} {new[0]}"
    return ""


def _names(text: str, name: str) -> bool:
    """Whether a text has the words of a name, each whole, one after the other."""
    said = " ".join(words.bare(word) for word in words.words(text)).casefold()
    return f" {' '.join(words.words(name)).casefold()} " in f" {said} "


def _capitalised(text: str, made: str) -> set[str]:
    """The words that have their capital from the beginning of a sentence, as far as can be told.

    The text has such a word in some form, or a word that joins follows: `Repairs and …`, `Lunch for …`. Of that one
    nobody can tell whether it is a name; before anything else a word that the text has not is taken for one.
    """
    plain, doubtful = set[str](), set[str]()
    stems = words.stems(text)
    for span in split(made):
        opening, *rest = words.words(made[span.start : span.end]) or [""]
        known = words.stem(opening) in stems or (bool(rest) and rest[0] in _JOINING)
        (plain if known else doubtful).add(words.bare(opening))
    return plain - doubtful


def summarized(text: str, proposal: str) -> str | Refused:
    """The proposed summary of a text, if it is short and says no name, number or quotation that the text does not.

    A word that opens a sentence is judged as `_capitalised` says.
    """
    made = " ".join(proposal.split())
    if not made:
        return Refused(proposal, "it is empty")
    if len(made) > LONGEST_SUMMARY:
        return Refused(proposal, "it is longer than a summary")
    reason = _added(text, made)
    return Refused(proposal, reason) if reason else made


def picked(answer: str, choices: Sequence[str]) -> str | Refused:
    """The choice that a model named by its number, counted from 1; anything else is refused."""
    said = answer.strip()
    if not said.isascii() or not said.isdecimal():
        return Refused(answer, "it is not a number")
    place = int(said) if len(said) < 10 else 0
    if not 1 <= place <= len(choices):
        return Refused(answer, f"it is not between 1 and {len(choices)}")
    return choices[place - 1]
