"""Passages of documents go in; what they state comes out, as candidates of memory. Pure."""

from __future__ import annotations

from datetime import datetime, tzinfo

from loadsheet.artifacts import Candidate, EvidenceSet, MemoryRecord, Reply, Scope, Turn
from loadsheet.memory.extraction.extract import candidates
from loadsheet.memory.extraction.speech import Speech
from loadsheet.memory.extraction.whole import stands_alone
from loadsheet.memory.language.phrases import own
from loadsheet.memory.language.text import terms

MOST_FACTS = 3
"""Facts that one cited passage may give: an answer rests on few."""

QUOTED = 0.6
"""The part of a sentence's words that the answer must repeat for the sentence to be cited."""


UNDATED = 0.9
"""The confidence of a fact from a document without a date: it never outranks what the user said."""


def cited(turn: Turn, reply: Reply, evidence: EvidenceSet, zone: tzinfo) -> list[MemoryRecord]:
    """The candidates of the cited passages: facts of the sentences that the answer repeats.

    What its author says of themselves and theirs (`our guests`) is not so of the user, and what a sentence does not
    state by itself can be read where it stands only.
    """
    found = list[MemoryRecord]()
    said = set(terms(reply.text))
    passages = [e.candidate for e in evidence.evidence]
    for citation in reply.citations:
        passage = next((p for p in passages if p.source.holds(citation.source)), None)
        if passage is None:
            continue
        made = written(passage, turn.scope, turn.asked_at, zone)
        stated = (c for c in made if c.type == "fact" and not own(c.subject) and stands_alone(c))
        found += [c for c in stated if _repeated(c, said)][:MOST_FACTS]
    return found


def written(passage: Candidate, scope: Scope, at: datetime, zone: tzinfo) -> list[MemoryRecord]:
    """What a passage states; a document without a date is surer of nothing than the user is."""
    made = candidates(
        Speech(
            text=passage.text,
            scope=scope,
            said_at=passage.timestamp or at,
            zone=zone,
            source=passage.source,
        )
    )
    dated = passage.timestamp is not None
    return made if dated else [_undated(c, at) for c in made]


def _undated(candidate: MemoryRecord, at: datetime) -> MemoryRecord:
    """What a document without a date states: when it was read is not since when it is so."""
    since = None if candidate.valid_from == at else candidate.valid_from
    return candidate.model_copy(update={"confidence": UNDATED, "valid_from": since})


def _repeated(candidate: MemoryRecord, said: set[str]) -> bool:
    held = set(terms(candidate.text))
    amounts = {term for term in terms(candidate.value) if term[:1].isdigit()}
    return bool(held) and len(held & said) >= QUOTED * len(held) and amounts <= said
