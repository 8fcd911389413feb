"""Labelled conversations, or questions with judged passages, go in; how well routing does beside none comes out.

Two measures. On conversations with the right plan beside every turn: accuracy by field. On a set with judged passages
(a folder with `turns.jsonl`, `gold/turns.jsonl`, and a `corpus.jsonl` and `gold/qrels.tsv` for each domain): the recall
of the resolved query by words alone, whether our confidence tells answerable questions from others, and how dense the
evidence is, at equal tokens, beside always searching with the question as it was written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from loadsheet.artifacts import (
    CandidateList,
    Chunk,
    Document,
    EvidenceSet,
    Heard,
    Holdings,
    Known,
    Query,
    QuerySet,
    RoutePlan,
    Scope,
    SessionState,
    Turn,
)
from loadsheet.evals.judged import exchanges, rows_of
from loadsheet.intent import words
from loadsheet.ports import PassageStore
from loadsheet.stages.hold import bearing
from loadsheet.stages.intake import Intake, Utterance, pin
from loadsheet.stages.parts import ReduceParts, candidates_of
from loadsheet.stages.reduce import Found, Reduce
from loadsheet.stages.route import Misrouted, Reroute, Route, misrouted, settled

FIELDS = (
    "source",
    "granularity",
    "effort",
    "memory.fire",
    "memory.types",
    "memory.trigger",
    "outcome",
    "correction",
    "topic_switch",
    "constraints_stated",
    "constraints_withdrawn",
    "resolved",
    "left_alone",
)
"""What is compared, a row each in the report."""

HELD = 0.6
"""The part of a reference query's words that a resolved query must hold."""

SAME_SPAN = 0.5
"""The part of a labelled span's words that ours must hold."""

TOP = 5
"""Passages that recall looks at."""

LIMIT = 40
"""Candidates of a search, as the settings have it."""

_EPOCH = datetime(2025, 3, 1, 12, tzinfo=UTC)


@dataclass(slots=True)
class Tally:
    """How often a field was right."""

    right: int = 0
    total: int = 0

    @property
    def part(self) -> float:
        """The accuracy; 0 of nothing."""
        return self.right / self.total if self.total else 0.0


@dataclass(slots=True)
class Accuracy:
    """Accuracy by field, and how many turns were searched for nothing or not at all."""

    fields: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    turns: int = 0
    unsearched: int = 0
    """Turns for which the rules search nothing: always-retrieve searches them all."""
    missed: int = 0
    """Of these, turns whose answer does stand in the documents."""


@dataclass(frozen=True, slots=True)
class Told:
    """One turn of a conversation as it was heard and routed."""

    heard: Heard
    plan: RoutePlan


class Conversing:
    """Holds a conversation through intake and route alone: no store, no model."""

    def __init__(
        self, state: SessionState, known: tuple[Known, ...] = (), titles: tuple[str, ...] = ()
    ) -> None:
        self.state = state
        self.known = known
        self.titles = titles
        self.answer = ""
        self._intake, self._route = Intake(zone=UTC), Route(limit=LIMIT, mode="rules")

    def say(self, text: str, answer: str | None = None) -> Told:
        """Route a turn; `answer` is the reply that the next turn sees."""
        turn = Turn(
            id=f"t{self.state.turns + 1}", scope=self.state.scope, text=text, asked_at=_EPOCH
        )
        titles = bearing(self.titles, turn, self.state)
        held = Holdings(titles=titles, known=self.known)
        given = Utterance(turn=turn, state=self.state, answer=self.answer, holdings=held)
        heard = self._intake(given)
        plan = self._route(heard)
        self.state = settled(heard.next_state, plan, heard.turn.question)
        self.answer = answer or ""
        return Told(heard, plan)


