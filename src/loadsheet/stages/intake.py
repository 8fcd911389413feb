"""A turn and the session's state go in; the normalized turn and the next state come out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import ClassVar

from loadsheet.artifacts import (
    Artifact,
    Block,
    Document,
    Heard,
    Holdings,
    Message,
    NormalizedTurn,
    Pasted,
    Pinned,
    SessionState,
    Source,
    Span,
    Turn,
)
from loadsheet.assembly.blocks import block
from loadsheet.assembly.frame import READ_AS
from loadsheet.assembly.ladder import ladder
from loadsheet.corpus.chunk import chunk
from loadsheet.corpus.terms import visible
from loadsheet.errors import InputError, UnknownError
from loadsheet.funnel.pasted import scores
from loadsheet.intent.pasted import meant, split
from loadsheet.intent.reading import Understood, conversation, next_state, rules_of, understand
from loadsheet.intent.rules.constraints import Rules
from loadsheet.intent.rules.lifting import lifted, superseded
from loadsheet.memory.recall.overview import overview
from loadsheet.ports import Counter
from loadsheet.trace import StageReport

PASTED = 3
"""Messages with something pasted that can be spoken of again."""


class Hearing(Artifact):
    """What the user sent, the state of the conversation that it falls into, and what is known beside it."""

    turn: Turn
    state: SessionState
    answer: str = ""
    """The reply that the user saw last."""
    pasted: tuple[Message, ...] = ()
    """The latest messages that something was pasted in, oldest first."""
    holdings: Holdings = Holdings()


SHORTENED = 256
"""Passages of a pasted text that get shorter forms, the best: some 60,000 tokens. Others are whole or left out."""


@dataclass(frozen=True, slots=True)
class Intake:
    """Split the turn into question and attachments, and read the question against the conversation."""

    name: ClassVar[str] = "intake"
    zone: tzinfo = UTC
    """Where the user's days begin and end."""

    def __call__(self, given: Hearing, /) -> Heard:
        """Raises `InputError` for a turn without text, or with what is no text."""
        check(given.turn.text)
        question, spans = split(given.turn.text)
        question = visible(question)
        before = conversation(given.state, given.answer)
        read = understand(
            question,
            before,
            given.state,
            given.holdings,
            given.turn.asked_at,
            self.zone,
            pasted=bool(spans),
        )
        after = next_state(given.state, question, given.answer, before, read)
        lately = 0 < given.state.pasted_turn == given.state.turns
        form = read.resolution.form
        again = () if spans else meant(question, form, given.pasted, just_before=lately)
        spoken_of = message_id(given.turn) if spans else again[0].message if again else ""
        return Heard(
            turn=_normalized(given, question, read, spans, again),
            state=given.state,
            next_state=_with_rules(pasting(after, spoken_of), read.rules, given.turn),
        )

    def report(self, _given: Hearing, gave: Heard, /) -> StageReport:
        """The failure signal is a referent that stayed unresolved."""
        turn = gave.turn
        pasted, again = len(turn.attachments), len(turn.recalled)
        lines = [f"split into a question and {pasted} attachments"] if pasted else []
        lines += [f"it speaks of {again} texts that were pasted before"] if again else []
        lines += [f"read “{what}” as “{meant}”: {turn.form}" for what, meant in turn.resolved]
        lines += [f"constraint: “{text}”" for text in turn.stated]
        lines += [f"withdrawn: “{text}”" for text in turn.withdrawn]
        lines += [f"{phrase} is {meant}" for phrase, meant in turn.dates]
        return StageReport(
            failure=f"unresolved: {', '.join(turn.unresolved)}" if turn.unresolved else None,
            decisions=tuple(lines),
        )


def _with_rules(state: SessionState, found: Rules, turn: Turn) -> SessionState:
    """The state with the constraints that a turn sets, and without those that it lifts."""
    state = unruled(state, found, message_id(turn))
    for number, text in enumerate(found.stated, start=1):
        state = ruled(state, text, f"{turn.id}.{number}", message_id(turn))
    return state


def unruled(state: SessionState, found: Rules, message: str) -> SessionState:
    """The state without the constraints that a message lifts."""
    for text in found.withdrawn:
        in_force = tuple((row.id, row.text) for row in state.constraints if row.in_force)
        for lifted_ in lifted(text, in_force):
            state = withdraw(state, lifted_, message=message)
    return state


