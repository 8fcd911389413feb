"""Sets with judged passages go in; how well retrieval, the funnel and the assembled prompt do on each comes out.

Everything runs through the stages of the pipeline as it is set up: the baselines are the lists of single sources in the
same candidates that are fused. Judgements are read after the fact and never reach a stage.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from loadsheet.artifacts import (
    Artifact,
    Budget,
    CandidateList,
    Chunk,
    Document,
    Entry,
    EvidenceSet,
    Partial,
    Prepared,
    Query,
    QuerySet,
    Scope,
    SessionState,
    Turn,
    Value,
)
from loadsheet.artifacts.outcome import Reply
from loadsheet.evals.judged import Claim, Disputed, DisputedSet, JudgedSet, Passage, Probe, sets_of
from loadsheet.evals.memory import plain
from loadsheet.evals.ranking import ndcg, recall
from loadsheet.evals.report import GateResult, Mean, gate_from, judge
from loadsheet.evals.steps import WHOLE, unlikened, ways_of
from loadsheet.funnel.fuse import WEIGHTS, by_scores, fuse
from loadsheet.pipeline import Pipeline, transcript_of
from loadsheet.ports import Store
from loadsheet.stages.reduce import Found
from loadsheet.stages.rerank import Judged, Judging, Rerank
from loadsheet.stages.route import settled
from loadsheet.trace import Recorder, unpack

DEPTH = 100
"""Candidates of each source for a question without a conversation: what recall@100 needs."""

SMALL = 2000
"""The budget, in tokens, that recall in the prompt is measured at."""

TIGHT = 800
"""A budget that does not hold every document of a question that brings some."""

EPOCH = datetime(2025, 3, 1, 12, tzinfo=UTC)
"""When everything was said and written: the sets carry no times, and none may count."""

Given = TypeVar("Given", CandidateList, EvidenceSet)

STAGES = {CandidateList: "retrieve", EvidenceSet: "reduce"}
"""The stage that gives each artifact."""

Progress = Callable[[str, str, int, int], None]
"""Told a set, what is done with it, how much of it is done, and of how much."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What is measured: the stages as they are set up, over a store that keeps the corpora between runs."""

    store: Store
    pipeline: Pipeline
    embed: Callable[[str, Callable[[Partial], None]], Awaitable[Partial]] | None
    """Makes the vectors that a workspace still lacks; None where there is no embedder."""
    budget: int = 8000
    """The prompt's budget where no small one is asked for."""
    steps: bool = False
    """Whether each step of the funnel is measured with and without."""
    progress: Progress = lambda _set, _doing, _done, _of: None


class Figure(Value):
    """One number: a metric of one way of doing it, over so many questions."""

    set: str
    way: str
    metric: str
    value: float
    count: int

    @property
    def name(self) -> str:
        """How a gate names it."""
        return f"{self.set}/{self.way}/{self.metric}"


class RetrievalReport(Artifact):
    """Every figure, set by set."""

    figures: tuple[Figure, ...]


@dataclass(slots=True)
class Tally:
    """Sums the figures of a set up; they come out in the order in which they first came in."""

    set: str
    values: dict[tuple[str, str], list[float]] = field(
        default_factory=lambda: defaultdict[tuple[str, str], list[float]](list)
    )

    def add(self, way: str, metric: str, value: float) -> None:
        """One question more."""
        self.values[way, metric].append(value)

    def figures(self) -> list[Figure]:
        """The means; of milliseconds the median, since one slow question tells nothing."""
        return [
            Figure(
                set=self.set,
                way=way,
                metric=metric,
                value=round(statistics.median(rows) if metric.endswith("ms") else _mean(rows), 4),
                count=len(rows),
            )
            for (way, metric), rows in self.values.items()
        ]


async def measure(folder: Path, bench: Bench) -> RetrievalReport:
    """Measure every set under `folder`. Raises `InputError` where there is none."""
    figures: list[Figure] = []
    for one in sets_of(folder):
        if isinstance(one, DisputedSet):
            figures += await disputed(one, bench)
            continue
        await index(bench, one.name, one.passages())
        figures += await (conversations if one.talks else questions)(one, bench)
    return RetrievalReport(figures=tuple(figures))


