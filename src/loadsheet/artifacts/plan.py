"""What kind of question a turn is, what is searched for it, and what was found."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import (
    AwareDatetime,
)

from loadsheet.artifacts.base import Artifact, Source, Value
from loadsheet.artifacts.conversation import IntentVector
from loadsheet.artifacts.documents import Pages


class Origin(StrEnum):
    """Where the answer is looked for."""

    INTERNAL_CORPUS = "internal_corpus"
    STRUCTURED_STORE = "structured_store"
    MEMORY = "memory"
    WEB = "web"
    NONE = "none"


Granularity = Literal["fact_lookup", "episodic_summary", "raw_passage"]
Effort = Literal["single_shot", "multi_step"]
MemoryType = Literal["fact", "episodic", "procedural", "task_state"]


OWN_TRIGGERS = "own_triggers"
"""What a plan names as the trigger that leaves it to the records whether memory is read."""


class MemoryRead(Value):
    """Whether this turn reads memory, which types, and on what trigger."""

    fire: bool = False
    types: tuple[MemoryType, ...] = ()
    trigger: str = ""

    @property
    def open(self) -> bool:
        """Whether the plan decides nothing of it: memory is read where a record's own trigger is met."""
        return self.trigger == OWN_TRIGGERS


class Alternative(Value):
    """A plan that was not chosen, with the rule that offered it and how much of its evidence was there."""

    rule: str
    source: Origin
    score: float


CONTEXT = "context"
"""The purpose of a query that holds what the conversation turns on beside the question."""

BESIDE_QUESTION = 0.5
"""What a query counts that also holds words which the turn does not say, where the turn's own queries count 1. On mtrag
.35 to .75 are alike, in either half of the conversations, and better than 1 by .01 of recall@5."""

EXPANDED = "expanded"
"""The purpose of a query that a model worded: another way to say the question."""


class Query(Value):
    """One text to search for; `purpose` says which part of the question it serves."""

    text: str
    purpose: str = "question"

    @property
    def share(self) -> float:
        """What it counts beside the other queries of the question."""
        return BESIDE_QUESTION if self.purpose == CONTEXT else 1.0


class QuerySet(Artifact):
    """What is searched, in which workspace, and how many candidates each query may bring."""

    workspace: str
    queries: tuple[Query, ...]
    limit: int
    granularity: Granularity = "raw_passage"
    """What the answer is made of; an overview is looked for in the summaries as well."""
    keys: tuple[str, ...] = ()
    """The verified rows or records that are asked for, by key."""
    cheap: bool = False
    """Whether words alone are searched and no model is asked; what they find says whether more is needed."""


class RoutePlan(Artifact):
    """What kind of question this is, decided by the named rule from the raw signals."""

    source: Origin
    granularity: Granularity
    effort: Effort
    memory_read: MemoryRead
    confidence: float
    """How sure the rule is, 0 to 1; the gate for escalation."""
    rule: str
    intent: IntentVector
    queries: QuerySet
    parts: tuple[str, ...] = ()
    """The questions that it consists of: searched one by one where a search for the whole finds too little."""
    outcome: Literal["answer", "clarify", "none_needed"] = "answer"
    """Whether the turn wants an answer, gets a question back, or asked for nothing."""
    reply: str = ""
    """What is said where no model is needed: a greeting, a sum, a clarifying question."""
    alternatives: tuple[Alternative, ...] = ()
    reasons: tuple[str, ...] = ()
    """What was observed that spoke most for the source, and for what memory is read for."""
    triggers: tuple[str, ...] = ()
    """Why this plan escalates, or why it took the place of the one before."""


def on_pages(document: str, first: int, last: int) -> str:
    """How a person points to pages of a document."""
    return f"{document} {numbered(first, last)}"


def numbered(first: int, last: int) -> str:
    """Pages by their numbers: `p. 3`, `pp. 3–5`."""
    return f"p. {first}" if first == last else f"pp. {first}–{last}"


class Candidate(Value):
    """A passage that a source returned, with its place in that source's own order."""

    passage_id: str
    document: str
    version: int
    title: str = ""
    headings: tuple[str, ...] = ()
    section: str = ""
    columns: str = ""
    """The names of the columns, where it goes on with the rows of a table that begins before it."""
    start: int
    end: int
    text: str
    tokens: int
    timestamp: AwareDatetime | None = None
    pages: Pages | None = None
    page_starts: tuple[int, ...] = ()
    """Where each later page begins in the text of the document, where the passage reaches over several."""
    found_by: str
    """The source that returned it, `lexical` for the text index."""
    query: str
    rank: int
    """Position in the list of that source, counted from 1."""
    score: float
    """Relevance in the source's own units, higher is better."""
    matched: tuple[str, ...] = ()
    """The terms of the query that the passage holds."""
    shingles: str = ""
    """The sketch of its word shingles, in base64; empty where its source keeps none."""
    share: float = 1.0
    """What the query that found it counts beside the others of the question."""
    likeness: float | None = None
    """How near it lies to the passages found best, as a cosine; None where that was not looked up."""

    @property
    def above(self) -> tuple[str, ...]:
        """What it stands under: its title, its headings, the columns of its table."""
        return (self.title, *self.headings, *([self.columns] if self.columns else ()))

    @property
    def whole(self) -> str:
        """All that it says, with what it stands under, a line each."""
        return "\n".join((*self.above, self.text))

    @property
    def label(self) -> str:
        """How a person would point to it: `doc_17 §3.2`, `leave › Sick leave`, or `leave.pdf p. 12`."""
        if self.pages is not None:
            return on_pages(self.document, *self.pages)
        stem = self.document.rsplit(".", 1)[0] if "." in self.document else self.document
        if self.section:
            return f"{stem} §{self.section}"
        return f"{stem} › {self.headings[-1]}" if self.headings else stem

    @property
    def source(self) -> Source:
        """Where it stands."""
        return Source.trusted(
            document=self.document,
            version=self.version,
            start=self.start,
            end=self.end,
            page=self.pages[0] if self.pages else None,
            page_starts=self.page_starts or None,
            message=None,
            session=None,
            until=None,
            count=None,
            record=None,
            status=None,
        )


class Missing(Value):
    """A source that did not answer: it is named, and the turn goes on."""

    source: str
    reason: str


class Partial(Value):
    """A source that does not know every passage yet: it holds `have` of the workspace's `of`."""

    source: str
    have: int
    of: int
    refused: tuple[str, ...] = ()
    """What was not taken of what a model said for it, and why, a line each."""


class Reranking(Value):
    """What a reranker made of the best passages for a question, or why it made nothing of them."""

    model: str
    """The reranker, with its revision."""
    question: str
    scores: tuple[tuple[str, float], ...] = ()
    """How well each passage that it read answers, 0 to 1, by the id of the passage."""
    failure: str = ""


class CandidateList(Artifact):
    """What the sources returned, best first within each source."""

    candidates: tuple[Candidate, ...] = ()
    missing: tuple[Missing, ...] = ()
    partial: tuple[Partial, ...] = ()
    documents: int = 0
    """How many documents the workspace holds; 0 is an empty index."""
    weights: tuple[tuple[str, float], ...] = ()
    """How much each term of the query tells, 0 to 1: terms that fewer passages hold tell more."""
    rerankings: tuple[Reranking, ...] = ()
    """One for each question that a reranker was asked; empty where none was."""
