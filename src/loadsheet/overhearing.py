"""A conversation that was held elsewhere in; the state of its session, with what it is about and its rules, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loadsheet.artifacts import Budget, Message, SessionState, Turn, WriteReceipt
from loadsheet.errors import BudgetError
from loadsheet.pipeline import Pipeline
from loadsheet.stages.intake import ruled, rules_elsewhere, unruled

READ = 12
"""Messages that are read for what the conversation is about: the state keeps as many questions."""

NO_ROOM = "the constraints of the session leave this one no room"
"""Why a rule that was told elsewhere is no constraint."""


@dataclass(frozen=True, slots=True)
class Overhear:
    """Reads a conversation as its session would have heard it, and answers nothing."""

    pipeline: Pipeline
    budget: Budget

    async def __call__(
        self, state: SessionState, messages: Sequence[Message]
    ) -> tuple[SessionState, list[WriteReceipt]]:
        """The state after the messages, and a receipt for each of their rules that the budget has no room for."""
        said = await self.pipeline.said_last(state.scope)
        asked = [m.id for m in messages if m.role == "user" and m.content.strip()]
        read = {*asked[:1], *asked[-READ:]}
        refused: list[WriteReceipt] = []
        for message in messages:
            if message.role == "assistant":
                said = message.content or said
            elif message.id in read and message.timestamp:
                turn = Turn(
                    id=message.id,
                    scope=state.scope,
                    text=message.content,
                    asked_at=message.timestamp,
                )
                after = await self.pipeline.after(turn, state, said)
                state, said = after.model_copy(update={"constraints": state.constraints}), ""
            state, without_room = self._ruled(state, message)
            refused += without_room
        return state, refused

    def _ruled(
        self, state: SessionState, message: Message
    ) -> tuple[SessionState, list[WriteReceipt]]:
        """The state with the rules of a message that have room, and a receipt for each of the others."""
        found = rules_elsewhere(state, message)
        state = unruled(state, found, message.id)
        refused: list[WriteReceipt] = []
        for number, text in enumerate(found.stated, start=1):
            after = ruled(state, text, f"{message.id}.{number}", message.id)
            try:
                self.pipeline.afford(after, state, self.budget)
            except BudgetError as error:
                refused.append(
                    WriteReceipt(status="refused", reason=f"{NO_ROOM}: {error}", text=text)
                )
            else:
                state = after
        return state, refused
