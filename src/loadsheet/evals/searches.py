"""Questions with judged passages go in; how well each way of searching for them does comes out.

The set is a folder with `turns.jsonl`, `gold/turns.jsonl`, and a `corpus.jsonl` and `gold/qrels.tsv` for each domain.
Beside always searching, with the question as it was written and as it is read without routing, stands what the rules
search: the recall of the resolved query by words alone, whether our confidence tells answerable questions from others,
and how dense the evidence is, at equal tokens.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from loadsheet.artifacts import (
    Chunk,
    Document,
    EvidenceSet,
    Query,
    QuerySet,
    RoutePlan,
    Scope,
    SessionState,
)
from loadsheet.evals.judged import exchanges, rows_of
from loadsheet.evals.ranking import auroc
from loadsheet.evals.route import LIMIT, NOW, Conversing, RoutedTurn
from loadsheet.ports import PassageStore
from loadsheet.stages.parts import ReduceParts, candidates_of
from loadsheet.stages.reduce import UNSEARCHED, Found, Reduce
from loadsheet.stages.reroute import Misrouted, Reroute
from loadsheet.stages.route import Route

TOP = 5
"""Passages that recall looks at."""


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question with its history and what is judged of it."""

    id: str
    domain: str
    question: str
    history: tuple[tuple[str, str], ...]
    """Each earlier question with its answer."""
    answerable: bool | None
    relevant: frozenset[str]


@dataclass(frozen=True, slots=True)
class Searched:
    """What was asked of the index at once, what it brought, and what of that is evidence."""

    queries: QuerySet
    found: Found
    best: frozenset[str]
    evidence: EvidenceSet


@dataclass(slots=True)
class SearchFigures:
    """How one way of searching did over a domain."""

    name: str
    questions: int = 0
    recall: float = 0.0
    density: float = 0.0
    tokens: int = 0
    searches: int = 0
    queries: int = 0
    """What was asked of the index in all: a search reads a question in several ways."""
    escalated: int = 0
    judged: list[tuple[float, bool]] = field(default_factory=list[tuple[float, bool]])

    @property
    def auroc(self) -> float | None:
        """How well the confidence tells answerable questions from the others; None without both kinds."""
        return auroc(self.judged)

    def add(self, question: JudgedQuestion, tries: Sequence[Searched], tokens: int) -> None:
        """Count the searches for a question; what the last of them found stands."""
        for one in tries:
            self.searches += bool(one.queries.queries)
            self.queries += len(one.queries.queries)
        last = tries[-1]
        if question.answerable is not None:
            self.judged.append((last.evidence.confidence, question.answerable))
        if question.relevant:
            aboard = _within(last.evidence, tokens)
            self.questions += 1
            self.recall += len(last.best & question.relevant) / len(question.relevant)
            spent = sum(size for _, size in aboard)
            self.tokens += spent
            gold = sum(size for document, size in aboard if document in question.relevant)
            self.density += gold / spent if spent else 0.0


@dataclass(frozen=True, slots=True)
class SearchedDomain:
    """A domain, searched in each way."""

    domain: str
    ways: tuple[SearchFigures, ...]


def questions(folder: Path) -> list[JudgedQuestion]:
    """Every question of the set with its history and its judgements."""
    gold = {row["task_id"]: row for row in rows_of(folder / "gold" / "turns.jsonl")}
    relevant: dict[str, set[str]] = defaultdict(set)
    for path in sorted(folder.glob("*/gold/qrels.tsv")):
        for line in path.read_text("utf-8").splitlines()[1:]:
            name, passage, score = line.split("\t")
            if int(score) > 0:
                relevant[name].add(passage)
    return [
        JudgedQuestion(
            id=row["task_id"],
            domain=row["domain"],
            question=row["question"],
            history=tuple(exchanges(row["history"])),
            answerable=_answerable(gold.get(row["task_id"], {})),
            relevant=frozenset(relevant[row["task_id"]]),
        )
        for row in rows_of(folder / "turns.jsonl")
    ]


async def index(store: PassageStore, domain: Path) -> None:
    """Put every passage of a domain into a workspace of its name, as a document of one passage."""
    for row in rows_of(domain / "corpus.jsonl"):
        text = row["text"]
        if text.strip():
            chunk = Chunk(ordinal=0, start=0, end=len(text), text=text, tokens=_tokens(text))
            document = Document(id=row["_id"], text=text)
            await store.put(domain.name, document, [chunk], NOW)