def judged(report: RetrievalReport, gates: Iterable[str]) -> list[GateResult]:
    """Whether each gate, `SET/WAY/METRIC>=VALUE`, is passed. Raises `SettingsError` for one that names no figure."""
    means = [
        Mean(metric=row.name, value=row.value, measured=row.count, not_applicable=0, failed=0)
        for row in report.figures
    ]
    return [judge(gate_from(text, [row.metric for row in means]), means) for text in gates]


async def index(bench: Bench, workspace: str, passages: Iterable[Passage]) -> None:
    """Bring a workspace to hold these passages and no others, each as it is judged: a document of one passage."""
    stored = {row.id for row in await bench.store.documents(workspace)}
    for number, passage in enumerate(passages, start=1):
        stored.discard(passage.id)
        text, tokens = passage.text, bench.pipeline.counter.count(passage.text)
        await bench.store.put(
            workspace,
            Document(id=passage.id, text=text, title=passage.title),
            [Chunk(ordinal=0, start=0, end=len(text), text=text, tokens=tokens)],
            EPOCH,
        )
        bench.progress(workspace, "passages", number, 0)
    await bench.store.remove(workspace, sorted(stored), EPOCH)
    if bench.embed:
        await bench.embed(
            workspace, lambda so: bench.progress(workspace, "vectors", so.have, so.of)
        )


# ---------------------------------------------------------------- questions


async def questions(one: JudgedSet, bench: Bench) -> list[Figure]:
    """nDCG@10 and recall@100 of each source's own list and of all of them together."""
    tally = Tally(one.name)
    for number, probe in enumerate(one.probes, start=1):
        found = await as_written(bench, one.name, probe.question)
        weights = bench.pipeline.reduce.weights
        rankings = ways(unlikened(found), weights)
        rankings["all sources, fed back"] = ways(found, weights)["all sources"]
        if bench.pipeline.rerank:
            read = await read_by(bench, probe.question, found, bench.pipeline.rerank)
            rankings["all sources, fed back, reranked"] = read
        for way, ranking in rankings.items():
            tally.add(way, "nDCG@10", ndcg(ranking, probe.relevant, 10))
            tally.add(way, "recall@100", recall(ranking, probe.relevant, DEPTH))
        bench.progress(one.name, "questions", number, len(one.probes))
    return tally.figures()


async def as_written(bench: Bench, workspace: str, question: str) -> CandidateList:
    """What the sources return for a question alone."""
    queries = QuerySet(workspace=workspace, queries=(Query(text=question),), limit=DEPTH)
    return await bench.pipeline.retrieve(queries)


async def read_by(bench: Bench, question: str, found: CandidateList, rerank: Rerank) -> list[str]:
    """The ranking after a reranker has read the best of it, whether it is called for or not, by document."""
    searched = Found(question=question, candidates=found)
    judging = Judging(searched=searched, evidence=EvidenceSet())
    judged = await rerank(judging)
    update = {"candidates": found.model_copy(update={"rerankings": judged.rerankings})}
    read = bench.pipeline.reduce.ranked(searched.model_copy(update=update))
    rest = ways(found, bench.pipeline.reduce.weights)["all sources"]
    return list(dict.fromkeys((*(item.candidate.document for item in read), *rest)))


def ways(found: CandidateList, weights: Mapping[str, float] = WEIGHTS) -> dict[str, list[str]]:
    """The ranking of each source, and that of all of them with the weight of each, by document."""
    lists: dict[str, list[str]] = defaultdict(list)
    for row in sorted(found.candidates, key=lambda row: row.rank):
        lists[row.found_by].append(row.document)
    fused = by_scores(fuse(found.candidates, weights), weights)
    lists["all sources"] = [item.candidate.document for item in fused]
    return {way: list(dict.fromkeys(names)) for way, names in lists.items()}


# ---------------------------------------------------------------- conversations


async def conversations(one: JudgedSet, bench: Bench) -> list[Figure]:
    """Recall and nDCG@5 from the turn and its history, and what of it reaches a small prompt.

    `lost` is the part of the relevant passages that stand among the five best candidates and not in the prompt.
    """
    tally = Tally(one.name)
    for number, probe in enumerate(one.probes, start=1):
        found = unlikened(await as_written(bench, one.name, probe.question))
        for way, ranking in ways(found, bench.pipeline.reduce.weights).items():
            _ranked(tally, f"{way}, last turn", ranking, probe)
        await _turn(bench, one.name, probe, tally)
        bench.progress(one.name, "turns", number, len(one.probes))
    return tally.figures()


