"""What recall found goes in; blocks with their labels, and rows of what is left out, come out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, tzinfo

from loadsheet.artifacts import Block, LeftOut, MemoryRecord, Source
from loadsheet.assembly.blocks import block
from loadsheet.memory.extraction import grammar
from loadsheet.memory.extraction.acts import denied
from loadsheet.memory.extraction.object_pronoun import explained
from loadsheet.memory.extraction.resolve import VAGUE
from loadsheet.memory.extraction.speech import opening
from loadsheet.memory.language import forms
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import USER
from loadsheet.memory.language.text import normal, terms
from loadsheet.memory.language.times import glossed
from loadsheet.memory.recall.bearing import FORMER, Bearing
from loadsheet.memory.recall.select import is_observation
from loadsheet.memory.recall.transcript import Spoken, window
from loadsheet.ports import Counter, Utterance

WHOLE = 160
"""Characters of a record's text that is shown as it was said."""

BARE = 6
"""Words of a correction that may name a value only."""

MOST_BARE = 12
"""Words of one that took the place of what was told in other words: `We upgraded, so it has 20 GB now.`"""

GOING_ON = w.SINGULAR_VERBS | w.COPULAS
"""Verbs that a clause begins with which leaves its subject to the clause before: `and live in Rome`."""

POINTING = re.compile(r"(?:he|she|it|they|his|her|its|their)\b", re.I)
"""Begins a clause whose subject stands in the clause before."""

ROWS = frozenset({"chain", "corrected", "at_time"})
"""The rules by which a verified fact is a row that answers, not a thing to bear in mind."""


def newest_first(found: Sequence[tuple[datetime, Block]]) -> list[Block]:
    """The blocks by freshness: what was said later outranks what it may have replaced."""
    best = max((made.score or 0.0 for _, made in found), default=0.0)
    ordered = sorted(found, key=lambda pair: (-pair[0].timestamp(), pair[1].id))
    return [
        made.model_copy(update={"score": round(best * (1 - place / 1000), 4)})
        for place, (_, made) in enumerate(ordered)
    ]


def record_block(
    bearing: Bearing,
    counter: Counter,
    zone: tzinfo,
    group: str | None = None,
    label: str = "",
    *,
    outdated: bool = False,
) -> Block:
    """A record as a block: verified current rows are structured state, everything else is memory.

    `group` is what it contradicts, and `label` what the prompt calls that. What a document says otherwise that is
    fresher, `outdated`, is not verified: it stands beside it as the dated other side.

    Its id stands in the manifest, not in the prompt: a model has no use for it, and it weighs as much as a clause.
    """
    record, observed = bearing.record, is_observation(bearing.record)
    told = record.type == "fact" and record.confirmed_by != "document"
    verified = told and record.status == "active" and not outdated and bearing.rule != FORMER
    row = verified and is_row(bearing)
    start, end = clauses_of(record)
    said = record.text[start:end]
    text = glossed(said, record.said_at, zone, event=record.type == "episodic")
    about = "the host observed what the question speaks of"
    return block(
        "structured_state" if row else "memory",
        f"record:{record.id}",
        text if observed else named(record, text),
        counter=counter,
        producer="retrieve" if row else "recall",
        rule=bearing.rule,
        reason=about if observed else f"{record.subject}: {record.key} bears on the question",
        attributes=_attributes(bearing, zone, label),
        score=bearing.score,
        sources=(Source(record=record.id, status=record.status), *shortened(record, start, end)),
        conflict=group,
    )


def _attributes(bearing: Bearing, zone: tzinfo, label: str) -> dict[str, str]:
    """What the prompt says of a record beside its text, in this order."""
    record = bearing.record
    subject = f"{record.subject} ({bearing.alias})" if bearing.alias else record.subject
    made = {"subject": subject, "key": record.key[:60]}
    if is_observation(record):
        made = {"type": "observation", "run": record.scope.run}
    if record.status != "active":
        made["status"] = record.status
    if bearing.rule == FORMER or record.status == "superseded":
        made["held"] = held(record, zone)
    made["date"] = record.said_at.astimezone(zone).date().isoformat()
    if label:
        made["disagrees"] = label
    return made


