"""The values that pass between stages, in the order in which a turn makes them.

All are frozen and go to JSON and back unchanged. They hold data and small questions about themselves; they open
nothing and call nobody. Offsets are code points, sizes tokens, times aware.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Any, Literal, NotRequired, Self

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
)
from typing_extensions import TypedDict


class Value(BaseModel):
    """A frozen part of an artifact."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=False)

    @classmethod
    def trusted(cls, **values: Any) -> Self:
        """A value made of every one of its fields, known to be right, without a check.

        What pydantic's `model_construct` does, without looking for defaults and aliases: a prompt's hundreds of rows
        are made four times as fast.
        """
        made = cls.__new__(cls)
        object.__setattr__(made, "__dict__", values)
        object.__setattr__(made, "__pydantic_fields_set__", set(values))
        object.__setattr__(made, "__pydantic_extra__", None)
        object.__setattr__(made, "__pydantic_private__", None)
        return made


class Artifact(Value):
    """What one stage gives to another: a frozen value that names the version of its form."""

    schema_version: int = 1


def digest(text: str) -> str:
    """The name under which a body of text is stored: the first 32 hex digits of its SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


# ---------------------------------------------------------------- who and where


class Scope(Value):
    """Where an observation belongs. Nothing crosses a workspace."""

    workspace: str = "default"
    session: str = "main"
    run: str = "main"
    """One piece of work: the session, unless the host names another."""


class Source(Value):
    """Where a text came from: exactly one of `document`, `message` and `record` is set."""

    document: str | None = None
    version: int | None = None
    start: int | None = None
    end: int | None = None
    message: str | None = None
    session: str | None = None
    until: str | None = None
    """The last of a run of messages that begins with `message`."""
    count: int | None = None
    record: str | None = None
    status: str | None = None

    @model_serializer(mode="wrap")
    def _set_fields(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Only what is set: a document's place, a message, or a record."""
        return {name: value for name, value in write(self).items() if value is not None}


class Span(Value):
    """A part of a source, `start` inclusive and `end` exclusive."""

    start: int
    end: int
    source: int = 0
    """Which of the sources that stand beside it, where there are several."""


# ---------------------------------------------------------------- documents


class Document(Value):
    """A text of the user's. `id` names it in its workspace; adding the id again replaces it."""

    id: str = Field(min_length=1)
    text: str
    title: str = ""
    timestamp: AwareDatetime | None = None
    """When the text was true or written; sources are compared by it."""
    path: str | None = None
    """The absolute path of the file that it was read from."""
    root: str | None = None
    """The path that was added; a file that is gone from it is removed with the next `add`."""


class Chunk(Value):
    """A passage of one document version: `document.text[start:end] == text`."""

    ordinal: int
    start: int
    end: int
    text: str
    headings: tuple[str, ...] = ()
    """The headings above the passage, outermost first."""
    section: str = ""
    """The number of the innermost numbered heading (`3.2`), or nothing."""
    tokens: int
    """The size of `text` by the counter of the settings."""


class Skipped(Value):
    """A file that could not be added, and why."""

    path: str
    reason: str


