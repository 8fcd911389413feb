"""The candidates of a question in parts go in; one evidence set in which each part has its own comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import ClassVar

from loadsheet.artifacts import (
    CONTEXT,
    Evidence,
    EvidenceSet,
    FunnelStep,
    LeftOut,
    Query,
)
from loadsheet.corpus.terms import terms
from loadsheet.funnel.fuse import Fused
from loadsheet.intent.parts import borne_by
from loadsheet.stages.reduce import Found, Reduce
from loadsheet.trace import StageReport

NEARLY = 0.8
"""A passage is for each part on which it bears nearly as much as on the one that it suits best."""


@dataclass(frozen=True, slots=True)
class ReduceParts:
    """Reduce the candidates of each part for themselves, so that no part crowds out another."""

    name: ClassVar[str] = "reduce"
    reduce: Reduce

    def __call__(self, given: Found, /) -> EvidenceSet:
        """The evidence, the best of each part before the second best of any."""
        whole, *rest = [(one.question, self.reduce(one)) for one in each(given)]
        searched = {part for part, _ in rest}
        covered = [part for part in given.parts if part not in searched]
        return joined([whole, *rest], covered) if rest else assigned(whole[1], covered)

    def report(self, given: Found, gave: EvidenceSet, /) -> StageReport:
        """Names a part for which nothing was found; where none has anything, that is the failure."""
        whole = self.reduce.report(given, gave)
        held = {part for item in gave.evidence for part in item.parts}
        asked = (*given.parts, *(query.text for query in parts_of(given)))
        bare = [part for part in dict.fromkeys(asked) if part not in held]
        if not bare:
            return whole
        said = f"nothing of its own for: {'; '.join(bare)}"
        return StageReport(whole.tokens, whole.cost, whole.failure, (*whole.decisions, said))


def each(given: Found) -> list[Found]:
    """What was found for the question as a whole, then what was for each of its parts."""
    split = parts_of(given)
    own = frozenset(query.text for query in split)
    whole = [query for query in given.queries if query.text not in own]
    if not whole:
        return [given]
    parts = (of_queries(given, one.text, [one]) for one in split)
    return [of_queries(given, given.question, whole), *parts]


def assigned(found: EvidenceSet, parts: Sequence[str]) -> EvidenceSet:
    """What one search found for a question, each passage with the parts of the question on which it bears."""
    if not parts:
        return found
    rows = [
        row.model_copy(update={"parts": borne_by(row.candidate.whole, parts)})
        for row in found.evidence
    ]
    return found.model_copy(update={"evidence": tuple(rows)})


def parts_of(given: Found) -> list[Query]:
    """The queries for a part of the question; every other one is a reading of the whole."""
    return [query for query in given.queries if query.purpose.startswith("part ")]


def of_queries(given: Found, question: str, queries: Sequence[Query]) -> Found:
    """What was found for some of the queries, with the weights of their words; those of the conversation tell nothing
    of the question."""
    found = given.candidates
    texts = frozenset(query.text for query in queries)
    asked = (query.text for query in queries if query.purpose != CONTEXT)
    mine = frozenset(word for text in asked for word in terms(text))
    weights = tuple(
        row
        for row in found.weights
        if mine.intersection(terms(row[0])) or any(word.startswith(row[0]) for word in mine)
    )
    rows = tuple(row for row in found.candidates if row.query in texts)
    own = found.model_copy(update={"candidates": rows, "weights": weights})
    return Found(question=question, candidates=own, tokens=given.tokens, language=given.language)


def candidates_of(given: Found, reduce: Reduce) -> list[Fused]:
    """The passages that were found for the question as a whole, best first."""
    whole = [query for query in given.queries if query not in parts_of(given)]
    return reduce.listed(of_queries(given, given.question, whole).candidates)


def joined(parts: Sequence[tuple[str, EvidenceSet]], covered: Sequence[str] = ()) -> EvidenceSet:
    """One set of several: in turns, each passage once, and left out only where no part kept it.

    The first is the question as a whole, which takes its turn where it covers parts that were not searched by
    themselves; a passage says which parts it is for. The whole suffices by itself; the parts do together, as far as the
    weakest of them.
    """
    (_, found), *others = parts
    whole = assigned(found, covered)
    kept: dict[str, Evidence] = {}
    best = {
        id_: max(item.score for _, one in others for item in one.evidence if _id(item) == id_)
        for id_ in {_id(item) for _, one in others for item in one.evidence}
    }
    turns = [("", whole), *others] if covered else others
    for row in zip_longest(*([(text, item) for item in one.evidence] for text, one in turns)):
        for text, item in filter(None, row):
            known = kept.setdefault(_id(item), item)
            if text and item.score >= NEARLY * best[_id(item)]:
                update = {"parts": (*known.parts, text)}
                kept[_id(item)] = known.model_copy(update=update)
    for item in whole.evidence:
        kept.setdefault(item.candidate.passage_id, item)
    gone: dict[str, LeftOut] = {}
    for row in (row for _, one in parts for row in one.left_out if row.id not in kept):
        gone.setdefault(row.id, row)
    return whole.model_copy(
        update={
            "evidence": tuple(kept.values()),
            "steps": _summed(parts),
            "left_out": tuple(gone.values()),
            "sufficient": any(one.sufficient for _, one in parts),
            "confidence": max(whole.confidence, min(one.confidence for _, one in others)),
        }
    )


def _id(item: Evidence) -> str:
    return item.candidate.passage_id


def _summed(parts: Sequence[tuple[str, EvidenceSet]]) -> tuple[FunnelStep, ...]:
    """Each step with what went into it and what came out, over all parts."""
    steps: dict[str, list[FunnelStep]] = {}
    for step in (step for _, one in parts for step in one.steps):
        steps.setdefault(step.name, []).append(step)
    counted = ("given", "kept", "tokens_given", "tokens_kept")
    return tuple(
        same[0].model_copy(update={name: sum(getattr(s, name) for s in same) for name in counted})
        for same in steps.values()
    )