def accuracy(file: Path) -> Accuracy:
    """Accuracy by field over a file of labelled conversations, one a line."""
    found = Accuracy()
    for row in rows_of(file):
        talk = opened(row["about"])
        for turn in row["turns"]:
            told = talk.say(turn["user"], turn["assistant"])
            labels = turn["labels"]
            found.turns += 1
            if not told.plan.queries.queries:
                found.unsearched += 1
                found.missed += labels["source"] == "internal_corpus"
            for name, right in compared(told, labels):
                found.fields[name].total += 1
                found.fields[name].right += right
    return found


def opened(about: Mapping[str, Any]) -> Conversing:
    """A conversation with what holds when it begins."""
    state = SessionState(scope=Scope())
    if given := about.get("state"):
        for number, text in enumerate(given.get("constraints") or ()):
            state = pin(state, text, id=f"c{number}", message="before")
        state = state.model_copy(
            update={"subject": given.get("subject") or "", "task_state": given.get("task") or ""}
        )
    stored = [Known(kind="row", key=row["key"], text=row["text"]) for row in about["store"]]
    remembered = [
        Known(kind="record", key=row["key"], text=row["text"], type=row["type"])
        for row in about["memory"]
    ]
    titles = tuple(about["corpus"])
    return Conversing(state, (*stored, *remembered), titles)