class AddReport(Artifact):
    """What an `add` did, by document id; `skipped` names files that could not be read."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()


# ---------------------------------------------------------------- the conversation


class ToolCall(Value):
    """A call that the assistant made; its result is a `tool` message with the same id."""

    id: str
    name: str
    arguments: str


class Message(Value):
    """One message of the immutable transcript."""

    id: str
    session: str
    role: Literal["system", "user", "assistant", "tool"]
    content: str = ""
    name: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    timestamp: AwareDatetime | None = None
    turn: str | None = None
    """The turn that it belongs to; None for what the host let us observe."""
    tokens: tuple[int, ...] = ()
    """The size of each of `parts()`, counted when the message was stored."""

    def parts(self) -> list[tuple[str, str]]:
        """The fields that hold text, as (name, text); `content` always, the others where they are set."""
        found = [("content", self.content)]
        if self.name is not None:
            found.append(("name", self.name))
        for index, call in enumerate(self.tool_calls):
            stem = f"tool_calls[{index}]"
            found += [(f"{stem}.id", call.id), (f"{stem}.function.name", call.name)]
            found.append((f"{stem}.function.arguments", call.arguments))
        if self.tool_call_id is not None:
            found.append(("tool_call_id", self.tool_call_id))
        return found


class Turn(Artifact):
    """What the user sent, and when."""

    id: str
    scope: Scope
    text: str
    asked_at: AwareDatetime


class Pinned(Value):
    """A constraint in the user's own words, in force until `withdrawn_by` names a message."""

    id: str
    text: str
    message: str
    withdrawn_by: str | None = None
    superseded_by: str | None = None

    @property
    def in_force(self) -> bool:
        """Whether neither a withdrawal nor a newer constraint ended it."""
        return self.withdrawn_by is None and self.superseded_by is None


SET = 0.5
"""The score from which a flag counts as set."""


class IntentVector(Value):
    """Scored features of a turn, 0 to 1; a flag counts as set from .5."""

    fine_grained: float = 0.0
    """The wording itself is wanted."""
    abstract: float = 0.0
    event_level: float = 0.0
    comparison: float = 0.0
    aggregation: float = 0.0
    temporal: float = 0.0
    how_to: float = 0.0
    preference: float = 0.0
    """A choice or a suggestion is wanted."""
    drafting: float = 0.0
    self_reference: float = 0.0
    past_with_us: float = 0.0
    """It asks for what was said or done before."""
    conversation: float = 0.0
    """It asks about this conversation."""
    transform: float = 0.0
    """It asks for work on the last answer."""
    arithmetic: float = 0.0
    chit_chat: float = 0.0
    question: float = 0.0
    statement: float = 0.0
    supposition: float = 0.0
    reach: float = 0.0
    """It asks whether what was just said applies to something."""
    permission: float = 0.0
    correction: float = 0.0
    follow_up: float = 0.0
    instruction: float = 0.0
    """It sets or lifts a constraint."""
    signals: tuple[str, ...] = ()
    """What in the turn made each flag fire."""

    def has(self, *flags: str) -> bool:
        """Whether any of the flags is set."""
        return any(getattr(self, flag) >= SET for flag in flags)


class Known(Value):
    """A verified row or a memory record as intake sees it: enough to tell whether a turn asks for it."""

    kind: Literal["row", "record"]
    key: str
    text: str
    type: str = "fact"


class Holdings(Artifact):
    """What the workspace holds beside its documents, as far as it may bear on a turn."""

    titles: tuple[str, ...] = ()
    """The titles of the documents."""
    known: tuple[Known, ...] = ()


class Entity(Value):
    """Something the conversation speaks of; its salience fades with each turn that does not name it."""

    text: str
    salience: float = 1.0


