"""Candidates go in; the evidence comes out, best first, with a record of every candidate that did not make it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from loadsheet.artifacts import (
    Artifact,
    CandidateList,
    Corroboration,
    Evidence,
    EvidenceSet,
    FunnelStep,
    Lack,
    LeftOut,
    Query,
    Reranking,
    RoutePlan,
    Step,
)
from loadsheet.assembly.ladder import ladder
from loadsheet.corpus.dates import time_called
from loadsheet.funnel import ledger
from loadsheet.funnel.absence import lack_of, searched
from loadsheet.funnel.conflicts import conflicts
from loadsheet.funnel.dated import of_date
from loadsheet.funnel.fuse import NEAREST, WEIGHTS, Fused, by_scores, fuse
from loadsheet.funnel.merge import Kept, merge
from loadsheet.funnel.rank import Ranked, rank, reranked, scores_of, within_cap
from loadsheet.funnel.relevance import bearings, confidence
from loadsheet.intent.flags.self_questions import asks_who_they_are
from loadsheet.intent.language.answer_type import holds
from loadsheet.intent.language.words import language
from loadsheet.memory.recall import first_person
from loadsheet.stages.retrieve import merged
from loadsheet.trace import StageReport

CANDIDATES = 40
"""The best of all lists that are looked at further: twice what a budget of 8,000 holds at 240 tokens each."""

FLOOR = 0.05
"""Relevance below which a passage is no evidence: it shares a common word with the question and no more."""

CAP = 0.55
"""The part of the best passage's relevance that one needs once `ROOM` is taken: fitted on halves of clapnq and fiqa,
where .5 to .6 let 97 % of the passages that answer through."""

ROOM = 1500
"""Tokens along which that limit rises from nothing: some eight passages."""

SUFFICIENT = 0.5
"""Confidence from which the evidence suffices: even odds."""


class Found(Artifact):
    """The candidates, and the question that evidence is to answer."""

    question: str
    candidates: CandidateList
    tokens: int = 0
    """What the whole prompt may hold; 0 sets no limit."""
    queries: tuple[Query, ...] = ()
    """What was searched: the question as a whole, and each of its parts where it was searched in parts."""
    parts: tuple[str, ...] = ()
    """The parts of the question, whether they were searched or not."""
    language: str = ""
    """The language of the reply; that of the question where nobody said."""

    def with_more(
        self, plan: RoutePlan, found: CandidateList, tokens: int, language: str = ""
    ) -> Found:
        """This, and what the searches of a plan found beside it, for a reply in a language."""
        queries = (*self.queries, *plan.queries.queries)
        return Found(
            question=queries[0].text,
            candidates=merged([self.candidates, found]),
            tokens=tokens,
            queries=queries,
            parts=plan.parts,
            language=language or self.language,
        )

    def read_by(self, rerankings: Sequence[Reranking]) -> Found:
        """This, with what a reranker made of it."""
        read = (*self.candidates.rerankings, *rerankings)
        found = self.candidates.model_copy(update={"rerankings": read})
        return self.model_copy(update={"candidates": found})


UNSEARCHED = Found(question="", candidates=CandidateList())
"""Before the first search."""


@dataclass(frozen=True, slots=True)
class _Narrowed:
    """What was left after each step of the funnel, in the order of the steps."""

    listed: list[Fused]
    fused: list[Fused]
    scores: Mapping[str, float]
    """What a reranker says of them, where there is one."""
    merged: list[Ranked]
    order: list[Ranked]
    elsewhere: list[Ranked]
    """What speaks of another date than the question."""
    above: list[Ranked]
    capped: list[Ranked]
    fitting: list[Ranked]

    @property
    def repeats(self) -> int:
        """How many said what others say."""
        return len(self.fused) - len(self.merged)


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
        left = self._narrowed(given)
        answering = _of_the_user(given.question, left.fitting)
        valued = [item for item in answering if holds(given.question, item.candidate.whole)]
        sure = confidence([item.bearing for item in valued], given.candidates.documents)
        lack: Lack = ""
        if sure < self.sufficient:
            lack = lack_of(given.candidates, len(left.fused), left.repeats)
            if lack == "nothing_relevant" and len(answering) < len(left.fitting):
                lack = "other_speaker"
        groups = self._groups(given.question, left.fitting)
        evidence = [self._evidence(item, given.question) for item in left.fitting]
        return EvidenceSet(
            evidence=isolated(evidence, groups),
            steps=(
                *self._steps(given, left),
                *((ledger.isolating(left.fitting, groups),) if groups else ()),
                *((ledger.compressing(evidence),) if evidence else ()),
            ),
            left_out=self._left_out(left, given.tokens),
            sufficient=sure >= self.sufficient,
            confidence=sure,
            lack=lack,
            searched=searched(
                given.candidates,
                lack,
                left.repeats,
                given.language or language(given.question),
                left.fitting[0].candidate.label if left.fitting else "",
            ),
        )

    def _narrowed(self, given: Found) -> _Narrowed:
        """What each step of the funnel lets through."""
        listed = self.listed(given.candidates)
        fused = listed[: self.candidates]
        scores = self._scores(given.candidates, given.question)
        merged = self._ranked(given, fused, scores)
        order, elsewhere = of_date(given.question, merged)
        above = [item for item in order if item.bearing.relevance >= self._least]
        sizes = [(item.bearing.relevance, item.candidate.tokens) for item in above]
        cap = 0.0 if "cap" in self.skip else self.cap
        capped = above[: within_cap(sizes, cap, self.room)]
        fitting = _within(capped, given.tokens)
        return _Narrowed(listed, fused, scores, merged, order, elsewhere, above, capped, fitting)

    @property
    def _least(self) -> float:
        return 0.0 if "threshold" in self.skip else self.floor

    def _steps(self, given: Found, left: _Narrowed) -> tuple[FunnelStep, ...]:
        """The ledger of the steps that let something go."""
        least = f"relevance ≥ {self._least:g}"
        cap = self._said_of_cap
        return (
            ledger.fusing(given.candidates, left.listed, self.skip),
            *self._ranking(left.listed, left.fused),
            ledger.merging(left.fused, left.merged),
            *ledger.reranking(given.candidates, given.question, left.merged, left.scores),
            *ledger.dating(left.merged, left.order),
            ledger.step("threshold", left.order, left.above, least, "below_floor"),
            ledger.step("cap", left.above, left.fitting, cap, "below_cap", "beyond_share"),
        )

    def _left_out(self, left: _Narrowed, tokens: int) -> tuple[LeftOut, ...]:
        """A line for each candidate that a step let go, and why."""
        return (
            *(ledger.unlisted(item, self.candidates) for item in left.listed[self.candidates :]),
            *(
                ledger.repeated(item.candidate, repeat.candidate, repeat.whole)
                for item in left.merged
                for repeat in item.kept.repeats
            ),
            *map(ledger.of_other_date, left.elsewhere),
            *(ledger.below(item, self.floor) for item in left.order[len(left.above) :]),
            *(ledger.under_cap(item, left.above[0]) for item in left.above[len(left.capped) :]),
            *(ledger.beyond(item, tokens) for item in left.capped[len(left.fitting) :]),
        )

    def listed(self, found: CandidateList) -> list[Fused]:
        """Each passage once, best first."""
        fused = fuse(found.candidates, self.weights)
        return fused if "rank" in self.skip else by_scores(fused, self.weights)

    def ranked(self, given: Found) -> list[Ranked]:
        """What the thresholds judge: the best candidates, repeats merged, each with how much it bears."""
        found = given.candidates
        fused = self.listed(found)[: self.candidates]
        return self._ranked(given, fused, self._scores(found, given.question))

    def _ranked(
        self, given: Found, fused: Sequence[Fused], scores: Mapping[str, float]
    ) -> list[Ranked]:
        # The thresholds are fitted to what passages bear, in any order; a reranker changes the order alone.
        merged = reranked(self._merged(fused), scores)
        return rank(merged, bearings(fused, dict(given.candidates.weights), given.question))

    def _scores(self, found: CandidateList, question: str) -> dict[str, float]:
        return {} if "rerank" in self.skip else scores_of(found, question)

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
                    passage_id=repeat.candidate.passage_id, source=repeat.candidate.source
                )
                for repeat in item.kept.repeats
            ),
        )

    def _ranking(self, listed: Sequence[Fused], fused: Sequence[Fused]) -> tuple[FunnelStep, ...]:
        """The line of the order, where more than votes made it, or not all of it goes on."""
        near = any(item.found_by(NEAREST) for item in listed)
        by_votes = "rank" in self.skip
        if len(listed) > len(fused) or (near and not by_votes):
            return (ledger.ranking(listed, fused, by_votes=by_votes),)
        return ()

    @property
    def _said_of_cap(self) -> str:
        if "cap" in self.skip:
            return "room in the prompt"
        return f"relevance ≥ {self.cap:g} of the best beyond {self.room} tokens, less before"

    def report(self, given: Found, gave: EvidenceSet, /) -> StageReport:
        """The failure signal is that nothing is left of what was found."""
        lost = given.candidates.candidates and not gave.evidence
        return StageReport(
            tokens=sum(item.candidate.tokens for item in gave.evidence),
            failure="nothing relevant among the candidates" if lost else None,
            decisions=tuple(f"{step.name}: {step.given} → {step.kept}" for step in gave.steps),
        )


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
    keys = asks_who_they_are(question)
    if keys is None:
        return list(found)
    return [item for item in found if not first_person.of_another(keys, item.candidate.text)]


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
    """When it was true, in seconds: by its time, or the date that it is called by; what has neither is the oldest."""
    passage = item.candidate
    time = passage.timestamp or time_called(passage.title, passage.document)
    return float("-inf") if time is None else time.timestamp()
