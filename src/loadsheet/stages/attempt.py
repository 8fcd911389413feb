"""A turn that is ready goes in; its reply comes out, from the first model that gives one.

A model that finds the prompt too long gets a smaller one, one that fails makes way for the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from loadsheet.artifacts import Context, Loading, ModelCandidate, Reply
from loadsheet.errors import ModelError, WindowError
from loadsheet.ports import ChatModel, Counter
from loadsheet.stages.assemble import Assemble, again, demand_of, holds_core
from loadsheet.stages.canned_replies import Speak
from loadsheet.stages.generate import Asking, Generate, Say
from loadsheet.stages.ready import Ready
from loadsheet.stages.select_model import SelectModel
from loadsheet.trace import Recorder

SHRINK = 0.75
"""What is left of a prompt that a server found too long: its tokenizer is not ours."""

SHRINK_LIMIT = 3
"""How often a prompt is made smaller for one turn."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The models that may be asked, and who chooses among them."""

    models: Mapping[str, ChatModel]
    select_model: SelectModel
    counter: Counter

    async def reply(self, ready: Ready, recorder: Recorder, say: Say) -> tuple[Context, Reply]:
        """Ask the chosen model; one that finds the prompt too long gets a smaller one, one that fails makes way.

        Each new prompt is assembled anew and its manifest says why. What was said already cannot be taken back:
        after the first piece of text an error ends the turn.
        """
        if ready.replied:
            return ready.context, recorder.run(Speak(say), ready.plan)
        if not ready.plan.reply:
            return await self._asked(ready, recorder, say)
        # What asks nothing is not refused: what a model says to it is held until it is known to be an answer.
        held: list[str] = []
        context, reply = await self._asked(ready, recorder, held.append)
        if reply.outcome == "insufficient_evidence":
            return context, recorder.run(Speak(say), ready.plan)
        say("".join(held))
        return context, reply

    async def _asked(self, ready: Ready, recorder: Recorder, say: Say) -> tuple[Context, Reply]:
        """The reply of the first model that gives one, with the prompt that it had."""
        context, loading, choice = ready.context, ready.loading, ready.choice
        remaining = {model.name: model for model in self.select_model.candidates}
        shrunk, pieces = 0, _Tap(say)
        while True:
            name = choice.model.name
            asking = asking_of(ready, context, loading, choice.model)
            try:
                return context, await recorder.wait(Generate(self.models[name], pieces), asking)
            except ModelError as error:
                if pieces.used:
                    raise
                sent = context.manifest.total_tokens
                tokens = int(SHRINK * sent)
                too_long = isinstance(error, WindowError) and shrunk < SHRINK_LIMIT
                if too_long and holds_core(loading, tokens, self.counter):
                    shrunk, why = shrunk + 1, f"{name} found {sent} tokens too long: {error}"
                else:
                    del remaining[name]
                    if not remaining:
                        raise
                    chooser = SelectModel(tuple(remaining.values()), self.select_model.policy)
                    choice = recorder.run(chooser, demand_of(ready.loading, self.counter))
                    shrunk, why = 0, f"{name} failed: {error}"
                    tokens = ready.loading.budget.prompt_tokens
            loading = again(
                ready.loading, choice, tokens, f"{why} (prompt {context.prompt.hash})", self.counter
            )
            context = recorder.run(Assemble(self.counter), loading)


def asking_of(ready: Ready, context: Context, loading: Loading, model: ModelCandidate) -> Asking:
    """What a model is asked, with the longest answer that both it and the budget allow."""
    return Asking(
        context=context,
        sufficient=ready.sufficient,
        searched=ready.searched,
        max_tokens=min(model.output_limit, loading.budget.output_reserve),
        model=model,
        looked_up=ready.looked_up,
        language=ready.heard.turn.language,
    )


@dataclass(slots=True)
class _Tap:
    """Passes text on and remembers that there was some."""

    say: Say
    used: bool = False

    def __call__(self, text: str) -> None:
        self.used = True
        self.say(text)