class SessionState(Artifact):
    """What the conversation has established; bounded, and replaced whole after each turn."""

    scope: Scope
    turns: int = 0
    constraints: tuple[Pinned, ...] = ()
    task_state: str = ""
    subject: str = ""
    """The last question that was looked up, as it stands alone."""
    topic: tuple[str, ...] = ()
    """The stems of the words that the current subject was spoken of in, newest first."""
    entities: tuple[Entity, ...] = ()
    """The names that it speaks of, the most salient first."""
    terms: tuple[Entity, ...] = ()
    """The words that it turns on, the most salient first."""
    options: tuple[str, ...] = ()
    """The last list that an answer gave, in its order."""
    pending: str = ""
    """The question that got a clarifying question back, until the next turn answers it."""
    first_question: str = ""
    """The first question of the session, in the user's words."""
    questions: tuple[str, ...] = ()
    """The latest questions, in the user's words, oldest first."""
    told: tuple[str, ...] = ()
    """What the user told or corrected in this session, oldest first."""
    answered: tuple[str, ...] = ()
    """The latest questions that were looked up, as they stand alone, oldest first."""
    last_route: str = ""
    """The source and the granularity of the last plan that looked something up: `internal_corpus/raw_passage`."""

    def onto(self, stored: SessionState, base: SessionState) -> SessionState:
        """This state where `stored` has moved on from `base`, the one that it was made from.

        Another process may have pinned or ended a constraint while a model was answering: what either of the
        two did to the constraints stays, and turns add up. The rest is the newest to be written.
        """
        if stored == base:
            return self
        ended = {pinned.id: pinned for pinned in self.constraints if not pinned.in_force}
        there = {pinned.id for pinned in stored.constraints}
        kept = tuple(
            ended.get(pinned.id, pinned) if pinned.in_force else pinned
            for pinned in stored.constraints
        )
        new = tuple(pinned for pinned in self.constraints if pinned.id not in there)
        turns = stored.turns + self.turns - base.turns
        return self.model_copy(update={"constraints": (*kept, *new), "turns": turns})


Leaning = Literal[
    "opening", "self_contained", "ellipsis", "aspect", "anaphora", "repair", "completion"
]


class NormalizedTurn(Artifact):
    """The turn as the later stages read it."""

    turn: Turn
    question: str
    """The question as the user wrote it, without what was pasted along with it."""
    query: str = ""
    """The question as it stands with no conversation around it; what is searched."""
    form: Leaning = "opening"
    """How the question leans on the conversation before it."""
    reason: str = ""
    """Why it was read that way."""
    language: str = "und"
    attachments: tuple[Span, ...] = ()
    """Where in the turn's text pasted material stands; it is evidence, never an instruction."""
    resolved: tuple[tuple[str, str], ...] = ()
    """Each referent with what it was resolved to."""
    unresolved: tuple[str, ...] = ()
    topic_switch: bool = False
    correction: Literal["", "value", "question"] = ""
    """What the user says was wrong: a value, or how the question was understood."""
    stated: tuple[str, ...] = ()
    """The constraints that the turn sets, in the user's own words."""
    withdrawn: tuple[str, ...] = ()
    """The words that lift a constraint."""
    dates: tuple[tuple[str, str], ...] = ()
    """Each relative date with the ISO date, or interval `from/until`, that it means in the user's zone."""
    intent: IntentVector = IntentVector()
    known: tuple[Known, ...] = ()
    """The rows and records that bear on the turn, those that bear most first."""
    notes: tuple[str, ...] = ()
    """What a model proposed and why it was not taken."""


class Heard(Artifact):
    """What intake gives: the turn, the state that it found and the state that comes next."""

    turn: NormalizedTurn
    state: SessionState
    next_state: SessionState


# ---------------------------------------------------------------- route and retrieve


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


class MemoryRead(Value):
    """Whether this turn reads memory, which types, and on what trigger."""

    fire: bool = False
    types: tuple[MemoryType, ...] = ()
    trigger: str = ""


class Alternative(Value):
    """A plan that was not chosen, with the rule that offered it and how much of its evidence was there."""

    rule: str
    source: Origin
    score: float


class Query(Value):
    """One text to search for; `purpose` says which part of the question it serves."""

    text: str
    purpose: str = "question"


class QuerySet(Artifact):
    """What is searched, in which workspace, and how many candidates each query may bring."""

    workspace: str
    queries: tuple[Query, ...]
    limit: int
    keys: tuple[str, ...] = ()
    """The verified rows or records that are asked for, by key."""


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
    outcome: Literal["answer", "clarify", "none_needed"] = "answer"
    """Whether the turn wants an answer, gets a question back, or asked for nothing."""
    reply: str = ""
    """What is said where no model is needed: a greeting, a sum, a clarifying question."""
    alternatives: tuple[Alternative, ...] = ()
    triggers: tuple[str, ...] = ()
    """Why this plan escalates, or why it took the place of the one before."""