def ruled(state: SessionState, text: str, name: str, message: str) -> SessionState:
    """The state with a constraint that a message sets; `name` tells it from others of the session."""
    return pin(state, text, id=f"constraint:{name}", message=message)


def rules_elsewhere(state: SessionState, message: Message) -> Rules:
    """The rules that the user told another program; what a speaker with a name tells binds no answer."""
    if message.role != "user" or message.name or not message.content.strip():
        return Rules()
    return rules_of(visible(split(message.content)[0]), state)


def pasting(state: SessionState, message: str) -> SessionState:
    """The state in which a message that something was pasted in is the one that was spoken of last."""
    if not message:
        return state
    ids = (*(id for id in state.pasted if id != message), message)[-PASTED:]
    return state.model_copy(update={"pasted": ids, "pasted_turn": state.turns})


def lifting(state: SessionState, found: Rules) -> tuple[str, ...]:
    """The words that lift a constraint which is in force."""
    in_force = tuple((row.id, row.text) for row in state.constraints if row.in_force)
    return tuple(text for text in found.withdrawn if lifted(text, in_force))


def dropped(heard: Heard) -> tuple[Pinned, ...]:
    """The constraints that a turn withdrew."""
    message = message_id(heard.turn.turn)
    return tuple(row for row in heard.next_state.constraints if row.withdrawn_by == message)


def _normalized(
    given: Hearing,
    question: str,
    read: Understood,
    attachments: tuple[Span, ...],
    recalled: tuple[Pasted, ...],
) -> NormalizedTurn:
    """The turn, with what was read in it."""
    meant = read.resolution
    return NormalizedTurn(
        turn=given.turn,
        question=question,
        asked=read.asked if read.asked != question else "",
        told=read.told,
        query=meant.query,
        form=meant.form,
        reason=meant.reason,
        language=read.language,
        attachments=attachments,
        recalled=recalled,
        resolved=meant.resolved,
        unresolved=meant.unresolved,
        topic_switch=meant.switch,
        correction=read.correction,
        stated=read.rules.stated,
        withdrawn=read.rules.withdrawn,
        lifted=lifting(given.state, read.rules),
        dates=read.dates,
        intent=read.intent,
        signs=read.signs,
        readings=read.readings,
        known=read.known,
        documents=given.holdings.documents,
    )


def check(text: str) -> None:
    """Raises `InputError` for a text that nobody can read, before anything is done with it."""
    if not visible(text).strip():
        raise InputError(
            'the question is empty: write one, for instance: loadsheet ask "What is …?"'
        )
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"character {error.start} of the question is half of a surrogate pair: take it out"
        ) from error


def pin(
    state: SessionState, text: str, *, id: str, message: str, supersedes: str | None = None
) -> SessionState:
    """The state with one more constraint, in the user's own words.

    One that is in force already, but for case and spacing, stays the only one of its words. It replaces what sets
    another value of the same attribute (another language to answer in), and what `supersedes` names; both stay on
    record.
    Raises `InputError` for an empty text, `UnknownError` for an id that is not in force.
    """
    if not text.strip():
        raise InputError("the constraint is empty: say what must hold")
    in_force = [pinned for pinned in state.constraints if pinned.in_force]
    twin = next((pinned for pinned in in_force if _same_words(pinned.text, text)), None)
    heir = twin or Pinned(id=id, text=text, message=message)
    replaced = () if twin else superseded(text, [(pinned.id, pinned.text) for pinned in in_force])
    if supersedes is not None and supersedes not in (heir.id, *replaced):
        replaced = (*replaced, supersedes)
    for name in replaced:
        ended = _ended(state, name, superseded_by=heir.id)
        state = state.model_copy(update={"constraints": ended})
    return state if twin else state.model_copy(update={"constraints": (*state.constraints, heir)})


def withdraw(state: SessionState, id: str, *, message: str) -> SessionState:
    """The state without the constraint in force; it stays on record. Raises `UnknownError` for an
    id that is not in force."""
    return state.model_copy(update={"constraints": _ended(state, id, withdrawn_by=message)})


def _ended(state: SessionState, id: str, **end: str) -> tuple[Pinned, ...]:
    if not any(pinned.id == id and pinned.in_force for pinned in state.constraints):
        names = ", ".join(pinned.id for pinned in state.constraints if pinned.in_force)
        raise UnknownError(f"no constraint {id!r} is in force (in force: {names or 'none'})")
    return tuple(
        pinned.model_copy(update=end) if pinned.id == id else pinned for pinned in state.constraints
    )


