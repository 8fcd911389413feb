"""Candidates go in; the evidence comes out, best first, with a record of every candidate that did not make it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from loadsheet.artifacts import (
    Artifact,
    Block,
    Candidate,
    CandidateList,
    Corroboration,
    Evidence,
    EvidenceSet,
    FunnelStep,
    Lack,
    LeftOut,
    Query,
    Source,
    Step,
)
from loadsheet.assembly.blocks import block
from loadsheet.assembly.ladder import ladder
from loadsheet.funnel.conflicts import conflicts
from loadsheet.funnel.fuse import NEAREST, WEIGHTS, Fused, by_scores, fuse
from loadsheet.funnel.merge import Kept, merge
from loadsheet.funnel.relevance import Bearing, bearings, by_relevance, confidence, in_order
from loadsheet.memory import strangers
from loadsheet.ports import Counter
from loadsheet.trace import Report

CANDIDATES = 40
"""The best of all lists that are looked at further: twice what a budget of 8,000 holds at 240 tokens each."""

FLOOR = 0.05
"""Relevance below which a passage is no evidence: it shares a common word with the question and no more."""

CAP = 0.55
"""The part of the best passage's relevance that one needs once `ROOM` is taken: fitted on halves of clapnq and fiqa,
where .5 to .6 let 97 % of the passages that answer through."""

ROOM = 1500
"""Tokens along which that limit rises from nothing: some eight passages."""

RISE = 3
"""The power with which it rises: what comes first costs next to nothing."""

SUFFICIENT = 0.5
"""Confidence from which the evidence suffices: even odds."""

REPETITIVE = 0.5
"""The part of the candidates that repeat others from which a search brought repeats and little else."""


class Found(Artifact):
    """The candidates, and the question that evidence is to answer."""

    question: str
    candidates: CandidateList
    tokens: int = 0
    """What the whole prompt may hold; 0 sets no limit."""
    queries: tuple[Query, ...] = ()
    """What was searched: the question as a whole, then each of its parts where it has several."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage on its way through the funnel: what it stands for, and how much it bears on the question."""

    kept: Kept
    bearing: Bearing

    @property
    def candidate(self) -> Candidate:
        """The passage."""
        return self.kept.candidate


