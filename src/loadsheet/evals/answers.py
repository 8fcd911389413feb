"""Sets with judged passages or known answers go in; how good the quoted answers are comes out, beside two plain ways.

Whole turns are asked of the pipeline as it is set up. The plain ways are read off the same prompt: the first sentence
of its best passage, and all of that passage. What is known of the answers is read after the fact and never reaches a
stage.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from loadsheet.artifacts import Answer, Budget, Scope, SessionState, Turn
from loadsheet.assembly.citing import unmarked
from loadsheet.corpus import sentences
from loadsheet.corpus.terms import terms
from loadsheet.errors import InputError
from loadsheet.evals.bench import EPOCH, Bench, Figure, FigureSums, RetrievalReport, held, index
from loadsheet.evals.in_prompt import shown
from loadsheet.evals.judged import (
    TURNS,
    Disputed,
    DisputedSet,
    JudgedPassage,
    JudgedSet,
    Probe,
    exchanges,
    rows_of,
    sets_of,
)
from loadsheet.evals.metrics import holds, plain, text_of
from loadsheet.stages.recall import Recall
from loadsheet.stages.remember import Correct, Remember
from loadsheet.trace import Recorder

REFERENCES = Path("gold") / TURNS
"""Where the reference answers of conversations lie, beside the turns."""

UNANSWERABLE = "UNANSWERABLE"

Half = Literal["first", "second"]


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A question, and what is known of its answer."""

    id: str
    question: str
    history: tuple[tuple[str, str], ...] = ()
    right: tuple[str, ...] = ()
    """Texts of which a right answer holds one."""
    wrong: tuple[str, ...] = ()
    reference: str = ""
    """An answer that somebody wrote."""
    relevant: frozenset[str] = frozenset()
    """The documents that answer."""
    answerable: bool = True


async def measure(folder: Path, bench: Bench, half: Half | None = None) -> RetrievalReport:
    """Measure every set under `folder`, or half of the questions of each. Raises `InputError` where there is none."""
    # What one question states is nothing that another one may be answered from.
    pipeline = replace(bench.pipeline, correct=Correct(), recall=Recall(), remember=Remember())
    bench = replace(bench, pipeline=pipeline)
    figures: list[Figure] = []
    for one in sets_of(folder):
        tally = FigureSums(one.name)
        if isinstance(one, DisputedSet):
            await _disputed(one, bench, tally, half)
        else:
            await _judged(one, bench, tally, half)
        figures += tally.figures()
    return RetrievalReport(figures=tuple(figures))


async def _disputed(one: DisputedSet, bench: Bench, tally: FigureSums, half: Half | None) -> None:
    for number, question in enumerate(one.questions):
        if in_half(question.question, half):
            workspace = f"{one.name}/{number}"
            passages = [
                JudgedPassage(f"d{n}", "", claim.text) for n, claim in enumerate(question.claims)
            ]
            await index(bench, workspace, passages)
            texts = {passage.id: passage.text for passage in passages}
            await _ask(tally, bench, workspace, known_of(question), texts)
        bench.progress(one.name, "questions", number + 1, len(one.questions))


async def _judged(one: JudgedSet, bench: Bench, tally: FigureSums, half: Half | None) -> None:
    passages = list(one.passages())
    await index(bench, one.name, passages)
    texts = {passage.id: f"{passage.title}\n{passage.text}" for passage in passages}
    asked = [known for known in questions_of(one) if in_half(known.question, half)]
    for number, known in enumerate(asked, start=1):
        await _ask(tally, bench, one.name, known, texts)
        bench.progress(one.name, "questions", number, len(asked))


def known_of(question: Disputed) -> KnownAnswer:
    """What the documents of a question say of its answer. Raises `InputError` where a right one is empty."""
    if any(claim.kind == "correct" and not claim.answer.strip() for claim in question.claims):
        raise InputError(f"the answer to {question.question!r} is empty: write one")
    right = {claim.answer for claim in question.claims if claim.kind == "correct"}
    wrong = {claim.answer for claim in question.claims if claim.kind == "misinfo"}
    return KnownAnswer(
        id=question.question,
        question=question.question,
        right=tuple(sorted(right)),
        wrong=tuple(sorted(wrong - right)),
    )


