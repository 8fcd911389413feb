"""What may go wrong while a prompt is put together and answered. Pure."""

from __future__ import annotations

from loadsheet.artifacts import Entry
from loadsheet.evals.doctor.diagnosis import Clue, Finding
from loadsheet.evals.doctor.examined import Examined
from loadsheet.evals.doctor.walk import place_of
from loadsheet.evals.metrics import holds, plain
from loadsheet.evals.sought import Fact, says

# ---------------------------------------------------------------- select_model, assemble


def window(seen: Examined, fact: Fact) -> Finding | None:
    """The model's window, or a server that found the prompt too long, made the prompt smaller than it was to be."""
    loading, choice = seen.recorded.loading, seen.recorded.choice
    rows = seen.ashore(fact, "assemble")
    if loading is None or choice is None or seen.aboard(fact):
        return None
    meant = max(
        seen.recorded.found.tokens, seen.recorded.reading.tokens if seen.recorded.reading else 0
    )
    had = loading.budget.prompt_tokens
    if had >= meant or not (rows or seen.shortened(fact)):
        return None
    return Finding(
        check="select_model.window",
        stage="select_model",
        said=f"{choice.model.name} left {had} of {meant} tokens to the prompt, and the passage had no room",
        clues=(
            Clue(name="window", value=str(choice.model.window)),
            Clue(name="reason", value=choice.reason),
            *(Clue(name="passed over", value=f"{s.model}: {s.reason}") for s in choice.skipped),
            *(Clue(name="note", value=note) for note in loading.materials.notes),
            *(Clue(name=row.rule, value=row.reason) for row in rows),
        ),
        do=("set a model with a larger `model_window`", "lower `output_reserve`"),
    )


def left_ashore(seen: Examined, fact: Fact) -> Finding | None:
    """It was offered to assembly, which left it out, or took a bare reference to it."""
    rows = seen.ashore(fact, "assemble")
    bare = [e for e in seen.shortened(fact) if e.rendition == "reference"]
    context = seen.recorded.context
    if context is None or not (rows or bare) or seen.aboard(fact):
        return None
    kind = rows[0].kind if rows else bare[0].kind
    budget = context.manifest.budget.prompt_tokens
    ledger = [row for row in context.manifest.ledger if row.kind in {kind, "evidence"}]
    why = rows[0].reason if rows else f"{bare[0].id} is aboard as a reference, without its text"
    return Finding(
        check=f"assemble.{rows[0].rule if rows else 'reference'}",
        stage="assemble",
        said=f"it was offered and is not in the prompt: {why}",
        clues=(
            Clue(name="budget", value=f"{context.manifest.total_tokens} of {budget} tokens"),
            *(
                Clue(name=f"share of {r.kind}", value=f"{r.used} of {r.share}, {r.ashore} ashore")
                for r in ledger
            ),
            *(
                Clue(name="size", value=f"{row.tokens} tokens, score {row.score or 0:.4f}")
                for row in rows
            ),
        ),
        sources=rows[0].sources if rows else bare[0].sources,
        do=(f"raise `budget` above {budget}", "loadsheet manifest --all"),
    )


def constraint_missing(seen: Examined) -> Finding | None:
    """A constraint is in force and does not stand in the prompt."""
    heard = seen.recorded.heard
    if heard is None or seen.recorded.context is None:
        return None
    aboard = [plain(seen.text_of(e)) for e in seen.entries if e.kind == "constraint"]
    for one in heard.state.constraints:  # one that this turn sets stands in its question
        if one.in_force and not any(plain(one.text) in text for text in aboard):
            return Finding(
                check="assemble.constraint",
                stage="assemble",
                said=f"the constraint “{one.text}” is in force and is not in the prompt",
                clues=(Clue(name="constraint", value=f"{one.id}, said in {one.message}"),),
                do=("loadsheet rules; a policy of your own must keep constraints in the core",),
            )
    return None


def uncovered(seen: Examined) -> Finding | None:
    """A character of the prompt has no owner."""
    context = seen.recorded.context
    if context is None or context.manifest.coverage == 1.0:
        return None
    return Finding(
        check="assemble.coverage",
        stage="assemble",
        said=f"{context.manifest.coverage:.2%} of the prompt has an owner: a block cannot be traced",
        do=("loadsheet replay TURN",),
    )