async def _turn(bench: Bench, workspace: str, probe: Probe, tally: Tally) -> None:
    scope = Scope(workspace=workspace, session=probe.id)
    state = await held(bench.pipeline, scope, probe.history)
    made, recorder = await asked(bench.pipeline, state, probe.question, SMALL)
    found = found_by(recorder)
    candidates = ways(found, bench.pipeline.reduce.weights)["all sources"]
    _ranked(tally, "candidates", candidates, probe)
    kept = [item.candidate.document for item in given_by(recorder, EvidenceSet).evidence]
    _ranked(tally, "evidence", list(dict.fromkeys(kept)), probe)
    grouped = any(entry.conflict for entry in made.manifest.entries)
    tally.add(f"prompt of {SMALL}", "grouped", float(grouped))
    for event in recorder.events:
        tally.add("time", f"{event.stage} ms", 1000 * event.seconds)
    aboard = sizes(made)
    relevant = probe.relevant.keys()
    missed = relevant & set(candidates[:5]) - aboard.keys()
    label = f"prompt of {SMALL}"
    tally.add(label, "recall", len(relevant & aboard.keys()) / len(relevant))
    tally.add(label, "lost", len(missed) / len(relevant))
    tally.add(label, "density", telling(made, relevant) / made.manifest.total_tokens)
    tally.add(label, "evidence tokens", sum(aboard.values()))
    tally.add(label, "tokens", made.manifest.total_tokens)
    async for way, other in other_ways(bench, state, probe.question, SMALL, found, made):
        here = sizes(other).keys()
        label = f"{SMALL}, {way}"
        tally.add(label, "recall", len(relevant & here) / len(relevant))
        _compared(tally, label, made, other, relevant)


async def other_ways(
    bench: Bench,
    state: SessionState,
    question: str,
    budget: int,
    found: CandidateList,
    made: Prepared,
) -> AsyncIterator[tuple[str, Prepared]]:
    """The prompt as it was made, then with each step the other way; what was found is searched once for all of them."""
    if not bench.steps:
        return
    yield WHOLE, made
    for way, pipeline in ways_of(bench.pipeline, found).items():
        other, _ = await asked(pipeline, state, question, budget, keeps=False)
        yield way, other


def _compared(
    tally: Tally, way: str, whole: Prepared, other: Prepared, relevant: AbstractSet[str]
) -> None:
    """The density of a prompt that was made in another way, and that of both where both hold as much evidence.

    A prompt that holds less is denser for that alone. Of both the best evidence is read, as far as the shorter goes.
    """
    tokens = min(sum(sizes(made).values()) for made in (whole, other))
    tally.add(way, "density", telling(other, relevant) / other.manifest.total_tokens)
    for name, made in (("of equal tokens", other), ("as set up", whole)):
        tally.add(way, name, telling(made, relevant, tokens) / tokens if tokens else 0.0)
    tally.add(way, "evidence tokens", sum(sizes(other).values()))


def _ranked(tally: Tally, way: str, ranking: Sequence[str], probe: Probe) -> None:
    tally.add(way, "recall@5", recall(ranking, probe.relevant, 5))
    tally.add(way, "nDCG@5", ndcg(ranking, probe.relevant, 5))


async def held(
    pipeline: Pipeline, scope: Scope, history: Sequence[tuple[str, str]]
) -> SessionState:
    """The state of a session after a conversation that somebody else held; its messages are in the transcript."""
    state = SessionState(scope=scope)
    for number, (said, answer) in enumerate(history):
        turn = Turn(id=f"h{number}", scope=scope, text=said or "…", asked_at=EPOCH)
        routed = await pipeline.plan(turn, state)
        after = settled(routed.heard.next_state, routed.plan, routed.heard.turn.question)
        reply = Reply(model="", text=answer, outcome="answered")
        messages = transcript_of(turn, reply, pipeline.counter)
        await pipeline.transcripts.append(scope.workspace, messages, after, state)
        state = after
    return state


async def asked(
    pipeline: Pipeline, state: SessionState, question: str, budget: int, *, keeps: bool = True
) -> tuple[Prepared, Recorder]:
    """The prompt of a turn, and the record of its stages."""
    turn = Turn(id="asked", scope=state.scope, text=question, asked_at=EPOCH)
    recorder = Recorder(lambda: EPOCH, Budget(prompt_tokens=budget), keeps=keeps)
    return await pipeline.prepare(turn, state, recorder), recorder