def questions_of(one: JudgedSet) -> list[KnownAnswer]:
    """The questions of a set; of conversations those that have no answer too, where somebody says which."""
    home = one.corpus.parent
    references = home.parent / REFERENCES
    gold = {str(r["task_id"]): r for r in rows_of(references)} if references.is_file() else {}
    known = [_known(probe, gold.get(probe.id)) for probe in one.probes]
    for row in known:
        if row.answerable and row.id in gold and not row.reference.strip():
            raise InputError(
                f"{references}: the answer of {row.id!r} is empty: write one, or label it {UNANSWERABLE}"
            )
    if not one.talks:
        return known
    bare = [
        KnownAnswer(
            id=str(row["task_id"]),
            question=row["question"],
            history=tuple(exchanges(row["history"])),
            answerable=False,
        )
        for row in rows_of(home.parent / TURNS)
        if row.get("domain") == home.name
        and UNANSWERABLE in gold.get(str(row["task_id"]), {}).get("answerability", ())
    ]
    return [*(row for row in known if row.answerable), *bare]


def _known(probe: Probe, gold: Mapping[str, object] | None) -> KnownAnswer:
    gold = gold or {}
    labels = gold.get("answerability", ())
    return KnownAnswer(
        id=probe.id,
        question=probe.question,
        history=probe.history,
        reference=str(gold.get("answer", "")),
        relevant=frozenset(probe.relevant),
        answerable=not (isinstance(labels, list) and UNANSWERABLE in labels),
    )


def in_half(question: str, half: Half | None) -> bool:
    """Whether a question is in a half; which one it is in stays so whatever is added."""
    first = hashlib.sha256(question.encode()).digest()[0] % 2 == 0
    return half is None or first == (half == "first")


async def _ask(
    tally: FigureSums, bench: Bench, workspace: str, known: KnownAnswer, texts: Mapping[str, str]
) -> None:
    scope = Scope(workspace=workspace, session=f"answers {known.id}"[:200])
    state = await held(bench.pipeline, scope, known.history)
    state = state if known.history else SessionState(scope=scope)
    turn = Turn(id=f"answers {known.id}"[:200], scope=scope, text=known.question, asked_at=EPOCH)
    recorder = Recorder(lambda: EPOCH, Budget(prompt_tokens=bench.budget))
    answer = await bench.pipeline.answer(turn, state, recorder, lambda _piece: None)
    refused = float(answer.outcome == "insufficient_evidence")
    if not known.answerable:
        tally.add("turns", "right refusals", refused)
        return
    tally.add("turns", "wrong refusals", refused)
    if answer.outcome != "answered":
        return
    tally.add("turns", "grounded", grounded(answer, texts))
    if known.relevant:
        cited = {row.source.document for row in answer.citations}
        tally.add("turns", "cites a relevant one", float(bool(cited & known.relevant)))
    for way, text in ways(answer).items():
        _score(tally, way, text, known)


def ways(answer: Answer) -> dict[str, str]:
    """The answer without its markers, and what the plain ways make of the same prompt."""
    best = best_passage(answer)
    first = next(iter(sentences.split(best)), None)
    return {
        "quoted": unmarked(answer.text),
        "first sentence": best[first.start : first.end] if first else "",
        "best passage": best,
    }


def best_passage(answer: Answer) -> str:
    """The text of the best block of evidence in the prompt; empty where none is aboard."""
    rows = shown(answer)
    if not rows:
        return ""
    content = text_of(answer, max(rows, key=lambda row: row.score or 0.0))
    return content.partition("\n")[2].rpartition("</")[0].strip()


def _score(tally: FigureSums, way: str, text: str, known: KnownAnswer) -> None:
    if known.right:
        right = any(holds(text, one) for one in known.right if plain(one))
        tally.add(way, "holds an answer", float(right))
        wrong = any(holds(text, one) for one in known.wrong if plain(one))
        tally.add(way, "a wrong one alone", float(wrong and not right))
    if known.reference:
        for name, value in zip(
            ("recall", "precision", "F1"), overlap(text, known.reference), strict=True
        ):
            tally.add(way, f"words {name}", value)
    tally.add(way, "length", len(text.split()))


def overlap(text: str, reference: str) -> tuple[float, float, float]:
    """The part of the informative words of a reference that a text has, the part of its own that are there, and F1."""
    said, wanted = Counter(terms(text)), Counter(terms(reference))
    shared = (said & wanted).total()
    if not shared:
        return 0.0, 0.0, 0.0
    recall, precision = shared / wanted.total(), shared / said.total()
    return recall, precision, 2 * recall * precision / (recall + precision)


def grounded(answer: Answer, texts: Mapping[str, str]) -> float:
    """The part of the citations whose quotation stands in its document, but for white space; 0 where none is."""
    rows = answer.citations
    held_in = [_bare(row.quote) in _bare(texts.get(row.source.document or "", "")) for row in rows]
    return sum(held_in) / len(rows) if rows else 0.0


def _bare(text: str) -> str:
    return "".join(text.split())