@dataclass(frozen=True, slots=True)
class Reduce:
    """Fuse the lists, merge what says the same, say how much the rest bears on the question, drop what lies below the
    floor and what bears too little for the room that it takes, and put together what disagrees."""

    name: ClassVar[str] = "reduce"
    candidates: int = CANDIDATES
    """How many of the best of all lists are looked at further."""
    floor: float = FLOOR
    cap: float = CAP
    room: int = ROOM
    sufficient: float = SUFFICIENT
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)
    """What each source counts."""
    skip: frozenset[Step] = frozenset()
    """The steps that are left out."""

    def __call__(self, given: Found, /) -> EvidenceSet:
        """The evidence, in the order of the candidates; its scores never rise along it."""
        found = given.candidates
        listed = self.listed(found)
        fused = listed[: self.candidates]
        order = self._ranked(found, fused)
        floor = 0.0 if "threshold" in self.skip else self.floor
        above = [item for item in order if item.bearing.relevance >= floor]
        sizes = [(item.bearing.relevance, item.candidate.tokens) for item in above]
        cap = 0.0 if "cap" in self.skip else self.cap
        capped = above[: within_cap(sizes, cap, self.room)]
        fitting = _within(capped, given.tokens)
        answering = _of_the_user(given.question, fitting)
        sure = confidence([item.bearing for item in answering])
        sufficient = sure >= self.sufficient
        lack: Lack = "" if sufficient else lack_of(found, len(fused), len(fused) - len(order))
        if lack == "nothing_relevant" and len(answering) < len(fitting):
            lack = "other_speaker"
        groups = self._groups(given.question, fitting)
        evidence = [self._evidence(item, given.question) for item in fitting]
        return EvidenceSet(
            evidence=isolated(evidence, groups),
            steps=(
                _fusing(found, listed, self.skip),
                *((self._ranking(listed, fused),) if self._is_ranked(listed, fused) else ()),
                _merging(fused, order),
                _step("threshold", order, above, f"relevance ≥ {floor:g}", "below_floor"),
                _step("cap", above, fitting, self._said_of_cap, "below_cap", "beyond_share"),
                *((_isolating(fitting, groups),) if groups else ()),
                *((_compressing(evidence),) if evidence else ()),
            ),
            left_out=(
                *(_unlisted(item, self.candidates) for item in listed[self.candidates :]),
                *(
                    _repeated(item.candidate, repeat.candidate, repeat.whole)
                    for item in order
                    for repeat in item.kept.repeats
                ),
                *(_below(item, self.floor) for item in order[len(above) :]),
                *(self._under_cap(item, above) for item in above[len(capped) :]),
                *(_beyond(item, given.tokens) for item in capped[len(fitting) :]),
            ),
            sufficient=sufficient,
            confidence=sure,
            lack=lack,
            searched=searched(found, lack, len(fused) - len(order)),
        )

    def listed(self, found: CandidateList) -> list[Fused]:
        """Each passage once, best first."""
        fused = fuse(found.candidates, self.weights)
        return fused if "rank" in self.skip else by_scores(fused, self.weights)

    def ranked(self, found: CandidateList) -> list[Ranked]:
        """What the thresholds judge: the best candidates, repeats merged, each with how much it bears."""
        return self._ranked(found, self.listed(found)[: self.candidates])

    def _ranked(self, found: CandidateList, fused: Sequence[Fused]) -> list[Ranked]:
        return rank(self._merged(fused), bearings(fused, dict(found.weights)))

    def _merged(self, fused: Sequence[Fused]) -> list[Kept]:
        """Those that say something of their own; every one where repeats are left alone."""
        passages = [item.candidate for item in fused]
        if "deduplicate" in self.skip:
            return [Kept(place, passage) for place, passage in enumerate(passages)]
        return merge(passages)

    def _groups(self, question: str, kept: Sequence[Ranked]) -> list[tuple[int, ...]]:
        if "conflicts" in self.skip:
            return []
        return conflicts(question, [item.candidate.text for item in kept])

    def _evidence(self, item: Ranked, question: str) -> Evidence:
        candidate = item.candidate
        shorter = ()
        if "compress" not in self.skip:
            shorter = ladder(candidate.text, question, offset=candidate.start)
        return Evidence(
            candidate=candidate,
            score=item.bearing.relevance,
            shorter=shorter,
            corroborated_by=tuple(
                Corroboration(
                    passage_id=repeat.candidate.passage_id, source=source_of(repeat.candidate)
                )
                for repeat in item.kept.repeats
            ),
        )

    def _is_ranked(self, listed: Sequence[Fused], fused: Sequence[Fused]) -> bool:
        """Whether more than votes made the order, or not all of it goes on."""
        near = any(item.score_of(NEAREST) is not None for item in listed)
        return len(listed) > len(fused) or (near and "rank" not in self.skip)

    def _ranking(self, listed: Sequence[Fused], fused: Sequence[Fused]) -> FunnelStep:
        said = "mean of cosine + part of the best text score; votes without vectors"
        return FunnelStep(
            name="rank",
            given=len(listed),
            kept=len(fused),
            tokens_given=sum(item.candidate.tokens for item in listed),
            tokens_kept=sum(item.candidate.tokens for item in fused),
            score="votes" if "rank" in self.skip else said,
            rules=("beyond_candidates",),
        )

    @property
    def _said_of_cap(self) -> str:
        if "cap" in self.skip:
            return "room in the prompt"
        return f"relevance ≥ {self.cap:g} of the best beyond {self.room} tokens, less before"

    def _under_cap(self, item: Ranked, above: Sequence[Ranked]) -> LeftOut:
        score, best = item.bearing.relevance, above[0].bearing.relevance
        reason = f"relevance {score:.2f} is too far below the best, {best:.2f}, for what it takes"
        return _left_out(item.candidate, "below_cap", reason, score)

    def report(self, given: Found, gave: EvidenceSet, /) -> Report:
        """The failure signal is that nothing is left of what was found."""
        lost = given.candidates.candidates and not gave.evidence
        return Report(
            tokens=sum(item.candidate.tokens for item in gave.evidence),
            failure="nothing relevant among the candidates" if lost else None,
            decisions=tuple(f"{step.name}: {step.given} → {step.kept}" for step in gave.steps),
        )


def within_cap(found: Sequence[tuple[float, int]], cap: float, room: int) -> int:
    """How many of the passages, given by relevance and tokens, bear enough on the question for the room that better
    ones have taken already."""
    taken = 0
    for place, (relevance, tokens) in enumerate(found):
        full = min(1.0, taken / room) if room else 1.0
        if relevance < cap * full**RISE * found[0][0]:
            return place
        taken += tokens
    return len(found)