class Candidate(Value):
    """A passage that a source returned, with its place in that source's own order."""

    passage_id: str
    document: str
    version: int
    title: str = ""
    headings: tuple[str, ...] = ()
    section: str = ""
    start: int
    end: int
    text: str
    tokens: int
    timestamp: AwareDatetime | None = None
    found_by: str
    """The source that returned it, `lexical` for the text index."""
    query: str
    rank: int
    """Position in the list of that source, counted from 1."""
    score: float
    """Relevance in the source's own units, higher is better."""
    matched: tuple[str, ...] = ()
    """The terms of the query that the passage holds."""

    @property
    def label(self) -> str:
        """How a person would point to it: `doc_17 §3.2`, or `leave › Sick leave`."""
        stem = self.document.rsplit(".", 1)[0] if "." in self.document else self.document
        if self.section:
            return f"{stem} §{self.section}"
        return f"{stem} › {self.headings[-1]}" if self.headings else stem


class Missing(Value):
    """A source that did not answer: it is named, and the turn goes on."""

    source: str
    reason: str


class CandidateList(Artifact):
    """What the sources returned, best first within each source."""

    candidates: tuple[Candidate, ...] = ()
    missing: tuple[Missing, ...] = ()
    documents: int = 0
    """How many documents the workspace holds; 0 is an empty index."""
    weights: tuple[tuple[str, float], ...] = ()
    """How much each term of the query tells, 0 to 1: terms that fewer passages hold tell more."""


# ---------------------------------------------------------------- reduce and recall


class Form(Value):
    """A shorter form of a text, with the spans of the source that it leaves out."""

    name: str
    text: str
    dropped: tuple[Span, ...]


class Evidence(Value):
    """A candidate that was kept, with its relevance from 0 to 1."""

    candidate: Candidate
    score: float
    shorter: tuple[Form, ...] = ()
    """Fullest first."""
    corroborated_by: tuple[str, ...] = ()
    """Passages that say the same and were merged into this one."""


class FunnelStep(Value):
    """One narrowing step: how many went in, how many came out."""

    name: str
    given: int
    kept: int