# ---------------------------------------------------------------- generate


def failed(seen: Examined) -> Finding | None:
    """A stage raised, and the turn has no answer."""
    events = seen.recorded.events
    # A model that was asked again, smaller, raised too, and the turn went on: nothing goes on behind the last event.
    answered = seen.recorded.reply is not None
    last = next((e for e in reversed(events[-1:] if answered else events) if e.gave is None), None)
    if last is None or not last.failure:
        return None
    stage = place_of(last.stage)
    return Finding(
        check=f"{stage}.failed",
        stage=stage,
        said=f"{last.stage} raised: {last.failure}",
        do=("ask again; loadsheet trace shows what it was given",),
    )


def unused(seen: Examined, fact: Fact) -> Finding | None:
    """What was needed was in the prompt, and the answer does not say it."""
    aboard = seen.aboard(fact)
    reply, asking = seen.recorded.reply, seen.recorded.asking
    if not aboard or not fact.text or reply is None or says(reply.text, fact.text):
        return None
    if asking is not None and not asking.sufficient:
        return None
    rivals = [e for e in seen.entries if e.conflict and e not in aboard]
    return Finding(
        check="generate.unused",
        stage="generate",
        said=f"{aboard[0].id} held it, and {reply.model or 'the plan'} did not use it",
        clues=(
            *(_aboard(entry) for entry in aboard),
            *(Clue(name="contradicts it", value=e.id) for e in rivals),
            Clue(name="answer", value=reply.text[:200]),
        ),
        sources=aboard[0].sources,
        do=(
            "loadsheet contribution, to see which blocks the answer rests on",
            "try another `model`",
        ),
    )


def _aboard(entry: Entry) -> Clue:
    at = f"message {entry.message}, {entry.start}–{entry.end}"
    return Clue(name=entry.id, value=f"{entry.rendition}, {at}, {entry.tokens} tokens")


def said_unwanted(seen: Examined) -> Finding | None:
    """The answer says what it must not."""
    if not seen.unwanted:
        return None
    said = seen.unwanted[0]
    why = f"the rule “{seen.barred[said][1]}” keeps out" if said in seen.barred else "it must not"
    return Finding(
        check="generate.excluded",
        stage="generate",
        said=f"the answer says “{said}”, which {why}",
        clues=tuple(
            Clue(name="stands in", value=e.id)
            for e in seen.entries
            if seen.unwanted[0] in seen.text_of(e)
        ),
        do=("loadsheet contribution", "try another `model`"),
    )


def unheeded(seen: Examined) -> Finding | None:
    """A constraint was in the prompt, and the answer does not heed it."""
    aboard = [plain(seen.text_of(e)) for e in seen.entries if e.kind == "constraint"]
    for one in seen.wanted.constraints:
        if not any(plain(one.text) in text for text in aboard):
            continue
        lacks = [text for text in one.answer_contains if not holds(seen.answer, text)]
        breaks = [text for text in one.answer_excludes if holds(seen.answer, text)]
        if seen.answer and (lacks or breaks):
            what = f"says “{breaks[0]}”" if breaks else f"does not say “{lacks[0]}”"
            return Finding(
                check="generate.constraint",
                stage="generate",
                said=f"the constraint “{one.text}” was in the prompt, and the answer {what}",
                do=("try another `model`",),
            )
    return None


def cites_wrongly(seen: Examined, fact: Fact) -> Finding | None:
    """The answer says it, and none of its citations is a passage that does."""
    reply, aboard = seen.recorded.reply, seen.aboard(fact)
    if reply is None or not fact.text or not says(reply.text, fact.text):
        return None
    if reply.invalid_markers and not reply.citations:
        said = f"every marker of the answer names no source: {list(reply.invalid_markers)}"
    elif reply.citations and aboard:
        cited = [row.source for row in reply.citations]
        if any(
            entry.has(source) and says(seen.text_of(entry), fact.text)
            for entry in seen.entries
            for source in cited
        ):
            return None
        said = f"the answer cites {reply.citations[0].label}, which does not say it"
    else:
        return None
    return Finding(
        check="generate.cites",
        stage="generate",
        said=said,
        clues=tuple(_aboard(entry) for entry in aboard),
        do=("try another `model`",),
    )
