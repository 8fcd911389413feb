"""Questions whose documents contradict one another: what of them is in the prompt, and whether it is marked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from loadsheet.artifacts import (
    CandidateList,
    Prepared,
    Scope,
    SessionState,
)
from loadsheet.evals.bench import (
    Bench,
    Figure,
    FigureSums,
    asked,
    found_by,
    index,
)
from loadsheet.evals.in_prompt import compared, other_ways, shown
from loadsheet.evals.judged import Disputed, DisputedDocument, DisputedSet, JudgedPassage
from loadsheet.evals.memory import normalised
from loadsheet.evals.metrics import text_of

TIGHT = 800
"""A budget that does not hold every document of a question that brings some."""


async def disputed(one: DisputedSet, bench: Bench) -> list[Figure]:
    """What of the right answers, the wrong ones and the noise is in the prompt, and whether what
    disagrees is marked."""
    tally = FigureSums(one.name)
    for number, question in enumerate(one.questions):
        workspace = f"{one.name}/{number}"
        passages = [
            JudgedPassage(f"d{n}", "", claim.text) for n, claim in enumerate(question.claims)
        ]
        await index(bench, workspace, passages)
        state = SessionState(scope=Scope(workspace=workspace))
        made, recorder = await asked(bench.pipeline, state, question.question, bench.budget)
        _dispute(tally, question, made)
        for kind in ("misinfo", "noise"):
            part = sum(claim.kind == kind for claim in question.claims) / len(question.claims)
            tally.add("everything", f"{kind} of the documents", part)
        found = found_by(recorder)
        if bench.steps:
            await _disputed_steps(tally, bench, question, state, found, made)
        bench.progress(one.name, "questions", number + 1, len(one.questions))
    return tally.figures()


async def _disputed_steps(
    tally: FigureSums,
    bench: Bench,
    question: Disputed,
    state: SessionState,
    found: CandidateList,
    made: Prepared,
) -> None:
    """Each step the other way, in a prompt that holds everything and in a tight one."""
    right = {f"d{n}" for n, claim in enumerate(question.claims) if claim.kind == "correct"}
    tight, _ = await asked(bench.pipeline, state, question.question, TIGHT, keeps=False)
    for budget, whole in ((bench.budget, made), (TIGHT, tight)):
        ways = other_ways(bench, state, question.question, budget, found, whole)
        async for way, other in ways:
            label = f"{budget}, {way}"
            _dispute(tally, question, other, label)
            compared(tally, label, whole, other, right)


def _dispute(tally: FigureSums, question: Disputed, made: Prepared, way: str = "prompt") -> None:
    right = {normalised(claim.answer) for claim in question.claims if claim.kind == "correct"}
    kept = [(question.claims[int((e.sources[0].document or "")[1:])], e) for e in shown(made)]
    held = {
        normalised(claim.answer)
        for claim, entry in kept
        if claim.kind == "correct" and normalised(claim.answer) in normalised(text_of(made, entry))
    }
    tally.add(way, "answers kept", len(held) / len(right))
    for kind in ("misinfo", "noise"):
        part = sum(claim.kind == kind for claim, _ in kept) / len(kept) if kept else 0.0
        tally.add(way, f"{kind} of the documents", part)
    _grouped(tally, way, [(_answer(claim), entry.conflict) for claim, entry in kept])


def _grouped(tally: FigureSums, way: str, kept: Sequence[tuple[str, str | None]]) -> None:
    """How well the groups of conflicts are those of the answers; each document with its answer, or none, and its group.

    A document belongs into a group where another one in the prompt gives another answer.
    """
    answers = {answer for answer, _ in kept if answer}
    groups: dict[str, set[str]] = defaultdict(set)
    for answer, group in kept:
        if group and answer:
            groups[group].add(answer)
    marked = [bool(answer) and len(groups[group]) > 1 for answer, group in kept if group]
    if marked:
        tally.add(way, "groups: precision", sum(marked) / len(marked))
    if len(answers) > 1:
        tally.add(way, "groups: recall", sum(marked) / sum(bool(answer) for answer, _ in kept))
        tally.add(way, "conflicts isolated", float(answers in groups.values()))
    else:
        tally.add(way, "grouped without conflict", float(bool(marked)))


def _answer(claim: DisputedDocument) -> str:
    """The answer that a document gives; empty where it gives none."""
    return "" if claim.kind == "noise" else normalised(claim.answer)