def held(record: MemoryRecord, zone: tzinfo) -> str:
    """From when and until when a record held, as far as that is known: `2025-03-01 to 2025-07-24`."""
    edges = (("from", record.valid_from), ("to", record.valid_to))
    told = [f"{word} {at.astimezone(zone).date().isoformat()}" for word, at in edges if at]
    return " ".join(told).removeprefix("from ") if len(told) == len(edges) else " ".join(told)


def instruction_block(bearing: Bearing, counter: Counter) -> Block:
    """A standing instruction in the user's own words, labelled as what it is."""
    record = bearing.record
    return block(
        "memory",
        f"instruction:{record.id}",
        record.value,
        counter=counter,
        producer="recall",
        rule=bearing.rule,
        reason=f"asked for from now on{f', when {record.condition}' if record.condition else ''}",
        attributes={"type": "instruction"},
        score=bearing.score,
        sources=(Source(record=record.id, status=record.status), *record.sources),
    )


def foremost(orders: Sequence[Block], others: Sequence[Block]) -> list[Block]:
    """Instructions whose condition holds, above everything that is only told; those left open, below it."""
    best = max((made.score or 0.0 for made in others), default=0.0)
    held = [
        made.model_copy(update={"score": max(made.score, best)}) for made in orders if made.score
    ]
    return [*held, *others, *(made for made in orders if not made.score)]


def clauses_of(record: MemoryRecord) -> tuple[int, int]:
    """The clauses of a record's text that state its key and value; people say more in one breath."""
    if len(record.text) <= WHOLE:
        return 0, len(record.text)
    return window(record.text, set(terms(f"{record.key} {record.value}")))


def named(record: MemoryRecord, said: str) -> str:
    """What was said, after a sentence that names what it is of where only a value was: `No, green.`"""
    said = explained(said, record.value)
    if spoken_of(record) & set(terms(said)):
        goes_on = said.split(" ", maxsplit=1)[0].casefold() in GOING_ON
        owner = "I" if record.subject == USER else record.subject
        return f"{owner} {said}" if goes_on else said
    first, *more = said.split(" ")
    elided = (
        first.casefold() in w.PREPOSITIONS
    )  # `on Search from April to June`, after another clause
    short = record.correction or POINTING.match(said) or _only_names(record, said)
    changed = forms.IT_CHANGED.match(opening(said)[0])
    least = MOST_BARE if record.supersedes else BARE  # in other words than what it replaces
    if not (elided or changed or (short and len(more) < least)) or _states_it(record, said):
        return said
    whole = plainly(record)
    # What stands in the sentence already is not said twice: `at the mill` of `The wedding is at the mill.`
    return f"{whole}." if elided and normal(said) in normal(whole) else f"{whole} ({said})"


def spoken_of(record: MemoryRecord) -> set[str]:
    """The words by which a record names what it is of."""
    return set(terms(f"{record.subject} {'' if record.key in VAGUE else _without_unit(record)}"))


def _without_unit(record: MemoryRecord) -> str:
    """A key without the unit of its amount, which names nothing: `plan GB`."""
    return record.key.removesuffix(f" {record.unit}") if record.unit else record.key


def _states_it(record: MemoryRecord, said: str) -> bool:
    """Whether what was said is a whole statement of it in other words: `I moved to Lisbon.`"""
    stated = grammar.parse(said)
    return stated is not None and (stated.subject, stated.key) == (record.subject, record.key)


def plainly(record: MemoryRecord) -> str:
    """A record as a sentence: `My favourite colour is green`, `The release of 4.2 is 11 December`."""
    own, key = record.subject == USER, _without_unit(record)
    mine = record.subject.removeprefix(f"{USER}'s ")
    common = mine[:1].islower() or mine.split()[-1].islower()
    article = "my " if mine != record.subject else "the " if common else ""
    subject = "I" if own else f"{article}{mine}"
    verb, *rest = key.split(" ")
    what = denied(record.value)
    relates = verb in w.VERBS and key not in w.ATTRIBUTES and not {*rest[-1:]} - w.PREPOSITIONS
    past = record.valid_to is not None and record.valid_to <= record.said_at
    is_ = "was" if past else "am" if own else "is"
    if key in VAGUE:
        said = f"{subject} {is_} {record.value}"
    elif {verb, *rest} <= w.PREPOSITIONS or rest[-1:] == ["by"]:  # `is led by`
        said = f"{subject} {is_} {key} {record.value}"
    elif not relates:
        said = f"{f'my {key}' if own else f'the {key} of {subject}'} is {record.value}"
    elif what is not None:
        said = " ".join([subject, "do not" if own else "does not", key, what])
    else:
        said = " ".join([subject, verb if own else f"{verb}s", *rest, record.value])
    return said[:1].upper() + said[1:]