def given_by(recorder: Recorder, kind: type[Given]) -> Given:
    """What the last stage that gives such an artifact gave; an empty one where none ran."""
    name = STAGES[kind]
    last = next((e for e in reversed(recorder.events) if e.stage == name and e.gave), None)
    if last is None or last.gave is None:
        return kind()
    return kind.model_validate(unpack(last.gave, recorder.bodies))


def found_by(recorder: Recorder) -> CandidateList:
    """What the last search found, with what a reranker said of it."""
    found = given_by(recorder, CandidateList)
    events = (e for e in reversed(recorder.events) if e.gave and e.stage in {"retrieve", "rerank"})
    last = next(events, None)
    if last is None or last.stage == "retrieve" or last.gave is None:
        return found
    judged = Judged.model_validate(unpack(last.gave, recorder.bodies))
    return found.model_copy(update={"rerankings": judged.rerankings})


def sizes(made: Prepared) -> dict[str, int]:
    """The documents whose text is in the prompt as evidence, with the tokens of their blocks.

    A block is its own document's; the documents that it stands for are there with it, for no tokens of their own.
    """
    found: dict[str, int] = {}
    for entry in shown(made):
        for place, name in enumerate(_documents(entry)):
            found[name] = found.get(name, 0) + (0 if place else entry.tokens)
    return found


def telling(made: Prepared, relevant: AbstractSet[str], tokens: int | None = None) -> float:
    """The tokens of the blocks that say something relevant, of the best ones that fill so many tokens, or of all.

    Of what repeats a block that was read already nothing counts.
    """
    room = math.inf if tokens is None else tokens
    found, said = 0.0, set[str]()
    for entry in sorted(shown(made), key=lambda row: (-(row.score or 0.0), _number(row))):
        taken = min(entry.tokens, room)
        room -= taken
        text = text_of(made, entry).partition("\n")[2]
        if relevant & set(_documents(entry)) and text not in said:
            found += taken
        said.add(text)
    return found


def _documents(entry: Entry) -> list[str]:
    return [source.document for source in entry.sources if source.document]


def _number(entry: Entry) -> int:
    """Its place in the order of the evidence: `evidence:3`."""
    return int(entry.id.rpartition(":")[2])


def shown(made: Prepared) -> list[Entry]:
    """The blocks of evidence that hold text, and do not only point to it."""
    return [
        row
        for row in made.manifest.entries
        if row.kind == "evidence" and row.rendition != "reference"
    ]


# ---------------------------------------------------------------- documents that contradict one another


async def disputed(one: DisputedSet, bench: Bench) -> list[Figure]:
    """What of the right answers, the wrong ones and the noise is in the prompt, and whether what
    disagrees is marked."""
    tally = Tally(one.name)
    for number, question in enumerate(one.questions):
        workspace = f"{one.name}/{number}"
        passages = [Passage(f"d{n}", "", claim.text) for n, claim in enumerate(question.claims)]
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
    tally: Tally,
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
            _compared(tally, label, whole, other, right)


def _dispute(tally: Tally, question: Disputed, made: Prepared, way: str = "prompt") -> None:
    right = {plain(claim.answer) for claim in question.claims if claim.kind == "correct"}
    kept = [(question.claims[int((e.sources[0].document or "")[1:])], e) for e in shown(made)]
    held = {
        plain(claim.answer)
        for claim, entry in kept
        if claim.kind == "correct" and plain(claim.answer) in plain(text_of(made, entry))
    }
    tally.add(way, "answers kept", len(held) / len(right))
    for kind in ("misinfo", "noise"):
        part = sum(claim.kind == kind for claim, _ in kept) / len(kept) if kept else 0.0
        tally.add(way, f"{kind} of the documents", part)
    _grouped(tally, way, [(_answer(claim), entry.conflict) for claim, entry in kept])


def _grouped(tally: Tally, way: str, kept: Sequence[tuple[str, str | None]]) -> None:
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


def _answer(claim: Claim) -> str:
    """The answer that a document gives; empty where it gives none."""
    return "" if claim.kind == "noise" else plain(claim.answer)


def text_of(made: Prepared, entry: Entry) -> str:
    """The text of a block."""
    content = made.prompt.messages[entry.message]["content"]
    return str(content)[entry.start : entry.end]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