def _same_words(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())


def constraint_blocks(state: SessionState, session: str, counter: Counter) -> list[Block]:
    """The rules of a state that are in force, each as the user said it."""
    return [
        block(
            "constraint",
            pinned.id,
            pinned.text,
            counter=counter,
            producer="intake",
            rule="pinned_until_withdrawn",
            reason="the user stated it and has not withdrawn it",
            sources=(Source(message=pinned.message, session=session),),
        )
        for pinned in state.constraints
        if pinned.in_force
    ]


def blocks_of(heard: Heard, counter: Counter) -> list[Block]:
    """The blocks that a turn brings: its core, and what was pasted along with it."""
    made = core_blocks(heard, counter)
    for number, pasted in enumerate(_pasted(heard.turn), start=1):
        made += _attachment(heard.turn, number, pasted, counter)
    return made


def core_blocks(heard: Heard, counter: Counter) -> list[Block]:
    """What of a turn has to be in its prompt: constraints in force, task state, the question."""
    turn, state = heard.turn, heard.state
    made = constraint_blocks(state, turn.turn.scope.session, counter)
    if state.task_state:
        made.append(
            block(
                "task_state",
                "task_state",
                state.task_state,
                counter=counter,
                producer="session_state",
                rule="always",
                reason="what the work in hand is",
            )
        )
    said = Source(message=message_id(turn.turn), session=turn.turn.scope.session)
    if turn.resolved and turn.query != turn.question and overview(turn.question) is None:
        made.append(_reading(turn, said, counter))
    made.append(
        block(
            "question",
            "question",
            turn.question,
            counter=counter,
            producer="intake",
            rule="always",
            reason="what the user asks in this turn",
            sources=(said,),
        )
    )
    return made


def _reading(turn: NormalizedTurn, said: Source, counter: Counter) -> Block:
    """How a question that leans on the conversation was read, beside the question as it was typed."""
    return block(
        "task_state",
        "reading",
        f"{READ_AS}{turn.query}",
        counter=counter,
        producer="intake",
        rule=(
            "named_in_memory"
            if turn.form in {"opening", "self_contained"}
            else "leans_on_the_conversation"
        ),
        reason=turn.reason,
        sources=(said,),
    )


def message_id(turn: Turn) -> str:
    """The id of the transcript message that holds the turn's text."""
    return f"{turn.id}.user"


def _pasted(turn: NormalizedTurn) -> tuple[Pasted, ...]:
    """What was pasted along with the question, or before and is spoken of."""
    text, message = turn.turn.text, message_id(turn.turn)
    own = (
        Pasted(message=message, start=span.start, end=span.end, text=text[span.start : span.end])
        for span in turn.attachments
    )
    return (*own, *turn.recalled)


def _attachment(turn: NormalizedTurn, number: int, pasted: Pasted, counter: Counter) -> list[Block]:
    """An attachment in passages, so that the parts that bear on the question can stay when it does not fit."""
    pieces = list(chunk(Document(id=f"attachment {number}", text=pasted.text), counter))
    before = pasted.message != message_id(turn.turn)
    made: list[Block] = []
    found = scores([piece.text for piece in pieces], turn.question)
    ranked = sorted(range(len(pieces)), key=found.__getitem__, reverse=True)
    shortened = set(ranked[:SHORTENED])
    for piece, score in zip(pieces, found, strict=True):
        start = pasted.start + piece.start
        source = Source(
            message=pasted.message,
            session=turn.turn.scope.session,
            start=start,
            end=pasted.start + piece.end,
        )
        name = f"{number}.{piece.ordinal + 1}"
        made.append(
            block(
                "attachment",
                f"attachment:{name}",
                piece.text,
                counter=counter,
                producer="intake",
                rule="pasted_before" if before else "pasted_with_the_question",
                reason="the user pasted it in an earlier turn and speaks of it"
                if before
                else "the user pasted it along with the question",
                attributes={"id": name},
                shorter=ladder(piece.text, turn.question, offset=start)
                if piece.ordinal in shortened
                else (),
                referable=True,
                score=score,
                sources=(source,),
            )
        )
    return made