def _only_names(record: MemoryRecord, said: str) -> bool:
    """Whether the words of a name do not say that it is one: `Hi, I'm Tessa`."""
    own = record.subject == USER and record.key == "name"
    return own and re.search(r"\b(?:name|call)", said, re.IGNORECASE) is None


def shortened(record: MemoryRecord, start: int, end: int) -> tuple[Source, ...]:
    """The record's sources, narrowed to the part of its own text that is shown."""
    if (start, end) == (0, len(record.text)):
        return record.sources
    return tuple(
        source.model_copy(update={"start": source.start + start, "end": source.start + end})
        if source.start is not None and source.end == source.start + len(record.text)
        else source
        for source in record.sources
    )


def is_row(bearing: Bearing) -> bool:
    """Whether a verified fact answers by its exact key."""
    return bearing.exact or bearing.rule in ROWS


def disputes_of(records: Sequence[MemoryRecord]) -> dict[str, str]:
    """The group of each disputed record: one for all that contradict one another, also by way of a third."""
    disputed = [record for record in records if record.status == "disputed"]
    first = {record.id: min(record.id, *record.disputes) for record in disputed}
    for _ in disputed:
        for record in disputed:
            linked = [first[id] for id in (record.id, *record.disputes) if id in first]
            first |= {id: min(linked) for id in (record.id, *record.disputes) if id in first}
    return {id: f"dispute:{name}" for id, name in first.items()}


def utterance_block(
    one: Spoken, counter: Counter, zone: tzinfo, group: str | None = None, label: str = ""
) -> Block:
    """A sentence of the transcript as a block: episodic memory. `group` and `label` are of what it may have ended."""
    utterance, text = one.utterance, one.text
    attributes: dict[str, str] = {}
    if utterance.role != "user":
        attributes["by"] = utterance.role
    if utterance.said_at is not None:
        attributes["date"] = utterance.said_at.astimezone(zone).date().isoformat()
        text = glossed(text, utterance.said_at, zone)
    if label:
        attributes["disagrees"] = label
    of_question = "a sentence of the conversation that speaks of the question"
    return block(
        "memory",
        f"said:{utterance.message}:{utterance.start}",
        text,
        counter=counter,
        producer="recall",
        rule="said_since" if group else "said_before",
        reason="it may have ended what was told before it" if group else of_question,
        attributes=attributes,
        score=one.score,
        sources=(source_of(utterance, one.start, one.end),),
        conflict=group,
    )


def source_of(utterance: Utterance, start: int = 0, end: int | None = None) -> Source:
    """Where a sentence of the transcript stands."""
    return Source(
        message=utterance.message,
        session=utterance.session,
        start=utterance.start + start,
        end=utterance.end if end is None else utterance.start + end,
    )


def record_left_out(bearing: Bearing, rule: str, reason: str) -> LeftOut:
    """A record that would bear on the question and is not offered."""
    record = bearing.record
    over = rule == "expired" and record.valid_to is not None
    until = f", since {record.valid_to.date().isoformat()}" if over and record.valid_to else ""
    return LeftOut(
        id=f"record:{record.id}",
        kind="memory",
        stage="recall",
        rule=rule,
        reason=f"{reason}{until}",
        score=bearing.score,
        sources=(
            Source(record=record.id, status="expired" if over else record.status),
            *record.sources,
        ),
    )


def utterance_left_out(utterance: Utterance, rule: str, reason: str, score: float) -> LeftOut:
    """A sentence that was found and is not offered."""
    return LeftOut(
        id=f"said:{utterance.message}:{utterance.start}",
        kind="memory",
        stage="recall",
        rule=rule,
        reason=reason,
        score=score,
        sources=(source_of(utterance),),
    )
