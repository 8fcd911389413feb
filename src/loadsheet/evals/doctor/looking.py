"""What may go wrong while a turn is read, routed and looked up. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from loadsheet.artifacts import Candidate, Evidence
from loadsheet.corpus.terms import terms
from loadsheet.evals.doctor.diagnosis import Clue, Finding
from loadsheet.evals.doctor.examined import Examined
from loadsheet.evals.metrics import plain
from loadsheet.evals.sought import Fact, Place, says

SETTINGS = {
    "below_floor": "lower `evidence_floor`, or fit it to your own questions: loadsheet calibrate",
    "below_cap": "lower `evidence_cap`, or fit it to your own questions: loadsheet calibrate",
    "beyond_share": "raise `budget`",
    "beyond_candidates": "ask more narrowly, or set a `reranker`",
    "duplicate": "compare both passages: what they differ in is what was lost",
    "contained": "compare both passages: what they differ in is what was lost",
}
"""What mends each rule by which the funnel leaves a passage out."""

LEANING = frozenset({"ellipsis", "aspect", "anaphora", "completion"})
"""The forms of a turn that cannot be read without the conversation before it."""


# ---------------------------------------------------------------- intake


def wrong_referent(seen: Examined, fact: Fact) -> Finding | None:
    """What the question took from the conversation is not what the passage speaks of, and something else would be."""
    heard, usable = seen.recorded.heard, seen.usable(fact)
    if heard is None or not usable or seen.kept(fact):
        return None
    turn, read = heard.turn, set(terms(heard.turn.query or heard.turn.question))
    there = {term for place in usable for term in terms(place.around)}
    taken = read - set(terms(turn.question))
    spoken_of = (*(one.text for one in heard.state.entities), *heard.state.questions)
    right = [text for text in spoken_of if (set(terms(text)) - read) & there]
    if not right or (taken & there) or not (taken or turn.unresolved):
        return None
    said = (
        f"“{turn.question}” was read as “{turn.query}”, and the passage speaks of “{right[0]}”"
        if taken
        else f"“{', '.join(turn.unresolved)}” was not resolved; the passage speaks of “{right[0]}”"
    )
    return Finding(
        check="intake.referent",
        stage="intake",
        said=said,
        clues=(
            Clue(name="form", value=turn.form),
            Clue(name="reason", value=turn.reason),
            *(Clue(name="resolved", value=f"{a} → {b}") for a, b in turn.resolved),
        ),
        do=("name it in the question, or let a model resolve what is open: the setting `propose`",),
    )


def wrong_session(seen: Examined, fact: Fact) -> Finding | None:
    """The question leans on nothing in its own session, and in another one it takes what the passage speaks of."""
    heard, usable = seen.recorded.heard, seen.usable(fact)
    if heard is None or not usable or seen.kept(fact) or heard.turn.resolved:
        return None
    passage = {term for place in usable for term in terms(place.around)}
    own = set(terms(heard.turn.query or heard.turn.question))
    leaning = (one for one in seen.stores.elsewhere if one.form in LEANING)
    there = next((one for one in leaning if (set(terms(one.query)) - own) & passage), None)
    if there is None:
        return None
    session = there.turn.scope.session
    return Finding(
        check="intake.session",
        stage="intake",
        said=f"“{heard.turn.question}” leans on what session {session!r} spoke of, and was asked in another one",
        clues=(
            Clue(name=f"read in {session!r} as", value=there.query),
            Clue(name="read here as", value=heard.turn.query or heard.turn.question),
        ),
        do=(f"ask it in session {session!r}", "name in the question what it is about"),
    )


def lost_constraint(seen: Examined) -> Finding | None:
    """The user stated a constraint that is in force, and intake did not pin it."""
    heard = seen.recorded.heard
    if heard is None:
        return None
    pinned = {plain(one.text): one for one in heard.next_state.constraints}
    for wanted in seen.wanted.constraints:
        held = next((one for text, one in pinned.items() if plain(wanted.text) in text), None)
        if held is not None and held.in_force:
            continue
        why = (
            f"it was ended by {held.withdrawn_by or held.superseded_by}"
            if held
            else "it is not among the constraints of the session"
        )
        return Finding(
            check="intake.constraint",
            stage="intake",
            said=f"the constraint “{wanted.text}” is not in force: {why}",
            do=(f"Agent.constrain({wanted.text!r}), or say it as a rule of its own",),
        )
    return None


# ---------------------------------------------------------------- route


def wrong_source(seen: Examined, fact: Fact) -> Finding | None:
    """A document answers, and the plan searched none."""
    plan = seen.recorded.plan
    if plan is None or not seen.usable(fact) or seen.recorded.searched or seen.aboard(fact):
        return None
    return Finding(
        check="route.source",
        stage="route",
        said=f"the plan looks in {plan.source.value}, and the answer is in a document",
        clues=(
            Clue(name="rule", value=f"{plan.rule}, confidence {plan.confidence:.2f}"),
            *(Clue(name="signal", value=text) for text in plan.intent.signals),
            *(
                Clue(name="not chosen", value=f"{row.source.value} by {row.rule}, {row.score:.2f}")
                for row in plan.alternatives
            ),
        ),
        sources=tuple(place.source for place in seen.usable(fact)),
        do=('route = "fixed" searches every time: compare both with loadsheet eval',),
    )


def memory_shut(seen: Examined, fact: Fact) -> Finding | None:
    """A record answers, and the plan kept memory shut."""
    read = seen.recorded.reading
    known = seen.known(fact)
    shut = read is None or not (read.plan.memory_read.fire or read.plan.memory_read.open)
    if not known or seen.usable(fact) or not shut or seen.recorded.memory.fired:
        return None
    plan = seen.recorded.plan
    rule = f"{plan.rule}, confidence {plan.confidence:.2f}" if plan else "none was made"
    return Finding(
        check="route.memory_shut",
        stage="route",
        said=f"record {known[0].id} answers, and the plan does not read memory",
        clues=(Clue(name="rule", value=rule), Clue(name="record", value=known[0].text)),
        sources=known[0].sources,
        do=('route = "fixed" leaves memory to the records\' own triggers',),
    )


# ---------------------------------------------------------------- retrieve


def _unfound(seen: Examined, fact: Fact) -> Place | None:
    """Where a passage stands that is indexed, was searched for, and is not among the candidates."""
    usable = seen.usable(fact)
    if not usable or not seen.recorded.searched or seen.candidates(fact) or seen.aboard(fact):
        return None
    return usable[0]


def source_silent(seen: Examined, fact: Fact) -> Finding | None:
    """The passage is not among the candidates, and a source failed or was late."""
    place, missing = _unfound(seen, fact), seen.recorded.found.candidates.missing
    if place is None or not missing:
        return None
    return Finding(
        check="retrieve.source",
        stage="retrieve",
        said="a source did not answer, and the passage is not among the candidates",
        clues=tuple(Clue(name=row.source, value=row.reason) for row in missing),
        sources=(place.source,),
        do=("ask again; raise `seconds` where the source is slow",),
    )


def not_found(seen: Examined, fact: Fact) -> Finding | None:
    """The passage is not among the candidates, and every source answered."""
    place, found = _unfound(seen, fact), seen.recorded.found.candidates
    if place is None or found.missing:
        return None
    asked = dict.fromkeys(t for q in seen.recorded.found.queries for t in terms(q.text))
    there = set(terms(place.around))
    reached = [row for row in seen.stores.reached.candidates if place.in_source(row.source)]
    late = min((row.rank for row in reached), default=0)
    clues = (
        Clue(name="shared words", value=", ".join(t for t in asked if t in there) or "none"),
        Clue(name="lacking", value=", ".join(t for t in asked if t not in there) or "none"),
        Clue(name="candidates", value=str(len({c.passage_id for c in found.candidates}))),
        *((Clue(name="rank today", value=str(late)),) if late else ()),
        *(Clue(name=row.source, value=f"{row.have} of {row.of} so far") for row in found.partial),
    )
    said = (
        f"too many passages go before {place.document}"
        if late
        else (f"the question shares too few words with the passage of {place.document}")
    )
    return Finding(
        check="retrieve.rank" if late else "retrieve.words",
        stage="retrieve",
        said=said,
        clues=clues,
        sources=(place.source,),
        do=(
            "set an `embedder`, which finds other words for the same: pip install 'loadsheet[local]'",
            "ask in the words of the document",
        ),
    )


# ---------------------------------------------------------------- reduce


def reduced_away(seen: Examined, fact: Fact) -> Finding | None:
    """The passage was a candidate, and the funnel left it out."""
    found = seen.candidates(fact)
    if not found or seen.kept(fact) or seen.aboard(fact):
        return None
    ids = {row.passage_id for row in found}
    rows = [row for row in seen.recorded.evidence.left_out if row.id in ids]
    rows = rows or [
        row
        for row in seen.recorded.evidence.left_out
        if any(p.in_source(source) for p in seen.usable(fact) for source in row.sources)
    ]
    if not rows:
        return _unaccounted(sorted(ids))
    row = rows[0]
    steps = (s for s in seen.recorded.evidence.steps if row.rule in s.rules)
    return Finding(
        check=f"reduce.{row.rule}",
        stage="reduce",
        said=f"the passage was found and left out: {row.reason}",
        clues=(
            Clue(name="passage", value=row.id),
            *((Clue(name="score", value=f"{row.score:.4f}"),) if row.score is not None else ()),
            *(Clue(name=s.name, value=f"{s.given} → {s.kept}, by {s.score}") for s in steps),
        ),
        sources=row.sources,
        do=(SETTINGS.get(row.rule, "loadsheet funnel --all"), "loadsheet funnel --all"),
    )


def _unaccounted(passages: Sequence[str]) -> Finding:
    return Finding(
        check="reduce.unaccounted",
        stage="reduce",
        said="the passage was a candidate, is no evidence, and no row says why",
        clues=tuple(Clue(name="candidate", value=one) for one in passages),
        do=("loadsheet trace --stage reduce; a custom stage must list what it leaves out",),
    )


def insufficient(seen: Examined, fact: Fact) -> Finding | None:
    """The passage is evidence, and the evidence was judged too weak for a model to be asked."""
    kept, asking = seen.kept(fact), seen.recorded.asking
    if not kept or asking is None or asking.sufficient or seen.right:
        return None
    evidence = seen.recorded.evidence
    return Finding(
        check="reduce.sufficient",
        stage="reduce",
        said=f"the passage is evidence, and confidence {evidence.confidence:.2f} was too low to answer",
        clues=(_of(kept[0]), Clue(name="lack", value=evidence.lack or "below `sufficiency`")),
        sources=(kept[0].candidate.source,),
        do=(
            "fit `sufficiency` to your own questions: loadsheet calibrate questions.jsonl --write",
        ),
    )


def _of(item: Evidence | Candidate) -> Clue:
    """A passage with its score."""
    if isinstance(item, Evidence):
        return Clue(name=item.candidate.passage_id, value=f"relevance {item.score:.4f}")
    return Clue(name=item.passage_id, value=f"rank {item.rank} by {item.found_by}")


def compressed(seen: Examined, fact: Fact) -> Finding | None:
    """The passage is aboard in a shorter form, which leaves out what was needed."""
    cut = [e for e in seen.shortened(fact) if e.rendition != "reference"]
    if not cut or seen.aboard(fact):
        return None
    entry = cut[0]
    return Finding(
        check="reduce.compress",
        stage="reduce",
        said=f"{entry.id} is aboard in the form `{entry.rendition}`, which dropped what was needed",
        clues=tuple(Clue(name="dropped", value=f"{s.start}–{s.end}") for s in entry.dropped),
        sources=entry.sources,
        do=("raise `budget`, so that the passage goes aboard in full", "loadsheet manifest --all"),
    )


# ---------------------------------------------------------------- recall


def not_recalled(seen: Examined, fact: Fact) -> Finding | None:
    """A record says it and was read by no trigger, or left out by a rule."""
    known = seen.known(fact)
    memory = seen.recorded.memory
    ids = {record.id for record in known}
    offered = any(s.record in ids for block in memory.blocks for s in block.sources)
    if not known or seen.usable(fact) or offered or seen.aboard(fact):
        return None
    rows = [row for row in memory.left_out if any(s.record in ids for s in row.sources)]
    record = known[0]
    clues = (
        Clue(name="record", value=f"{record.id}: {record.subject} · {record.key} · {record.value}"),
        Clue(name="trigger of the record", value=record.trigger),
    )
    why = (
        f"and was left out: {rows[0].reason}"
        if rows
        else "and the question meets no trigger that reads it"
    )
    return Finding(
        check=f"recall.{rows[0].rule if rows else 'trigger'}",
        stage="recall",
        said=f"record {record.id} says it, {why}",
        clues=(*clues, Clue(name="question", value=seen.recorded.turn.question)),
        sources=record.sources,
        do=("ask of it by its subject and key", f"loadsheet memory show {record.id}"),
    )


def rightly_out(seen: Examined, fact: Fact) -> str:
    """Why what is expected is rightly no part of the answer: a rule keeps it out, or records alone say it and each of
    them has ended; else empty."""
    if says(seen.answer, fact.text):
        return ""
    if rule := seen.ruled_out(fact):
        return f"the rule “{rule}” keeps {fact.name} out of answers"
    if not fact.spoken or seen.known(fact) or seen.usable(fact):
        return ""
    record = fact.spoken[0]
    by = next((r for r in seen.stores.records if r.id == record.superseded_by), None)
    how = f"superseded by {by.id}, “{by.text}”" if by else f"{record.status} ({record.expiry})"
    return f"it is so no more: record {record.id} said it and is {how}"
