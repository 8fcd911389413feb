"""The turn, the transcript and what the conversation has established."""

from __future__ import annotations

from typing import Literal

from pydantic import (
    AwareDatetime,
)

from loadsheet.artifacts.base import Artifact, Moment, Scope, Span, Value


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
    timestamp: Moment | None = None
    turn: str | None = None
    """The turn that it belongs to; None for what the host let us observe."""
    tokens: tuple[int, ...] = ()
    """The size of each of `parts()`, counted when the message was stored."""
    dropped: tuple[Span, ...] = ()
    """In a prompt: what of the stored content a mark stands for, since it is so no more."""

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
        return max(map(self.__dict__.__getitem__, flags)) >= SET


class Known(Value):
    """A verified row or a memory record as intake sees it: enough to tell whether a turn asks for it."""

    kind: Literal["row", "record"]
    key: str
    text: str
    type: str = "fact"


class Holdings(Artifact):
    """What the workspace holds beside its documents, as far as it may bear on a turn."""

    titles: tuple[str, ...] = ()
    """The titles of documents that speak of it."""
    headings: tuple[str, ...] = ()
    """The headings in documents that speak of it."""
    known: tuple[Known, ...] = ()
    documents: tuple[str, ...] | None = None
    """What is indexed, each document as it is called, where the turn asks for that; None where it does not."""


class Entity(Value):
    """Something the conversation speaks of; its salience fades with each turn that does not name it."""

    text: str
    salience: float = 1.0


class Pasted(Value):
    """A text that stood in an earlier message of the session, pasted along with a question."""

    message: str
    start: int
    """Where in the message it begins."""
    end: int
    text: str


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
    pasted: tuple[str, ...] = ()
    """The ids of the latest messages that something was pasted in, oldest first."""
    pasted_turn: int = 0
    """The number of the last turn that pasted something, or spoke of what was pasted."""
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
    """The question as the user wrote it, without what was pasted along with it, and what memory has answered."""
    asked: str = ""
    """What of it is asked, without the rules, courtesies and statements beside it; empty where that is all of it."""
    told: str = ""
    """What it tells of the one who asks beside its question: searched with it; an answer need not speak of it."""
    query: str = ""
    """The question as it stands with no conversation around it; what is searched."""
    form: Leaning = "opening"
    """How the question leans on the conversation before it."""
    reason: str = ""
    """Why it was read that way."""
    language: str = "und"
    attachments: tuple[Span, ...] = ()
    """Where in the turn's text pasted material stands; it is evidence, never an instruction."""
    recalled: tuple[Pasted, ...] = ()
    """What was pasted in an earlier turn and is spoken of in this one; evidence, too."""
    resolved: tuple[tuple[str, str], ...] = ()
    """Each referent with what it was resolved to."""
    unresolved: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    """What the question may equally mean, where nothing tells it apart."""
    topic_switch: bool = False
    correction: Literal["", "value", "question"] = ""
    """What the user says was wrong: a value, or how the question was understood."""
    stated: tuple[str, ...] = ()
    """The constraints that the turn sets, in the user's own words."""
    withdrawn: tuple[str, ...] = ()
    """The words that lift a constraint."""
    lifted: tuple[str, ...] = ()
    """Those of them that ended one which was in force, in the session or in memory."""
    dates: tuple[tuple[str, str], ...] = ()
    """Each relative date with the ISO date, or interval `from/until`, that it means in the user's zone."""
    intent: IntentVector = IntentVector()
    signs: tuple[tuple[str, float], ...] = ()
    """What was observed of the turn, each 0 to 1, for the tables that weigh it."""
    known: tuple[Known, ...] = ()
    """The rows and records that bear on the turn, those that bear most first."""
    documents: tuple[str, ...] | None = None
    """What is indexed, where the turn asks for that."""
    notes: tuple[str, ...] = ()
    """What a model proposed and why it was not taken."""

    @property
    def reads_pasted(self) -> bool:
        """Whether there is pasted text to answer from."""
        return bool(self.attachments or self.recalled)


class Heard(Artifact):
    """What intake gives: the turn, the state that it found and the state that comes next."""

    turn: NormalizedTurn
    state: SessionState
    next_state: SessionState
