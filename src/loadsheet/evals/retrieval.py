"""Sets with judged passages go in; how well retrieval, the funnel and the assembled prompt do on each comes out.

Everything runs through the stages of the pipeline as it is set up: the baselines are the lists of single sources in the
same candidates that are fused. Judgements are read after the fact and never reach a stage.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from loadsheet.artifacts import (
    CandidateList,
    EvidenceSet,
    Query,
    QuerySet,
    Scope,
)
from loadsheet.evals.bench import (
    Bench,
    Figure,
    FigureSums,
    RetrievalReport,
    asked,
    evidence_of,
    found_by,
    held,
    index,
)
from loadsheet.evals.disputed import disputed
from loadsheet.evals.in_prompt import compared, other_ways, sizes, telling
from loadsheet.evals.judged import DisputedSet, JudgedSet, Probe, sets_of
from loadsheet.evals.ranking import ndcg, recall
from loadsheet.evals.report import GateResult, Mean, gate_from, judge
from loadsheet.evals.steps import unlikened
from loadsheet.funnel.fuse import WEIGHTS, by_scores, fuse
from loadsheet.stages.reduce import Found
from loadsheet.stages.rerank import Judging, Rerank

DEPTH = 100
"""Candidates of each source for a question without a conversation: what recall@100 needs."""

SMALL = 2000
"""The budget, in tokens, that recall in the prompt is measured at."""


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


# ---------------------------------------------------------------- questions


async def questions(one: JudgedSet, bench: Bench) -> list[Figure]:
    """nDCG@10 and recall@100 of each source's own list and of all of them together."""
    tally = FigureSums(one.name)
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
    tally = FigureSums(one.name)
    for number, probe in enumerate(one.probes, start=1):
        found = unlikened(await as_written(bench, one.name, probe.question))
        for way, ranking in ways(found, bench.pipeline.reduce.weights).items():
            _ranked(tally, f"{way}, last turn", ranking, probe)
        await _turn(bench, one.name, probe, tally)
        bench.progress(one.name, "turns", number, len(one.probes))
    return tally.figures()


async def _turn(bench: Bench, workspace: str, probe: Probe, tally: FigureSums) -> None:
    scope = Scope(workspace=workspace, session=probe.id)
    state = await held(bench.pipeline, scope, probe.history)
    made, recorder = await asked(bench.pipeline, state, probe.question, SMALL)
    found = found_by(recorder)
    candidates = ways(found, bench.pipeline.reduce.weights)["all sources"]
    _ranked(tally, "candidates", candidates, probe)
    kept = [item.candidate.document for item in evidence_of(recorder).evidence]
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
        compared(tally, label, made, other, relevant)


def _ranked(tally: FigureSums, way: str, ranking: Sequence[str], probe: Probe) -> None:
    tally.add(way, "recall@5", recall(ranking, probe.relevant, 5))
    tally.add(way, "nDCG@5", ndcg(ranking, probe.relevant, 5))
