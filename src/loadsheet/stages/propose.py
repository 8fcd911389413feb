"""The turn as it was heard goes in; it comes out with a model's wording of the question where that was accepted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from loadsheet.artifacts import Heard, Prompt
from loadsheet.errors import ModelError
from loadsheet.intent.proposals import Refused, rewritten
from loadsheet.ports import ChatModel
from loadsheet.trace import Report

MAX_TOKENS = 120
"""What a question takes at the most."""

TASK = (
    "Rewrite the user's question so that it can be understood without the conversation. Keep every name, number and "
    "quotation as it is. Answer with the question alone."
)


@dataclass(frozen=True, slots=True)
class Propose:
    """Let a model word a question that leans on the conversation; without one the turn passes unchanged."""

    name: ClassVar[str] = "propose"
    model: ChatModel | None = None

    async def __call__(self, given: Heard, /) -> Heard:
        """The turn with the model's wording, or as it was with the reason for the refusal in its notes."""
        turn = given.turn
        if self.model is None or turn.form in {"opening", "self_contained"}:
            return given
        try:
            found = rewritten(turn.question, await self._asked(self.model, given))
        except ModelError as error:
            found = Refused("", f"the model failed: {error}")
        if isinstance(found, Refused):
            update = {"notes": (*turn.notes, f"rewriting refused: {found.reason}")}
        else:
            update = {"query": found, "notes": (*turn.notes, f"rewritten from: {turn.query}")}
        return given.model_copy(update={"turn": turn.model_copy(update=update)})

    def report(self, _given: Heard, gave: Heard, /) -> Report:
        """The failure signal is a proposal that was refused."""
        notes = gave.turn.notes
        refused = next((note for note in notes if note.startswith("rewriting refused")), None)
        return Report(failure=refused, decisions=notes)

    @staticmethod
    async def _asked(model: ChatModel, given: Heard) -> str:
        """What the model makes of the question and the one before it."""
        said = f"Before: {given.state.subject}\nQuestion: {given.turn.question}"
        prompt = Prompt(
            messages=({"role": "system", "content": TASK}, {"role": "user", "content": said})
        )
        return "".join([p.text async for p in model.stream(prompt, max_tokens=MAX_TOKENS)])
