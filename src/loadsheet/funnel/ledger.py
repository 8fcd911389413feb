"""What a step of the funnel took and kept goes in; its line in the ledger, and the rows of what it left out, out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from loadsheet.artifacts import (
    Candidate,
    CandidateList,
    Evidence,
    FunnelStep,
    LeftOut,
    Step,
)
from loadsheet.funnel.fuse import Fused
from loadsheet.funnel.rank import Ranked


def fusing(found: CandidateList, fused: Sequence[Fused], skip: Iterable[Step]) -> FunnelStep:
    """The lists of the sources as one."""
    lists = {(row.found_by, row.query) for row in found.candidates}
    several = (f"{len(lists)} lists; each passage stands once",) if len(lists) > 1 else ()
    return FunnelStep(
        name="fuse",
        given=len(found.candidates),
        kept=len(fused),
        tokens_given=sum(row.tokens for row in found.candidates),
        tokens_kept=sum(item.candidate.tokens for item in fused),
        score="sum of weight / (60 + rank)",
        notes=(*several, *(f"{step} is left out by the settings" for step in sorted(skip))),
    )


def merging(fused: Sequence[Fused], merged: Sequence[Ranked]) -> FunnelStep:
    """What repeats others, and what is left."""
    score = "every sentence is said by another passage"
    return step("deduplicate", fused, merged, score, "duplicate", "contained")


def dating(given: Sequence[Ranked], kept: Sequence[Ranked]) -> tuple[FunnelStep, ...]:
    """The texts of the date that is asked for; nothing where that tells none apart."""
    score = "the date that is asked for"
    return (step("date", given, kept, score, "other_date"),) if len(kept) < len(given) else ()


def isolating(kept: Sequence[Ranked], groups: Sequence[tuple[int, ...]]) -> FunnelStep:
    """What disagrees."""
    names = [", ".join(kept[place].candidate.passage_id for place in group) for group in groups]
    return FunnelStep(
        name="conflicts",
        given=len(kept),
        kept=len(kept),
        tokens_given=sum(item.candidate.tokens for item in kept),
        tokens_kept=sum(item.candidate.tokens for item in kept),
        notes=tuple(f"these disagree: {name}" for name in names),
    )


def compressing(evidence: Sequence[Evidence]) -> FunnelStep:
    """What the shorter forms keep; which of them goes aboard is for assembly to say."""
    ratios: dict[str, list[float]] = {}
    for form in (form for item in evidence for form in item.shorter):
        ratios.setdefault(form.name, []).append(form.ratio)
    tokens = sum(item.candidate.tokens for item in evidence)
    return FunnelStep(
        name="compress",
        given=len(evidence),
        kept=len(evidence),
        tokens_given=tokens,
        tokens_kept=tokens,
        score="words of the question, numbers, negations and rules",
        notes=tuple(
            f"{name}: {sum(found) / len(found):.0%} of the characters of {len(found)}"
            for name, found in ratios.items()
        ),
    )


def ranking(listed: Sequence[Fused], fused: Sequence[Fused], *, by_votes: bool) -> FunnelStep:
    """The order of the lists together, and how much of it goes on."""
    said = "mean of cosine + part of the best text score; votes without vectors"
    return step("rank", listed, fused, "votes" if by_votes else said, "beyond_candidates")


def reranking(
    found: CandidateList, question: str, order: Sequence[Ranked], scores: Mapping[str, float]
) -> tuple[FunnelStep, ...]:
    """What a reranker made of the order, with the score of each passage that it read; nothing where none was asked."""
    asked = next((row for row in found.rerankings if row.question == question), None)
    if asked is None:
        return ()
    size = sum(item.candidate.tokens for item in order)
    ids = [item.candidate.passage_id for item in order]
    return (
        FunnelStep(
            name="rerank",
            given=len(order),
            kept=len(order),
            tokens_given=size,
            tokens_kept=size,
            score=f"how well it answers, by {asked.model}",
            notes=(asked.failure,)
            if asked.failure
            else tuple(f"{id_}: {scores[id_]:.4f}" for id_ in ids if id_ in scores),
        ),
    )


def step(
    name: str,
    given: Sequence[Ranked | Fused],
    kept: Sequence[Ranked | Fused],
    score: str,
    *rules: str,
) -> FunnelStep:
    """A step that only leaves passages out, by `rules`."""
    return FunnelStep(
        name=name,
        given=len(given),
        kept=len(kept),
        tokens_given=sum(item.candidate.tokens for item in given),
        tokens_kept=sum(item.candidate.tokens for item in kept),
        score=score,
        rules=rules,
    )


def unlisted(item: Fused, most: int) -> LeftOut:
    """A passage that too many stand before."""
    reason = f"{most} passages of the lists stand before it"
    return _left_out(item.candidate, "beyond_candidates", reason)


def repeated(other: Candidate, candidate: Candidate, whole: bool) -> LeftOut:
    """A passage that another one says, too."""
    if not whole:
        return _left_out(candidate, "contained", f"{other.passage_id} says all of it and more")
    dates = (other.timestamp, candidate.timestamp)
    newer = dates[0] is not None and dates[1] is not None and dates[0] > dates[1]
    why = "is newer" if newer else "ranks better"
    return _left_out(candidate, "duplicate", f"says the same as {other.passage_id}, which {why}")


def beyond(item: Ranked, tokens: int) -> LeftOut:
    """A passage that the prompt has no room for."""
    reason = f"better passages fill a prompt of {tokens} tokens"
    return _left_out(item.candidate, "beyond_share", reason, item.bearing.relevance)


def of_other_date(item: Ranked) -> LeftOut:
    """A passage of a text of another date than the one that is asked for."""
    reason = "its text is of another date than the one that is asked for"
    return _left_out(item.candidate, "other_date", reason)


def below(item: Ranked, floor: float) -> LeftOut:
    """A passage that bears less than the floor."""
    score = item.bearing.relevance
    reason = f"relevance {score:.2f} is below the floor {floor:g}"
    return _left_out(item.candidate, "below_floor", reason, score)


def under_cap(item: Ranked, best: Ranked) -> LeftOut:
    """A passage that bears too little for the room that it takes."""
    score, most = item.bearing.relevance, best.bearing.relevance
    reason = f"relevance {score:.2f} is too far below the best, {most:.2f}, for what it takes"
    return _left_out(item.candidate, "below_cap", reason, score)


def _left_out(candidate: Candidate, rule: str, reason: str, score: float | None = None) -> LeftOut:
    return LeftOut.trusted(
        id=candidate.passage_id,
        kind="evidence",
        stage="reduce",
        rule=rule,
        reason=reason,
        tokens=candidate.tokens,
        score=score,
        sources=(candidate.source,),
        message=None,
        until=None,
        count=None,
    )
