"""What a model proposes to remember of a message goes in; candidates for the policy, and refusals, come out. Pure.

A model reads more than forms of statements can, and makes things up. So each proposal must quote the words that say
it, exactly as they stand in what the person said, and may say nothing that the quote does not. What it proposes is a
candidate like any other: the same policy decides of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pydantic import Field, ValidationError

from loadsheet.artifacts import MemoryRecord, Span, Value, WriteReceipt
from loadsheet.corpus import sentences
from loadsheet.corpus.repeats import denies
from loadsheet.memory.extraction.candidate import Making
from loadsheet.memory.extraction.instructions import preferred
from loadsheet.memory.extraction.speech import Speech, closed, opening
from loadsheet.memory.extraction.unsupported import why
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import terms

MOST = 12
"""Proposals of one message: a model that finds more remembers everything."""

TASK = (
    "List what the message below says that will still matter in later conversations: facts, events with their time, "
    "preferences, and standing instructions. Leave out questions, suppositions, small talk and what is asked for once. "
    'Answer with JSON alone: {"memories": [{"type": "fact" | "episodic" | "procedural", "subject": "user, or the name '
    'of whom or what it is about", "key": "what it says of the subject, in two or three words", "value": "in the words '
    'of the message", "quote": "the words of the message that say it, exactly as they stand", "several": true where '
    'the subject can have several such values, "correction": true where it corrects something, "condition": "when an '
    'instruction applies"}]}. An empty list is a good answer.'
)
"""What a model is asked to do."""

_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n\s*```\s*\Z", re.DOTALL)


class Proposal(Value):
    """One thing that a model proposes to remember."""

    type: Literal["fact", "episodic", "procedural"]
    subject: str = Field(min_length=1, max_length=80)
    key: str = Field(min_length=1, max_length=60)
    value: str = Field(min_length=1, max_length=400)
    quote: str = Field(min_length=1, max_length=1000)
    several: bool = False
    correction: bool = False
    condition: str = Field("", max_length=200)


class Proposals(Value):
    """Everything that a model proposes of one message."""

    memories: tuple[Proposal, ...] = Field(max_length=MOST)


@dataclass(frozen=True, slots=True)
class Proposed:
    """The candidates that their quotes support, and a receipt for each that was refused."""

    candidates: tuple[MemoryRecord, ...] = ()
    refused: tuple[WriteReceipt, ...] = ()
    invalid: str = ""
    """Why none of it could be read; the deterministic extractor stands."""


def read(answer: str, speech: Speech) -> Proposed:
    """What a model's answer proposes of a message."""
    fenced = _FENCE.match(answer)
    try:
        made = Proposals.model_validate_json(fenced[1] if fenced else answer)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        return Proposed(invalid=f"{place}: {first['msg']}" if place else first["msg"])
    found: list[MemoryRecord] = []
    refused: list[WriteReceipt] = []
    for proposal in made.memories:
        at = speech.text.find(proposal.quote)
        reason = unsupported(proposal, speech, at)
        if reason is None:
            found.append(_candidate(proposal, speech, at))
        else:
            why = f"proposed, and refused: {reason}"
            refused.append(WriteReceipt(status="refused", reason=why, text=proposal.quote[:200]))
    return Proposed(tuple(found), tuple(refused))


def unsupported(proposal: Proposal, speech: Speech, at: int) -> str | None:
    """Why the message does not bear a proposal out; None where it does."""
    if at < 0:
        return "its quote does not stand in the message"
    end = at + len(proposal.quote)
    if any(span.overlaps(at, end) for span in closed(speech)):
        return "its quote was pasted or is code: nobody says it"
    whole = next((s for s in sentences.split(speech.text) if s.start <= at < s.end), None)
    sentence = speech.said(whole).strip() if whole else proposal.quote
    if sentences.ends_asking(sentence):
        return "its quote stands in a question"
    if (reason := why(opening(sentence)[0])) is not None:
        return reason
    said = terms(proposal.quote)
    if new := [term for term in terms(proposal.value) if term not in said]:
        return f"its value says {new[0]!r}, which the quote does not"
    if denies(proposal.quote) and not denies(proposal.value) and proposal.type != "procedural":
        return "its quote denies what its value says"
    told = terms(speech.text)
    if proposal.subject.casefold() != USER and not set(terms(proposal.subject)) & set(told):
        return f"its subject {proposal.subject!r} is not named in the message"
    return None


def _candidate(proposal: Proposal, speech: Speech, at: int) -> MemoryRecord:
    span = Span(start=at, end=at + len(proposal.quote))
    quote = speech.said(span)
    making = Making(speech, span, quote, proposal.correction)
    subject = speech.speaker if proposal.subject.casefold() == USER else proposal.subject
    if proposal.type == "procedural" and preferred(quote):
        return making.preference(quote)
    if proposal.type == "procedural":
        return making.instruction(quote, proposal.condition)
    return making.dated(
        proposal.type,
        subject=subject,
        key=proposal.key.casefold(),
        value=proposal.value,
        multi=proposal.several,
    )