async def judge(
    store: PassageStore, domain: str, asked: Iterable[JudgedQuestion], *, tokens: int = 1000
) -> SearchedDomain:
    """Search for each question as it was written, as without routing, and as the rules have it, at equal tokens."""
    written, fixed, rules = SearchFigures("written"), SearchFigures("fixed"), SearchFigures("rules")
    unrouted = Route(limit=LIMIT, mode="fixed")
    for question in asked:
        talk = Conversing(SessionState(scope=Scope(workspace=domain)))
        for said, answer in question.history:
            talk.say(said or "…", answer)
        told = talk.say(question.question)
        always = unrouted(told.heard)
        as_asked = QuerySet(workspace=domain, queries=(Query(text=question.question),), limit=LIMIT)
        plain = always.model_copy(update={"queries": as_asked})
        written.add(question, [await _searched(store, plain)], tokens)
        await _routed(store, fixed, replace(told, plan=always), question, tokens)
        await _routed(store, rules, told, question, tokens)
    return SearchedDomain(domain, (written, fixed, rules))


async def _routed(
    store: PassageStore, way: SearchFigures, told: RoutedTurn, question: JudgedQuestion, tokens: int
) -> None:
    """Search as the plan has it, and once more where its findings call for it: the second search stands."""
    first = await _searched(store, told.plan)
    tried = Misrouted(
        heard=told.heard, plan=told.plan, evidence=first.evidence, candidates=first.found.candidates
    )
    reroute = Reroute()
    if not reroute.wanted(tried):
        way.add(question, [first], tokens)
        return
    way.escalated += 1
    second = await _searched(store, reroute(tried), first.found)
    way.add(question, [first, second], tokens)


async def _searched(store: PassageStore, plan: RoutePlan, before: Found = UNSEARCHED) -> Searched:
    if not plan.queries.queries:
        return Searched(plan.queries, before, frozenset(), EvidenceSet())
    found = before.with_more(plan, await store.search(plan.queries), tokens=0)
    reduce = Reduce()
    best = frozenset(row.candidate.document for row in candidates_of(found, reduce)[:TOP])
    return Searched(plan.queries, found, best, ReduceParts(reduce)(found))


def report(judged: Sequence[SearchedDomain]) -> list[str]:
    """The figures as lines, and the verdict."""
    lines: list[str] = []
    for row in judged:
        lines.append(f"{row.domain}: recall@{TOP} by words alone, evidence density at equal tokens")
        lines += [f"  {_line(way)}" for way in row.ways]
    return [*lines, verdict(judged)]


def verdict(judged: Sequence[SearchedDomain]) -> str:
    """Whether the rules beat a fixed route, which always searches, on cost and on density in every domain."""
    wins = all(
        rules.density > fixed.density and rules.queries <= fixed.queries
        for _, fixed, rules in (row.ways for row in judged)
    )
    if wins:
        return 'rules win on cost and density: try route = "rules" on your own cases'
    return "rules do not win on cost and density everywhere: the default stays fixed"


def _line(way: SearchFigures) -> str:
    count = way.questions or 1
    told = "n/a" if way.auroc is None else f"{way.auroc:.3f}"
    return (
        f"{way.name:7} recall {way.recall / count:.4f}  density {way.density / count:.4f}  "
        f"tokens {way.tokens / count:.0f}  searches {way.searches}  "
        f"queries {way.queries}  escalated {way.escalated}  "
        f"AUROC {told}  n={way.questions}"
    )


def _answerable(gold: Mapping[str, Any]) -> bool | None:
    """True and false for the clear labels; None for what is neither."""
    labels = gold.get("answerability") or ()
    if "ANSWERABLE" in labels:
        return True
    return False if "UNANSWERABLE" in labels else None


def _within(evidence: EvidenceSet, tokens: int) -> list[tuple[str, int]]:
    """The documents of the best evidence that fit, whole, with their sizes."""
    aboard: list[tuple[str, int]] = []
    for item in evidence.evidence:
        size = item.candidate.tokens
        if sum(s for _, s in aboard) + size <= tokens:
            aboard.append((item.candidate.document, size))
    return aboard


def _tokens(text: str) -> int:
    """About four characters a token: both ways are counted alike."""
    return max(1, len(text) // 4)