def ranked(found: CandidateList, weights: Mapping[str, float] = WEIGHTS) -> list[Ranked]:
    """Every passage that was found, best first; repeats too."""
    fused = by_scores(fuse(found.candidates, weights), weights)
    alone = [Kept(place, item.candidate) for place, item in enumerate(fused)]
    return rank(alone, bearings(fused, dict(found.weights)))


def rank(merged: Sequence[Kept], found: Sequence[Bearing]) -> list[Ranked]:
    """What was kept, in its order; a passage bears as much as the best of those that it stands for."""
    best = (max((found[place] for place in places_of(item)), key=by_relevance) for item in merged)
    return [Ranked(*pair) for pair in zip(merged, in_order(best), strict=True)]


def _within(capped: Sequence[Ranked], tokens: int) -> list[Ranked]:
    """What a prompt of so many tokens could hold at the most; all of it where no size is given."""
    taken = 0
    for place, item in enumerate(capped):
        if tokens and taken >= tokens:
            return list(capped[:place])
        taken += item.candidate.tokens
    return list(capped)


def _of_the_user(question: str, found: Sequence[Ranked]) -> list[Ranked]:
    """What may answer: where users ask who they are, not what somebody else says of themselves.

    That is evidence all the same: a reader may know that they wrote it. By itself it does not suffice.
    """
    keys = strangers.asks_who_they_are(question)
    if keys is None:
        return list(found)
    return [item for item in found if not strangers.of_another(keys, item.candidate.text)]


def places_of(item: Kept) -> list[int]:
    """The places of a passage and of its repeats."""
    return [item.place, *(repeat.place for repeat in item.repeats)]


def lack_of(found: CandidateList, passages: int, repeats: int) -> Lack:
    """Why there is not enough to answer from."""
    if not found.candidates and found.missing:
        return "not_answered"
    if not found.documents and not found.candidates:
        return "empty_index"
    if not found.candidates:
        return "nothing_found"
    if repeats >= REPETITIVE * passages:
        return "only_repeats"
    return "nothing_relevant"


def isolated(
    evidence: Sequence[Evidence], groups: Sequence[tuple[int, ...]]
) -> tuple[Evidence, ...]:
    """The evidence with the name of its group on each piece that others contradict, the fresher ones of a group first.

    The fresher piece takes the better place with the score of that place, so that it is the last to go ashore.
    """
    made = list(evidence)
    for places in groups:
        name = f"disagree:{evidence[places[0]].candidate.passage_id}"
        ordered = sorted(places, key=lambda place: (-_age(evidence[place]), place))
        for place, chosen in zip(places, ordered, strict=True):
            update = {"conflict": name, "score": evidence[place].score}
            made[place] = evidence[chosen].model_copy(update=update)
    return tuple(made)


def _age(item: Evidence) -> float:
    """When it was true, in seconds; what has no time is the oldest."""
    time = item.candidate.timestamp
    return float("-inf") if time is None else time.timestamp()


def searched(found: CandidateList, lack: Lack = "", repeats: int = 0) -> str:
    """What was searched, for an answer that has to say so."""
    late = "; ".join(f"{row.source} did not answer ({row.reason})" for row in found.missing)
    if lack == "empty_index":
        return "nothing is indexed yet"
    if lack == "not_answered":
        return late
    documents = "1 document" if found.documents == 1 else f"{found.documents} documents"
    passages = len({row.passage_id for row in found.candidates})
    said = f"{documents} searched, {_counted(passages)} looked at"
    if lack == "only_repeats":
        said += f", {repeats} of them repeat others and none bears enough on the question"
    elif lack == "nothing_relevant":
        said += ", none of them bears enough on the question"
    elif lack == "other_speaker":
        said += ", and what bears on the question is said by its author of themselves"
    elif lack == "nothing_found":
        said = f"{documents} searched, no passage speaks of it"
    return f"{said}; {late}" if late else said


def _counted(passages: int) -> str:
    return "1 passage" if passages == 1 else f"{passages} passages"


def groups_of(evidence: EvidenceSet, against: Mapping[str, str]) -> dict[str, str | None]:
    """The group of each passage that something contradicts; `against` names those that memory does."""
    return {
        item.candidate.passage_id: against.get(item.candidate.passage_id, item.conflict)
        for item in evidence.evidence
    }


def label_of(names: Iterable[str | None], name: str) -> str:
    """What a prompt calls a group, by the order in which the groups are named; the same in evidence and in memory."""
    return f"group {list(dict.fromkeys(filter(None, names))).index(name) + 1}"