class LeftOut(Value):
    """Something that is not in the prompt: which stage left it out, by which rule, and why."""

    id: str
    kind: str
    stage: str
    rule: str
    reason: str
    tokens: int | None = None
    """Its full size; None for a run of history, whose length `count` tells."""
    score: float | None = None
    sources: tuple[Source, ...] = ()
    message: str | None = None
    """A run of history: the id of its first message, `until` that of its last, `count` how many they are."""
    until: str | None = None
    count: int | None = None

    @model_serializer(mode="wrap")
    def _set_fields(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The fields of a run of history only where it is one."""
        written = write(self)
        if self.message is None:
            written = {n: v for n, v in written.items() if n not in {"message", "until", "count"}}
        return written


class EvidenceSet(Artifact):
    """What is left of the candidates, best first, and the record of what is not."""

    evidence: tuple[Evidence, ...] = ()
    steps: tuple[FunnelStep, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    sufficient: bool = False
    confidence: float = 0.0
    """How sure we are, 0 to 1, that the evidence suffices."""
    searched: str = ""
    """What was searched, in words that an answer can use."""


# ---------------------------------------------------------------- blocks


class Rendition(Value):
    """One form of a block, framed and ready to be sent."""

    name: str
    """full, half, quarter, reference, summary or cut."""
    text: str
    tokens: int
    dropped: tuple[Span, ...] = ()
    """What of the source is not in this form."""


class Block(Value):
    """A unit that a producer offers. Assembly admits it in one of its renditions, or leaves it out."""

    id: str
    kind: str
    producer: str
    rule: str
    reason: str
    renditions: tuple[Rendition, ...] = Field(min_length=1)
    """Fullest first."""
    score: float | None = Field(default=None, allow_inf_nan=False)
    """Relevance, comparable within a kind; None lies above every floor."""
    sources: tuple[Source, ...] = ()
    conflict: str | None = None
    """The group of blocks that contradict one another."""
    flags: tuple[str, ...] = ()
    """What a reader should know of the text: `escaped`, `zero_width`."""

    @property
    def tokens(self) -> int:
        """The size of the fullest rendition."""
        return self.renditions[0].tokens


class Hypothesis(Value):
    """A belief: revisable, never a fact, never an instruction."""

    id: str
    content: str
    assumptions: tuple[str, ...] = ()
    confidence: float = 0.5
    status: Literal["pending", "confirmed", "falsified"] = "pending"
    unsupported: bool = False
    """Derived: none of its alternatives of support holds."""


RecordStatus = Literal["active", "disputed", "superseded", "expired"]


class MemoryRecord(Artifact):
    """One thing that memory holds, with where it came from, when it holds, and what can read it.

    `valid_from` and `valid_to` say when it is true in the world, `recorded_at` and `superseded_at` when we believed
    it; an interval includes its beginning and not its end.
    """

    id: str
    scope: Scope
    type: MemoryType
    subject: str
    """Whom or what it is about, as it was written: `user` for the one who speaks."""
    key: str
    """What it says of the subject: `refund window`, `listen on`."""
    multi: bool = False
    """Whether several values of the key hold side by side."""
    value: str
    unit: str = ""
    text: str
    """The statement, word for word."""
    condition: str = ""
    """When a standing instruction applies, in the user's words; empty is always."""
    status: RecordStatus = "active"
    said_at: AwareDatetime
    """When its source said so: what is fresher is told by it."""
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    recorded_at: AwareDatetime
    superseded_at: AwareDatetime | None = None
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    disputes: tuple[str, ...] = ()
    confirmations: int = 1
    """How many distinct sources said so."""
    confidence: float = 1.0
    confirmed_by: Literal["user", "document", "host"] = "user"
    correction: bool = False
    """Whether it was said to correct what was believed before."""
    trigger: str
    """What reads it: `key`, `subject`, `time`, `condition` or `session`."""
    expiry: str = "when superseded"
    """The rule by which it ends."""
    sources: tuple[Source, ...] = ()

    def holds_at(self, time: AwareDatetime) -> bool:
        """Whether it is true in the world at `time`, as far as it says."""
        begun = self.valid_from is None or self.valid_from <= time
        return begun and (self.valid_to is None or time < self.valid_to)

    def expired_at(self, time: AwareDatetime) -> bool:
        """Whether its interval is over; an event is past, and never expires."""
        return self.type != "episodic" and self.valid_to is not None and self.valid_to <= time


class Reading(Artifact):
    """What recall looks at: the plan's trigger, the turn, and the evidence that memory may contradict."""

    plan: RoutePlan
    evidence: EvidenceSet
    heard: Heard | None = None
    tokens: int = 0
    """The prompt's budget: what memory offers is a part of it."""


class MemorySlice(Artifact):
    """What memory gives to this turn, and on which trigger."""

    fired: bool = False
    trigger: str = ""
    blocks: tuple[Block, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    sufficient: bool = False
    """Whether a record answers the question without any evidence."""
    conflicts: tuple[tuple[str, str], ...] = ()
    """Passages of the evidence that contradict a record, each with the name of the group that both stand in."""


# ---------------------------------------------------------------- assembly


class Budget(Artifact):
    """What a turn may spend. Each stage gets a part of it and reports what it used."""

    prompt_tokens: int = 8000
    output_reserve: int = 1000
    seconds: float = 60.0
    cost: float | None = None
    """In the currency of the model's prices; None is no limit."""


class Materials(Artifact):
    """Everything that the producers offer to assembly."""

    blocks: tuple[Block, ...] = ()
    history: tuple[Message, ...] = ()
    """The newest messages of the transcript, oldest first."""
    history_before: int = 0
    """How many older messages the transcript kept back, since no budget could hold them."""
    history_first: str | None = None
    """The id of the oldest of those kept back."""
    left_out: tuple[LeftOut, ...] = ()
    """What earlier stages left out."""
    notes: tuple[str, ...] = ()
    """What the manifest should say of the way here, an overrun for instance."""


class ModelCandidate(Value):
    """A model that may be chosen. Prices are per million tokens."""

    name: str
    window: int
    output_limit: int = 1000
    price_in: float = 0.0
    price_out: float = 0.0
    local: bool = True
    priority: int = 0
    """The lower one wins."""

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        """What a request costs, in the currency of the prices."""
        return (tokens_in * self.price_in + tokens_out * self.price_out) / 1_000_000


class Demand(Artifact):
    """How many tokens everything eligible would take, under the user's budget."""

    tokens: int
    output_reserve: int


class Skip(Value):
    """A model that was not chosen, and why."""

    model: str
    reason: str


class ModelChoice(Artifact):
    """The model that the prompt is assembled for, and the reason."""

    model: ModelCandidate
    reason: str
    skipped: tuple[Skip, ...] = ()
    fits: bool = True
    """False when no model holds the demand, and the loss is assembly's to record."""


class CounterName(Value):
    """Which counter measured, and whether it is the model's own tokenizer."""

    name: str
    exact: bool


class Entry(Value):
    """What one part of one message is, who put it there, by which rule, and why."""

    id: str
    kind: str
    producer: str
    rule: str
    reason: str
    message: int
    """Index into the messages of the prompt."""
    field: str = "content"
    start: int
    end: int
    tokens: int
    rendition: str = "full"
    score: float | None = None
    conflict: str | None = None
    sources: tuple[Source, ...] = ()
    dropped: tuple[Span, ...] = ()
    flags: tuple[str, ...] = ()


class LedgerRow(Value):
    """One kind's account: its share, what it used, what it gave to the pool and what it took from it."""

    kind: str
    share: int
    used: int = 0
    given: int = 0
    taken: int = 0
    ashore: int = 0
    """Blocks above their floor that are not aboard."""


class PolicyName(Value):
    """The policy that admitted, by name and by the hash of its values."""

    name: str
    hash: str


class Manifest(Artifact):
    """The record of one prompt: every block aboard, everything left out, and the account of each kind."""

    coverage: float
    """The part of the rendered characters that an entry owns; 1.0, or something is wrong."""
    total_tokens: int
    framing_tokens: int
    """What the messages themselves cost, between and around their contents."""
    cacheable_tokens: int = 0
    """The prefix that is the same as long as instructions and constraints are."""
    model: str | None = None
    """The model that the prompt was assembled for."""
    cost: float | None = None
    """What the turn costs at the most: the prompt and the whole output reserve at the model's prices."""
    counter: CounterName
    budget: Budget
    policy: PolicyName
    strategy: str = "auto"
    entries: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...]
    ledger: tuple[LedgerRow, ...]
    notes: tuple[str, ...] = ()


class FunctionCall(TypedDict):
    """The function that a tool call names."""

    name: str
    arguments: str


class ChatToolCall(TypedDict):
    """A tool call in the form of the OpenAI API."""

    id: str
    type: Literal["function"]
    function: FunctionCall


class ChatMessage(TypedDict):
    """A message in the form of the OpenAI API; `content` is always a string."""

    role: str
    content: str
    name: NotRequired[str]
    tool_calls: NotRequired[list[ChatToolCall]]
    tool_call_id: NotRequired[str]


class Prompt(Artifact):
    """The messages that are sent."""

    messages: tuple[ChatMessage, ...]

    def serialized(self) -> str:
        """The canonical text of the prompt: equal prompts have equal text, byte for byte."""
        return self.model_dump_json()

    @property
    def hash(self) -> str:
        """The digest of the canonical text."""
        return digest(self.serialized())


class Context(Artifact):
    """What assembly gives: the prompt, its manifest, and what it was made from."""

    prompt: Prompt
    manifest: Manifest


Strategy = Literal["select", "truncate", "summarize", "demote", "auto", "error"]
Tier = Literal["core", "recall", "archival"]
Place = Literal["system", "between", "last"]


class KindPolicy(Value):
    """How one kind of block is treated. Shares and minimums are parts of the budget, 0 to 1."""

    kind: str
    tier: Tier
    place: Place
    share: float = 0.0
    minimum: float = 0.0
    floor: float | None = None
    """The score from which a block is offered; None admits every score."""
    renditions: tuple[str, ...] = ("full",)
    account: str | None = None
    """The kind whose share this one uses; None is its own."""
    best_last: bool = False
    """Whether the best block stands last, nearest to the question."""


class AssemblyPolicy(Artifact):
    """The kinds in their order in the prompt, the order of precedence between them, and the caps."""

    name: str
    kinds: tuple[KindPolicy, ...]
    precedence: tuple[str, ...]
    gives_way: tuple[str, ...]
    """The kinds that make room, the first one first, ..."""
    makes_room_for: tuple[str, ...] = ("structured_state", "evidence")
    """... while blocks of these kinds are ashore that lie above their floor."""
    strategy: Strategy = "auto"
    history_step: int = 6
    """History is trimmed at multiples of this many messages, so that a prompt cache hits."""
    constraint_cap: int = 1000
    """The tokens that constraints may take together."""

    def of(self, kind: str) -> KindPolicy:
        """The policy of one kind; KeyError for a kind that the policy does not know."""
        return {row.kind: row for row in self.kinds}[kind]

    @property
    def hash(self) -> str:
        """The digest of every value of the policy."""
        return digest(self.model_dump_json())


class Loading(Artifact):
    """Everything that one assembly read; assembling it again gives the same bytes."""

    materials: Materials
    budget: Budget
    policy: AssemblyPolicy
    counter: str
    """The counter's name, so that a replay counts alike."""
    model: ModelChoice | None = None


# ---------------------------------------------------------------- the answer and what follows


class Citation(Value):
    """A marker in the answer with the passage that it points to."""

    marker: int
    label: str
    quote: str
    source: Source


Outcome = Literal["answered", "insufficient_evidence", "clarify"]


class Reply(Artifact):
    """What generation gives: the text, its citations, and markers that pointed nowhere."""

    text: str
    citations: tuple[Citation, ...] = ()
    outcome: Outcome
    invalid_markers: tuple[int, ...] = ()
    model: str
    usage: tuple[tuple[str, int], ...] = ()
    """What the provider says it counted, by its own names."""


class Answer(Artifact):
    """What the user gets for a turn."""

    text: str
    citations: tuple[Citation, ...]
    outcome: Outcome
    confidence: float
    turn_id: str
    manifest: Manifest
    prompt: Prompt


class Prepared(Artifact):
    """A turn up to and with assembly; nothing was written and no model was asked."""

    prompt: Prompt
    manifest: Manifest
    outcome: Outcome
    confidence: float


class Hit(Value):
    """A passage found by `search`."""

    document: str
    start: int
    end: int
    score: float
    text: str
    version: int
    label: str


class WriteReceipt(Artifact):
    """What the write policy decided about one candidate fact."""

    status: Literal["stored", "confirmed", "superseded", "disputed", "refused"]
    reason: str
    text: str = ""
    record: str | None = None


class WriteReceipts(Artifact):
    """The receipts of one moment of writing."""

    receipts: tuple[WriteReceipt, ...] = ()
    reason: str = ""


class StageScore(Value):
    """One stage's metric; `value` is None where it does not apply to this turn."""

    stage: str
    metric: str
    value: float | None


class ScoredTrace(Artifact):
    """The metrics of one turn, a row a stage."""

    turn: str
    scores: tuple[StageScore, ...]
