"""What assembly takes, what it gives, and the models that it is done for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from loadsheet.artifacts.base import Artifact, Given, Source, Span, Value, digest
from loadsheet.artifacts.blocks import Block
from loadsheet.artifacts.conversation import Message
from loadsheet.artifacts.evidence import LeftOut


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


class ModelCandidate(Given):
    """A model that may be chosen. Prices are per million tokens."""

    name: str = Field(min_length=1)
    window: int = Field(ge=1)
    output_limit: int = Field(1000, ge=1)
    price_in: float = Field(0.0, ge=0, allow_inf_nan=False)
    price_out: float = Field(0.0, ge=0, allow_inf_nan=False)
    local: bool = True
    priority: int = 0
    """The lower one wins."""

    if TYPE_CHECKING:

        def __init__(
            self,
            name: str,
            window: int,
            output_limit: int = 1000,
            price_in: float = 0.0,
            price_out: float = 0.0,
            local: bool = True,
            priority: int = 0,
        ) -> None: ...

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
    """Where in the message it stands; what is of a tool call names that field."""
    start: int
    """Where it begins there, in code points; `end` is the first that is not of it."""
    end: int
    tokens: int
    rendition: str = "full"
    score: float | None = None
    """How much it bears on the question; comparable within a kind."""
    conflict: str | None = None
    """The group of those that cannot all be meant."""
    sources: tuple[Source, ...] = ()
    dropped: tuple[Span, ...] = ()
    """What of its sources a shorter rendition leaves away."""
    flags: tuple[str, ...] = ()
    """What a reader should know of its text: `escaped`, `hidden_characters`."""

    def has(self, source: Source) -> bool:
        """Whether it has a source, or all of the text that a citation points to."""
        return any(own.holds(source) for own in self.sources)


class LedgerRow(Value):
    """One kind's account: its share, what it used, what it gave to the pool and what it took from it."""

    kind: str
    share: int
    """In tokens, like what follows."""
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