def blocks_of(
    evidence: EvidenceSet, counter: Counter, against: Mapping[str, str] | None = None
) -> list[Block]:
    """A numbered block for each piece of evidence; the number is what an answer cites.

    `against` names the groups of passages that memory contradicts.
    """
    made: list[Block] = []
    groups = groups_of(evidence, against or {})
    for number, item in enumerate(evidence.evidence, start=1):
        candidate = item.candidate
        group = groups[candidate.passage_id]
        attributes = {"id": str(number), "source": candidate.label}
        if candidate.timestamp is not None:
            attributes["date"] = candidate.timestamp.date().isoformat()
        if group is not None:
            attributes["disagrees"] = label_of(groups.values(), group)
        if item.parts:
            attributes["for"] = " | ".join(item.parts)
        made.append(
            block(
                "evidence",
                f"evidence:{number}",
                candidate.text,
                counter=counter,
                producer="reduce",
                rule="above_floor",
                reason=f"{candidate.label} speaks of {', '.join(candidate.matched) or 'the question'}",
                attributes=attributes,
                shorter=item.shorter,
                referable=True,
                score=item.score,
                group=item.parts[0] if item.parts else "",
                sources=(source_of(candidate), *(row.source for row in item.corroborated_by)),
                conflict=group,
            )
        )
    return made


def source_of(candidate: Candidate) -> Source:
    """Where a candidate stands."""
    return Source(
        document=candidate.document,
        version=candidate.version,
        start=candidate.start,
        end=candidate.end,
        page=candidate.pages[0] if candidate.pages else None,
        page_starts=candidate.page_starts or None,
    )


# ---------------------------------------------------------------- the ledger


def _fusing(found: CandidateList, fused: Sequence[Fused], skip: Iterable[Step]) -> FunnelStep:
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


def _merging(fused: Sequence[Fused], merged: Sequence[Ranked]) -> FunnelStep:
    return FunnelStep(
        name="deduplicate",
        given=len(fused),
        kept=len(merged),
        tokens_given=sum(item.candidate.tokens for item in fused),
        tokens_kept=sum(item.candidate.tokens for item in merged),
        score="every sentence is said by another passage",
        rules=("duplicate", "contained"),
    )


def _isolating(kept: Sequence[Ranked], groups: Sequence[tuple[int, ...]]) -> FunnelStep:
    names = [", ".join(kept[place].candidate.passage_id for place in group) for group in groups]
    return FunnelStep(
        name="conflicts",
        given=len(kept),
        kept=len(kept),
        tokens_given=sum(item.candidate.tokens for item in kept),
        tokens_kept=sum(item.candidate.tokens for item in kept),
        notes=tuple(f"these disagree: {name}" for name in names),
    )


def _compressing(evidence: Sequence[Evidence]) -> FunnelStep:
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


def _step(
    name: str, given: Sequence[Ranked], kept: Sequence[Ranked], score: str, *rules: str
) -> FunnelStep:
    return FunnelStep(
        name=name,
        given=len(given),
        kept=len(kept),
        tokens_given=sum(item.candidate.tokens for item in given),
        tokens_kept=sum(item.candidate.tokens for item in kept),
        score=score,
        rules=rules,
    )


def _unlisted(item: Fused, most: int) -> LeftOut:
    reason = f"{most} passages of the lists stand before it"
    return _left_out(item.candidate, "beyond_candidates", reason)


def _repeated(other: Candidate, candidate: Candidate, whole: bool) -> LeftOut:
    if not whole:
        return _left_out(candidate, "contained", f"{other.passage_id} says all of it and more")
    dates = (other.timestamp, candidate.timestamp)
    newer = dates[0] is not None and dates[1] is not None and dates[0] > dates[1]
    why = "is newer" if newer else "ranks better"
    return _left_out(candidate, "duplicate", f"says the same as {other.passage_id}, which {why}")


def _beyond(item: Ranked, tokens: int) -> LeftOut:
    reason = f"better passages fill a prompt of {tokens} tokens"
    return _left_out(item.candidate, "beyond_share", reason, item.bearing.relevance)


def _below(item: Ranked, floor: float) -> LeftOut:
    score = item.bearing.relevance
    reason = f"relevance {score:.2f} is below the floor {floor:g}"
    return _left_out(item.candidate, "below_floor", reason, score)


def _left_out(candidate: Candidate, rule: str, reason: str, score: float | None = None) -> LeftOut:
    return LeftOut(
        id=candidate.passage_id,
        kind="evidence",
        stage="reduce",
        rule=rule,
        reason=reason,
        tokens=candidate.tokens,
        score=score,
        sources=(source_of(candidate),),
    )