def compared(told: Told, labels: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Each field that applies to a turn, and whether it is right."""
    turn, plan, memory = told.heard.turn, told.plan, labels["memory"]
    outcome = {"answer": "answered", "none_needed": "none-needed"}.get(plan.outcome, plan.outcome)
    yield "source", str(plan.source) == labels["source"]
    yield "granularity", plan.granularity == labels["granularity"]
    yield "effort", plan.effort == labels["effort"]
    yield "memory.fire", plan.memory_read.fire == memory["fire"]
    yield "memory.types", set(plan.memory_read.types) == set(memory["types"])
    yield "memory.trigger", (plan.memory_read.trigger or "none") == memory["trigger"]
    yield "outcome", outcome == labels["outcome"]
    yield "correction", bool(turn.correction) == labels["correction"]
    yield "topic_switch", turn.topic_switch == labels["topic_switch"]
    yield "constraints_stated", same_spans(turn.stated, labels["constraints_stated"])
    yield "constraints_withdrawn", same_spans(turn.withdrawn, labels["constraints_withdrawn"])
    if labels["resolved"]:
        wanted = words.stems(labels["resolved"])
        yield "resolved", len(wanted & words.stems(turn.query)) >= HELD * len(wanted)
    elif labels["source"] != "none":
        yield "left_alone", turn.query in turn.question


def same_spans(ours: Sequence[str], labelled: Sequence[str]) -> bool:
    """Whether as many spans were found, each with at least half of the labelled words."""
    if len(ours) != len(labelled):
        return False
    pairs = [(_words(a), _words(b)) for a, b in zip(ours, labelled, strict=True)]
    return all(len(a & b) >= SAME_SPAN * len(b) for a, b in pairs)


# ---------------------------------------------------------------- judged passages


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its history and what is judged of it."""

    id: str
    domain: str
    question: str
    history: tuple[tuple[str, str], ...]
    """Each earlier question with its answer."""
    answerable: bool | None
    relevant: frozenset[str]


@dataclass(slots=True)
class Way:
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


@dataclass(frozen=True, slots=True)
class Judged:
    """A domain, searched in each way."""

    domain: str
    ways: tuple[Way, ...]


def questions(folder: Path) -> list[Asked]:
    """Every question of the set with its history and its judgements."""
    gold = {row["task_id"]: row for row in rows_of(folder / "gold" / "turns.jsonl")}
    relevant: dict[str, set[str]] = defaultdict(set)
    for path in sorted(folder.glob("*/gold/qrels.tsv")):
        for line in path.read_text("utf-8").splitlines()[1:]:
            name, passage, score = line.split("\t")
            if int(score) > 0:
                relevant[name].add(passage)
    return [
        Asked(
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
            await store.put(domain.name, document, [chunk], _EPOCH)


async def judge(
    store: PassageStore, domain: str, asked: Iterable[Asked], *, tokens: int = 1000
) -> Judged:
    """Search for each question as it was written, as without routing, and as the rules have it, at equal tokens."""
    written, fixed, rules = Way("written"), Way("fixed"), Way("rules")
    unrouted = Route(limit=LIMIT, mode="fixed")
    for question in asked:
        talk = Conversing(SessionState(scope=Scope(workspace=domain)))
        for said, answer in question.history:
            talk.say(said or "…", answer)
        told = talk.say(question.question)
        as_asked = (Query(text=question.question),)
        plain = QuerySet(workspace=domain, queries=as_asked, limit=LIMIT)
        await _searched(store, written, plain, question, tokens)
        await _searched(store, fixed, unrouted(told.heard).queries, question, tokens)
        found = await _searched(store, rules, told.plan.queries, question, tokens)
        if found is not None and misrouted(told.heard, told.plan, found):
            again = Reroute()(Misrouted(heard=told.heard, plan=told.plan, evidence=found))
            rules.escalated += 1
            rules.searches += 1
            rules.queries += len(again.queries.queries)
            await store.search(again.queries)
    return Judged(domain, (written, fixed, rules))


async def _searched(
    store: PassageStore, way: Way, queries: QuerySet, question: Asked, tokens: int
) -> EvidenceSet | None:
    """Search once and add to the way's account; None where nothing is searched."""
    found = await store.search(queries) if queries.queries else CandidateList()
    asked = queries.queries[0].text if queries.queries else question.question
    given = Found(question=asked, candidates=found, queries=queries.queries)
    reduce = Reduce()
    evidence = ReduceParts(reduce)(given)
    if question.answerable is not None:
        way.judged.append((evidence.confidence, question.answerable))
    way.searches += bool(queries.queries)
    way.queries += len(queries.queries)
    if question.relevant:
        best = {row.candidate.document for row in candidates_of(given, reduce)[:TOP]}
        aboard = _within(evidence, tokens)
        way.questions += 1
        way.recall += len(best & question.relevant) / len(question.relevant)
        spent = sum(size for _, size in aboard)
        way.tokens += spent
        gold = sum(size for document, size in aboard if document in question.relevant)
        way.density += gold / spent if spent else 0.0
    return evidence if queries.queries else None


def auroc(judged: Sequence[tuple[float, bool]]) -> float | None:
    """The chance that a true row scores above a false one, ties counting half; None without both kinds."""
    right = [score for score, true in judged if true]
    wrong = [score for score, true in judged if not true]
    if not right or not wrong:
        return None
    above = sum((a > b) + 0.5 * (a == b) for a in right for b in wrong)
    return above / (len(right) * len(wrong))


# ---------------------------------------------------------------- the report


def report(found: Accuracy | None, judged: Sequence[Judged]) -> list[str]:
    """The figures as lines, and the verdict."""
    lines: list[str] = []
    if found is not None:
        lines.append(f"accuracy by field, {found.turns} turns")
        for name in FIELDS:
            tally = found.fields[name]
            lines.append(f"  {name:22} {tally.part:6.1%}  of {tally.total}")
        lines.append(f"  searches saved: {found.unsearched}, of them needed: {found.missed}")
    for row in judged:
        lines.append(f"{row.domain}: recall@{TOP} by words alone, evidence density at equal tokens")
        lines += [f"  {_line(way)}" for way in row.ways]
    if judged:
        lines.append(verdict(judged))
    return lines


def verdict(judged: Sequence[Judged]) -> str:
    """Whether the rules beat a fixed route, which always searches, on cost and on density in every domain."""
    wins = all(
        rules.density > fixed.density and rules.queries <= fixed.queries
        for _, fixed, rules in (row.ways for row in judged)
    )
    if wins:
        return 'rules win on cost and density: try route = "rules" on your own cases'
    return "rules do not win on cost and density everywhere: the default stays fixed"


def _line(way: Way) -> str:
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


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in words.words(text))
